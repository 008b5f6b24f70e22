import { Effect, Schedule } from "effect"
import { databaseErrorKind, databaseErrorsAsFailures } from "./database-errors.ts"

/**
 * Repeats a write that must survive an outage of the database, for up to a day: one with a full disk may be away for a
 * night. A write that the database refuses fails at once.
 */
export const retryUntilBack = <A, E, R>(write: Effect.Effect<A, E, R>) =>
  Effect.retry(databaseErrorsAsFailures(write), {
    schedule: untilBack,
    while: (error) => databaseErrorKind(error) !== "refused"
  })

// Once the database is back, a settlement waits three seconds for the end of a conversation: without it, the number of an
// opt-out could be dialed again.
const untilBack = Schedule.upTo(Schedule.min([Schedule.exponential("200 millis"), Schedule.spaced("2 seconds")]), {
  duration: "1 day"
})
