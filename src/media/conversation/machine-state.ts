import type { MachineKind } from "../machines/machine-words.ts"

/** How the conversation treats a machine that answers. */
export interface MachineRules {
  /** The agent leaves a message on a voicemail; else the call ends at once. */
  readonly leavesMessage: boolean
  /** The agent may send keys in a voice menu; else the call ends at once. */
  readonly sendsKeys: boolean
}

/** A sign that a machine has answered. Times are milliseconds of the line's time. */
export interface MachineSign {
  readonly kind: "WORDS" | "BEEP" | "CARRIER"
  readonly machine: MachineKind
  readonly atMs: number
}

/** A machine to which the agent is connected now. */
export interface Machine {
  readonly kind: MachineKind
  readonly since: number
  /**
   * False if only the carrier has detected it, and the agent may send keys: it may turn out to be a voice menu. Also
   * false if only words show it and more of them may come: a person may ask for no more calls.
   */
  readonly isCertain: boolean
  /** When the last beep ended. */
  readonly beepedAt: number | undefined
  /** Number of answers to the menu or the assistant until now, or of times that the message was begun. */
  readonly rounds: number
}

/** The machines of a call until now. */
export interface MachineHistory {
  readonly signs: ReadonlyArray<MachineSign>
  /** The whole message was played. */
  readonly isMessageLeft: boolean
  /** A person has come after the machine. */
  readonly isPersonReached: boolean
  /** Number of turns that were those of machines. */
  readonly turns: number
}

export const noMachines: MachineHistory = { signs: [], isMessageLeft: false, isPersonReached: false, turns: 0 }
