/** What the callers are to do. */
export interface CallsToMake {
  readonly url: string
  readonly calls: number
  readonly warmUpSeconds: number
  readonly seconds: number
}

/** What the callers noticed while it was measured. Times are in milliseconds. */
export interface Noticed {
  /** From the last sound of a turn to the first frame of the reply, beyond the end-of-speech time. */
  readonly turns: ReadonlyArray<number>
  /** From the first sound into a reply to the `clear`, beyond what makes a voice a barge-in. */
  readonly bargeIns: ReadonlyArray<number>
  /** Turns that got no reply. */
  readonly unanswered: number
  /** Voices into a reply that got no `clear`. */
  readonly unstopped: number
  /** Connections that broke. */
  readonly broken: number
  /** Of the other side, and of them those later than so many milliseconds, by when they were to be played. */
  readonly frames: number
  readonly later: Readonly<Record<20 | 40 | 60, number>>
  /** How late the callers' own frames left: all other times contain it. */
  readonly own: { readonly p50: number; readonly p95: number; readonly p99: number; readonly max: number }
}

/** What the calls cost their server while it was measured. */
export interface Cost {
  readonly cpuMillis: number
  readonly loopP99: number
  /** More than before the first call, each: of the process, and in use. */
  readonly rssBytes: number
  readonly liveBytes: number
}

/** So much quiet ends a turn, in the engine and in the floor. */
export const endOfSpeechMillis = 350

/** So much voice pauses a reply, in the engine and in the floor. */
export const bargeInMillis = 450

/** A reply is so long. */
export const replyMillis = 2_000
