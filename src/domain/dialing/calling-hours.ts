import { type CallingWindow, minutesOf, type Organization } from "../accounts/Organization.ts"
import { dayMillis, isKnownZone, offsetSpan, wallMillis, wallTimeOf } from "../calendar/local-time.ts"
import { countryHasZone, countryOf, placedZonesOf, zonesOf, zonesOfCountryOf } from "../calendar/phone-zones.ts"
import type { UseCaseType } from "../campaigns/Campaign.ts"
import { purposesOf } from "../campaigns/purposes.ts"
import type { Metadata } from "../contacts/Contact.ts"
import { type ApplicableLaw, cite, lawFor, type NamedHours } from "../law/all-laws.ts"
import type { LegalHours, Purpose } from "../law/Law.ts"
import type { Week } from "../law/week.ts"
import type { LegalLimits } from "./frequency-cap.ts"

/** Hours in which a person may be called: a half-open interval on these days (Monday = 1), in all the zones at once. */
interface WindowHours {
  readonly days: ReadonlyArray<number>
  readonly start: string
  readonly end: string
  readonly zones: ReadonlyArray<string>
}

/** The hours of a country's law, in all the zones at once. */
interface HoursByLaw {
  readonly law: NamedHours
  readonly zones: ReadonlyArray<string>
}

export type HoursRule = WindowHours | HoursByLaw

/** The data about a person from which their time zone is determined. */
export interface Callee {
  readonly metadata: Metadata
  readonly phoneNumber: string
}

/** The time zones to use, in this order, if neither the metadata nor the number determines the person's zone. */
export interface ZoneFallbacks {
  readonly campaignTimezone: string | null
  readonly window: CallingWindow | null
  readonly organizationTimezone: string
}

export interface CallingRulesInput {
  readonly organization: {
    readonly timezone: string
    readonly callingWindow: CallingWindow | null
    readonly complianceProfile: ComplianceProfile | null
    readonly lawExceptions: ReadonlyArray<{ readonly rule: string }>
  }
  readonly campaign: {
    readonly timezone: string | null
    readonly useCaseType: UseCaseType
    readonly purpose: Purpose | null
    readonly retryWithinWindow: boolean
  }
  readonly person: Callee
  readonly isRetry: boolean
  readonly realCarrier: boolean
}

/**
 * All rules for a call to this person. A retry may be exempt from the calling window, never from the statutory hours and
 * the law of the country.
 */
export const callingRules = (input: CallingRulesInput): ReadonlyArray<HoursRule> => {
  const { organization, campaign, person, isRetry, realCarrier } = input
  const fallbacks = fallbacksOf(input)
  const bypassesWindow = isRetry && !campaign.retryWithinWindow
  const window = bypassesWindow
    ? undefined
    : windowRule(organization.callingWindow, realCarrier, personZones(person, fallbacks))
  const zones = legalZones(input)
  const statutory = statutoryRule({
    complianceProfile: organization.complianceProfile,
    realCarrier,
    phoneNumber: person.phoneNumber,
    useCaseType: campaign.useCaseType,
    zones
  })
  const byLaw = lawsFor(input).flatMap(({ hours }) => hours.map((law) => ({ law, zones })))
  return [...[window, statutory].filter((rule) => rule !== undefined), ...byLaw]
}

/**
 * The law of the number's country for each purpose of the campaign, without the rules that an admin excepted; none if
 * the laws of countries do not apply.
 */
const lawsFor = ({ campaign, organization, person, realCarrier }: CallingRulesInput): ReadonlyArray<ApplicableLaw> => {
  if (!appliesLaw(organization.complianceProfile, realCarrier)) return []
  const laws = purposesOf(campaign).map((purpose) => lawFor(person.phoneNumber, purpose))
  if (organization.lawExceptions.length === 0) return laws
  const excepted = new Set(organization.lawExceptions.map(({ rule }) => rule))
  const without = <R extends { readonly name: string }>(rules: ReadonlyArray<R>) =>
    rules.filter(({ name }) => !excepted.has(name))
  return laws.map(({ caps, hours, pauses, series }) => ({
    hours: without(hours),
    caps: without(caps),
    pauses: without(pauses),
    series: without(series)
  }))
}

/** The caps and pauses of the law for a call, without what is known of the number. */
export const legalLimits = (input: CallingRulesInput): Pick<LegalLimits, "caps" | "pauses" | "zones"> => {
  const laws = lawsFor(input)
  return {
    caps: laws.flatMap(({ caps }) => caps),
    pauses: laws.flatMap(({ pauses }) => pauses),
    zones: laws.length === 0 ? [] : legalZones(input)
  }
}

/** The series of numbers from which the law wants the call to come; null if the laws of countries do not apply. */
export const legalSeries = (input: CallingRulesInput): ApplicableLaw["series"] | null =>
  appliesLaw(input.organization.complianceProfile, input.realCarrier)
    ? lawsFor(input).flatMap(({ series }) => series)
    : null

