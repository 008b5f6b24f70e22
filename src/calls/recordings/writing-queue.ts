import { type Cause, Clock, Effect, Queue, Schedule, Stream } from "effect"
import { databaseErrorsAsFailures } from "../../platform/sql/database-errors.ts"
import { retryUntilBack } from "../../platform/sql/retry-until-back.ts"

/** A step in writing a recording. */
interface Step {
  /** A part that cannot be stored is silent in the recording. All other steps are retried until the database is back. */
  readonly isPart: boolean
  readonly work: Effect.Effect<unknown, unknown>
  /** Describes for the log what could not be done. */
  readonly failure: string
}

/**
 * Makes the queue of the steps of one recording, which are carried out one after another. While the file store does not
 * answer, parts are given up: each after 20 seconds, the oldest ones beyond 24, and all of them 30 seconds after the call.
 * This limits the audio in memory, and the time for which a recording keeps a node from stopping.
 */
export const makeWritingQueue = () => {
  const steps = Effect.runSync(Queue.unbounded<Step, Cause.Done>())
  let waitingParts = 0
  let isOver = false
  let lastStoreAt = Number.POSITIVE_INFINITY

  const mayStore = Effect.map(Clock.currentTimeMillis, (now) => {
    if (isOver) lastStoreAt = Math.min(lastStoreAt, now + afterCallMillis)
    return waitingParts < maxWaiting && now <= lastStoreAt
  })

  const carryOut = ({ failure, isPart, work }: Step) =>
    Effect.gen(function* () {
      if (isPart) waitingParts--
      if (isPart && !(yield* mayStore)) return yield* Effect.logError(failure)
      const retried = isPart
        ? work.pipe(
            databaseErrorsAsFailures,
            Effect.retry({ times: 4, schedule: Schedule.exponential("200 millis") }),
            Effect.timeout(patience)
          )
        : retryUntilBack(work)
      yield* Effect.catchCause(retried, (cause) => Effect.logError(failure, cause))
    })

  return {
    add: (step: Step): void => {
      if (step.isPart) waitingParts++
      Queue.offerUnsafe(steps, step)
    },
    end: (): void => {
      isOver = true
      Queue.endUnsafe(steps)
    },
    /** Carries out the steps as they come. Completes after `end`. */
    run: Stream.runForEach(Stream.fromQueue(steps), carryOut)
  }
}

/** Number of parts that may wait to be stored. */
const maxWaiting = 24
/** Maximum time to store a part. */
const patience = "20 seconds"
/** Time after the call during which parts that still wait are stored, ms. */
const afterCallMillis = 30_000
