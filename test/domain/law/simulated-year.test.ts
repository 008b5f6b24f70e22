import { assert, describe, it } from "@effect/vitest"
import examples from "libphonenumber-js/examples.mobile.json" with { type: "json" }
import { type CountryCode, getCountryCallingCode } from "libphonenumber-js/min"
import { northAmericanAreaCodes } from "../../../src/domain/calendar/phone-zone-data.ts"
import type { UseCaseType } from "../../../src/domain/campaigns/Campaign.ts"
import {
  type CallingRulesInput,
  callingRules,
  legalLimits,
  nextOpening
} from "../../../src/domain/dialing/calling-hours.ts"
import { type GateFacts, passGates } from "../../../src/domain/dialing/gates.ts"
import type { Purpose } from "../../../src/domain/law/Law.ts"
import { laws } from "../../../src/domain/law/laws.ts"
import {
  type NaiveHistory,
  type NaivePerson,
  naiveProblem,
  zonesByDigits,
  zonesOfCountry
} from "../../support/law/naive-law.ts"
import { makeRandom } from "../../support/random.ts"
import { naiveWall } from "../../support/wall-clock.ts"

const { PROVE, TEST_SEED } = process.env
const seed = Number(TEST_SEED)
const people = PROVE === "full" ? 2_000 : 2

const minute = 60_000
const day = 24 * 60 * minute
/** The year has a leap day. */
const [from, to] = [Date.parse("2027-07-01T00:00Z"), Date.parse("2028-07-01T00:00Z")]

const purposeOf: Readonly<Record<UseCaseType, Purpose>> = {
  COLLECTIONS: "DEBT",
  LEAD_QUALIFICATION: "MARKETING",
  EDUTECH: "MARKETING",
  CUSTOM: "MARKETING",
  CUSTOMER_SUPPORT: "SERVICE",
  MEDICAL_BOOKING: "MEDICAL"
}
const useCases = Object.keys(purposeOf) as ReadonlyArray<UseCaseType>

/** Numbers that are bound to a place, in countries with several zones. */
const fixedLines: Readonly<Record<string, ReadonlyArray<string>>> = {
  AU: ["+6129234567", "+6186345678", "+6173123456"],
  BR: ["+55112345678", "+55922345678"],
  ES: ["+3491012345", "+3492212345"],
  ID: ["+62213456789", "+624112345"],
  NZ: ["+643234567"],
  PT: ["+35121234567", "+35129212345"]
}

interface Person extends NaivePerson {
  /** A place where the owner really is. */
  readonly home: string
  readonly stated: string | undefined
}

type Pick = <A>(items: ReadonlyArray<A>) => A

const personOf = (country: string, random: () => number, pick: Pick): Person => {
  const digits = (count: number) => Array.from({ length: count }, () => Math.floor(random() * 10)).join("")
  const all = zonesOfCountry(country).filter((zone) => zone !== "")
  const fixed = random() < 0.3 ? fixedLines[country] : undefined
  const phoneNumber = fixed === undefined ? mobileOf(country, pick, digits) : `${pick(fixed)}${digits(1)}`
  const coded = zonesByDigits(phoneNumber)
  const home = fixed === undefined ? pick(all.length > 0 ? all : [singleZone(country)]) : pick(coded)
  const states = random() < 0.4
  // People state where they are, or nonsense, or a zone of another country.
  const stated = states ? (random() < 0.7 ? home : pick(["Mars/Olympus", "Asia/Tashkent", "+05:30"])) : undefined
  const believed =
    stated === home ? [...new Set([...coded, home])] : fixed === undefined && all.length > 0 ? all : coded
  return { phoneNumber, country, home, stated, zones: believed.length > 0 ? believed : [home] }
}

const mobileOf = (country: string, pick: Pick, digits: (count: number) => string) => {
  if (country === "OTHER") return `+8190${digits(8)}`
  if (country === "US" || country === "CA") {
    const own = zonesOfCountry(country)
    const codes = Object.entries(northAmericanAreaCodes)
      .filter(([zones]) => own.includes(zones.trim().split(/\s+/)[0] ?? ""))
      .flatMap(([, codes]) => codes.trim().split(/\s+/))
    return `+1${pick(codes)}555${digits(4)}`
  }
  const example = `+${getCountryCallingCode(country as CountryCode)}${examples[country as CountryCode]}`
  return `${example.slice(0, -5)}${digits(5)}`
}

const singleZone = (country: string) => {
  const zones: Readonly<Record<string, string>> = {
    ...{ IN: "Asia/Kolkata", GB: "Europe/London", IE: "Europe/Dublin", FR: "Europe/Paris", DE: "Europe/Berlin" },
    ...{ IT: "Europe/Rome", NL: "Europe/Amsterdam", BE: "Europe/Brussels", AT: "Europe/Vienna", CH: "Europe/Zurich" },
    ...{ PL: "Europe/Warsaw", SE: "Europe/Stockholm", DK: "Europe/Copenhagen", NO: "Europe/Oslo" },
    ...{ FI: "Europe/Helsinki", SG: "Asia/Singapore", MY: "Asia/Kuala_Lumpur", PH: "Asia/Manila", AE: "Asia/Dubai" },
    ...{ SA: "Asia/Riyadh", ZA: "Africa/Johannesburg", NG: "Africa/Lagos", KE: "Africa/Nairobi", OTHER: "Asia/Tokyo" }
  }
  return zones[country] ?? assert.fail(`no zone of ${country}`)
}

