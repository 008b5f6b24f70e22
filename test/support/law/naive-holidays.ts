const day = 86_400_000

const known = new Map<string, boolean>()

/** Whether a day, counted from 1970-01-01, is a holiday of one of these forms, or the day on which one is observed. */
export const isHoliday = (forms: ReadonlyArray<string>, of: number): boolean =>
  forms.some((form) => {
    const key = `${form} ${of}`
    const answer = known.get(key) ?? falls(form, new Date(of * day))
    known.set(key, answer)
    return answer
  })

const names = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"]
const iso = (date: Date) => date.toISOString().slice(0, 10)
const plus = (date: Date, days: number) => new Date(date.getTime() + days * day)

const falls = (form: string, date: Date): boolean => {
  if (/^\d{4}-/.test(form)) return form === iso(date)
  if (form.startsWith("easter")) {
    const sunday = plus(date, -Number(form.slice("easter".length) || 0))
    return iso(sunday) === easter(sunday.getUTCFullYear())
  }
  if (form.startsWith("hijri")) return [-1, 0, 1].some((beside) => hijri(plus(date, beside)) === form.slice(6))
  const [first = "", count = "", month = "", later = "0"] = form.split(" ")
  if (names.includes(first)) return isCounted(first, Number(count), Number(month), plus(date, -Number(later)))
  const isDay = (of: Date) => iso(of).slice(5) === first
  if (isDay(date)) return true
  const isObserved = count === "near" || count === "next"
  if (isObserved && date.getUTCDay() === 1 && isDay(plus(date, -1))) return true
  return count === "near" && date.getUTCDay() === 5 && isDay(plus(date, 1))
}

const isCounted = (name: string, count: number, month: number, date: Date) => {
  if (date.getUTCMonth() + 1 !== month || names[date.getUTCDay()] !== name) return false
  if (count > 0) return Math.ceil(date.getUTCDate() / 7) === count
  return plus(date, 7).getUTCMonth() + 1 !== month
}

const islamic = new Intl.DateTimeFormat("en-US-u-ca-islamic-umalqura", {
  timeZone: "UTC",
  month: "numeric",
  day: "numeric"
})

const hijri = (date: Date) => {
  const parts = islamic.formatToParts(date)
  const part = (type: string) => (parts.find((one) => one.type === type)?.value ?? "").padStart(2, "0")
  return `${part("month")}-${part("day")}`
}

/** Gauss's rule. */
const easter = (year: number): string => {
  const a = year % 19
  const b = year % 4
  const c = year % 7
  const k = Math.floor(year / 100)
  const p = Math.floor((13 + 8 * k) / 25)
  const q = Math.floor(k / 4)
  const m = (15 - p + k - q) % 30
  const n = (4 + k - q) % 7
  const d = (19 * a + m) % 30
  const e = (2 * b + 4 * c + 6 * d + n) % 7
  const late = (d === 29 && e === 6) || (d === 28 && e === 6 && (11 * m + 11) % 30 < 19)
  return iso(new Date(Date.UTC(year, 2, 22 + d + e - (late ? 7 : 0))))
}
