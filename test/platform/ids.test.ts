import { assert, describe, it } from "@effect/vitest"
import { isUuid } from "../../src/domain/schema/uuid.ts"
import { newId } from "../../src/platform/ids.ts"

describe("newId", () => {
  it("returns UUIDs of version 7 that sort in the order of creation, even beyond 4096 in a millisecond", () => {
    const before = Date.now()
    const ids = Array.from({ length: 20_000 }, newId)
    assert.isTrue(ids.every((id) => isUuid(id) && /^.{14}7.{4}[89ab]/.test(id)))
    assert.deepStrictEqual(ids.toSorted(), ids)
    assert.strictEqual(new Set(ids).size, ids.length)
    assert.isAtLeast(Number.parseInt(ids[0]?.replace("-", "").slice(0, 12) ?? "", 16), before)
  })
})
