import { assert, describe, it } from "@effect/vitest"
import { Effect, Stream } from "effect"
import { DocumentReader } from "../../../src/rag/DocumentReader.ts"

describe("a table of the maximum size", () => {
  it.live("a table of the maximum size is read within the memory limit", () =>
    Effect.gen(function* () {
      const { read } = yield* DocumentReader
      const rows = Array.from(
        { length: 115_000 },
        (_, row) => `item ${row.toString(36)},${row % 1000},shelf ${row % 97}`
      )
      const content = Stream.make(Buffer.from(["name,price,place", ...rows].join("\n")))
      const chunks = yield* read({ type: "csv", content })
      assert.include(chunks.at(-1), `name: item ${(114_999).toString(36)}; price: 999; place: shelf 54`)
    }).pipe(Effect.provide(DocumentReader.layer))
  )
})