const everyDay = [1, 2, 3, 4, 5, 6, 7] as const

/** Whether the common hours, and the organization's window where it is set, are open in all zones. */
const isDaytime = ({ country, zones }: Person, useCase: UseCaseType, at: number) => {
  const end = useCase === "COLLECTIONS" && country === "IN" ? "19:00" : "21:00"
  return zones.every((zone) => {
    const time = new Date(naiveWall(zone, at)).toISOString().slice(11, 16)
    return "08:00" <= time && time < end
  })
}

/** Calls a person again and again for a year, as the dialer would, and checks each attempt by the second reading. */
const liveAYear = (country: string, random: () => number, what: string) => {
  const pick: Pick = (items) => items[Math.floor(random() * items.length)] as (typeof items)[number]
  const person = personOf(country, random, pick)
  const useCaseType = pick(useCases)
  const purpose = random() < 0.2 ? pick(["MARKETING", "DEBT", "SERVICE", "MEDICAL"] as const) : null
  const usual = purposeOf[useCaseType]
  const purposes = purpose === null ? [usual] : useCaseType === "CUSTOM" ? [purpose] : [usual, purpose]
  const input: CallingRulesInput = {
    organization: {
      timezone: pick(["UTC", "Asia/Tokyo"]),
      callingWindow: { days: everyDay, start: "00:00", end: "24:00" },
      complianceProfile: pick([null, "STATUTORY", "LAW"] as const),
      lawExceptions: []
    },
    campaign: { timezone: null, useCaseType, purpose, retryWithinWindow: random() < 0.5 },
    person: {
      phoneNumber: person.phoneNumber,
      metadata: person.stated === undefined ? {} : { timezone: person.stated }
    },
    isRetry: random() < 0.5,
    realCarrier: true
  }
  const rules = callingRules(input)
  const limits = legalLimits(input)
  const calls: Array<number> = []
  let refusedAt: number | undefined
  let talkedAt: number | undefined
  const decide = (at: number) => {
    const facts: GateFacts = {
      now: new Date(at),
      minutesLeft: 100,
      onRegistry: false,
      listedOn: undefined,
      consent: undefined,
      calls: calls.map((call) => new Date(call)),
      maxCallsPerDay: 0,
      maxCallsPerWeek: 0,
      zone: "UTC",
      legal: {
        ...limits,
        refusedAt: refusedAt === undefined ? null : new Date(refusedAt),
        talkedAt: talkedAt === undefined ? null : new Date(talkedAt)
      },
      nextOpening: (after) => nextOpening(rules, after),
      closedByLaw: () => [],
      hoursRemark: null,
      live: false,
      untagged: false,
      caller: undefined
    }
    return passGates(facts).decision
  }
  const forbids = (at: number, zones: ReadonlyArray<string>) => {
    const history: NaiveHistory = { calls, refusedAt, talkedAt }
    const problem = naiveProblem({ ...person, zones }, purposes, at, history)
    return problem ?? (isDaytime({ ...person, zones }, useCaseType, at) ? undefined : "the common hours")
  }
  let due = Math.floor(from + random() * 20 * day)
  while (due < to) {
    let at = due
    for (let steps = 0; steps < 100; steps++) {
      const decision = decide(at)
      if (!("until" in decision)) break
      assert.isAbove(decision.until.getTime(), at, what)
      at = decision.until.getTime()
    }
    const attempt = () =>
      `${what} ${JSON.stringify(person)} ${purposes} due ${new Date(due).toISOString()} at ${new Date(at).toISOString()}`
    // Lawful in all zones that the number leaves open, and where the person really is.
    assert.isUndefined(forbids(at, person.zones), attempt())
    if (person.stated === undefined || person.stated === person.home)
      assert.isUndefined(forbids(at, [person.home]), attempt())
    // No earlier minute was lawful.
    const missed = [at - minute, ...Array.from({ length: 6 }, () => due + random() * (at - due))].filter(
      (earlier) => earlier >= due && earlier < at
    )
    for (const earlier of missed) {
      assert.isDefined(forbids(earlier, person.zones), `${attempt()} missed ${new Date(earlier).toISOString()}`)
    }
    calls.push(at)
    const outcome = random()
    if (outcome < 0.3) talkedAt = at + 3 * minute
    if (outcome < 0.1) refusedAt = at + 3 * minute
    due = at + Math.floor((outcome < 0.6 ? 30 * minute : day) * (1 + random() * 6))
  }
  return calls.length
}

describe("a simulated year", () => {
  for (const country of [...laws.map(({ country }) => country), "OTHER"]) {
    it(`has no unlawful attempt and no needless delay in ${country}`, () => {
      let attempts = 0
      for (let index = 0; index < people; index++) {
        const own = seed + index * 7919
        attempts += liveAYear(country, makeRandom(own), `TEST_SEED=${seed} ${country} person ${index}`)
      }
      assert.isAbove(attempts, people)
    })
  }
})
