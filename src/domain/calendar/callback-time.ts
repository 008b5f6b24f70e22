import type { CallbackSlot } from "./callback-slot.ts"
import { dayMillis, instantOf, type WallTime, wallTime } from "./local-time.ts"
import { zoneOfPlace } from "./place-zones.ts"

export interface CallbackContext {
  /** When the person asked for the callback. */
  readonly now: Date
  /** The IANA zone that the person lives in. */
  readonly zone: string
}

/** Why the time is ambiguous, for the people who review the call. */
export interface Unsure {
  readonly unsure: string
}

/**
 * The moment at which a person wants to be called. Calling on the wrong day is the worst result: if the words can mean
 * two different days, or two times of the same day, the result is `Unsure` and the call goes to review.
 */
export const callbackTime = (slot: CallbackSlot, { now, zone }: CallbackContext): { readonly at: Date } | Unsure => {
  if (!slot.certain) return unsure("it was not said for certain")
  const at = slot.afterMinutes === null ? atNamedTime(slot, now.getTime(), zone) : afterDelay(slot, now.getTime())
  if (typeof at !== "number") return at
  if (at <= now.getTime()) return unsure("that time has passed")
  if (at > now.getTime() + furthestDays * dayMillis) return unsure(`it is more than ${furthestDays} days ahead`)
  return { at: new Date(at) }
}

/** Maximum time from the conversation to its callback, days. */
const furthestDays = 60

const unsure = (why: string): Unsure => ({ unsure: why })

/** Adds a delay such as "in half an hour". If a day or a time was named too, it is unclear which of the two counts. */
const afterDelay = (slot: CallbackSlot, now: number): number | Unsure =>
  slot.day === null && slot.time === null && slot.partOfDay === null
    ? now + (slot.afterMinutes ?? 0) * 60_000
    : unsure("both a delay and a time were named")

/**
 * Computes on the clock and the calendar of the named zone, or of the person's own zone if none was named. If the two
 * zones have different dates, now or at the result, it is unclear whose "tomorrow" was meant.
 */
const atNamedTime = (slot: CallbackSlot, now: number, ownZone: string): number | Unsure => {
  if (slot.day === null && slot.time === null && slot.partOfDay === null) return unsure("no time was named")
  const zone = slot.zone === null ? ownZone : zoneOfPlace(slot.zone, ownZone)
  if (zone === undefined) return unsure("the time zone is not known")
  const sameDate = (at: number) => wallTime(zone, at).day === wallTime(ownZone, at).day
  if (!sameDate(now)) return unsure("it is another day in the time zone that was named")

  const wall = wallOf(slot, wallTime(zone, now))
  if (typeof wall !== "number") return wall
  const at = instantOf(zone, wall)
  const isDaytime = minuteOfDay(wallTime(ownZone, at)) >= dayBreak
  return sameDate(at) && isDaytime ? at : unsure("it would be another day, or night, where the person lives")
}

const wallOf = (slot: CallbackSlot, now: WallTime): number | Unsure => {
  const day = slot.day === null ? undefined : dayOf(slot, slot.day, now)
  if (day !== undefined && typeof day !== "number") return day
  const minute = minuteOf(slot, day, now)
  if (typeof minute !== "number") return minute
  return (day ?? unnamedDay(slot, minute, now)) * dayMillis + minute * 60_000
}

/**
 * Returns the day of a callback for which no day was named: today, or tomorrow for a morning named after noon. Any
 * other time that has passed today is not moved to tomorrow, because the speech recognition may have misheard it.
 */
const unnamedDay = (slot: CallbackSlot, minute: number, now: WallTime): number => {
  const isMorning = slot.time?.meridiem === "AM" || (slot.partOfDay === "MORNING" && minute < noon)
  return isMorning && minuteOfDay(now) >= noon ? now.day + 1 : now.day
}

type Day = NonNullable<CallbackSlot["day"]>
type Kind<K extends Day["kind"]> = Extract<Day, { readonly kind: K }>

