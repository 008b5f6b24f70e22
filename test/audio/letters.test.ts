import { assert, describe, it } from "@effect/vitest"
import { makeLetterDecoder, toBytes } from "../../src/audio/letters.ts"

const readAll = (bytes: ReadonlyArray<number>) => bytes.map(makeLetterDecoder().read).join("")

describe("letters as bytes", () => {
  it("are one byte for ASCII, and one more for a word in a script of India", () => {
    assert.deepStrictEqual(toBytes("Hi!"), [0x48, 0x69, 0x21])
    assert.deepStrictEqual(toBytes("कल कल"), [0x12, 0x95, 0xb2, 0x20, 0x12, 0x95, 0xb2])
  })

  it("are every code point", () => {
    for (let point = 0; point <= 0x10ffff; point += point < 0x3000 ? 1 : 61) {
      const letter = String.fromCodePoint(point)
      assert.strictEqual(readAll(toBytes(letter)), letter.toWellFormed())
    }
    assert.strictEqual(readAll(toBytes("\u{10ffff}")), "\u{10ffff}")
  })

  it("are nothing where no window is open, or none that there is", () => {
    assert.strictEqual(readAll([0x80, 0xff, 0x41]), "A")
    assert.strictEqual(readAll([0x05, 0xff, 0xff, 0x80, 0x41]), "A")
  })
})
