/**
 * Removes characters that have no sound: control and formatting characters, and unpaired
 * surrogates. Joiners stay, because they are part of words in Indian scripts.
 */
export const stripInvisible = (text: string): string => text.replace(silent, "")

const silent = /(?![\t\n\v\f\r\u200c\u200d])\p{C}/gu

/** Removes SSML and HTML tags. An opening tag becomes a space, because it separates words. */
export const stripTags = (text: string): string => text.replace(tag, (written) => (written.startsWith("</") ? "" : " "))

/** Returns the length of a streamed text without an incomplete tag or character at its end. */
export const completeLength = (text: string): number => {
  const opened = text.lastIndexOf("<")
  if (opened >= 0 && text.length - opened <= longestTag && beginsTag.test(text.slice(opened))) return opened
  return /[\ud800-\udbff]$/.test(text) ? text.length - 1 : text.length
}

// A comparison is no tag: "5 < 6", "a <b and c> d".
const tag = /<\/?[a-z][\w:-]*(?:\s+[\w:-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'|[^\s"'<>]+))*\s*\/?>/gi
const beginsTag =
  /^<(?:\/?(?:[a-z][\w:-]*(?:\s+[\w:-]+\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'>]+))*(?:\s+(?:[\w:-]+\s*(?:=\s*(?:"[^"]*|'[^']*|[^\s"'>]*))?)?)?\s*\/?)?)?$/i
// Maximum length of a tag, characters.
const longestTag = 200
