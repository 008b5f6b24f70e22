import { describe, expect, test } from "vitest"
import { type LinePart, levelOf, makePartReader } from "../../../console/src/ui/audio/line-parts.ts"
import { encode } from "../../../src/audio/mulaw.ts"
import { makeTwoTracks } from "../../../src/media/line/two-tracks.ts"
import { makeRandom } from "../../support/random.ts"

/** Two seconds of a line with a tone on one side: as it is published, and both sides. */
const published = (side: "person" | "agent") => {
  const bytes: Array<Uint8Array> = []
  const tracks = makeTwoTracks({ isListened: () => true, publish: (part) => bytes.push(part), end: () => undefined })
  const tone = encode(Int16Array.from({ length: 16_000 }, (_, at) => 8_000 * Math.sin(at / 3)))
  const quiet = encode(new Int16Array(16_000))
  tracks.send(side === "agent" ? tone : quiet)
  tracks.hear(side === "person" ? tone : quiet, 2_000)
  tracks.end()
  return Buffer.concat([new Uint8Array(6), ...bytes])
}

describe("the parts of a listened line", () => {
  test("are the same however the network cuts the stream", () => {
    const random = makeRandom(7)
    const bytes = published("agent")
    const whole = makePartReader()(bytes)
    expect(whole.map(({ atMillis }) => atMillis)).toEqual([0, 200, 400, 600, 800, 1000, 1200, 1400, 1600, 1800])
    for (let round = 0; round < 20; round++) {
      const read = makePartReader()
      const parts: Array<LinePart> = []
      for (let at = 0; at < bytes.length; ) {
        const length = 1 + Math.floor(random() * 5_000)
        parts.push(...read(bytes.subarray(at, at + length)))
        at += length
      }
      expect(parts).toEqual(whole)
    }
  })

  test("have the sound of each side on its own track", () => {
    for (const side of ["person", "agent"] as const) {
      for (const part of makePartReader()(published(side))) {
        expect(levelOf(part[side])).toBeGreaterThan(60)
        expect(levelOf(part[side === "person" ? "agent" : "person"])).toBe(0)
      }
    }
  })
})
