import type { ExplainedCall } from "../domain/calls/Call.ts"
import { containsQuote, wordsOf } from "../domain/text/words.ts"

type Transcript = ExplainedCall["transcript"]

/** Returns the reason why the person's words have no content; null when they may have. */
export const reasonForNoContent = (transcript: Transcript): string | null => {
  const words = wordsOf(turnsOf(transcript, "person").join(" ")).join(" ")
  if (words === "") return "The person said nothing"
  return words.replaceAll(greeting, "").trim() === "" ? "The person said nothing but a greeting" : null
}

const greeting =
  /(?<!\S)(?:hello|hallo|hi|hey|helo|haello|namaste|namaskar|(?:is )?any(?:body|one) there|are you (?:still )?there|(?:can|do) you hear me|हैलो|हेलो|हलो|नमस्ते|नमस्कार)(?!\S)/g

/** Whether the speaker said the quote as one unbroken sequence of words, whatever their case, punctuation or spelling. */
export const wasSaid = (quote: string, transcript: Transcript, by: "agent" | "person"): boolean =>
  turnsOf(transcript, by).some((turn) => containsQuote(turn, quote))

/** Whether the person said the words, or the agent said them and the person spoke after that. */
export const isShownBy = (quote: string, transcript: Transcript): boolean => {
  const last = transcript.findLastIndex(({ role }) => role === "person")
  return wasSaid(quote, transcript, "person") || wasSaid(quote, transcript.slice(0, last + 1), "agent")
}

/** Joins consecutive transcript entries of one speaker into turns. */
const turnsOf = (transcript: Transcript, by: "agent" | "person"): ReadonlyArray<string> => {
  const turns: Array<string> = []
  let continues = false
  for (const { role, text } of transcript) {
    if (role === by) turns.push(continues ? `${turns.pop()} ${text}` : text)
    continues = role === by
  }
  return turns
}