const dayOf = (slot: CallbackSlot, day: Day, now: WallTime): number | Unsure => {
  if (day.kind === "weekday") return dayOfWeekday(slot, day, now)
  if (day.kind === "date") return dayOfDate(day, now)
  // Even shortly after midnight, "tomorrow" is the next calendar day: a callback that is a day late makes the person
  // repeat the request, but one that is a day early is unwanted.
  return now.day + day.days
}

const dayOfWeekday = (slot: CallbackSlot, { week, weekday }: Kind<"weekday">, now: WallTime): number | Unsure => {
  const ahead = (weekday - now.weekday + 7) % 7
  if (week === "next") return dayOfNextWeek(ahead === 0 ? 7 : ahead, weekday, now)
  if (ahead > 0 || week === "this") return now.day + ahead
  // On a Monday, "Monday" may mean today. It means next week only if the named time has passed today.
  const today = slot.time === null ? undefined : minuteOf(slot, now.day, now)
  return typeof today === "number" && today < minuteOfDay(now)
    ? now.day + 7
    : unsure("the weekday may be today's or next week's")
}

/**
 * "Next Friday" means the first Friday ahead to some people and the Friday of the next week to others, whose weeks
 * begin on Monday or on Sunday. Returns a day only if all three readings agree and it is at least three days ahead:
 * a closer one would be called just "Friday".
 */
const dayOfNextWeek = (ahead: number, weekday: number, now: WallTime): number | Unsure => {
  const inMondayWeeks = 7 - now.weekday + weekday
  const inSundayWeeks = 7 - (now.weekday % 7) + (weekday % 7)
  return ahead >= 3 && ahead === inMondayWeeks && ahead === inSundayWeeks
    ? now.day + ahead
    : unsure("next may mean this week's day or that of the week after")
}

const dayOfDate = ({ day, month, year }: Kind<"date">, now: WallTime): number | Unsure => {
  const today = new Date(now.day * dayMillis)
  const [thisYear, thisMonth] = [today.getUTCFullYear(), today.getUTCMonth() + 1]
  const inMonth = (months: number) => calendarDay(thisYear, thisMonth + months, day)
  const noSuchDay = unsure("there is no such date")

  if (year !== null) {
    const named = typeof month === "number" ? calendarDay(year, month, day) : undefined
    return named ?? noSuchDay
  }
  if (month === "this") return inMonth(0) ?? noSuchDay
  if (month === "next") return inMonth(1) ?? noSuchDay
  if (month !== null) {
    const named = calendarDay(thisYear, month, day)
    return named !== undefined && named < now.day
      ? (calendarDay(thisYear + 1, month, day) ?? noSuchDay)
      : (named ?? noSuchDay)
  }
  // On the 5th, "the 5th" may mean today or next month. Before the 5th it is this month's, after it next month's.
  if (day === today.getUTCDate()) return unsure("the date may be today's or next month's")
  return inMonth(day > today.getUTCDate() ? 0 : 1) ?? noSuchDay
}

/**
 * Returns the days since 1970-01-01; undefined for a date that does not exist. Month 13 is January of the next year.
 */
const calendarDay = (year: number, month: number, day: number): number | undefined => {
  const date = new Date(Date.UTC(year, month - 1, day))
  return date.getUTCDate() === day ? date.getTime() / dayMillis : undefined
}

type Part = NonNullable<CallbackSlot["partOfDay"]>

/**
 * For each part of the day, its time without a clock time, and the range of clock times that fit it. Minutes of the
 * day.
 */
const parts: Readonly<Record<Part, { readonly usual: number; readonly from: number; readonly to: number }>> = {
  MORNING: { usual: 10 * 60, from: 5 * 60, to: 12 * 60 },
  // Hindi "dopahar" (noon) lasts until four.
  NOON: { usual: 12 * 60, from: 11 * 60, to: 16 * 60 },
  AFTERNOON: { usual: 14 * 60, from: 12 * 60, to: 19 * 60 },
  EVENING: { usual: 18 * 60, from: 15 * 60, to: 22 * 60 },
  NIGHT: { usual: 20 * 60, from: 17 * 60, to: 24 * 60 }
}

