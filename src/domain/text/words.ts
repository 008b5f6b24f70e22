/** The words of a text in the form in which they are compared: how it is punctuated and spelled makes no difference. */
export const wordsOf = (text: string): ReadonlyArray<string> =>
  text
    .toLowerCase()
    .normalize("NFC")
    .replace(joiners, "")
    .replaceAll("ँ", "ं")
    .split(between)
    .filter((word) => word !== "")

/** Whether there is anything to speak. */
export const hasWords = (text: string): boolean => /[\p{L}\p{N}]/u.test(text)

// Don't and dont are one word; and so are फ़ोन and फोन, and letters with and without signs for how they are drawn.
const joiners = /['’‘`\u093c\u200c\u200d]/g
const between = /[^\p{L}\p{M}\p{N}]+/u
