import type { MachineRecord } from "../../domain/calls/MachineRecord.ts"
import type { MachineSettings } from "../../domain/flows/MachineSettings.ts"
import type { Conversation } from "../conversation/conversation.ts"
import type { MachineRules } from "../conversation/machine-state.ts"

/** Returns the rules of a conversation with machines; undefined if the flow has none. */
export const machineRulesOf = (
  settings: MachineSettings | null,
  keys: ReadonlyArray<string>
): MachineRules | undefined =>
  settings === null && keys.length === 0
    ? undefined
    : { leavesMessage: settings?.voicemail === "LEAVE_MESSAGE", sendsKeys: keys.length > 0 }

/** Returns what to store about the machine that answered; undefined if none did. */
export const machineRecordOf = (
  conversation: Pick<Conversation, "machine" | "machines"> | undefined,
  settings: MachineSettings | null
): MachineRecord | undefined => {
  const last = conversation?.machines.signs.at(-1)
  if (conversation === undefined || last === undefined) return undefined
  const { machine, machines } = conversation
  const signs = signsOf(conversation)
  const detail = machine === undefined ? reached(last.machine) : unattended(machine.kind, machines.isMessageLeft)
  return { detail, signs, isFinal: isFinal(detail, settings) }
}

/** Returns what to store before a message begins: it stays if the node dies, when it is unknown how much was heard. */
export const begunMessageOf = (
  conversation: Pick<Conversation, "machines"> | undefined,
  settings: MachineSettings | null
): MachineRecord => {
  const detail = "MESSAGE_MAY_BE_LEFT"
  return { detail, signs: signsOf(conversation), isFinal: isFinal(detail, settings) }
}

const signsOf = (conversation: Pick<Conversation, "machines"> | undefined) =>
  (conversation?.machines.signs ?? []).map((sign) => ({ ...sign, atMs: Math.round(sign.atMs) }))

const reached = (machine: MachineRecord["signs"][number]["machine"]) =>
  machine === "SCREENING" ? "REACHED_BY_SCREENING" : "REACHED_BY_MENU"

const unattended = (machine: MachineRecord["signs"][number]["machine"], isMessageLeft: boolean) => {
  if (machine === "VOICEMAIL") return isMessageLeft ? "MESSAGE_LEFT" : "NO_MESSAGE"
  return machine === "MENU" ? "VOICE_MENU" : "SCREENED"
}

const isFinal = (detail: MachineRecord["detail"], settings: MachineSettings | null) => {
  if (detail === "MESSAGE_LEFT" || detail === "MESSAGE_MAY_BE_LEFT") return settings?.retryAfterMessage !== true
  return detail === "NO_MESSAGE" && settings?.voicemail === "HANG_UP"
}
