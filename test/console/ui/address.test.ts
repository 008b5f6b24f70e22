import { globSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { callFilters } from "../../../console/src/screens/calls/list/call-filters.ts"
import { logSearchIn } from "../../../console/src/screens/settings/log/log-search.ts"
import { listIn, only } from "../../../console/src/ui/browser/address.ts"

const Name = Schema.Literals(["search", "page", "label", "marked", "actor", "from", "other", "constructor"])
const Value = Schema.Union([
  Schema.String,
  Schema.Finite,
  Schema.Boolean,
  Schema.Null,
  Schema.Array(Schema.String),
  Schema.Struct({ ran: Schema.Int })
])

/** Returns the conditions that a screen gets: the router lays the checked values over those that stand in the address. */
const inRouter = (check: (search: Record<string, unknown>) => object, raw: Record<string, unknown>) => ({
  ...raw,
  ...check(raw)
})

describe("the conditions in an address", () => {
  it.prop(
    "reach a screen only as texts and pages, whatever stands there",
    [Schema.Array(Schema.Tuple([Name, Value]))],
    ([entries]) => {
      const reads: ReadonlyArray<(search: Record<string, unknown>) => object> = [listIn, callFilters, logSearchIn]
      for (const read of reads) {
        for (const [name, value] of Object.entries(inRouter(only(read), Object.fromEntries(entries)))) {
          assert.include(["undefined", name === "page" ? "number" : "string"], typeof value, name)
        }
      }
    }
  )

  it("stay as they are where they are of the screen", () => {
    const { other, ...rest } = inRouter(only(listIn), { search: 12, page: 3, other: "x" }) as Record<string, unknown>
    assert.deepStrictEqual([other, rest], [undefined, { search: "12", page: 3 }])
  })

  it("are checked by every route that has some", () => {
    const folder = fileURLToPath(new URL("../../../console/src/screens/", import.meta.url))
    const sources = globSync("*/routes.ts", { cwd: folder }).map((name) => readFileSync(`${folder}${name}`, "utf8"))
    const checks = sources.flatMap((source) =>
      Array.from(source.matchAll(/validateSearch:\s*(\w+\(?)/g), ([, check]) => check)
    )
    assert.isAbove(checks.length, 15)
    assert.deepStrictEqual([...new Set(checks)], ["only("])
  })
})
