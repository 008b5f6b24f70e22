import { instantOf } from "./local-time.ts"
import { firstMoment, lastMoment, parseTime } from "./time.ts"

/** Reads a time that a client sent. A time without an offset is local time in the given time zone. */
export const startTime = (given: string, timezone: string): Date | undefined => {
  const time = parseTime(given)
  return time === undefined || /T.*(Z|[+-]\d\d:\d\d)$/.test(given)
    ? time
    : new Date(Math.min(Math.max(instantOf(timezone, time.getTime()), firstMoment.getTime()), lastMoment.getTime()))
}
