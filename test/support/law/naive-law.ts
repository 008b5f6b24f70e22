import { type Figure, figures, holidaysOfPlace, placesOf } from "./figures.ts"
import { localMinute } from "./local-minute.ts"
import { isHoliday } from "./naive-holidays.ts"

// A second reading of the rules, which shares neither data nor code with the first: it looks at one minute after another,
// asks Intl for the local time, and reads the sentences of the page.

/** A rule, and the zones in all of which it must be kept. */
export interface NaiveRule extends Pick<Figure, "name" | "says"> {
  readonly holidays: ReadonlyArray<string>
  readonly zones: ReadonlyArray<string>
}

/** A person whose number and country are known to the test. */
export interface NaivePerson {
  readonly phoneNumber: string
  /** The country of the number, or OTHER for one without an entry. */
  readonly country: string
  /** All zones in which the owner of the number may be. */
  readonly zones: ReadonlyArray<string>
}

/** The calls to a number, in any order. Later ones than the moment in question do not count. */
export interface NaiveHistory {
  readonly calls: ReadonlyArray<number>
  readonly refusals: ReadonlyArray<number>
  readonly conversations: ReadonlyArray<number>
}

const minute = 60_000
const hour = 60 * minute

/** The rules of the law for calls to a person with these purposes. */
export const naiveRules = (
  { country, phoneNumber, zones }: NaivePerson,
  purposes: ReadonlyArray<string>
): ReadonlyArray<NaiveRule> => {
  const places = placesOf(country, phoneNumber)
  return figures
    .filter(({ place, purposes: of }) => places.includes(place) && of.some((one) => purposes.includes(one)))
    .map(({ name, place, says }) => ({
      name,
      says,
      // A number of hours is as long in every zone.
      zones: / in \d+ (?:days|hours)$/.test(says) ? zones.slice(0, 1) : zones,
      holidays: holidaysOfPlace(place)
    }))
}

/** The rule that forbids a call at this moment, with the zone; undefined if all allow it. */
export const naiveProblem = (
  rules: ReadonlyArray<NaiveRule>,
  at: number,
  history: NaiveHistory
): string | undefined => {
  for (const rule of rules) {
    const zone = rule.zones.find((one) => !allows(rule, one, at, history))
    if (zone !== undefined) return `${rule.name} in ${zone}`
  }
  return undefined
}

const allows = (
  rule: NaiveRule,
  zone: string,
  at: number,
  { calls, conversations, refusals }: NaiveHistory
): boolean => {
  const sentence = sentences.get(rule.says) ?? read(rule.says)
  sentences.set(rule.says, sentence)
  switch (sentence.kind) {
    case "hours":
      return isOpen(sentence, rule.holidays, localMinute(zone, at))
    case "cap":
      return calls.filter((call) => call < at && at - call < sentence.hours * hour).length < sentence.calls
    case "day": {
      const today = dayIn(zone, at)
      const isToday = (call: number) => call < at && at - call < 50 * hour && dayIn(zone, call) === today
      return calls.filter(isToday).length < sentence.calls
    }
    case "refusal":
      return latest(refusals, at, (from) => dayIn(zone, at) - dayIn(zone, from) > sentence.days)
    case "conversation":
      return latest(conversations, at, (from) => dayIn(zone, at) - dayIn(zone, from) >= sentence.days)
  }
}

/** Whether the condition holds for the last of these moments before `at`, if there is one. */
const latest = (moments: ReadonlyArray<number>, at: number, holds: (moment: number) => boolean) => {
  const before = moments.filter((moment) => moment <= at)
  return before.length === 0 || holds(Math.max(...before))
}

/** Whether a rule opens and closes hours, whatever calls there were. */
export const isOfHours = ({ says }: NaiveRule): boolean =>
  /^[A-Z]\w\w[- ]/.test(says) && days.includes(says.slice(0, 3))

const dayIn = (zone: string, at: number) => Math.floor(localMinute(zone, at) / 1440)

interface Hours {
  readonly kind: "hours"
  /** From Monday on: the open times of a day, in minutes. */
  readonly week: ReadonlyArray<ReadonlyArray<readonly [from: number, to: number]>>
  readonly onHolidays: "open" | "closed" | "Sunday"
  readonly evesAsSaturday: boolean
}

type Sentence =
  | Hours
  | { readonly kind: "cap"; readonly calls: number; readonly hours: number }
  | { readonly kind: "day"; readonly calls: number }
  | { readonly kind: "refusal" | "conversation"; readonly days: number }

const sentences = new Map<string, Sentence>()
const days = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]

const read = (says: string): Sentence => {
  const cap = /^At most (\d+) calls? (?:on a calendar day|in (\d+) (days|hours))$/.exec(says)
  if (cap !== null) {
    const [, calls, count, unit] = cap
    if (count === undefined) return { kind: "day", calls: Number(calls) }
    return { kind: "cap", calls: Number(calls), hours: Number(count) * (unit === "days" ? 24 : 1) }
  }
  const pause = /^No call for (\d+) days after a (refusal|conversation)$/.exec(says)
  if (pause !== null) return { kind: pause[2] as "refusal" | "conversation", days: Number(pause[1]) }
  const parts = says.split("; ")
  return {
    kind: "hours",
    week: days.map((_, day) => parts.flatMap((part) => spansOn(part, day))),
    onHolidays: parts.includes("closed on public holidays")
      ? "closed"
      : parts.includes("public holidays as Sunday")
        ? "Sunday"
        : "open",
    evesAsSaturday: parts.includes("the day before one as Saturday")
  }
}

const spansOn = (part: string, day: number) => {
  const [, first = "", last = first] = /^([A-Z]\w\w)(?:-(\w\w\w))? \d/.exec(part) ?? []
  if (first === "" || day < days.indexOf(first) || day > days.indexOf(last)) return []
  return [...part.matchAll(/(\d\d):(\d\d)-(\d\d):(\d\d)/g)].map((time) => {
    const [fromHour = 0, fromMinute = 0, toHour = 0, toMinute = 0] = time.slice(1).map(Number)
    return [fromHour * 60 + fromMinute, toHour * 60 + toMinute] as const
  })
}

const isOpen = ({ evesAsSaturday, onHolidays, week }: Hours, holidays: ReadonlyArray<string>, local: number) => {
  const day = Math.floor(local / 1440)
  const ofDay = local - day * 1440
  // 1970-01-01 was a Thursday.
  let weekday = (day + 3) % 7
  if (onHolidays !== "open") {
    if (isHoliday(holidays, day)) {
      if (onHolidays === "closed") return false
      weekday = 6
    } else if (evesAsSaturday && weekday !== 6 && isHoliday(holidays, day + 1)) weekday = 5
  }
  return (week[weekday] ?? []).some(([from, to]) => from <= ofDay && ofDay < to)
}
