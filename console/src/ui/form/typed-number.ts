import { unpunctuated } from "../../../../src/domain/calendar/phone-number.ts"

/** A phone number in E.164, as people type it or paste it from their lists. */
export const typedNumber = (text: string): string => unpunctuated(text.trim().replaceAll("/", ""))

/** A search for people by name or number: a number is found as people write it. */
export const nameOrNumber = (text: string): string => {
  const number = typedNumber(text)
  return number.startsWith("+") ? number : text
}
