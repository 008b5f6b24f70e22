import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Option, Redacted, Stream } from "effect"
import type { NamedModel } from "../../../src/domain/flows/named-model.ts"
import { ResolveName } from "../../../src/platform/http/target-addresses.ts"
import { CurrentLiveCircuits, makeLiveCircuits } from "../../../src/providers/circuit/live-circuits.ts"
import { LanguageModel, type ReplyRequest } from "../../../src/providers/contract/LanguageModel.ts"
import { layer } from "../../../src/providers/openai/OpenAiModel.ts"
import { type Answer, finish, openAiFake, text } from "../../support/fakes/openai-fake.ts"
import { settingsLayer } from "../settings.ts"

const named = (
  baseUrl: string,
  fields: Partial<NonNullable<NamedModel["server"]>> = {},
  name = "FAST"
): NamedModel => ({
  name,
  role: `MODEL:${name}`,
  server: {
    baseUrl,
    apiKey: Option.some(Redacted.make("sk-1")),
    model: "small",
    reasoningEffort: null,
    temperature: null,
    isGuarded: false,
    ...fields
  }
})

const request = (provider: NamedModel, fields: Partial<ReplyRequest> = {}): ReplyRequest => ({
  provider,
  system: "Be brief.",
  messages: [{ role: "user", text: "What is the temperature?" }],
  tools: [],
  ...fields
})

const ask = (asked: ReplyRequest) =>
  Stream.runCollect(Stream.unwrap(LanguageModel.use(({ reply }) => Effect.succeed(reply(asked)))))

const models = layer.pipe(Layer.provide(settingsLayer({})))
const yes: Answer = [text("Yes."), finish("stop"), "usage", "done"]

const refusal = (message: string, status = 400) => ({ status, message }) as unknown as Answer

describe("a model by name", () => {
  it.live("sends its own settings, and those of the flow instead", () =>
    Effect.gen(function* () {
      const fake = yield* openAiFake(() => yes)
      const model = named(fake.url, { reasoningEffort: "low", temperature: 0.2 })
      yield* Effect.gen(function* () {
        yield* ask(request(model))
        yield* ask(request(model, { reasoningEffort: "none", temperature: 0 }))
        yield* ask(request(model, { reasoningEffort: null, temperature: null }))
        yield* ask(request(named(fake.url)))
      }).pipe(Effect.provide(models))
      assert.deepStrictEqual(
        fake.completions.map(({ body }) => [body.model, body.reasoning_effort, body.temperature]),
        [
          ["small", "low", 0.2],
          ["small", "none", 0],
          ["small", "low", 0.2],
          ["small", undefined, undefined]
        ]
      )
      assert.deepStrictEqual(fake.problems, [])
    })
  )

  it.live("is asked again at once without a parameter that the server refuses, and never with it again", () =>
    Effect.gen(function* () {
      for (const status of [400, 422]) {
        const fake = yield* openAiFake((_, { body }) =>
          body.reasoning_effort !== undefined
            ? refusal("Unsupported parameter: 'reasoning_effort' is not supported with this model.", status)
            : body.temperature !== undefined
              ? refusal("temperature: extra fields not permitted", status)
              : yes
        )
        const model = named(fake.url, { reasoningEffort: "low", temperature: 0.2 })
        yield* Effect.gen(function* () {
          const parts = yield* ask(request(model))
          assert.deepStrictEqual(parts[0], { kind: "token", text: "Yes." })
          assert.lengthOf(fake.completions, 3)
          yield* ask(request(model, { temperature: 1 }))
          assert.lengthOf(fake.completions, 4)
        }).pipe(Effect.provide(models))
      }
    })
  )

  it.live("fails when the refusal names no parameter that was sent, or remains without it", () =>
    Effect.gen(function* () {
      const fake = yield* openAiFake(() => refusal("the person asked for the temperature"))
      yield* Effect.gen(function* () {
        const without = yield* Effect.flip(ask(request(named(fake.url))))
        assert.deepStrictEqual([without.reason, without.retryable], ["HTTP 400 some_code", false])
        assert.lengthOf(fake.completions, 1)
        const model = named(fake.url, { temperature: 0.2 })
        yield* Effect.flip(ask(request(model)))
        yield* Effect.flip(ask(request(model)))
        // The server did not accept the request without it either, so it is sent again.
        assert.deepStrictEqual(
          fake.completions.slice(1).map(({ body }) => body.temperature),
          [0.2, undefined, 0.2, undefined]
        )
      }).pipe(Effect.provide(models))
    })
  )

  it.live("has a circuit of its own, which is reported under its role", () =>
    Effect.gen(function* () {
      const away = yield* openAiFake(() => ({ status: 503 }))
      const well = yield* openAiFake(() => yes)
      const circuits = makeLiveCircuits()
      yield* Effect.gen(function* () {
        for (let count = 0; count < 5; count++) yield* Effect.flip(ask(request(named(away.url, {}, "AWAY"))))
        assert.match((yield* Effect.flip(ask(request(named(away.url, {}, "AWAY"))))).reason, /circuit open/)
        yield* ask(request(named(well.url, {}, "WELL")))
        assert.deepStrictEqual([...circuits.away()], [["MODEL:AWAY", "SILENT"]])
        // A new server of the same name begins with a closed circuit.
        yield* ask(request(named(well.url, {}, "AWAY")))
        assert.deepStrictEqual([...circuits.away()], [])
      }).pipe(Effect.provide(models), Effect.provideService(CurrentLiveCircuits, circuits))
    })
  )

  it.live("is not asked when it is configured nowhere", () =>
    Effect.gen(function* () {
      const gone: NamedModel = { name: "GONE", role: "MODEL:GONE", server: null }
      const failure = yield* Effect.flip(ask(request(gone))).pipe(Effect.provide(models))
      assert.deepStrictEqual([failure.message, failure.retryable], ["MODEL:GONE: not configured", false])
    })
  )

  it.live("reaches no private address for an organization, whatever its name resolves to", () =>
    Effect.gen(function* () {
      const fake = yield* openAiFake(() => yes)
      const port = new URL(fake.url).port
      const resolve = () => Promise.resolve(["127.0.0.1"])
      for (const host of ["127.0.0.1", "localhost", "models.example", "[::1]"]) {
        const model = named(`http://${host}:${port}/v1`, { isGuarded: true })
        const failure = yield* Effect.flip(ask(request(model))).pipe(
          Effect.provide(models),
          Effect.provideService(ResolveName, resolve)
        )
        assert.match(failure.reason, /AddressNotAllowed/, host)
      }
      assert.lengthOf(fake.completions, 0)
      const allowed = layer.pipe(Layer.provide(settingsLayer({ ALLOW_PRIVATE_WEBHOOKS: "1" })))
      yield* ask(request(named(fake.url, { isGuarded: true }))).pipe(Effect.provide(allowed))
      assert.lengthOf(fake.completions, 1)
    })
  )

  it.live("keeps its connection for later replies, and replaces one that the server has closed", () =>
    Effect.gen(function* () {
      const fake = yield* openAiFake(() => yes)
      let connections = 0
      fake.server.on("connection", () => connections++)
      const model = named(fake.url)
      yield* Effect.gen(function* () {
        for (let count = 0; count < 10; count++) yield* ask(request(model))
        // A reply may begin before the message of the one before has ended, and then needs a second connection.
        assert.isAtMost(connections, 2)
        const before = connections
        fake.server.closeAllConnections()
        yield* ask(request(model))
        assert.isAbove(connections, before)
      }).pipe(Effect.provide(models))
    })
  )
})
