/** Countries and areas that never change their clocks: hours ahead of UTC, zone, prefix, length of a number with "+". */
const places = [
  [-10, "Pacific/Honolulu", "+1808555", 12],
  [-7, "America/Phoenix", "+1480555", 12],
  [-4, "America/La_Paz", "+5917", 12],
  [-1, "Atlantic/Cape_Verde", "+2389", 11],
  [2, "Africa/Johannesburg", "+2782", 12],
  [5, "Asia/Karachi", "+92301", 13],
  [8, "Asia/Singapore", "+659", 11],
  [11, "Pacific/Noumea", "+6877", 10]
] as const

let numbers = 0

/** Returns a place where the hour of the day is now `hour`, or one or two hours later. */
export const placeAt = (hour: number) => {
  const now = new Date().getUTCHours()
  const place = places.find(([offset]) => (now + offset - hour + 48) % 24 < 3)
  if (place === undefined) throw new Error(`No place has the hour ${hour}`)
  const [offset, zone, prefix, length] = place
  /** Returns a new number there. Its last digit decides the behavior of the simulated person. */
  const number = (digit: number) => `${prefix}${String(++numbers).padStart(length - 1 - prefix.length, "0")}${digit}`
  return { offset, zone, number }
}
