import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect, Layer, Queue, Stream } from "effect"
import { silent } from "../../../src/audio/frames.ts"
import { tone } from "../../../src/audio/tone.ts"
import { TransferTries } from "../../../src/calls/conversations/TransferTries.ts"
import { CallCosts } from "../../../src/calls/costs/CallCosts.ts"
import { Briefs } from "../../../src/media/brief/Briefs.ts"
import { makeLineClock } from "../../../src/media/line/LineClock.ts"
import { FixedLineAudio } from "../../../src/media/reply/FixedLineAudio.ts"
import { TargetSession } from "../../../src/media/target/TargetSession.ts"
import type { ProviderFailure } from "../../../src/providers/contract/ProviderFailure.ts"
import { type Heard, SpeechToText } from "../../../src/providers/contract/SpeechToText.ts"
import { attempt } from "../gateway/gateway-server.ts"
import { brief, sound } from "../session/session-line.ts"

const briefing = "The person wants to cancel their contract."

/** A target who has answered; the test plays the carrier and the recognizer. */
const answeredTarget = Effect.fnUntraced(function* () {
  const clock = makeLineClock(0)
  const recognizer = yield* Queue.make<Heard, ProviderFailure>()
  const said: Array<{ readonly at: number; readonly text: string }> = []
  const ended: Array<string> = []
  let now = 0
  let opening = ""
  const services = Layer.mergeAll(
    Layer.succeed(Briefs, { of: () => Effect.succeed(brief) }),
    Layer.mock(FixedLineAudio, {
      render: (of) =>
        Effect.sync(() => {
          opening = of.opening
          return { text: of.opening, audio: sound(200, 7) }
        })
    }),
    Layer.succeed(SpeechToText, {
      listen: () => Effect.succeed({ hear: () => undefined, heard: Stream.fromQueue(recognizer) })
    }),
    Layer.mock(TransferTries, {
      get: () => Effect.succeed({ ...stored, status: "BRIEFING" as const }),
      end: (_, status) => Effect.sync(() => ended.push(status) > 0)
    }),
    Layer.mock(CallCosts, { addUsage: () => Effect.void })
  )
  const { begin } = yield* Effect.provide(TargetSession, TargetSession.layer.pipe(Layer.provide(services)))
  const session = begin(
    {
      attempt,
      now: () => now,
      send: () => {
        if (said.at(-1)?.text !== opening) said.push({ at: now, text: opening })
      },
      mark: (name) => session.reachMark(name),
      clear: () => undefined
    },
    { ...stored, briefing }
  )
  const settled = Effect.gen(function* () {
    for (let turn = 0; turn < 30; turn++) yield* Effect.yieldNow
  })
  const running = yield* Effect.forkChild(Effect.provideService(session.run, Clock.Clock, clock))
  yield* settled
  const hear = Effect.fnUntraced(function* (audio: Uint8Array) {
    for (let from = 0; from < audio.length; from += 160) {
      now += 20
      session.hear(audio.subarray(from, from + 160))
      clock.advanceTo(now)
      session.tick(now)
      yield* settled
    }
  })
  return {
    said,
    ended,
    hear,
    pass: (millis: number) => hear(silent(millis)),
    recognize: (text: string) =>
      Effect.andThen(Queue.offer(recognizer, { kind: "final", text, untilMillis: now, confidence: null }), settled),
    isOver: () => running.pollUnsafe() !== undefined
  }
})

const stored = {
  id: "019a0000-0000-7000-8000-000000000009",
  organizationId: 1,
  attemptId: attempt.id,
  callId: attempt.callId,
  campaignId: attempt.campaignId,
  kind: "WARM",
  status: "RINGING",
  target: "Desk",
  address: "+442079460000",
  remaining: [],
  language: "en-US",
  limitSeconds: 600,
  legSid: "CA2",
  account: attempt.account,
  callerId: null,
  callSid: attempt.callSid,
  isOver: false
} as const

describe("the summary for a transfer target", () => {
  it.effect("begins when the target has finished their hello", () =>
    Effect.gen(function* () {
      const target = yield* answeredTarget()
      yield* target.pass(500)
      yield* target.hear(tone(500, 3_000))
      assert.deepStrictEqual(target.said, [])
      yield* target.pass(1_500)
      const [first] = target.said
      assert.include(first?.text, briefing)
      assert.isAtLeast(first?.at ?? 0, 4_500)
    })
  )

  it.effect("begins after 1.5 seconds when the target says nothing", () =>
    Effect.gen(function* () {
      const target = yield* answeredTarget()
      yield* target.pass(2_000)
      assert.isAtMost(target.said[0]?.at ?? Number.POSITIVE_INFINITY, 1_600)
    })
  )

  it.effect("is not said to a voicemail, which counts as no answer", () =>
    Effect.gen(function* () {
      const target = yield* answeredTarget()
      yield* target.pass(500)
      yield* target.hear(tone(500, 4_000))
      yield* target.recognize("You have reached the service desk. Please leave a message after the beep.")
      yield* target.pass(5_000)
      assert.isTrue(target.isOver())
      assert.deepStrictEqual(target.ended, ["NO_ANSWER"])
      assert.deepStrictEqual(target.said, [])
    })
  )

  it.effect("begins at last although the other side is never quiet", () =>
    Effect.gen(function* () {
      const target = yield* answeredTarget()
      yield* target.hear(tone(500, 13_000))
      assert.deepStrictEqual(target.said, [])
      yield* target.hear(tone(500, 1_000))
      assert.isNotEmpty(target.said)
    })
  )
})
