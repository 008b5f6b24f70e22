import { dayMillis, instantOf, startOfNextDay, wallTime } from "../calendar/local-time.ts"
import { type ApplicableLaw, cite } from "../law/all-laws.ts"
import { daysCounted } from "../law/days-remembered.ts"
import type { LegalCap, LegalPause } from "../law/Law.ts"

/** The caps and pauses of the law for a call, and what is known of the number for them. */
export interface LegalLimits extends Pick<ApplicableLaw, "caps" | "pauses"> {
  /** The zones in all of which the law must allow a call. */
  readonly zones: ReadonlyArray<string>
  /** When the number refused last, and when it was last talked to. */
  readonly refusedAt: Date | null
  readonly talkedAt: Date | null
}

export interface FrequencyInput {
  /** Start times of the attempts to this number that were handed to a carrier, in any order. */
  readonly calls: ReadonlyArray<Date>
  readonly now: Date
  /** 0 disables the cap. */
  readonly maxCallsPerDay: number
  readonly maxCallsPerWeek: number
  /** The zone whose calendar day counts for the daily cap. */
  readonly zone: string
  readonly legal: LegalLimits
  readonly nextOpening: (from: Date) => Date | undefined
}

export interface FrequencyDeferral {
  /** A cap of the law counts as daily if it is for a calendar day, and else as weekly. */
  readonly reason: "Frequency Cap - Daily" | "Frequency Cap - Weekly"
  readonly until: Date
  /** Cites the rule, if the law defers the call. */
  readonly rule: string | null
}

/** Undefined if another call may be placed; else the cap that defers it longest, and until when. */
export const frequencyVerdict = (input: FrequencyInput): FrequencyDeferral | undefined =>
  [
    deferral("Frequency Cap - Daily", dailyCapEnds(input, input.maxCallsPerDay, input.zone), input),
    deferral("Frequency Cap - Weekly", rollingCapEnds(input, input.maxCallsPerWeek, 168), input),
    ...input.legal.caps.map((cap) => deferral(reasonOf(cap), legalCapEnds(input, cap), input, cite(cap))),
    ...input.legal.pauses.map((pause) =>
      deferral("Frequency Cap - Weekly", pauseEnds(input, pause), input, cite(pause))
    )
  ].reduce((latest, one) => (latest === undefined || (one !== undefined && one.until > latest.until) ? one : latest))

/** How many days of the number's history the limits need; 0 if the last 168 hours are enough. */
export const daysNeeded = ({ caps, pauses }: Pick<LegalLimits, "caps" | "pauses">): number =>
  daysCounted({ caps: caps.filter(({ within }) => within !== "DAY" && within.hours > 168), pauses })

const reasonOf = ({ within }: LegalCap) => (within === "DAY" ? "Frequency Cap - Daily" : "Frequency Cap - Weekly")

const legalCapEnds = (input: FrequencyInput, { calls, within }: LegalCap): number | undefined => {
  if (within !== "DAY") return rollingCapEnds(input, calls, within.hours)
  return latest(input.legal.zones.map((zone) => dailyCapEnds(input, calls, zone)))
}

/** When the daily cap allows another call, if it is reached. */
const dailyCapEnds = ({ calls, now }: FrequencyInput, maximum: number, zone: string): number | undefined => {
  if (maximum === 0) return undefined
  const { day } = wallTime(zone, now.getTime())
  const today = calls.filter((call) => wallTime(zone, call.getTime()).day === day)
  return today.length < maximum ? undefined : startOfNextDay(zone, now.getTime())
}

/** When enough calls have left the last hours to allow another one, if the cap on them is reached. */
const rollingCapEnds = ({ calls, now }: FrequencyInput, maximum: number, hours: number): number | undefined => {
  if (maximum === 0) return undefined
  const leaving = calls
    .map((call) => call.getTime() + hours * 3_600_000)
    .filter((left) => left > now.getTime())
    .sort((one, other) => one - other)
  return leaving[leaving.length - maximum]
}

/**
 * When a pause ends, if it is not over. A refusal closes the days after it; the day of a conversation is the first of its
 * pause.
 */
const pauseEnds = ({ legal, now }: FrequencyInput, { after, days }: LegalPause): number | undefined => {
  const from = after === "REFUSAL" ? legal.refusedAt : legal.talkedAt
  if (from === null) return undefined
  const closed = after === "REFUSAL" ? days + 1 : days
  const ends = legal.zones.map((zone) => instantOf(zone, (wallTime(zone, from.getTime()).day + closed) * dayMillis))
  return latest(ends.filter((end) => end > now.getTime()))
}

const latest = (moments: ReadonlyArray<number | undefined>): number | undefined => {
  const known = moments.filter((moment) => moment !== undefined)
  return known.length === 0 ? undefined : Math.max(...known)
}

/**
 * Without an opening within the horizon, the deferral ends with the cap, and the next claim checks the calling hours
 * again.
 */
const deferral = (
  reason: FrequencyDeferral["reason"],
  capEnds: number | undefined,
  { nextOpening }: FrequencyInput,
  rule: string | null = null
): FrequencyDeferral | undefined => {
  if (capEnds === undefined) return undefined
  const from = new Date(capEnds)
  return { reason, until: nextOpening(from) ?? from, rule }
}
