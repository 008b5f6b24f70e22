/** Marks that end a sentence in the languages of calls, for a character class. Thai has none. */
export const sentenceEnds = ".?!।॥۔؟。｡？！"

/** Joins sentences to a text. After the marks of Chinese and Japanese there is no space. */
export const joinSentences = (sentences: ReadonlyArray<string>): string =>
  sentences.join(" ").replace(/(?<=[。｡？！，、；：」』】）]) /g, "")

/** Quotation marks and brackets that may follow the end of a sentence, for a character class. */
export const closers = String.raw`"'”’“»«›‹)\]」』】）`

/** Quotation marks, brackets and signs that may precede the first word of a sentence, for a character class. */
export const openers = String.raw`"'“‘„»«›‹(\[「『【（¿¡`

/** Whether the last sentence of a text is a question. */
export const asks = (text: string): boolean => endsInQuestion.test(text)

const endsInQuestion = new RegExp(String.raw`[?？؟][${closers}\s]*$`)
