import { assert, beforeEach, describe, it } from "@effect/vitest"
import { Clock, Deferred, Effect, Fiber, Logger, Stream } from "effect"
import { TestClock } from "effect/testing"
import { silent } from "../../../src/audio/frames.ts"
import { tone } from "../../../src/audio/tone.ts"
import type { TranscriptRecord } from "../../../src/calls/conversations/Transcripts.ts"
import type {
  Command,
  Conversation,
  ConversationEvent,
  ConversationSettings,
  TurnRecord
} from "../../../src/media/conversation/conversation.ts"
import type { ConversationRules } from "../../../src/media/conversation/conversation-loop.ts"
import { makeLineClock } from "../../../src/media/line/LineClock.ts"
import type { ReplyPiece } from "../../../src/media/reply/Replies.ts"
import { ProviderFailure } from "../../../src/providers/contract/ProviderFailure.ts"
import type { SpeechToText } from "../../../src/providers/contract/SpeechToText.ts"
import { brief, type Options, onTheLine as onALine, sound } from "./session-line.ts"

/** The conversation is the test's: what it is told, and what it asks for then. */
const core = {
  settings: undefined as ConversationSettings | undefined,
  told: [] as Array<ConversationEvent>,
  wakesAt: undefined as number | undefined,
  first: [] as ReadonlyArray<Command>,
  kept: {} as Partial<Conversation>,
  answer: (_: ConversationEvent): ReadonlyArray<Command> => []
}

const state: Conversation = { phase: "listening", transcript: [], turns: [], expected: "free" } as never

const rules: ConversationRules = {
  newConversation: (settings) => {
    core.settings = settings
    return { state: { ...state, ...core.kept }, commands: core.first }
  },
  transition: (from, event) => {
    core.told.push(event)
    const commands = core.answer(event)
    const phase = commands.some((command) => command.do === "end") ? "ended" : from.phase
    return { state: { ...from, phase }, commands }
  },
  wakeAt: () => core.wakesAt
}

const onTheLine = (options: Options = {}) => onALine({ ...options, rules })

beforeEach(() => {
  Object.assign(core, { settings: undefined, told: [], wakesAt: undefined, first: [], kept: {}, answer: () => [] })
})

/** Asks for something when something happens, once. */
const when = (kind: ConversationEvent["kind"], ...commands: ReadonlyArray<Command>) => {
  const before = core.answer
  let isAsked = false
  core.answer = (event) => {
    if (event.kind !== kind || isAsked) return before(event)
    isAsked = true
    return commands
  }
}

const told = (kind: ConversationEvent["kind"]) => core.told.filter((event) => event.kind === kind)

const say = (reply: number): Command => ({ do: "say", reply, line: "goodbye" })
const think = (reply: number): Command => ({ do: "think", reply, messages: [], hint: null })
const end: Command = { do: "end", why: "test" }

const played = (reply: number, millis: number, text: string, startMs = 0): ReadonlyArray<ConversationEvent> => [
  { kind: "played", at: startMs + millis, reply },
  { kind: "replyHeard", at: startMs + millis, reply, text, startMs, endMs: startMs + millis, interrupted: false }
]

const failure = new ProviderFailure({ provider: "test", reason: "It is gone", retryable: false })

