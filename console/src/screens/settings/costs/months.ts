const names = new Intl.DateTimeFormat("en", { month: "long", year: "numeric", timeZone: "UTC" })

/** The months to choose from: this one, which the service knows, and the eleven before it in the organization's time zone. */
export const monthsUntil = (now: Date, timezone: string, chosen: string | undefined) => {
  const [year = 0, month = 0] = new Intl.DateTimeFormat("sv", { year: "numeric", month: "2-digit", timeZone: timezone })
    .format(now)
    .split("-")
    .map(Number)
  const before = Array.from({ length: 11 }, (_, index) => {
    const first = new Date(Date.UTC(year, month - 2 - index, 1))
    return { value: first.toISOString().slice(0, 7), label: names.format(first) }
  })
  const all = [{ value: "", label: "This month" }, ...before, { value: "all", label: "All months" }]
  return chosen === undefined || all.some(({ value }) => value === chosen)
    ? all
    : [...all, { value: chosen, label: chosen }]
}
