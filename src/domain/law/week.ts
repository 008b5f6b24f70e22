/** The open times of the seven days from Monday on: half-open intervals in ms of the day, in order. */
export type Week = ReadonlyArray<ReadonlyArray<readonly [start: number, end: number]>>

const days = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]

/** Reads hours such as `Mon-Fri 10:00-13:00 14:00-20:00; Sat 10:00-16:00`; other days are closed. */
export const weekOf = (hours: string): Week => {
  const week = days.map((): ReadonlyArray<readonly [number, number]> => [])
  for (const part of hours.split("; ")) {
    const [range = "", ...spans] = part.split(" ")
    const [first = "", last = first] = range.split("-")
    for (let day = indexOf(first); day <= indexOf(last); day++) week[day] = spans.map(spanOf)
  }
  return week
}

const indexOf = (day: string) => {
  const index = days.indexOf(day)
  if (index < 0) throw new Error(`There is no day ${day}`)
  return index
}

const spanOf = (span: string) => {
  const [start = Number.NaN, end = Number.NaN] = span.split("-").map(millisOf)
  if (!(start < end)) throw new Error(`${span} is no time of day`)
  return [start, end] as const
}

const millisOf = (time: string) => (Number(time.slice(0, 2)) * 60 + Number(time.slice(3))) * 60_000
