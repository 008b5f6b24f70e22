import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect, type Fiber } from "effect"
import { silent } from "../../src/audio/frames.ts"
import { makeListener, speak } from "../../src/audio/modem.ts"
import { tone } from "../../src/audio/tone.ts"
import { twilioMedia } from "../../src/carriers/twilio-media.ts"
import { CallSession } from "../../src/media/CallSession.ts"
import { makeLineClock } from "../../src/media/LineClock.ts"
import { attempt } from "./gateway-server.ts"

/** A session on a line of the test's own: what the person says goes in frame by frame, and the carrier plays what is sent. */
const onTheLine = Effect.gen(function* () {
  const { begin } = yield* CallSession
  const clock = makeLineClock(0)
  const sent: Array<Uint8Array> = []
  const marks: Array<{ readonly name: string; readonly playedAt: number }> = []
  let now = 0
  let playedUntil = 0
  let mostAhead = 0
  const talk = begin({
    attempt,
    capabilities: twilioMedia.capabilities,
    send: (audio) => {
      sent.push(audio)
      playedUntil = Math.max(playedUntil, clock.currentTimeMillisUnsafe()) + audio.length / 8
      mostAhead = Math.max(mostAhead, playedUntil - clock.currentTimeMillisUnsafe())
    },
    mark: (name) => marks.push({ name, playedAt: playedUntil }),
    clear: () => assert.fail("Nothing is to be cleared")
  })
  const running: Fiber.Fiber<void> = yield* Effect.forkChild(Effect.provideService(talk.run, Clock.Clock, clock), {
    startImmediately: true
  })
  const hear = Effect.fnUntraced(function* (audio: Uint8Array) {
    for (let from = 0; from < audio.length; from += 160) {
      const frame = audio.subarray(from, from + 160)
      now += frame.length / 8
      talk.hear(frame)
      clock.reach(now)
      // Whoever woke goes on.
      for (let turn = 0; turn < 5; turn++) yield* Effect.yieldNow
    }
  })
  return {
    hear,
    marks,
    isOver: () => running.pollUnsafe() !== undefined,
    said: () => Buffer.concat(sent),
    mostAhead: () => mostAhead,
    now: () => now
  }
}).pipe(Effect.provide(CallSession.layer))

const greetingBytes = 32_000

describe("CallSession", () => {
  it.effect("greets for four seconds, and marks the end", () =>
    Effect.gen(function* () {
      const line = yield* onTheLine
      yield* line.hear(silent(4_000))
      assert.isTrue(line.said().equals(tone(440, 4_000)))
      assert.deepStrictEqual(line.marks, [{ name: "said 1", playedAt: 4_000 }])
    })
  )

  it.effect("says each utterance again, when it has been quiet for half a second", () =>
    Effect.gen(function* () {
      const line = yield* onTheLine
      yield* line.hear(silent(5_000))
      const words = ["one", "two and three"]
      for (const word of words) {
        const spoken = speak(word)
        yield* line.hear(Buffer.concat([spoken, silent(480)]))
        const before = line.said().length
        yield* line.hear(silent(20))
        assert.isAbove(line.said().length, before)
        yield* line.hear(silent(spoken.length / 8 + 1_000))
      }
      const heard = line.said().subarray(greetingBytes)
      assert.strictEqual(makeListener().hear(heard), words.join(""))
      assert.strictEqual(line.marks.length, 3)
    })
  )

  it.effect("says again what was said while it spoke, in order", () =>
    Effect.gen(function* () {
      const line = yield* onTheLine
      yield* line.hear(Buffer.concat([speak("one"), silent(600), speak("two"), silent(6_000)]))
      assert.strictEqual(makeListener().hear(line.said().subarray(greetingBytes)), "onetwo")
    })
  )

  it.effect("keeps the carrier at most 300 ms ahead", () =>
    Effect.gen(function* () {
      const line = yield* onTheLine
      const spoken = speak("a rather long sentence, of several seconds")
      yield* line.hear(Buffer.concat([silent(4_000), spoken, silent(spoken.length / 8 + 3_000)]))
      assert.isAbove(line.said().length, greetingBytes + spoken.length)
      assert.strictEqual(line.mostAhead(), 300)
      // It never lets the line fall silent, either: all is played in one piece, from the frame that ended the utterance.
      const [, second] = line.marks
      const heardUntil = 4_000 + spoken.length / 8 + 500 - 20
      assert.strictEqual(second?.playedAt, heardUntil + (line.said().length - greetingBytes) / 8)
    })
  )

  it.effect("ends when nothing was said for twenty seconds, and not before", () =>
    Effect.gen(function* () {
      const line = yield* onTheLine
      // The greeting has gone out a little before it is played.
      yield* line.hear(silent(3_700 + 19_900))
      assert.isFalse(line.isOver())
      yield* line.hear(silent(400))
      assert.isTrue(line.isOver())
    })
  )

  it.effect("keeps no more than half a minute of somebody who does not stop", () =>
    Effect.gen(function* () {
      const line = yield* onTheLine
      yield* line.hear(tone(500, 29_980))
      assert.strictEqual(line.said().length, greetingBytes)
      yield* line.hear(tone(500, 1_000))
      assert.isAbove(line.said().length, greetingBytes)
    })
  )

  it.effect("does not end while somebody speaks", () =>
    Effect.gen(function* () {
      const line = yield* onTheLine
      yield* line.hear(silent(10_000))
      yield* line.hear(tone(500, 30_000))
      assert.isFalse(line.isOver())
    })
  )
})
