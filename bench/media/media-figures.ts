/** Orders to the callers. */
export interface CallsToMake {
  readonly url: string
  readonly calls: number
  readonly warmUpSeconds: number
  readonly seconds: number
}

/** Figures measured by the callers, in milliseconds. */
export interface Noticed {
  /** Time from the last audio of a turn to the first frame of the reply, beyond the end-of-speech time. */
  readonly turns: ReadonlyArray<number>
  /** Time from the first audio of an interruption to the `clear`, beyond the barge-in time. */
  readonly bargeIns: ReadonlyArray<number>
  /** Turns without a reply. */
  readonly unanswered: number
  /** Interruptions without a `clear`. */
  readonly unstopped: number
  /** Connections that broke. */
  readonly broken: number
  /** Frames from the server, and those that arrived this much later than their playing time. */
  readonly frames: number
  readonly later: Readonly<Record<20 | 40 | 60, number>>
  /** Delay of the callers' own frames, which all other times include. */
  readonly own: { readonly p50: number; readonly p95: number; readonly p99: number; readonly max: number }
}

/** Resources that the calls used on the server during the measurement. */
export interface Cost {
  readonly cpuMillis: number
  readonly loopP99: number
  /** Memory per call beyond that before the first call: of the process, and of the heap in use. */
  readonly rssBytes: number
  readonly liveBytes: number
}

/** Silence that ends a turn, ms, in the engine and in the floor. */
export const endOfSpeechMillis = 350

/** Voice that interrupts a reply, ms, in the engine and in the floor. */
export const bargeInMillis = 450

/** Length of a reply, ms. */
export const replyMillis = 2_000
