import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { nearerEnd, pageQuery, toPage } from "../../../src/domain/schema/page.ts"

const upTo = (maximum: number) => Schema.Int.check(Schema.isBetween({ minimum: 0, maximum }))

describe("nearerEnd", () => {
  it.prop(
    "reads the rows of the page for lists of any length",
    { total: upTo(300), page: upTo(40), limit: upTo(99) },
    ({ total, page, limit }) => {
      const asked = { page: page + 1, limit: limit + 1 }
      const list = Array.from({ length: total }, (_, index) => index)
      const expected = list.slice(page * asked.limit, (page + 1) * asked.limit)

      const { backwards, offset, limit: rows } = nearerEnd(asked, total)
      const walked = backwards ? list.toReversed() : list
      const read = walked.slice(offset, offset + rows)
      assert.deepStrictEqual(backwards ? read.reverse() : read, expected)
      assert.isAtMost(offset, Math.ceil(total / 2))
    }
  )
})

describe("the query of a list", () => {
  const decode = Schema.decodeUnknownSync(Schema.Struct(pageQuery))

  it("has defaults", () => {
    assert.deepStrictEqual(decode({}), { page: 1, limit: 20 })
    assert.deepStrictEqual(decode({ page: "7", limit: "100" }), { page: 7, limit: 100 })
    assert.deepStrictEqual(decode({ page: "90000000000000" }), { page: 90_000_000_000_000, limit: 20 })
  })

  it("accepts only whole numbers within bounds", () => {
    for (const wrong of ["", "0", "-1", "1.5", "1e2", " 1", "0x1", "NaN", "99999999999999999999"]) {
      assert.throws(() => decode({ page: wrong }))
      assert.throws(() => decode({ limit: wrong }))
    }
    assert.throws(() => decode({ limit: "101" }))
    assert.throws(() => decode({ page: ["1", "2"] }))
  })
})

describe("toPage", () => {
  it("counts the pages", () => {
    const pagesOf = (total: number) => toPage({ data: [], total }, { page: 1, limit: 20 }).totalPages
    assert.deepStrictEqual([0, 1, 20, 21, 400].map(pagesOf), [0, 1, 1, 2, 20])
  })
})
