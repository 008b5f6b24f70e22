import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { makeAssignment } from "../../../src/platform/sql/SharedWork.ts"

describe("the work of a node", () => {
  it.effect("reads the slices of its node once after each time that the node has assigned them", () =>
    Effect.gen(function* () {
      const { assign, run } = makeAssignment()
      let looks = 0
      yield* Effect.forkScoped(
        run(
          (mine) => {
            looks += 1
            return mine
          },
          () => Effect.never
        )
      )
      yield* assign(new Set([1, 2]))
      yield* Effect.yieldNow
      looks = 0
      for (let turn = 1; turn <= 20; turn++) {
        yield* assign(new Set([1, 2]))
        yield* Effect.yieldNow
        assert.strictEqual(looks, turn)
      }
    })
  )
})