describe("what a conversation asks for", () => {
  it.effect("a line is rendered, sent frame by frame and told of", () =>
    Effect.gen(function* () {
      core.first = [say(1)]
      const line = yield* onTheLine()
      yield* line.run
      assert.deepStrictEqual(line.rendered, ["opening", "goodbye"])
      yield* line.pass(600)
      assert.deepStrictEqual(line.sounds(), [[7, 400]])
      assert.deepStrictEqual(core.told, [
        { kind: "audible", at: 0, reply: 1, from: 0 },
        { kind: "complete", at: 0, reply: 1, endsCall: false, text: "goodbye" },
        ...played(1, 400, "goodbye")
      ])
    })
  )

  it.effect("the opening is rendered before it is asked for, and once", () =>
    Effect.gen(function* () {
      when("pressed", { do: "say", reply: 1, line: "opening" })
      const isReady = yield* Deferred.make<void>()
      const line = yield* onTheLine({
        render: (text) => Effect.as(Deferred.await(isReady), { text, audio: sound(100, 3) })
      })
      yield* line.run
      assert.deepStrictEqual(line.rendered, ["opening"])
      line.talk.press("1")
      yield* line.settled
      assert.deepStrictEqual(line.sounds(), [])
      yield* Deferred.succeed(isReady, undefined)
      yield* line.settled
      assert.deepStrictEqual(line.sounds(), [[3, 100]])
      assert.deepStrictEqual(line.rendered, ["opening"])
    })
  )

  it.effect("a line that cannot be rendered has failed", () =>
    Effect.gen(function* () {
      core.first = [say(1)]
      const line = yield* onTheLine({ render: () => Effect.fail(failure) })
      yield* line.run
      assert.deepStrictEqual(told("failed"), [{ kind: "failed", at: 0, reply: 1, reason: failure.message }])
      assert.deepStrictEqual(line.wire, [])
    })
  )

  it.effect("a reply is thought of with what was asked, told of piece by piece, and said sentence by sentence", () =>
    Effect.gen(function* () {
      const message = { role: "person", text: "Hello?", startMs: 0, endMs: 1, interrupted: false } as const
      core.first = [{ do: "think", reply: 4, messages: [message], hint: "wrap up" }]
      const line = yield* onTheLine()
      yield* line.run
      const [reply] = line.replies
      assert(reply !== undefined)
      assert.deepStrictEqual(reply.messages, [message])
      assert.strictEqual(reply.hint, "wrap up")
      reply.give(
        { kind: "retrieved", chunkIds: ["a"], problem: undefined },
        { kind: "firstToken" },
        { kind: "sentence", text: "Well now." }
      )
      yield* line.settled
      line.skip(40)
      reply.give({ kind: "audio", audio: sound(90, 1) })
      yield* line.settled
      // Nobody waits for a tick, nor for a frame that is not whole.
      assert.deepStrictEqual(line.sounds(), [[1, 80]])
      reply.give({ kind: "sentence", text: "Good." }, { kind: "audio", audio: sound(90, 2) })
      reply.give({ kind: "complete", endsCall: true, text: "Well now. Good." })
      yield* line.pass(400)
      assert.deepStrictEqual(line.sounds(), [
        [1, 90],
        [2, 90]
      ])
      assert.deepStrictEqual(core.told, [
        { kind: "retrieved", at: 0, reply: 4, chunkIds: ["a"], problem: undefined },
        { kind: "firstToken", at: 0, reply: 4 },
        { kind: "audible", at: 40, reply: 4, from: 40 },
        { kind: "complete", at: 60, reply: 4, endsCall: true, text: "Well now. Good." },
        ...played(4, 180, "Well now. Good.", 40)
      ])
    })
  )

  it.effect("a reply that fails is said as far as it came", () =>
    Effect.gen(function* () {
      core.first = [think(1)]
      const line = yield* onTheLine()
      yield* line.run
      yield* line.give(
        0,
        { kind: "sentence", text: "Well." },
        { kind: "audio", audio: sound(90, 1) },
        { kind: "failed", reason: "no more" }
      )
      yield* line.pass(200)
      assert.deepStrictEqual(line.sounds().slice(0, 1), [[1, 90]])
      assert.deepStrictEqual(core.told, [
        { kind: "audible", at: 0, reply: 1, from: 0 },
        { kind: "failed", at: 0, reply: 1, reason: "no more" },
        ...played(1, 100, "Well.")
      ])
    })
  )

  it.effect(
    "a reply that is dropped is stopped at once, taken from the carrier, and told of as far as it was heard",
    () =>
      Effect.gen(function* () {
        core.first = [think(1)]
        when("pressed", { do: "drop", reply: 1 })
        const line = yield* onTheLine()
        yield* line.run
        const [reply] = line.replies
        assert(reply !== undefined)
        yield* line.give(
          0,
          { kind: "sentence", text: "one two three four five" },
          { kind: "audio", audio: sound(1_000, 1) }
        )
        yield* line.pass(500)
        // What it still gives before it hears of its end is nothing.
        line.talk.press("5")
        reply.give({ kind: "audio", audio: sound(400, 1) }, { kind: "complete", endsCall: false, text: "one" })
        assert.deepStrictEqual(line.clears(), [500])
        const sent = line.wire.length
        yield* line.settled
        assert.isTrue(reply.isStopped)
        yield* line.pass(500)
        assert.strictEqual(line.wire.length, sent)
        assert.deepStrictEqual(core.told, [
          { kind: "audible", at: 0, reply: 1, from: 0 },
          { kind: "pressed", at: 500, digit: "5" },
          { kind: "replyHeard", at: 500, reply: 1, text: "one two", startMs: 0, endMs: 500, interrupted: true }
        ])
      })
  )

  it.effect("a reply that is dropped before it is begun is never asked for", () =>
    Effect.gen(function* () {
      core.first = [think(1), { do: "fill", reply: 1, line: "filler" }, { do: "drop", reply: 1 }, say(2)]
      const line = yield* onTheLine()
      yield* line.run
      assert.deepStrictEqual(line.replies, [])
      assert.deepStrictEqual(line.rendered, ["opening", "goodbye"])
      assert.deepStrictEqual(line.clears(), [])
      assert.deepStrictEqual(told("replyHeard"), [])
    })
  )

  it.effect("whoever does not hear of their end does not hold up the next", () =>
    Effect.gen(function* () {
      core.first = [say(1)]
      when("pressed", { do: "drop", reply: 1 }, think(2))
      const isReady = yield* Deferred.make<void>()
      const line = yield* onTheLine({
        render: (text) => Effect.uninterruptible(Effect.as(Deferred.await(isReady), { text, audio: sound(100, 3) }))
      })
      yield* line.run
      line.talk.press("1")
      yield* line.settled
      assert.strictEqual(line.replies.length, 1)
      yield* Deferred.succeed(isReady, undefined)
      yield* line.pass(200)
      assert.deepStrictEqual(line.sounds(), [])
    })
  )

  it.effect("a reply takes the place of one that nobody has dropped", () =>
    Effect.gen(function* () {
      core.first = [think(1)]
      when("pressed", think(2))
      const line = yield* onTheLine()
      yield* line.run
      yield* line.give(0, { kind: "sentence", text: "one two" }, { kind: "audio", audio: sound(1_000, 1) })
      yield* line.pass(200)
      line.talk.press("1")
      yield* line.settled
      yield* line.give(0, { kind: "audio", audio: sound(1_000, 1) })
      yield* line.give(1, { kind: "sentence", text: "three" }, { kind: "audio", audio: sound(100, 2) })
      yield* line.pass(200)
      assert.isTrue(line.replies[0]?.isStopped)
      assert.deepStrictEqual(
        line.sounds().map(([of]) => of),
        [1, 2]
      )
    })
  )

  it.effect("what was paused goes on with the word that was not heard, and is heard once", () =>
    Effect.gen(function* () {
      core.first = [think(1)]
      const line = yield* onTheLine()
      yield* line.run
      yield* line.give(
        0,
        { kind: "sentence", text: "one two three four five" },
        { kind: "audio", audio: sound(1_000, 1) },
        { kind: "complete", endsCall: false, text: "" }
      )
      yield* line.pass(500)
      when("pressed", { do: "pause", reply: 1 })
      line.talk.press("1")
      assert.deepStrictEqual(line.clears(), [500])
      const sent = line.wire.length
      yield* line.pass(500)
      assert.strictEqual(line.wire.length, sent)
      when("pressed", { do: "resume", reply: 1 })
      line.talk.press("1")
      assert.isAbove(line.wire.length, sent)
      yield* line.pass(1_000)
      assert.strictEqual(told("audible").length, 1)
      const [said]: ReadonlyArray<any> = told("replyHeard")
      assert.deepInclude(said, { text: "one two three four five", startMs: 0, interrupted: false })
      // 500 of them twice, less where the word began, and but for what was ahead at the pause.
      assert.isAtLeast(said.endMs, 1_500)
      assert.isBelow(said.endMs, 1_800)
    })
  )

  it.effect("what is dropped in a pause was heard as far as to the pause, and is not cleared twice", () =>
    Effect.gen(function* () {
      core.first = [think(1)]
      const line = yield* onTheLine()
      yield* line.run
      yield* line.give(0, { kind: "sentence", text: "one two" }, { kind: "audio", audio: sound(1_000, 1) })
      yield* line.pass(800)
      when("pressed", { do: "pause", reply: 1 })
      line.talk.press("1")
      yield* line.pass(500)
      when("pressed", { do: "drop", reply: 1 })
      line.talk.press("1")
      assert.deepStrictEqual(told("replyHeard"), [
        { kind: "replyHeard", at: 1_300, reply: 1, text: "one", startMs: 0, endMs: 800, interrupted: true }
      ])
    })
  )

  it.effect("a wait is filled before the reply's own words, though their text is there", () =>
    Effect.gen(function* () {
      core.first = [think(1)]
      when("pressed", { do: "fill", reply: 1, line: "filler" })
      const line = yield* onTheLine()
      yield* line.run
      yield* line.give(0, { kind: "sentence", text: "Indeed." })
      yield* line.settled
      line.talk.press("1")
      yield* line.settled
      assert.deepStrictEqual(line.sounds(), [[7, 300]])
      yield* line.give(
        0,
        { kind: "audio", audio: sound(100, 1) },
        { kind: "complete", endsCall: false, text: "Indeed." }
      )
      yield* line.pass(600)
      assert.deepStrictEqual(line.sounds(), [
        [7, 400],
        [1, 100]
      ])
      assert.deepStrictEqual(told("replyHeard"), [played(1, 500, "filler Indeed.")[1]])
    })
  )

  for (const [what, ...pieces] of [
    ["sound", { kind: "sentence", text: "Indeed." }, { kind: "audio", audio: sound(100, 1) }],
    ["end", { kind: "complete", endsCall: true, text: "" }]
  ] as ReadonlyArray<[string, ...ReadonlyArray<ReplyPiece>]>) {
    it.effect(`nothing is filled once there is ${what}`, () =>
      Effect.gen(function* () {
        core.first = [think(1), { do: "fill", reply: 1, line: "filler" }]
        const isReady = yield* Deferred.make<void>()
        const line = yield* onTheLine({
          render: (text) => Effect.as(Deferred.await(isReady), { text, audio: sound(100, 7) })
        })
        yield* line.run
        yield* line.give(0, ...pieces)
        yield* line.settled
        yield* Deferred.succeed(isReady, undefined)
        yield* line.pass(200)
        assert.notInclude(
          line.sounds().map(([of]) => of),
          7
        )
      })
    )
  }

  it.effect("a filler that is not to be had is gone without", () =>
    Effect.gen(function* () {
      core.first = [think(1), { do: "fill", reply: 1, line: "filler" }]
      const line = yield* onTheLine({ render: () => Effect.fail(failure) })
      yield* line.run
      assert.deepStrictEqual(core.told, [])
      assert.isFalse(line.isOver())
    })
  )

  it.effect("what is noted holds nothing up, and is kept with the rest", () =>
    Effect.gen(function* () {
      core.first = [{ do: "note heard" }, { do: "note opt-out" }, say(1)]
      const line = yield* onTheLine({ talks: { noteHeard: () => Effect.never, noteOptOut: () => Effect.never } })
      yield* line.run
      assert.deepStrictEqual(line.sounds(), [[7, 300]])
      when("pressed", end)
      line.talk.press("1")
      yield* line.settled
      assert.isTrue(line.isOver())
      assert.deepInclude(line.record(), { heard: true, optedOut: true })
    })
  )

  it.effect("what is noted is kept at once", () =>
    Effect.gen(function* () {
      core.first = [{ do: "note heard" }, { do: "note opt-out" }]
      const line = yield* onTheLine()
      yield* line.run
      assert.deepStrictEqual(line.kept, ["heard", "opt-out"])
    })
  )

  it.effect("at the end nobody listens any more, the record is kept, and then it is over", () =>
    Effect.gen(function* () {
      when("pressed", end)
      const isKept = yield* Deferred.make<void>()
      const line = yield* onTheLine({ talks: { end: () => Deferred.await(isKept) } })
      yield* line.run
      line.talk.press("1")
      yield* line.settled
      assert.deepStrictEqual(line.kept, ["ear closed"])
      assert.isFalse(line.isOver())
      yield* Deferred.succeed(isKept, undefined)
      yield* line.settled
      assert.isTrue(line.isOver())
      assert.isUndefined(line.fault())
      const before = core.told.length
      yield* line.pass(100)
      line.talk.press("1")
      assert.strictEqual(core.told.length, before)
      assert.deepStrictEqual(told("gone"), [])
    })
  )
})

