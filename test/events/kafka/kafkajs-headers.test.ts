import "../../../src/events/kafka/kafkajs-headers.ts"
import { createRequire } from "node:module"
import { expect, test } from "vitest"

const require = createRequire(import.meta.url)
const encode = require("kafkajs/src/protocol/recordBatch/record/v0/index.js")
const decode = require("kafkajs/src/protocol/recordBatch/record/v0/decoder.js")
const Decoder = require("kafkajs/src/protocol/decoder.js")

const decoded = (headers: Readonly<Record<string, string | ReadonlyArray<string>>>) => {
  const decoder = new Decoder(encode({ key: Buffer.from("k"), value: Buffer.from("v"), headers }).buffer)
  decoder.readVarInt()
  const record = decode(decoder, { firstOffset: 0, firstTimestamp: 0 })
  return Object.fromEntries(
    Object.entries(record.headers).map(([name, value]) => [name, Array.isArray(value) ? value.map(String) : `${value}`])
  )
}

test("headers are read as they were written, those with one name as an array", () => {
  const headers = { ce_id: "1", trace: ["a", "b", "c"], empty: "" }
  expect(decoded(headers)).toEqual(headers)
  expect(decoded({})).toEqual({})
})

// Without the patch this takes more than a minute.
test("a record with 20,000 headers is read at once", () => {
  const headers = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`h${index}`, "v"]))
  expect(Object.keys(decoded(headers)).length).toBe(20_000)
})
