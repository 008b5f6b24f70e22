import { dayMillis, instantOf, wallTime } from "../calendar/local-time.ts"
import { shiftToBestTime } from "./best-time.ts"
import { type HoursRule, nextOpening } from "./calling-hours.ts"

export interface PromisedDay {
  /** The day of the promise, such as 2026-01-31. */
  readonly date: string
  /** When the conversation ended in which the person promised it. */
  readonly promisedAt: Date
  /** The time zone of the person. */
  readonly zone: string
  /** The hours in which the person may be called. */
  readonly rules: ReadonlyArray<HoursRule>
  /** Index of the band in which the person is most likely to answer; null if it is not known. */
  readonly band: number | null
  /** The deadline of the campaign. */
  readonly endAt: Date | null
}

/**
 * The time of the call that reminds of a promise: on the day before the promised one, or the last day before that on
 * which the person may be called. Best is the hour at which they mostly answer; without such knowledge, the time of the
 * day at which they made the promise. After `until`, the end of the promised day, it comes too late. Returns the reason if
 * there is to be no such call.
 */
export const reminderTime = (
  promise: PromisedDay
): { readonly at: Date; readonly until: Date } | { readonly none: string } => {
  const { date, endAt, promisedAt, zone } = promise
  const day = Math.floor(Date.parse(`${date}T00:00:00Z`) / dayMillis)
  const today = wallTime(zone, promisedAt.getTime()).day
  if (day <= today + 1) return { none: `the promise is for ${date}, which was not two days ahead` }
  if (day > today + furthestDays) return { none: `the promise is for ${date}, more than ${furthestDays} days ahead` }
  for (let before = day - 1; before > today; before--) {
    const at = openingOn(before, promise)
    if (at === undefined) continue
    if (endAt !== null && at >= endAt) return { none: "the campaign ends before it is due" }
    return { at, until: new Date(instantOf(zone, (day + 1) * dayMillis)) }
  }
  return { none: `the person may not be called on the days before ${date}` }
}

/** Maximum time from the promise to its day, days. */
const furthestDays = 60

const openingOn = (day: number, { band, endAt, promisedAt, rules, zone }: PromisedDay): Date | undefined => {
  const startOf = (of: number) => new Date(instantOf(zone, of * dayMillis))
  const isThatDay = (at: Date | undefined): at is Date => at !== undefined && at < startOf(day + 1)
  const first = nextOpening(rules, startOf(day))
  if (!isThatDay(first)) return undefined
  const usual = new Date(instantOf(zone, day * dayMillis + usualTime(wallTime(zone, promisedAt.getTime()).millisOfDay)))
  // The best time must not cost a call, as in `retryAt`.
  const best = band === null ? undefined : shiftToBestTime(band, first, zone, rules)
  const isTooLate = best === undefined || (endAt !== null && best >= endAt)
  const at = isTooLate ? nextOpening(rules, usual) : best
  return isThatDay(at) ? at : first
}

/** The time of the day at which a person promised something is a good one, if it is within the hours for calls. */
const usualTime = (millisOfDay: number) =>
  millisOfDay >= 9 * hour && millisOfDay < 20 * hour ? millisOfDay : 10 * hour

const hour = 3_600_000
