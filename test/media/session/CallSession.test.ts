import { assert, beforeEach, describe, it } from "@effect/vitest"
import { Clock, Deferred, Effect, Fiber, Logger, Queue, Stream } from "effect"
import { TestClock } from "effect/testing"
import { silent } from "../../../src/audio/frames.ts"
import { tone } from "../../../src/audio/tone.ts"
import type { TranscriptRecord } from "../../../src/calls/conversations/Transcripts.ts"
import type { Brief } from "../../../src/media/brief/Briefs.ts"
import type {
  Command,
  Conversation,
  ConversationEvent,
  ConversationSettings,
  TurnRecord
} from "../../../src/media/conversation/conversation.ts"
import type { ConversationRules } from "../../../src/media/conversation/conversation-loop.ts"
import { noMachines } from "../../../src/media/conversation/machine-state.ts"
import { makeLineClock } from "../../../src/media/line/LineClock.ts"
import type { ReplyPiece } from "../../../src/media/reply/Replies.ts"
import { makeVendorSpeeds, type VendorSpeeds } from "../../../src/providers/circuit/vendor-speeds.ts"
import { CurrentUsageMeter } from "../../../src/providers/contract/CurrentUsageMeter.ts"
import { ProviderFailure } from "../../../src/providers/contract/ProviderFailure.ts"
import type { Heard, ListenOptions, SpeechToText } from "../../../src/providers/contract/SpeechToText.ts"
import { accountOfEar } from "../../../src/providers/planned-speech.ts"
import { brief, type Options, sessionOnLine, sound } from "./session-line.ts"

/** A conversation that the test scripts: records events, and answers with commands. */
const core = {
  settings: undefined as ConversationSettings | undefined,
  events: [] as Array<ConversationEvent>,
  wakesAt: undefined as number | undefined,
  first: [] as ReadonlyArray<Command>,
  kept: {} as Partial<Conversation>,
  answer: (_: ConversationEvent): ReadonlyArray<Command> => []
}

const state: Conversation = {
  phase: "listening",
  transcript: [],
  turns: [],
  expected: "free",
  machines: noMachines
} as never

const rules: ConversationRules = {
  newConversation: (settings) => {
    core.settings = settings
    return { state: { ...state, ...core.kept }, commands: core.first }
  },
  transition: (from, event) => {
    core.events.push(event)
    const commands = core.answer(event)
    const phase = commands.some((command) => command.do === "end") ? "ended" : from.phase
    return { state: { ...from, phase }, commands }
  },
  wakeAt: () => core.wakesAt
}

const scriptedSession = (options: Options = {}) => sessionOnLine({ ...options, rules })

beforeEach(() => {
  Object.assign(core, { settings: undefined, events: [], wakesAt: undefined, first: [], kept: {}, answer: () => [] })
})

/** Answers the next event of a kind with commands, once. */
const when = (kind: ConversationEvent["kind"], ...commands: ReadonlyArray<Command>) => {
  const before = core.answer
  let isAsked = false
  core.answer = (event) => {
    if (event.kind !== kind || isAsked) return before(event)
    isAsked = true
    return commands
  }
}

const eventsOf = (kind: ConversationEvent["kind"]) => core.events.filter((event) => event.kind === kind)

const say = (reply: number): Command => ({ do: "say", reply, line: "goodbye" })
const think = (reply: number): Command => ({ do: "think", reply, messages: [], hint: null })
const end: Command = { do: "end", why: "test" }

const played = (reply: number, millis: number, text: string, startMs = 0): ReadonlyArray<ConversationEvent> => [
  { kind: "played", at: startMs + millis, reply },
  { kind: "replyHeard", at: startMs + millis, reply, text, startMs, endMs: startMs + millis, interrupted: false }
]

const away = new ProviderFailure({ provider: "test", reason: "It is away", retryable: true })
const failure = new ProviderFailure({ provider: "test", reason: "It is gone", retryable: false })

type Line = Effect.Success<ReturnType<typeof sessionOnLine>>

const texts = (record: TranscriptRecord | undefined) => (record?.transcript ?? []).map(({ text }) => text)