describe("what a conversation is told", () => {
  it.effect("what happens before it is briefed, in its order, and once it is", () =>
    Effect.gen(function* () {
      const isBriefed = yield* Deferred.make<void>()
      const line = yield* onTheLine({ brief: Effect.as(Deferred.await(isBriefed), brief) })
      line.talk.press("1")
      yield* line.run
      yield* line.hear(tone(500, 400))
      line.talk.press("2")
      assert.deepStrictEqual(core.told, [])
      yield* Deferred.succeed(isBriefed, undefined)
      yield* line.settled
      assert.deepStrictEqual(core.settings, { allowInterrupts: true, limitMillis: 300_000 })
      assert.deepStrictEqual(core.told, [
        { kind: "pressed", at: 0, digit: "1" },
        { kind: "voice", at: 200, change: "began", changedAt: 0 },
        { kind: "pressed", at: 400, digit: "2" }
      ])
    })
  )

  it.effect("words as they come, at the time of the line", () =>
    Effect.gen(function* () {
      const line = yield* onTheLine()
      yield* line.run
      yield* line.pass(100)
      yield* line.tell({ kind: "speechBegan", atMillis: 0 })
      yield* line.tell({ kind: "interim", text: "h\u202eel", stability: 0.4, atMillis: 10 })
      yield* line.pass(100)
      yield* line.tell({ kind: "final", text: "hel\u200blo\ud800", untilMillis: 20, confidence: null })
      yield* line.tell({ kind: "speechEnded", atMillis: 20 })
      assert.deepStrictEqual(core.told, [
        { kind: "interim", at: 100, text: "hel", stability: 0.4 },
        { kind: "final", at: 200, text: "hello" }
      ])
    })
  )

  it.effect("that the ears are lost, once, and what is still said is no matter", () =>
    Effect.gen(function* () {
      const line = yield* onTheLine()
      yield* line.run
      yield* line.pass(100)
      yield* line.failEar(failure)
      yield* line.pass(100)
      assert.deepStrictEqual(core.told, [{ kind: "recognizerLost", at: 100 }])
      // Nobody is given what nobody understands.
      assert.strictEqual(line.earBytes(), 800)
      assert.isFalse(line.isOver())
    })
  )

  for (const [what, listen] of [
    ["cannot be had", () => Effect.fail(failure)],
    ["end by themselves", () => Effect.succeed({ hear: () => undefined, heard: Stream.empty })]
  ] as ReadonlyArray<[string, SpeechToText["Service"]["listen"]]>) {
    it.effect(`that the ears are lost when they ${what}`, () =>
      Effect.gen(function* () {
        const line = yield* onTheLine({ listen })
        yield* line.run
        assert.deepStrictEqual(core.told, [{ kind: "recognizerLost", at: 0 }])
      })
    )
  }

  it.effect("what comes of what it asks for, once all that it asked for is done", () =>
    Effect.gen(function* () {
      core.first = [think(1)]
      when("pressed", { do: "drop", reply: 1 }, think(2))
      when("replyHeard", { do: "drop", reply: 2 })
      const line = yield* onTheLine()
      yield* line.run
      yield* line.give(0, { kind: "sentence", text: "one" }, { kind: "audio", audio: sound(100, 1) })
      line.talk.press("1")
      yield* line.settled
      assert.strictEqual(line.replies.length, 1)
    })
  )

  it.effect("that a reply was heard to its end, though the carrier is late to tell of it", () =>
    Effect.gen(function* () {
      core.first = [say(1)]
      const line = yield* onTheLine()
      yield* line.run
      yield* line.pass(380)
      // Half of it, by the carrier's word, 20 ms before its end.
      const mark = line.wire.find(({ kind }) => kind === "mark")
      assert(mark?.kind === "mark")
      line.talk.reachMark(mark.name)
      yield* line.pass(100)
      assert.deepInclude(told("replyHeard")[0], { text: "goodbye", endMs: 400, interrupted: false })
    })
  )

  it.effect("the time that it asked for, at the first tick or sound from then on", () =>
    Effect.gen(function* () {
      core.wakesAt = 100
      const line = yield* onTheLine()
      yield* line.run
      line.skip(99)
      line.talk.tick(99)
      line.talk.hear(silent(20))
      assert.deepStrictEqual(core.told, [])
      line.skip(1)
      line.talk.tick(100)
      assert.deepStrictEqual(core.told, [{ kind: "time", at: 100 }])
      line.talk.hear(silent(20))
      assert.strictEqual(told("time").length, 2)
      core.wakesAt = undefined
      line.talk.press("1")
      line.talk.tick(100)
      assert.strictEqual(told("time").length, 2)
    })
  )

  it.effect("what the carrier says of its marks is what was heard", () =>
    Effect.gen(function* () {
      core.first = [think(1)]
      when("pressed", { do: "drop", reply: 1 })
      const line = yield* onTheLine()
      yield* line.run
      yield* line.give(0, { kind: "sentence", text: "one two" }, { kind: "audio", audio: sound(1_000, 1) })
      yield* line.pass(300)
      const mark = line.wire.find(({ kind }) => kind === "mark")
      assert(mark?.kind === "mark")
      line.skip(450)
      // It is late: 240 ms were played 750 ms after the first was sent.
      line.talk.reachMark(mark.name)
      line.talk.press("1")
      assert.deepInclude(told("replyHeard")[0], { text: "" })
    })
  )
})

