import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Layer, Stream } from "effect"
import { TestClock } from "effect/testing"
import { Analysis } from "../../src/policy/Analysis.ts"
import { LanguageModel, modelId } from "../../src/providers/contract/LanguageModel.ts"
import { ProviderFailure } from "../../src/providers/contract/ProviderFailure.ts"
import { layer as openAi } from "../../src/providers/openai/OpenAiModel.ts"
import { settingsLayer } from "../providers/settings.ts"
import { byModel, callbackVariable, conversationOf, labelsOf, noAnswerBy, variable } from "../support/data/analysis.ts"
import { type Answer, finish, openAiFake, text } from "../support/fakes/openai-fake.ts"

const transcript = ["A: Will you pay by Friday?", "Yes, I will pay on Friday.", "A: Thank you."]
const conversation = conversationOf(transcript)
const promise = { label: "Promise to Pay", evidence: "I will pay on Friday", confidence: 0.8 }

const fails = (retryable: boolean, reason = "HTTP 503", retryAfterMillis = 0) =>
  Stream.fail(new ProviderFailure({ provider: "openai", reason, retryable, retryAfterMillis }))

/** Runs on the test clock, advanced by this time. */
const inTestTime = <A, E, R>(millis: number, program: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const running = yield* Effect.forkChild(program)
    yield* TestClock.adjust(millis)
    return yield* Fiber.join(running)
  })

