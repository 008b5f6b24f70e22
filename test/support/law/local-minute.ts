import { naiveWall } from "../wall-clock.ts"

const minute = 60_000
const half = 30 * minute

const first = Date.parse("2027-01-01T00:00Z") / half
const count = 48 * 366 * 3

/** By zone and half hour of these years; 0: not asked yet. */
const known = new Map<string, Int32Array>()

/** Minutes from 1970-01-01 on the clocks of a zone. Intl is asked for each half hour: no clock changes within one. */
export const localMinute = (zone: string, at: number): number => {
  const halves = known.get(zone) ?? newHalves(zone)
  const index = Math.floor(at / half)
  const local = halves[index - first] || naiveWall(zone, index * half) / minute
  halves[index - first] = local
  return local + Math.floor((at - index * half) / minute)
}

const newHalves = (zone: string) => {
  const halves = new Int32Array(count)
  known.set(zone, halves)
  return halves
}

const year = Date.UTC(2027, 5, 1)

/** Leaves out zones whose clocks always show what those of an earlier one show. */
export const distinctZones = (zones: ReadonlyArray<string>): ReadonlyArray<string> => [
  ...new Map(zones.toReversed().map((zone) => [clocksOf(zone), zone] as const)).values()
]

const clocksOf = (zone: string) =>
  clocks.get(zone) ?? clocks.set(zone, Array.from({ length: 200 }, (_, index) => offset(zone, index)).join()).get(zone)

const clocks = new Map<string, string>()

const offset = (zone: string, index: number) => {
  const at = year + index * 2 * 1440 * minute
  return localMinute(zone, at) - at / minute
}
