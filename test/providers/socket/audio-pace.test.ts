import { describe, expect, test } from "vitest"
import { bytesPerMilli, silent } from "../../../src/audio/frames.ts"
import { makePace } from "../../../src/providers/socket/audio-pace.ts"
import { makeAudioTimeline } from "../../../src/providers/socket/audio-timeline.ts"
import { makeRandom } from "../../support/random.ts"

const { PROVE, TEST_SEED } = process.env
const seeds = Array.from({ length: PROVE === "full" ? 2_000 : 60 }, (_, index) => Number(TEST_SEED ?? 0) + index)
const below = (random: () => number, limit: number) => Math.floor(random() * limit)

const voice = (millis: number) => new Uint8Array(millis * bytesPerMilli).fill(0x10)

/** A pace at a clock of its own, and what it passed on. */
const setUp = () => {
  let now = 0
  const sent: Array<{ readonly at: number; readonly audio: Uint8Array }> = []
  let skipped = 0
  const pace = makePace(
    () => now,
    (audio) => void sent.push({ at: now, audio }),
    (audio) => {
      skipped += audio.length / bytesPerMilli
    }
  )
  return {
    pace,
    sent,
    skipped: () => skipped,
    sentMillis: () => sent.reduce((sum, { audio }) => sum + audio.length, 0) / bytesPerMilli,
    passUntil: (millis: number) => {
      for (; now < millis; now += 10) pace.run()
    }
  }
}

describe("the pace of audio", () => {
  test("sends nothing before the session has begun, and loses nothing", () => {
    const { pace, passUntil, sent, sentMillis } = setUp()
    for (let at = 0; at < 500; at += 100) pace.hear(voice(100), false)
    passUntil(1_000)
    expect(sent).toEqual([])
    pace.start()
    passUntil(1_600)
    expect(sentMillis()).toBe(500)
  })

  test("never sends faster than speech, and skips only quiet", () => {
    for (const seed of seeds) {
      const random = makeRandom(seed)
      const { pace, passUntil, sent, sentMillis, skipped } = setUp()
      pace.start()
      let heard = 0
      let voiced = 0
      let now = 0
      for (let part = below(random, 12); part > 0; part--) {
        const isVoice = random() < 0.5
        const portions = 1 + below(random, 40)
        for (let count = 0; count < portions; count++) pace.hear(isVoice ? voice(100) : silent(100), false)
        heard += portions * 100
        voiced += isVoice ? portions * 100 : 0
        now += below(random, 200) * 10
        passUntil(now)
      }
      passUntil(now + heard + 1_000)
      let total = 0
      for (const { at, audio } of sent) {
        total += audio.length / bytesPerMilli
        expect(total, `seed ${seed}`).toBeLessThanOrEqual(at)
      }
      expect(sentMillis() + skipped(), `seed ${seed}`).toBe(heard)
      const sentVoice = sent.filter(({ audio }) => audio[0] === 0x10).length * 100
      expect(sentVoice, `seed ${seed}`).toBe(voiced)
    }
  })

  test("sends live audio at once after a pause, even if it comes a little early", () => {
    const { pace, passUntil, sent } = setUp()
    pace.start()
    for (let at = 0; at < 3_000; at += 100) {
      passUntil(at + 100)
      pace.hear(at < 100 ? voice(100) : silent(100), false)
    }
    passUntil(3_020)
    pace.hear(voice(100), false)
    expect(sent.at(-1)).toMatchObject({ at: 3_020, audio: voice(100) })
  })

  test("does not spend time on the quiet before the first words", () => {
    const { pace, passUntil, sent, skipped } = setUp()
    pace.start()
    for (let at = 0; at < 5_000; at += 100) pace.hear(silent(100), false)
    pace.hear(voice(100), false)
    passUntil(300)
    expect(sent).toHaveLength(2)
    passUntil(310)
    expect(sent.at(-1)?.audio).toEqual(voice(100))
    expect(skipped()).toBe(4_800)
  })

  test("catches up in a long pause, of which it keeps enough to end an utterance", () => {
    const { pace, passUntil, sentMillis, skipped } = setUp()
    pace.start()
    pace.hear(voice(100), false)
    for (let at = 0; at < 60_000; at += 100) pace.hear(silent(100), false)
    pace.hear(voice(100), false)
    passUntil(3_000)
    expect(sentMillis()).toBe(100 + 1_500 + 100)
    expect(skipped()).toBe(58_500)
  })
})

describe("the times of audio", () => {
  test("are those of the received audio, whatever was inserted and skipped", () => {
    for (const seed of seeds) {
      const random = makeRandom(seed)
      const timeline = makeAudioTimeline()
      // The received position of each millisecond that the provider got.
      const received: Array<number> = []
      let at = 0
      for (let step = below(random, 12); step > 0; step--) {
        const what = (["add", "insert", "skip"] as const)[below(random, 3)] ?? "add"
        const millis = 1 + below(random, 90)
        timeline[what](millis)
        for (let one = 0; one < millis; one++) {
          if (what !== "insert") at++
          if (what !== "skip") received.push(at)
        }
      }
      received.forEach((position, index) => {
        expect(timeline.positionOf(index + 1), `seed ${seed}`).toBe(position)
      })
    }
  })
})
