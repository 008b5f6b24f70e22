import { Schema } from "effect"

/** Micro-units in a whole unit of a currency. Amounts are whole micro-units, so that sums are exact. */
const microsPerUnit = 1_000_000n

const decimal = /^(\d{1,9})(?:\.(\d{1,9}))?$/

/** Reads a decimal number such as `0.0043` as a whole number of parts of this size; undefined if it is none. */
const readDecimal = (text: string, digits: number): bigint | undefined => {
  const [, whole, fraction = ""] = decimal.exec(text) ?? []
  return whole === undefined || fraction.length > digits ? undefined : BigInt(whole + fraction.padEnd(digits, "0"))
}

/** Reads an amount of money as micro-units; undefined if it is none. */
export const microsOf = (amount: string): bigint | undefined => readDecimal(amount, 6)

/** Reads a price as thousandths of a micro-unit; undefined if it is none. */
export const nanosOf = (price: string): bigint | undefined => readDecimal(price, 9)

/** Writes micro-units as a decimal number with six places. */
export const amountOf = (micros: bigint): string => {
  const size = micros < 0n ? -micros : micros
  const fraction = String(size % microsPerUnit).padStart(6, "0")
  return `${micros < 0n ? "-" : ""}${size / microsPerUnit}.${fraction}`
}

/** Divides two numbers that are not negative, rounded to the nearest whole number; a half is rounded up. */
export const divided = (dividend: bigint, divisor: bigint): bigint => (2n * dividend + divisor) / (2n * divisor)

export const Currency = Schema.String.annotate({ description: "ISO 4217, such as USD", examples: ["USD"] }).check(
  Schema.makeFilter((text) => (/^[A-Z]{3}$/.test(text) ? undefined : "must be a currency such as USD"))
)

/** An amount of money as clients give it. */
export const Amount = Schema.String.annotate({
  description: "A decimal number as text, with at most nine digits before the point and six after it",
  examples: ["250.00"]
}).check(
  Schema.makeFilter((text) =>
    microsOf(text) === undefined ? 'must be a decimal number as text, such as "250.00"' : undefined
  )
)

/** A price as the price table gives it. */
export const Price = Schema.String.annotate({
  description: "A decimal number as text, with at most nine digits before the point and nine after it"
}).check(
  Schema.makeFilter((text) =>
    nanosOf(text) === undefined ? 'must be a decimal number as text, such as "0.0043"' : undefined
  )
)
