import { describe, expect, test } from "vitest"
import { silent } from "../../src/audio/frames.ts"
import { makePortions } from "../../src/audio/portions.ts"
import { isVoice } from "../../src/audio/voice-level.ts"

const loud = () => new Uint8Array(160).fill(0x10)

/** Returns the durations of the portions, ms. */
const portionsOf = (frames: ReadonlyArray<Uint8Array>) => {
  const sent: Array<number> = []
  const portions = makePortions((portion) => sent.push(portion.length / 8))
  for (const frame of frames) portions.hear(frame, isVoice(frame))
  return { sent, portions }
}

describe("portions of audio", () => {
  test("have 100 ms while a voice sounds, and while it is quiet for long", () => {
    expect(portionsOf(Array.from({ length: 10 }, loud)).sent).toEqual([100, 100])
    expect(portionsOf(Array.from({ length: 10 }, () => silent(20))).sent).toEqual([100, 100])
  })

  test("are sent at once when a voice pauses, and then sooner for a while", () => {
    const { sent } = portionsOf([loud(), loud(), ...Array.from({ length: 40 }, () => silent(20))])
    expect(sent.slice(0, 3)).toEqual([60, 40, 40])
    expect(sent.at(-1)).toBe(100)
    expect(sent.filter((millis) => millis === 40).length).toBe(14)
  })

  test("contain all audio in its order, and keep their own copy", () => {
    const received: Array<Uint8Array> = []
    const portions = makePortions((portion) => received.push(portion))
    const audio = Uint8Array.from({ length: 8_000 }, (_, index) => index % 251)
    for (let at = 0; at < audio.length; at += 130) {
      const frame = audio.slice(at, at + 130)
      portions.hear(frame, isVoice(frame))
      frame.fill(0)
    }
    portions.flush()
    portions.flush()
    expect(Buffer.concat(received).equals(audio)).toBe(true)
  })
})
