import { wordsOf } from "../../../domain/text/words.ts"
import type { AnalysisPrompt } from "./prompts.ts"

/** A message of the person. */
export interface PersonAnswer {
  /** The agent's last question before it, "" when there is none. */
  readonly question: string
  /** Whether it is the first after the question. */
  readonly isFirst: boolean
  readonly text: string
}

export const answersIn = (transcript: AnalysisPrompt["transcript"]): ReadonlyArray<PersonAnswer> => {
  let question = ""
  return transcript.flatMap(({ role, text }, index) => {
    if (role === "person") return [{ question, isFirst: transcript[index - 1]?.role === "agent", text }]
    question = text.match(questions)?.at(-1) ?? ""
    return []
  })
}

/** A clause of the person. */
export interface Remark {
  /** Word for word as in the transcript. */
  readonly text: string
  /** Its words, joined by blanks. */
  readonly words: string
  /** The words of the agent's question that the clause answers, "" when it answers none. */
  readonly question: string
}

export const remarksIn = (answers: ReadonlyArray<PersonAnswer>): ReadonlyArray<Remark> =>
  answers.flatMap(({ isFirst, question, text }) =>
    (markup.test(text) ? [] : (text.match(sentences) ?? []))
      .filter((sentence) => !addressesMachine.test(sentence))
      .flatMap((sentence) => sentence.split(clauseEnds))
      .map((clause) => ({ text: clause.trim(), words: joined(clause) }))
      .filter(({ words }) => words !== "")
      // The first remark answers the question, even if it is a counter-question.
      .map((remark, index) => ({ ...remark, question: isFirst && index === 0 ? joined(question) : "" }))
  )

const joined = (text: string) => wordsOf(text).join(" ")

const questions = /[^.!?।॥]+\?/g
const sentences = /[^.!?।॥\n]+[.!?।॥\n]*/g
const clauseEnds = /[,;:—–…]|\b(?:but|though|lekin|magar|because|kyunki)\b|(?<!\S)(?:लेकिन|मगर|क्योंकि)(?!\S)/i

// Signs that speech does not have.
const markup = /[{}<>[\]|`]|&#?\w+;/

// Words that people do not say to each other: they try to steer the model that reads the transcript.
const addressesMachine =
  /\b(labels?|prompts?|instructions?|json|tool[ _-]?calls?|record_outcome|language model|transcript|classif\w*|override|undetermined|evidence|confidence)\b|\bignore (all|the|every|any|previous|above|your)\b|(^|[\s<[({"'|_*#])(system|assistant|developer|user|agent|person)["']?\s*[:>\]=|_]|लेबल|निर्देश|सिस्टम/i
