import { assert, describe, it } from "@effect/vitest"
import { silent } from "../../../src/audio/frames.ts"
import { speak } from "../../../src/audio/modem.ts"
import { encode } from "../../../src/audio/mulaw.ts"
import { tone } from "../../../src/audio/tone.ts"
import { makeVoiceActivity, type VoiceChange } from "../../../src/media/hearing/voice-activity.ts"
import { makeRandom } from "../../support/random.ts"

const { PROVE, TEST_SEED } = process.env
const seed = Number(TEST_SEED)
const runs = PROVE === "full" ? 5_000 : 200

type Random = () => number
const below = (random: Random, limit: number) => Math.floor(random() * limit)

const joined = (...parts: ReadonlyArray<Uint8Array>) => new Uint8Array(Buffer.concat(parts))

/** White noise; its mean square is a third of the square of its peak. */
const noise = (random: Random, millis: number, loudest: number) =>
  encode(Int16Array.from({ length: millis * 8 }, () => (random() * 2 - 1) * loudest))

/** A synthetic voice: decaying pulses at a pitch, in syllables that swell and fade. */
const voice = (random: Random, millis: number, loudest: number, hertz = 110) =>
  encode(
    Int16Array.from({ length: millis * 8 }, (_, index) => {
      const sincePulse = index % Math.round(8_000 / hertz)
      const syllable = 0.15 + 0.85 * Math.abs(Math.sin((Math.PI * index) / 1_600))
      return loudest * syllable * Math.exp(-sincePulse / 40) * Math.sin(sincePulse / 1.6 + random() * 0.1)
    })
  )

const isBoundary = ({ kind }: VoiceChange) => kind === "began" || kind === "ended"

const allChangesIn = (audio: Uint8Array, frame = 160) => {
  const { hear } = makeVoiceActivity()
  const changes: Array<VoiceChange> = []
  for (let at = 0; at < audio.length; at += frame) changes.push(...hear(audio.subarray(at, at + frame)))
  return changes
}

/** Returns when voices began and ended; their pauses aside. */
const changesIn = (audio: Uint8Array, frame = 160) => allChangesIn(audio, frame).filter(isBoundary)

const kindsIn = (audio: Uint8Array) => changesIn(audio).map(({ kind }) => kind)

/** Returns when each change was detected, to a block of 10 ms. */
const changesOf = (audio: Uint8Array) => {
  const { hear } = makeVoiceActivity()
  const detected: Array<number> = []
  for (let at = 0; at < audio.length; at += 80) {
    if (hear(audio.subarray(at, at + 80)).some(isBoundary)) detected.push(at / 8 + 10)
  }
  return detected
}

/**
 * A naive model: finds the blocks from which loud or quiet blocks outnumber the others by 200 ms,
 * over every span since the last change. A change is at the begin of the shortest such span.
 */
const naiveChanges = (blocks: ReadonlyArray<boolean>) => {
  const changes: Array<VoiceChange> = []
  let speaks = false
  let since = 0
  for (let end = 1; end <= blocks.length; end++) {
    const weights = blocks.slice(since, end).map((sounds) => (sounds === speaks ? -1 : 1))
    const deciding = weights.findLastIndex(
      (_, from) => weights.slice(from).reduce((sum, weight) => sum + weight, 0) >= 20
    )
    if (deciding < 0) continue
    changes.push({ kind: speaks ? "ended" : "began", atMillis: (since + deciding) * 10 })
    speaks = !speaks
    since = end
  }
  return changes
}

