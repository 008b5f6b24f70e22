import { canonicalNumber } from "../calendar/canonical-number.ts"
import { phoneNumberProblem, unpunctuated } from "../calendar/phone-number.ts"
import { type NumberPlan, numberPlans, type Registry } from "./registries.ts"

/**
 * Reads the number of a line of a list; undefined if there is none. Registries write national numbers, with or without
 * the leading 0 or the country code, and the one of the United States writes the area code and the rest in two columns.
 */
export const listedNumber = (cells: ReadonlyArray<string>, { country }: Registry): string | undefined => {
  const [first = "", second = ""] = cells
  const isInTwoParts = /^\d{3}$/.test(first.trim()) && /^\d{3}-?\d{4}$/.test(second.trim())
  const written = isInTwoParts ? first.trim() + second.trim() : first
  const international = unpunctuated(written)
  const plan = country === null ? undefined : numberPlans[country]
  const number = international.startsWith("+")
    ? canonicalNumber(international)
    : plan && withCode(written, plan, country)
  return number !== undefined && phoneNumberProblem(number) === undefined ? number : undefined
}

const withCode = (written: string, { code, digits }: NumberPlan, country: string | null) => {
  const all = written.replaceAll(/[\s().\p{Pd}\p{Cf}]/gu, "")
  if (!/^\d+$/.test(all)) return undefined
  // Italian numbers keep their leading 0 after the country code.
  const national = country === "IT" ? all : all.replace(/^0/, "")
  if (national.length <= digits) return `+${code}${national}`
  const rest = national.slice(code.length)
  return national.startsWith(code) && rest.length <= digits ? `+${code}${rest}` : undefined
}
