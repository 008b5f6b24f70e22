import { assert, describe, it } from "@effect/vitest"
import { wavOf } from "../../src/audio/wav.ts"

describe("wavOf", () => {
  it("describes μ-law at 8 kHz on one channel, and pads an odd length", () => {
    const file = Buffer.from(wavOf(Uint8Array.of(1, 2, 3)))
    assert.strictEqual(file.toString("latin1", 0, 4), "RIFF")
    assert.strictEqual(file.readUInt32LE(4), file.length - 8)
    assert.strictEqual(file.toString("latin1", 8, 16), "WAVEfmt ")
    assert.deepStrictEqual([file.readUInt16LE(20), file.readUInt16LE(22)], [7, 1])
    assert.deepStrictEqual([file.readUInt32LE(24), file.readUInt32LE(28)], [8_000, 8_000])
    assert.deepStrictEqual([file.readUInt16LE(32), file.readUInt16LE(34), file.readUInt16LE(36)], [1, 8, 0])
    assert.strictEqual(file.toString("latin1", 50, 54), "data")
    assert.deepStrictEqual([file.readUInt32LE(46), file.readUInt32LE(54)], [3, 3])
    assert.deepStrictEqual([...file.subarray(58)], [1, 2, 3, 0])
  })
})
