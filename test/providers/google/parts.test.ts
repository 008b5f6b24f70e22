import { afterEach, assert, describe, it, vi } from "@effect/vitest"
import { Effect, Layer, Option } from "effect"
import { AppConfig } from "../../../src/platform/config.ts"
import { SpeechToText } from "../../../src/providers/contract/SpeechToText.ts"
import { makeAudioBuffer } from "../../../src/providers/google/audio-buffer.ts"
import { layer } from "../../../src/providers/google/GoogleSpeech.ts"
import { endpointOf, makeClients, speechEndpoint, voiceEndpoint } from "../../../src/providers/google/google-clients.ts"
import { messagesV1, messagesV2, readRecognized } from "../../../src/providers/google/recognition-messages.ts"
import { samplesOf } from "../../../src/providers/google/wav.ts"
import { settingsLayer } from "../settings.ts"

describe("endpointOf", () => {
  const of = (text?: string) => endpointOf(Option.fromUndefinedOr(text), "speech.googleapis.com")

  it("is plain only for http", () => {
    assert.deepStrictEqual(of("http://127.0.0.1:9000"), { host: "127.0.0.1", port: 9_000, isPlain: true })
    assert.deepStrictEqual(of("http://fake"), { host: "fake", port: 80, isPlain: true })
    assert.deepStrictEqual(of("https://eu-speech.googleapis.com"), {
      host: "eu-speech.googleapis.com",
      port: 443,
      isPlain: false
    })
    assert.deepStrictEqual(of("private.example:8443"), { host: "private.example", port: 8_443, isPlain: false })
    assert.deepStrictEqual(of("private.example"), { host: "private.example", port: 443, isPlain: false })
    assert.deepStrictEqual(of(), { host: "speech.googleapis.com", port: 443, isPlain: false })
  })
})

describe("the endpoints of Google", () => {
  const hosts = (environment: Readonly<Record<string, string>>) =>
    Effect.map(AppConfig, ({ google }) => [speechEndpoint(google).host, voiceEndpoint(google).host]).pipe(
      Effect.provide(settingsLayer(environment))
    )

  it.effect("are regional where the service has the region", () =>
    Effect.gen(function* () {
      const speech = "speech.googleapis.com"
      const voices = "texttospeech.googleapis.com"
      const project = { GOOGLE_PROJECT: "p" }
      assert.deepStrictEqual(yield* hosts({}), [speech, voices])
      assert.deepStrictEqual(yield* hosts(project), [speech, voices])
      assert.deepStrictEqual(yield* hosts({ ...project, GOOGLE_REGION: "global" }), [speech, voices])
      assert.deepStrictEqual(yield* hosts({ ...project, GOOGLE_REGION: "asia-south1" }), [
        `asia-south1-${speech}`,
        voices
      ])
      assert.deepStrictEqual(yield* hosts({ GOOGLE_REGION: "asia-south1" }), [speech, voices])
      assert.deepStrictEqual(yield* hosts({ GOOGLE_REGION: "eu" }), [`eu-${speech}`, `eu-${voices}`])
    })
  )
})

describe("the recognition model", () => {
  const modelOf = (language: string, region: string) => {
    const { configuration }: { configuration: any } = messagesV2("r", region, { language })
    return configuration.streamingConfig.config.model
  }

  it("is the telephony model where that knows the language, else the best of the region", () => {
    assert.strictEqual(modelOf("hi-IN", "asia-southeast1"), "telephony")
    assert.strictEqual(modelOf("ta-IN", "asia-southeast1"), "chirp_3")
    assert.strictEqual(modelOf("ta-IN", "asia-south1"), "long")
  })

  it("is that of the speech profile where it names one", () => {
    const asked = { language: "hi-IN", ear: { vendor: "google", model: "chirp_3" } } as const
    for (const { configuration, model } of [messagesV2("r", "us", asked), messagesV1(asked)]) {
      assert.strictEqual((configuration as any).streamingConfig.config.model, "chirp_3")
      assert.strictEqual(model, "chirp_3")
    }
  })

  it("is not set in version 1 for a language without a telephony model", () => {
    const [known, other] = ["hi-IN", "ta-IN"].map((language) => messagesV1({ language }).configuration as any)
    assert.strictEqual(known.streamingConfig.config.model, "telephony")
    assert.notProperty(other.streamingConfig.config, "model")
  })
})

describe("readRecognized", () => {
  it("returns the final of a message before its interim", () => {
    const result = (transcript: string, isFinal: boolean, seconds: number) => ({
      alternatives: [{ transcript }],
      isFinal,
      stability: 0.5,
      resultEndOffset: { seconds: String(seconds), nanos: 500_000_000 }
    })
    assert.deepStrictEqual(readRecognized({ results: [result("Yes", true, 1), result(" and", false, 2)] }), [
      { kind: "final", text: "Yes", confidence: null, at: 1_500 },
      { kind: "interim", text: "and", stability: 0.5, at: 2_500 }
    ])
  })

  it("returns nothing for an empty message", () => {
    assert.deepStrictEqual(readRecognized({}), [])
    assert.deepStrictEqual(
      readRecognized({ results: [{ isFinal: true, resultEndOffset: { seconds: 0, nanos: 0 } }] }),
      [{ kind: "final", text: "", confidence: null, at: null }]
    )
    assert.deepStrictEqual(readRecognized({ results: [{}], speechEventType: "SPEECH_EVENT_TYPE_UNSPECIFIED" }), [
      { kind: "interim", text: "", stability: 0, at: null }
    ])
  })
})

