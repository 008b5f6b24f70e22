import { assert, describe, it } from "@effect/vitest"
import { Clock, Context, Effect, Fiber, Layer, Option, Stream } from "effect"
import { TestClock } from "effect/testing"
import type { FoundChunk } from "../../../src/domain/knowledge/KnowledgeBase.ts"
import type { Brief } from "../../../src/media/brief/Briefs.ts"
import type { SpokenMessage } from "../../../src/media/conversation/conversation.ts"
import { makeLineClock } from "../../../src/media/line/LineClock.ts"
import { Replies, type ReplyPiece } from "../../../src/media/reply/Replies.ts"
import { LanguageModel, type ReplyPart } from "../../../src/providers/contract/LanguageModel.ts"
import { ProviderFailure } from "../../../src/providers/contract/ProviderFailure.ts"
import { Retriever } from "../../../src/rag/Retriever.ts"
import { noTools } from "../../support/fakes/no-tools.ts"
import { makeRandom } from "../../support/random.ts"
import {
  brief,
  doNotCall,
  endCall,
  failure,
  type ModelSteps,
  notSet,
  passing,
  type Step,
  scriptedProviders,
  sound,
  speaks,
  stop,
  token,
  tooMany,
  type VoiceSteps
} from "../session/scripted-providers.ts"

const message = (role: SpokenMessage["role"], text: string): SpokenMessage => ({
  role,
  text,
  startMs: 0,
  endMs: 1,
  interrupted: false
})
const messages = [message("agent", "Hello Asha."), message("person", "When do you open?")]

const answers: ReadonlyArray<Step<ReplyPart>> = [token("We open "), token("at nine. "), token("Anything else?"), stop]
const allSpeak: VoiceSteps = { PREMIUM_TTS: speaks, CLOUD_TTS: speaks, GENERATIVE_TTS: speaks }

/** A retriever for tests without a knowledge base. */
const nothingKnown = Layer.succeed(Retriever, { retrieve: () => Effect.succeed([]) })

const setUp = (
  models: ModelSteps,
  voices: VoiceSteps = allSpeak,
  retrieve: Retriever["Service"]["retrieve"] = () => Effect.succeed([])
) => {
  const providers = scriptedProviders(models, voices)
  const retriever = Layer.succeed(Retriever, { retrieve })
  const replies = Replies.layer.pipe(Layer.provide([providers.layer, retriever]))
  const reply = (changes: Partial<Brief> = {}, hint: "wrap up" | null = null) =>
    Effect.provide(
      Replies.use((it) =>
        Stream.runCollect(
          Stream.mapEffect(it.reply({ brief: { ...brief, ...changes }, messages, hint, tools: noTools }), (piece) =>
            Effect.map(Clock.currentTimeMillis, (at) => ({ at, piece }))
          )
        )
      ),
      replies
    )
  return { ...providers, reply, replies }
}

/** Returns the pieces in short, with the audio of a sentence as one text. */
const inShort = (pieces: ReadonlyArray<{ readonly piece: ReplyPiece }>): ReadonlyArray<string> => {
  const lines: Array<string> = []
  for (const { piece } of pieces) {
    switch (piece.kind) {
      case "retrieved":
        lines.push(piece.problem ?? `retrieved ${piece.chunkIds.join()}`)
        break
      case "firstToken":
        lines.push("firstToken")
        break
      case "optOut":
        lines.push("opt-out")
        break
      case "waiting":
        lines.push(`waiting: ${piece.reason}`)
        break
      case "answering":
      case "recovered":
        break
      case "sentence":
        lines.push(`${piece.text} = `)
        break
      case "audio":
        lines[lines.length - 1] += Buffer.from(piece.audio).toString()
        break
      case "cut":
        lines.push("cut")
        break
      case "complete":
        lines.push(`whole${piece.endsCall ? ", ends the call" : ""}: ${piece.text}`)
        break
      case "failed":
        lines.push(`failed: ${piece.reason}`)
    }
  }
  return lines
}

const whole = ["firstToken", "We open at nine. = We open at nine.", "Anything else? = Anything else?"]
const usual = [...whole, "whole: We open at nine. Anything else?"]
const spokenBy = (provider: string) => [`${provider} We open at nine.`, `${provider} Anything else?`]

