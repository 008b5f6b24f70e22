import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Logger } from "effect"
import { TestClock } from "effect/testing"
import type { LiveAttempt } from "../../src/calls/attempts/Attempts.ts"
import { untilCallsEnd } from "../../src/dialer/overdue-calls.ts"

const attempt = (id: string, ageMillis: number): LiveAttempt => ({
  ...{ id, phoneNumber: "+919812345610", account: "a", callSid: "CA1", callerId: null },
  ...{ startedAt: new Date(0), ageMillis, leaseMillis: 60_000 }
})

describe("a stopping node that is the only one", () => {
  it.effect("waits until no call is live, also while the database cannot be read", () =>
    Effect.gen(function* () {
      let live: Effect.Effect<number> = Effect.die("The database is away")
      const attempts = {
        campaignsWithLive: Effect.succeed([]),
        live: () => Effect.succeed([]),
        liveAt: () => Effect.suspend(() => live)
      }
      const waiting = yield* Effect.forkChild(untilCallsEnd({ accounts: "a", attempts, lookUp: () => Effect.void }))
      yield* TestClock.adjust("1 minute")
      live = Effect.succeed(1)
      yield* TestClock.adjust("1 minute")
      assert.isUndefined(waiting.pollUnsafe())
      live = Effect.succeed(0)
      yield* TestClock.adjust("100 millis")
      yield* Fiber.join(waiting)
    })
  )

  it.effect("looks up calls whose callbacks are overdue, and goes on after a failure", () =>
    Effect.gen(function* () {
      const lookedUp: Array<string> = []
      let reads = 0
      const attempts = {
        campaignsWithLive: Effect.suspend(() =>
          ++reads === 1 ? Effect.die("The database is away") : Effect.succeed(["one", "other"])
        ),
        live: (id: string) => Effect.succeed([attempt(`${id} new`, 10_000), attempt(`${id} old`, 61_000)]),
        liveAt: () => Effect.succeed(1)
      }
      const lookUp = ({ id }: LiveAttempt) => Effect.sync(() => void lookedUp.push(id))
      const logged: Array<string> = []
      const logger = Logger.layer([Logger.make(({ message }) => logged.push(String(message)))])
      yield* Effect.forkChild(Effect.provide(untilCallsEnd({ accounts: "a", attempts, lookUp }), logger))
      yield* TestClock.adjust("59 seconds")
      assert.deepStrictEqual(lookedUp, [])
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual(lookedUp, ["one old", "other old"])
      assert.deepStrictEqual(logged, ["Could not look up the live calls; retrying: The database is away"])
    })
  )
})