describe("when a voice was", () => {
  /** The times of voices when each frame of these comes at the time that is said. */
  const voicesAt = Effect.fnUntraced(function* (audio: Uint8Array, comesAt: (until: number) => number) {
    const line = yield* onTheLine()
    yield* line.run
    for (let from = 0; from < audio.length; from += 160) {
      line.skip(comesAt(from / 8 + 20) - line.now())
      line.talk.hear(audio.subarray(from, from + 160))
    }
    return told("voice").map((event) => (event.kind === "voice" ? Math.round(event.changedAt) : 0))
  })
  const spoken = new Uint8Array(Buffer.concat([silent(1_000), tone(500, 600), silent(600)]))

  it.effect("as long after the stream began as the sound was", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* voicesAt(spoken, (until) => until), [1_000, 1_600])
    })
  )

  it.effect("later, when the first sound came later", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* voicesAt(spoken, (until) => until + 70), [1_070, 1_670])
    })
  )

  it.effect("not later, when sound is held up for a moment", () =>
    Effect.gen(function* () {
      const held = (until: number) => (until > 1_000 && until < 1_300 ? 1_300 : until)
      const [began = 0, ended = 0] = yield* voicesAt(spoken, held)
      assert.isBelow(Math.abs(began - 1_000), 5)
      assert.isBelow(Math.abs(ended - 1_600), 5)
    })
  )

  it.effect("soon right again, when sound was left out or the line's clock is slow", () =>
    Effect.gen(function* () {
      const leftOut = yield* voicesAt(spoken, (until) => (until > 500 ? until + 5_000 : until))
      assert.deepStrictEqual(
        leftOut.map((at, index) => [1_000, 1_600][index]! + 5_000 - at < 510),
        [true, true]
      )
      core.told = []
      const long = new Uint8Array(Buffer.concat([silent(100_000), spoken]))
      const [began = 0] = yield* voicesAt(long, (until) => (until > 500 ? until + 5_000 : until))
      assert.isBelow(Math.abs(began - 106_000), 5)
    })
  )
})

