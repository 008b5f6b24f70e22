import { describe, expect, test } from "vitest"
import { bytesPerMilli } from "../../../src/audio/frames.ts"
import { makeAudioTape } from "../../../src/media/hearing/audio-tape.ts"
import { makeRandom } from "../../support/random.ts"

const { PROVE, TEST_SEED } = process.env
const runs = PROVE === "full" ? 500 : 20

describe("the tape of a call", () => {
  test("has exactly the last 25 s of what was added and not forgotten", () => {
    for (let run = 0; run < runs; run++) {
      const random = makeRandom(Number(TEST_SEED) + run)
      const below = (bound: number) => Math.floor(random() * bound)
      const tape = makeAudioTape()
      const all: Array<number> = []
      let from = 0
      for (let step = 0; step < 200; step++) {
        const size = random() < 0.8 ? 160 : below(3_000)
        const audio = Uint8Array.from({ length: size }, () => below(256))
        tape.add(audio)
        all.push(...audio)
        from = Math.max(from, all.length - 200_000)
        if (random() < 0.1) {
          const millis = below(all.length / bytesPerMilli + 100)
          tape.forgetUntil(millis)
          const frames = Math.floor((Math.min(millis * bytesPerMilli, all.length) - from) / 160)
          from += Math.max(0, frames) * 160
        }
        expect(tape.from()).toBe(from / bytesPerMilli)
        expect(tape.until()).toBe(all.length / bytesPerMilli)
        if (step % 20 > 0) continue
        expect(Buffer.concat(tape.pieces()).equals(Buffer.from(all.slice(from)))).toBe(true)
        expect(Math.max(0, ...tape.pieces().map(({ length }) => length))).toBeLessThanOrEqual(160)
      }
    }
  })

  test("keeps its audio when the buffer in which it came is used again", () => {
    const tape = makeAudioTape()
    const buffer = new Uint8Array(160).fill(1)
    tape.add(buffer)
    const pieces = tape.pieces()
    tape.add(buffer.fill(2))
    expect(pieces).toEqual([new Uint8Array(160).fill(1)])
  })

  test("leaves the pieces that were taken as they are, whatever is added and forgotten later", () => {
    const tape = makeAudioTape()
    const second = (value: number) => new Uint8Array(1_000 * bytesPerMilli).fill(value)
    tape.add(second(1))
    tape.add(second(2))
    const pieces = tape.pieces()
    tape.forgetUntil(2_000)
    tape.add(second(3))
    tape.add(second(4))
    expect(Buffer.concat(pieces).equals(Buffer.concat([second(1), second(2)]))).toBe(true)
    expect(Buffer.concat(tape.pieces()).equals(Buffer.concat([second(3), second(4)]))).toBe(true)
  })
})
