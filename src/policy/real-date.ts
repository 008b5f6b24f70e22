/** An ISO date, with or without a time and an offset, as it was written; null when there is no such day, or none that is meant. */
export const asRealDate = (written: string): string | null => {
  const [, year = "", month = "", day = "", hour = "0", minute = "0", second = "0"] = isoDate.exec(written) ?? []
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)))
  const isDay = date.getUTCFullYear() === Number(year) && date.getUTCMonth() + 1 === Number(month)
  const isTime = Number(hour) < 24 && Number(minute) < 60 && Number(second) < 60
  return isDay && isTime && earliest <= Number(year) && Number(year) <= latest ? written : null
}

const isoDate = /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d)(?::(\d\d)(?:\.\d{1,9})?)?(?:Z|[+-](?:0\d|1[0-4]):[0-5]\d)?)?$/

// Births and terms of loans are within it.
const earliest = 1900
const latest = 2200