describe("what the ear is given", () => {
  it.effect("all that was heard, also before it was there", () =>
    Effect.gen(function* () {
      const isReady = yield* Deferred.make<void>()
      const heard: Array<Uint8Array> = []
      const line = yield* onTheLine({
        listen: () => Effect.as(Deferred.await(isReady), { hear: (audio) => heard.push(audio), heard: Stream.never })
      })
      const said = tone(500, 300)
      yield* line.hear(said.subarray(0, 800))
      yield* line.run
      yield* line.hear(said.subarray(800, 1_600))
      yield* Deferred.succeed(isReady, undefined)
      yield* line.settled
      yield* line.hear(said.subarray(1_600))
      assert.isTrue(Buffer.concat(heard).equals(said))
    })
  )

  it.effect("no more than the last ten seconds of what was before", () =>
    Effect.gen(function* () {
      const line = yield* onTheLine()
      for (let frame = 0; frame < 600; frame++) line.talk.hear(silent(20))
      yield* line.run
      assert.strictEqual(line.earBytes(), 80_000)
    })
  )
})

describe("what is kept", () => {
  const spoken = { role: "person", text: "Hello", startMs: 10.4, endMs: 20.6, interrupted: false } as const

  it.effect("the transcript and the turns, in the wall's time and whole milliseconds", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(1_700_000_000_000)
      const turn: TurnRecord = {
        atMs: 1_000.6,
        endOfTurnMs: 350.4,
        finalMs: null,
        retrievalMs: 1.5,
        firstTokenMs: 2.4,
        firstAudioMs: 3.6,
        totalMs: 400.2,
        chunkIds: ["a"],
        interrupted: true,
        why: "silence"
      }
      core.kept = { transcript: [spoken], turns: [turn] }
      when("pressed", end)
      const line = yield* onTheLine()
      yield* line.pass(500)
      yield* line.run
      line.talk.press("1")
      yield* line.settled
      assert.deepStrictEqual(line.record(), {
        transcript: [{ role: "person", text: "Hello", startMs: 10, endMs: 21, interrupted: false }],
        turns: [
          {
            at: new Date(1_700_000_000_501),
            endOfTurnMs: 350,
            finalMs: null,
            retrievalMs: 2,
            firstTokenMs: 2,
            firstAudioMs: 4,
            totalMs: 400,
            chunkIds: ["a"],
            interrupted: true,
            why: "silence"
          }
        ],
        heard: false,
        optedOut: false,
        failed: false
      })
    })
  )

  it.effect("nothing, at once, where there is nothing to say", () =>
    Effect.gen(function* () {
      const line = yield* onTheLine({ brief: Effect.succeed(undefined) })
      yield* line.run
      assert.isTrue(line.isOver())
      assert.deepStrictEqual(line.kept, [{ transcript: [], turns: [], heard: false, optedOut: false, failed: false }])
    })
  )

  it.effect("what was heard until the line was gone, even when that takes its time", () =>
    Effect.gen(function* () {
      core.first = [think(1)]
      core.kept = { transcript: [spoken], turns: [] }
      when("gone", { do: "drop", reply: 1 }, { do: "note opt-out" }, end)
      yield* TestClock.setTime(5_000)
      const isKept = yield* Deferred.make<void>()
      const kept: Array<[number, TranscriptRecord]> = []
      const keep = (_: unknown, record: TranscriptRecord) =>
        Effect.gen(function* () {
          yield* Deferred.await(isKept)
          kept.push([yield* Clock.currentTimeMillis, record])
        })
      const line = yield* onTheLine({ talks: { end: keep } })
      yield* Effect.provideService(line.run, Clock.Clock, makeLineClock(0))
      yield* line.give(0, { kind: "sentence", text: "one two" }, { kind: "audio", audio: sound(1_000, 1) })
      yield* line.pass(700)
      const interrupting = yield* Effect.forkChild(line.interrupt)
      yield* line.settled
      assert.isUndefined(interrupting.pollUnsafe())
      assert.isTrue(line.replies[0]?.isStopped)
      yield* Deferred.succeed(isKept, undefined)
      yield* Fiber.join(interrupting)
      // The line's time stands still; what is kept lives in the wall's.
      const [[keptAt, record] = []] = kept
      assert.strictEqual(keptAt, 5_000)
      assert.deepStrictEqual(told("replyHeard"), [
        { kind: "replyHeard", at: 700, reply: 1, text: "one", startMs: 0, endMs: 700, interrupted: true }
      ])
      assert.deepInclude(record, { optedOut: true })
      assert.deepStrictEqual(
        record?.transcript.map(({ text }) => text),
        ["Hello"]
      )
    })
  )

  it.effect("nothing of a line that is gone before the call is briefed", () =>
    Effect.gen(function* () {
      const line = yield* onTheLine({ brief: Effect.never })
      yield* line.run
      yield* line.hear(tone(500, 500))
      yield* line.interrupt
      assert.deepStrictEqual(line.kept, [{ transcript: [], turns: [], heard: false, optedOut: false, failed: false }])
    })
  )
})

