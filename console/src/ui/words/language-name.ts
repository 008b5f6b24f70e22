const names = new Intl.DisplayNames("en", { type: "language", languageDisplay: "standard" })

/** `Hindi (India)`; a code that the browser does not know stays as it is. */
export const languageName = (code: string): string => {
  try {
    return names.of(code) ?? code
  } catch {
    return code
  }
}
