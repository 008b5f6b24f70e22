import { assert, describe, it } from "@effect/vitest"
import { Cause, Effect, Exit, Schema } from "effect"
import { Timestamp } from "../../../src/domain/calendar/time.ts"
import { rowsOf } from "../../../src/platform/sql/decode-rows.ts"

const Note = Schema.Struct({
  id: Schema.String,
  length: Schema.Int.check(Schema.isGreaterThan(0)),
  isRead: Schema.Boolean,
  labels: Schema.Record(Schema.String, Schema.Json),
  readAt: Schema.NullOr(Timestamp),
  createdAt: Timestamp
}).annotate({ identifier: "Note" })

const notes = rowsOf(Note)

const row = {
  id: "1",
  length: 12,
  isRead: false,
  labels: { color: "red" },
  readAt: null,
  createdAt: new Date("2030-01-31T00:00:00Z")
}

const defectOf = Effect.fnUntraced(function* (given: object) {
  const exit = yield* Effect.exit(notes(Effect.succeed([row, given])))
  const defect = Exit.isFailure(exit) ? Cause.squash(exit.cause) : undefined
  assert.isTrue(Exit.isFailure(exit) && Cause.hasDies(exit.cause))
  return (defect as Error).message
})

describe("rowsOf", () => {
  it.effect("returns the rows as the driver returned them, without columns that the schema does not know", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* notes(Effect.succeed([row, { ...row, search: "x" }])), [row, row])
      assert.deepStrictEqual(yield* notes(Effect.succeed([])), [])
    })
  )

  it.effect("returns a row that breaks a rule for input, because the rule may be newer than the row", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* notes(Effect.succeed([{ ...row, length: 0 }])), [{ ...row, length: 0 }])
    })
  )

  it.effect("dies with the name of a column that is missing", () =>
    Effect.gen(function* () {
      const { isRead: _, ...incomplete } = row
      assert.strictEqual(yield* defectOf(incomplete), "A database row does not fit Note: isRead is required")
    })
  )

  it.effect("dies with the name of a column that is null although it must not be", () =>
    Effect.gen(function* () {
      const message = yield* defectOf({ ...row, id: null })
      assert.strictEqual(message, "A database row does not fit Note: id must be a string")
    })
  )

  it.effect("dies with the name of a column of another type, and does not quote its value", () =>
    Effect.gen(function* () {
      const message = yield* defectOf({ ...row, length: "secret" })
      assert.strictEqual(message, "A database row does not fit Note: length must be a number")
      assert.match(yield* defectOf({ ...row, createdAt: "2030-01-31T00:00:00Z" }), /fit Note: createdAt must be/)
    })
  )

  it.effect("passes a failure of the statement on", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* Effect.flip(notes(Effect.fail("refused"))), "refused")
    })
  )
})
