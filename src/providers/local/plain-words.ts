/** The words of a text as they are compared, in English and Hindi: in small letters, without signs that many leave out. */
export const plainWords = (text: string): ReadonlyArray<string> =>
  text
    .toLowerCase()
    .normalize("NFC")
    .replaceAll(/['’\u093c\u200c\u200d]/g, "")
    .replaceAll("ँ", "ं")
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== "")
