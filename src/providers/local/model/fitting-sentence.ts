import { wordsOf } from "../../../domain/text/words.ts"
import { evidenceIn, wantedOf } from "../embedder/lexical-keys.ts"

/**
 * Returns the sentence that answers a question best, word for word; undefined when no sentence has most of what the
 * question asks for. Titles and questions are no answers, but they name the subject of the sentences below them.
 */
export const fittingSentence = (question: string, texts: ReadonlyArray<string>): string | undefined => {
  const wanted = [...wantedOf(question)]
  const whole = wanted.reduce((sum, [, weight]) => sum + weight, 0)
  if (whole === 0) return undefined
  const rated = texts.flatMap(statementsOf).map(({ about, text, title }) => {
    const fits = wanted.map(([key, weight]) => weight * (about.has(key) ? 1 : title.has(key) ? byTitle : 0))
    return { text, share: fits.reduce((sum, fit) => sum + fit, 0) / whole }
  })
  const best = rated.reduce((one, other) => (other.share > one.share ? other : one), { text: "", share: 0 })
  return best.share > leastShare ? best.text : undefined
}

/** Weight of a key that only the title above a sentence has. */
const byTitle = 0.75
/** Minimum share of the question that an answer has. */
const leastShare = 0.5

/** The sentences that may be answers, each with its keys and those of the title above it. */
const statementsOf = (text: string) => {
  let title: ReadonlyMap<string, number> = new Map()
  return sentencesOf(text).flatMap((sentence) => {
    const about = evidenceIn(sentence)
    if (!isTitle(sentence)) return [{ text: sentence, about, title }]
    title = about
    return []
  })
}

const sentencesOf = (text: string): ReadonlyArray<string> =>
  text
    .split(sentenceEnd)
    .map((sentence) => sentence.replace(bullet, "").replaceAll(/\s+/g, " ").trim())
    .filter((sentence) => wordsOf(sentence).length > 0)

// A period ends no sentence after an abbreviation and before a small letter.
const sentenceEnd =
  /[\n\r]+|(?<=[!?।॥]["'”’)\]]?)\s+|(?<=\.["'”’)\]]?)(?<!(?:^|[\s(])(?:(?:\p{L}\.)+|(?:[Dd]r|Mrs?|Ms|[Nn]o|St|[Rr]s|[Aa]pprox|डॉ|श्री|रु)\.))\s+(?!\p{Ll})/u
const bullet = /^\s*([-*•#>]+\s+|(q|a|question|answer|प्रश्न|उत्तर)\s*[:.)]\s*)+/i

const isTitle = (sentence: string) =>
  sentence.endsWith("?") ||
  isPathOfHeadings.test(sentence) ||
  (!/[.!।॥\d]/.test(sentence) && wordsOf(sentence).length < 6)

/** A chunk begins with the path of headings above it. */
const isPathOfHeadings = /\S > \S.*[^.!।॥]$/u
