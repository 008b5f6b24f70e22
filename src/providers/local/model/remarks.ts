import { wordsOf } from "../../../domain/text/words.ts"
import type { AnalysisPrompt } from "./prompts.ts"

/** A clause of the person. */
export interface Remark {
  /** Word for word as in the transcript. */
  readonly text: string
  /** Its words, joined by blanks. */
  readonly words: string
  /** The words of the agent's question that the clause answers, "" when it answers none. */
  readonly question: string
}

export const remarksIn = (transcript: AnalysisPrompt["transcript"]): ReadonlyArray<Remark> => {
  let question = ""
  return transcript.flatMap(({ role, text }) => {
    if (role === "agent") {
      question = joined((text.match(questions) ?? []).at(-1) ?? "")
      return []
    }
    const remarks = (markup.test(text) ? [] : (text.match(sentences) ?? []))
      .filter((sentence) => !addressesMachine.test(sentence))
      .flatMap((sentence) => sentence.split(clauseEnds))
      .map((clause) => ({ text: clause.trim(), words: joined(clause) }))
      .filter(({ words }) => words !== "")
      .map((remark, index) => ({ ...remark, question: index === 0 ? question : "" }))
    // A question counts as answered by the first remark, even by a counter-question.
    if (remarks.length > 0) question = ""
    return remarks
  })
}

const joined = (text: string) => wordsOf(text).join(" ")

const questions = /[^.!?।॥]+\?/g
const sentences = /[^.!?।॥\n]+[.!?।॥\n]*/g
const clauseEnds = /[,;:—–…]|\b(?:but|though|lekin|magar|because|kyunki)\b|(?<!\S)(?:लेकिन|मगर|क्योंकि)(?!\S)/i

// Signs that speech does not have.
const markup = /[{}<>[\]|`]|&#?\w+;/

// Words that people do not say to each other: they try to steer the model that reads the transcript.
const addressesMachine =
  /\b(labels?|prompts?|instructions?|json|tool[ _-]?calls?|record_outcome|language model|transcript|classif\w*|override|undetermined|evidence|confidence)\b|\bignore (all|the|every|any|previous|above|your)\b|(^|[\s<[({"'|_*#])(system|assistant|developer|user|agent|person)["']?\s*[:>\]=|_]|लेबल|निर्देश|सिस्टम/i