describe("Analysis", () => {
  it.effect("finds a label and its evidence", () =>
    Effect.gen(function* () {
      const { asked, finding } = yield* byModel(conversation, () => promise)
      assert.deepStrictEqual(finding, {
        labelId: "Promise to Pay",
        undetermined: null,
        evidence: "I will pay on Friday",
        confidence: 0.8,
        variables: {},
        results: {},
        facts: {},
        commitment: null,
        callback: null
      })
      assert.lengthOf(asked, 1)
      assert.strictEqual(asked[0]!.provider, "HOSTED_API")
      assert.deepStrictEqual(asked[0]!.tools, [])
    })
  )

  it.effect("asks no model about a conversation without words of the person, or with only a greeting", () =>
    Effect.gen(function* () {
      for (const [nothing, reason] of [
        [[], /said nothing$/],
        [["A: Hello?"], /said nothing$/],
        [["A: Hello?", " … "], /said nothing$/],
        [["Hello?", "A: Hello.", "Hello? Are you there?"], /but a greeting/],
        [["हैलो, नमस्ते"], /but a greeting/]
      ] as const) {
        const { asked, finding } = yield* byModel(conversationOf(nothing), () => promise)
        assert.lengthOf(asked, 0)
        assert.isNull(finding.labelId)
        assert.match(finding.undetermined!, reason)
      }
      const answered = yield* byModel(conversationOf(["A: Will you pay?", "No."]), () => ({
        ...promise,
        evidence: "no"
      }))
      assert.strictEqual(answered.finding.labelId, "Promise to Pay")
    })
  )

  it.effect("asks no model when the campaign has only the label of calls without a conversation", () =>
    Effect.gen(function* () {
      const labels = labelsOf("CUSTOM").filter(({ name }) => name === "Not Reachable")
      const { asked, finding } = yield* byModel(conversationOf(transcript, { labels }), () => promise)
      assert.lengthOf(asked, 0)
      assert.match(finding.undetermined!, /no label to choose/)
    })
  )

  it.effect("names the problem of an unusable answer to the model once, and accepts a better one", () =>
    Effect.gen(function* () {
      const noAnswers = [
        [{ ...promise, label: "Hot Lead" }, /none of the labels: "Hot Lead"/],
        [{ ...promise, label: "Not Reachable" }, /none of the labels: "Not Reachable"/],
        [{}, /none of the labels: "undefined"/],
        ["I would say that it is a promise to pay.", /did not call the tool/],
        [Stream.make({ kind: "toolCall", name: "end_call", arguments: promise } as const), /did not call the tool/]
      ] as const
      const wrongEvidence = [
        [{ ...promise, evidence: "I will pay on Monday" }, /what the person did not say: "I will pay on Monday"/],
        [{ ...promise, evidence: "Will you pay by Friday" }, /the agent, not the person: "Will you/],
        [{ ...promise, evidence: "..." }, /what the person did not say: "..."/],
        [{ ...promise, evidence: null }, /quoted nothing/]
      ] as const
      for (const [answer, problem] of [...noAnswers, ...wrongEvidence]) {
        const mended = yield* byModel(conversation, (_, index) => (index === 0 ? answer : promise))
        assert.strictEqual(mended.finding.labelId, "Promise to Pay")
        assert.lengthOf(mended.asked, 2)
        assert.match(mended.asked[1]!.messages[0]!.text, problem)
        assert.lengthOf(mended.asked[1]!.messages, 1)
      }
      for (const [answer] of noAnswers) {
        const { asked, reason } = yield* noAnswerBy(conversation, () => answer)
        // The reason quotes neither the person nor the model.
        assert.match(reason, /^The model gave no usable answer: it [^"]*$/)
        assert.lengthOf(asked, 2)
      }
      for (const [answer] of wrongEvidence) {
        const { asked, finding } = yield* byModel(conversation, () => answer)
        assert.isNull(finding.labelId)
        assert.match(finding.undetermined!, /^The model gave no usable answer: it [^"]*$/)
        assert.deepStrictEqual(finding.variables, {})
        assert.lengthOf(asked, 2)
      }
    })
  )

  it.effect("accepts that a model filters its answer, and does not ask again", () =>
    Effect.gen(function* () {
      const filtered = Stream.make({ kind: "ended", reason: "filtered" } as const)
      const { asked, finding } = yield* byModel(conversation, () => filtered)
      assert.strictEqual(finding.undetermined, "The model filtered its answer")
      assert.lengthOf(asked, 1)
    })
  )

  it.effect("accepts a quote in any spelling and punctuation", () =>
    Effect.gen(function* () {
      for (const evidence of ["i will pay, on FRIDAY!", "Yes… I will   pay on friday", "I\nwill pay"]) {
        assert.strictEqual(
          (yield* byModel(conversation, () => ({ ...promise, evidence }))).finding.labelId,
          "Promise to Pay"
        )
      }
      for (const evidence of ["ill pay", "pay on Fri", "Friday thank you", "pay by Friday Yes"]) {
        assert.isNull((yield* byModel(conversation, () => ({ ...promise, evidence }))).finding.labelId, evidence)
      }
      const wordless = conversationOf(["…", "A: Hello?", "I will pay on Friday."])
      assert.isNull((yield* byModel(wordless, () => ({ ...promise, evidence: "…" }))).finding.labelId)
      // A turn may be transcribed in two pieces.
      const pieces = conversationOf(["I will", "pay on Friday."])
      assert.strictEqual((yield* byModel(pieces, () => promise)).finding.labelId, "Promise to Pay")
      const hindi = conversationOf(["मैं शुक्रवार को भुगतान करूँगा।"])
      const evidence = "शुक्रवार को भुगतान करूंगा"
      assert.strictEqual((yield* byModel(hindi, () => ({ ...promise, evidence }))).finding.evidence, evidence)
    })
  )

  it.effect("keeps the variables when no label fits", () =>
    Effect.gen(function* () {
      const { finding } = yield* byModel(
        conversationOf(transcript, { variables: [variable("day", "STRING")] }),
        () => ({
          label: "undetermined",
          evidence: null,
          confidence: 0.2,
          variables: { day: "Friday" }
        })
      )
      assert.isNull(finding.labelId)
      assert.match(finding.undetermined!, /No label fits/)
      assert.deepStrictEqual(finding.variables, { day: "Friday" })
    })
  )

  it.effect("retries a model once after a retryable failure, then asks the other model", () =>
    Effect.gen(function* () {
      const once = yield* inTestTime(
        1_000,
        byModel(conversation, (_, index) => (index === 0 ? fails(true) : promise))
      )
      assert.deepStrictEqual(
        once.asked.map(({ provider }) => provider),
        ["HOSTED_API", "HOSTED_API"]
      )
      assert.strictEqual(once.finding.labelId, "Promise to Pay")

      const other = yield* inTestTime(
        1_000,
        byModel(conversation, ({ provider }) => (provider === "HOSTED_API" ? fails(true) : promise))
      )
      assert.deepStrictEqual(
        other.asked.map(({ provider }) => provider),
        ["HOSTED_API", "HOSTED_API", "PLATFORM_INFERENCE"]
      )
      assert.strictEqual(other.finding.labelId, "Promise to Pay")

      const refused = yield* byModel(conversation, ({ provider }) =>
        provider === "HOSTED_API" ? fails(false) : promise
      )
      assert.lengthOf(refused.asked, 2)
    })
  )

  it.effect("does not use the stand-in when a configured model fails", () =>
    Effect.gen(function* () {
      const { asked, reason } = yield* inTestTime(
        1_000,
        noAnswerBy(conversation, ({ provider }) => (provider === "HOSTED_API" ? fails(true) : promise), {
          OPENAI_API_KEY: "sk-1"
        })
      )
      assert.deepStrictEqual(
        asked.map(({ provider }) => provider),
        ["HOSTED_API", "HOSTED_API"]
      )
      assert.strictEqual(reason, "The model gave no answer: openai: HTTP 503")
    })
  )

  it.effect("fails with the reason when no model answers", () =>
    Effect.gen(function* () {
      const { asked, reason, retryAfterMillis } = yield* inTestTime(
        2_000,
        noAnswerBy(conversation, () => fails(true))
      )
      assert.lengthOf(asked, 4)
      assert.strictEqual(reason, "The model gave no answer: openai: HTTP 503")
      assert.strictEqual(retryAfterMillis, 0)
    })
  )

  it.effect("fails after two unusable answers, from whichever models", () =>
    Effect.gen(function* () {
      const { asked, reason } = yield* inTestTime(
        2_000,
        noAnswerBy(conversation, (_, index) => (index === 1 ? fails(true) : { ...promise, label: "x" }))
      )
      assert.lengthOf(asked, 3)
      assert.match(reason, /no usable answer/)
    })
  )

  it.effect("asks a model for nothing until the time that it named", () =>
    Effect.gen(function* () {
      const asked: Array<string> = []
      const busy = LanguageModel.of({
        reply: ({ provider }) => {
          asked.push(modelId(provider))
          return provider === "HOSTED_API" ? fails(true, "HTTP 429", 60_000) : fails(false)
        }
      })
      yield* Effect.gen(function* () {
        const { of } = yield* Analysis
        const analyze = Effect.flip(of(conversation))
        // The other model names no time, so the next analysis may ask it at once.
        assert.strictEqual((yield* analyze).retryAfterMillis, 0)
        assert.deepStrictEqual(asked, ["HOSTED_API", "PLATFORM_INFERENCE"])
        yield* TestClock.adjust(59_999)
        assert.match((yield* analyze).reason, /asked for no request until later/)
        assert.deepStrictEqual(asked.slice(2), ["PLATFORM_INFERENCE"])
        yield* TestClock.adjust(1)
        yield* analyze
        assert.deepStrictEqual(asked.slice(3), ["HOSTED_API", "PLATFORM_INFERENCE"])
      }).pipe(
        Effect.provide(
          Analysis.layer.pipe(
            Layer.provide([
              Layer.succeed(LanguageModel, busy),
              settingsLayer({ OPENAI_API_KEY: "sk-1", INFERENCE_BASE_URL: "http://127.0.0.1:1", INFERENCE_MODEL: "m" })
            ])
          )
        )
      )
    })
  )

  it.effect("returns the time that the only model named", () =>
    Effect.gen(function* () {
      const only = { OPENAI_API_KEY: "sk-1" }
      const { asked, retryAfterMillis } = yield* noAnswerBy(conversation, () => fails(true, "HTTP 429", 7_000), only)
      assert.lengthOf(asked, 1)
      assert.strictEqual(retryAfterMillis, 7_000)
    })
  )

  it.effect("aborts a request after 4 seconds, and asks the other model", () =>
    Effect.gen(function* () {
      let aborted = 0
      const hangs = () => Stream.onExit(Stream.never, () => Effect.sync(() => void aborted++))
      const running = yield* Effect.forkChild(noAnswerBy(conversation, hangs))
      yield* TestClock.adjust(3_999)
      assert.strictEqual(aborted, 0)
      yield* TestClock.adjust(1)
      assert.strictEqual(aborted, 1)
      yield* TestClock.adjust(4_000)
      const { asked, reason } = yield* Fiber.join(running)
      assert.strictEqual(aborted, 2)
      assert.deepStrictEqual(
        asked.map(({ provider }) => provider),
        ["HOSTED_API", "PLATFORM_INFERENCE"]
      )
      assert.match(reason, /answer within/)
    })
  )

  it.effect("ends after 8 seconds at most", () =>
    Effect.gen(function* () {
      const slow = () => Stream.unwrap(Effect.as(Effect.sleep(3_000), fails(true)))
      const { asked, reason } = yield* inTestTime(
        8_000,
        noAnswerBy(conversation, () => slow())
      )
      assert.lengthOf(asked, 3)
      assert.strictEqual(reason, "No answer within 8 seconds")
    })
  )

  it.effect("has time for two answers that take 2 seconds each", () =>
    Effect.gen(function* () {
      const slow = (answer: object) =>
        Stream.unwrap(
          Effect.as(
            Effect.sleep(2_000),
            Stream.make({ kind: "toolCall", name: "record_outcome", arguments: { ...answer } } as const)
          )
        )
      const { finding } = yield* inTestTime(
        4_000,
        byModel(conversation, (_, index) => slow(index === 0 ? { label: "x" } : promise))
      )
      assert.strictEqual(finding.labelId, "Promise to Pay")
    })
  )

  it.effect("aborts the request when it is interrupted", () =>
    Effect.gen(function* () {
      let aborted = 0
      const running = yield* Effect.forkChild(
        byModel(conversation, () => Stream.onExit(Stream.never, () => Effect.sync(() => void aborted++)))
      )
      yield* TestClock.adjust(1)
      yield* Fiber.interrupt(running)
      assert.strictEqual(aborted, 1)
    })
  )

  it.effect("fails when a model has a defect", () =>
    Effect.gen(function* () {
      const { reason } = yield* noAnswerBy(conversation, () => Stream.die(new Error("broken")))
      assert.strictEqual(reason, "The analysis failed")
    })
  )

  describe("with a real client", () => {
    const settings = (url: string) => ({ OPENAI_API_KEY: "sk-1", OPENAI_BASE_URL: url })
    const withServer = (answer: Parameters<typeof openAiFake>[0], more = (_: string): Record<string, string> => ({})) =>
      Effect.gen(function* () {
        const fake = yield* openAiFake(answer)
        const layer = Analysis.layer.pipe(
          Layer.provide(openAi),
          Layer.provide(settingsLayer({ ...settings(fake.url), ...more(fake.url) }))
        )
        return { fake, layer }
      })
    const call = (answer: object): Answer => [
      {
        delta: {
          tool_calls: [{ index: 0, id: "c", function: { name: "record_outcome", arguments: JSON.stringify(answer) } }]
        }
      },
      finish("stop"),
      "usage",
      "done"
    ]
    const find = Analysis.use(({ of }) =>
      of(conversationOf(transcript, { variables: [callbackVariable, variable("x", "NUMBER")] }))
    )

    it.live("requires the tool call, and reads its arguments", () =>
      Effect.gen(function* () {
        const { fake, layer } = yield* withServer(() => call({ ...promise, variables: { x: 5 }, callback: null }))
        const finding = yield* find.pipe(Effect.provide(layer))
        assert.strictEqual(finding.labelId, "Promise to Pay")
        assert.deepStrictEqual(finding.variables, { x: 5 })
        assert.deepStrictEqual(fake.problems, [])
        const { body } = fake.completions[0]!
        assert.deepStrictEqual(body.tool_choice, { type: "function", function: { name: "record_outcome" } })
        const { parameters } = body.tools[0].function
        assert.include(parameters.properties.label.enum ?? parameters.properties.label.anyOf[0].enum, "Promise to Pay")
        assert.deepStrictEqual(Object.keys(parameters.properties.variables.properties), ["x"])
        assert.strictEqual(parameters.$defs.CallbackSlot.type, "object")
      })
    )

    it.live("reads an answer that a server writes as text", () =>
      Effect.gen(function* () {
        for (const written of [JSON.stringify(promise), `\`\`\`json\n${JSON.stringify(promise)}\n\`\`\``]) {
          const { layer } = yield* withServer(() => [text(written), finish("stop"), "done"])
          assert.strictEqual((yield* find.pipe(Effect.provide(layer))).labelId, "Promise to Pay")
        }
      })
    )

    it.effect("fails fast while the circuit of a model is open", () =>
      Effect.gen(function* () {
        const fake = yield* openAiFake(() => ({ status: 503 }))
        yield* Effect.gen(function* () {
          const answerBy = { name: "record_outcome", description: "", parameters: {} }
          const request = { provider: "HOSTED_API", system: "", messages: [], tools: [], answerBy } as const
          const { reply } = yield* LanguageModel
          yield* Effect.flip(Stream.runDrain(reply(request))).pipe(
            Effect.repeat({ until: ({ reason }) => reason === "circuit open after failures" })
          )
          const asked = fake.completions.length
          const { reason } = yield* inTestTime(500, Effect.flip(find))
          assert.match(reason, /circuit open after failures/)
          assert.strictEqual(fake.completions.length, asked)
        }).pipe(
          Effect.provide(
            Analysis.layer.pipe(Layer.provideMerge(openAi), Layer.provide(settingsLayer(settings(fake.url))))
          )
        )
      })
    )

    it.live("aborts the HTTP request when it is interrupted", () =>
      Effect.gen(function* () {
        const { fake, layer } = yield* withServer(() => "hang")
        yield* Effect.gen(function* () {
          const running = yield* Effect.forkChild(find)
          yield* fake.until(() => fake.completions.length === 1)
          yield* Fiber.interrupt(running)
          yield* fake.until(() => fake.completions[0]!.isAborted)
        }).pipe(Effect.provide(layer))
      })
    )

    it.live("falls back to the other model, as calls do", () =>
      Effect.gen(function* () {
        const { fake, layer } = yield* withServer(
          (_, { body }) => (body.model === "own" ? call(promise) : { status: 401 }),
          (url) => ({ INFERENCE_BASE_URL: url, INFERENCE_MODEL: "own" })
        )
        assert.strictEqual((yield* find.pipe(Effect.provide(layer))).labelId, "Promise to Pay")
        // A small request without tools may verify the refusal beside them.
        const analyses = fake.completions.filter(({ body }) => body.tool_choice !== undefined)
        assert.deepStrictEqual(
          analyses.map(({ body }) => body.model),
          ["gpt-4.1", "own"]
        )
      })
    )
  })
})