describe("commands of the conversation", () => {
  it.effect("a fixed line is rendered, sent frame by frame and reported", () =>
    Effect.gen(function* () {
      core.first = [say(1)]
      const line = yield* scriptedSession()
      yield* line.run
      assert.deepStrictEqual(line.rendered, ["opening", "goodbye"])
      yield* line.pass(600)
      assert.deepStrictEqual(line.sounds(), [[7, 400]])
      assert.deepStrictEqual(core.events, [
        { kind: "audible", at: 0, reply: 1, from: 0 },
        { kind: "complete", at: 0, reply: 1, endsCall: false, text: "goodbye" },
        ...played(1, 400, "goodbye")
      ])
    })
  )

  it.effect("the opening is rendered once, before it is needed", () =>
    Effect.gen(function* () {
      when("pressed", { do: "say", reply: 1, line: "opening" })
      const isReady = yield* Deferred.make<void>()
      const line = yield* scriptedSession({
        render: (text) => Effect.as(Deferred.await(isReady), { text, audio: sound(100, 3) })
      })
      yield* line.run
      assert.deepStrictEqual(line.rendered, ["opening"])
      line.session.press("1")
      yield* line.settled
      assert.deepStrictEqual(line.sounds(), [])
      yield* Deferred.succeed(isReady, undefined)
      yield* line.settled
      assert.deepStrictEqual(line.sounds(), [[3, 100]])
      assert.deepStrictEqual(line.rendered, ["opening"])
    })
  )

  it.effect("a line that cannot be rendered is reported as failed", () =>
    Effect.gen(function* () {
      core.first = [say(1)]
      const line = yield* scriptedSession({ render: () => Effect.fail(failure) })
      yield* line.run
      assert.deepStrictEqual(eventsOf("failed"), [{ kind: "failed", at: 0, reply: 1, reason: failure.message }])
      assert.deepStrictEqual(line.wire, [])
    })
  )

  it.effect("a prepared reply is heard only once the turn has ended", () =>
    Effect.gen(function* () {
      core.first = [{ do: "prepare", preparation: 7, messages: [] }]
      when("pressed", { do: "think", reply: 1, messages: [], hint: null, preparation: 7 })
      const line = yield* scriptedSession()
      yield* line.run
      yield* line.give(
        0,
        { kind: "optOut" },
        { kind: "sentence", text: "Yes." },
        { kind: "audio", audio: sound(400, 7) }
      )
      yield* line.pass(100)
      assert.deepStrictEqual(line.wire, [])
      assert.deepStrictEqual(core.events, [])
      line.session.press("1")
      yield* line.settled
      yield* line.give(0, { kind: "complete", endsCall: false, text: "Yes." })
      yield* line.pass(500)
      assert.strictEqual(line.replies.length, 1)
      assert.deepStrictEqual(line.sounds(), [[7, 400]])
      assert.deepStrictEqual(
        core.events.map(({ kind }) => kind),
        ["pressed", "optOut", "audible", "complete", "played", "replyHeard"]
      )
    })
  )

  it.effect("no recognizer is asked when the brief names none, because the speech profile permits none", () =>
    Effect.gen(function* () {
      let asked = 0
      const line = yield* scriptedSession({
        brief: Effect.succeed({ ...brief, ears: [] }),
        listen: () =>
          Effect.andThen(
            Effect.sync(() => asked++),
            Effect.never
          )
      })
      yield* line.run
      assert.strictEqual(asked, 0)
      assert.deepStrictEqual(eventsOf("recognizerLost"), [{ kind: "recognizerLost", at: 0 }])
    })
  )

  it.effect("a reply follows the language of the final words, though another was prepared", () =>
    Effect.gen(function* () {
      const languages = ["en-US", "hi-IN"]
      const spoken = languages.map((language) => ({
        disclosure: null,
        language,
        ears: brief.ears,
        voices: brief.voices
      }))
      core.first = [{ do: "prepare", preparation: 7, messages: [] }]
      when("final", { do: "think", reply: 1, messages: [], hint: null, preparation: 7 })
      const asked: Array<string> = []
      const heardIn: Array<ReadonlyArray<string> | undefined> = []
      const results = yield* Queue.make<Heard, ProviderFailure>()
      const line = yield* scriptedSession({
        brief: Effect.succeed({ ...brief, languages, spoken }),
        reply: ({ brief }) => {
          asked.push(brief.language)
          return Stream.onExit(Stream.never, () => Effect.sync(() => void asked.push(`${brief.language} stopped`)))
        },
        listen: (what) =>
          Effect.sync(() => {
            heardIn.push(what.languages)
            return { hear: () => undefined, heard: Stream.fromQueue(results) }
          })
      })
      yield* line.run
      assert.deepStrictEqual(heardIn, [["hi-IN"]])
      assert.deepStrictEqual(core.settings?.languages, languages)
      const final = { kind: "final", untilMillis: 100, confidence: null, language: "hi" } as const
      yield* Queue.offer(results, { ...final, text: "मुझे हिंदी में बताइए" })
      yield* line.settled
      assert.deepStrictEqual(asked, ["en-US", "en-US stopped", "hi-IN"])
    })
  )

  it.effect("a recognizer that did not report the wished language is replaced by those of that language", () =>
    Effect.gen(function* () {
      const languages = ["en-US", "hi-IN"]
      const sarvam: Brief["ears"] = [{ vendor: "sarvam" }]
      const spoken = languages.map((language) => ({
        language,
        disclosure: null,
        ears: language === "hi-IN" ? sarvam : brief.ears,
        voices: brief.voices
      }))
      const heardIn: Array<ListenOptions> = []
      const replayed: Array<number> = []
      const results = yield* Queue.make<Heard, ProviderFailure>()
      const line = yield* scriptedSession({
        brief: Effect.succeed({ ...brief, language: "en-US", languages, spoken }),
        reply: () => Stream.never,
        listen: (what) =>
          Effect.sync(() => {
            const number = heardIn.push(what)
            return {
              hear: (audio) => void (number === 2 && replayed.push(audio.length)),
              heard: number === 1 ? Stream.fromQueue(results) : Stream.never
            }
          })
      })
      yield* line.run
      line.session.hear(silent(400))
      const final = { kind: "final", untilMillis: 100, confidence: null } as const
      yield* Queue.offer(results, { ...final, text: "Can we speak Hindi?" })
      yield* line.settled
      assert.deepStrictEqual(
        heardIn.map(({ ear, language, languages: others }) => [language, others, ear?.vendor]),
        [
          ["en-US", ["hi-IN"], brief.ears[0]?.vendor],
          ["hi-IN", ["en-US"], "sarvam"]
        ]
      )
      // The audio after the last final result is heard again.
      assert.isAbove(replayed.length, 0)
      assert.notInclude(
        core.events.map(({ kind }) => kind),
        "recognizerAway"
      )
    })
  )

  it.effect("a conversation that goes on after a transfer keeps the language that was spoken last", () =>
    Effect.gen(function* () {
      const languages = ["en-US", "hi-IN"]
      const spoken = languages.map((language) => ({
        disclosure: null,
        language,
        ears: brief.ears,
        voices: brief.voices
      }))
      const turns = [{ language: "en-US" }, { language: "hi-IN" }, { language: null }] as never
      const heardIn: Array<string> = []
      core.first = [think(1)]
      const asked: Array<string> = []
      const line = yield* scriptedSession({
        isReturn: true,
        brief: Effect.succeed({ ...brief, languages, spoken }),
        transcripts: { soFar: () => Effect.succeed({ transcript: [], turns, sinceMillis: 9_000, isRecorded: false }) },
        reply: ({ brief }) => {
          asked.push(brief.language)
          return Stream.never
        },
        listen: ({ language }) =>
          Effect.sync(() => {
            heardIn.push(language)
            return { hear: () => undefined, heard: Stream.never }
          })
      })
      yield* line.run
      assert.deepStrictEqual([heardIn, asked], [["hi-IN"], ["hi-IN"]])
    })
  )

  it.effect("the work of a preparation is speculative unless its reply is heard", () =>
    Effect.gen(function* () {
      core.first = [
        { do: "prepare", preparation: 7, messages: [] },
        { do: "prepare", preparation: 8, messages: [] }
      ]
      when("pressed", { do: "think", reply: 1, messages: [], hint: null, preparation: 7 })
      let replies = 0
      const saved: Array<unknown> = []
      const line = yield* scriptedSession({
        reply: () =>
          Stream.unwrap(
            Effect.map(CurrentUsageMeter, (meter) => {
              replies++
              meter.add({ kind: "voice", vendor: "one", model: "", quantity: replies })
              return Stream.never
            })
          ),
        transcripts: { end: (_, __, usage = []) => Effect.sync(() => void saved.push(...usage)) }
      })
      yield* line.run
      yield* line.settled
      line.session.press("1")
      yield* line.settled
      yield* line.interrupt
      const voice = { kind: "voice", vendor: "one", model: "", estimated: false }
      assert.deepStrictEqual(saved, [
        { ...voice, purpose: "conversation", quantity: 1 },
        { ...voice, purpose: "speculative", quantity: 2 }
      ])
    })
  )

  it.effect("a discarded preparation is aborted, and leaves no trace", () =>
    Effect.gen(function* () {
      core.first = [{ do: "prepare", preparation: 7, messages: [] }]
      when("pressed", { do: "discard", preparation: 7 })
      const line = yield* scriptedSession()
      yield* line.run
      yield* line.give(0, { kind: "optOut" }, { kind: "audio", audio: sound(400, 7) })
      line.session.press("1")
      yield* line.settled
      yield* line.pass(500)
      assert.isTrue(line.replies[0]?.isStopped)
      assert.deepStrictEqual(line.wire, [])
      assert.deepStrictEqual(
        core.events.map(({ kind }) => kind),
        ["pressed"]
      )
    })
  )

  it.effect("a reply is generated from the messages, reported piece by piece, and said sentence by sentence", () =>
    Effect.gen(function* () {
      const message = { role: "person", text: "Hello?", startMs: 0, endMs: 1, interrupted: false } as const
      core.first = [{ do: "think", reply: 4, messages: [message], hint: "wrap up" }]
      const line = yield* scriptedSession()
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
      // Sending waits neither for a tick nor for a complete frame.
      assert.deepStrictEqual(line.sounds(), [[1, 80]])
      reply.give({ kind: "sentence", text: "Good." }, { kind: "audio", audio: sound(90, 2) })
      reply.give({ kind: "complete", endsCall: true, text: "Well now. Good." })
      yield* line.pass(400)
      assert.deepStrictEqual(line.sounds(), [
        [1, 90],
        [2, 90]
      ])
      assert.deepStrictEqual(core.events, [
        { kind: "retrieved", at: 0, reply: 4, chunkIds: ["a"], problem: undefined },
        { kind: "firstToken", at: 0, reply: 4 },
        { kind: "audible", at: 40, reply: 4, from: 40 },
        { kind: "complete", at: 60, reply: 4, endsCall: true, text: "Well now. Good." },
        ...played(4, 180, "Well now. Good.", 40)
      ])
    })
  )

  it.effect("the received part of a failed reply is said", () =>
    Effect.gen(function* () {
      core.first = [think(1)]
      const line = yield* scriptedSession()
      yield* line.run
      yield* line.give(
        0,
        { kind: "sentence", text: "Well." },
        { kind: "audio", audio: sound(90, 1) },
        { kind: "failed", reason: "no more" }
      )
      yield* line.pass(200)
      assert.deepStrictEqual(line.sounds().slice(0, 1), [[1, 90]])
      assert.deepStrictEqual(core.events, [
        { kind: "audible", at: 0, reply: 1, from: 0 },
        { kind: "failed", at: 0, reply: 1, reason: "no more" },
        ...played(1, 100, "Well.")
      ])
    })
  )

  it.effect("a dropped reply is interrupted at once, cleared at the carrier, and its heard part is reported", () =>
    Effect.gen(function* () {
      core.first = [think(1)]
      when("pressed", { do: "drop", reply: 1 })
      const line = yield* scriptedSession()
      yield* line.run
      const [reply] = line.replies
      assert(reply !== undefined)
      yield* line.give(
        0,
        { kind: "sentence", text: "one two three four five" },
        { kind: "audio", audio: sound(1_000, 1) }
      )
      yield* line.pass(500)
      // Pieces that come before its interruption are ignored.
      line.session.press("5")
      reply.give({ kind: "audio", audio: sound(400, 1) }, { kind: "complete", endsCall: false, text: "one" })
      assert.deepStrictEqual(line.clears(), [500])
      const sent = line.wire.length
      yield* line.settled
      assert.isTrue(reply.isStopped)
      yield* line.pass(500)
      assert.strictEqual(line.wire.length, sent)
      assert.deepStrictEqual(core.events, [
        { kind: "audible", at: 0, reply: 1, from: 0 },
        { kind: "pressed", at: 500, digit: "5" },
        { kind: "replyHeard", at: 500, reply: 1, text: "one two", startMs: 0, endMs: 500, interrupted: true }
      ])
    })
  )

  it.effect("a reply that is dropped before it begins is never generated", () =>
    Effect.gen(function* () {
      core.first = [think(1), { do: "fill", reply: 1, line: "filler" }, { do: "drop", reply: 1 }, say(2)]
      const line = yield* scriptedSession()
      yield* line.run
      assert.deepStrictEqual(line.replies, [])
      assert.deepStrictEqual(line.rendered, ["opening", "goodbye"])
      assert.deepStrictEqual(line.clears(), [])
      assert.deepStrictEqual(eventsOf("replyHeard"), [])
    })
  )

  it.effect("a reply that cannot be interrupted does not delay the next", () =>
    Effect.gen(function* () {
      core.first = [say(1)]
      when("pressed", { do: "drop", reply: 1 }, think(2))
      const isReady = yield* Deferred.make<void>()
      const line = yield* scriptedSession({
        render: (text) => Effect.uninterruptible(Effect.as(Deferred.await(isReady), { text, audio: sound(100, 3) }))
      })
      yield* line.run
      line.session.press("1")
      yield* line.settled
      assert.strictEqual(line.replies.length, 1)
      yield* Deferred.succeed(isReady, undefined)
      yield* line.pass(200)
      assert.deepStrictEqual(line.sounds(), [])
    })
  )

  it.effect("a new reply replaces one that was not dropped", () =>
    Effect.gen(function* () {
      core.first = [think(1)]
      when("pressed", think(2))
      const line = yield* scriptedSession()
      yield* line.run
      yield* line.give(0, { kind: "sentence", text: "one two" }, { kind: "audio", audio: sound(1_000, 1) })
      yield* line.pass(200)
      line.session.press("1")
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

  it.effect("a paused reply resumes with the word that was not heard, and is reported once", () =>
    Effect.gen(function* () {
      core.first = [think(1)]
      const line = yield* scriptedSession()
      yield* line.run
      yield* line.give(
        0,
        { kind: "sentence", text: "one two three four five" },
        { kind: "audio", audio: sound(1_000, 1) },
        { kind: "complete", endsCall: false, text: "" }
      )
      yield* line.pass(500)
      when("pressed", { do: "pause", reply: 1 })
      line.session.press("1")
      assert.deepStrictEqual(line.clears(), [500])
      const sent = line.wire.length
      yield* line.pass(500)
      assert.strictEqual(line.wire.length, sent)
      when("pressed", { do: "resume", reply: 1 })
      line.session.press("1")
      assert.isAbove(line.wire.length, sent)
      yield* line.pass(1_000)
      assert.strictEqual(eventsOf("audible").length, 1)
      const [reported]: ReadonlyArray<any> = eventsOf("replyHeard")
      assert.deepInclude(reported, { text: "one two three four five", startMs: 0, interrupted: false })
      // The part from the begin of the word to the pause was sent twice, and so was the audio sent ahead.
      assert.isAtLeast(reported.endMs, 1_500)
      assert.isBelow(reported.endMs, 1_800)
    })
  )

  it.effect("a reply that is dropped in a pause was heard up to the pause, and is not cleared twice", () =>
    Effect.gen(function* () {
      core.first = [think(1)]
      const line = yield* scriptedSession()
      yield* line.run
      yield* line.give(0, { kind: "sentence", text: "one two" }, { kind: "audio", audio: sound(1_000, 1) })
      yield* line.pass(800)
      when("pressed", { do: "pause", reply: 1 })
      line.session.press("1")
      yield* line.pass(500)
      when("pressed", { do: "drop", reply: 1 })
      line.session.press("1")
      assert.deepStrictEqual(eventsOf("replyHeard"), [
        { kind: "replyHeard", at: 1_300, reply: 1, text: "one", startMs: 0, endMs: 800, interrupted: true }
      ])
    })
  )

  it.effect("a filler is said before the reply's own words, even if their text has come", () =>
    Effect.gen(function* () {
      core.first = [think(1)]
      when("pressed", { do: "fill", reply: 1, line: "filler" })
      const line = yield* scriptedSession()
      yield* line.run
      yield* line.give(0, { kind: "sentence", text: "Indeed." })
      yield* line.settled
      line.session.press("1")
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
      assert.deepStrictEqual(eventsOf("replyHeard"), [played(1, 500, "filler Indeed.")[1]])
    })
  )

  for (const [what, ...pieces] of [
    ["sound", { kind: "sentence", text: "Indeed." }, { kind: "audio", audio: sound(100, 1) }],
    ["end", { kind: "complete", endsCall: true, text: "" }]
  ] as ReadonlyArray<[string, ...ReadonlyArray<ReplyPiece>]>) {
    it.effect(`no filler is said once there is ${what}`, () =>
      Effect.gen(function* () {
        core.first = [think(1), { do: "fill", reply: 1, line: "filler" }]
        const isReady = yield* Deferred.make<void>()
        const line = yield* scriptedSession({
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

  it.effect("a filler that fails is left out", () =>
    Effect.gen(function* () {
      core.first = [think(1), { do: "fill", reply: 1, line: "filler" }]
      const line = yield* scriptedSession({ render: () => Effect.fail(failure) })
      yield* line.run
      assert.deepStrictEqual(core.events, [])
      assert.isFalse(line.isOver())
    })
  )

  it.effect("notes delay nothing, and are part of the record", () =>
    Effect.gen(function* () {
      core.first = [{ do: "note heard" }, { do: "note opt-out" }, say(1)]
      const line = yield* scriptedSession({
        transcripts: { noteHeard: () => Effect.never, noteOptOut: () => Effect.never }
      })
      yield* line.run
      assert.deepStrictEqual(line.sounds(), [[7, 300]])
      when("pressed", end)
      line.session.press("1")
      yield* line.settled
      assert.isTrue(line.isOver())
      assert.deepInclude(line.record(), { heard: true, optedOut: true })
    })
  )

  it.effect("notes are saved at once", () =>
    Effect.gen(function* () {
      core.first = [{ do: "note heard" }, { do: "note opt-out" }]
      const line = yield* scriptedSession()
      yield* line.run
      assert.deepStrictEqual(line.saved, ["heard", "opt-out"])
    })
  )

  it.effect("at the end the recognizer is closed, then the record is saved, then the session ends", () =>
    Effect.gen(function* () {
      when("pressed", end)
      const isKept = yield* Deferred.make<void>()
      const line = yield* scriptedSession({ transcripts: { end: () => Deferred.await(isKept) } })
      yield* line.run
      line.session.press("1")
      yield* line.settled
      assert.deepStrictEqual(line.saved, ["recognizer closed"])
      assert.isFalse(line.isOver())
      yield* Deferred.succeed(isKept, undefined)
      yield* line.settled
      assert.isTrue(line.isOver())
      assert.isUndefined(line.fault())
      const before = core.events.length
      yield* line.pass(100)
      assert.strictEqual(core.events.length, before)
      assert.deepStrictEqual(eventsOf("gone"), [])
    })
  )
})

describe("events for the conversation", () => {
  it.effect("events before the brief is read come after it, in order", () =>
    Effect.gen(function* () {
      const isBriefed = yield* Deferred.make<void>()
      const line = yield* scriptedSession({ brief: Effect.as(Deferred.await(isBriefed), brief) })
      line.session.press("1")
      yield* line.run
      yield* line.hear(tone(500, 400))
      line.session.press("2")
      assert.deepStrictEqual(core.events, [])
      yield* Deferred.succeed(isBriefed, undefined)
      yield* line.settled
      assert.deepStrictEqual(core.settings, {
        allowInterrupts: true,
        limitMillis: 300_000,
        languages: brief.languages,
        optOutKey: "9"
      })
      assert.deepStrictEqual(core.events, [
        { kind: "pressed", at: 0, digit: "1" },
        { kind: "voice", at: 200, change: "began", changedAt: 0 },
        { kind: "pressed", at: 400, digit: "2" }
      ])
    })
  )

  it.effect("a call asks who the person is until they have confirmed it", () =>
    Effect.gen(function* () {
      for (const [identity, asksIdentity] of [
        ["Ask for the person.", true],
        [null, undefined]
      ] as const) {
        const line = yield* scriptedSession({ brief: Effect.succeed({ ...brief, identity }) })
        yield* line.run
        yield* line.settled
        assert.strictEqual(core.settings?.asksIdentity, asksIdentity)
      }
    })
  )

  it.effect("words come as they are recognized, in the line's time", () =>
    Effect.gen(function* () {
      const line = yield* scriptedSession()
      yield* line.run
      yield* line.pass(100)
      yield* line.recognize({ kind: "speechBegan", atMillis: 0 })
      yield* line.recognize({ kind: "interim", text: "h\u202eel", stability: 0.4, atMillis: 10 })
      yield* line.pass(100)
      yield* line.recognize({ kind: "final", text: "hel\u200blo\ud800", untilMillis: 20, confidence: null })
      yield* line.recognize({ kind: "speechEnded", atMillis: 20 })
      assert.deepStrictEqual(core.events, [
        { kind: "interim", at: 100, text: "hel", stability: 0.4 },
        { kind: "final", at: 200, text: "hello" }
      ])
    })
  )

  it.effect("the loss of the recognizer comes once, and later audio is dropped", () =>
    Effect.gen(function* () {
      const line = yield* scriptedSession()
      yield* line.run
      yield* line.pass(100)
      yield* line.failRecognizer(failure)
      yield* line.pass(100)
      assert.deepStrictEqual(core.events, [{ kind: "recognizerLost", at: 100 }])
      // A lost recognizer gets no more audio.
      assert.strictEqual(line.recognizerBytes(), 800)
      assert.isFalse(line.isOver())
    })
  )

  for (const [what, kind, listen] of [
    ["cannot be had", "recognizerLost", () => Effect.fail(failure)],
    ["is away", "recognizerAway", () => Effect.fail(away)],
    ["ends by itself", "recognizerAway", () => Effect.succeed({ hear: () => undefined, heard: Stream.empty })]
  ] as ReadonlyArray<[string, "recognizerLost" | "recognizerAway", SpeechToText["Service"]["listen"]]>) {
    it.effect(`the loss of the recognizer comes once when it ${what}`, () =>
      Effect.gen(function* () {
        const line = yield* scriptedSession({ listen })
        yield* line.run
        yield* TestClock.adjust("5 seconds")
        yield* line.settled
        assert.deepStrictEqual(core.events, [{ kind, at: 0 }])
      })
    )
  }

  /** Recognizers of one call, of which the test lets one fail and answers for the next. */
  const recognizers = Effect.gen(function* () {
    const all: Array<{ bytes: number; readonly results: Queue.Queue<Heard, ProviderFailure> }> = []
    const asked: Array<string | undefined> = []
    const listen: SpeechToText["Service"]["listen"] = ({ ear }) =>
      Effect.gen(function* () {
        asked.push(ear?.vendor)
        const one = { bytes: 0, results: yield* Queue.make<Heard, ProviderFailure>() }
        all.push(one)
        return {
          hear: (audio: Uint8Array) => {
            one.bytes += audio.length
          },
          heard: Stream.fromQueue(one.results)
        }
      })
    return { all, asked, listen }
  })
  const twoEars = [{ vendor: "deepgram" }, { vendor: "soniox" }] as const
  const interimAt = (atMillis: number, text: string): Heard => ({ kind: "interim", text, stability: 0, atMillis })
  const finalAt = (untilMillis: number, text: string): Heard => ({ kind: "final", text, untilMillis, confidence: null })

  it.effect("a recognizer that comes back hears what was said since the last final result", () =>
    Effect.gen(function* () {
      const { all, listen } = yield* recognizers
      const line = yield* scriptedSession({ listen })
      yield* line.run
      yield* line.pass(1_000)
      yield* Queue.offer(all[0]!.results, finalAt(400, "One."))
      yield* line.settled
      yield* Queue.fail(all[0]!.results, away)
      yield* line.settled
      yield* line.pass(600)
      yield* TestClock.adjust(500)
      yield* line.settled
      assert.lengthOf(all, 2)
      assert.strictEqual(all[1]!.bytes, 1_200 * 8)
      yield* line.pass(100)
      yield* Queue.offerAll(all[1]!.results, [finalAt(1_000, "Two."), finalAt(1_280, "Three.")])
      yield* line.settled
      assert.deepStrictEqual(core.events, [
        { kind: "final", at: 1_000, text: "One." },
        { kind: "recognizerAway", at: 1_000 },
        { kind: "recognizerBack", at: 1_700 },
        { kind: "final", at: 1_700, text: "Two.", isReplayed: true },
        { kind: "final", at: 1_700, text: "Three." }
      ])
    })
  )

  for (const [how, cause] of [
    ["for now", away],
    ["for good", failure]
  ] as const) {
    it.effect(`a recognizer that fails ${how} in the middle of a sentence is replaced by the next one at once`, () =>
      Effect.gen(function* () {
        const { all, asked, listen } = yield* recognizers
        const line = yield* scriptedSession({ listen, brief: Effect.succeed({ ...brief, ears: twoEars }) })
        yield* line.run
        yield* line.pass(1_000)
        yield* Queue.offerAll(all[0]!.results, [finalAt(400, "One."), interimAt(980, "Two is in the")])
        yield* line.settled
        yield* Queue.fail(all[0]!.results, cause)
        yield* line.settled
        // No time has passed, and what was not final is heard again.
        assert.deepStrictEqual(asked, ["deepgram", "soniox"])
        assert.strictEqual(all[1]!.bytes, 600 * 8)
        yield* Queue.offer(all[1]!.results, interimAt(560, "Two is in the"))
        yield* line.settled
        yield* line.pass(200)
        yield* Queue.offer(all[1]!.results, finalAt(780, "Two is in the air."))
        yield* line.settled
        assert.deepStrictEqual(core.events, [
          { kind: "final", at: 1_000, text: "One." },
          { kind: "interim", at: 1_000, text: "Two is in the", stability: 0 },
          { kind: "recognizerAway", at: 1_000 },
          { kind: "recognizerBack", at: 1_000 },
          { kind: "interim", at: 1_000, text: "Two is in the", stability: 0, isReplayed: true },
          { kind: "final", at: 1_200, text: "Two is in the air." }
        ])
      })
    )
  }

  it.effect("missed speech is heard first by recognizers that may hear it faster than it was spoken", () =>
    Effect.gen(function* () {
      const { all, asked, listen } = yield* recognizers
      const ears = [{ vendor: "google" }, { vendor: "sarvam" }, ...twoEars] as const
      const line = yield* scriptedSession({ listen, brief: Effect.succeed({ ...brief, ears }) })
      yield* line.run
      yield* Queue.offer(all[0]!.results, interimAt(100, "One"))
      yield* line.hear(new Uint8Array(400 * 8).fill(0x10))
      yield* Queue.fail(all[0]!.results, away)
      yield* line.settled
      for (const { results } of all.slice(1)) yield* Queue.fail(results, away)
      yield* line.settled
      yield* Queue.fail(all[2]!.results, away)
      yield* line.settled
      assert.deepStrictEqual(asked, ["google", "deepgram", "soniox", "sarvam"])
    })
  )

  it.effect("a recognizer that reports nothing about a voice is replaced when the agent asks to repeat it", () =>
    Effect.gen(function* () {
      const { all, asked, listen } = yield* recognizers
      const line = yield* scriptedSession({ listen, brief: Effect.succeed({ ...brief, ears: twoEars }) })
      yield* line.run
      yield* line.hear(tone(500, 800))
      yield* line.pass(400)
      when("pressed", { do: "say", reply: 1, line: "ask to repeat" })
      line.session.press("1")
      yield* line.settled
      // The words come from the next one, which hears the voice again.
      assert.deepStrictEqual(asked, ["deepgram", "soniox"])
      assert.isAtLeast(all[1]!.bytes, 1_200 * 8)
      yield* Queue.offer(all[1]!.results, finalAt(790, "Please do not call me again."))
      yield* line.settled
      assert.deepInclude(eventsOf("final"), {
        kind: "final",
        at: 1_200,
        text: "Please do not call me again.",
        isReplayed: true
      })
      assert.deepStrictEqual(eventsOf("recognizerAway"), [])
      // A recognizer that has reported something is kept.
      yield* line.hear(tone(500, 800))
      yield* Queue.offer(all[1]!.results, { kind: "speechBegan", atMillis: 1_500 })
      yield* line.settled
      when("pressed", { do: "say", reply: 2, line: "ask to repeat" })
      line.session.press("1")
      yield* line.settled
      assert.lengthOf(asked, 2)
    })
  )

  /** The recognizers that later calls begin with. */
  const firstOf = (speeds: VendorSpeeds) => speeds.ordered(twoEars, accountOfEar)[0]?.vendor

  for (const [how, replaces] of [
    ["is replaced when the agent asks to repeat it", "ask to repeat"],
    ["fails after five seconds of it", "fails"],
    ["is there when the person hangs up", "hang up"]
  ] as const) {
    it.effect(`later calls begin with another recognizer after two with one that hears no words and ${how}`, () =>
      Effect.gen(function* () {
        const speeds = makeVendorSpeeds()
        const call = Effect.fnUntraced(function* (result: Heard | undefined) {
          const { all, listen } = yield* recognizers
          const line = yield* scriptedSession({ listen, speeds, brief: Effect.succeed({ ...brief, ears: twoEars }) })
          yield* line.run
          yield* line.hear(tone(500, 800))
          yield* line.pass(5_000)
          if (replaces === "ask to repeat") {
            when("pressed", { do: "say", reply: 1, line: "ask to repeat" })
            line.session.press("1")
          }
          if (replaces === "fails") yield* Queue.fail(all[0]!.results, away)
          const hangUp = replaces === "hang up" ? yield* Effect.forkChild(line.interrupt) : undefined
          yield* line.settled
          if (result !== undefined) yield* Queue.offer(all[1]!.results, result)
          yield* line.settled
          const ending = hangUp ?? (yield* Effect.forkChild(line.interrupt))
          yield* line.settled
          yield* TestClock.adjust("20 seconds")
          yield* Fiber.join(ending)
        })
        // A cough, or music, has no words for any recognizer, and words of later were never given to the first one.
        for (const result of [undefined, undefined, finalAt(6_000, "Hello?"), finalAt(6_000, "Hello?")])
          if (replaces !== "hang up" || result === undefined) yield* call(result)
        yield* call(finalAt(790, "Please do not call me again."))
        assert.strictEqual(firstOf(speeds), "deepgram")
        yield* call(finalAt(790, "Please do not call me again."))
        assert.strictEqual(firstOf(speeds), "soniox")
      })
    )
  }

  it.effect("a recognizer is not blamed for words of a moment ago, nor for a connection that has just begun", () =>
    Effect.gen(function* () {
      const speeds = makeVendorSpeeds()
      for (let calls = 0; calls < 3; calls++) {
        const { all, listen } = yield* recognizers
        const line = yield* scriptedSession({ listen, speeds, brief: Effect.succeed({ ...brief, ears: twoEars }) })
        yield* line.run
        yield* line.hear(tone(500, 800))
        yield* line.pass(1_000)
        if (calls < 2) yield* Queue.fail(all[0]!.results, away)
        else yield* Effect.forkChild(line.interrupt)
        yield* line.settled
        yield* Queue.offer(all[1]!.results, finalAt(790, "Please do not call me again."))
        yield* line.settled
        yield* line.interrupt
      }
      assert.strictEqual(firstOf(speeds), "deepgram")
    })
  )

  it.effect("the last words are heard by the recognizer that has replaced a silent one", () =>
    Effect.gen(function* () {
      const { asked, listen } = yield* recognizers
      const line = yield* scriptedSession({ listen, brief: Effect.succeed({ ...brief, ears: twoEars }) })
      yield* line.run
      yield* line.hear(tone(500, 800))
      when("pressed", { do: "say", reply: 1, line: "ask to repeat" })
      line.session.press("1")
      yield* line.settled
      yield* Effect.forkChild(line.interrupt)
      yield* line.settled
      assert.deepStrictEqual(asked, ["deepgram", "soniox", "soniox"])
    })
  )

  it.effect("recognizers that fail are tried in turn, with a pause after each round and without the lost ones", () =>
    Effect.gen(function* () {
      const { all, asked, listen } = yield* recognizers
      const line = yield* scriptedSession({
        listen,
        brief: Effect.succeed({ ...brief, ears: [...twoEars, { vendor: "google" }] })
      })
      yield* line.run
      yield* Queue.fail(all[0]!.results, away)
      yield* line.settled
      yield* Queue.fail(all[1]!.results, failure)
      yield* line.settled
      yield* Queue.fail(all[2]!.results, away)
      yield* line.settled
      assert.deepStrictEqual(asked, ["deepgram", "soniox", "google"])
      yield* TestClock.adjust(500)
      yield* line.settled
      yield* Queue.fail(all[3]!.results, away)
      yield* line.settled
      yield* TestClock.adjust(500)
      yield* line.settled
      assert.deepStrictEqual(asked, ["deepgram", "soniox", "google", "deepgram", "google"])
      yield* Queue.fail(all[4]!.results, failure)
      yield* TestClock.adjust(500)
      yield* line.settled
      yield* Queue.fail(all[5]!.results, failure)
      yield* TestClock.adjust("5 seconds")
      yield* line.settled
      assert.deepStrictEqual(asked.slice(5), ["deepgram"])
      assert.deepStrictEqual(
        core.events.map(({ kind }) => kind),
        ["recognizerAway", "recognizerLost"]
      )
    })
  )

  it.effect("words that no recognizer has heard at the end of the call are recognized before it is saved", () =>
    Effect.gen(function* () {
      const { all, listen } = yield* recognizers
      const line = yield* sessionOnLine({ listen })
      yield* line.run
      yield* line.pass(3_000)
      yield* Queue.fail(all[0]!.results, away)
      yield* line.settled
      yield* line.hear(tone(500, 800))
      yield* line.pass(400)
      yield* Effect.forkChild(line.interrupt)
      yield* line.settled
      assert.deepStrictEqual(line.saved, ["catching up"])
      yield* Queue.fail(all[1]!.results, away)
      yield* TestClock.adjust(500)
      yield* line.settled
      assert.isAtLeast(all[2]!.bytes, 4_200 * 8)
      // Many calls catch up at a time, so that the result is late.
      yield* TestClock.adjust("8 seconds")
      yield* line.settled
      yield* Queue.offer(all[2]!.results, finalAt(3_790, "Please do not call me again."))
      yield* line.settled
      assert.deepInclude(line.record(), { heard: true, optedOut: true })
      assert.deepStrictEqual(texts(line.record()), ["opening", "Please do not call me again."])
    })
  )

  it.effect("the last words of a person who hangs up are recognized before the call is saved", () =>
    Effect.gen(function* () {
      for (const hasReported of [false, true]) {
        const { all, asked, listen } = yield* recognizers
        const line = yield* sessionOnLine({ listen, brief: Effect.succeed({ ...brief, ears: twoEars }) })
        yield* line.run
        yield* line.pass(3_000)
        yield* line.hear(tone(500, 800))
        if (hasReported) yield* Queue.offer(all[0]!.results, interimAt(3_500, "Please do not"))
        yield* line.settled
        yield* Effect.forkChild(line.interrupt)
        yield* line.settled
        assert.strictEqual(line.saved.at(-1), "catching up")
        // A recognizer that has reported nothing may never do so.
        assert.deepStrictEqual(asked, ["deepgram", hasReported ? "deepgram" : "soniox"])
        yield* Queue.offer(all[1]!.results, finalAt(3_790, "Please do not call me again."))
        yield* line.settled
        assert.deepInclude(line.record(), { heard: true, optedOut: true })
        assert.deepStrictEqual(texts(line.record()), ["opening", "Please do not call me again."])
      }
    })
  )

  it.effect(
    "a recognizer that has reported nothing hears the last words after all others, also after slower ones",
    () =>
      Effect.gen(function* () {
        const { asked, listen } = yield* recognizers
        const ears = [{ vendor: "deepgram" }, { vendor: "assemblyai" }] as const
        const line = yield* sessionOnLine({ listen, brief: Effect.succeed({ ...brief, ears }) })
        yield* line.run
        yield* line.hear(tone(500, 800))
        yield* Effect.forkChild(line.interrupt)
        yield* line.settled
        assert.deepStrictEqual(asked, ["deepgram", "assemblyai"])
      })
  )

  it.effect("a call that is transferred, or that our side has ended, is saved at once", () =>
    Effect.gen(function* () {
      for (const kept of [{ handingOverSince: 0 }, { phase: "ended" }] as const) {
        core.kept = kept
        const line = yield* scriptedSession()
        yield* line.run
        yield* line.hear(tone(500, 800))
        yield* line.interrupt
        assert.notInclude(line.saved, "catching up")
        assert.isDefined(line.record())
      }
    })
  )

  it.effect("a call that catches up is stored at once, with an opt-out that was not stored yet", () =>
    Effect.gen(function* () {
      const { all, listen } = yield* recognizers
      const line = yield* sessionOnLine({ listen, transcripts: { noteOptOut: () => Effect.never } })
      yield* line.run
      yield* line.pass(3_000)
      yield* line.hear(tone(500, 800))
      yield* line.pass(1_000)
      yield* Queue.offer(all[0]!.results, finalAt(3_790, "Please do not call me again."))
      yield* line.settled
      // The person hangs up while the agent confirms.
      yield* line.hear(tone(500, 360))
      yield* Effect.forkChild(line.interrupt)
      yield* line.settled
      assert.isUndefined(line.record())
      assert.deepInclude(line.soFar[0], { heard: true, optedOut: true })
      assert.include(texts(line.soFar[0]), "Please do not call me again.")
    })
  )

  it.effect("the call is saved after ten seconds when no recognizer comes back at its end", () =>
    Effect.gen(function* () {
      const line = yield* sessionOnLine({ listen: () => Effect.fail(away) })
      yield* line.run
      yield* line.pass(3_000)
      yield* line.hear(tone(500, 800))
      yield* Effect.forkChild(line.interrupt)
      yield* line.settled
      yield* TestClock.adjust("9 seconds")
      yield* line.settled
      assert.deepStrictEqual(line.saved, ["catching up"])
      yield* TestClock.adjust("1 second")
      yield* line.settled
      assert.deepStrictEqual(texts(line.record()), ["opening"])
    })
  )

  it.effect("events caused by a command come after all commands of the same step", () =>
    Effect.gen(function* () {
      core.first = [think(1)]
      when("pressed", { do: "drop", reply: 1 }, think(2))
      when("replyHeard", { do: "drop", reply: 2 })
      const line = yield* scriptedSession()
      yield* line.run
      yield* line.give(0, { kind: "sentence", text: "one" }, { kind: "audio", audio: sound(100, 1) })
      line.session.press("1")
      yield* line.settled
      assert.strictEqual(line.replies.length, 1)
    })
  )

  it.effect("a reply is reported as heard to its end even if the carrier's marks are late", () =>
    Effect.gen(function* () {
      core.first = [say(1)]
      const line = yield* scriptedSession()
      yield* line.run
      yield* line.pass(380)
      // By the carrier's mark, half of it was played 20 ms before its end.
      const mark = line.wire.find(({ kind }) => kind === "mark")
      assert(mark?.kind === "mark")
      line.session.reachMark(mark.name)
      yield* line.pass(100)
      assert.deepInclude(eventsOf("replyHeard")[0], { text: "goodbye", endMs: 400, interrupted: false })
    })
  )

  it.effect("the requested time comes with the first tick or audio from then on", () =>
    Effect.gen(function* () {
      core.wakesAt = 100
      const line = yield* scriptedSession()
      yield* line.run
      line.skip(99)
      line.session.tick(99)
      line.session.hear(silent(20))
      assert.deepStrictEqual(core.events, [])
      line.skip(1)
      line.session.tick(100)
      assert.deepStrictEqual(core.events, [{ kind: "time", at: 100 }])
      line.session.hear(silent(20))
      assert.strictEqual(eventsOf("time").length, 2)
      core.wakesAt = undefined
      line.session.press("1")
      line.session.tick(100)
      assert.strictEqual(eventsOf("time").length, 2)
    })
  )

  it.effect("the carrier's marks decide what was heard", () =>
    Effect.gen(function* () {
      core.first = [think(1)]
      when("pressed", { do: "drop", reply: 1 })
      const line = yield* scriptedSession()
      yield* line.run
      yield* line.give(0, { kind: "sentence", text: "one two" }, { kind: "audio", audio: sound(1_000, 1) })
      yield* line.pass(300)
      const mark = line.wire.find(({ kind }) => kind === "mark")
      assert(mark?.kind === "mark")
      line.skip(450)
      // The carrier is late: 240 ms were played 750 ms after the first frame was sent.
      line.session.reachMark(mark.name)
      line.session.press("1")
      assert.deepInclude(eventsOf("replyHeard")[0], { text: "" })
    })
  )
})

describe("the time of a voice", () => {
  /** Returns the times of voices when each frame arrives at the given time. */
  const voicesAt = Effect.fnUntraced(function* (audio: Uint8Array, comesAt: (until: number) => number) {
    const line = yield* scriptedSession()
    yield* line.run
    for (let from = 0; from < audio.length; from += 160) {
      line.skip(comesAt(from / 8 + 20) - line.now())
      line.session.hear(audio.subarray(from, from + 160))
    }
    return eventsOf("voice").flatMap((event) =>
      event.kind === "voice" && event.change !== "pausing" ? [Math.round(event.changedAt)] : []
    )
  })
  const spoken = new Uint8Array(Buffer.concat([silent(1_000), tone(500, 600), silent(600)]))

  it.effect("counts from the begin of the stream", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* voicesAt(spoken, (until) => until), [1_000, 1_600])
    })
  )

  it.effect("is later when the first audio came later", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* voicesAt(spoken, (until) => until + 70), [1_070, 1_670])
    })
  )

  it.effect("is not later when audio is delayed for a moment", () =>
    Effect.gen(function* () {
      const held = (until: number) => (until > 1_000 && until < 1_300 ? 1_300 : until)
      const [began = 0, ended = 0] = yield* voicesAt(spoken, held)
      assert.isBelow(Math.abs(began - 1_000), 5)
      assert.isBelow(Math.abs(ended - 1_600), 5)
    })
  )

  it.effect("recovers after lost audio and with a slow clock of the line", () =>
    Effect.gen(function* () {
      const leftOut = yield* voicesAt(spoken, (until) => (until > 500 ? until + 5_000 : until))
      assert.deepStrictEqual(
        leftOut.map((at, index) => [1_000, 1_600][index]! + 5_000 - at < 510),
        [true, true]
      )
      core.events = []
      const long = new Uint8Array(Buffer.concat([silent(100_000), spoken]))
      const [began = 0] = yield* voicesAt(long, (until) => (until > 500 ? until + 5_000 : until))
      assert.isBelow(Math.abs(began - 106_000), 5)
    })
  )
})

describe("the audio for the recognizer", () => {
  it.effect("includes audio from before the recognizer was connected", () =>
    Effect.gen(function* () {
      const isReady = yield* Deferred.make<void>()
      const heard: Array<Uint8Array> = []
      const line = yield* scriptedSession({
        listen: () => Effect.as(Deferred.await(isReady), { hear: (audio) => heard.push(audio), heard: Stream.never })
      })
      const sound = tone(500, 300)
      yield* line.hear(sound.subarray(0, 800))
      yield* line.run
      yield* line.hear(sound.subarray(800, 1_600))
      yield* Deferred.succeed(isReady, undefined)
      yield* line.settled
      yield* line.hear(sound.subarray(1_600))
      assert.isTrue(Buffer.concat(heard).equals(sound))
    })
  )

  it.effect("includes at most the last twenty-five seconds from before", () =>
    Effect.gen(function* () {
      const line = yield* scriptedSession()
      for (let frame = 0; frame < 1_500; frame++) line.session.hear(silent(20))
      yield* line.run
      assert.strictEqual(line.recognizerBytes(), 200_000)
    })
  )
})

describe("the saved record", () => {
  const spoken = { role: "person", text: "Hello", startMs: 10.4, endMs: 20.6, interrupted: false } as const

  it.effect("has the transcript and the turns, in wall time and whole milliseconds", () =>
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
        llmProvider: "HOSTED_API",
        model: null,
        language: "en-IN",
        interrupted: true,
        speculative: { used: false, discarded: 0 },
        why: "silence"
      }
      core.kept = { transcript: [spoken], turns: [turn] }
      when("pressed", end)
      const line = yield* scriptedSession()
      yield* line.pass(500)
      yield* line.run
      line.session.press("1")
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
            llmProvider: "HOSTED_API",
            model: null,
            language: "en-IN",
            interrupted: true,
            speculative: { used: false, discarded: 0 },
            why: "silence"
          }
        ],
        heard: false,
        optedOut: false,
        failed: false
      })
    })
  )

  it.effect("is empty, and saved at once, if there is no brief", () =>
    Effect.gen(function* () {
      const line = yield* scriptedSession({ brief: Effect.succeed(undefined) })
      yield* line.run
      assert.isTrue(line.isOver())
      assert.deepStrictEqual(line.saved, [{ transcript: [], turns: [], heard: false, optedOut: false, failed: false }])
    })
  )

  it.effect("is saved after the call when the database is away", () =>
    Effect.gen(function* () {
      when("pressed", end)
      const isBack = yield* Deferred.make<void>()
      const saved: Array<TranscriptRecord> = []
      const save = (_: unknown, record: TranscriptRecord) =>
        Effect.andThen(
          Deferred.await(isBack),
          Effect.sync(() => void saved.push(record))
        )
      const line = yield* scriptedSession({ transcripts: { end: save } })
      yield* line.run
      line.session.press("1")
      yield* line.settled
      assert.isFalse(line.isOver())
      yield* TestClock.adjust("10 seconds")
      yield* line.settled
      assert.isTrue(line.isOver())
      const finishing = yield* Effect.forkChild(line.interrupt)
      yield* line.settled
      assert.isUndefined(finishing.pollUnsafe())
      yield* Deferred.succeed(isBack, undefined)
      yield* Fiber.join(finishing)
      assert.lengthOf(saved, 1)
    })
  )

  it.effect("has all that was heard until the line was gone, even if saving takes long", () =>
    Effect.gen(function* () {
      core.first = [think(1)]
      core.kept = { transcript: [spoken], turns: [] }
      when("gone", { do: "drop", reply: 1 }, { do: "note opt-out" }, end)
      yield* TestClock.setTime(5_000)
      const isKept = yield* Deferred.make<void>()
      const saved: Array<[number, TranscriptRecord]> = []
      const save = (_: unknown, record: TranscriptRecord) =>
        Effect.gen(function* () {
          yield* Deferred.await(isKept)
          saved.push([yield* Clock.currentTimeMillis, record])
        })
      const line = yield* scriptedSession({ transcripts: { end: save } })
      yield* Effect.provideService(line.run, Clock.Clock, makeLineClock(0))
      yield* line.give(0, { kind: "sentence", text: "one two" }, { kind: "audio", audio: sound(1_000, 1) })
      yield* line.pass(700)
      const interrupting = yield* Effect.forkChild(line.interrupt)
      yield* line.settled
      assert.isUndefined(interrupting.pollUnsafe())
      assert.isTrue(line.replies[0]?.isStopped)
      yield* Deferred.succeed(isKept, undefined)
      yield* Fiber.join(interrupting)
      // The line's clock is stopped; saving uses the wall clock.
      const [[keptAt, record] = []] = saved
      assert.strictEqual(keptAt, 5_000)
      assert.deepStrictEqual(eventsOf("replyHeard"), [
        { kind: "replyHeard", at: 700, reply: 1, text: "one", startMs: 0, endMs: 700, interrupted: true }
      ])
      assert.deepInclude(record, { optedOut: true })
      assert.deepStrictEqual(
        record?.transcript.map(({ text }) => text),
        ["Hello"]
      )
    })
  )

  it.effect("is empty if the brief cannot be read within 4 seconds after the line is gone", () =>
    Effect.gen(function* () {
      const line = yield* scriptedSession({ brief: Effect.never })
      yield* line.run
      yield* line.hear(tone(500, 500))
      const interrupting = yield* Effect.forkChild(line.interrupt)
      yield* line.settled
      assert.deepStrictEqual(line.saved, [])
      yield* TestClock.adjust("4 seconds")
      yield* Fiber.join(interrupting)
      assert.deepStrictEqual(line.saved, [{ transcript: [], turns: [], heard: false, optedOut: false, failed: false }])
    })
  )
})

