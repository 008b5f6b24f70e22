import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { jsonOf } from "../../../src/contacts/encoded-contacts.ts"
import { RowsReader } from "../../../src/contacts/imports/RowsReader.ts"
import { type RowsToRead, readBody } from "../../../src/contacts/imports/read-rows.ts"
import type { ReadBody } from "../../../src/domain/contacts/ContactRows.ts"
import { numberOf } from "../../support/data/imports.ts"

const bodyOf = (kind: RowsToRead["kind"], text: string): RowsToRead => ({
  kind,
  bytes: new TextEncoder().encode(text),
  fingerprintOf: "POST /\n"
})

const row = (index: number) => ({
  name: `नाम ${index}`,
  phoneNumber: numberOf(index % 900),
  metadata: { text: "x".repeat(400) },
  ...(index % 3 === 0 && { language: null }),
  ...(index % 50 === 0 && { name: "" })
})
const large = (rows: ReadonlyArray<unknown>) => JSON.stringify({ contacts: rows, audienceId: null })
const thousand = Array.from({ length: 1000 }, (_, index) => row(index))

/** Leaves out the ids, which are new each time. */
const comparable = ({ content, ...read }: ReadBody) => {
  if (content?.kind !== "contacts") return { ...read, content }
  const { contacts } = content
  const rows = [...jsonOf(contacts, contacts.rows.keys())].flatMap((json) => JSON.parse(json) as Array<object>)
  return {
    ...read,
    ...content,
    contacts: {
      ...contacts,
      json: rows.map((stored) => ({ ...stored, id: "" })),
      rows: contacts.rows.map((stored) => ({ ...stored, id: "" }))
    }
  }
}

layer(RowsReader.layer)("RowsReader", (it) => {
  for (const [title, kind, text] of [
    ["contacts", "contacts", large(thousand)],
    ["rows of an import", "import", large([...thousand, ...thousand, null, "x".repeat(70_000)])],
    ["few contacts in a large body", "contacts", `${large([row(1)])}${" ".repeat(300_000)}`],
    ["few rows of an import in a large body", "import", `${large([row(1)])}${" ".repeat(300_000)}`],
    ["a body that is not JSON", "contacts", `${large(thousand)}}`],
    ["a body with a NUL character deep inside", "import", large([...thousand, { a: [{ b: "\0" }] }])],
    ["a body with too many rows", "contacts", large([...thousand, ...thousand])],
    ["a body without rows", "import", JSON.stringify({ contacts: [], text: "x".repeat(300_000) })],
    ["another body", "other", JSON.stringify("x".repeat(300_000))]
  ] as const) {
    it.effect(`reads ${title} in a thread as on the event loop`, () =>
      Effect.gen(function* () {
        const here = readBody(bodyOf(kind, text))
        const there = yield* RowsReader.use(({ read }) => read(bodyOf(kind, text)))
        assert.deepStrictEqual(comparable(there), comparable(here))
      })
    )
  }

  it.effect("leaves the event loop free while it reads a large body", () =>
    Effect.gen(function* () {
      let turns = 0
      const turning = setInterval(() => turns++)
      yield* Effect.addFinalizer(() => Effect.sync(() => clearInterval(turning)))
      yield* RowsReader.use(({ read }) => read(bodyOf("contacts", large(thousand))))
      assert.isAbove(turns, 0)
    })
  )

  it.effect("hands the bytes of a large body over instead of copying them", () =>
    Effect.gen(function* () {
      const body = bodyOf("contacts", large(thousand))
      yield* RowsReader.use(({ read }) => read(body))
      assert.strictEqual(body.bytes.length, 0)
    })
  )

  it.effect("answers each of many concurrent bodies with its own rows", () =>
    Effect.gen(function* () {
      const reader = yield* RowsReader
      yield* Effect.forEach(
        Array.from({ length: 8 }, (_, index) => index),
        Effect.fnUntraced(function* (index) {
          const rows = thousand.slice(index * 100)
          const { content } = yield* reader.read(bodyOf("import", large(rows)))
          assert.strictEqual(content?.kind === "import" && content.rows.total, rows.length)
        }),
        { concurrency: "unbounded" }
      )
    })
  )
})
