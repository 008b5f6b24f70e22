/**
 * Text without what has no sound: control characters, those that only turn the direction of writing or show nothing, and halves
 * of characters. Joiners stay: in Indian scripts they are part of a word.
 */
export const stripInvisible = (text: string): string => text.replace(silent, "")

const silent = /(?![\t\n\v\f\r\u200c\u200d])\p{C}/gu

/** Text without tags such as of SSML or HTML. One that begins stands between words. */
export const stripTags = (text: string): string => text.replace(tag, (written) => (written.startsWith("</") ? "" : " "))

/** Where in a text that goes on its last character or tag begins, if that is not whole. */
export const completeLength = (text: string): number => {
  const opened = text.lastIndexOf("<")
  if (opened >= 0 && text.length - opened <= longestTag && beginsTag.test(text.slice(opened))) return opened
  return /[\ud800-\udbff]$/.test(text) ? text.length - 1 : text.length
}

// Of a comparison, nothing is taken for a tag: "5 < 6", "a <b and c> d".
const tag = /<\/?[a-z][\w:-]*(?:\s+[\w:-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'|[^\s"'<>]+))*\s*\/?>/gi
const beginsTag =
  /^<(?:\/?(?:[a-z][\w:-]*(?:\s+[\w:-]+\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'>]+))*(?:\s+(?:[\w:-]+\s*(?:=\s*(?:"[^"]*|'[^']*|[^\s"'>]*))?)?)?\s*\/?)?)?$/i
const longestTag = 200
