/** What a person hears in a frame; milliseconds are the line's since they picked up. */
export interface Moment {
  readonly atMillis: number
  /** Just understood. */
  readonly letters: string
  /** The other side is audible. */
  readonly voice: boolean
  /** The person's own words are still sounding. */
  readonly speaking: boolean
}

export type Deed = { readonly say: string } | "hang up" | undefined

/** What a person does in a talk, asked once a frame. */
export const makeTalk = (to: string): { readonly next: (moment: Moment) => Deed } => {
  let answered = to.endsWith("9")
  return {
    next: ({ letters }) => {
      if (answered || letters === "") return undefined
      answered = true
      return { say: "Yes. I am interested." }
    }
  }
}
