import { describe, expect, test } from "vitest"
import { makeBeepDetector } from "../../src/audio/beep.ts"
import { silent } from "../../src/audio/frames.ts"
import { keyTones, makeKeyListener, phoneKeys } from "../../src/audio/keys.ts"
import { speak } from "../../src/audio/modem.ts"
import { babble, joined, music, noise, noisyTone, sweep } from "../media/machines/sounds.ts"
import { makeRandom } from "../support/random.ts"

const runs = process.env.PROVE === "full" ? 500 : 40
const seed = Number(process.env.TEST_SEED)

/** Returns the beeps in a sound that comes in frames of any length. */
const beepsIn = (sound: Uint8Array, frame = 160) => {
  const detector = makeBeepDetector()
  const all = joined(sound, silent(300))
  return Array.from({ length: Math.ceil(all.length / frame) }, (_, index) =>
    detector.hear(all.subarray(index * frame, (index + 1) * frame))
  ).flat()
}

describe("a beep", () => {
  test("is found from 400 to 2,200 Hz with its end, in soft noise and in any frames", () => {
    for (let run = 0; run < runs; run++) {
      const random = makeRandom(seed + run)
      const hertz = 400 + random() * 1_800
      const millis = 150 + Math.floor(random() * 1_500)
      const before = silent(Math.floor(random() * 400))
      const beeps = beepsIn(joined(before, noisyTone(random, hertz, millis, 0.1)), 1 + Math.floor(random() * 400))
      expect(beeps.length, `TEST_SEED=${seed} run ${run}: ${hertz} Hz, ${millis} ms`).toBe(1)
      expect(Math.abs((beeps[0]?.endedAt ?? 0) - before.length / 8 - millis)).toBeLessThanOrEqual(25)
    }
  })

  test("is not found in voices, music, noise, sweeps, keys, letters and tones that are too short, long, low or high", () => {
    for (let run = 0; run < runs / 4; run++) {
      const random = makeRandom(seed + run)
      const sounds = {
        voice: babble(random, 2_000),
        music: music(random, 2_000),
        noise: noise(random, 1_000),
        sweep: sweep(400 + random() * 400, 1_500 + random() * 700, 600 + random() * 900),
        melody: joined(...[440, 554, 659, 880].map((hertz) => noisyTone(random, hertz, 300, 0))),
        keys: keyTones(phoneKeys),
        letters: speak("Hello, who is this? 0000 ~~~~"),
        short: noisyTone(random, 1_000, 80, 0),
        long: noisyTone(random, 440, 4_000, 0),
        low: noisyTone(random, 100 + random() * 250, 500, 0),
        high: noisyTone(random, 2_400 + random() * 1_000, 500, 0)
      }
      for (const [name, sound] of Object.entries(sounds))
        expect(beepsIn(sound), `${name}, TEST_SEED=${seed} run ${run}`).toEqual([])
    }
  })
})

describe("keys", () => {
  test("are heard as they were sent, also in soft noise and twice in a row", () => {
    const random = makeRandom(seed)
    expect(makeKeyListener().hear(keyTones(`11${phoneKeys}`))).toBe(`11${phoneKeys}`)
    expect(makeKeyListener().hear(joined(noise(random, 500, 800), keyTones("5"), noise(random, 500, 800)))).toBe("5")
  })

  test("are not heard in voices, music and single tones", () => {
    const random = makeRandom(seed)
    const sounds = [babble(random, 3_000), music(random, 3_000), noisyTone(random, 1_336, 800, 0), speak("Press 1.")]
    for (const sound of sounds) expect(makeKeyListener().hear(sound)).toBe("")
  })
})
