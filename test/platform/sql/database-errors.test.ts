import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit } from "effect"
import { SqlError } from "effect/sql"
import {
  databaseErrorCode,
  databaseErrorKind,
  databaseErrorsAsFailures,
  isDatabaseAway
} from "../../../src/platform/sql/database-errors.ts"

const props = (code: string) => ({ cause: Object.assign(new Error("refused"), { code }), message: "Query failed" })
const unknown = (code: string) => new SqlError.SqlError({ reason: new SqlError.UnknownError(props(code)) })
const disconnected = new SqlError.SqlError({ reason: new SqlError.ConnectionError(props("ECONNREFUSED")) })
const deadlock = new SqlError.SqlError({ reason: new SqlError.DeadlockError(props("40P01")) })
const lostRace = new SqlError.SqlError({ reason: new SqlError.SerializationError(props("40001")) })

describe("databaseErrorKind", () => {
  it("distinguishes errors that pass, errors that a new transaction avoids, and errors that stay", () => {
    assert.strictEqual(databaseErrorKind(disconnected), "disconnected")
    for (const code of ["57P01", "57P02", "57P03", "53100", "53300", "25006"]) {
      assert.strictEqual(databaseErrorKind(unknown(code)), "unavailable", code)
    }
    assert.strictEqual(databaseErrorKind(deadlock), "conflict")
    assert.strictEqual(databaseErrorKind(lostRace), "conflict")
    for (const code of ["22P05", "23514", "54000"]) {
      assert.strictEqual(databaseErrorKind(unknown(code)), "refused", code)
    }
    for (const code of ["57014", "42601", ""]) assert.strictEqual(databaseErrorKind(unknown(code)), "other", code)
    assert.isUndefined(databaseErrorKind(new Error("ECONNREFUSED")))
  })

  it("counts the database as away while it cannot be reached or takes no connection", () => {
    const away = [disconnected, unknown("57P03"), deadlock, unknown("23514"), new Error("x")].map(isDatabaseAway)
    assert.deepStrictEqual(away, [true, true, false, false, false])
  })
})

it("databaseErrorCode returns the SQLSTATE, or nothing where there is none", () => {
  assert.strictEqual(databaseErrorCode(unknown("23514")), "23514")
  assert.strictEqual(
    databaseErrorCode(new SqlError.SqlError({ reason: new SqlError.UnknownError({ cause: "lost", message: "" }) })),
    ""
  )
})

it.effect("databaseErrorsAsFailures returns failed statements as failures and leaves other defects", () =>
  Effect.gen(function* () {
    const mistake = new Error("a mistake of the program")
    assert.deepStrictEqual(yield* Effect.exit(databaseErrorsAsFailures(Effect.die(deadlock))), Exit.fail(deadlock))
    assert.deepStrictEqual(yield* Effect.exit(databaseErrorsAsFailures(Effect.die(mistake))), Exit.die(mistake))
  })
)
