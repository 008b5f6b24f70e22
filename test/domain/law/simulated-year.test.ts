import { assert, describe, it } from "@effect/vitest"
import { UseCaseType } from "../../../src/domain/campaigns/Campaign.ts"
import { nextOpening } from "../../../src/domain/dialing/calling-hours.ts"
import { laws } from "../../../src/domain/law/all-laws.ts"
import { holidaysOf } from "../../../src/domain/law/holidays.ts"
import { weekOf } from "../../../src/domain/law/week.ts"
import { countries, figures, holidaysOfPlace, zonesOfCountry } from "../../support/law/figures.ts"
import { distinctZones, localMinute } from "../../support/law/local-minute.ts"
import { isHoliday } from "../../support/law/naive-holidays.ts"
import { naiveProblem } from "../../support/law/naive-law.ts"
import { personOf, type YearPerson } from "../../support/law/people.ts"
import {
  dialAll,
  type VirtualAnswer,
  type VirtualCampaign,
  type VirtualOrganization
} from "../../support/law/virtual-dialer.ts"
import { problemsOf } from "../../support/law/year-check.ts"
import { makeRandom, shuffled } from "../../support/random.ts"

const { PROVE, TEST_SEED } = process.env
const seed = Number(TEST_SEED)
/** In full, 2,000 contacts of each country. */
const [organizations, contacts, longestDays] = PROVE === "full" ? [20, 100, 30] : [1, 8, 6]

const minute = 60_000
const day = 24 * 60 * minute
/** The year has a leap day. */
const [from, to] = [Date.parse("2027-07-01T00:00Z"), Date.parse("2028-07-01T00:00Z")]

type Random = () => number
type Pick = <A>(items: ReadonlyArray<A>) => A

const pickBy =
  (random: Random): Pick =>
  (items) =>
    items[Math.floor(random() * items.length)] as (typeof items)[number]

