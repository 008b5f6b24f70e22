/** Zones with different rules: whole, half and quarter hours, both hemispheres, changes at midnight. */
export const zones = [
  "UTC",
  "America/New_York",
  "Europe/London",
  "Asia/Kolkata",
  "Asia/Kathmandu",
  "Australia/Lord_Howe",
  "America/Havana",
  "Asia/Beirut",
  "Pacific/Chatham",
  "Pacific/Apia",
  "Pacific/Kiritimati",
  "Africa/Casablanca",
  "America/St_Johns",
  "Asia/Gaza"
]

const formats = new Map<string, Intl.DateTimeFormat>()

/** Returns the local time of a zone as milliseconds, read field by field from Intl. */
export const naiveWall = (zone: string, at: number): number => {
  const format = formats.get(zone) ?? makeFormat(zone)
  formats.set(zone, format)
  const fields = new Map(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]))
  const field = (name: Intl.DateTimeFormatPartTypes) => fields.get(name) ?? Number.NaN
  const seconds = Date.UTC(
    field("year"),
    field("month") - 1,
    field("day"),
    field("hour"),
    field("minute"),
    field("second")
  )
  return seconds + (((at % 1_000) + 1_000) % 1_000)
}

const makeFormat = (zone: string) =>
  new Intl.DateTimeFormat("en-US", {
    timeZone: zone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric"
  })

const hour = 3_600_000
const from = Date.parse("2024-01-01T00:00Z")
const to = Date.parse("2032-01-01T00:00Z")

/**
 * Returns a random moment in these years. Half of the moments are within hours of a clock change, if the
 * zone has any.
 */
export const randomMoment = (random: () => number, zone: string): number => {
  const moment = Math.floor(from + random() * (to - from))
  if (random() < 0.5) return moment
  const changes = changesOf(zone)
  const change = changes[Math.floor(random() * changes.length)]
  return change === undefined ? moment : Math.floor(change + (random() - 0.5) * 30 * hour)
}

const known = new Map<string, ReadonlyArray<number>>()

/** Returns the full hours before which a zone's clocks changed. */
const changesOf = (zone: string): ReadonlyArray<number> => {
  const changes = known.get(zone) ?? findChanges(zone)
  known.set(zone, changes)
  return changes
}

const findChanges = (zone: string): ReadonlyArray<number> => {
  const offsetAt = (at: number) => naiveWall(zone, at) - at
  const days = Array.from({ length: (to - from) / (24 * hour) }, (_, day) => from + day * 24 * hour)
  return days
    .filter((day) => offsetAt(day) !== offsetAt(day + 24 * hour))
    .map((day) => {
      let at = day
      while (offsetAt(at) === offsetAt(day)) at += hour
      return at
    })
}
