import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Layer, Stream } from "effect"
import { TestClock } from "effect/testing"
import { LanguageModel, type ReplyPart, type ReplyRequest } from "../../../src/providers/contract/LanguageModel.ts"
import type { ProviderFailure } from "../../../src/providers/contract/ProviderFailure.ts"
import { layer } from "../../../src/providers/openai/OpenAiModel.ts"
import { type Answer, finish, openAiFake, type Piece, text } from "../../support/fakes/openai-fake.ts"
import { settingsLayer } from "../settings.ts"

const question: ReplyRequest = {
  provider: "HOSTED_API",
  system: "Be brief.",
  messages: [
    { role: "assistant", text: "Hello" },
    { role: "user", text: "Who is this?" }
  ],
  tools: [{ name: "end_call", description: "Ends the call", parameters: { type: "object", properties: {} } }]
}

const hosted = (url: string) =>
  layer.pipe(Layer.provide(settingsLayer({ OPENAI_API_KEY: "sk-1", OPENAI_BASE_URL: url })))

const replyOf = (request: ReplyRequest) =>
  Stream.unwrap(LanguageModel.use(({ reply }) => Effect.succeed(reply(request))))

const partsOf = (answer: Answer) =>
  Effect.gen(function* () {
    const fake = yield* openAiFake(() => answer)
    const parts = yield* Stream.runCollect(replyOf(question)).pipe(Effect.provide(hosted(fake.url)))
    assert.deepStrictEqual(fake.problems, [])
    return parts
  })

const failureOf = (answer: Answer) => Effect.flip(partsOf(answer))

const ended = (reason: string) => ({ kind: "ended", reason }) as ReplyPart

const call = (fragment: object): Piece => ({ delta: { tool_calls: [fragment] } })

