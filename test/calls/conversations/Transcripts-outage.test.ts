import { PgClient } from "@effect/sql-pg"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlError } from "effect/sql"
import { TestClock } from "effect/testing"
import { Settlement } from "../../../src/calls/attempts/Settlement.ts"
import { Transcripts } from "../../../src/calls/conversations/Transcripts.ts"
import { CallCosts } from "../../../src/calls/costs/CallCosts.ts"
import { Signals } from "../../../src/events/Signals.ts"
import { Secrets } from "../../../src/platform/secrets/Secrets.ts"

const refusal = new SqlError.SqlError({
  reason: new SqlError.ConnectionError({ cause: new Error("Connection refused") })
})

describe("the end of a conversation", () => {
  it.effect("is stored although the database is away for a night, before a settlement stops waiting for it", () =>
    Effect.gen(function* () {
      let isAway = true
      let stored = 0
      const statement = () =>
        Effect.suspend(() => {
          if (isAway) return Effect.fail(refusal)
          stored++
          return Effect.succeed([])
        })
      const sql = Object.assign(statement, { literal: () => "" }) as unknown as PgClient.PgClient
      const services = Layer.mergeAll(
        Layer.succeed(PgClient.PgClient, sql),
        Layer.mock(Settlement, {}),
        Layer.mock(CallCosts, {}),
        Layer.succeed(Secrets, {} as Secrets["Service"]),
        Layer.mock(Signals, { send: () => Effect.void })
      )
      const { end } = yield* Effect.provide(Transcripts, Layer.provide(Transcripts.layer, services))
      const conversation = { id: "01a22508-7f45-7000-8590-2587cd1ab19b", organizationId: 1, callId: "a call" }
      const record = { transcript: [], turns: [], heard: true, optedOut: false, failed: false }
      const ending = yield* Effect.forkChild(end(conversation, record))
      yield* TestClock.adjust("28803 seconds")
      assert.isUndefined(ending.pollUnsafe())
      isAway = false
      yield* TestClock.adjust("2 seconds")
      assert.isDefined(ending.pollUnsafe())
      assert.strictEqual(stored, 1)
    })
  )
})
