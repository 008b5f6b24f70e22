import { assert, describe, it } from "@effect/vitest"
import { Result, Schema } from "effect"
import { chunksOf, contactFields, givenPhoneNumber, readRow } from "../../../src/contacts/imports/import-rows.ts"

const asha = { name: "Asha", phoneNumber: "+919812345678" }

const contactOf = (row: unknown) => Result.getOrThrow(readRow(row))
const reasonOf = (row: unknown) => Result.getOrThrow(Result.flip(readRow(row)))
// Parsed as in a request, where `__proto__` is an ordinary key.
const json = (text: string): unknown => JSON.parse(text)

describe("readRow", () => {
  it("reads the contact fields and turns all other keys into metadata", () => {
    const row = {
      ...asha,
      language: "hi-IN",
      cityTier: "Metro",
      ageBand: null,
      loan_id: "L-1",
      due: { amount: 5 },
      id: 7
    }
    assert.deepStrictEqual(contactOf(row), {
      ...asha,
      language: "hi-IN",
      cityTier: "Metro",
      ageBand: null,
      metadata: { loan_id: "L-1", due: { amount: 5 }, id: 7 }
    })
  })

  it("omits fields that the row does not have", () => {
    assert.deepStrictEqual(contactOf(asha), asha)
  })

  it("adds other keys to a metadata object, with precedence", () => {
    const row = { ...asha, metadata: { a: 1, b: 2 }, b: 3, c: null }
    assert.deepStrictEqual(contactOf(row).metadata, { a: 1, b: 3, c: null })
    assert.deepStrictEqual(contactOf({ ...asha, metadata: {} }).metadata, {})
  })

  it("clears metadata that is null, unless other keys fill it", () => {
    assert.strictEqual(contactOf({ ...asha, metadata: null }).metadata, null)
    assert.deepStrictEqual(contactOf({ ...asha, metadata: null, a: 1 }).metadata, { a: 1 })
  })

  it.each([["x"], [5], [[1]], [true]])("treats metadata that is not an object, %j, like any other key", (metadata) => {
    assert.deepStrictEqual(contactOf({ ...asha, metadata }).metadata, { metadata })
  })

  it("treats __proto__ like any other key", () => {
    const row = json('{"name":"Asha","phoneNumber":"+919812345678","__proto__":{"language":"hi-IN"}}')
    const { metadata, ...fields } = contactOf(row)
    assert.deepStrictEqual(fields, asha)
    assert.strictEqual(JSON.stringify(metadata), '{"__proto__":{"language":"hi-IN"}}')
    assert.strictEqual(Object.getPrototypeOf(metadata), Object.prototype)
    assert.strictEqual(reasonOf(json(`{"__proto__":${JSON.stringify(asha)}}`)), reasonOf({}))
  })

  it("reports all problems in a single line, without the values", () => {
    const reason = reasonOf({ phoneNumber: "77001", cityTier: "Moon", metadata: { a: "x".repeat(32_768) } })
    assert.match(reason, /^name is required; phoneNumber must be a valid E\.164 phone number/)
    assert.match(reason, /cityTier .*Metro/)
    assert.match(reason, /metadata must have at most 32768 bytes as JSON$/)
    assert.notMatch(reason, /77001|Moon|xxx/)
  })

  it.each([[null], [[]], [[asha]], ["text"], [5], [true]])("refuses %j", (row) => {
    assert.strictEqual(reasonOf(row), "must be an object")
  })

  it.prop("keeps every other key unchanged", [Schema.Record(Schema.String, Schema.Json)], ([given]) => {
    const others = Object.fromEntries(
      Object.entries(given).filter(([key]) => key !== "metadata" && !contactFields.has(key))
    )
    const { metadata = {} } = contactOf({ ...others, ...asha })
    assert.strictEqual(JSON.stringify(metadata), JSON.stringify(others))
  })
})

describe("givenPhoneNumber", () => {
  it("is the number as sent, if it was a string", () => {
    assert.strictEqual(givenPhoneNumber({ phoneNumber: " 98123 " }), " 98123 ")
    assert.strictEqual(givenPhoneNumber({ phoneNumber: "" }), "")
    for (const row of [{ phoneNumber: 98123 }, { phoneNumber: null }, {}, null, "x", ["+91"]]) {
      assert.isNull(givenPhoneNumber(row))
    }
  })

  it("can be stored for any input", () => {
    assert.strictEqual(givenPhoneNumber({ phoneNumber: `\0+\ud800${"9".repeat(500)}` }), `+\ufffd${"9".repeat(97)}`)
  })
})

describe("chunksOf", () => {
  const read = (rows: ReadonlyArray<unknown>) =>
    [...chunksOf(rows)].map((chunk) => ({ ...chunk, rows: json(Buffer.from(chunk.rows).toString()) as Array<unknown> }))

  it.prop("contain every row, in order", [Schema.Array(Schema.Json)], ([few]) => {
    const rows = Array.from({ length: 150 }, () => few).flat()
    const chunks = read(rows)
    assert.deepStrictEqual(
      chunks.flatMap((chunk) => chunk.rows),
      json(JSON.stringify(rows))
    )
    for (const { firstIndex, rows: own } of chunks)
      assert.deepStrictEqual(own[0], json(JSON.stringify(rows[firstIndex])))
  })

  it("are empty for no rows, and never have too many rows", () => {
    assert.deepStrictEqual(read([]), [])
    assert.deepStrictEqual(
      read(Array(1001).fill(1)).map(({ firstIndex, rows }) => [firstIndex, rows.length]),
      [
        [0, 500],
        [500, 500],
        [1000, 1]
      ]
    )
  })

  it("end early if their rows are large", () => {
    const large = { ...asha, metadata: { text: "x".repeat(30_000) } }
    const chunks = [...chunksOf(Array(200).fill(large))]
    assert.isAbove(chunks.length, 4)
    for (const { rows } of chunks) assert.isBelow(rows.length, 200_000)
  })

  it("keep only the number of a row that is too large, and mark its position", () => {
    const tooLarge = { ...asha, text: "x".repeat(65_536) }
    assert.deepStrictEqual(read([asha, tooLarge, asha]), [
      { firstIndex: 0, rows: [asha, { phoneNumber: asha.phoneNumber }, asha], tooLarge: [1] }
    ])
    assert.deepStrictEqual(read(["x".repeat(65_536)]), [
      { firstIndex: 0, rows: [{ phoneNumber: null }], tooLarge: [0] }
    ])
  })

  it("contain null for values that JSON cannot express", () => {
    assert.deepStrictEqual(read([undefined, null])[0]?.rows, [null, null])
  })
})
