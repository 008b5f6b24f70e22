import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { acceptNumbers } from "../../../src/api/handlers/contacts/number-uploads.ts"
import { NodeLoads } from "../../../src/calls/capacity/NodeLoads.ts"
import { NumberUploads } from "../../../src/contacts/registries/NumberUploads.ts"

const upload = { id: "an upload", status: "COMPLETED" } as never

/** Sends a file with the request that waits, and returns how often it was accepted. */
const sending = (haveWorkers: boolean) =>
  Effect.gen(function* () {
    let accepted = 0
    const { untilFinished } = yield* acceptNumbers
    const exit = yield* Effect.exit(
      untilFinished(
        7,
        Effect.sync(() => {
          accepted++
          return upload
        })
      )
    )
    return { accepted, exit }
  }).pipe(
    Effect.provideService(NumberUploads, { finished: () => Effect.succeed(upload) } as never),
    Effect.provideService(NodeLoads, { haveWorkers: Effect.succeed(haveWorkers) } as never)
  )

describe("an upload of numbers that waits until it is applied", () => {
  it.effect("is refused, and not stored, where no node has the role workers", () =>
    Effect.gen(function* () {
      const { accepted, exit } = yield* sending(false)
      assert.strictEqual(accepted, 0)
      assert.isTrue(exit._tag === "Failure" && exit.cause.toString().includes("start a node with the role `workers`"))
    })
  )

  it.effect("is accepted where a node has the role workers", () =>
    Effect.gen(function* () {
      const { accepted, exit } = yield* sending(true)
      assert.deepStrictEqual([accepted, exit._tag], [1, "Success"])
    })
  )
})
