import { assert, describe, it } from "@effect/vitest"
import examples from "libphonenumber-js/examples.mobile.json"
import { type CountryCode, getCountryCallingCode } from "libphonenumber-js/min"
import { countryHasZone, zonesOf } from "../../../src/domain/calendar/phone-zones.ts"
import {
  type Callee,
  type CallingRulesInput,
  callingRules,
  closedByLaw,
  disregardedZone,
  type HoursRule,
  isOpen,
  legalZones,
  nextOpening,
  personZone,
  personZones,
  statutoryRule,
  statutoryZones,
  windowRule
} from "../../../src/domain/dialing/calling-hours.ts"
import { laws } from "../../../src/domain/law/all-laws.ts"
import { zonesByDigits, zonesOfCountry } from "../../support/law/figures.ts"
import { naiveProblem, naiveRules } from "../../support/law/naive-law.ts"
import { makeRandom } from "../../support/random.ts"
import { naiveWall, randomMoment, zones } from "../../support/wall-clock.ts"

const { PROVE, TEST_SEED } = process.env
const seed = Number(TEST_SEED)
const runs = PROVE === "full" ? 3_000 : 100
const minute = 60_000
const day = 24 * 60 * minute

const everyDay = [1, 2, 3, 4, 5, 6, 7]
const fromTo = (start: string, end: string, ...zones: ReadonlyArray<string>) => ({
  days: everyDay,
  start,
  end,
  zones
})
const opens = (rules: ReadonlyArray<HoursRule>, from: string) => nextOpening(rules, new Date(from))?.toISOString()

