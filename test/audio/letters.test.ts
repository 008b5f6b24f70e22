import { assert, describe, it } from "@effect/vitest"
import { makeLetterDecoder, toBytes } from "../../src/audio/letters.ts"

const readAll = (bytes: ReadonlyArray<number>) => bytes.map(makeLetterDecoder().read).join("")

describe("the bytes of letters", () => {
  it("are one byte for ASCII, and one more for a word in a script of India", () => {
    assert.deepStrictEqual(toBytes("Hi!"), [0x48, 0x69, 0x21])
    assert.deepStrictEqual(toBytes("कल कल"), [0x12, 0x95, 0xb2, 0x20, 0x12, 0x95, 0xb2])
  })

  it("encode every code point", () => {
    for (let point = 0; point <= 0x10ffff; point += point < 0x3000 ? 1 : 61) {
      const letter = String.fromCodePoint(point)
      assert.strictEqual(readAll(toBytes(letter)), letter.toWellFormed())
    }
    assert.strictEqual(readAll(toBytes("\u{10ffff}")), "\u{10ffff}")
  })

  it("decode to nothing without an open window, or with an invalid one", () => {
    assert.strictEqual(readAll([0x80, 0xff, 0x41]), "A")
    assert.strictEqual(readAll([0x05, 0xff, 0xff, 0x80, 0x41]), "A")
  })
})
