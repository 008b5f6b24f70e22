import { unpunctuated } from "../../../../src/domain/calendar/phone-number.ts"

/** A phone number in E.164, as people type it or paste it from their lists. */
export const typedNumber = (text: string): string => unpunctuated(text.trim().replaceAll("/", ""))
