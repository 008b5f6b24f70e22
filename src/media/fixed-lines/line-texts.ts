/** The lines that the agent says without the model and that are the same for all calls in a language. */
export interface LineTexts {
  readonly filler: string
  /** Said when the reply still takes long after the filler. */
  readonly "second filler": string
  readonly "ask to repeat": string
  readonly "first silence": string
  readonly "second silence": string
  readonly "goodbye after silence": string
  readonly goodbye: string
  readonly "time is up": string
  readonly "opt-out": string
  readonly apology: string
  /** Asks whether the call may be recorded, where the flow asks for it. */
  readonly "may record": string
}

/** The lines of a language. Verb forms depend neither on the gender of the speaker nor on that of the listener. */
export interface LanguageLines extends LineTexts {
  /** Said instead of an opening without words. */
  readonly greeting: string
  /** Said before the opening of a call whose last conversation our side had to end. */
  readonly "cut off": string
  /** Said before the opening of a call that reminds of a promise; `{date}` is the promised day. */
  readonly reminder: string
}
