import { threadId } from "node:worker_threads"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { makeWorkThread } from "../../../src/platform/lifecycle/WorkThread.ts"
import type { Done, Task } from "./work-script.ts"

const limited = (seconds: number) =>
  makeWorkThread<Task, Done>(new URL("./work-script.ts", import.meta.url), {
    seconds,
    idleSeconds: 60,
    maxOldGenerationSizeMb: 24,
    maxYoungGenerationSizeMb: 4
  })
// No task of these tests takes that long, also on a busy machine.
const make = limited(60)

describe("a work thread", () => {
  it.live("does tasks in another thread, one by one, and hands their buffers over", () =>
    Effect.gen(function* () {
      const run = yield* make
      const buffers = [1, 2, 3].map((length) => new ArrayBuffer(length))
      const done = yield* Effect.forEach(buffers, (buffer) => run({ kind: "measure", buffer }, [buffer]), {
        concurrency: "unbounded"
      })
      assert.deepStrictEqual(
        done.map(({ size }) => size),
        [1, 2, 3]
      )
      assert.deepStrictEqual(
        buffers.map(({ byteLength }) => byteLength),
        [0, 0, 0]
      )
      assert.strictEqual(new Set(done.map(({ thread }) => thread)).size, 1)
      assert.notStrictEqual(done[0]?.thread, threadId)
    }).pipe(Effect.scoped)
  )

  it.live("survives a task that takes too much memory, too much time or crashes", () =>
    Effect.gen(function* () {
      for (const [kind, reason, maker] of [
        ["hoard", "memory", make],
        ["loop", "time", limited(4)],
        ["throw", "crash", make]
      ] as const) {
        const run = yield* maker
        const failure = yield* Effect.flip(run({ kind }, []))
        assert.strictEqual(failure.reason, reason)
        const buffer = new ArrayBuffer(4)
        assert.strictEqual((yield* run({ kind: "measure", buffer }, [buffer])).size, 4)
      }
    }).pipe(Effect.scoped)
  )

  it.live("lets the next task wait for one whose client went away", () =>
    Effect.gen(function* () {
      const run = yield* make
      const buffers = [1, 2].map((length) => new ArrayBuffer(length)) as [ArrayBuffer, ArrayBuffer]
      yield* Effect.timeoutOption(run({ kind: "measure", buffer: buffers[0] }, [buffers[0]]), 0)
      assert.strictEqual((yield* run({ kind: "measure", buffer: buffers[1] }, [buffers[1]])).size, 2)
    }).pipe(Effect.scoped)
  )
})
