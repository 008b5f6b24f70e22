/** How long the stand-ins take, in milliseconds. */
export interface Latencies {
  /** From the last sound of a word until it is told. */
  readonly interimMillis: number
  /** From the last sound of what was said until it is told for good. */
  readonly finalMillis: number
  readonly firstTokenMillis: number
  /** Of each sentence; the next is made while one is spoken. */
  readonly firstAudioMillis: number
}

/** Those of quick services. */
export const usual: Latencies = { interimMillis: 150, finalMillis: 300, firstTokenMillis: 250, firstAudioMillis: 150 }

export const instant: Latencies = { interimMillis: 0, finalMillis: 0, firstTokenMillis: 0, firstAudioMillis: 0 }