describe("OpenAiModel", () => {
  it.live("sends OpenAI a valid request, and streams tokens, usage and the end", () =>
    Effect.gen(function* () {
      const fake = yield* openAiFake(() => [
        { delta: { role: "assistant", content: "" } },
        text("I am "),
        text("Asha."),
        finish("stop"),
        "usage",
        "done"
      ])
      const parts = yield* Stream.runCollect(replyOf(question)).pipe(Effect.provide(hosted(fake.url)))
      assert.deepStrictEqual(parts, [
        { kind: "token", text: "I am " },
        { kind: "token", text: "Asha." },
        { kind: "usage", inputTokens: 11, cachedTokens: 0, outputTokens: 7 },
        ended("stop")
      ])
      const [{ body, headers }] = fake.completions as [any]
      assert.strictEqual(headers.authorization, "Bearer sk-1")
      assert.deepStrictEqual(body.messages, [
        { role: "system", content: "Be brief." },
        { role: "assistant", content: "Hello" },
        { role: "user", content: "Who is this?" }
      ])
      assert.deepStrictEqual(body.stream_options, { include_usage: true, include_obfuscation: false })
      assert.strictEqual(body.tools[0].function.name, "end_call")
      assert.deepStrictEqual(fake.problems, [])
    })
  )

  it.live("counts the cached tokens of the prompt", () =>
    Effect.gen(function* () {
      const usageOf = (details: object) => ({
        chunk: {
          choices: [],
          usage: { prompt_tokens: 1_500, completion_tokens: 7, total_tokens: 1_507, ...details }
        }
      })
      for (const [details, cachedTokens] of [
        [{ prompt_tokens_details: { cached_tokens: 1_024, audio_tokens: 0 } }, 1_024],
        [{ prompt_tokens_details: { cached_tokens: null } }, 0],
        [{ prompt_tokens_details: null }, 0],
        [{}, 0]
      ] as const) {
        const parts = yield* partsOf([text("Yes."), finish("stop"), usageOf(details), "done"])
        assert.deepStrictEqual(parts[1], { kind: "usage", inputTokens: 1_500, cachedTokens, outputTokens: 7 })
      }
    })
  )

  it.live.each([
    {},
    { prompt_tokens: 11 },
    { prompt_tokens: null, completion_tokens: 7 },
    { prompt_tokens: 1e300, completion_tokens: 7 }
  ])("takes the report %j for none, so that the tokens are estimated", (usage) =>
    Effect.gen(function* () {
      const parts = yield* partsOf([text("Yes."), finish("stop"), { chunk: { id: "c", choices: [], usage } }, "done"])
      assert.deepStrictEqual(
        parts.map(({ kind }) => kind),
        ["token", "ended"]
      )
    }).pipe(Effect.scoped)
  )

  it.live("takes an empty finish reason for none, so that an answer that breaks off is no whole one", () =>
    Effect.gen(function* () {
      const more = (content: string): Piece => ({ delta: { content }, finish: "" })
      assert.deepStrictEqual(
        yield* partsOf([more("<thi"), more("nk>Hm</think>Yes"), more("."), finish("stop"), "done"]),
        [{ kind: "token", text: "Yes" }, { kind: "token", text: "." }, ended("stop")]
      )
      assert.match((yield* failureOf([more("Yes"), "break"])).message, /no whole answer/)
      assert.match(
        (yield* failureOf([more("Yes"), { line: 'data: {"error":{"code":500}}' }])).message,
        /no whole answer/
      )
    })
  )

  it.live("sends another server only common options, and needs no key", () =>
    Effect.gen(function* () {
      const fake = yield* openAiFake(() => [text("Yes."), finish("stop"), "done"])
      const own = layer.pipe(Layer.provide(settingsLayer({ INFERENCE_BASE_URL: fake.url, INFERENCE_MODEL: "qwen" })))
      const request: ReplyRequest = { ...question, provider: "PLATFORM_INFERENCE", tools: [] }
      const parts = yield* Stream.runCollect(replyOf(request)).pipe(Effect.provide(own))
      assert.deepStrictEqual(parts, [{ kind: "token", text: "Yes." }, ended("stop")])
      const [{ body }] = fake.completions as [any]
      assert.deepStrictEqual(Object.keys(body).sort(), ["messages", "model", "stream", "stream_options"])
      assert.deepStrictEqual(body.stream_options, { include_usage: true })
      assert.strictEqual(body.model, "qwen")
    })
  )

  it.live("assembles a tool call from its deltas, however a server splits them", () =>
    Effect.gen(function* () {
      const expected = [{ kind: "toolCall", name: "end_call", arguments: { why: "done" } }, ended("toolCalls")]
      const byIndex = [
        call({ index: 0, id: "a", type: "function", function: { name: "end_call", arguments: "" } }),
        call({ index: 0, function: { arguments: '{"why":' } }),
        call({ index: 0, function: { arguments: '"done"}' } })
      ]
      const whole = [call({ index: 0, id: "a", function: { name: "end_call", arguments: '{"why":"done"}' } })]
      const withoutIndex = [
        call({ id: "a", function: { name: "end_call", arguments: '{"why":' } }),
        call({ function: { arguments: '"done"}' } })
      ]
      for (const pieces of [byIndex, whole, withoutIndex]) {
        // Some servers finish with "stop" after a call too.
        for (const reason of ["tool_calls", "stop"]) {
          assert.deepStrictEqual(yield* partsOf([...pieces, finish(reason), "done"]), expected as Array<ReplyPart>)
        }
      }
    })
  )

  it.live("does not pass on reasoning that a server leaves in the text, however it is split", () =>
    Effect.gen(function* () {
      const answer = "<think>She must not know < 5.</think>We open at nine <b>sharp</b>, 5 <"
      for (const length of [1, 2, 5, answer.length]) {
        const pieces = Array.from({ length: Math.ceil(answer.length / length) }, (_, index) =>
          text(answer.slice(index * length, (index + 1) * length))
        )
        const parts = yield* partsOf([...pieces, finish("stop"), "done"])
        const said = parts.map((part) => (part.kind === "token" ? part.text : "")).join("")
        assert.strictEqual(said, "We open at nine <b>sharp</b>, 5 <")
      }
    })
  )

  it.live("reads calls of tools that a server leaves in the text, and does not pass them on", () =>
    Effect.gen(function* () {
      const pieces = [
        text("Goodbye. <tool"),
        text('_call>\n{"name": "end_call", "argum'),
        text('ents": {"why": 1}}\n</tool_call>')
      ]
      assert.deepStrictEqual(yield* partsOf([...pieces, finish("stop"), "done"]), [
        { kind: "token", text: "Goodbye. " },
        { kind: "toolCall", name: "end_call", arguments: { why: 1 } },
        ended("toolCalls")
      ])
      const failure = yield* failureOf([text("<tool_call>end_call()</tool_call>"), finish("stop"), "done"])
      assert.match(failure.message, /a tool call is malformed/)
    })
  )

  it.live("separates calls by index and by id", () =>
    Effect.gen(function* () {
      const byIndex = [
        call({ index: 0, id: "a", function: { name: "one", arguments: "{" } }),
        call({ index: 1, id: "b", function: { name: "two", arguments: "{" } }),
        call({ index: 0, function: { arguments: "}" } }),
        call({ index: 1, function: { arguments: "}" } })
      ]
      const allFirst = [
        call({ index: 0, id: "a", function: { name: "one", arguments: "{}" } }),
        call({ index: 0, id: "b", function: { name: "two", arguments: "" } })
      ]
      for (const pieces of [byIndex, allFirst]) {
        assert.deepStrictEqual(yield* partsOf([...pieces, finish("tool_calls"), "done"]), [
          { kind: "toolCall", name: "one", arguments: {} },
          { kind: "toolCall", name: "two", arguments: {} },
          ended("toolCalls")
        ])
      }
    })
  )

  it.live("reports the reason for the end of a reply", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* partsOf([text("a"), finish("length"), "done"]), [
        { kind: "token", text: "a" },
        ended("length")
      ])
      assert.deepStrictEqual(yield* partsOf([finish("content_filter"), "done"]), [ended("filtered")])
    })
  )

  it.live("ignores a connection error after the end", () =>
    Effect.gen(function* () {
      const parts = yield* partsOf([text("a"), finish("stop"), { line: "data: null" }, "break"])
      assert.deepStrictEqual(parts, [{ kind: "token", text: "a" }, ended("stop")])
    })
  )

  it.live("fails as retryable when the answer is empty, incomplete or malformed", () =>
    Effect.gen(function* () {
      const faults: ReadonlyArray<readonly [Answer, RegExp]> = [
        [[{ delta: { role: "assistant" } }, finish("stop"), "usage", "done"], /empty/],
        [[text("I am"), "break"], /no whole answer|broke off/],
        [[text("I am")], /broke off/],
        [[{ line: "data: {not json" }, finish("stop")], /no whole answer/],
        ...["null", "5", '"a"', '{"choices":5}', '{"choices":[{"delta":{"content":[]}}]}'].map(
          (data): readonly [Answer, RegExp] => [[{ line: `data: ${data}` }, finish("stop")], /malformed/]
        ),
        [
          [call({ index: 0, id: "a", function: { name: "end_call", arguments: "{" } }), finish("tool_calls")],
          /malformed/
        ],
        [
          [call({ index: 0, id: "a", function: { name: "end_call", arguments: "[]" } }), finish("tool_calls")],
          /malformed/
        ],
        [{ status: 429, code: "rate_limit_exceeded" }, /^HTTP 429 rate_limit_exceeded$/],
        [{ status: 500 }, /^HTTP 500/],
        [{ status: 503 }, /^HTTP 503/]
      ]
      for (const [answer, reason] of faults) {
        const failure = yield* failureOf(answer)
        assert.match(failure.reason, reason)
        assert.isTrue(failure.retryable, failure.reason)
        assert.strictEqual(failure.provider, "openai")
      }
    })
  )

  it.live("reports how long the server asks for no further request", () =>
    Effect.gen(function* () {
      const at = (millis: number) => new Date(Date.now() + millis).toUTCString()
      for (const [header, low, high] of [
        ["7", 7_000, 7_000],
        ["0.5", 500, 500],
        ["99999999", 3_600_000, 3_600_000],
        [at(60_000), 1, 60_000],
        [at(-60_000), 0, 0]
      ] as const) {
        const failure = yield* failureOf({ status: 429, headers: { "retry-after": header } })
        assert.isTrue(failure.retryAfterMillis! >= low && failure.retryAfterMillis! <= high, header)
      }
      for (const header of ["", "soon"]) {
        const failure = yield* failureOf({ status: 503, headers: { "retry-after": header } })
        assert.isUndefined(failure.retryAfterMillis, header)
      }
    })
  )

  it.live("fails as not retryable when the request is refused, without quoting it", () =>
    Effect.gen(function* () {
      for (const status of [400, 401, 402, 403, 404, 422]) {
        const failure = yield* failureOf({ status })
        assert.isFalse(failure.retryable)
        assert.strictEqual(failure.refusesAccount ?? false, [401, 402, 403, 404].includes(status))
        assert.strictEqual(failure.message, `openai: HTTP ${status} some_code`)
      }
    })
  )

  it.live("never retries", () =>
    Effect.gen(function* () {
      const fake = yield* openAiFake(() => ({ status: 500, headers: { "retry-after-ms": "1" } }))
      yield* Effect.flip(Stream.runDrain(replyOf(question))).pipe(Effect.provide(hosted(fake.url)))
      assert.lengthOf(fake.completions, 1)
    })
  )

  it.live("aborts at once when it is interrupted, before the headers and during the answer", () =>
    Effect.gen(function* () {
      const fake = yield* openAiFake((index) => (index === 0 ? "hang" : [text("I am"), "hang"]))
      yield* Effect.gen(function* () {
        const early = yield* Effect.forkChild(Stream.runDrain(replyOf(question)))
        yield* fake.until(() => fake.completions.length === 1)
        yield* Fiber.interrupt(early)
        yield* fake.until(() => fake.completions[0]!.isAborted)
        yield* replyOf(question).pipe(Stream.take(1), Stream.runDrain)
        yield* fake.until(() => fake.completions[1]!.isAborted)
      }).pipe(Effect.provide(hosted(fake.url)))
    })
  )

  it.effect("fails when a server only keeps the connection alive", () =>
    Effect.gen(function* () {
      const role: Piece = { delta: { role: "assistant", content: "" } }
      const fake = yield* openAiFake(() => [text("I am"), "hang"])
      yield* Effect.gen(function* () {
        const tokens: Array<ReplyPart> = []
        const first = Promise.withResolvers<void>()
        const reply = yield* replyOf(question).pipe(
          Stream.runForEach((part) => Effect.sync(() => first.resolve(void tokens.push(part)))),
          Effect.flip,
          Effect.forkChild
        )
        yield* Effect.promise(() => first.promise)
        for (const piece of [role, { line: ": keep-alive" }, "usage", role] as const) {
          yield* TestClock.adjust("1999 millis")
          fake.completions[0]!.send(piece)
          yield* Effect.repeat(turnOfTheLoop, { times: 20 })
        }
        yield* TestClock.adjust("4 millis")
        const failure = yield* Fiber.join(reply)
        assert.match(failure.reason, /nothing new/)
        assert.isTrue(failure.retryable)
        assert.deepStrictEqual(tokens, [{ kind: "token", text: "I am" }])
        yield* fake.until(() => fake.completions[0]!.isAborted)
      }).pipe(Effect.provide(hosted(fake.url)))
    })
  )

  it.effect("opens the circuit of a failing server, and closes it once the server answers", () =>
    Effect.gen(function* () {
      const fake = yield* openAiFake((index) => (index < 5 ? { status: 503 } : [text("Yes."), finish("stop"), "done"]))
      yield* Effect.gen(function* () {
        for (let count = 0; count < 5; count++) yield* Effect.flip(Stream.runDrain(replyOf(question)))
        const failure = yield* Effect.flip(Stream.runDrain(replyOf(question)))
        assert.match(failure.reason, /circuit open/)
        assert.lengthOf(fake.completions, 5)
        yield* TestClock.adjust("1 second")
        yield* fake.until(() => fake.models.asked === 1)
        const parts = yield* Effect.retry(Effect.andThen(turnOfTheLoop, Stream.runCollect(replyOf(question))), {
          while: ({ reason }) => reason === "circuit open after failures"
        })
        assert.strictEqual(parts[0]?.kind, "token")
      }).pipe(Effect.provide(hosted(fake.url)))
    })
  )

  it.effect("opens the circuit at once when the key is refused, also if that key may list the models", () =>
    Effect.gen(function* () {
      let isKeyTaken = false
      const fake = yield* openAiFake(() =>
        isKeyTaken ? [text("OK"), finish("stop"), "done"] : { status: 401, code: "invalid_api_key" }
      )
      yield* Effect.gen(function* () {
        const refusal = Effect.andThen(turnOfTheLoop, Effect.flip(Stream.runDrain(replyOf(question))))
        const isOpen = ({ reason }: Pick<ProviderFailure, "reason">) =>
          reason === "circuit open after HTTP 401 invalid_api_key"
        yield* Effect.repeat(refusal, { until: isOpen })
        for (let probes = 1; probes <= 2; probes++) {
          const before = fake.completions.length
          yield* TestClock.adjust("500 millis")
          yield* fake.until(() => fake.completions.length === before + 1)
          assert.isTrue(isOpen(yield* refusal))
        }
        isKeyTaken = true
        yield* TestClock.adjust("500 millis")
        yield* Effect.retry(Effect.andThen(turnOfTheLoop, Stream.runDrain(replyOf(question))), {
          while: (failure) => isOpen(failure)
        })
      }).pipe(Effect.provide(hosted(fake.url)))
    })
  )

  it.effect("fails with the name of the missing setting", () =>
    Effect.gen(function* () {
      const failures = yield* Effect.forEach(["HOSTED_API", "PLATFORM_INFERENCE"] as const, (provider) =>
        Effect.flip(Stream.runDrain(replyOf({ ...question, provider })))
      ).pipe(Effect.provide(layer.pipe(Layer.provide(settingsLayer({})))))
      assert.deepStrictEqual(
        failures.map(({ message, retryable }) => [message, retryable]),
        [
          ["openai: OPENAI_API_KEY not set", false],
          ["inference: INFERENCE_BASE_URL and INFERENCE_MODEL not set", false]
        ]
      )
    })
  )
})

