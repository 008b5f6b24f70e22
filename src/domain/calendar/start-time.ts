import { instantOf } from "./local-time.ts"
import { parseTime } from "./time.ts"

/** The moment that a client means by a time: one without an offset is what the clocks of the time zone show. */
export const startTime = (given: string, timezone: string): Date | undefined => {
  const time = parseTime(given)
  return time === undefined || /T.*(Z|[+-]\d\d:\d\d)$/.test(given)
    ? time
    : new Date(instantOf(timezone, time.getTime()))
}
