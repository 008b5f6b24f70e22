/** `Retry delay minutes` for the detail `retryDelayMinutes`. */
export const detailName = (key: string): string =>
  capital(key.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`))

/** A detail as a person reads it: lists with commas, yes and no, and names in place of `{"by":"password"}`. */
export const detailWords = (value: unknown): string => {
  if (value === null || value === undefined) return "none"
  if (typeof value === "boolean") return value ? "yes" : "no"
  if (Array.isArray(value)) return value.length === 0 ? "none" : value.map(detailWords).join(", ")
  if (typeof value === "object") {
    return Object.entries(value)
      .map(([key, part]) => `${detailName(key)} ${detailWords(part)}`)
      .join(", ")
  }
  return String(value)
}

/** Begins a text with a capital letter. */
export const capital = (text: string) => text.replace(/^./u, (letter) => letter.toUpperCase())
