import { startOfNextDay, wallTime } from "../calendar/local-time.ts"

export interface FrequencyInput {
  /** Start times of the attempts to this number that were handed to a carrier, in any order. */
  readonly calls: ReadonlyArray<Date>
  readonly now: Date
  /** 0 disables the cap. */
  readonly maxCallsPerDay: number
  readonly maxCallsPerWeek: number
  /** The zone whose calendar day counts for the daily cap. */
  readonly zone: string
  readonly nextOpening: (from: Date) => Date | undefined
}

export interface FrequencyDeferral {
  readonly reason: "Frequency Cap - Daily" | "Frequency Cap - Weekly"
  readonly until: Date
}

/** Undefined if another call may be placed; else the cap that defers it longest, and until when. */
export const frequencyVerdict = (input: FrequencyInput): FrequencyDeferral | undefined => {
  const daily = deferral("Frequency Cap - Daily", dailyCapEnds(input), input)
  const weekly = deferral("Frequency Cap - Weekly", weeklyCapEnds(input), input)
  if (daily === undefined || weekly === undefined) return daily ?? weekly
  return weekly.until > daily.until ? weekly : daily
}

const weekMillis = 168 * 3_600_000

/** When the daily cap allows another call, if it is reached. */
const dailyCapEnds = ({ calls, now, maxCallsPerDay, zone }: FrequencyInput): number | undefined => {
  if (maxCallsPerDay === 0) return undefined
  const { day } = wallTime(zone, now.getTime())
  const today = calls.filter((call) => wallTime(zone, call.getTime()).day === day)
  return today.length < maxCallsPerDay ? undefined : startOfNextDay(zone, now.getTime())
}

/** When enough calls have left the last 168 hours to allow another one, if the weekly cap is reached. */
const weeklyCapEnds = ({ calls, now, maxCallsPerWeek }: FrequencyInput): number | undefined => {
  if (maxCallsPerWeek === 0) return undefined
  const leaving = calls
    .map((call) => call.getTime() + weekMillis)
    .filter((left) => left > now.getTime())
    .sort((one, other) => one - other)
  return leaving[leaving.length - maxCallsPerWeek]
}

/**
 * Without an opening within the horizon, the deferral ends with the cap, and the next claim checks the calling hours
 * again.
 */
const deferral = (
  reason: FrequencyDeferral["reason"],
  capEnds: number | undefined,
  { nextOpening }: FrequencyInput
): FrequencyDeferral | undefined => {
  if (capEnds === undefined) return undefined
  const from = new Date(capEnds)
  return { reason, until: nextOpening(from) ?? from }
}
