import type { Stall } from "./own-stalls.ts"

/** Orders to the callers, each answered by a message. */
export type CallersOrder =
  /** Answered with a `Conversed` after this time. */
  | { readonly kind: "measure"; readonly seconds: number }
  /** Answered with the number of connected calls. */
  | { readonly kind: "connected" }
  /** Each caller hears the current reply to its end and hangs up; answered with all `CallerRecord`. */
  | { readonly kind: "hang up" }

export interface AnsweredTurn {
  /** When the reply began, ms since 1970. */
  readonly at: number
  /** From the last sound of the turn to the first frame of its reply. */
  readonly millis: number
}

/** Figures of the callers, in milliseconds. */
export interface Conversed {
  readonly turns: ReadonlyArray<AnsweredTurn>
  /** When the callers themselves ran late. */
  readonly stalls: ReadonlyArray<Stall>
  readonly unanswered: number
  /** Streams that the service ended. */
  readonly broken: number
  readonly frames: number
  /** Number of frames that came more than this many milliseconds after the time to play them. */
  readonly later: Readonly<Record<20 | 40 | 60, number>>
  /** Delay of the callers' own frames, which all other times include. */
  readonly own: { readonly p50: number; readonly p95: number; readonly p99: number }
}

/** The words of both sides of a call, as the caller knows them. */
export interface CallerRecord {
  readonly to: string
  readonly said: ReadonlyArray<string>
  /** Number of sentences that were answered. */
  readonly answers: number
  /** The words of the agent, as far as they were played: each part but the last was cut. */
  readonly heard: ReadonlyArray<string>
}

/** The servers in the places of vendors, from the script that starts them. */
export interface VendorServers {
  /** Settings of the service that uses them. */
  readonly settings: Readonly<Record<string, string>>
}