describe("an opt-out at the edge of a call", () => {
  const slowly = Effect.as(Effect.sleep("2 seconds"), brief)

  const hungUpUnread = Effect.fnUntraced(function* (options: Options, act: (line: Line) => Effect.Effect<unknown>) {
    const line = yield* sessionOnLine({ brief: slowly, ...options })
    yield* line.run
    yield* act(line)
    const interrupting = yield* Effect.forkChild(line.interrupt)
    yield* TestClock.adjust("2 seconds")
    yield* Fiber.join(interrupting)
    return line
  })

  it.effect("by key counts if the person hangs up before the brief is read", () =>
    Effect.gen(function* () {
      const line = yield* hungUpUnread({}, ({ session }) => Effect.sync(() => session.press("9")))
      assert.deepInclude(line.record(), { optedOut: true })
      assert.deepStrictEqual(texts(line.record()), ["(pressed 9)"])
      const other = yield* hungUpUnread({}, ({ session }) => Effect.sync(() => session.press("1")))
      assert.deepInclude(other.record(), { optedOut: false })
    })
  )

  it.effect("by words counts if the person hangs up before the brief is read", () =>
    Effect.gen(function* () {
      const final: Heard = { kind: "final", text: "Stop calling me.", untilMillis: 1_000, confidence: null }
      const listen: SpeechToText["Service"]["listen"] = () =>
        Effect.succeed({ hear: () => undefined, heard: Stream.make(final) })
      const line = yield* hungUpUnread({ listen }, ({ hear }) => hear(tone(500, 1_000)))
      assert.deepInclude(line.record(), { heard: true, optedOut: true })
      assert.deepStrictEqual(texts(line.record()), ["Stop calling me."])
    })
  )
})