describe("Replies", () => {
  it.effect("speaks the model's answer, a sentence at a time", () =>
    Effect.gen(function* () {
      const { asked, open, reply, spoken } = setUp({ HOSTED_API: answers })
      const { millis, value } = yield* passing(reply())
      assert.deepStrictEqual(inShort(value), usual)
      assert.strictEqual(millis, 0)
      assert.strictEqual(open.count, 0)
      assert.deepStrictEqual(spoken, spokenBy("PREMIUM_TTS"))
      assert.strictEqual(asked[0]?.system, "The system text.")
      assert.deepStrictEqual(asked[0]?.messages.at(-1), { role: "user", text: "<caller>When do you open?</caller>" })
      assert.deepStrictEqual(
        asked[0]?.tools.map(({ name }) => name),
        ["end_call", "do_not_call"]
      )
    })
  )

  it.effect("plays while the model still generates", () =>
    Effect.gen(function* () {
      const { reply } = setUp({ HOSTED_API: [200, token("We open at nine. "), 1_000, token("Anything else?"), stop] })
      const { value } = yield* passing(reply())
      const first = value.find(({ piece }) => piece.kind === "audio")
      assert.isAtMost(first?.at ?? Number.POSITIVE_INFINITY, 250)
    })
  )

  it.effect("prompts the model to wrap up when the time is almost up", () =>
    Effect.gen(function* () {
      const { asked, reply } = setUp({ HOSTED_API: answers })
      yield* passing(reply({}, "wrap up"))
      assert.match(asked[0]?.system ?? "", /^The system text\.\n\n.*almost over.*end_call/)
    })
  )

  describe("when a model has a fault", () => {
    const late: ReadonlyArray<Step<ReplyPart>> = ["hang"]
    const usage: ReplyPart = { kind: "usage", inputTokens: 1, cachedTokens: 0, outputTokens: 1 }
    const ended = (reason: "length" | "filtered" | "toolCalls"): ReplyPart => ({ kind: "ended", reason })
    const unknownTool: ReplyPart = { kind: "toolCall", name: "transfer", arguments: {} }
    const other = { PLATFORM_INFERENCE: [2_400, ...answers] }
    const firstSentence = ["firstToken", "We open at nine. = We open at nine.", "whole: We open at nine."]
    const cases: ReadonlyArray<readonly [string, ModelSteps, ReadonlyArray<string>, number]> = [
      ["hangs", { HOSTED_API: late, ...other }, usual, 3_900],
      ["is almost late", { HOSTED_API: [1_450, ...answers] }, usual, 1_450],
      [
        "returns only whitespace",
        { HOSTED_API: [token(" "), 1_000, token("\n"), 1_000, ...answers], ...other },
        usual,
        3_900
      ],
      ["reports only its usage", { HOSTED_API: [1_000, usage, 1_000, ...answers], ...other }, usual, 3_900],
      ["is refused", { HOSTED_API: [tooMany], ...other }, usual, 2_400],
      ["has a defect", { HOSTED_API: ["defect"], ...other }, usual, 2_400],
      ["says nothing", { HOSTED_API: [stop], ...other }, usual, 2_400],
      ["is filtered", { HOSTED_API: [token("We open"), ended("filtered")], ...other }, usual, 2_400],
      ["breaks off before a sentence", { HOSTED_API: [token("Open at"), failure("gone")], ...other }, usual, 2_400],
      ["hangs before a sentence", { HOSTED_API: [token("Open at"), "hang"], ...other }, usual, 3_900],
      [
        "breaks off after a sentence, and another goes on",
        { HOSTED_API: [token("We open at nine. Any"), failure("x")], PLATFORM_INFERENCE: answers },
        usual,
        0
      ],
      [
        "is cut off after a sentence",
        { HOSTED_API: [token("We open at nine. Any"), ended("length")] },
        firstSentence,
        0
      ],
      [
        "is cut off",
        { HOSTED_API: [token("We open"), ended("length")] },
        ["firstToken", "We open = We open", "whole: We open"],
        0
      ],
      [
        "only ends the call",
        { HOSTED_API: [endCall, ended("toolCalls")] },
        ["firstToken", "whole, ends the call: "],
        0
      ],
      [
        "ends the call",
        { HOSTED_API: [token("Goodbye. "), endCall, ended("toolCalls")] },
        ["firstToken", "Goodbye. = Goodbye.", "whole, ends the call: Goodbye."],
        0
      ],
      [
        "hears an opt-out",
        { HOSTED_API: [token("All right. "), doNotCall, ended("toolCalls")] },
        ["firstToken", "opt-out", "All right. = All right.", "whole, ends the call: All right."],
        0
      ],
      [
        "hears an opt-out and breaks off",
        { HOSTED_API: [doNotCall, failure("broken")] },
        ["firstToken", "opt-out", "whole, ends the call: "],
        0
      ],
      ["calls an unknown tool", { HOSTED_API: [unknownTool, ended("toolCalls")], ...other }, usual, 2_400],
      [
        "calls an unknown tool beside its answer",
        { HOSTED_API: [...answers.slice(0, 3), unknownTool, ended("toolCalls")] },
        usual,
        0
      ],
      [
        "returns text without words",
        { HOSTED_API: [token("— ... —\n"), token("We open at nine."), stop] },
        firstSentence,
        0
      ],
      ["is not configured, nor is the other", {}, ["failed: p: KEY not set; p: KEY not set"], 0]
    ]
    for (const [what, models, expected, millis] of cases) {
      it.effect(what, () =>
        Effect.gen(function* () {
          const { open, reply } = setUp(models)
          const result = yield* passing(reply())
          assert.deepStrictEqual(inShort(result.value), expected)
          assert.strictEqual(result.millis, millis)
          assert.strictEqual(open.count, 0)
        })
      )
    }

    for (const [modelFallback, own, others] of [
      ["NONE", "PLATFORM_INFERENCE", []],
      ["NONE", "HOSTED_API", []],
      ["TO_PRIVATE", "PLATFORM_INFERENCE", []],
      ["TO_PRIVATE", "HOSTED_API", ["PLATFORM_INFERENCE"]],
      ["ANY", "PLATFORM_INFERENCE", ["HOSTED_API"]],
      ["ANY", "HOSTED_API", ["PLATFORM_INFERENCE"]]
    ] as const) {
      it.effect(`with the fallback ${modelFallback}, ${others.join() || "no model"} replaces ${own}`, () =>
        Effect.gen(function* () {
          const fails = (index: number) => (index === 0 ? [tooMany] : answers)
          const { asked, reply } = setUp({ HOSTED_API: answers, PLATFORM_INFERENCE: answers, [own]: fails })
          const { value } = yield* passing(reply({ llmProvider: own, modelFallback }))
          assert.deepStrictEqual(
            asked.map(({ provider }) => provider),
            [own, ...(others.length > 0 ? others : [own])]
          )
          const answering = value.flatMap(({ piece }) => (piece.kind === "answering" ? [piece.provider] : []))
          assert.deepStrictEqual(
            answering,
            asked.slice(1).map(({ provider }) => provider)
          )
        })
      )
    }

    for (const [what, first, waits] of [
      ["hangs", ["hang"], "HOSTED_API: nothing within 1500 ms"],
      ["is refused", [tooMany], "p: HTTP 429"],
      ["says nothing", [stop], "HOSTED_API: an answer without words"]
    ] as ReadonlyArray<[string, ReadonlyArray<Step<ReplyPart>>, string]>) {
      it.effect(`the model is asked again until it answers, if it ${what} and no other may`, () =>
        Effect.gen(function* () {
          const { open, reply } = setUp({ HOSTED_API: (index) => (index < 3 ? first : answers) })
          const { millis, value } = yield* passing(reply({ modelFallback: "NONE" }))
          const [expected, later] = [`waiting: ${waits}`, `waiting: ${waits.replace("1500", "3000")}`]
          assert.deepStrictEqual(inShort(value), [expected, later, later, ...usual])
          assert.isBelow(millis, what === "hangs" ? 9_200 : 1_700)
          assert.strictEqual(open.count, 0)
        })
      )
    }

    for (const [what, end] of [
      ["breaks off after a sentence", [failure("x")]],
      ["hangs after a sentence", ["hang"]],
      ["ends without an end", []]
    ] as ReadonlyArray<[string, ReadonlyArray<Step<ReplyPart>>]>) {
      const broken = [token("We open at nine. Any"), ...end]

      it.effect(`the model goes on after what it has said, if it ${what}`, () =>
        Effect.gen(function* () {
          const { asked, open, reply } = setUp({ HOSTED_API: (index) => (index === 0 ? broken : answers) })
          const { millis, value } = yield* passing(reply({ modelFallback: "NONE" }))
          assert.deepStrictEqual(
            inShort(value).filter((line) => !line.startsWith("waiting")),
            usual
          )
          assert.notInclude(asked[0]?.system, "already")
          assert.include(asked[1]?.system, 'already: "We open at nine."')
          assert.lengthOf(asked, 2)
          assert.isBelow(millis, 2_100)
          assert.strictEqual(open.count, 0)
        })
      )

      it.effect(`the reply ends with what was said, if the model ${what} again and again`, () =>
        Effect.gen(function* () {
          const { asked, reply } = setUp({ HOSTED_API: broken })
          const { value } = yield* passing(reply({ modelFallback: "NONE" }))
          assert.deepStrictEqual(
            inShort(value).filter((line) => !line.startsWith("waiting")),
            firstSentence
          )
          assert.lengthOf(asked, 2)
        })
      )
    }

    it.effect("the reply ends with what was said, if the model adds nothing", () =>
      Effect.gen(function* () {
        const broken = [token("We open at nine. Any"), failure("x")]
        const { asked, reply } = setUp({ HOSTED_API: (index) => (index === 0 ? broken : [stop]) })
        const { value } = yield* passing(reply({ modelFallback: "NONE" }))
        assert.strictEqual(inShort(value).at(-1), "whole: We open at nine.")
        assert.lengthOf(asked, 2)
      })
    )

    it.effect("a slow model is heard, if no other may answer", () =>
      Effect.gen(function* () {
        const { asked, reply } = setUp({ HOSTED_API: [2_800, ...answers] })
        const { millis, value } = yield* passing(reply({ modelFallback: "NONE" }))
        assert.deepStrictEqual(inShort(value), ["waiting: HOSTED_API: nothing within 1500 ms", ...usual])
        assert.lengthOf(asked, 2)
        assert.isBelow(millis, 5_000)
      })
    )

    it.effect("a model without words is not asked for ever", () =>
      Effect.gen(function* () {
        const { asked, reply } = setUp({ HOSTED_API: [stop] })
        const { value } = yield* passing(reply({ modelFallback: "NONE" }))
        assert.strictEqual(inShort(value).at(-1), "failed: HOSTED_API: an answer without words")
        assert.lengthOf(asked, 4)
      })
    )

    it.effect("the model is not asked again before the time that it asks for", () =>
      Effect.gen(function* () {
        const busy = new ProviderFailure({ provider: "p", reason: "busy", retryable: true, retryAfterMillis: 5_000 })
        const { asked, reply } = setUp({ HOSTED_API: (index) => (index === 0 ? [busy] : answers) })
        const { millis } = yield* passing(reply({ modelFallback: "NONE" }))
        assert.isAtLeast(millis, 5_000)
        assert.isBelow(millis, 6_000)
        assert.lengthOf(asked, 2)
      })
    )

    it.effect("an endless answer is cut after a sentence", () =>
      Effect.gen(function* () {
        const many = Array.from({ length: 500 }, (_, index) => token(`This is sentence ${index}. `))
        const { open, reply } = setUp({ HOSTED_API: [...many, "hang"] })
        const { value } = yield* passing(reply())
        const text = textOf(value)
        assert.isAtMost(text.length, 1_300)
        assert.isAtLeast(text.length, 1_100)
        assert.match(text, /\d\.$/)
        assert.strictEqual(open.count, 0)
      })
    )

    it.effect("an endless sentence is cut after a word", () =>
      Effect.gen(function* () {
        const { reply } = setUp({ HOSTED_API: [...Array.from({ length: 500 }, () => token("and on ")), "hang"] })
        const { value } = yield* passing(reply())
        assert.match(textOf(value), /^(and on ){170}(and on|and)$/)
      })
    )

    it.effect("an answer in one token has the same limit", () =>
      Effect.gen(function* () {
        const { reply } = setUp({ HOSTED_API: [token("It goes on and on. ".repeat(1_000)), stop] })
        const { value } = yield* passing(reply())
        assert.strictEqual(textOf(value), "It goes on and on. ".repeat(66).trim())
      })
    )
  })

  describe("when a voice has a fault", () => {
    const repeated = [
      "firstToken",
      "We open at nine. = We ",
      "cut",
      "We open at nine. = We open at nine.",
      "Anything else? = Anything else?",
      "whole: We open at nine. Anything else?"
    ]
    const onlyAt =
      (text: string, steps: ReadonlyArray<Step<ReturnType<typeof sound>>>) =>
      (asked: string): ReadonlyArray<Step<ReturnType<typeof sound>>> =>
        asked === text ? steps : speaks(asked)
    const cloud = { CLOUD_TTS: speaks }
    const first = (...steps: ReadonlyArray<Step<ReturnType<typeof sound>>>) => ({
      PREMIUM_TTS: onlyAt("We open at nine.", steps),
      ...cloud
    })
    const second = (...steps: ReadonlyArray<Step<ReturnType<typeof sound>>>) => ({
      PREMIUM_TTS: onlyAt("Anything else?", steps),
      ...cloud
    })
    const twice = [...whole.slice(0, 2), "Anything else? = Any", "cut", whole[2], usual[3]]
    const cases: ReadonlyArray<readonly [string, VoiceSteps, ReadonlyArray<string | undefined>, number]> = [
      ["hangs", first("hang"), usual, 800],
      ["is almost late", first(750, ...speaks("We open at nine.")), usual, 750],
      ["is late", first(850, ...speaks("We open at nine.")), usual, 800],
      ["is refused", first(tooMany), usual, 0],
      ["is not configured", cloud, usual, 0],
      ["has a defect", first("defect"), usual, 0],
      ["returns no audio", first(), usual, 0],
      ["returns empty audio", first({ audio: new Uint8Array(), sentence: null }), usual, 0],
      ["breaks off in a sentence", first(sound("We "), failure("gone")), repeated, 0],
      ["hangs in a sentence", first(sound("We "), "hang"), repeated, 2_000],
      ["is refused at the second sentence", second(tooMany), usual, 0],
      ["hangs at the second sentence", second("hang"), usual, 800],
      ["breaks off in the second sentence", second(sound("Any"), failure("gone")), twice, 0],
      [
        "fails, as does the next",
        { PREMIUM_TTS: () => [tooMany], CLOUD_TTS: () => ["hang"], GENERATIVE_TTS: speaks },
        usual,
        1_200
      ],
      ["fails, as do all", {}, ["firstToken", "failed: p: KEY not set"], 0]
    ]
    for (const [what, voices, expected, millis] of cases) {
      it.effect(what, () =>
        Effect.gen(function* () {
          const { open, reply } = setUp({ HOSTED_API: answers }, voices)
          const result = yield* passing(reply())
          assert.deepStrictEqual(inShort(result.value), expected)
          assert.strictEqual(result.millis, millis)
          assert.strictEqual(open.count, 0)
        })
      )
    }

    it.effect("all voices are asked again until one speaks, from the unfinished sentence on", () =>
      Effect.gen(function* () {
        let failures = 0
        const away = (text: string) => (text === "Anything else?" && ++failures <= 6 ? [tooMany] : speaks(text))
        const { reply } = setUp({ HOSTED_API: answers }, { PREMIUM_TTS: away, CLOUD_TTS: away, GENERATIVE_TTS: away })
        const { millis, value } = yield* passing(reply())
        const waits = "waiting: p: HTTP 429"
        assert.deepStrictEqual(inShort(value), [...usual.slice(0, 2), waits, waits, ...usual.slice(2)])
        assert.isBelow(millis, 1_200)
        assert.deepStrictEqual(value.filter(({ piece }) => piece.kind === "recovered").length, 1)
      })
    )

    it.effect("the generation is ended before the reply fails", () =>
      Effect.gen(function* () {
        const { open, replies } = setUp({ HOSTED_API: [...answers.slice(0, 3), "hang"] }, {})
        const pieces = Stream.unwrap(
          Replies.use((it) => Effect.succeed(it.reply({ brief, messages, hint: null, tools: noTools })))
        )
        const seen = yield* Effect.provide(
          Stream.runCollect(Stream.map(pieces, ({ kind }) => `${kind} ${open.count}`)),
          replies
        )
        assert.strictEqual(seen.at(-1), "failed 0")
      })
    )

    it.effect("the voice is not used again in the same reply", () =>
      Effect.gen(function* () {
        const { reply, spoken } = setUp(
          { HOSTED_API: [...answers.slice(0, 2), 1_000, ...answers.slice(2)] },
          { PREMIUM_TTS: () => [tooMany], ...cloud }
        )
        yield* passing(reply())
        assert.deepStrictEqual(spoken, ["PREMIUM_TTS We open at nine.", ...spokenBy("CLOUD_TTS")])
      })
    )

    it.effect("endless audio is cut after two minutes", () =>
      Effect.gen(function* () {
        const minute = { audio: new Uint8Array(480_000), sentence: null }
        const { open, reply } = setUp(
          { HOSTED_API: [...answers.slice(0, 3), token(" And more. And more. And more."), stop] },
          { PREMIUM_TTS: () => [minute, minute, minute, minute, "hang"] }
        )
        const { value } = yield* passing(reply())
        assert.deepStrictEqual(
          value.map(({ piece }) => piece.kind),
          ["firstToken", "answering", "sentence", "audio", "audio", "cut", "complete"]
        )
        assert.strictEqual(open.count, 0)
      })
    )

    it.effect("slow endless audio is cut after two minutes", () =>
      Effect.gen(function* () {
        const little = Array.from({ length: 200 }, () => [1_900, sound("a")]).flat()
        const { open, reply } = setUp(
          { HOSTED_API: answers },
          { ...allSpeak, PREMIUM_TTS: () => [sound("a"), ...little] }
        )
        const { millis, value } = yield* passing(reply())
        assert.deepStrictEqual(
          value.slice(-2).map(({ piece }) => piece.kind),
          ["cut", "failed"]
        )
        assert.strictEqual(millis, 120_000)
        assert.strictEqual(open.count, 0)
      })
    )
  })

  describe("with a knowledge base", () => {
    const chunk = (number: number): FoundChunk => ({
      chunkId: `c${number}`,
      documentId: "d",
      filename: "f",
      text: "t",
      score: -number
    })
    const found = [1, 2, 3, 4, 5].map(chunk)
    const withBase = { knowledgeBaseId: "kb" }

    it.effect("prompts the model with the best chunks", () =>
      Effect.gen(function* () {
        const questions: Array<object> = []
        const { asked, reply } = setUp({ HOSTED_API: answers }, allSpeak, (question) => {
          questions.push(question)
          return Effect.as(Effect.sleep(200), found)
        })
        const { value } = yield* passing(reply(withBase))
        assert.deepStrictEqual(inShort(value), ["retrieved c1,c2,c3,c4", ...usual])
        assert.deepStrictEqual(questions, [{ organizationId: 1, knowledgeBaseId: "kb", question: "When do you open?" }])
        const prompted = asked[0]?.messages.at(-1)?.text ?? ""
        assert.match(prompted, /^<knowledge>\n<chunk id="c1" file="f">t<\/chunk>\n/)
        assert.notMatch(prompted, /c5/)
      })
    )

    for (const [what, retrieve, millis, problem] of [
      ["takes too long", () => Effect.never, 300, "retrieval was late"],
      ["cannot be interrupted", () => Effect.uninterruptible(Effect.never), 300, "retrieval was late"],
      ["has a defect", () => Effect.die(new Error("A defect of the test")), 0, "retrieval failed"],
      ["finds nothing, which is an answer", () => Effect.succeed([]), 0, "retrieved "]
    ] as const) {
      it.effect(`replies without chunks when the knowledge base ${what}`, () =>
        Effect.gen(function* () {
          const { reply } = setUp({ HOSTED_API: answers }, allSpeak, retrieve)
          const result = yield* passing(reply(withBase))
          assert.deepStrictEqual(inShort(result.value), [problem, ...usual])
          assert.strictEqual(result.millis, millis)
        })
      )
    }

    it.effect("waits longer while the line's clock is paused", () =>
      Effect.gen(function* () {
        const { replies } = setUp({ HOSTED_API: answers }, allSpeak, () => Effect.as(Effect.sleep(4_000), found))
        const service = yield* Layer.build(replies)
        const asked = Context.get(service, Replies).reply({
          brief: { ...brief, ...withBase },
          messages,
          hint: null,
          tools: noTools
        })
        const first = yield* Stream.runHead(asked).pipe(
          Effect.provideService(Clock.Clock, makeLineClock(0)),
          Effect.forkScoped
        )
        yield* TestClock.adjust(4_000)
        const piece = Option.getOrThrow(yield* Fiber.join(first))
        assert.deepInclude(piece, { kind: "retrieved", problem: undefined })
      })
    )

    it.effect("asks once per call for the same words, unless retrieval failed", () =>
      Effect.gen(function* () {
        let times = 0
        const { asked, replies } = setUp({ HOSTED_API: answers }, allSpeak, () => {
          times += 1
          return times === 1 ? Effect.never : Effect.succeed(found)
        })
        const service = yield* Layer.build(replies)
        const replyIn = (call: Brief) =>
          passing(
            Stream.runDrain(Context.get(service, Replies).reply({ brief: call, messages, hint: null, tools: noTools }))
          )
        const call = { ...brief, ...withBase }
        yield* replyIn(call)
        yield* replyIn(call)
        yield* replyIn(call)
        assert.strictEqual(times, 2)
        assert.match(asked.at(-1)?.messages.at(-1)?.text ?? "", /<chunk id="c4"/)
        yield* replyIn({ ...call })
        assert.strictEqual(times, 3)
      })
    )
  })

  it.effect("ends retrieval when its reply is interrupted", () =>
    Effect.gen(function* () {
      let isAsked = false
      const { reply } = setUp({ HOSTED_API: answers }, allSpeak, () =>
        Effect.suspend(() => {
          isAsked = true
          return Effect.ensuring(
            Effect.never,
            Effect.sync(() => {
              isAsked = false
            })
          )
        })
      )
      const listening = yield* Effect.forkChild(reply({ knowledgeBaseId: "kb" }))
      yield* TestClock.adjust(100)
      assert.isTrue(isAsked)
      yield* Fiber.interrupt(listening)
      assert.isFalse(isAsked)
      yield* passing(reply({ knowledgeBaseId: "kb" }))
      assert.isFalse(isAsked)
    })
  )

  describe("when a reply is interrupted", () => {
    const slow = (text: string) => [sound(text.slice(0, 3)), 700, sound(text.slice(3))]
    for (const [what, after] of [
      ["before the first word", 100],
      ["in the first sentence", 600],
      ["between sentences", 1_300]
    ] as const) {
      it.effect(`everything is closed at once ${what}`, () =>
        Effect.gen(function* () {
          const models = { HOSTED_API: [500, ...answers.slice(0, 2), 1_000, ...answers.slice(2)] }
          const { open, replies } = setUp(models, { PREMIUM_TTS: slow })
          const pieces = Stream.unwrap(
            Replies.use((it) => Effect.succeed(it.reply({ brief, messages, hint: null, tools: noTools })))
          )
          const listening = yield* Effect.forkChild(Effect.provide(Stream.runDrain(pieces), replies))
          for (let passed = 0; passed < after; passed += 50) yield* TestClock.adjust(50)
          assert.isAbove(open.count, 0)
          yield* Fiber.interrupt(listening)
          assert.strictEqual(open.count, 0)
        })
      )
    }

    it.effect("the model is read at most a few sentences ahead", () =>
      Effect.gen(function* () {
        const read: Array<string> = []
        const many = Stream.fromIterable(Array.from({ length: 50 }, (_, index) => `Sentence number ${index}. `)).pipe(
          Stream.rechunk(1),
          Stream.map((text): ReplyPart => {
            read.push(text)
            return token(text)
          })
        )
        const { layer } = scriptedProviders({}, allSpeak)
        const replies = Replies.layer.pipe(
          Layer.provide([Layer.succeed(LanguageModel, { reply: () => many }), nothingKnown]),
          Layer.provide(layer)
        )
        const pieces = Stream.unwrap(
          Replies.use((it) => Effect.succeed(it.reply({ brief, messages, hint: null, tools: noTools })))
        )
        yield* Effect.forkChild(
          Effect.provide(
            Stream.runForEach(pieces, () => Effect.never),
            replies
          )
        )
        for (let turn = 0; turn < 1_000; turn++) yield* Effect.yieldNow
        assert.isAtLeast(read.length, 2)
        assert.isAtMost(read.length, 15)
      })
    )
  })

  it.effect("always ends with one last piece, whatever the providers do", () =>
    Effect.gen(function* () {
      const seed = Number(process.env.TEST_SEED)
      for (let run = 0; run < (process.env.PROVE === "full" ? 1_000 : 60); run++) {
        const random = makeRandom(seed + run)
        const { open, reply } = setUp(randomModels(random), randomVoices(random))
        const { millis, value } = yield* passing(reply())
        const where = `TEST_SEED=${seed} run ${run}: ${JSON.stringify(inShort(value))}`
        const lasts = value.filter(({ piece }) => piece.kind === "complete" || piece.kind === "failed")
        assert.deepStrictEqual(lasts, [value.at(-1)], where)
        assert.isAtMost(millis, 120_000, where)
        assert.strictEqual(open.count, 0, where)
        assert.isAtMost(value.filter(({ piece }) => piece.kind === "firstToken").length, 1, where)
        checkSentences(value, where)
      }
    })
  )
})

