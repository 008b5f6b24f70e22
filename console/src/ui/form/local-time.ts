/** The value of an input for a time, in the time zone of the browser; empty without a time. */
export const localTime = (value: string | null): string => {
  if (value === null) return ""
  const date = new Date(value)
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

/** Today, as the value of an input for a day. */
export const localToday = (): string => localTime(new Date().toISOString()).slice(0, 10)