const timeOfDay = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`

/** Midnights (UTC) before public holidays, changes of clocks and the leap day. */
const eventfulDays = (country: string): ReadonlyArray<number> => {
  const zones = distinctZones(zonesOfCountry(country))
  const places = [...new Set(figures.map(({ place }) => place))].filter((place) => place.startsWith(country))
  const holidays = [...new Set(places.flatMap(holidaysOfPlace)), "02-29"]
  const offset = (zone: string, at: number) => localMinute(zone, at) - at / minute
  const days = Array.from({ length: (to - from) / day }, (_, index) => from + index * day)
  return days.filter(
    (at) => isHoliday(holidays, at / day + 1) || zones.some((zone) => offset(zone, at) !== offset(zone, at + 2 * day))
  )
}

const organizationIn = (country: string, random: Random, pick: Pick): VirtualOrganization => {
  const start = Math.floor(random() * 12 * 60)
  const length = random() < 0.1 ? 30 : 4 * 60 + Math.floor(random() * 10 * 60)
  const days = [1, 2, 3, 4, 5, 6, 7].filter(() => random() < 0.8) as Array<1 | 2 | 3 | 4 | 5 | 6 | 7>
  const window = {
    days: days.length === 0 ? [3 as const] : days,
    start: timeOfDay(start),
    end: timeOfDay(Math.min(start + length, 24 * 60)),
    ...(random() < 0.3 && { timezone: "America/Lima" })
  }
  const rule = pick(figures.filter(({ place }) => place.startsWith(country.slice(0, 5)))).name
  return {
    timezone: pick(["UTC", "Asia/Tokyo", "Australia/Lord_Howe"]),
    callingWindow: random() < 0.6 ? null : window,
    complianceProfile: pick([null, "STATUTORY", "LAW"] as const),
    lawExceptions: random() < 0.3 ? [{ rule, reason: "All agreed", by: "admin", at: "2027-06-01T00:00:00.000Z" }] : [],
    maxCallsPerDay: pick([0, 0, 1, 2]),
    maxCallsPerWeek: pick([0, 0, 3, 5])
  }
}

/** Often a little before hours open or close at the place of a person, so that the campaign runs across that moment. */
const timeOfStart = (country: string, zone: string, midnight: number, random: Random, pick: Pick) => {
  const hours = figures.filter(({ place, says }) => place.startsWith(country) && says.includes(":"))
  const edges = hours.flatMap(({ says }) => says.match(/\d\d:\d\d/g) ?? [])
  if (random() < 0.3 || edges.length === 0) return Math.floor(random() * day)
  const [hour = 0, past = 0] = pick(edges).split(":").map(Number)
  const local = (hour * 60 + past) * minute - Math.floor(random() * 40 * minute)
  return local - (localMinute(zone, midnight) * minute - midnight)
}

const campaignsOf = (
  people: ReadonlyArray<YearPerson>,
  eventful: ReadonlyArray<number>,
  random: Random,
  pick: Pick
): ReadonlyArray<VirtualCampaign> =>
  [...UseCaseType.literals, ...(PROVE === "full" ? UseCaseType.literals : [])].map((useCaseType, id) => {
    const isEventful = random() < 0.6 && eventful.length > 0
    const midnight = isEventful ? pick(eventful) + pick([0, day]) : from + Math.floor(random() * 350) * day
    const { country, home } = pick(people)
    const startsAt = Math.min(midnight + timeOfStart(country, home, midnight, random, pick), to - day)
    return {
      id,
      useCaseType,
      purpose: random() < 0.2 ? pick(["MARKETING", "DEBT", "SERVICE", "MEDICAL"] as const) : null,
      timezone: random() < 0.2 ? "America/Lima" : null,
      callsPerMinute: pick([1, 2, 10, 60]),
      maxConcurrentCalls: pick([1, 2, 5, 50]),
      maxRetries: pick([0, 1, 3, 6]),
      retryDelayMinutes: pick([30, 60, 24 * 60]),
      retryDelaysMinutes: pick([[], [30, 240], [45, 60, 48 * 60]]),
      retryWithinWindow: random() < 0.6,
      startsAt,
      endAt: Math.min(startsAt + Math.ceil(random() * longestDays * day), to),
      people: shuffled(people, seed + id).slice(0, Math.ceil(people.length * (0.3 + random() * 0.7)))
    }
  })

const answersBy = (random: Random, pick: Pick) => (): VirtualAnswer => {
  const outcome = pick([
    "CONNECTED",
    "CONNECTED",
    "NO_ANSWER",
    "NO_ANSWER",
    "BUSY",
    "VOICEMAIL",
    "CARRIER_ERROR"
  ] as const)
  const mood = random()
  const says = mood < 0.15 ? "no" : mood < 0.18 ? "never again" : mood < 0.4 ? "call me later" : "nothing"
  return {
    outcome,
    seconds: outcome === "CONNECTED" ? 20 + Math.floor(random() * 600) : 5 + Math.floor(random() * 40),
    says: outcome === "CONNECTED" ? says : "nothing",
    later: Math.floor(random() * 3 * 24 * 60)
  }
}

const liveAYear = (country: string, eventful: ReadonlyArray<number>, own: number) => {
  const random = makeRandom(own)
  const pick = pickBy(random)
  const organization = organizationIn(country, random, pick)
  const made = Array.from({ length: contacts }, () => personOf(country, organization.timezone, random, pick))
  const people = new Map(made.map((person) => [person.phoneNumber, person]))
  const campaigns = campaignsOf([...people.values()], eventful, random, pick)
  const calls = dialAll(organization, campaigns, answersBy(random, pick))
  return { calls, problems: problemsOf(organization, people, calls) }
}

describe("a simulated year", () => {
  it("reads the figures of every country of the product", () => {
    assert.sameMembers([...countries], [...laws.map(({ country }) => country), "OTHER"])
  })

  for (const country of PROVE === "full" ? countries : shuffled(countries, seed).slice(0, 12)) {
    it(`has no unlawful attempt and no needless delay in ${country}`, () => {
      const eventful = eventfulDays(country)
      let attempts = 0
      // An organization whose own hours never meet those of the law makes no call: then one more lives the year.
      for (let index = 0; index < organizations || (attempts === 0 && index < organizations + 20); index++) {
        const own = seed + index * 7919 + countries.indexOf(country) * 104_729
        const { calls, problems } = liveAYear(country, eventful, own)
        attempts += calls.filter(({ startedAt }) => startedAt !== undefined).length
        const [first] = problems
        assert.isUndefined(first, `${problems.length} problems; TEST_SEED=${seed} organization ${index}: ${first}`)
      }
      assert.isAbove(attempts, 0)
    })
  }
})

describe("hours with random holidays", () => {
  it("open at the minute at which a walk through all minutes finds them open", () => {
    const random = makeRandom(seed)
    const pick = pickBy(random)
    const monthAndDay = () =>
      `${String(1 + Math.floor(random() * 12)).padStart(2, "0")}-${String(1 + Math.floor(random() * 28)).padStart(2, "0")}`
    for (let run = 0; run < (PROVE === "full" ? 3_000 : 25); run++) {
      const forms = Array.from({ length: 1 + Math.floor(random() * 12) }, () =>
        pick([
          monthAndDay(),
          `${monthAndDay()} near`,
          `${monthAndDay()} next`,
          `${pick(["mon", "thu", "fri"])} ${pick([1, 2, 4, -1])} ${monthAndDay().slice(0, 2)}`,
          `easter${pick(["", "-2", "+1", "+39"])}`,
          `hijri ${pick(["10-01", "12-10", "01-01"])}`,
          `2028-${monthAndDay()}`,
          "02-29"
        ])
      )
      const hours = pick([
        "Mon-Fri 10:00-13:00 14:00-20:00; Sat 10:00-16:00",
        "Mon-Sun 08:00-20:00",
        "Mon-Sat 09:00-17:30; Sun 13:00-17:00"
      ])
      const holidays = pick(["OPEN", "CLOSED", "AS_SUNDAY"] as const)
      const eves = pick([undefined, "AS_SATURDAY" as const])
      const zones = distinctZones([
        pick(["Europe/Rome", "America/New_York", "Australia/Lord_Howe"]),
        pick(["Europe/Rome", "Europe/London"])
      ])
      const at = Math.floor((from + random() * (to - from)) / minute) * minute
      const on = { OPEN: "", CLOSED: "; closed on public holidays", AS_SUNDAY: "; public holidays as Sunday" }[holidays]
      const says = `${hours}${on}${eves === undefined || holidays === "OPEN" ? "" : "; the day before one as Saturday"}`
      const rule = { name: "random", says, holidays: forms, zones }
      const law = {
        ...{
          id: "hours",
          name: "XX.hours",
          purposes: [],
          text: "a test",
          checked: "2026-11-27",
          confidence: "low" as const
        },
        ...{ hours, holidays, week: weekOf(hours), isHoliday: holidaysOf({ all: forms.join(", ") }) },
        ...(eves !== undefined && { eves })
      }
      const isClosed = (moment: number) =>
        naiveProblem([rule], moment, { calls: [], conversations: [], refusals: [] }) !== undefined
      let first = at
      while (isClosed(first) && first <= at + 35 * day) first += minute
      const expected = first <= at + 35 * day ? new Date(first) : undefined
      const what = `TEST_SEED=${seed} ${new Date(at).toISOString()} ${JSON.stringify(rule)}`
      assert.deepStrictEqual(nextOpening([{ law, zones }], new Date(at)), expected, what)
    }
  })
})
