/** The first day of the month that is `months` after this one. */
export const month = (months: number): Date => {
  const now = new Date()
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, 1))
}

/** The end of the name of a month's partition. */
export const suffix = (at: Date): string => at.toISOString().slice(0, 7).replace("-", "_")

/** Returns the id of a row that was made at a moment. `digits` keep ids of the same moment apart. */
export const idAt = (at: Date, digits: number): string =>
  `${at
    .getTime()
    .toString(16)
    .padStart(12, "0")
    .replace(/^(.{8})/, "$1-")}-7000-8000-${`${digits}`.padStart(12, "0")}`
