import { assert, describe, it } from "@effect/vitest"
import { makePlayback } from "../../../src/carriers/simulated/line-playback.ts"
import { makeRandom } from "../../support/random.ts"

const audio = (length: number, from = 0) => Uint8Array.from({ length }, (_, index) => (from + index) % 251)

describe("the playback queue of the line", () => {
  it("plays the queued audio in its order, whatever the size of its pieces", () => {
    const random = makeRandom(Number(process.env.TEST_SEED))
    const playback = makePlayback()
    let sent = 0
    const played: Array<number> = []
    for (let step = 0; step < 2_000; step++) {
      const length = 1 + Math.floor(random() ** 4 * 4_000)
      if (random() < 0.3) {
        playback.queue(audio(length, sent))
        sent += length
      } else if (sent - played.length >= 160) {
        played.push(...(playback.next() ?? []))
      }
    }
    while (played.length < sent) played.push(...(playback.next() ?? []))
    assert.deepStrictEqual(played.slice(0, sent), [...audio(sent)])
    assert.isTrue(played.slice(sent).every((byte) => byte === 0xff))
    assert.isUndefined(playback.next())
  })

  it("reaches a mark with the frame that ends what was queued before it, once", () => {
    const playback = makePlayback()
    playback.mark("first")
    assert.deepStrictEqual(playback.reached(), ["first"])
    playback.queue(audio(161))
    playback.mark("second")
    playback.queue(audio(100))
    playback.mark("third")
    playback.mark("fourth")
    const reached = Array.from({ length: 4 }, () => [playback.next(), playback.reached()][1])
    assert.deepStrictEqual(reached, [[], ["second", "third", "fourth"], [], []])
  })

  it("reaches all marks when it is cleared", () => {
    const playback = makePlayback()
    playback.queue(audio(1_000))
    playback.mark("first")
    playback.queue(audio(1_000))
    playback.mark("second")
    playback.next()
    playback.clear()
    assert.deepStrictEqual(playback.reached(), ["first", "second"])
    assert.isUndefined(playback.next())
    playback.queue(audio(200, 7))
    playback.mark("third")
    assert.deepStrictEqual([...(playback.next() ?? [])], [...audio(160, 7)])
    assert.isEmpty(playback.reached())
    playback.next()
    assert.deepStrictEqual(playback.reached(), ["third"])
  })

  it("holds at most ten minutes of audio, and ten thousand marks", () => {
    const playback = makePlayback()
    playback.queue(audio(10 * 60 * 8_000))
    assert.isFalse(playback.isTooFull())
    playback.queue(audio(1))
    assert.isTrue(playback.isTooFull())
    playback.next()
    assert.isFalse(playback.isTooFull())
    for (let marks = 0; marks <= 10_000; marks++) playback.mark("m")
    assert.isTrue(playback.isTooFull())
  })
})
