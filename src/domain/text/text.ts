import { Schema } from "effect"

/** A required name: 1 to 255 characters, not only white space. */
export const Name = Schema.String.annotate({ description: "1 to 255 characters" }).check(
  Schema.makeFilter((value) =>
    value.trim() === "" ? "must not be empty" : [...value].length > 255 ? "must have at most 255 characters" : undefined
  )
)

/** A text of bounded length that says something when it is there. */
export const shortText = (maximum: number, description = `At most ${maximum} characters`) =>
  Schema.String.annotate({ description }).check(
    Schema.makeFilter((value) =>
      value === ""
        ? "must not be empty; leave it out or send null"
        : [...value].length > maximum
          ? `must have at most ${maximum} characters`
          : undefined
    )
  )

export const LanguageCode = Schema.String.annotate({ description: "Language code such as hi-IN" }).check(
  Schema.makeFilter((value) =>
    value.length <= 35 && /^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/.test(value)
      ? undefined
      : "must be a language code such as hi-IN"
  )
)

/** An IANA time zone that this runtime knows. */
export const TimeZone = Schema.String.annotate({ description: "IANA time zone such as Asia/Kolkata" }).check(
  Schema.makeFilter((value) => (isTimeZone(value) ? undefined : "must be an IANA time zone such as Asia/Kolkata"))
)

export const isTimeZone = (value: string) => {
  // Offsets such as +05:30 pass Intl too, but they are no zones: they have no rules for daylight saving.
  if (!/^[A-Za-z]/.test(value)) return false
  try {
    new Intl.DateTimeFormat("en", { timeZone: value })
    return true
  } catch {
    return false
  }
}

/**
 * The form in which texts are compared: the same for every way to write the letters of every script.
 * Through upper case, because several lower letters share one (σ and ς), and some are spelled out there (ß);
 * letter by letter, because rules that look at neighbours would fold a part unlike the whole.
 */
export const foldCase = (value: string): string =>
  /^[\x20-\x7e]*$/.test(value)
    ? value.toLowerCase()
    : lowerLetters(lowerLetters(value.normalize("NFC")).toUpperCase()).normalize("NFC")

const lowerLetters = (value: string) => Array.from(value, (letter) => letter.toLowerCase()).join("")

/** A pattern for SQL LIKE that finds `part` anywhere, with % and _ taken literally. */
export const containsPattern = (part: string): string => `%${part.replace(/[\\%_]/g, "\\$&")}%`