describe("a fault", () => {
  const faulty = (from: string): ReadonlyArray<Command> => {
    throw new Error(from)
  }
  const faults: ReadonlyArray<[string, Options, () => void]> = [
    ["of the conversation", {}, () => (core.answer = ({ kind }) => (kind === "pressed" ? faulty("Oh dear") : []))],
    ["of a conversation that has lost its mind", {}, () => (core.answer = () => faulty("Oh dear"))],
    ["of a line", { render: () => Effect.die(new Error("Oh dear")) }, () => when("pressed", say(2))],
    ["of a reply", { reply: () => Stream.die(new Error("Oh dear")) }, () => when("pressed", think(2))],
    [
      "of the ear",
      {
        listen: () =>
          Effect.succeed({
            hear: () => undefined,
            heard: Stream.fromEffect(Effect.andThen(Effect.sleep(1), Effect.die(new Error("Oh dear"))))
          })
      },
      () => undefined
    ],
    [
      "of the ear that takes what is heard",
      { listen: () => Effect.succeed({ hear: () => void faulty("Oh dear"), heard: Stream.never }) },
      () => undefined
    ]
  ]
  for (const [of, options, prepare] of faults) {
    it.effect(`${of} ends the call, is told, and what was said is kept`, () =>
      Effect.gen(function* () {
        prepare()
        core.kept = {
          transcript: [{ role: "person", text: "Hello", startMs: 0, endMs: 1, interrupted: false }],
          turns: []
        }
        const line = yield* onTheLine(options)
        yield* line.run
        line.talk.press("1")
        line.talk.hear(silent(20))
        yield* TestClock.adjust(1)
        yield* line.settled
        assert.isTrue(line.isOver())
        assert.include(line.fault() ?? "", "Oh dear")
        assert.deepInclude(line.record(), { failed: true })
        // Whoever still can says what the last words were.
        assert.strictEqual(told("gone").length, 1)
        assert.deepStrictEqual(
          line.record()?.transcript.map(({ text }) => text),
          ["Hello"]
        )
        const before = core.told.length
        line.talk.press("1")
        line.talk.tick(100)
        assert.strictEqual(core.told.length, before)
      })
    )
  }

  it.effect("of the brief ends the call", () =>
    Effect.gen(function* () {
      const line = yield* onTheLine({ brief: Effect.die(new Error("Oh dear")) })
      yield* line.run
      assert.include(line.fault() ?? "", "Oh dear")
      assert.deepInclude(line.record(), { failed: true })
    })
  )

  it.effect("of the conversation does not lose what is just being said", () =>
    Effect.gen(function* () {
      core.first = [think(1)]
      core.answer = ({ kind }) => (kind === "pressed" || kind === "gone" ? faulty("Oh dear") : [])
      const line = yield* onTheLine()
      yield* line.run
      yield* line.give(0, { kind: "sentence", text: "one two" }, { kind: "audio", audio: sound(1_000, 1) })
      yield* line.pass(700)
      line.talk.press("1")
      yield* line.settled
      assert.deepStrictEqual(line.record()?.transcript, [
        { role: "agent", text: "one", startMs: 0, endMs: 700, interrupted: true }
      ])
      assert.isTrue(line.replies[0]?.isStopped)
    })
  )

  it.effect("is a conversation that asks for more than can be done", () =>
    Effect.gen(function* () {
      core.answer = ({ kind }) => (kind === "pressed" ? Array.from({ length: 65 }, () => ({ do: "note heard" })) : [])
      const line = yield* onTheLine()
      yield* line.run
      line.talk.press("1")
      yield* line.settled
      assert.include(line.fault() ?? "", "Too many commands are pending")
      assert.deepInclude(line.record(), { heard: true })
    })
  )
})

