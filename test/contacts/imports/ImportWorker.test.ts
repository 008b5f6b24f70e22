import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Queue } from "effect"
import { TestClock } from "effect/testing"
import { type ChunkResult, ImportChunks } from "../../../src/contacts/imports/ImportChunks.ts"
import * as ImportWorker from "../../../src/contacts/imports/ImportWorker.ts"
import { Signals } from "../../../src/events/Signals.ts"
import { AppConfig, readSettings } from "../../../src/platform/config.ts"

describe("ImportWorker", () => {
  // Runs a worker over scripted turns and records its actions in `done`.
  const scripted = Effect.fnUntraced(function* (roles: string) {
    const created = yield* Queue.unbounded<void>()
    const turns: Array<ChunkResult | Error> = []
    const done: Array<string> = []
    yield* Layer.build(
      ImportWorker.layer.pipe(
        Layer.provide([
          Layer.effect(AppConfig, readSettings({ ROLES: roles })),
          Layer.mock(Signals, { listen: () => Effect.succeed(Queue.take(created)) }),
          Layer.mock(ImportChunks, {
            applyNext: Effect.suspend(() => {
              const turn = turns.shift() ?? "idle"
              done.push(String(turn))
              return turn instanceof Error ? Effect.die(turn) : Effect.succeed(turn)
            })
          })
        ])
      )
    )
    const settle = Effect.gen(function* () {
      for (let turn = 0; turn < 50; turn++) yield* Effect.yieldNow
      return done.splice(0)
    })
    return { created, turns, settle }
  })

  it.effect("works until no chunk is left, then waits until an import is created", () =>
    Effect.gen(function* () {
      const { created, turns, settle } = yield* scripted("all")
      assert.deepStrictEqual(yield* settle, ["idle"])
      turns.push("worked", "worked")
      assert.deepStrictEqual(yield* settle, [])
      yield* Queue.offer(created, undefined)
      assert.deepStrictEqual(yield* settle, ["worked", "worked", "idle"])
      assert.deepStrictEqual(yield* settle, [])
    })
  )

  it.effect("polls every five seconds without a signal", () =>
    Effect.gen(function* () {
      const { turns, settle } = yield* scripted("workers")
      yield* settle
      turns.push("worked")
      yield* TestClock.adjust("4 seconds")
      assert.deepStrictEqual(yield* settle, [])
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual(yield* settle, ["worked", "idle"])
    })
  )

  it.effect("continues after an unexpected failure", () =>
    Effect.gen(function* () {
      const { turns, settle } = yield* scripted("all")
      yield* settle
      turns.push(new Error("no database"), "worked")
      yield* TestClock.adjust("5 seconds")
      yield* settle
      yield* TestClock.adjust("5 seconds")
      assert.includeMembers(yield* settle, ["worked", "idle"])
    })
  )

  it.effect("does nothing on a node without the role", () =>
    Effect.gen(function* () {
      const { created, settle } = yield* scripted("api,dialer,media")
      yield* Queue.offer(created, undefined)
      yield* TestClock.adjust("1 minute")
      assert.deepStrictEqual(yield* settle, [])
    })
  )
})