const sentences = ["One is the first.", "Two is the second.", "Three is the third.", "Four is the fourth."]

const randomSteps = <A>(random: () => number, steps: ReadonlyArray<A>): ReadonlyArray<Step<A>> => {
  const fault = Math.floor(random() * (steps.length + 4))
  return steps.flatMap((step, index): ReadonlyArray<Step<A>> => {
    const wait = random() < 0.5 ? [] : [Math.floor(random() * 1_000)]
    const faults = ["hang", "defect", failure("gone"), tooMany, notSet, 1_700, 5_000] as const
    const what = faults[Math.floor(random() * faults.length)] ?? "hang"
    if (index !== fault) return [...wait, step]
    return typeof what === "number" ? [what, step] : [...wait, what]
  })
}

const randomModels = (random: () => number): ModelSteps => {
  const words = sentences.flatMap((sentence) =>
    sentence
      .split(/(?<= )/)
      .concat(" ")
      .map(token)
  )
  const steps = () => randomSteps(random, [...words, ...(random() < 0.3 ? [endCall] : []), stop])
  // Each request gets steps of its own, so that a retry may succeed.
  return { HOSTED_API: steps, PLATFORM_INFERENCE: steps }
}

const randomVoices = (random: () => number): VoiceSteps => {
  const speak = (text: string) => randomSteps(random, [sound(text.slice(0, 5)), sound(text.slice(5))])
  return { PREMIUM_TTS: speak, CLOUD_TTS: speak, GENERATIVE_TTS: speak }
}

