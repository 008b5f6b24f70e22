import {
  countriesWithSeveralZones,
  northAmericanAreaCodes,
  prefixes
} from "../../../src/domain/calendar/phone-zone-data.ts"
import { countryWithoutEntry } from "../../../src/domain/law/common.ts"
import type { Holidays, LawRules, LegalHours, Purpose } from "../../../src/domain/law/Law.ts"
import { laws } from "../../../src/domain/law/laws.ts"
import { naiveWall } from "../wall-clock.ts"

// A second reading of the rules, which shares only the data with the first: it looks at one moment after another, asks
// Intl for each local time, and parses each rule anew.

/** A person whose number and country are known to the test. */
export interface NaivePerson {
  readonly phoneNumber: string
  /** The country of the number, or OTHER for one without an entry. */
  readonly country: string
  /** All zones in which the owner of the number may be. */
  readonly zones: ReadonlyArray<string>
}

export interface NaiveHistory {
  readonly calls: ReadonlyArray<number>
  readonly refusedAt: number | undefined
  readonly talkedAt: number | undefined
}

const minute = 60_000
const day = 24 * 60 * minute

const spaced = (text: string) => text.trim().split(/\s+/)

/** All zones of a country that has several. */
export const zonesOfCountry = (country: string): ReadonlyArray<string> =>
  spaced(countriesWithSeveralZones[country] ?? "")

/** The zones that the first digits of a number name. */
export const zonesByDigits = (phoneNumber: string): ReadonlyArray<string> => {
  const tables = [
    ...Object.entries(northAmericanAreaCodes).map(
      ([zones, codes]) => [zones, spaced(codes).map((code) => `+1${code}`)] as const
    ),
    ...Object.entries(prefixes).map(([zones, list]) => [zones, spaced(list).map((digits) => `+${digits}`)] as const)
  ]
  let best = ""
  let found: ReadonlyArray<string> = []
  for (const [zones, all] of tables) {
    for (const digits of all) {
      if (phoneNumber.startsWith(digits) && digits.length > best.length) {
        best = digits
        found = spaced(zones)
      }
    }
  }
  return found
}

/** The rules of the country and of the state of a number, each with the public holidays of its place. */
const rulesFor = ({ country, phoneNumber }: NaivePerson): ReadonlyArray<LawRules> => {
  const law = country === "OTHER" ? countryWithoutEntry : laws.find((one) => one.country === country)
  if (law === undefined) throw new Error(`No law of ${country}`)
  const state = Object.values(law.areas ?? {}).find(({ areaCodes }) =>
    spaced(areaCodes).includes(phoneNumber.slice(2, 5))
  )
  return state === undefined ? [law] : [law, state]
}

/** Why the law forbids a call at this moment to a person who is in one of the zones; undefined if it allows it. */
export const naiveProblem = (
  person: NaivePerson,
  purposes: ReadonlyArray<Purpose>,
  at: number,
  history: NaiveHistory
): string | undefined => {
  const concerns = ({ purposes: of }: { readonly purposes: ReadonlyArray<Purpose> }) =>
    purposes.some((one) => of.includes(one))
  for (const rules of rulesFor(person)) {
    for (const zone of person.zones) {
      for (const hours of (rules.hours ?? []).filter(concerns)) {
        if (!isOpen(hours, rules.holidays ?? {}, naiveWall(zone, at))) return `${rules.name} ${hours.id} ${zone}`
      }
    }
    for (const { calls, id, within } of (rules.caps ?? []).filter(concerns)) {
      if (within !== "DAY") {
        const counted = history.calls.filter((call) => call <= at && call + within.hours * 60 * minute > at)
        if (counted.length >= calls) return `${rules.name} ${id}`
        continue
      }
      for (const zone of person.zones) {
        const lately = history.calls.filter((call) => call > at - 2 * day)
        const sameDay = lately.filter((call) => dateOf(zone, call) === dateOf(zone, at))
        if (sameDay.length >= calls) return `${rules.name} ${id} ${zone}`
      }
    }
    for (const { after, days, id } of (rules.pauses ?? []).filter(concerns)) {
      const from = after === "REFUSAL" ? history.refusedAt : history.talkedAt
      if (from === undefined) continue
      for (const zone of person.zones) {
        const passed = (Date.parse(dateOf(zone, at)) - Date.parse(dateOf(zone, from))) / day
        if (passed < (after === "REFUSAL" ? days + 1 : days)) return `${rules.name} ${id} ${zone}`
      }
    }
  }
  return undefined
}

