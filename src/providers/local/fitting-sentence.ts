import { wordsOf } from "../../domain/words.ts"

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

/** What a question is about: its words, but for those that any sentence has; one for all that mean the same. */
export const topicsOf = (text: string): ReadonlySet<string> =>
  new Set([
    ...wordsOf(text)
      .filter((word) => !stopWords.has(word) && !/^\d+$/.test(word))
      .map((word) => meanings.get(stemOf(word)) ?? stemOf(word)),
    ...signs.flatMap(([sign, topic]) => (sign.test(text) ? [topic] : []))
  ])

/** What a sentence may tell: a weekday is a time too. */
const toldIn = (text: string): ReadonlySet<string> =>
  new Set([...topicsOf(text), ...hints.flatMap(([hint, topic]) => (hint.test(text) ? [topic] : []))])

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

const stopWords = new Set(
  wordsOf(
    "a an the this that these those it its is are am was were be been being do does did done have has had will would can " +
      "could should shall may might must i me my we us our you your yours he she they them their of to in on at for from by " +
      "with about as and or but if so not no yes what which who whom whose how why there here please tell know want like " +
      "give say explain some any all more also just then than ok okay well hello hi sir madam see get got much many thanks " +
      "thank sorry let im id ill dont kya hai hain ka ki ke ko se mein aur ye yeh wo woh aap aapka aapki aapke main mujhe " +
      "batao bataiye ji haan kaise kyon kitna kitne kitni kaun क्या है हैं हो हूं था थी थे का की के को से में पर और या ये यह वो वह वे आप " +
      "आपका आपकी आपके आपको मैं मेरा मेरी मुझे हम हमें हमारा हमारी हमारे तो भी ही जी हां नहीं कृपया बताइए बताओ बताएं बता दीजिए चाहिए कैसे क्यों कौन " +
      "कितना कितने कितनी करना करते करता करती होता होती होते रहा रही रहे सकते सकता सकती लिए कोई कुछ"
  )
)

/** English and Hindi endings, as far as they keep a word from being found. */
const stemOf = (word: string): string =>
  word
    .replace(/(?<=\w{3})(ing|ed|es|s)$/, "")
    .replace(/(?<=\w{2})e$/, "")
    .replace(/(?<=.{2})(ियों|ियां|ते|ता|ती|ना|ने|नी|ों|ें|ा|ी|े|ि|ो)$/, "")

const groups: ReadonlyArray<readonly [topic: string, words: string]> = [
  ["time", "time times hour timing timings clock when am pm समय टाइम बजे घंटे कब kab samay baje"],
  ["price", "price cost fee charge rate amount कीमत फीस शुल्क दाम daam kimat"],
  ["place", "where place address located location situated पता कहां स्थान जगह स्थित kahan pata"],
  ["payment", "pay paid payment instalment installment emi भुगतान किस्त"]
]

const meanings: ReadonlyMap<string, string> = new Map(
  groups.flatMap(([topic, words]) => wordsOf(words).map((word) => [stemOf(word), topic] as const))
)

const signs: ReadonlyArray<readonly [sign: RegExp, topic: string]> = [
  [/\b\d{1,2}([:.]\d\d)? ?([ap]\.?m\b|o['’]clock)|\b\d{1,2}:\d\d\b/i, "time"],
  [/\bhow (much|expensive)\b|कितने (का|की|के|में)|कितना (पैसा|खर्च)/i, "price"]
]

const hints: ReadonlyArray<readonly [hint: RegExp, topic: string]> = [
  [
    /\b((mon|tues|wednes|thurs|fri|satur|sun|week)days?|morning|afternoon|evening|noon|midnight|daily|every day)\b/i,
    "time"
  ],
  [/\b(two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\d{1,2}) (to|till|until)\b/i, "time"],
  [/(सोम|मंगल|बुध|गुरु|शुक्र|शनि|रवि)वार|सुबह|दोपहर|शाम|रोज़?(?!\p{L})/u, "time"],
  [/[₹$€£]|\b(rs|inr|rupees?|dollars?)\b|रुपये|रुपए|रु\./i, "price"],
  [/\b(in|at|on|opposite) \p{Lu}|\b(near|opposite|street|road|floor)\b/u, "place"]
]
