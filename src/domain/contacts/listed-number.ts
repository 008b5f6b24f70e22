import parsePhoneNumber from "libphonenumber-js/max"
import { canonicalNumber } from "../calendar/canonical-number.ts"
import { phoneNumberProblem, unpunctuated } from "../calendar/phone-number.ts"
import { type NumberPlan, numberPlans, type Registry } from "./registries.ts"

/**
 * Reads the number of a line of a list. Registries write national numbers, with or without the leading 0 or the country
 * code, and the registry of the United States writes the area code and the rest in two columns. Returns no number if the
 * line has none, and two if its first digits may be the country code or a part of the national number: both are blocked,
 * so that no person on the list is called.
 */
export const listedNumbers = (cells: ReadonlyArray<string>, { country }: Registry): ReadonlyArray<string> => {
  const written = numberIn(cells)
  const international = unpunctuated(written)
  const plan = country === null ? undefined : numberPlans[country]
  const numbers = international.startsWith("+")
    ? [canonicalNumber(international)]
    : plan
      ? numbersOf(written, plan, country)
      : []
  return numbers.filter((number) => phoneNumberProblem(number) === undefined)
}

const numberIn = ([first = "", second = ""]: ReadonlyArray<string>) => {
  if (!/^\d{3}$/.test(first.trim())) return first
  // The column of the area code may be followed by the rest of the number, or by all of it.
  return /^\d{3}-?\d{4}$/.test(second.trim()) ? first.trim() + second.trim() : second
}

const numbersOf = (written: string, plan: NumberPlan, country: string | null): ReadonlyArray<string> => {
  const all = written.replaceAll(/[\s().\p{Pd}\p{Cf}]/gu, "")
  if (!/^\d+$/.test(all)) return []
  // Italian numbers keep their leading 0 after the country code.
  const national = country === "IT" ? all : all.replace(/^0/, "")
  const readings = [`+${plan.code}${national}`, ...(all.startsWith(plan.code) ? [canonicalNumber(`+${all}`)] : [])]
  const fitting = readings.filter((number) => fits(number, plan))
  // To parse every number of a large file would take too long.
  if (fitting.length < 2) return fitting
  const valid = fitting.filter((number) => parsePhoneNumber(number)?.isValid() === true)
  return valid.length > 0 ? valid : fitting.slice(0, 1)
}

const fits = (number: string, { code, digits }: NumberPlan) => {
  const given = number.length - 1 - code.length
  // A number of North America without its area code would block no person.
  return code === "1" ? given === digits : given <= digits
}