/** The zones in all of which the statutory hours and the law of the country must allow a call. */
export const legalZones = (input: CallingRulesInput): ReadonlyArray<string> =>
  appliesLaw(input.organization.complianceProfile, input.realCarrier)
    ? homeZones(input.person, fallbacksOf(input))
    : statutoryZones(input.person, fallbacksOf(input))

/** Equal for rules that are open at the same times. */
export const keyOfRules = (rules: ReadonlyArray<HoursRule>): string =>
  JSON.stringify(rules.map((rule) => ("law" in rule ? [rule.law.name, rule.zones] : rule)))

/** Cites the rules of laws that allow no call at this moment. */
export const closedByLaw = (rules: ReadonlyArray<HoursRule>, at: Date): ReadonlyArray<string> =>
  rules.flatMap((rule) => ("law" in rule && !isOpen([rule], at) ? [`${cite(rule.law)}: ${rule.law.hours}`] : []))

/** Describes a stated time zone that the statutory hours disregard; null if they do not apply or use it. */
export const disregardedZone = (input: CallingRulesInput): string | null => {
  const { organization, person, realCarrier } = input
  if (profileInForce(organization.complianceProfile, realCarrier) === "NONE") return null
  const stated = zoneInMetadata(person.metadata)
  const zones = legalZones(input)
  if (stated === undefined || zones.includes(stated)) return null
  return `The statutory hours disregard the stated time zone ${stated}: the number's country does not have it. They use ${zones.join(", ")}`
}

const fallbacksOf = ({ campaign, organization }: CallingRulesInput): ZoneFallbacks => ({
  campaignTimezone: campaign.timezone,
  window: organization.callingWindow,
  organizationTimezone: organization.timezone
})

/**
 * Returns the organization's calling window; without one, 09:00 to 21:00 with a real carrier, no rule with the
 * simulated.
 */
export const windowRule = (
  window: CallingWindow | null,
  realCarrier: boolean,
  zones: ReadonlyArray<string>
): WindowHours | undefined => {
  if (window !== null) return { days: window.days, start: window.start, end: window.end, zones }
  return realCarrier ? { days: everyDay, start: "09:00", end: "21:00", zones } : undefined
}

type ComplianceProfile = NonNullable<Organization["complianceProfile"]>

/** Returns the profile that applies: without a setting, the statutory hours apply with a real carrier only. */
export const profileInForce = (profile: ComplianceProfile | null, realCarrier: boolean): ComplianceProfile =>
  profile ?? (realCarrier ? "STATUTORY" : "NONE")

/** With a real carrier, the statutory hours include the laws of countries; with the simulated one no person is called. */
export const appliesLaw = (profile: ComplianceProfile | null, realCarrier: boolean) => {
  const inForce = profileInForce(profile, realCarrier)
  return inForce === "LAW" || (inForce === "STATUTORY" && realCarrier)
}

/** The statutory calling hours of the destination country. */
export const statutoryRule = (input: {
  readonly complianceProfile: ComplianceProfile | null
  readonly realCarrier: boolean
  readonly phoneNumber: string
  readonly useCaseType: string
  readonly zones: ReadonlyArray<string>
}): WindowHours | undefined => {
  if (profileInForce(input.complianceProfile, input.realCarrier) === "NONE") return undefined
  const end = input.useCaseType === "COLLECTIONS" && countryOf(input.phoneNumber) === "IN" ? "19:00" : "21:00"
  return { days: everyDay, start: "08:00", end, zones: input.zones }
}

/** The zones in which a person may be: the one in the metadata, else all zones of the number, else the fallback. */
export const personZones = (person: Callee, fallbacks: ZoneFallbacks): ReadonlyArray<string> => {
  const stated = zoneInMetadata(person.metadata)
  return stated === undefined ? zonesOfNumber(person.phoneNumber, fallbacks) : [stated]
}

/**
 * The zones in all of which the statutory hours must be open: those of the number, and the one in the metadata if the
 * number's country has it. Metadata is written by members and imports, so it may narrow these hours but not widen them.
 */
export const statutoryZones = (person: Callee, fallbacks: ZoneFallbacks): ReadonlyArray<string> => {
  const zones = zonesOfNumber(person.phoneNumber, fallbacks)
  const stated = zoneInMetadata(person.metadata)
  if (stated === undefined || zones.includes(stated) || !countryHasZone(person.phoneNumber, stated)) return zones
  return [...zones, stated]
}

/**
 * The zones in all of which the law of the number's country must allow a call. A number that is bound to a place has the
 * zones of the place. The owner of any other number may have moved, and may be anywhere in the country. If a zone of the
 * country is stated, that zone and those of the area code count instead.
 */
