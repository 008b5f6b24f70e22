import { assert, describe, it } from "@effect/vitest"
import { silent } from "../../src/audio/frames.ts"
import { encode, loudness, samples, silence } from "../../src/audio/mulaw.ts"
import { tone } from "../../src/audio/tone.ts"

const decode = (audio: Uint8Array) => Int16Array.from(audio, (byte) => samples[byte]!)

const everyByte = Uint8Array.from({ length: 256 }, (_, byte) => byte)
const everySample = Int16Array.from({ length: 65_536 }, (_, index) => index - 32_768)

describe("μ-law", () => {
  it("has the samples of G.711", () => {
    const known = { 0: -32_124, 1: -31_100, 42: -5_372, 127: 0, 128: 32_124, 129: 31_100, 213: 716, 254: 8 }
    assert.deepStrictEqual(Array.from(decode(Uint8Array.from(Object.keys(known), Number))), Object.values(known))
    assert.deepStrictEqual(Array.from(decode(Uint8Array.of(silence))), [0])
  })

  it("encodes each decoded byte to itself, except that zero has one sign", () => {
    assert.deepStrictEqual(
      Array.from(encode(decode(everyByte))),
      Array.from(everyByte, (byte) => (byte === 0x7f ? 0xff : byte))
    )
  })

  it("keeps the order of all samples, with an error of at most half a step", () => {
    const back = decode(encode(everySample))
    for (let index = 1; index < everySample.length; index++) {
      const [sample, heard] = [everySample[index]!, back[index]!]
      assert.isAtLeast(heard, back[index - 1]!)
      const largestStep = Math.max(8, (Math.abs(heard) + 132) / 16)
      if (Math.abs(sample) <= 32_635) assert.isAtMost(Math.abs(sample - heard), largestStep / 2)
    }
  })

  it("clips samples that are too loud", () => {
    const loudest = Int16Array.of(-32_768, -32_636, 32_636, 32_767)
    assert.deepStrictEqual(Array.from(decode(encode(loudest))), [-32_124, -32_124, 32_124, 32_124])
  })

  it("measures loudness", () => {
    assert.strictEqual(loudness(new Uint8Array()), 0)
    assert.strictEqual(loudness(silent(20)), 0)
    assert.strictEqual(loudness(Uint8Array.of(0x00, 0x80)), 32_124)
    assert.closeTo(loudness(tone(1_000, 20)), 8_000 / Math.SQRT2, 60)
  })
})

describe("sounds", () => {
  it("are eight bytes a millisecond", () => {
    assert.deepStrictEqual(Array.from(silent(0.5)), [silence, silence, silence, silence])
    assert.strictEqual(tone(440, 20).length, 160)
  })

  it("have the requested pitch", () => {
    for (const hertz of [250, 440, 1_000, 2_500]) {
      const pcm = decode(tone(hertz, 1_000))
      const rises = pcm.filter((sample, index) => sample > 0 && pcm[index - 1]! <= 0)
      assert.strictEqual(rises.length, hertz)
    }
  })
})