/**
 * Asserts that no sentence is lost, none is repeated that was complete, and broken ones are
 * reported as cut.
 */
const checkSentences = (value: ReadonlyArray<{ readonly piece: ReplyPiece }>, where: string) => {
  // A model may be waited for while a sentence before is still synthesized.
  const spoken = inShort(value.filter(({ piece }) => piece.kind !== "waiting")).flatMap((line, index, lines) => {
    const [text, heard] = line.split(" = ")
    return heard === undefined ? [] : [{ text, heard, isCut: lines[index + 1] === "cut" }]
  })
  for (const { heard, isCut, text } of spoken) assert.strictEqual(isCut, heard !== text, where)
  const wholly = spoken.filter(({ heard, text }) => heard === text).map(({ text }) => text)
  assert.deepStrictEqual(wholly, sentences.slice(0, wholly.length), where)
  const last = value.at(-1)?.piece
  if (last?.kind === "complete") assert.strictEqual(last.text, wholly.join(" "), where)
}

const textOf = (value: ReadonlyArray<{ readonly piece: ReplyPiece }>) => {
  const last = value.at(-1)?.piece
  return last?.kind === "complete" ? last.text : assert.fail(JSON.stringify(last))
}

describe("a model that switches the language", () => {
  const hindi = { ...brief, language: "hi-IN", system: "Answer in Hindi." }
  const spoken = ["en-IN", "hi-IN"].map((language) => ({
    disclosure: null,
    language,
    ears: brief.ears,
    voices: brief.voices
  }))
  const call = (language: unknown): ReplyPart => ({
    kind: "toolCall",
    name: "switch_language",
    arguments: { language }
  })

  /** Makes a reply; the model answers a prompt for Hindi in Hindi, and any other with these parts. */
  const replyTo = Effect.fnUntraced(function* (
    parts: ReadonlyArray<ReplyPart>,
    options: { readonly spoken?: Brief["spoken"]; readonly isKept?: Effect.Effect<void> } = {}
  ) {
    const asked: Array<{ readonly system: string; readonly tools: ReadonlyArray<string> }> = []
    const wished: Array<string> = []
    const model = Layer.succeed(LanguageModel, {
      reply: ({ system, tools }) => {
        asked.push({ system, tools: tools.map(({ name }) => name) })
        const answer: ReadonlyArray<ReplyPart> =
          system === hindi.system
            ? [
                { kind: "token", text: "जी हाँ।" },
                { kind: "ended", reason: "stop" }
              ]
            : parts
        return Stream.fromIterable(asked.length > 4 ? [{ kind: "token", text: "Yes." } as const, ...answer] : answer)
      }
    })
    const { layer } = scriptedProviders({}, allSpeak)
    const layers = Replies.layer.pipe(Layer.provide(Layer.mergeAll(layer, model, nothingKnown)))
    const pieces = yield* Replies.use(({ reply }) =>
      Stream.runCollect(
        reply({
          brief: { ...brief, spoken: options.spoken ?? spoken },
          messages,
          hint: null,
          tools: noTools,
          switchLanguage: (language) => {
            wished.push(language)
            return language === "hi-IN" ? hindi : undefined
          },
          ...(options.isKept !== undefined && { isKept: options.isKept })
        })
      )
    ).pipe(Effect.provide(layers))
    return { asked, pieces: [...pieces], wished, said: inShort([...pieces].map((piece) => ({ piece }))) }
  })

  it.effect("answers in it, in the same reply", () =>
    Effect.gen(function* () {
      const ended: ReplyPart = { kind: "ended", reason: "toolCalls" }
      const { asked, pieces, said, wished } = yield* replyTo([call("hi-IN"), ended])
      assert.deepStrictEqual(said.at(-1), "whole: जी हाँ।")
      assert.deepStrictEqual(wished, ["hi-IN"])
      assert.deepStrictEqual(
        asked.map(({ system }) => system),
        ["The system text.", "Answer in Hindi."]
      )
      assert.include(asked[0]?.tools ?? [], "switch_language")
      assert.notInclude(asked[1]?.tools ?? ["switch_language"], "switch_language")
      const languages = pieces.flatMap((piece) => (piece.kind === "answering" ? [piece.language] : []))
      assert.strictEqual(languages.at(-1), "hi-IN")
      assert.strictEqual(pieces.filter(({ kind }) => kind === "complete").length, 1)
    })
  )

  it.effect("is asked again after a language that the call does not have", () =>
    Effect.gen(function* () {
      const { said, wished } = yield* replyTo([call("de-DE"), { kind: "ended", reason: "toolCalls" }])
      assert.include(wished, "de-DE")
      assert.notInclude(said.join(), "जी")
    })
  )

  it.effect("is not offered the tool in a call with one language", () =>
    Effect.gen(function* () {
      const { asked } = yield* replyTo(
        [
          { kind: "token", text: "Yes." },
          { kind: "ended", reason: "stop" }
        ],
        { spoken: [] }
      )
      assert.deepStrictEqual(asked[0]?.tools, ["end_call", "do_not_call"])
    })
  )

  it.effect("switches nothing while its reply may be discarded", () =>
    Effect.gen(function* () {
      const ended: ReplyPart = { kind: "ended", reason: "toolCalls" }
      const waiting = yield* Effect.forkChild(replyTo([call("hi-IN"), ended], { isKept: Effect.never }))
      yield* TestClock.adjust("1 second")
      assert.isUndefined(waiting.pollUnsafe())
      yield* Fiber.interrupt(waiting)
    })
  )
})
