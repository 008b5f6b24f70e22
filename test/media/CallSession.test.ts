import { assert, beforeEach, describe, it } from "@effect/vitest"
import { Deferred, Effect } from "effect"
import { vi } from "vitest"
import type { Command, Conversation, ConversationEvent, ConversationSettings } from "../../src/media/conversation.ts"
import type { ReplyPiece } from "../../src/media/Replies.ts"
import { ProviderFailure } from "../../src/providers/ProviderFailure.ts"
import { onTheLine, sound } from "./session-line.ts"

/** The conversation is the test's: what it is told, and what it asks for then. */
const core = vi.hoisted(() => ({
  settings: undefined as ConversationSettings | undefined,
  told: [] as Array<ConversationEvent>,
  wakesAt: undefined as number | undefined,
  first: [] as ReadonlyArray<Command>,
  answer: (_: ConversationEvent): ReadonlyArray<Command> => []
}))

const state: Conversation = { phase: "listening", transcript: [], turns: [], expected: "free" } as never

vi.mock("../../src/media/conversation.ts", () => ({
  newConversation: (settings: ConversationSettings) => {
    core.settings = settings
    return { state, commands: core.first }
  },
  transition: (from: Conversation, event: ConversationEvent) => {
    core.told.push(event)
    const commands = core.answer(event)
    const phase = commands.some((command) => command.do === "end") ? "ended" : from.phase
    return { state: { ...from, phase }, commands }
  },
  wakeAt: () => core.wakesAt
}))

beforeEach(() => {
  Object.assign(core, { settings: undefined, told: [], wakesAt: undefined, first: [], answer: () => [] })
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
  { kind: "said", at: startMs + millis, reply, text, startMs, endMs: startMs + millis, interrupted: false }
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
        { kind: "whole", at: 0, reply: 1, endsCall: false, text: "goodbye" },
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
      reply.give({ kind: "retrieved", chunkIds: ["a"] }, { kind: "thought" }, { kind: "sentence", text: "Well now." })
      yield* line.settled
      line.skip(40)
      reply.give({ kind: "audio", audio: sound(90, 1) })
      yield* line.settled
      // Nobody waits for a tick, nor for a frame that is not whole.
      assert.deepStrictEqual(line.sounds(), [[1, 80]])
      reply.give({ kind: "sentence", text: "Good." }, { kind: "audio", audio: sound(90, 2) })
      reply.give({ kind: "whole", endsCall: true, text: "Well now. Good." })
      yield* line.pass(400)
      assert.deepStrictEqual(line.sounds(), [
        [1, 90],
        [2, 90]
      ])
      assert.deepStrictEqual(core.told, [
        { kind: "retrieved", at: 0, reply: 4, chunkIds: ["a"] },
        { kind: "thought", at: 0, reply: 4 },
        { kind: "audible", at: 40, reply: 4, from: 40 },
        { kind: "whole", at: 60, reply: 4, endsCall: true, text: "Well now. Good." },
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
        reply.give({ kind: "audio", audio: sound(400, 1) }, { kind: "whole", endsCall: false, text: "one" })
        assert.deepStrictEqual(line.clears(), [500])
        const sent = line.wire.length
        yield* line.settled
        assert.isTrue(reply.isStopped)
        yield* line.pass(500)
        assert.strictEqual(line.wire.length, sent)
        assert.deepStrictEqual(core.told, [
          { kind: "audible", at: 0, reply: 1, from: 0 },
          { kind: "pressed", at: 500, digit: "5" },
          { kind: "said", at: 500, reply: 1, text: "one two", startMs: 0, endMs: 500, interrupted: true }
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
      assert.deepStrictEqual(told("said"), [])
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
        { kind: "whole", endsCall: false, text: "" }
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
      const [said]: ReadonlyArray<any> = told("said")
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
      assert.deepStrictEqual(told("said"), [
        { kind: "said", at: 1_300, reply: 1, text: "one", startMs: 0, endMs: 800, interrupted: true }
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
      yield* line.give(0, { kind: "audio", audio: sound(100, 1) }, { kind: "whole", endsCall: false, text: "Indeed." })
      yield* line.pass(600)
      assert.deepStrictEqual(line.sounds(), [
        [7, 400],
        [1, 100]
      ])
      assert.deepStrictEqual(told("said"), [played(1, 500, "filler Indeed.")[1]])
    })
  )

  for (const [what, ...pieces] of [
    ["sound", { kind: "sentence", text: "Indeed." }, { kind: "audio", audio: sound(100, 1) }],
    ["end", { kind: "whole", endsCall: true, text: "" }]
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
