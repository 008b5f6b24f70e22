import { Schema } from "effect"
import { countProblem } from "../schema/count-problem.ts"
import { documented } from "../schema/documented.ts"

/** A required name: 1 to 255 characters, at least one of them visible. */
export const Name = Schema.String.annotate({ description: "1 to 255 characters" }).check(
  Schema.makeFilter(
    (value) => (isBlank(value) ? "must not be empty" : countProblem([...value].length, 255, "characters")),
    documented({ minLength: 1, maxLength: 255 })
  )
)

/** Whether a text shows nothing: all its characters are white space, control characters or have no width. */
const isBlank = (text: string): boolean =>
  /^[\p{White_Space}\p{Cc}\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb]*$/u.test(text)

/** An optional text of bounded length; an empty one is refused. */
export const shortText = (maximum: number, description = `At most ${maximum} characters`) =>
  boundedText(maximum, description, "must not be empty; leave it out or send null")

/** A required text of bounded length. */
export const requiredText = (maximum: number, description: string) =>
  boundedText(maximum, description, "must not be empty")

const boundedText = (maximum: number, description: string, problemOfEmpty: string) =>
  Schema.String.annotate({ description }).check(
    Schema.makeFilter(
      (value) => (value === "" ? problemOfEmpty : countProblem([...value].length, maximum, "characters")),
      documented({ minLength: 1, maxLength: maximum })
    )
  )

/** A required text of bounded length with more than white space. */
export const writtenText = (maximum: number, description: string) =>
  Schema.String.annotate({ description }).check(Schema.makeFilter((text) => writtenTextProblem(text, maximum)))

/** Returns the problem of a text that is too long, or has nothing but white space; undefined for another text. */
export const writtenTextProblem = (text: string, maximum: number, length = [...text].length): string | undefined =>
  text.trim() === "" ? "must not be empty" : countProblem(length, maximum, "characters")

/** A text to filter by. The database cannot search for a NUL character. */
export const filterText = (description: string) =>
  Schema.String.annotate({ description }).check(
    Schema.makeFilter(
      (text) =>
        countProblem(text.length, 255, "characters") ??
        (text.includes("\0") ? "must not contain a NUL character" : undefined),
      documented({ maxLength: 255 })
    )
  )

const languageCode = /^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/

export const LanguageCode = Schema.String.annotate({ description: "Language code such as hi-IN" }).check(
  Schema.makeFilter(
    (value) => (value.length <= 35 && languageCode.test(value) ? undefined : "must be a language code such as hi-IN"),
    documented({ maxLength: 35, pattern: languageCode.source })
  )
)

const zoneProblem = "must be an IANA time zone such as Asia/Kolkata"

/** A time zone that this runtime knows. Earlier releases have stored names that the database does not know. */
export const TimeZone = Schema.String.annotate({ description: "IANA time zone such as Asia/Kolkata" }).check(
  Schema.makeFilter((value) => (isTimeZone(value) ? undefined : zoneProblem))
)

/** A time zone in a request. */
export const GivenTimeZone = TimeZone.check(
  Schema.makeFilter((value) => (isNoIanaZone(value) ? zoneProblem : undefined))
)

/**
 * Whether this is one of the names that the runtime accepts although IANA does not have them. They rarely are what people
 * mean: BST is read as Bangladesh. The database does not know them, or reads another zone: IST as Israel instead of India.
 */
export const isNoIanaZone = (name: string) =>
  /^(A[CEGRS]T|B[ES]T|C[ANST]T|E[AC]T|I[ES]T|JST|MIT|N[ES]T|P[LNRS]T|SST|VST|SystemV\/.*|US\/Pacific-New)$/i.test(name)

export const isTimeZone = (value: string) => {
  // Intl accepts offsets such as +05:30 too, but they are not zones: they have no rules for daylight saving.
  if (!/^[A-Za-z]/.test(value)) return false
  try {
    new Intl.DateTimeFormat("en", { timeZone: value })
    return true
  } catch {
    return false
  }
}

/**
 * Normalises a text for case-insensitive comparison in any script. Converts through upper case, because several
 * lower-case letters share one upper-case letter (σ and ς) and some become two letters (ß). Converts letter by letter,
 * because rules that depend on neighbouring letters would fold a part of a text differently from the whole.
 */
export const foldCase = (value: string): string =>
  /^[\x20-\x7e]*$/.test(value)
    ? value.toLowerCase()
    : lowerLetters(lowerLetters(value.normalize("NFC")).toUpperCase()).normalize("NFC")

/** Normalises a name: names that look the same become equal, whatever their case, white space and invisible characters. */
export const foldName = (name: string): string =>
  foldCase(
    name
      .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, "")
      .replaceAll(/[\p{White_Space}\p{Cc}]+/gu, " ")
      .trim()
  )

/**
 * Normalises a text for a search: like `foldCase`, and İ is found by its Turkish lower case, which is a plain i. Case folding
 * keeps the dot of İ as a character of its own.
 */
export const foldForSearch = (value: string): string => foldCase(value).replaceAll("i\u0307", "i").normalize("NFC")

const lowerLetters = (value: string) => Array.from(value, (letter) => letter.toLowerCase()).join("")

/** A pattern for SQL LIKE that finds `part` anywhere; % and _ are matched literally. */
export const containsPattern = (part: string): string => `%${part.replace(/[\\%_]/g, "\\$&")}%`
