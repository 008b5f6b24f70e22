import { assert, describe, it } from "@effect/vitest"
import { importStatus } from "../../../src/domain/contacts/Import.ts"

describe("importStatus", () => {
  it("is PENDING until a row is done and PROCESSING until all are", () => {
    assert.strictEqual(importStatus(3, 0, 0), "PENDING")
    assert.strictEqual(importStatus(3, 1, 0), "PROCESSING")
    assert.strictEqual(importStatus(3, 2, 2), "PROCESSING")
  })

  it("ends by how many rows failed: none, some or all", () => {
    assert.strictEqual(importStatus(3, 3, 0), "COMPLETED")
    assert.strictEqual(importStatus(3, 3, 1), "COMPLETED_WITH_ERRORS")
    assert.strictEqual(importStatus(3, 3, 2), "COMPLETED_WITH_ERRORS")
    assert.strictEqual(importStatus(3, 3, 3), "FAILED")
  })

  it("does not call an import without rows a failure", () => {
    assert.strictEqual(importStatus(0, 0, 0), "COMPLETED")
  })
})
