import { startOfNextDay, wallTime } from "../calendar/local-time.ts"

export interface FrequencyInput {
  /** When the attempts at this number that a carrier was handed began, in any order. */
  readonly calls: ReadonlyArray<Date>
  readonly now: Date
  /** 0 disables a cap. */
  readonly maxCallsPerDay: number
  readonly maxCallsPerWeek: number
  /** The zone whose calendar day counts. */
  readonly zone: string
  readonly nextOpening: (from: Date) => Date | undefined
}

export interface FrequencyDeferral {
  readonly reason: "Frequency Cap - Daily" | "Frequency Cap - Weekly"
  readonly until: Date
}

/** Undefined when one more call may be placed; else the cap that defers it longest, and until when. */
export const frequencyVerdict = (input: FrequencyInput): FrequencyDeferral | undefined => {
  const daily = deferral("Frequency Cap - Daily", dayIsOver(input), input)
  const weekly = deferral("Frequency Cap - Weekly", weekHasRoom(input), input)
  if (daily === undefined || weekly === undefined) return daily ?? weekly
  return weekly.until > daily.until ? weekly : daily
}

const weekMillis = 168 * 3_600_000

/** When the cap of the day lets go, if it is reached. */
const dayIsOver = ({ calls, now, maxCallsPerDay, zone }: FrequencyInput): number | undefined => {
  if (maxCallsPerDay === 0) return undefined
  const { day } = wallTime(zone, now.getTime())
  const today = calls.filter((call) => wallTime(zone, call.getTime()).day === day)
  return today.length < maxCallsPerDay ? undefined : startOfNextDay(zone, now.getTime())
}

/** When so many of the last 168 hours' calls are out of them that one more has room, if it has none now. */
const weekHasRoom = ({ calls, now, maxCallsPerWeek }: FrequencyInput): number | undefined => {
  if (maxCallsPerWeek === 0) return undefined
  const leaving = calls
    .map((call) => call.getTime() + weekMillis)
    .filter((left) => left > now.getTime())
    .sort((one, other) => one - other)
  return leaving[leaving.length - maxCallsPerWeek]
}

/** Where no opening is in sight the deferral ends when the cap lets go; the window is looked at again then. */
const deferral = (
  reason: FrequencyDeferral["reason"],
  free: number | undefined,
  { nextOpening }: FrequencyInput
): FrequencyDeferral | undefined => {
  if (free === undefined) return undefined
  const from = new Date(free)
  return { reason, until: nextOpening(from) ?? from }
}
