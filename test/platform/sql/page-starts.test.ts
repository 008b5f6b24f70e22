import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { TestClock } from "effect/testing"
import { nearerEnd, type Page } from "../../../src/domain/schema/page.ts"
import { makePageStarts, type PlaceOfPage } from "../../../src/platform/sql/page-starts.ts"

const upTo = (maximum: number) => Schema.Int.check(Schema.isBetween({ minimum: 0, maximum }))

/** The ids of a list, the highest first. */
const listOf = (total: number) => Array.from({ length: total }, (_, index) => String(200_000 - index))

/** Reads a page as the database does. */
const read = (list: ReadonlyArray<string>, { after, backwards, limit, offset }: PlaceOfPage) => {
  const rows = (backwards ? list.toReversed() : list).filter((id) => after === undefined || id < after)
  const page = rows.slice(offset, offset + limit)
  return backwards ? page.reverse() : page
}

const expected = (list: ReadonlyArray<string>, { limit, page }: Page) => list.slice((page - 1) * limit, page * limit)

const visit = Effect.fnUntraced(function* (
  starts: ReturnType<typeof makePageStarts>,
  name: string,
  list: ReadonlyArray<string>,
  page: Page
) {
  const places: Array<PlaceOfPage> = []
  const rows = yield* starts.read({ key: name, page, total: list.length, idOf: (id: string) => id }, (place) =>
    Effect.sync(() => {
      places.push(place)
      return read(list, place)
    })
  )
  return { place: places[0] as PlaceOfPage, rows }
})

describe("pages of a long list", () => {
  it.effect.prop(
    "have the rows of any order of visits, and skip no more rows than from the nearer end",
    {
      lists: Schema.Tuple([upTo(9_000), upTo(9_000)]),
      visits: Schema.Array(
        Schema.Struct({ which: upTo(1), page: upTo(120), limit: upTo(99), seconds: upTo(40) })
      ).check(Schema.isMaxLength(12))
    },
    ({ lists, visits }) =>
      Effect.gen(function* () {
        const starts = makePageStarts()
        const all = lists.map(listOf)
        for (const { limit, page, seconds, which } of visits) {
          yield* TestClock.adjust(`${seconds} seconds`)
          const asked = { page: page + 1, limit: limit + 1 }
          const list = all[which] ?? []
          const { place, rows } = yield* visit(starts, `list ${which}`, list, asked)
          assert.deepStrictEqual(rows, expected(list, asked))
          assert.isAtMost(place.offset, nearerEnd(asked, list.length).offset)
        }
      })
  )

  it.effect("skip no rows when they are read one after another, or again", () =>
    Effect.gen(function* () {
      const starts = makePageStarts()
      const list = listOf(20_000)
      const skipped = (page: number) =>
        Effect.map(visit(starts, "list", list, { page, limit: 100 }), ({ place }) => place.offset)
      assert.strictEqual(yield* skipped(90), 8_900)
      for (const page of [91, 92, 93, 92, 91, 93]) assert.strictEqual(yield* skipped(page), 0)
      assert.strictEqual(yield* skipped(96), 200)
      yield* TestClock.adjust("1 minute")
      assert.strictEqual(yield* skipped(97), 9_600)
    })
  )

  it.effect("are read from an end again when the list has become longer", () =>
    Effect.gen(function* () {
      const starts = makePageStarts()
      const list = listOf(20_000)
      yield* visit(starts, "list", list, { page: 50, limit: 100 })
      const longer = ["999999", ...list]
      const { place, rows } = yield* visit(starts, "list", longer, { page: 51, limit: 100 })
      assert.strictEqual(place.after, undefined)
      assert.deepStrictEqual(rows, expected(longer, { page: 51, limit: 100 }))
    })
  )
})
