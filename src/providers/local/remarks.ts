import { wordsOf } from "../../domain/text/words.ts"
import type { PromptTranscript } from "./transcript-in-prompt.ts"

/** A part of what the person said: a clause. */
export interface Remark {
  /** As it was said. */
  readonly text: string
  /** Its words, joined by blanks. */
  readonly words: string
  /** The words of what the agent asked just before; "" where they asked nothing, or it is answered already. */
  readonly asked: string
}

export const remarksIn = (lines: PromptTranscript["lines"]): ReadonlyArray<Remark> => {
  let asked = ""
  return lines.flatMap(({ role, text }) => {
    if (role === "agent") {
      asked = joined((text.match(questions) ?? []).at(-1) ?? "")
      return []
    }
    const remarks = (markup.test(text) ? [] : (text.match(sentences) ?? []))
      .filter((sentence) => !speaksToMachines.test(sentence))
      .flatMap((sentence) => sentence.split(clauseEnds))
      .map((clause) => ({ text: clause.trim(), words: joined(clause) }))
      .filter(({ words }) => words !== "")
      .map((remark, index) => ({ ...remark, asked: index === 0 ? asked : "" }))
    // Who asks back has not answered.
    if (remarks.length > 0) asked = ""
    return remarks
  })
}

const joined = (text: string) => wordsOf(text).join(" ")

const questions = /[^.!?।॥]+\?/g
const sentences = /[^.!?।॥\n]+[.!?।॥\n]*/g
const clauseEnds = /[,;:—–…]|\b(?:but|though|lekin|magar|because|kyunki)\b|(?<!\S)(?:लेकिन|मगर|क्योंकि)(?!\S)/i

// Nobody can say this.
const markup = /[{}<>[\]|`]|&#?\w+;/

// Nobody tells a person this; it is said to whatever reads along.
const speaksToMachines =
  /\b(labels?|prompts?|instructions?|json|tool[ _-]?calls?|record_outcome|language model|transcript|classif\w*|override|undetermined|evidence|confidence)\b|\bignore (all|the|every|any|previous|above|your)\b|(^|[\s<[({"'|_*#])(system|assistant|developer|user|agent|person)["']?\s*[:>\]=|_]|लेबल|निर्देश|सिस्टम/i