const homeZones = (person: Callee, fallbacks: ZoneFallbacks): ReadonlyArray<string> => {
  const { phoneNumber } = person
  const placed = placedZonesOf(phoneNumber)
  const stated = zoneInMetadata(person.metadata)
  const counts = stated !== undefined && countryHasZone(phoneNumber, stated)
  if (counts) return placed.zones.includes(stated) ? placed.zones : [...placed.zones, stated]
  if (placed.isBound) return placed.zones
  const all = zonesOfCountryOf(phoneNumber)
  return all.length > 0 ? all : zonesOfNumber(phoneNumber, fallbacks)
}

const zonesOfNumber = (phoneNumber: string, fallbacks: ZoneFallbacks) => {
  const zones = zonesOf(phoneNumber)
  return zones.length > 0 ? zones : [fallbackZone(fallbacks)]
}

/** The zone whose calendar day counts for the frequency cap. A number with several zones does not determine it. */
export const personZone = (person: Callee, fallbacks: ZoneFallbacks): string => {
  const [zone, ...others] = personZones(person, fallbacks)
  return zone === undefined || others.length > 0 ? fallbackZone(fallbacks) : zone
}

/** Whether a call may begin at this moment. */
export const isOpen = (rules: ReadonlyArray<HoursRule>, at: Date): boolean =>
  hoursOf(rules).every((hours) => {
    const wall = wallMillis(hours.zone, at.getTime())
    return openingOnWall(hours, wall) === wall
  })

/**
 * The first moment from `from` on at which every rule is open in all of its zones; undefined if there is none within
 * 35 days, which is longer than any series of holidays and clock changes that closes the same weekday.
 */
export const nextOpening = (rules: ReadonlyArray<HoursRule>, from: Date): Date | undefined => {
  const all = hoursOf(rules)
  const horizon = from.getTime() + 35 * dayMillis
  let at = from.getTime()
  // Moves to the latest opening of all rules, again and again, until every rule is open at that moment.
  for (;;) {
    const latest = all.reduce((moment, hours) => openingIn(hours, moment, horizon), at)
    if (latest > horizon) return undefined
    if (latest === at) return new Date(at)
    at = latest
  }
}

const everyDay = [1, 2, 3, 4, 5, 6, 7]

// A file may name the column Timezone; the columns of a contact's own fields are read in any case too.
const zoneInMetadata = (metadata: Metadata) =>
  [
    metadata.timezone,
    ...Object.entries(metadata).flatMap(([key, value]) => (key.toLowerCase() === "timezone" ? [value] : []))
  ].find((value): value is string => typeof value === "string" && isKnownZone(value))

const fallbackZone = ({ campaignTimezone, window, organizationTimezone }: ZoneFallbacks) =>
  campaignTimezone ?? window?.timezone ?? organizationTimezone

/** A rule in a single zone. */
interface Hours {
  readonly week: Week
  readonly zone: string
  readonly law?: Pick<NamedHours, "isHoliday"> & Pick<LegalHours, "holidays" | "eves">
}

const hoursOf = (rules: ReadonlyArray<HoursRule>): ReadonlyArray<Hours> =>
  rules.flatMap((rule): ReadonlyArray<Hours> => {
    if ("law" in rule) return rule.zones.map((zone) => ({ week: rule.law.week, zone, law: rule.law }))
    const span = [minutesOf(rule.start) * 60_000, minutesOf(rule.end) * 60_000] as const
    const week = everyDay.map((day) => (rule.days.includes(day) ? [span] : []))
    return rule.zones.map((zone) => ({ week, zone }))
  })

/** The first moment from `from` on whose local time is within the hours; Infinity past the horizon. */
const openingIn = (hours: Hours, from: number, horizon: number): number => {
  let at = from
  while (at <= horizon) {
    // Within a span the offset is constant, so the wall time of an opening determines its moment.
    const { offset, end } = offsetSpan(hours.zone, at)
    const opening = openingOnWall(hours, at + offset) - offset
    if (opening < end) return opening
    at = end
  }
  return Number.POSITIVE_INFINITY
}

/** The first wall time from `wall` on within the hours; Infinity if that is neither today nor tomorrow. */
const openingOnWall = (hours: Hours, wall: number): number => {
  const { day, weekday, millisOfDay } = wallTimeOf(wall)
  const today = openOn(hours, day, weekday).find(([, end]) => millisOfDay < end)
  if (today !== undefined) return Math.max(wall, day * dayMillis + today[0])
  // Later days do not matter, because no span is longer than a day.
  const [tomorrow] = openOn(hours, day + 1, (weekday % 7) + 1)
  return tomorrow === undefined ? Number.POSITIVE_INFINITY : (day + 1) * dayMillis + tomorrow[0]
}

const openOn = ({ law, week }: Hours, day: number, weekday: number): Week[number] => {
  const on = (of: number) => week[of - 1] ?? []
  if (law === undefined || law.holidays === "OPEN") return on(weekday)
  if (law.isHoliday(day)) return law.holidays === "CLOSED" ? [] : on(7)
  return law.eves !== undefined && weekday < 6 && law.isHoliday(day + 1) ? on(6) : on(weekday)
}
