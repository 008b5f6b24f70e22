import { wordsOf } from "../../domain/words.ts"
import { toldIn, topicsOf } from "./topics.ts"

/**
 * The sentence of the texts that answers a question best, as it stands there; undefined when none has most of what is asked
 * for. Titles and questions answer nothing, but say what the sentences below them are about.
 */
export const fittingSentence = (question: string, texts: ReadonlyArray<string>): string | undefined => {
  const wanted = topicsOf(question)
  if (wanted.size === 0) return undefined
  const rated = texts.flatMap(statementsOf).map(({ about, text, title }) => {
    const fits = [...wanted].map((topic): number => (about.has(topic) ? 1 : title.has(topic) ? byTitle : 0))
    return { text, share: fits.reduce((sum, fit) => sum + fit, 0) / wanted.size }
  })
  const best = rated.reduce((one, other) => (other.share > one.share ? other : one), { text: "", share: 0 })
  return best.share > leastShare ? best.text : undefined
}

// A title says less of a sentence than the sentence does.
const byTitle = 0.75
const leastShare = 0.5

interface Statement {
  readonly text: string
  readonly about: ReadonlySet<string>
  readonly title: ReadonlySet<string>
}

const statementsOf = (text: string): ReadonlyArray<Statement> => {
  const statements: Array<Statement> = []
  let title: ReadonlySet<string> = new Set()
  for (const sentence of sentencesOf(text)) {
    if (isTitle(sentence)) title = topicsOf(sentence)
    else statements.push({ text: sentence, about: toldIn(sentence), title })
  }
  return statements
}

const sentencesOf = (text: string): ReadonlyArray<string> => {
  const sentences: Array<string> = []
  let begun = ""
  for (const { segment } of segmenter.segment(text)) {
    begun += segment
    if (abbreviated.test(begun)) continue
    const sentence = begun.replace(bullet, "").replaceAll(/\s+/g, " ").trim()
    begun = ""
    if (wordsOf(sentence).length > 0) sentences.push(sentence)
  }
  return [...sentences, ...(begun.trim() === "" ? [] : [begun.trim()])]
}

const segmenter = new Intl.Segmenter("en", { granularity: "sentence" })
const abbreviated = /(^|[\s(])((\p{L}\.)+|(dr|mr|mrs|ms|no|st|rs|approx|डॉ|श्री|रु)\.) +$/iu
const bullet = /^\s*([-*•#>]+\s+|(q|a|question|answer|प्रश्न|उत्तर)\s*[:.)]\s*)+/i

const isTitle = (sentence: string) =>
  sentence.endsWith("?") || (!/[.!।॥\d]/.test(sentence) && sentence.split(" ").length < 6)
