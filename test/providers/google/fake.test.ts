import { assert, describe, it } from "@effect/vitest"
import { v1, v2 } from "@google-cloud/speech"
import { v1 as tts } from "@google-cloud/text-to-speech"
import { status } from "@grpc/grpc-js"
import { Effect, Option } from "effect"
import { clientOptions, endpointOf } from "../../../src/providers/google/google-clients.ts"
import { type GoogleScript, googleFake } from "../../support/fakes/google-fake.ts"

const decoding = { encoding: "MULAW", sampleRateHertz: 8_000, audioChannelCount: 1 } as const
const streamingFeatures = { interimResults: true, enableVoiceActivityEvents: true }
const recognizer = "projects/p/locations/global/recognizers/_"
const config = { explicitDecodingConfig: decoding, model: "telephony", languageCodes: ["en-IN"] }
const configuration = { recognizer, streamingConfig: { config, streamingFeatures } }

const sound = { audioEncoding: "MULAW", sampleRateHertz: 8_000 } as const
const voice = { languageCode: "en-IN", name: "en-IN-Chirp3-HD-Kore" }

const open = Effect.fnUntraced(function* (script: GoogleScript = {}) {
  const fake = yield* googleFake(script)
  const options = yield* Effect.promise(() => clientOptions(endpointOf(Option.some(fake.url), "")))
  const clients = {
    v1: new v1.SpeechClient(options),
    v2: new v2.SpeechClient(options),
    tts: new tts.TextToSpeechClient(options)
  }
  yield* Effect.addFinalizer(() =>
    Effect.promise(() => Promise.all([clients.v1.close(), clients.v2.close(), clients.tts.close()]))
  )
  return { fake, ...clients }
})

interface Asked {
  readonly write: (message: any) => unknown
  readonly on: (event: string, listener: (value: any) => void) => unknown
}

/** The gRPC status with which a stream ends after these messages. */
const codeOf = (stream: Asked, ...messages: ReadonlyArray<object>) =>
  Effect.callback<number>((resume) => {
    stream.on("error", ({ code }) => resume(Effect.succeed(code)))
    stream.on("data", () => {})
    for (const message of messages) stream.write(message)
  })

describe("the fake of Google", () => {
  it.live("refuses the messages that the SDK's helper writes to version 2, as Google does", () =>
    Effect.gen(function* () {
      const { fake, v2 } = yield* open()
      const stream: any = v2.streamingRecognize({ config, streamingFeatures } as any)
      assert.strictEqual(yield* codeOf(stream, Buffer.alloc(160)), status.INVALID_ARGUMENT)
      assert.deepStrictEqual(fake.problems, ["no recognizer"])
    })
  )

  it.live("accepts valid requests of both versions", () =>
    Effect.gen(function* () {
      const { fake, v1, v2 } = yield* open({ limitMillis: 100 })
      const pieces = [Buffer.alloc(800), Buffer.alloc(8)]
      const second = yield* codeOf(v2._streamingRecognize(), configuration, ...pieces.map((audio) => ({ audio })))
      assert.strictEqual(second, status.ABORTED)
      const old = {
        streamingConfig: {
          ...streamingFeatures,
          config: { encoding: "MULAW", sampleRateHertz: 8_000, languageCode: "en-IN" }
        }
      }
      const first = yield* codeOf(v1._streamingRecognize(), old, ...pieces.map((audioContent) => ({ audioContent })))
      assert.strictEqual(first, status.OUT_OF_RANGE)
      assert.deepStrictEqual(fake.problems, [])
    })
  )

  it.live("refuses invalid requests for recognition", () =>
    Effect.gen(function* () {
      const { fake, v2 } = yield* open()
      const change = (changed: object, features: object = streamingFeatures) => ({
        recognizer,
        streamingConfig: { config: { ...config, ...changed }, streamingFeatures: features }
      })
      const wrong: ReadonlyArray<ReadonlyArray<object>> = [
        [{ recognizer, audio: Buffer.alloc(8) }],
        [change({ explicitDecodingConfig: { ...decoding, encoding: "LINEAR16" } })],
        [change({ explicitDecodingConfig: { ...decoding, audioChannelCount: 0 } })],
        [change({ model: "" })],
        [change({ languageCodes: [] })],
        [change({}, {})],
        [change({}, { ...streamingFeatures, voiceActivityTimeout: { speechEndTimeout: { nanos: 400_000_000 } } })],
        [configuration, configuration],
        [configuration, { audio: Buffer.alloc(15_001) }],
        [configuration, { audioContent: Buffer.alloc(8) }]
      ]
      for (const messages of wrong) {
        assert.strictEqual(yield* codeOf(v2._streamingRecognize(), ...messages), status.INVALID_ARGUMENT)
      }
      assert.lengthOf(fake.problems, wrong.length)
    })
  )

  it.live("refuses invalid requests for synthesis", () =>
    Effect.gen(function* () {
      const { fake, tts } = yield* open()
      const begin = (changed: object, config: object = sound) => ({
        streamingConfig: { voice: { ...voice, ...changed }, streamingAudioConfig: config }
      })
      const wrong: ReadonlyArray<ReadonlyArray<object>> = [
        [{ input: { text: "Hello" } }],
        [begin({ name: "en-IN-Neural2-A" })],
        [begin({ languageCode: "" })],
        [begin({ languageCode: "hi-IN" })],
        [begin({}, { ...sound, audioEncoding: "PCM" })],
        [begin({}), begin({})],
        [begin({}), { input: { text: "a".repeat(5_001) } }]
      ]
      for (const messages of wrong) {
        assert.strictEqual(yield* codeOf(tts.streamingSynthesize(), ...messages), status.INVALID_ARGUMENT)
      }
      const refused = yield* Effect.flip(
        Effect.tryPromise({
          try: () => tts.synthesizeSpeech({ input: { text: "a" }, voice, audioConfig: { audioEncoding: "MP3" } }),
          catch: (cause: any) => cause.code as number
        })
      )
      assert.strictEqual(refused, status.INVALID_ARGUMENT)
      assert.lengthOf(fake.problems, wrong.length + 1)
    })
  )

  it.live("aborts a synthesis stream that waits too long for text", () =>
    Effect.gen(function* () {
      const { tts } = yield* open({ idleMillis: 20 })
      const stream = tts.streamingSynthesize()
      assert.strictEqual(
        yield* codeOf(stream, { streamingConfig: { voice, streamingAudioConfig: sound } }, { input: { text: "a" } }),
        status.ABORTED
      )
    })
  )
})