describe("a talk has failed", () => {
  /** As it is led, not as a test would have it. */
  const lead = Effect.fnUntraced(function* (options: Options, after: (line: Line) => Effect.Effect<unknown>) {
    const warnings: Array<string> = []
    const logger = Logger.make(({ logLevel, message }) => {
      if (logLevel === "Warn") warnings.push(String(message))
    })
    const led = Effect.gen(function* () {
      const line = yield* onALine(options)
      yield* line.run
      yield* line.pass(1_500)
      yield* after(line)
      return line
    })
    const line = yield* Effect.provide(led, Logger.layer([logger]))
    return { line, record: line.record(), warnings: warnings.filter((message) => message.includes("has failed")) }
  })
  type Line = Effect.Success<ReturnType<typeof onALine>>

  const asked = { kind: "final", text: "Who is calling, please?", untilMillis: 0, confidence: null } as const
  const texts = (record: TranscriptRecord | undefined) => (record?.transcript ?? []).map(({ text }) => text)
  const question = (line: Line) => Effect.andThen(line.tell(asked), line.pass(3_000))
  const toTheEnd = (line: Line) => line.pass(30_000)
  const failing = (): Stream.Stream<ReplyPiece> => Stream.make({ kind: "failed", reason: "no voice" } as const)
  const spoken: ReadonlyArray<ReplyPiece> = [
    { kind: "firstToken" },
    { kind: "sentence", text: "This is Carillon." },
    { kind: "audio", audio: sound(600, 3) },
    { kind: "complete", endsCall: false, text: "This is Carillon." }
  ]
  const answers = (): Stream.Stream<ReplyPiece> => Stream.fromIterable(spoken)

  it.effect("where the model or its voice gives nothing", () =>
    Effect.gen(function* () {
      const { record, warnings } = yield* lead({ reply: failing }, (line) =>
        Effect.andThen(question(line), toTheEnd(line))
      )
      assert.deepInclude(record, { heard: true, failed: true })
      assert.strictEqual(warnings.length, 1)
      assert.include(warnings[0], "failed: no voice")
      assert.notInclude(warnings[0], "calling")
    })
  )

  it.effect("where no voice says anything, not even that", () =>
    Effect.gen(function* () {
      const mute = () => Effect.fail(failure)
      const { line, record } = yield* lead({ render: mute }, toTheEnd)
      assert.isTrue(line.isOver())
      assert.deepInclude(record, { transcript: [], failed: true })
    })
  )

  it.effect("where only the wait was filled before the air was dead", () =>
    Effect.gen(function* () {
      const render: Options["render"] = (line) =>
        Effect.succeed({
          text: line === "filler" ? "One moment, please." : line,
          audio: sound(line === "filler" ? 900 : 400, 7)
        })
      const { record } = yield* lead({ render, reply: () => Stream.never }, (line) =>
        Effect.andThen(question(line), toTheEnd(line))
      )
      assert.deepStrictEqual(texts(record), ["opening", asked.text, "One moment,", "apology"])
      assert.deepInclude(record, { failed: true })
    })
  )

  it.effect("where nobody is heard, though the person hangs up when they are told", () =>
    Effect.gen(function* () {
      const { record } = yield* lead({ listen: () => Effect.fail(failure) }, (line) =>
        Effect.andThen(line.pass(100), line.interrupt)
      )
      assert.deepInclude(record, { heard: false, failed: true })
    })
  )

  it.effect("but not once the person was answered", () =>
    Effect.gen(function* () {
      const { record, warnings } = yield* lead({ reply: answers }, (line) =>
        Effect.all([question(line), line.failEar(failure), toTheEnd(line)])
      )
      assert.include(texts(record), "apology")
      assert.deepInclude(record, { failed: false })
      assert.deepStrictEqual(warnings, [])
    })
  )

  it.effect("nor where the line is gone, or nobody answers us", () =>
    Effect.gen(function* () {
      const { record: gone } = yield* lead({ reply: () => Stream.never }, (line) =>
        Effect.andThen(line.tell(asked), line.interrupt)
      )
      assert.deepInclude(gone, { failed: false })
      const { line, record } = yield* lead({}, (line) => line.pass(60_000))
      assert.isTrue(line.isOver())
      assert.deepInclude(record, { failed: false })
    })
  )
})