describe("the opt-out key after the conversation", () => {
  const goodbye = { kind: "complete", text: "Goodbye.", endsCall: true } as const

  const pressed = Effect.fnUntraced(function* (...digits: ReadonlyArray<string>) {
    const isBack = yield* Deferred.make<void>()
    const line = yield* sessionOnLine({ transcripts: { end: () => Deferred.await(isBack) } })
    yield* line.run
    yield* line.pass(2_000)
    yield* line.recognize({ kind: "final", text: "No, thank you.", untilMillis: 1_900, confidence: null })
    yield* line.pass(2_000)
    yield* line.give(0, { kind: "sentence", text: "Goodbye." }, { kind: "audio", audio: sound(500, 1) }, goodbye)
    yield* line.pass(4_000)
    assert.isFalse(line.isOver())
    for (const digit of digits) line.session.press(digit)
    yield* Deferred.succeed(isBack, undefined)
    yield* line.interrupt
    return line.saved
  })

  it.effect("counts until the line is gone, unless it is part of a number", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual((yield* pressed("9", "#")).at(-1), "opt-out")
      assert.notInclude(yield* pressed("1", "9"), "opt-out")
      assert.notInclude(yield* pressed(), "opt-out")
    })
  )
})

describe("a defect", () => {
  const faulty = (from: string): ReadonlyArray<Command> => {
    throw new Error(from)
  }
  const faults: ReadonlyArray<[string, Options, () => void]> = [
    ["in the conversation", {}, () => (core.answer = ({ kind }) => (kind === "pressed" ? faulty("Oh dear") : []))],
    ["in every step of the conversation", {}, () => (core.answer = () => faulty("Oh dear"))],
    ["in a fixed line", { render: () => Effect.die(new Error("Oh dear")) }, () => when("pressed", say(2))],
    ["in a reply", { reply: () => Stream.die(new Error("Oh dear")) }, () => when("pressed", think(2))],
    [
      "in the recognizer",
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
      "in the recognizer's input",
      { listen: () => Effect.succeed({ hear: () => void faulty("Oh dear"), heard: Stream.never }) },
      () => undefined
    ]
  ]
  for (const [where, options, prepare] of faults) {
    it.effect(`${where} ends the call, is reported, and the transcript is saved`, () =>
      Effect.gen(function* () {
        prepare()
        core.kept = {
          transcript: [{ role: "person", text: "Hello", startMs: 0, endMs: 1, interrupted: false }],
          turns: []
        }
        const line = yield* scriptedSession(options)
        yield* line.run
        line.session.press("1")
        line.session.hear(silent(20))
        yield* TestClock.adjust(1)
        yield* line.settled
        assert.isTrue(line.isOver())
        assert.include(line.fault() ?? "", "Oh dear")
        assert.deepInclude(line.record(), { failed: true })
        // The last words are reported if the conversation still works.
        assert.strictEqual(eventsOf("gone").length, 1)
        assert.deepStrictEqual(
          line.record()?.transcript.map(({ text }) => text),
          ["Hello"]
        )
        const before = core.events.length
        line.session.press("1")
        line.session.tick(100)
        assert.strictEqual(core.events.length, before)
      })
    )
  }

  it.effect("in the brief ends the call", () =>
    Effect.gen(function* () {
      const line = yield* scriptedSession({ brief: Effect.die(new Error("Oh dear")) })
      yield* line.run
      assert.include(line.fault() ?? "", "Oh dear")
      assert.deepInclude(line.record(), { failed: true })
    })
  )

  it.effect("in the conversation does not lose the current reply", () =>
    Effect.gen(function* () {
      core.first = [think(1)]
      core.answer = ({ kind }) => (kind === "pressed" || kind === "gone" ? faulty("Oh dear") : [])
      const line = yield* scriptedSession()
      yield* line.run
      yield* line.give(0, { kind: "sentence", text: "one two" }, { kind: "audio", audio: sound(1_000, 1) })
      yield* line.pass(700)
      line.session.press("1")
      yield* line.settled
      assert.deepStrictEqual(line.record()?.transcript, [
        { role: "agent", text: "one", startMs: 0, endMs: 700, interrupted: true }
      ])
      assert.isTrue(line.replies[0]?.isStopped)
    })
  )

  it.effect("is reported when a conversation has too many pending commands", () =>
    Effect.gen(function* () {
      core.answer = ({ kind }) => (kind === "pressed" ? Array.from({ length: 65 }, () => ({ do: "note heard" })) : [])
      const line = yield* scriptedSession()
      yield* line.run
      line.session.press("1")
      yield* line.settled
      assert.include(line.fault() ?? "", "Too many commands are pending")
      assert.deepInclude(line.record(), { heard: true })
    })
  )
})

