import { type CallingWindow, minutesOf } from "../accounts/Organization.ts"
import { dayMillis, isKnownZone, offsetSpan, wallMillis, wallTimeOf } from "../calendar/local-time.ts"
import { countryHasZone, countryOf, zonesOf } from "../calendar/phone-zones.ts"
import type { Metadata } from "../contacts/Contact.ts"

/** Hours in which a person may be called: a half-open interval on these days (Monday = 1), in all the zones at once. */
export interface HoursRule {
  readonly days: ReadonlyArray<number>
  readonly start: string
  readonly end: string
  readonly zones: ReadonlyArray<string>
}

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
    readonly complianceProfile: "STATUTORY" | "NONE" | null
  }
  readonly campaign: {
    readonly timezone: string | null
    readonly useCaseType: string
    readonly retryWithinWindow: boolean
  }
  readonly person: Callee
  readonly isRetry: boolean
  readonly realCarrier: boolean
}

/**
 * All rules for a call to this person. A retry may be exempt from the calling window, never from the statutory hours.
 */
export const callingRules = (input: CallingRulesInput): ReadonlyArray<HoursRule> => {
  const { organization, campaign, person, isRetry, realCarrier } = input
  const fallbacks = fallbacksOf(input)
  const bypassesWindow = isRetry && !campaign.retryWithinWindow
  const window = bypassesWindow
    ? undefined
    : windowRule(organization.callingWindow, realCarrier, personZones(person, fallbacks))
  const statutory = statutoryRule({
    complianceProfile: organization.complianceProfile,
    realCarrier,
    phoneNumber: person.phoneNumber,
    useCaseType: campaign.useCaseType,
    zones: statutoryZones(person, fallbacks)
  })
  return [window, statutory].filter((rule) => rule !== undefined)
}

/** Describes a stated time zone that the statutory hours disregard; null if they do not apply or use it. */
export const disregardedZone = (input: CallingRulesInput): string | null => {
  const { organization, person, realCarrier } = input
  if (profileInForce(organization.complianceProfile, realCarrier) === "NONE") return null
  const stated = zoneInMetadata(person.metadata)
  const zones = statutoryZones(person, fallbacksOf(input))
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
): HoursRule | undefined => {
  if (window !== null) return { days: window.days, start: window.start, end: window.end, zones }
  return realCarrier ? { days: everyDay, start: "09:00", end: "21:00", zones } : undefined
}

type ComplianceProfile = "STATUTORY" | "NONE"

/** Returns the profile that applies: without a setting, the statutory hours apply with a real carrier only. */
export const profileInForce = (profile: ComplianceProfile | null, realCarrier: boolean): ComplianceProfile =>
  profile ?? (realCarrier ? "STATUTORY" : "NONE")

/** The statutory calling hours of the destination country. */
export const statutoryRule = (input: {
  readonly complianceProfile: ComplianceProfile | null
  readonly realCarrier: boolean
  readonly phoneNumber: string
  readonly useCaseType: string
  readonly zones: ReadonlyArray<string>
}): HoursRule | undefined => {
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
 * 15 days. Rules repeat weekly, and a clock change can skip the hours of one week at most.
 */
export const nextOpening = (rules: ReadonlyArray<HoursRule>, from: Date): Date | undefined => {
  const all = hoursOf(rules)
  const horizon = from.getTime() + 15 * dayMillis
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

const zoneInMetadata = ({ timezone }: Metadata) =>
  typeof timezone === "string" && isKnownZone(timezone) ? timezone : undefined

const fallbackZone = ({ campaignTimezone, window, organizationTimezone }: ZoneFallbacks) =>
  campaignTimezone ?? window?.timezone ?? organizationTimezone

/** A rule in a single zone, with times in milliseconds of the day. */
interface Hours {
  readonly days: ReadonlyArray<number>
  readonly start: number
  readonly end: number
  readonly zone: string
}

const hoursOf = (rules: ReadonlyArray<HoursRule>): ReadonlyArray<Hours> =>
  rules.flatMap(({ days, start, end, zones }) =>
    zones.map((zone) => ({ days, start: minutesOf(start) * 60_000, end: minutesOf(end) * 60_000, zone }))
  )

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
const openingOnWall = ({ days, start, end }: Hours, wall: number): number => {
  const { day, weekday, millisOfDay } = wallTimeOf(wall)
  if (days.includes(weekday) && millisOfDay < end) return Math.max(wall, day * dayMillis + start)
  // Later days do not matter, because no span is longer than a day.
  return days.includes((weekday % 7) + 1) ? (day + 1) * dayMillis + start : Number.POSITIVE_INFINITY
}
