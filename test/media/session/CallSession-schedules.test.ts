import { assert, it } from "@effect/vitest"
import { Clock, Effect, Fiber, Stream } from "effect"
import { TestClock } from "effect/testing"
import { silent } from "../../../src/audio/frames.ts"
import { tone } from "../../../src/audio/tone.ts"
import { makeLineClock } from "../../../src/media/line/LineClock.ts"
import type { ReplyPiece } from "../../../src/media/reply/Replies.ts"
import { ProviderFailure } from "../../../src/providers/contract/ProviderFailure.ts"
import { makeRandom } from "../../support/random.ts"
import { brief, sessionOnLine, sound } from "./session-line.ts"

const { PROVE, TEST_SEED } = process.env
const seed = Number(TEST_SEED)
const runs = PROVE === "full" ? 150 : 12
const limitMillis = 40_000

const failure = new ProviderFailure({ provider: "test", reason: "It is gone", retryable: false })
const words = ["yes", "no", "what is that", "wait", "hmm", "please tell me more"]

/**
 * A call with the real rules and real audio, in which every event may come at any time, fail, or
 * never come.
 */
const runCall = Effect.fnUntraced(function* (of: number) {
  const random = makeRandom(of)
  const below = (limit: number) => Math.floor(random() * limit)
  const oneOf = <A>(all: ReadonlyArray<A>) => all[below(all.length)] as A
  const clock = makeLineClock(0)
  const utterance = () => (below(40) === 0 ? "do not call me again" : oneOf(words))
  let made = 0

  const piecesOf = (id: number): ReadonlyArray<ReplyPiece> => [
    { kind: "firstToken" },
    { kind: "sentence", text: `This is reply ${id}.` },
    { kind: "audio", audio: sound(1 + below(1_500), id) },
    { kind: "sentence", text: "There is more." },
    { kind: "audio", audio: sound(1 + below(2_500), id) },
    oneOf<ReplyPiece>([
      { kind: "complete", endsCall: below(4) === 0, text: `This is reply ${id}. There is more.` },
      { kind: "complete", endsCall: false, text: `This is reply ${id}. There is more.` },
      { kind: "failed", reason: "no more" }
    ])
  ]
  const reply = () => {
    made++
    const pieces = Stream.mapEffect(Stream.fromIterable(piecesOf(made)), (piece) =>
      Effect.as(Effect.sleep(below(below(8) === 0 ? 4_000 : 300)), piece)
    )
    return below(12) === 0 ? Stream.never : pieces
  }
  const line = yield* sessionOnLine({
    brief: Effect.succeed({ ...brief, limitMillis, allowInterrupts: below(3) > 0 }),
    render: (text) =>
      Effect.andThen(
        Effect.sleep(below(300)),
        below(15) === 0 ? Effect.fail(failure) : Effect.succeed({ text, audio: sound(300 + below(1_000), 250) })
      ),
    reply
  })
  yield* Effect.provideService(line.run, Clock.Clock, clock)

  let speaks = false
  while (!line.isOver() && line.now() < limitMillis + 5_000) {
    if (below(40) === 0) speaks = !speaks
    if (below(60) === 0) yield* line.recognize({ kind: "interim", text: utterance(), stability: random(), atMillis: 0 })
    if (below(90) === 0) yield* line.recognize({ kind: "final", text: utterance(), untilMillis: 0, confidence: null })
    if (below(500) === 0) line.session.press("5")
    if (below(3_000) === 0) yield* line.failRecognizer(failure)
    if (below(4_000) === 0) yield* hangUp(line)
    for (const sent of line.wire) if (sent.kind === "mark" && below(10) > 0) line.session.reachMark(sent.name)
    clock.advanceTo(line.now() + 20)
    yield* line.hear(speaks ? tone(500, 20) : silent(20))
  }
  return line
})

/** Ends the line. What the person was saying is waited for in vain, because the recognizer reports nothing more. */
const hangUp = Effect.fnUntraced(function* (
  line: Pick<Effect.Success<ReturnType<typeof sessionOnLine>>, "interrupt" | "settled">
) {
  const ending = yield* Effect.forkChild(line.interrupt)
  yield* line.settled
  yield* TestClock.adjust("10 seconds")
  yield* Fiber.join(ending)
})

it.effect("a call ends by its limit, is saved once, and plays one reply at a time, whatever happens", () =>
  Effect.gen(function* () {
    for (let run = 0; run < runs; run++) {
      const of = seed + run
      const line = yield* runCall(of)
      assert.isTrue(line.isOver(), `run ${of} does not end`)
      const fault = line.fault()
      assert.isTrue(fault === undefined || fault.startsWith("InterruptError"), `run ${of}: ${fault}`)
      const records = line.saved.filter((one) => typeof one !== "string")
      assert.strictEqual(records.length, 1, `run ${of}`)
      // Replies are reported in the order in which they were sent, each once.
      const transcript = records[0]?.transcript ?? []
      const replies = transcript.flatMap(({ text }) => /This is reply (\d+)/.exec(text)?.[1] ?? [])
      assert.deepStrictEqual(
        replies,
        [...new Set(replies)].sort((one, other) => Number(one) - Number(other))
      )
      const begun = new Set(line.sounds().map(([sounds]) => sounds))
      for (const id of replies) assert.isTrue(begun.has(Number(id)), `run ${of}: unheard: ${id}`)
      // No audio of a reply follows that of a later one.
      const order = line.sounds().flatMap(([sounds = 0]) => (sounds < 250 ? [sounds] : []))
      assert.deepStrictEqual(
        order,
        [...order].sort((one, other) => one - other),
        `run ${of}`
      )
      for (const [index, { startMs }] of transcript.entries()) {
        assert.isAtLeast(startMs, transcript[index - 1]?.startMs ?? 0, `run ${of}`)
      }
    }
  })
)
