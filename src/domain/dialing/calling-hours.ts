import { type CallingWindow, minutesOf } from "../accounts/Organization.ts"
import { dayMillis, isKnownZone, offsetSpan, wallMillis, wallTimeOf } from "../calendar/local-time.ts"
import { countryOf, zonesOf } from "../calendar/phone-zones.ts"
import type { Metadata } from "../contacts/Contact.ts"

/** Hours in which people may be called: half-open, on these days (Monday = 1), in all of these zones at once. */
export interface HoursRule {
  readonly days: ReadonlyArray<number>
  readonly start: string
  readonly end: string
  readonly zones: ReadonlyArray<string>
}

/** What is known of a person before a call. */
export interface Callee {
  readonly metadata: Metadata
  readonly phoneNumber: string
}

/** Where a person's zone is looked for when neither metadata nor number tell it. */
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

/** All rules that hold for a call to this person. A retry may be let out of the window, but never out of the law. */
export const callingRules = (input: CallingRulesInput): ReadonlyArray<HoursRule> => {
  const { organization, campaign, person, isRetry, realCarrier } = input
  const zones = personZones(person, {
    campaignTimezone: campaign.timezone,
    window: organization.callingWindow,
    organizationTimezone: organization.timezone
  })
  const bypassesWindow = isRetry && !campaign.retryWithinWindow
  const window = bypassesWindow ? undefined : windowRule(organization.callingWindow, realCarrier, zones)
  const statutory = statutoryRule({
    complianceProfile: organization.complianceProfile,
    realCarrier,
    phoneNumber: person.phoneNumber,
    useCaseType: campaign.useCaseType,
    zones
  })
  return [window, statutory].filter((rule) => rule !== undefined)
}

/** The organization's calling window. Unset it is 09:00 to 21:00, and with the simulated carrier no rule. */
export const windowRule = (
  window: CallingWindow | null,
  realCarrier: boolean,
  zones: ReadonlyArray<string>
): HoursRule | undefined => {
  if (window !== null) return { days: window.days, start: window.start, end: window.end, zones }
  return realCarrier ? { days: everyDay, start: "09:00", end: "21:00", zones } : undefined
}

type ComplianceProfile = "STATUTORY" | "NONE"

/** Unset, the statutory hours hold with a real carrier only. */
export const profileInForce = (profile: ComplianceProfile | null, realCarrier: boolean): ComplianceProfile =>
  profile ?? (realCarrier ? "STATUTORY" : "NONE")

/** The hours of the destination country. */
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

/** The zones in which a person may be: as the metadata say, else all of the number's, else where we would look. */
export const personZones = (person: Callee, fallbacks: ZoneFallbacks): ReadonlyArray<string> => {
  const told = toldZone(person.metadata)
  if (told !== undefined) return [told]
  const zones = zonesOf(person.phoneNumber)
  return zones.length > 0 ? zones : [fallbackZone(fallbacks)]
}

/** The one zone whose calendar counts a person's calls; a number with several zones does not tell it. */
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
 * The first moment from `from` on at which every rule is open in every one of its zones; undefined when there is
 * none within 15 days. Rules repeat weekly, and a change of clocks swallows the hours of one week at most.
 */
export const nextOpening = (rules: ReadonlyArray<HoursRule>, from: Date): Date | undefined => {
  const all = hoursOf(rules)
  const horizon = from.getTime() + 15 * dayMillis
  let at = from.getTime()
  // The last of all openings is offered to all again, until all are open at it.
  for (;;) {
    const latest = all.reduce((moment, hours) => openingIn(hours, moment, horizon), at)
    if (latest > horizon) return undefined
    if (latest === at) return new Date(at)
    at = latest
  }
}

const everyDay = [1, 2, 3, 4, 5, 6, 7]

const toldZone = ({ timezone }: Metadata) =>
  typeof timezone === "string" && isKnownZone(timezone) ? timezone : undefined

const fallbackZone = ({ campaignTimezone, window, organizationTimezone }: ZoneFallbacks) =>
  campaignTimezone ?? window?.timezone ?? organizationTimezone

/** A rule in one zone, in milliseconds of the day. */
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

/** The first moment from `from` on at which the clock on the wall is within the hours; Infinity past the horizon. */
const openingIn = (hours: Hours, from: number, horizon: number): number => {
  let at = from
  while (at <= horizon) {
    // Within a span the clocks run evenly, so that the wall time of an opening tells its moment.
    const { offset, end } = offsetSpan(hours.zone, at)
    const opening = openingOnWall(hours, at + offset) - offset
    if (opening < end) return opening
    at = end
  }
  return Number.POSITIVE_INFINITY
}

/** The first wall time from `wall` on within the hours; Infinity when that is not today, nor tomorrow. */
const openingOnWall = ({ days, start, end }: Hours, wall: number): number => {
  const { day, weekday, millisOfDay } = wallTimeOf(wall)
  if (days.includes(weekday) && millisOfDay < end) return Math.max(wall, day * dayMillis + start)
  // No span is longer than a day.
  return days.includes((weekday % 7) + 1) ? (day + 1) * dayMillis + start : Number.POSITIVE_INFINITY
}
