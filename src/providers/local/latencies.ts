import { Effect } from "effect"

/** Latencies of the stand-ins, ms. */
export interface Latencies {
  /** From the last sound of a word until an interim result has it. */
  readonly interimMillis: number
  /** From the last sound of an utterance until its final result. */
  readonly finalMillis: number
  readonly firstTokenMillis: number
  /** Per sentence; the next sentence is synthesized while one is played. */
  readonly firstAudioMillis: number
}

/** The latencies of fast providers. */
export const usual: Latencies = { interimMillis: 150, finalMillis: 300, firstTokenMillis: 250, firstAudioMillis: 150 }

export const instant: Latencies = { interimMillis: 0, finalMillis: 0, firstTokenMillis: 0, firstAudioMillis: 0 }

/** Waits on the clock of the call; for 0 ms it does not even yield to the event loop. */
export const takeTime = (millis: number): Effect.Effect<void> => (millis > 0 ? Effect.sleep(millis) : Effect.void)
