import type { Input } from "../../../api/contract.ts"
import { startOfDay } from "../../../ui/form/local-time.ts"
import { typedNumber } from "../../../ui/form/typed-number.ts"

/** The filters of the list as they stand in the address. Days are those of the browser's time zone. */
export interface CallFilters {
  readonly label?: string
  readonly status?: string
  readonly outcome?: string
  /** How the last attempt ended with a machine. */
  readonly machine?: string
  readonly campaignId?: string
  readonly phoneNumber?: string
  /** First and last day, such as `2026-11-23`. */
  readonly from?: string
  readonly to?: string
  readonly marked?: "flagged" | "undetermined"
  readonly costAtLeast?: string
  /** In seconds. */
  readonly durationAtLeast?: string
  /** A variable of flows: calls with any result of it, or with this value. */
  readonly variable?: string
  readonly value?: string
}

const names = [
  "label",
  "status",
  "outcome",
  "machine",
  "campaignId",
  "phoneNumber",
  "from",
  "to",
  "marked",
  "costAtLeast",
  "durationAtLeast",
  "variable",
  "value"
] as const satisfies ReadonlyArray<keyof CallFilters>

// A link may be shortened or written by hand: what is no value of a filter is left out.
const accepted: Readonly<Partial<Record<keyof CallFilters, RegExp>>> = {
  from: /^\d{4}-\d\d-\d\d$/,
  to: /^\d{4}-\d\d-\d\d$/,
  marked: /^(flagged|undetermined)$/,
  costAtLeast: /^\d{1,9}(\.\d{1,6})?$/,
  durationAtLeast: /^\d{1,6}$/
}

/** Reads the filters of an address, or of a saved view. */
export const callFilters = (search: Readonly<Record<string, unknown>>): CallFilters => {
  const filters: Record<string, string> = {}
  for (const name of names) {
    const value = search[name]
    if (!["string", "number", "boolean"].includes(typeof value)) continue
    const text = String(value).trim().slice(0, 255)
    if (text !== "" && accepted[name]?.test(text) !== false) filters[name] = text
  }
  // A value belongs to a variable.
  if (filters.variable === undefined) delete filters.value
  return filters as CallFilters
}

export const isSameView = (one: CallFilters, other: CallFilters): boolean =>
  names.every((name) => one[name] === other[name])

export const countFilters = (filters: CallFilters): number => names.filter((name) => filters[name] !== undefined).length

type Query = NonNullable<Input<"GET", "/admin/v1/organizations/:id/calls">["query"]>

/** The query of the service for these filters. */
export const queryOf = ({ marked, from, to, phoneNumber, ...filters }: CallFilters): Query =>
  ({
    ...filters,
    ...(phoneNumber === undefined ? {} : { phoneNumber: typedNumber(phoneNumber) }),
    ...(from === undefined ? {} : { from: startOfDay(from) }),
    ...(to === undefined ? {} : { to: startOfDay(to, 1) }),
    ...(marked === undefined ? {} : { [marked]: "true" })
  }) as Query
