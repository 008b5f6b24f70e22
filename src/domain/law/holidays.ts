import { dayMillis } from "../calendar/local-time.ts"
import type { Holidays } from "./Law.ts"

/**
 * Returns whether a day, counted from 1970-01-01, is one of these public holidays. A date has one of these forms:
 *
 * - `01-01`: a day of the year; `12-25 next`: and the Monday after it when it is a Sunday; `07-04 near`: and the
 *   Friday before it when it is a Saturday, the Monday after it when it is a Sunday
 * - `mon 3 01`: the third Monday of January; `mon -1 05`: the last of May; `thu 4 11 +1`: the day after that Thursday
 * - `easter-2`: days from Easter Sunday of the western churches
 * - `hijri 10-01`: a day of the Islamic calendar, and the days beside it, since the sighting of the moon decides
 * - `2027-03-08`: this day only, for holidays whose calendar cannot be computed here
 *
 * Several forms are separated by `, `.
 */
export const holidaysOf = (holidays: Holidays = {}): ((day: number) => boolean) => {
  const dates = Object.values(holidays).flatMap((forms) => forms.split(", "))
  const years = new Map<number, ReadonlySet<number>>()
  return (day) => {
    if (dates.length === 0) return false
    const year = new Date(day * dayMillis).getUTCFullYear()
    // A holiday at the turn of the year may be observed in the other year.
    const known =
      years.get(year) ?? new Set([year - 1, year, year + 1].flatMap((of) => dates.flatMap((date) => daysOf(date, of))))
    years.set(year, known)
    return known.has(day)
  }
}

const daysOf = (date: string, year: number): ReadonlyArray<number> => {
  const [form = "", ...rest] = date.split(" ")
  if (/^\d{4}-/.test(form)) return form.startsWith(`${year}-`) ? [dayOf(form)] : []
  if (form.startsWith("easter")) return [easterSunday(year) + Number(form.slice("easter".length) || 0)]
  if (form === "hijri") return hijriDays(rest[0] ?? "", year).flatMap((day) => [day - 1, day, day + 1])
  if (weekdays.includes(form)) return [weekdayOf(form, Number(rest[0]), Number(rest[1]), year) + Number(rest[2] ?? 0)]
  return observed(dayOf(`${year}-${form}`), rest[0])
}

const weekdays = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]

const dayOf = (date: string) => Date.parse(`${date}T00:00:00Z`) / dayMillis

/** Monday is 0. Day 0 was a Thursday. */
const weekday = (day: number) => (day + 3) % 7

/** Also closes the day on which a holiday of the weekend is observed. */
const observed = (day: number, rule: string | undefined): ReadonlyArray<number> => {
  if (Number.isNaN(day)) return []
  if (rule !== undefined && weekday(day) === 6) return [day, day + 1]
  return rule === "near" && weekday(day) === 5 ? [day - 1, day] : [day]
}

const weekdayOf = (name: string, count: number, month: number, year: number) => {
  const first = Date.UTC(year, count > 0 ? month - 1 : month, 1) / dayMillis
  const ahead = (weekdays.indexOf(name) - weekday(first) + 7) % 7
  return first + ahead + 7 * (count > 0 ? count - 1 : count)
}

/** The anonymous Gregorian computus. */
const easterSunday = (year: number) => {
  const golden = year % 19
  const century = Math.floor(year / 100)
  const epact = (century - Math.floor(century / 4) - Math.floor((8 * century + 13) / 25) + 19 * golden + 15) % 30
  const moon = epact - Math.floor(epact / 28) * (1 - Math.floor(29 / (epact + 1)) * Math.floor((21 - golden) / 11))
  const sunday = (year + Math.floor(year / 4) + moon + 2 - century + Math.floor(century / 4)) % 7
  const offset = moon - sunday
  const month = 3 + Math.floor((offset + 40) / 44)
  return dayOf(`${year}-0${month}-${String(offset + 28 - 31 * Math.floor(month / 4)).padStart(2, "0")}`)
}

/** The days of a year on which the Islamic calendar shows this month and day. */
const hijriDays = (monthAndDay: string, year: number): ReadonlyArray<number> => {
  const days = hijriYears.get(year) ?? hijriYear(year)
  hijriYears.set(year, days)
  return days.get(monthAndDay) ?? []
}

const hijriYears = new Map<number, ReadonlyMap<string, ReadonlyArray<number>>>()

const hijriYear = (year: number) => {
  const calendar = "islamic-umalqura"
  const format = new Intl.DateTimeFormat("en-US", { calendar, timeZone: "UTC", month: "2-digit", day: "2-digit" })
  const first = dayOf(`${year}-01-01`)
  const days = Array.from({ length: dayOf(`${year + 1}-01-01`) - first }, (_, index) => first + index)
  return Map.groupBy(days, (day) => {
    const parts = new Map(format.formatToParts(day * dayMillis).map(({ type, value }) => [type, value]))
    return `${parts.get("month")}-${parts.get("day")}`
  })
}
