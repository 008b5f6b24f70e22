/**
 * Recognizes opt-outs of a person and promises of the agent in a language. The words are those of
 * one sentence, normalized and joined by spaces.
 */
export interface Net {
  readonly isOptOut: (words: string) => boolean
  /** Whether there is a wish in the words, whatever denies or limits it. */
  readonly hasWish: (words: string) => boolean
  /** Whether a wish in the words is for always, as "never call me again" is and "do not call me" is not. */
  readonly isForAlways: (words: string) => boolean
  /** Whether there is a denial or a limit in the words, whether there is a wish or not. */
  readonly isDenied: (words: string) => boolean
  readonly speaksOfCalls: (words: string) => boolean
  /** Whether the words are an opt-out if the turn has no others, as a bare "stop" is. */
  readonly isOptOutAlone: (words: string) => boolean
  /** Whether the words of a clause promise that the person will not be called again. */
  readonly isPromise: (words: string) => boolean
  /** Whether the words make a sentence conditional, so that it promises nothing. */
  readonly isCondition: (words: string) => boolean
}