describe("unreadable credentials", () => {
  afterEach(() => vi.unstubAllEnvs())

  it.live("fail with the name of their setting, as retryable", () =>
    Effect.gen(function* () {
      const environment = { GOOGLE_APPLICATION_CREDENTIALS: "/nowhere.json", GOOGLE_PROJECT: "p" }
      vi.stubEnv("GOOGLE_APPLICATION_CREDENTIALS", environment.GOOGLE_APPLICATION_CREDENTIALS)
      const failure = yield* Effect.flip(SpeechToText.use(({ listen }) => listen({ language: "en-IN" }))).pipe(
        Effect.scoped,
        Effect.provide(Layer.provide(layer, settingsLayer(environment)))
      )
      assert.include(failure.reason, "GOOGLE_APPLICATION_CREDENTIALS")
      assert.notInclude(failure.reason, "nowhere")
    })
  )
})

describe("makeClients", () => {
  /** Clients that count the calls of their methods; the first cannot connect. */
  const setUp = Effect.gen(function* () {
    const made: Array<{ closed: number }> = []
    const clients = yield* makeClients("google-speech", () => {
      const client = {
        closed: 0,
        initialize: () => (made[0] === client ? Promise.reject(new Error("no")) : Promise.resolve()),
        close: async () => {
          client.closed += 1
        }
      }
      made.push(client)
      return client
    })
    return { made, ...clients }
  })

  it.effect("lends a client to a limited number of calls, and then makes another", () =>
    Effect.gen(function* () {
      const { borrow, made } = yield* setUp
      yield* Effect.scoped(Effect.flip(borrow))
      yield* Effect.scoped(Effect.repeat(borrow, { times: 89 }))
      assert.lengthOf(made, 3)
      // Returned clients are lent again.
      yield* Effect.scoped(Effect.repeat(borrow, { times: 89 }))
      assert.lengthOf(made, 3)
      yield* Effect.scoped(Effect.repeat(borrow, { times: 90 }))
      assert.lengthOf(made, 4)
    })
  )

  it.effect("drops a client that cannot connect, and closes all others in the end", () =>
    Effect.gen(function* () {
      const made = yield* Effect.scoped(
        Effect.gen(function* () {
          const { borrow, made } = yield* setUp
          const failure = yield* Effect.flip(borrow)
          assert.isTrue(failure.retryable)
          yield* borrow
          assert.lengthOf(made, 2)
          return made
        })
      )
      assert.deepStrictEqual(
        made.map(({ closed }) => closed),
        [1, 1]
      )
    })
  )
})

describe("samplesOf", () => {
  const chunk = (name: string, body: ReadonlyArray<number>, length = body.length) => {
    const head = Buffer.alloc(8)
    head.write(name)
    head.writeUInt32LE(length, 4)
    return [...head, ...body, ...(body.length % 2 === 0 ? [] : [0])]
  }
  const wav = (...chunks: ReadonlyArray<ReadonlyArray<number>>) =>
    Uint8Array.from([...chunk("RIFF", [...Buffer.from("WAVE"), ...chunks.flat()])])

  it("finds the samples behind chunks of any length", () => {
    assert.deepStrictEqual(samplesOf(wav(chunk("fmt ", [1, 2]), chunk("data", [7, 8, 9]))), Uint8Array.of(7, 8, 9))
    assert.deepStrictEqual(samplesOf(wav(chunk("odd ", [1]), chunk("data", [7]), chunk("LIST", [2]))), Uint8Array.of(7))
    // The file may be a part of a larger buffer.
    const inside = Buffer.concat([Buffer.from("xyz"), wav(chunk("data", [7]))]).subarray(3)
    assert.deepStrictEqual(Uint8Array.from(samplesOf(inside)), Uint8Array.of(7))
  })

  it("stops at the end of a file that claims a greater length", () => {
    assert.deepStrictEqual(samplesOf(wav(chunk("data", [7, 8], 0xffffffff))), Uint8Array.of(7, 8))
  })

  it("returns samples without a header unchanged, and none of a file without samples", () => {
    assert.deepStrictEqual(samplesOf(Uint8Array.of(1, 2, 3)), Uint8Array.of(1, 2, 3))
    assert.lengthOf(samplesOf(wav(chunk("fmt ", [1, 2]))), 0)
    assert.lengthOf(samplesOf(wav(chunk("fmt ", [1, 2], 0xffffff))), 0)
    assert.lengthOf(samplesOf(new Uint8Array()), 0)
  })
})

describe("makeAudioBuffer", () => {
  it("returns the kept bytes by their position", () => {
    const buffer = makeAudioBuffer(10)
    for (let value = 0; value < 25; value++) buffer.write(Uint8Array.of(value))
    assert.strictEqual(buffer.end, 25)
    assert.deepStrictEqual([...buffer.read(15, 25)], [15, 16, 17, 18, 19, 20, 21, 22, 23, 24])
    assert.deepStrictEqual([...buffer.read(18, 22)], [18, 19, 20, 21])
    assert.deepStrictEqual([...buffer.read(3, 17)], [15, 16])
    assert.deepStrictEqual([...buffer.read(25, 25)], [])
    buffer.write(Uint8Array.from({ length: 7 }, (_, index) => 25 + index))
    assert.deepStrictEqual([...buffer.read(22, 32)], [22, 23, 24, 25, 26, 27, 28, 29, 30, 31])
  })

  it("returns a copy", () => {
    const buffer = makeAudioBuffer(4)
    buffer.write(Uint8Array.of(1, 2))
    const read = buffer.read(0, 2)
    buffer.write(Uint8Array.of(3, 4, 5, 6))
    assert.deepStrictEqual([...read], [1, 2])
  })
})
