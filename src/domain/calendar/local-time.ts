import { isNoIanaZone, isTimeZone } from "../text/text.ts"

/**
 * A local date and time. As one number, a wall time is the milliseconds that `Date.UTC` returns for the local fields.
 * Days are counted from 1970-01-01.
 */
export interface WallTime {
  readonly day: number
  /** Monday = 1 … Sunday = 7. */
  readonly weekday: number
  readonly millisOfDay: number
}

/** A period without a clock change: the zone is `offset` ms ahead of UTC until `end`. */
export interface OffsetSpan {
  readonly offset: number
  readonly end: number
}

export const dayMillis = 86_400_000

/** Whether this is an IANA time zone; cheap for zones that were used before. */
export const isKnownZone = (zone: string): boolean => !isNoIanaZone(zone) && (zones.has(zone) || isTimeZone(zone))

/** The zone's offset from `at` on. The next span may have the same offset. */
export const offsetSpan = (zone: string, at: number): OffsetSpan => {
  const day = Math.floor(at / dayMillis)
  const { before, change, after } = offsetsOfDay(zone, day)
  return at < change ? { offset: before, end: change } : { offset: after, end: (day + 1) * dayMillis }
}

/** The wall time of a zone at a moment, as milliseconds. */
export const wallMillis = (zone: string, at: number): number => at + offsetSpan(zone, at).offset

export const wallTime = (zone: string, at: number): WallTime => wallTimeOf(wallMillis(zone, at))

/** Splits wall milliseconds into their parts. */
export const wallTimeOf = (wall: number): WallTime => {
  const day = Math.floor(wall / dayMillis)
  // Day 0 was a Thursday.
  return { day, weekday: ((((day + 3) % 7) + 7) % 7) + 1, millisOfDay: wall - day * dayMillis }
}

/**
 * The first moment at which a zone's clocks show this wall time or a later one: the first occurrence of a time that
 * occurs twice, and the moment of the clock change for a time that is skipped.
 */
export const instantOf = (zone: string, wall: number): number =>
  // No zone is more than 14 hours ahead of UTC, so no zone has reached the wall time 15 hours before it.
  firstShowing(zone, wall - 15 * 3_600_000, wall)

/** The moment at which the zone's next calendar day begins, even if a clock change skips midnight. */
export const startOfNextDay = (zone: string, at: number): number =>
  firstShowing(zone, at, (wallTime(zone, at).day + 1) * dayMillis)

/** The first moment from `from` on at which a zone's clocks show this wall time or a later one. */
const firstShowing = (zone: string, from: number, wall: number): number => {
  let at = from
  for (;;) {
    const { offset, end } = offsetSpan(zone, at)
    if (wall - offset < end) return Math.max(at, wall - offset)
    at = end
  }
}

/** UTC offset at the start of a UTC day, the moment at which it changes, and the offset from then on, all in ms. */
interface OffsetsOfDay {
  readonly before: number
  readonly change: number
  readonly after: number
}

interface Zone {
  readonly format: Intl.DateTimeFormat
  readonly days: Map<number, OffsetsOfDay>
}

/** Maximum number of cached zones, and of cached days in each; a full cache is emptied. */
const [maximumZones, maximumDays] = [500, 1_000]
const zones = new Map<string, Zone>()

const offsetsOfDay = (name: string, day: number): OffsetsOfDay => {
  const zone = zones.get(name) ?? addZone(name)
  const known = zone.days.get(day)
  if (known !== undefined) return known
  if (zone.days.size >= maximumDays) zone.days.clear()
  const offsets = readOffsets(zone.format, day * dayMillis)
  zone.days.set(day, offsets)
  return offsets
}

const addZone = (name: string): Zone => {
  if (zones.size >= maximumZones) zones.clear()
  const format = new Intl.DateTimeFormat("en-US", { timeZone: name, timeZoneName: "longOffset" })
  const zone = { format, days: new Map() }
  zones.set(name, zone)
  return zone
}

/** Finds the clock change by bisection; no zone changes its clocks twice in a UTC day. */
const readOffsets = (format: Intl.DateTimeFormat, start: number): OffsetsOfDay => {
  const end = start + dayMillis
  const [before, after] = [offsetAt(format, start), offsetAt(format, end)]
  if (before === after) return { before, change: end, after }
  let [unchanged, changed] = [start, end]
  while (changed - unchanged > 1) {
    const middle = Math.floor((unchanged + changed) / 2)
    if (offsetAt(format, middle) === before) unchanged = middle
    else changed = middle
  }
  return { before, change: changed, after }
}

const offsetAt = (format: Intl.DateTimeFormat, at: number): number => {
  const [, sign, hours = 0, minutes = 0, seconds = 0] =
    /GMT(?:([+-])(\d\d):(\d\d)(?::(\d\d))?)?$/.exec(format.format(at)) ?? []
  const millis = (Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds)) * 1_000
  return sign === "-" ? -millis : millis
}