describe("a conversation", () => {
  /** Runs with the real rules. */
  const lead = Effect.fnUntraced(function* (options: Options, after: (line: Line) => Effect.Effect<unknown>) {
    const warnings: Array<string> = []
    const logger = Logger.make(({ logLevel, message }) => {
      if (logLevel === "Warn") warnings.push(String(message))
    })
    const led = Effect.gen(function* () {
      const line = yield* sessionOnLine(options)
      yield* line.run
      yield* line.pass(1_500)
      yield* after(line)
      return line
    })
    const line = yield* Effect.provide(led, Logger.layer([logger]))
    return { line, record: line.record(), warnings: warnings.filter((message) => message.includes(" failed: ")) }
  })
  type Line = Effect.Success<ReturnType<typeof sessionOnLine>>

  const asked = { kind: "final", text: "Who is calling, please?", untilMillis: 0, confidence: null } as const
  const question = (line: Line) => Effect.andThen(line.recognize(asked), line.pass(3_000))
  const toTheEnd = (line: Line) => line.pass(30_000)
  const failing = (): Stream.Stream<ReplyPiece> => Stream.make({ kind: "failed", reason: "no voice" } as const)
  const spoken: ReadonlyArray<ReplyPiece> = [
    { kind: "firstToken" },
    { kind: "sentence", text: "This is Carillon." },
    { kind: "audio", audio: sound(600, 3) },
    { kind: "complete", endsCall: false, text: "This is Carillon." }
  ]
  const answers = (): Stream.Stream<ReplyPiece> => Stream.fromIterable(spoken)

  it.effect("counts as failed when the model or its voice produces nothing", () =>
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

  it.effect("counts as failed when no voice works, not even for the apology", () =>
    Effect.gen(function* () {
      const mute = () => Effect.fail(failure)
      const { line, record } = yield* lead({ render: mute }, toTheEnd)
      assert.isTrue(line.isOver())
      assert.deepInclude(record, { transcript: [], failed: true })
    })
  )

  it.effect("counts as failed when only a filler was heard before the dead air", () =>
    Effect.gen(function* () {
      const render: Options["render"] = (line) =>
        Effect.succeed({
          text: line === "filler" ? "One moment, please." : line,
          audio: sound(line === "filler" ? 900 : 400, 7)
        })
      const { record } = yield* lead({ render, reply: () => Stream.never }, (line) =>
        Effect.andThen(question(line), toTheEnd(line))
      )
      const fillers = "One moment, please. second filler One moment, please. second filler"
      assert.deepStrictEqual(texts(record), ["opening", asked.text, fillers, "apology"])
      assert.deepInclude(record, { failed: true })
    })
  )

  it.effect("counts as failed when the recognizer is lost, even if the person hangs up during the apology", () =>
    Effect.gen(function* () {
      const { record } = yield* lead({ listen: () => Effect.fail(failure) }, (line) =>
        Effect.andThen(line.pass(100), line.interrupt)
      )
      assert.deepInclude(record, { heard: false, failed: true })
    })
  )

  it.effect("counts as failed when our side had to end it, even after an answer", () =>
    Effect.gen(function* () {
      const { record, warnings } = yield* lead({ reply: answers }, (line) =>
        Effect.all([question(line), line.failRecognizer(failure), toTheEnd(line)])
      )
      assert.include(texts(record), "apology")
      assert.deepInclude(record, { failed: true })
      assert.lengthOf(warnings, 1)
    })
  )

  it.effect("does not count as failed when the line is gone or the person stays silent", () =>
    Effect.gen(function* () {
      const { record: gone } = yield* lead({ reply: () => Stream.never }, (line) =>
        Effect.andThen(line.recognize(asked), line.interrupt)
      )
      assert.deepInclude(gone, { failed: false })
      const { line, record } = yield* lead({}, (line) => line.pass(60_000))
      assert.isTrue(line.isOver())
      assert.deepInclude(record, { failed: false })
    })
  )
})