const dateOf = (zone: string, at: number) => new Date(naiveWall(zone, at)).toISOString().slice(0, 10)

const names = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]

const isOpen = ({ eves, holidays, hours }: LegalHours, all: Holidays, wall: number): boolean => {
  const today = new Date(wall)
  const tomorrow = new Date(wall + day)
  let weekday = names[today.getUTCDay()] ?? ""
  if (holidays !== "OPEN" && isHoliday(all, today)) {
    if (holidays === "CLOSED") return false
    weekday = "Sun"
  } else if (eves === "AS_SATURDAY" && weekday !== "Sun" && isHoliday(all, tomorrow)) weekday = "Sat"
  const time = today.toISOString().slice(11, 16)
  return hours.split(";").some((part) => {
    const [, first = "", last = first] = /^\s*(\w{3})(?:-(\w{3}))?/.exec(part) ?? []
    const order = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
    if (order.indexOf(weekday) < order.indexOf(first) || order.indexOf(weekday) > order.indexOf(last)) return false
    return [...part.matchAll(/(\d\d:\d\d)-(\d\d:\d\d)/g)].some(([, from = "", to = ""]) => from <= time && time < to)
  })
}

const iso = (date: Date) => date.toISOString().slice(0, 10)
const plus = (date: Date, days: number) => new Date(date.getTime() + days * day)

const known = new Map<string, boolean>()

const isHoliday = (all: Holidays, date: Date): boolean => {
  const key = `${Object.keys(all).join()} ${iso(date)}`
  const answer =
    known.get(key) ?? Object.values(all).some((forms) => forms.split(", ").some((form) => falls(form, date)))
  known.set(key, answer)
  return answer
}

/** Whether a holiday in this form falls, or is observed, on a date. */
const falls = (form: string, date: Date): boolean => {
  if (form.length === 10 && /^\d{4}/.test(form)) return form === iso(date)
  if (form.startsWith("easter"))
    return (
      iso(plus(date, -Number(form.slice(6) || 0))) === easter(plus(date, -Number(form.slice(6) || 0)).getUTCFullYear())
    )
  if (form.startsWith("hijri")) return [-1, 0, 1].some((beside) => hijri(plus(date, beside)) === form.slice(6))
  const [first = "", count = "", month = "", later = "0"] = form.split(" ")
  if (/^[a-z]{3}$/.test(first)) return isCounted(first, Number(count), Number(month), plus(date, -Number(later)))
  const isDay = (of: Date) => iso(of).slice(5) === first
  if (isDay(date)) return true
  const isObserved = count === "near" || count === "next"
  if (isObserved && date.getUTCDay() === 1 && isDay(plus(date, -1))) return true
  return count === "near" && date.getUTCDay() === 5 && isDay(plus(date, 1))
}

const isCounted = (name: string, count: number, month: number, date: Date) => {
  if (date.getUTCMonth() + 1 !== month || names[date.getUTCDay()]?.toLowerCase() !== name) return false
  if (count > 0) return Math.ceil(date.getUTCDate() / 7) === count
  return plus(date, 7).getUTCMonth() + 1 !== month
}

const islamic = new Intl.DateTimeFormat("en-US-u-ca-islamic-umalqura", {
  timeZone: "UTC",
  month: "numeric",
  day: "numeric"
})

const hijri = (date: Date) => {
  const parts = islamic.formatToParts(date)
  const part = (type: string) => (parts.find((one) => one.type === type)?.value ?? "").padStart(2, "0")
  return `${part("month")}-${part("day")}`
}

/** Gauss's rule. */
const easter = (year: number): string => {
  const a = year % 19
  const b = year % 4
  const c = year % 7
  const k = Math.floor(year / 100)
  const p = Math.floor((13 + 8 * k) / 25)
  const q = Math.floor(k / 4)
  const m = (15 - p + k - q) % 30
  const n = (4 + k - q) % 7
  const d = (19 * a + m) % 30
  const e = (2 * b + 4 * c + 6 * d + n) % 7
  const late = (d === 29 && e === 6) || (d === 28 && e === 6 && (11 * m + 11) % 30 < 19)
  return iso(new Date(Date.UTC(year, 2, 22 + d + e - (late ? 7 : 0))))
}
