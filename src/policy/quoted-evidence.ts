import type { ExplainedCall } from "../domain/calls/Call.ts"
import { wordsOf } from "../domain/text/words.ts"

type Transcript = ExplainedCall["transcript"]

/** Why there is nothing to make out of what the person said; null when there may be. */
export const saysNothing = (transcript: Transcript): string | null => {
  const words = wordsOf(sayingsOf(transcript, "person").join(" ")).join(" ")
  if (words === "") return "The person said nothing"
  return words.replaceAll(greeting, "").trim() === "" ? "The person said nothing but a greeting" : null
}

const greeting =
  /(?<!\S)(?:hello|hallo|hi|hey|helo|haello|namaste|namaskar|(?:is )?any(?:body|one) there|are you (?:still )?there|(?:can|do) you hear me|हैलो|हेलो|हलो|नमस्ते|नमस्कार)(?!\S)/g

/** Whether one of the two said this, in these words and without a break; how it is written makes no difference. */
export const wasSaid = (quote: string, transcript: Transcript, by: "agent" | "person"): boolean => {
  const wanted = wordsOf(quote).join(" ")
  return (
    wanted !== "" &&
    sayingsOf(transcript, by).some((saying) => ` ${wordsOf(saying).join(" ")} `.includes(` ${wanted} `))
  )
}

/** What one says before the other does is said at once, in however many pieces it was heard. */
const sayingsOf = (transcript: Transcript, by: "agent" | "person"): ReadonlyArray<string> => {
  const sayings: Array<string> = []
  let goesOn = false
  for (const { role, text } of transcript) {
    if (role === by) sayings.push(goesOn ? `${sayings.pop()} ${text}` : text)
    goesOn = role === by
  }
  return sayings
}
