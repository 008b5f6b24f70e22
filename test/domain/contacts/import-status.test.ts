import { assert, describe, it } from "@effect/vitest"
import { importStatus } from "../../../src/domain/contacts/Import.ts"

describe("importStatus", () => {
  it("is PENDING until a row is done, then PROCESSING until all rows are done", () => {
    assert.strictEqual(importStatus(3, 0, 0), "PENDING")
    assert.strictEqual(importStatus(3, 1, 0), "PROCESSING")
    assert.strictEqual(importStatus(3, 2, 2), "PROCESSING")
  })

  it("ends in a status for no, some or only failed rows", () => {
    assert.strictEqual(importStatus(3, 3, 0), "COMPLETED")
    assert.strictEqual(importStatus(3, 3, 1), "COMPLETED_WITH_ERRORS")
    assert.strictEqual(importStatus(3, 3, 2), "COMPLETED_WITH_ERRORS")
    assert.strictEqual(importStatus(3, 3, 3), "FAILED")
  })

  it("counts an import without rows as completed", () => {
    assert.strictEqual(importStatus(0, 0, 0), "COMPLETED")
  })
})