const timeOfDay = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`

/** A random rule whose hours begin and end at multiples of `step` minutes, sometimes tiny, in up to three zones. */
const randomRule = (random: () => number, step: number): ReturnType<typeof fromTo> => {
  const pick = (bound: number) => Math.floor(random() * bound)
  const cells = 1440 / step
  const start = pick(cells)
  const end = random() < 0.2 ? start + 1 : start + 1 + pick(cells - start)
  const days = everyDay.filter(() => random() < 0.7)
  return {
    days: days.length === 0 ? [1 + pick(7)] : days,
    start: timeOfDay(start * step),
    end: timeOfDay(end * step),
    zones: Array.from({ length: 1 + pick(3) }, () => zones[pick(zones.length)] ?? "UTC")
  }
}

const naivelyOpen = (rules: ReadonlyArray<ReturnType<typeof fromTo>>, at: number) =>
  rules.every((rule) =>
    rule.zones.every((zone) => {
      const wall = new Date(naiveWall(zone, at))
      const time = wall.toISOString().slice(11, 16)
      return rule.days.includes(wall.getUTCDay() || 7) && rule.start <= time && time < rule.end
    })
  )

/** Finds the opening by checking every step of time in order. */
const naiveOpening = (rules: ReadonlyArray<ReturnType<typeof fromTo>>, from: number, step: number) => {
  if (naivelyOpen(rules, from)) return from
  const cell = step * minute
  for (let at = Math.ceil(from / cell) * cell; at <= from + 35 * day; at += cell) {
    if (naivelyOpen(rules, at)) return at
  }
  return undefined
}

const agreesWithScan = (seed: number, runs: number, step: number) => {
  const random = makeRandom(seed)
  for (let run = 0; run < runs; run++) {
    const rules = Array.from({ length: Math.floor(random() * 3) }, () => randomRule(random, step))
    const from = randomMoment(random, rules[0]?.zones[0] ?? "UTC")
    const what = `TEST_SEED=${seed} ${new Date(from).toISOString()} ${JSON.stringify(rules)}`
    const expected = naiveOpening(rules, from, step)
    assert.strictEqual(nextOpening(rules, new Date(from))?.getTime(), expected, what)
    assert.strictEqual(isOpen(rules, new Date(from)), expected === from, what)
    if (expected === undefined) continue
    assert.isTrue(isOpen(rules, new Date(expected)), what)
    if (expected > from) assert.isFalse(isOpen(rules, new Date(expected - 1)), what)
  }
}

describe("the next opening", () => {
  it("equals a scan over every quarter of an hour", () => agreesWithScan(seed, runs / 2, 15))

  it("equals a scan over every minute", () => agreesWithScan(seed + 1, runs / 20, 1))

  it("is now while the hours are open, which are half-open at the end", () => {
    const rules = [fromTo("09:00", "21:00", "Asia/Kolkata")]
    assert.strictEqual(opens(rules, "2027-05-03T03:30:00.000Z"), "2027-05-03T03:30:00.000Z")
    assert.strictEqual(opens(rules, "2027-05-03T15:29:59.999Z"), "2027-05-03T15:29:59.999Z")
    assert.strictEqual(opens(rules, "2027-05-03T15:30:00.000Z"), "2027-05-04T03:30:00.000Z")
  })

  it("respects the weekdays in the person's time zone", () => {
    const rules = [{ ...fromTo("09:00", "24:00", "Pacific/Kiritimati"), days: [1, 2, 3, 4, 5] }]
    // A Friday in Kiritimati ends on Friday at ten in the morning in UTC.
    assert.strictEqual(opens(rules, "2027-05-07T09:59Z"), "2027-05-07T09:59:00.000Z")
    assert.strictEqual(opens(rules, "2027-05-07T10:00Z"), "2027-05-09T19:00:00.000Z")
  })

  it("follows local time on the days of clock changes", () => {
    const early = [fromTo("02:15", "03:15", "America/New_York")]
    assert.strictEqual(opens(early, "2027-03-14T05:00Z"), "2027-03-14T07:00:00.000Z")
    const twice = [fromTo("01:00", "01:30", "America/New_York")]
    assert.strictEqual(opens(twice, "2027-11-07T05:30Z"), "2027-11-07T06:00:00.000Z")
    // The clock change skips all of the hours, so they open a day later.
    assert.strictEqual(
      opens([fromTo("02:15", "02:45", "America/New_York")], "2027-03-14T05:00Z"),
      "2027-03-15T06:15:00.000Z"
    )
    assert.strictEqual(
      opens([{ ...fromTo("02:15", "02:45", "America/New_York"), days: [7] }], "2027-03-07T08:00Z"),
      "2027-03-21T06:15:00.000Z"
    )
    assert.strictEqual(
      opens([fromTo("00:00", "00:30", "Asia/Beirut")], "2027-03-27T12:00Z"),
      "2027-03-28T21:00:00.000Z"
    )
  })

  it("handles leap days", () => {
    const tuesdays = [{ ...fromTo("09:00", "10:00", "Asia/Kolkata"), days: [2] }]
    assert.strictEqual(opens(tuesdays, "2028-02-28T04:30Z"), "2028-02-29T03:30:00.000Z")
    assert.strictEqual(opens(tuesdays, "2028-02-29T04:30Z"), "2028-03-07T03:30:00.000Z")
  })

  it("is the first moment at which all rules are open in all zones", () => {
    const coasts = ["America/New_York", "America/Los_Angeles"]
    // Open from 09:00 in the west to 21:00 in the east.
    assert.strictEqual(opens([fromTo("09:00", "21:00", ...coasts)], "2027-07-05T13:00Z"), "2027-07-05T16:00:00.000Z")
    assert.strictEqual(opens([fromTo("09:00", "21:00", ...coasts)], "2027-07-06T01:00Z"), "2027-07-06T16:00:00.000Z")
    const both = [fromTo("08:00", "19:00", "Asia/Kolkata"), fromTo("18:30", "22:00", "Asia/Kolkata")]
    assert.strictEqual(opens(both, "2027-07-05T00:00Z"), "2027-07-05T13:00:00.000Z")
    assert.strictEqual(opens([], "2027-07-05T00:00Z"), "2027-07-05T00:00:00.000Z")
  })

  it("is undefined if the rules never overlap", () => {
    assert.isUndefined(opens([fromTo("09:00", "18:00", "Europe/Kaliningrad", "Asia/Kamchatka")], "2027-07-05T00:00Z"))
    assert.isUndefined(opens([{ ...fromTo("09:00", "18:00", "UTC"), days: [] }], "2027-07-05T00:00Z"))
  })
})

const fallbacks = { campaignTimezone: "Europe/Paris", window: null, organizationTimezone: "Asia/Tokyo" }
const window = { days: [1, 2, 3, 4, 5] as const, start: "10:00", end: "18:00" }
const daytime = { days: [1, 2, 3, 4, 5, 6, 7] as const, start: "09:00", end: "21:00" }
const person = (phoneNumber: string, timezone?: string | number) => ({
  phoneNumber,
  metadata: timezone === undefined ? {} : { timezone }
})

describe("the zones of a person", () => {
  it("are the zone in the metadata, else those of the number", () => {
    assert.deepStrictEqual(personZones(person("+919812345678", "America/New_York"), fallbacks), ["America/New_York"])
    assert.deepStrictEqual(personZones(person("+919812345678"), fallbacks), ["Asia/Kolkata"])
    assert.deepStrictEqual(personZones(person("+12085550123"), fallbacks), ["America/Denver", "America/Los_Angeles"])
    // Node reads BST as Bangladesh, which would let people in Britain be called at three in the morning.
    for (const nonsense of ["Mars/Olympus", "", "+05:30", 5, "BST", "ist", "NST", "SystemV/EST5"]) {
      assert.deepStrictEqual(personZones(person("+447400123456", nonsense), fallbacks), ["Europe/London"])
    }
  })

  it("are the zone in the metadata also if a file has named its column in another case", () => {
    const zonesWith = (metadata: Callee["metadata"]) =>
      personZones({ phoneNumber: "+919812345678", metadata }, fallbacks)
    assert.deepStrictEqual(zonesWith({ Timezone: "America/New_York" }), ["America/New_York"])
    assert.deepStrictEqual(zonesWith({ TIMEZONE: "Asia/Tokyo", timezone: "America/New_York" }), ["America/New_York"])
    assert.deepStrictEqual(zonesWith({ timezone: "BST", timeZone: "Asia/Tokyo" }), ["Asia/Tokyo"])
    assert.deepStrictEqual(zonesWith({ time: "America/New_York" }), ["Asia/Kolkata"])
  })

  it("fall back to the campaign's, then the window's, then the organization's zone", () => {
    const unknown = person("+15550001234")
    const paris = { ...window, timezone: "Europe/Berlin" }
    const zonesWith = (change: Partial<Parameters<typeof personZones>[1]>) =>
      personZones(unknown, { ...fallbacks, ...change })
    assert.deepStrictEqual(zonesWith({ window: paris }), ["Europe/Paris"])
    assert.deepStrictEqual(zonesWith({ campaignTimezone: null, window: paris }), ["Europe/Berlin"])
    assert.deepStrictEqual(zonesWith({ campaignTimezone: null, window }), ["Asia/Tokyo"])
    assert.deepStrictEqual(zonesWith({ campaignTimezone: null }), ["Asia/Tokyo"])
  })

  it("are reduced to one for the calendar day: the number's only if it has a single one", () => {
    assert.strictEqual(personZone(person("+919812345678", "America/New_York"), fallbacks), "America/New_York")
    assert.strictEqual(personZone(person("+919812345678"), fallbacks), "Asia/Kolkata")
    assert.strictEqual(personZone(person("+12085550123"), fallbacks), "Europe/Paris")
    assert.strictEqual(personZone(person("+12085550123"), { ...fallbacks, campaignTimezone: null }), "Asia/Tokyo")
    assert.strictEqual(personZone(person("+15550001234"), fallbacks), "Europe/Paris")
  })
})

describe("the calling window", () => {
  it("applies with either carrier if it is set", () => {
    for (const realCarrier of [true, false]) {
      assert.deepStrictEqual(windowRule({ ...window, timezone: "Europe/Berlin" }, realCarrier, ["UTC"]), {
        ...window,
        zones: ["UTC"]
      })
    }
  })

  it("is 09:00 to 21:00 if unset, and all day with the simulated carrier", () => {
    assert.deepStrictEqual(windowRule(null, true, ["UTC"]), fromTo("09:00", "21:00", "UTC"))
    assert.isUndefined(windowRule(null, false, ["UTC"]))
  })
})

describe("the statutory hours", () => {
  const rule = (change: Partial<Parameters<typeof statutoryRule>[0]>) => {
    const found = statutoryRule({
      complianceProfile: "STATUTORY",
      realCarrier: true,
      phoneNumber: "+919812345678",
      useCaseType: "CUSTOM",
      zones: ["UTC"],
      ...change
    })
    assert.isTrue(found === undefined || (found.days.length === 7 && found.zones[0] === "UTC"))
    return found && `${found.start}-${found.end}`
  }

  it("are from 08:00 to 21:00, for collections in India to 19:00", () => {
    assert.strictEqual(rule({}), "08:00-21:00")
    assert.strictEqual(rule({ useCaseType: "COLLECTIONS" }), "08:00-19:00")
    assert.strictEqual(rule({ useCaseType: "COLLECTIONS", phoneNumber: "+12125550123" }), "08:00-21:00")
    assert.strictEqual(rule({ useCaseType: "COLLECTIONS", phoneNumber: "+881612345678" }), "08:00-21:00")
  })

  it("apply unless an admin turned them off, and if unset with a real carrier only", () => {
    for (const [complianceProfile, realCarrier, expected] of [
      ["STATUTORY", true, "08:00-21:00"],
      ["STATUTORY", false, "08:00-21:00"],
      ["NONE", true, undefined],
      ["NONE", false, undefined],
      [null, true, "08:00-21:00"],
      [null, false, undefined]
    ] as const) {
      assert.strictEqual(rule({ complianceProfile, realCarrier }), expected)
    }
  })
})

describe("the statutory zones of a person", () => {
  const zonesOfPerson = (phoneNumber: string, timezone?: string) =>
    statutoryZones(person(phoneNumber, timezone), fallbacks)

  it("are those of the number; a stated zone of its country is added, and any other is disregarded", () => {
    assert.deepStrictEqual(zonesOfPerson("+12125550123"), ["America/New_York"])
    assert.deepStrictEqual(zonesOfPerson("+12125550123", "America/New_York"), ["America/New_York"])
    assert.deepStrictEqual(zonesOfPerson("+12125550123", "Pacific/Honolulu"), ["America/New_York", "Pacific/Honolulu"])
    assert.deepStrictEqual(zonesOfPerson("+12125550123", "Asia/Kolkata"), ["America/New_York"])
    assert.deepStrictEqual(zonesOfPerson("+919812345678", "America/New_York"), ["Asia/Kolkata"])
    assert.deepStrictEqual(zonesOfPerson("+919812345678", "Pacific/Kiritimati"), ["Asia/Kolkata"])
  })

  it("know the other names of a country's zones", () => {
    for (const [phoneNumber, zone] of [
      ["+919812345678", "Asia/Calcutta"],
      ["+919812345678", "asia/kolkata"],
      ["+13135550123", "America/Detroit"],
      ["+12125550123", "US/Pacific"],
      ["+12125550123", "America/Boise"]
    ] as const) {
      assert.include(zonesOfPerson(phoneNumber, zone), zone)
    }
  })

  it("are the fallback for a number without a country, whatever is stated", () => {
    assert.deepStrictEqual(zonesOfPerson("+881612345678", "America/New_York"), ["Europe/Paris"])
  })

  it("never open an hour that is closed in a zone of the number, for any country, stated zone and time", () => {
    const random = makeRandom(seed + 2)
    const pick = <A>(items: ReadonlyArray<A>) => items[Math.floor(random() * items.length)] as A
    const known = [...Intl.supportedValuesOf("timeZone"), ...zones, "Mars/Olympus"]
    const countries = Object.keys(examples) as ReadonlyArray<CountryCode>
    const numberOf = (country: CountryCode) => `+${getCountryCallingCode(country)}${examples[country]}`
    // Half of the stated zones are zones of the number's country, most of them other ones than those of the number.
    const wide = (["AU", "BR", "CA", "ID", "MX", "US"] as const).map((country) => ({
      country,
      ofCountry: Intl.supportedValuesOf("timeZone").filter((zone) => countryHasZone(numberOf(country), zone))
    }))
    for (let run = 0; run < runs; run++) {
      const { country, ofCountry } = run % 2 === 0 ? pick(wide) : { country: pick(countries), ofCountry: known }
      const phoneNumber = numberOf(country)
      const timezone = pick(ofCountry)
      const useCaseType = pick(["COLLECTIONS", "CUSTOM"] as const)
      const input: CallingRulesInput = {
        organization: { timezone: "UTC", callingWindow: null, complianceProfile: "STATUTORY", lawExceptions: [] },
        campaign: { timezone: "UTC", useCaseType, purpose: null, retryWithinWindow: false },
        person: person(phoneNumber, timezone),
        isRetry: true,
        realCarrier: false
      }
      const at = randomMoment(random, pick(zones))
      const what = `TEST_SEED=${seed} ${country} ${timezone} ${useCaseType} ${new Date(at).toISOString()}`
      const end = useCaseType === "COLLECTIONS" && country === "IN" ? "19:00" : "21:00"
      const own = naivelyOpen([fromTo("08:00", end, ...zonesOf(phoneNumber))], at)
      const open = isOpen(callingRules(input), new Date(at))
      assert.isFalse(open && !own, what)
      const counts = timezone !== "Mars/Olympus" && disregardedZone(input) === null
      const expected = counts ? own && naivelyOpen([fromTo("08:00", end, timezone)], at) : own
      assert.strictEqual(open, expected, what)
    }
  })
})

describe("a stated zone that the statutory hours disregard", () => {
  const input: CallingRulesInput = {
    organization: { timezone: "UTC", callingWindow: daytime, complianceProfile: "STATUTORY", lawExceptions: [] },
    campaign: { timezone: null, useCaseType: "COLLECTIONS", purpose: null, retryWithinWindow: true },
    person: person("+919812345678", "America/New_York"),
    isRetry: false,
    realCarrier: false
  }

  it("is described, unless it counts or these hours do not apply", () => {
    assert.strictEqual(
      disregardedZone(input),
      "The statutory hours disregard the stated time zone America/New_York: the number's country does not have it. They use Asia/Kolkata"
    )
    for (const timezone of [undefined, "Asia/Kolkata", "Asia/Calcutta", "Mars/Olympus"]) {
      assert.isNull(disregardedZone({ ...input, person: person("+919812345678", timezone) }), timezone)
    }
    const organization = { ...input.organization, complianceProfile: "NONE" as const }
    assert.isNull(disregardedZone({ ...input, organization }))
  })

  it("still decides the organization's own window", () => {
    // At 03:00 in India it is 17:30 in New York.
    const [window, statutory] = callingRules(input)
    const night = new Date("2027-05-03T21:30:00Z")
    assert.isTrue(isOpen([window as HoursRule], night))
    assert.isFalse(isOpen([statutory as HoursRule], night))
    assert.strictEqual(opens(callingRules(input), "2027-05-03T21:30:00Z"), "2027-05-04T13:00:00.000Z")
  })
})

describe("the rules for a call", () => {
  const input: CallingRulesInput = {
    organization: { timezone: "Asia/Tokyo", callingWindow: daytime, complianceProfile: "STATUTORY", lawExceptions: [] },
    campaign: { timezone: null, useCaseType: "COLLECTIONS", purpose: null, retryWithinWindow: true },
    person: person("+919812345678"),
    isRetry: false,
    realCarrier: false
  }
  const [nine, eight] = [fromTo("09:00", "21:00", "Asia/Kolkata"), fromTo("08:00", "19:00", "Asia/Kolkata")]

  it("are those of the window and of the country, in the person's local time", () => {
    assert.deepStrictEqual(callingRules(input), [nine, eight])
    const unset = { ...input.organization, callingWindow: null, complianceProfile: null }
    assert.deepStrictEqual(callingRules({ ...input, organization: unset }), [])
    const organization = { ...unset, callingWindow: { ...window, timezone: "UTC" } }
    assert.deepStrictEqual(callingRules({ ...input, organization }), [{ ...window, zones: ["Asia/Kolkata"] }])
    assert.deepStrictEqual(callingRules({ ...input, organization, person: person("+15550001234") })[0]?.zones, ["UTC"])
  })

  it("exempt a retry from the window if the campaign says so, but never from the statutory hours", () => {
    const campaign = { ...input.campaign, retryWithinWindow: false }
    assert.deepStrictEqual(callingRules({ ...input, campaign }), [nine, eight])
    assert.deepStrictEqual(callingRules({ ...input, isRetry: true }), [nine, eight])
    assert.deepStrictEqual(callingRules({ ...input, campaign, isRetry: true }), [eight])
  })

  it("open at 09:00 local time for each of ten people, in summer and in winter", () => {
    for (const [phoneNumber, summer, winter] of [
      ["+919812345678", "03:30", "03:30"],
      ["+12125550123", "13:00", "14:00"],
      ["+13125550123", "14:00", "15:00"],
      ["+14805550123", "16:00", "16:00"],
      ["+442071234567", "08:00", "09:00"],
      ["+4930123456", "07:00", "08:00"],
      ["+9779812345678", "03:15", "03:15"],
      ["+61212345678", "23:00", "22:00"],
      ["+5511912345678", "12:00", "12:00"],
      ["+81312345678", "00:00", "00:00"]
    ] as const) {
      const rules = callingRules({ ...input, person: person(phoneNumber) })
      // Asks at 22:00 of the person's local time, so that the next opening is in the morning.
      const opening = (date: string, hour: string) => {
        const morning = new Date(`${date}T${hour}Z`)
        const found = nextOpening(rules, new Date(morning.getTime() - 11 * 60 * minute))
        assert.strictEqual(found?.toISOString(), morning.toISOString(), phoneNumber)
      }
      opening("2027-07-14", summer)
      opening("2027-01-13", winter)
    }
  })
})

describe("the law of the number's country", () => {
  const input: CallingRulesInput = {
    organization: { timezone: "UTC", callingWindow: null, complianceProfile: "LAW", lawExceptions: [] },
    campaign: { timezone: null, useCaseType: "LEAD_QUALIFICATION", purpose: null, retryWithinWindow: false },
    person: person("+33612345678"),
    isRetry: true,
    realCarrier: false
  }
  const opensFor = (change: Partial<CallingRulesInput>, from: string) =>
    opens(callingRules({ ...input, ...change }), from)

  it("has breaks, free days and public holidays", () => {
    assert.strictEqual(opensFor({}, "2027-07-12T06:00Z"), "2027-07-12T08:00:00.000Z")
    assert.strictEqual(opensFor({}, "2027-07-12T11:00Z"), "2027-07-12T12:00:00.000Z")
    // The national day is a Wednesday.
    assert.strictEqual(opensFor({}, "2027-07-13T18:00Z"), "2027-07-15T08:00:00.000Z")
    assert.strictEqual(opensFor({}, "2027-07-16T18:00Z"), "2027-07-19T08:00:00.000Z")
  })

  it("gives a public holiday the hours of a Sunday where it says so, and its eve those of a Saturday", () => {
    const nebraska = person("+14025550123", "America/Chicago")
    // The Fourth of July is a Sunday, observed on Monday.
    assert.strictEqual(opensFor({ person: nebraska }, "2027-07-05T10:00Z"), "2027-07-05T18:00:00.000Z")
    assert.strictEqual(opensFor({ person: nebraska }, "2027-07-06T10:00Z"), "2027-07-06T13:00:00.000Z")
    const italy = person("+393123456789")
    // The day before the first of November is a Sunday, the day before the eighth of December a Tuesday.
    assert.strictEqual(opensFor({ person: italy }, "2027-12-07T07:00Z"), "2027-12-07T09:00:00.000Z")
    assert.strictEqual(opensFor({ person: italy }, "2027-12-06T07:00Z"), "2027-12-06T08:00:00.000Z")
    assert.strictEqual(opensFor({ person: italy }, "2027-10-31T09:00Z"), "2027-11-02T08:00:00.000Z")
  })

  it("depends on the purpose; a stated one adds to that of the use case, and replaces that of a custom campaign", () => {
    const sunday = "2027-07-18T10:00Z"
    const purposed = (useCaseType: CallingRulesInput["campaign"]["useCaseType"], purpose: "SERVICE" | null) =>
      opensFor({ campaign: { ...input.campaign, useCaseType, purpose } }, sunday)
    assert.strictEqual(purposed("LEAD_QUALIFICATION", null), "2027-07-19T08:00:00.000Z")
    assert.strictEqual(purposed("LEAD_QUALIFICATION", "SERVICE"), "2027-07-19T08:00:00.000Z")
    assert.strictEqual(purposed("CUSTOM", null), "2027-07-19T08:00:00.000Z")
    assert.strictEqual(purposed("CUSTOM", "SERVICE"), "2027-07-18T10:00:00.000Z")
    assert.strictEqual(purposed("CUSTOMER_SUPPORT", null), "2027-07-18T10:00:00.000Z")
    const debt = { ...input.campaign, useCaseType: "CUSTOMER_SUPPORT", purpose: "MARKETING" } as const
    assert.strictEqual(opensFor({ campaign: debt }, sunday), "2027-07-19T08:00:00.000Z")
  })

  it("applies with a real carrier unless it is turned off, and with the simulated one if it is turned on", () => {
    const sunday = "2027-07-18T10:00Z"
    for (const [complianceProfile, realCarrier, isOpen] of [
      [null, true, false],
      ["STATUTORY", true, false],
      ["LAW", true, false],
      ["NONE", true, true],
      [null, false, true],
      ["STATUTORY", false, true],
      ["LAW", false, false],
      ["NONE", false, true]
    ] as const) {
      const organization = { ...input.organization, complianceProfile }
      const opening = opensFor({ organization, realCarrier }, sunday)
      assert.strictEqual(opening === new Date(sunday).toISOString(), isOpen, `${complianceProfile} ${realCarrier}`)
    }
  })

  it("is without the rules that an admin excepted", () => {
    const organization = { ...input.organization, lawExceptions: [{ rule: "FR.marketing-hours" }] }
    assert.strictEqual(opensFor({ organization }, "2027-07-18T10:00Z"), "2027-07-18T10:00:00.000Z")
    // The common hours cannot be excepted.
    assert.strictEqual(opensFor({ organization }, "2027-07-18T20:00Z"), "2027-07-19T06:00:00.000Z")
  })

  it("must be open in all zones of the country, unless the number is bound to a place or a zone is stated", () => {
    const zonesFor = (phoneNumber: string, timezone?: string) =>
      legalZones({ ...input, person: person(phoneNumber, timezone) })
    assert.include(zonesFor("+12125550123"), "Pacific/Honolulu")
    assert.include(zonesFor("+12125550123"), "America/New_York")
    assert.deepStrictEqual(zonesFor("+12125550123", "America/New_York"), ["America/New_York"])
    assert.deepStrictEqual(zonesFor("+12125550123", "America/Los_Angeles"), ["America/New_York", "America/Los_Angeles"])
    assert.include(zonesFor("+12125550123", "Asia/Kolkata"), "Pacific/Honolulu")
    assert.strictEqual(zonesFor("+61412345678").length, 7)
    assert.deepStrictEqual(zonesFor("+61412345678", "Australia/Perth"), ["Australia/Perth"])
    // A fixed line in Sydney.
    assert.deepStrictEqual(zonesFor("+61292345678"), ["Australia/Sydney"])
    assert.deepStrictEqual(zonesFor("+919812345678", "America/New_York"), ["Asia/Kolkata"])
    assert.deepStrictEqual(zonesFor("+881612345678", "America/New_York"), ["UTC"])
  })

  it("never allows a call that the law of the country forbids, whatever members, contacts and files say", () => {
    const random = makeRandom(seed + 3)
    const pick = <A>(items: ReadonlyArray<A>) => items[Math.floor(random() * items.length)] as A
    const known = [...Intl.supportedValuesOf("timeZone"), "Mars/Olympus", 5, null, ""]
    const useCaseTypes = [
      "COLLECTIONS",
      "LEAD_QUALIFICATION",
      "MEDICAL_BOOKING",
      "CUSTOMER_SUPPORT",
      "EDUTECH"
    ] as const
    const purposeOf = { COLLECTIONS: "DEBT", LEAD_QUALIFICATION: "MARKETING", EDUTECH: "MARKETING" } as const
    for (let run = 0; run < runs; run++) {
      const { country } = pick(laws)
      const phoneNumber = `+${getCountryCallingCode(country as CountryCode)}${examples[country as CountryCode]}`
      const useCaseType = pick(useCaseTypes)
      const usual = useCaseType in purposeOf ? purposeOf[useCaseType as keyof typeof purposeOf] : undefined
      const start = Math.floor(random() * 24)
      const input: CallingRulesInput = {
        organization: {
          timezone: pick(zones),
          callingWindow: pick([
            null,
            { days: [1, 2, 3, 4, 5, 6, 7], start: timeOfDay(start * 60), end: "24:00", timezone: pick(zones) }
          ]),
          complianceProfile: pick([null, "STATUTORY", "LAW"] as const),
          lawExceptions: []
        },
        campaign: {
          timezone: pick([null, ...zones]),
          useCaseType,
          purpose: pick([null, "SERVICE", "MEDICAL", "DEBT", "MARKETING"] as const),
          retryWithinWindow: pick([true, false])
        },
        person: {
          phoneNumber,
          metadata: { timezone: pick(known), country: "US", purpose: "SERVICE", lawExceptions: "FR.marketing-hours" }
        },
        isRetry: pick([true, false]),
        realCarrier: true
      }
      const at = randomMoment(random, pick(zones))
      if (usual === undefined || !isOpen(callingRules(input), new Date(at))) continue
      // The second reading allows it in a zone of the country at least: the stated one, or all.
      const all = zonesOfCountry(country)
      const possible = all.length > 0 ? all : zonesOf(phoneNumber)
      const history = { calls: [], refusals: [], conversations: [] }
      const allowed = possible.filter(
        (zone) => naiveProblem(naiveRules({ phoneNumber, country, zones: [zone] }, [usual]), at, history) === undefined
      )
      assert.isNotEmpty(allowed, `TEST_SEED=${seed} ${new Date(at).toISOString()} ${JSON.stringify(input)}`)
      for (const zone of zonesByDigits(phoneNumber)) assert.include(allowed, zone, `TEST_SEED=${seed}`)
    }
  })

  it("names the rules that are closed, with their sources", () => {
    const rules = callingRules({ ...input, person: person("+13055550123", "America/New_York") })
    assert.deepStrictEqual(closedByLaw(rules, new Date("2027-07-13T16:00Z")), [])
    // At 20:30 only the hours of Florida are over.
    const [closed, ...others] = closedByLaw(rules, new Date("2027-07-14T00:30Z"))
    assert.match(closed ?? "", /^US-FL\.marketing-hours \(Fla\. Stat\. § 501\.616.*checked .*\): Mon-Sun 08:00-20:00$/)
    assert.isEmpty(others)
  })
})