describe("voice activity", () => {
  it("reports a voice after 200 ms of sound, and its end after 200 ms of quiet, each with its time", () => {
    const audio = joined(silent(500), tone(440, 1_000), silent(700))
    assert.deepStrictEqual(changesIn(audio), [
      { kind: "began", atMillis: 500 },
      { kind: "ended", atMillis: 1_500 }
    ])
    assert.deepStrictEqual(changesOf(audio), [700, 1_700])
    assert.deepStrictEqual(changesIn(joined(silent(500), tone(440, 190), silent(700))), [])
    assert.deepStrictEqual(kindsIn(joined(silent(500), tone(440, 500), silent(190), tone(440, 500))), ["began"])
  })

  it("reports that a voice pauses after 100 ms of quiet, and that it goes on after 50 ms of sound", () => {
    const gap = (millis: number) => joined(tone(440, 500), silent(millis), tone(440, 500), silent(700))
    assert.deepStrictEqual(
      allChangesIn(gap(90)).map(({ kind }) => kind),
      ["began", "pausing", "ended"]
    )
    assert.deepStrictEqual(allChangesIn(gap(150)), [
      { kind: "began", atMillis: 0 },
      { kind: "pausing", atMillis: 500 },
      { kind: "resumed", atMillis: 650 },
      { kind: "pausing", atMillis: 1_150 },
      { kind: "ended", atMillis: 1_150 }
    ])
    // A click does not end a pause.
    const clicked = joined(tone(440, 500), silent(100), tone(440, 40), silent(700))
    assert.deepStrictEqual(
      allChangesIn(clicked).map(({ kind }) => kind),
      ["began", "pausing", "ended"]
    )
  })

  it("agrees with a naive model", () => {
    for (let run = 0; run < runs / 4; run++) {
      const random = makeRandom(seed + run)
      const stays = 0.5 + random() * 0.48
      let sounds = false
      const blocks = Array.from({ length: 300 }, () => {
        if (random() > stays) sounds = !sounds
        return sounds
      })
      const audio = joined(...blocks.map((sounding) => (sounding ? tone(1_000, 10) : silent(10))))
      assert.deepStrictEqual(changesIn(audio), naiveChanges(blocks), `TEST_SEED=${seed} run ${run}`)
    }
  })

  it("does not depend on the length of frames", () => {
    for (let run = 0; run < runs / 4; run++) {
      const random = makeRandom(seed + run)
      const parts = Array.from({ length: 12 }, () =>
        random() < 0.5 ? noise(random, below(random, 600), 300 * random()) : voice(random, below(random, 900), 6_000)
      )
      const audio = joined(...parts)
      const whole = changesIn(audio, audio.length)
      for (const frame of [1, 7, 80, 160, 333]) {
        assert.deepStrictEqual(changesIn(audio, frame), whole, `TEST_SEED=${seed} run ${run}, frames of ${frame}`)
      }
    }
  })

  it("finds speech of the modem to the block", () => {
    for (const text of [
      "Ok!!",
      "Hello?",
      "मुझे दोबारा फ़ोन मत कीजिए",
      "No, I am not interested, thank you. ".repeat(20)
    ]) {
      const audio = speak(text)
      const [began, ended, ...others] = changesIn(joined(silent(333), audio, silent(400)))
      assert.deepStrictEqual([began?.kind, ended?.kind, others.length], ["began", "ended", 0], text)
      assert.closeTo(began!.atMillis, 333, 10)
      assert.closeTo(ended!.atMillis, 333 + audio.length / 8, 10)
    }
  })

  it("finds a tone of any pitch, for its duration", () => {
    for (const hertz of [100, 440, 750, 1_500, 3_300]) {
      assert.deepStrictEqual(kindsIn(tone(hertz, 120_000)), ["began"], `${hertz} Hz`)
    }
  })

  it("finds a human voice, soft or loud, low or high, across the gaps between syllables", () => {
    const random = makeRandom(seed)
    for (const loudest of [2_500, 6_000, 20_000]) {
      for (const hertz of [85, 130, 250]) {
        const line = () => noise(random, 600, 60)
        const changes = changesIn(joined(line(), voice(random, 3_000, loudest, hertz), line()))
        const what = `TEST_SEED=${seed}, ${loudest}, ${hertz} Hz`
        assert.deepStrictEqual(
          changes.map(({ kind }) => kind),
          ["began", "ended"],
          what
        )
        assert.closeTo(changes[0]!.atMillis, 600, 60, what)
        assert.closeTo(changes[1]!.atMillis, 3_600, 60, what)
      }
    }
  })

  it("continues a voice that fades below the level that begins one", () => {
    // A longer tone would count as noise of the line.
    const fading = noise(makeRandom(seed), 300, 260)
    assert.deepStrictEqual(changesIn(fading), [])
    assert.closeTo(changesIn(joined(tone(440, 250), fading, silent(300)))[1]!.atMillis, 550, 50)
  })

  it("finds no voice in silence or in the noise of a quiet line", () => {
    const random = makeRandom(seed)
    assert.deepStrictEqual(changesIn(silent(60_000)), [])
    for (const loudest of [10, 100, 200]) assert.deepStrictEqual(changesIn(noise(random, 30_000, loudest)), [])
  })

  it("finds no voice in clicks, and clicks do not prolong one", () => {
    const random = makeRandom(seed)
    const crackling = (millis: number) =>
      joined(
        ...Array.from({ length: millis / 50 }, () => {
          const before = below(random, 40)
          return joined(silent(before), noise(random, 2, 30_000), silent(48 - before))
        })
      )
    assert.deepStrictEqual(changesIn(crackling(30_000)), [])
    const [, ended] = changesIn(joined(tone(440, 1_000), crackling(3_000)))
    assert.strictEqual(ended?.kind, "ended")
    assert.closeTo(ended!.atMillis, 1_000, 60)
  })

  it("finds a voice above constant noise, which counts as a voice for a few seconds at most", () => {
    const random = makeRandom(seed)
    for (const loudest of [600, 1_200]) {
      const [began, ended, ...others] = changesIn(noise(random, 30_000, loudest))
      assert.deepStrictEqual([began?.kind, ended?.kind, others.length], ["began", "ended", 0])
      assert.isBelow(ended!.atMillis, 6_000)
      const street = () => noise(random, 10_000, loudest)
      const later = changesIn(joined(street(), tone(440, 1_000), street())).slice(2)
      assert.deepStrictEqual(
        later.map(({ kind }) => kind),
        ["began", "ended"]
      )
    }
  })

  it("finds a soft voice on a line that has become quiet again", () => {
    const random = makeRandom(seed)
    const audio = joined(noise(random, 10_000, 1_200), silent(1_000), voice(random, 1_000, 2_500), silent(500))
    const last = changesIn(audio).slice(-2)
    assert.deepStrictEqual(
      last.map(({ kind }) => kind),
      ["began", "ended"]
    )
    assert.closeTo(last[0]!.atMillis, 11_000, 60)
  })
})
