/** The value of an input for a time, in the time zone of the browser; empty without a time. */
export const localTime = (value: string | null): string => {
  if (value === null) return ""
  const date = new Date(value)
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

/** Today, as the value of an input for a day. */
export const localToday = (): string => localTime(new Date().toISOString()).slice(0, 10)

/**
 * The moment at which a day begins in the time zone of the browser, or another day that many days later. A text that is no
 * day, such as February 31 in an address written by hand, stays as it is: the service says what is wrong with it.
 */
export const startOfDay = (day: string, daysLater = 0): string => {
  const date = new Date(`${day}T00:00`)
  // Some browsers read February 31 as March 3.
  if (date.getDate() !== Number(day.slice(8))) return day
  date.setDate(date.getDate() + daysLater)
  // Where the clocks change at midnight, a day begins at 01:00, and the day after it at 00:00 again.
  date.setHours(0, 0, 0, 0)
  return date.toISOString()
}
