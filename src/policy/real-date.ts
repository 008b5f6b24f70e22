/** Returns an ISO date, with or without time and offset, unchanged; null for an impossible or implausible date. */
export const asRealDate = (written: string): string | null => {
  const [, year = "", month = "", day = "", hour = "0", minute = "0", second = "0"] = isoDate.exec(written) ?? []
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)))
  const isDay = date.getUTCFullYear() === Number(year) && date.getUTCMonth() + 1 === Number(month)
  const isTime = Number(hour) < 24 && Number(minute) < 60 && Number(second) < 60
  return isDay && isTime && earliest <= Number(year) && Number(year) <= latest ? written : null
}

const isoDate = /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d)(?::(\d\d)(?:\.\d{1,9})?)?(?:Z|[+-](?:0\d|1[0-4]):[0-5]\d)?)?$/

// A range that includes births and the terms of loans.
const earliest = 1900
const latest = 2200
