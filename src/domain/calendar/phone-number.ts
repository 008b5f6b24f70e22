import { Schema } from "effect"
import { documented } from "../schema/documented.ts"

const e164 = /^\+[1-9][0-9]{6,14}$/

/** Whether a text is E.164 by its form, and nothing else. */
export const isE164 = (text: string): boolean => e164.test(text)

/** Describes what is wrong with a phone number without repeating it; undefined for syntactically valid E.164. */
export const phoneNumberProblem = (value: string): string | undefined => {
  if (isE164(value)) return undefined
  const must = "must be a valid E.164 phone number"
  const form =
    "write + and the country code, then the number without its leading 0 and without spaces, such as +919812345678"
  if (value === "") return `${must}, not empty`
  if (/^00[1-9][0-9 ().-]*$/.test(value)) return `${must}: write + instead of the international prefix 00`
  if (/^[0-9][0-9 ().-]*$/.test(value)) return `${must}: this is a national number; ${form}`
  if (/^\+0/.test(value)) return `${must}: a country code does not begin with 0`
  if (/^\+[0-9 ().-]+$/.test(value) && /[^+0-9]/.test(value)) {
    return `${must}: leave out spaces, dashes, dots and brackets`
  }
  if (/^\+[0-9]+$/.test(value)) return `${must}: + and 7 to 15 digits, not ${value.length - 1}`
  return `${must}: ${form}`
}

/**
 * Returns an international number without what people and their programs put into it: spaces, dashes, dots, brackets, a
 * `(0)`, invisible characters, an apostrophe before the +. The international prefix 00 becomes +. Italian numbers keep
 * their 0 after the country code.
 */
export const unpunctuated = (written: string): string => {
  const signs = written.replaceAll(/[\s\p{Cf}]/gu, "").replace(/^'(?=\+)/, "")
  const international = signs.replace(/^00(?=[1-9])/, "+")
  // Without a country code the text stays as it was, so that an error shows what the file has.
  if (!international.startsWith("+")) return written
  return international.replace("(0)", international.startsWith("+39") ? "0" : "").replaceAll(/[().\p{Pd}]/gu, "")
}

export const PhoneNumber = Schema.String.annotate({
  description: "E.164: + and 7 to 15 digits, country code first",
  examples: ["+919812345678"]
}).check(Schema.makeFilter(phoneNumberProblem, documented({ pattern: e164.source })))

/** Masks the middle of a phone number: only the first 5 and the last 2 characters remain. */
export const maskPhoneNumber = (phoneNumber: string): string =>
  phoneNumber.slice(0, 5) + "*".repeat(phoneNumber.length - 7) + phoneNumber.slice(-2)

/** Whether a number is masked, as the numbers of erased people are. */
export const isMasked = (phoneNumber: string): boolean => phoneNumber.includes("*")

/** The result of `maskPhoneNumber` for an E.164 number; an unmasked number is refused. */
export const MaskedPhoneNumber = Schema.String.annotate({
  description: "A phone number of which only the first 5 and the last 2 characters are left",
  examples: ["+9198******10"]
}).check(Schema.isPattern(/^\+[1-9][0-9]{3}\*{1,9}[0-9]{2}$/u))

/** Whether a text may be this number. Also recognizes one that is written with spaces, or without the country code. */
export const isSameNumber = (given: string | null, phoneNumber: string): boolean => {
  const digits = given?.replaceAll(/\D/g, "").replace(/^0+/, "") ?? ""
  return digits.length >= 7 && phoneNumber.endsWith(digits)
}