describe("OpenAiModel, asked for one tool call,", () => {
  const tool = {
    name: "record_outcome",
    description: "Records it",
    parameters: { type: "object", properties: { label: { type: "string" } } }
  }
  const demand: ReplyRequest = { ...question, answerBy: tool }
  const answered = { kind: "toolCall", name: "record_outcome", arguments: { label: "a" } } as const

  const answerOf = (answer: Answer) =>
    Effect.gen(function* () {
      const fake = yield* openAiFake(() => answer)
      const parts = yield* Stream.runCollect(replyOf(demand)).pipe(Effect.provide(hosted(fake.url)))
      assert.deepStrictEqual(fake.problems, [])
      return parts
    })

  it.live("requires the call, and assembles its deltas", () =>
    Effect.gen(function* () {
      const fake = yield* openAiFake(() => [
        call({ index: 0, id: "a", function: { name: "record_outcome", arguments: '{"lab' } }),
        call({ index: 0, function: { arguments: 'el":"a"}' } }),
        finish("stop"),
        "done"
      ])
      const parts = yield* Stream.runCollect(replyOf(demand)).pipe(Effect.provide(hosted(fake.url)))
      assert.deepStrictEqual(parts, [answered, ended("toolCalls")])
      const [{ body }] = fake.completions as [any]
      assert.deepStrictEqual(
        body.tools.map(({ function: one }: any) => one.name),
        ["record_outcome"]
      )
      assert.deepStrictEqual(body.tool_choice, { type: "function", function: { name: "record_outcome" } })
      assert.strictEqual(body.temperature, 0)
      assert.isAtLeast(body.max_completion_tokens, 2_000)
      assert.notProperty(body, "max_tokens")
    })
  )

  it.live("omits options that other servers and models refuse", () =>
    Effect.gen(function* () {
      const fake = yield* openAiFake(() => [text("{}"), finish("stop"), "done"])
      const ask = (provider: ReplyRequest["provider"], environment: Readonly<Record<string, string>>) =>
        Effect.gen(function* () {
          const own = layer.pipe(Layer.provide(settingsLayer(environment)))
          yield* Stream.runDrain(replyOf({ ...demand, provider })).pipe(Effect.provide(own))
          return fake.completions.at(-1)!.body
        })
      const inference = yield* ask("PLATFORM_INFERENCE", { INFERENCE_BASE_URL: fake.url, INFERENCE_MODEL: "qwen" })
      assert.isAtLeast(inference.max_tokens, 2_000)
      assert.notProperty(inference, "max_completion_tokens")
      const key = { OPENAI_API_KEY: "sk-1", OPENAI_BASE_URL: fake.url }
      for (const model of ["o4-mini", "gpt-5-mini"]) {
        assert.notProperty(yield* ask("HOSTED_API", { ...key, OPENAI_MODEL: model }), "temperature")
      }
      assert.strictEqual((yield* ask("HOSTED_API", { ...key, OPENAI_MODEL: "gpt-4o" })).temperature, 0)
    })
  )

  it.live("accepts a call that a server writes as text", () =>
    Effect.gen(function* () {
      for (const written of [
        '{"label":"a"}',
        'Here it is:\n```json\n{ "label": "a" }\n```\nThat is all.',
        '<think>Is it {"label":"b"}? No.</think>{"label":"a"}',
        '{"name":"record_outcome","arguments":{"label":"a"}}',
        '{"name":"record_outcome","parameters":{"label":"a"}}',
        '{"name":"record_outcome","arguments":"{\\"label\\":\\"a\\"}"}'
      ]) {
        const pieces = written.match(/.{1,5}/gs)!.map(text)
        assert.deepStrictEqual(
          yield* answerOf([...pieces, finish("stop"), "done"]),
          [answered, ended("toolCalls")],
          written
        )
      }
    })
  )

  it.live("returns neither a call nor tokens when the server answers with other text", () =>
    Effect.gen(function* () {
      for (const written of ["I cannot say.", "{", "[1]", "{a}", "}{"]) {
        assert.deepStrictEqual(yield* answerOf([text(written), finish("stop"), "done"]), [ended("stop")], written)
      }
      assert.deepStrictEqual(yield* answerOf([text("I"), finish("length"), "done"]), [ended("length")])
      assert.deepStrictEqual(yield* answerOf([finish("content_filter"), "done"]), [ended("filtered")])
    })
  )

  it.live("prefers the call to text beside it", () =>
    Effect.gen(function* () {
      const parts = yield* answerOf([
        text('{"label":"b"}'),
        call({ index: 0, id: "a", function: { name: "record_outcome", arguments: '{"label":"a"}' } }),
        finish("tool_calls"),
        "done"
      ])
      assert.deepStrictEqual(parts, [answered, ended("toolCalls")])
    })
  )
})

// Time for the server's answer to be read.
const turnOfTheLoop = Effect.promise(() => new Promise((turned) => setImmediate(turned)))