const noon = 12 * 60
/**
 * First minute of the day at which callbacks are scheduled. An earlier time may belong to the night before or after,
 * and daylight saving changes happen then.
 */
const dayBreak = 5 * 60
/**
 * Usual hours for phone calls, minutes of the day. They decide between the two readings of an hour without AM or PM.
 */
const [callsFrom, callsUntil] = [8 * 60, 21 * 60]
const isUsual = (minute: number) => minute >= callsFrom && minute < callsUntil

const minuteOfDay = ({ millisOfDay }: WallTime) => Math.floor(millisOfDay / 60_000)

/** The named time in minutes since midnight. `day` is undefined if no day was named. */
const minuteOf = (slot: CallbackSlot, day: number | undefined, now: WallTime): number | Unsure => {
  if (slot.time !== null) return minuteOfClock(slot, slot.time, day, now)
  if (slot.partOfDay !== null) return minuteOfPart(slot.partOfDay, day, now)
  if (day === now.day) return unsure("no time of the day was named")
  // "Tomorrow" without a time: the person answered at this time today, so it suits them.
  const same = minuteOfDay(now)
  return isUsual(same) ? same : parts.MORNING.usual
}

const minuteOfPart = (part: Part, day: number | undefined, now: WallTime): number | Unsure => {
  const minute = minuteOfDay(now)
  return day === undefined && part === "MORNING" && minute >= dayBreak && minute < noon
    ? unsure("the morning may be today's or tomorrow's")
    : parts[part].usual
}

const minuteOfClock = (
  { partOfDay }: CallbackSlot,
  time: NonNullable<CallbackSlot["time"]>,
  day: number | undefined,
  now: WallTime
): number | Unsure => {
  const part = partOfDay === null ? undefined : parts[partOfDay]
  const all = readingsOf(time)
  const readings = all.filter(
    (minute) => minute >= dayBreak && (part === undefined || (minute >= part.from && minute < part.to))
  )
  const [only, other] = readings
  if (only === undefined) return unsure(all.length === 0 || part ? "no clock shows that time" : "it is in the night")
  if (other === undefined) return only
  return readingByDay(readings, day, now)
}

/** Returns the possible minutes of the day: an hour up to twelve without AM or PM has two readings. */
const readingsOf = ({ hour, meridiem, minute }: NonNullable<CallbackSlot["time"]>): ReadonlyArray<number> => {
  const [morning, evening] = [(hour % 12) * 60 + minute, ((hour % 12) + 12) * 60 + minute]
  if (hour === 0 || hour === 24) return meridiem === "PM" ? [] : [minute]
  if (hour > 12) return meridiem === "AM" ? [] : [evening]
  return meridiem === null ? [morning, evening] : [meridiem === "AM" ? morning : evening]
}

/**
 * Returns the reading within the usual calling hours. Both readings of "eight" are within them, but today the first may
 * have passed. A person who is on the phone before eight in the morning may well mean an earlier hour.
 */
const readingByDay = (readings: ReadonlyArray<number>, day: number | undefined, now: WallTime): number | Unsure => {
  const minute = minuteOfDay(now)
  const isToday = day === undefined || day === now.day
  const ahead = isToday ? readings.filter((reading) => reading > minute) : readings
  const [next] = ahead
  // At three in the afternoon "today at nine" means this evening, but "at nine" may mean tomorrow morning.
  if (day !== undefined && ahead.length === 1 && next !== undefined) return next
  const usual = ahead.filter(isUsual)
  const [only] = usual
  if (only === undefined) return unsure("the time may have passed")
  if (usual.length > 1 || (isToday && ahead.length > 1 && !isUsual(minute)))
    return unsure("it may be in the morning or in the evening")
  return only
}
