const numbers = new Intl.NumberFormat("en")
const days = new Intl.DateTimeFormat("en", { day: "numeric", month: "short" })
const daysAndYears = new Intl.DateTimeFormat("en", { day: "numeric", month: "short", year: "numeric" })
const times = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" })
const fullTimes = new Intl.DateTimeFormat("en-GB", { dateStyle: "full", timeStyle: "long" })

/** `12,345`; a dash for a missing number. */
export const number = (value: number | null | undefined): string =>
  value === null || value === undefined ? "–" : numbers.format(value)

/** `43 %` of a rate from 0 to 1; a dash for a missing rate. */
export const percent = (rate: number | null | undefined): string =>
  rate === null || rate === undefined ? "–" : `${Math.round(rate * 100)} %`

/** `4:05`, or `1:04:05`. */
export const duration = (seconds: number): string => {
  const whole = Math.max(0, Math.round(seconds))
  const two = (value: number) => String(value).padStart(2, "0")
  const hours = Math.floor(whole / 3600)
  const minutes = Math.floor(whole / 60) % 60
  return hours > 0 ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`
}

/** `€12.30`; a dash for an unknown cost. Prices of a call have up to four decimals. */
export const money = (amount: number | null | undefined, currency: string | null | undefined): string =>
  amount === null || amount === undefined || !currency
    ? "–"
    : new Intl.NumberFormat("en", {
        style: "currency",
        currency,
        maximumFractionDigits: Math.abs(amount) < 1 && amount !== 0 ? 4 : 2
      }).format(amount)

/** Isolates a name within a text: a name from right to left, or with direction marks, does not reorder the text after it. */
export const isolated = (name: string): string => (rightToLeft.test(name) ? `\u2068${name}\u2069` : name)

const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\u202a-\u202e]/u

const isSameDay = (one: Date, other: Date) => one.toDateString() === other.toDateString()

/** `14:05` today, `22 Nov 14:05` in this year, otherwise with the year; in the time zone of the browser. */
export const dateTime = (value: string | number | Date, now = new Date()): string => {
  const date = new Date(value)
  if (isSameDay(date, now)) return times.format(date)
  return `${(date.getFullYear() === now.getFullYear() ? days : daysAndYears).format(date)} ${times.format(date)}`
}

export const day = (value: string | Date): string => days.format(new Date(value))
export const fullTime = (value: string | Date): string => fullTimes.format(new Date(value))

/** `in 5 min`, `3 h ago`, `now`. */
export const relative = (value: string | Date, now = Date.now()): string => {
  const minutes = Math.round((new Date(value).getTime() - now) / 60_000)
  const size = Math.abs(minutes)
  if (size === 0) return "now"
  const text =
    size < 60 ? `${size} min` : size < 2880 ? `${Math.round(size / 60)} h` : `${Math.round(size / 1440)} days`
  return minutes < 0 ? `${text} ago` : `in ${text}`
}

/** `1 call`, `2 calls`. */
export const plural = (count: number, one: string, several = `${one}s`): string =>
  `${number(count)} ${count === 1 ? one : several}`

/** Returns a function that writes an hour in a time zone, such as `Tue 14:00`. */
export const hourIn = (timezone: string): ((value: string) => string) => {
  const format = new Intl.DateTimeFormat("en-GB", {
    weekday: "short",
    hour: "2-digit",
    minute: "2-digit",
    timeZone: timezone
  })
  // Browsers disagree on a comma after the day.
  return (value) => format.format(new Date(value)).replace(",", "")
}
