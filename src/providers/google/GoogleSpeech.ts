import { Effect, Layer, Option } from "effect"
import { silent } from "../../audio/frames.ts"
import { AppConfig, type Settings } from "../../platform/config.ts"
import { makeCircuit } from "../circuit/circuit.ts"
import { noteAccountCircuit, noteLiveCircuit } from "../circuit/live-circuits.ts"
import { ProviderFailure } from "../contract/ProviderFailure.ts"
import { type ListenOptions, SpeechToText } from "../contract/SpeechToText.ts"
import { makeCallRecognizer, type SpeechStream } from "./call-recognizer.ts"
import {
  cancel,
  clientOptions,
  type Endpoint,
  isConfigured,
  makeClients,
  regionOf,
  speechEndpoint
} from "./google-clients.ts"
import { googleFailure } from "./google-failure.ts"
import { messagesV1, messagesV2, type RecognitionMessages } from "./recognition-messages.ts"

/**
 * Google's speech recognition. Uses version 2 where GOOGLE_PROJECT is set, since its requests name the project; else
 * version 1, which supports some languages better.
 */
export const layer = Layer.effect(
  SpeechToText,
  Effect.gen(function* () {
    const { google } = yield* AppConfig
    const endpoint = speechEndpoint(google)
    if (!isConfigured(google, endpoint)) return SpeechToText.of({ listen: () => Effect.fail(unconfigured) })
    const messages = messagesOf(google)
    const clients = yield* speechClients(google, endpoint)
    const circuit = yield* makeCircuit({
      provider,
      probe: Effect.scoped(Effect.flatMap(clients.borrow, (client) => probe(client, messages({ language: "en-US" })))),
      // A stream without results is normal: the person may be silent.
      patienceMillis: Number.POSITIVE_INFINITY
    })

    yield* noteLiveCircuit("SPEECH_TO_TEXT", circuit)
    yield* noteAccountCircuit({ role: "ear", vendor: "google" }, circuit)

    const listen = Effect.fn("GoogleSpeech.listen")(function* (what: ListenOptions) {
      yield* circuit.check
      const client = yield* clients.borrow
      const { hear, heard } = yield* makeCallRecognizer(provider, () => openStream(client), messages(what))
      return { hear, heard: circuit.protect(heard) }
    })

    return SpeechToText.of({ listen })
  })
)

const provider = "google-speech"

const unconfigured = new ProviderFailure({
  provider,
  reason: "GOOGLE_APPLICATION_CREDENTIALS not set",
  retryable: false
})

const messagesOf = (google: Settings["google"]): ((what: ListenOptions) => RecognitionMessages) => {
  if (Option.isNone(google.project)) return messagesV1
  const region = regionOf(google)
  const recognizer = `projects/${google.project.value}/locations/${region}/recognizers/_`
  return (what) => messagesV2(recognizer, region, what)
}

const speechClients = Effect.fnUntraced(function* (google: Settings["google"], endpoint: Endpoint) {
  // Loaded on demand: the SDK takes half a second.
  const { v1, v2 } = yield* Effect.promise(() => import("@google-cloud/speech"))
  const options = yield* Effect.promise(() => clientOptions(endpoint))
  return yield* makeClients(
    provider,
    (): SpeechClient => (Option.isSome(google.project) ? new v2.SpeechClient(options) : new v1.SpeechClient(options))
  )
})

interface SpeechClient {
  readonly initialize: () => Promise<unknown>
  readonly close: () => Promise<void>
  readonly _streamingRecognize: (options: { readonly timeout: number }) => SpeechStream
}

// The SDK's streaming helper writes messages that version 2 refuses. The timeout is longer than the life of any stream.
const openStream = (client: SpeechClient) => client._streamingRecognize({ timeout: 330_000 })

// Sends 100 ms of silence, after which a healthy service ends the stream without a result.
const probe = (client: SpeechClient, messages: RecognitionMessages) =>
  Effect.callback<void, ProviderFailure>((resume) => {
    const stream = openStream(client)
    stream.on("error", (cause: unknown) => resume(Effect.fail(googleFailure(provider, cause))))
    stream.on("end", () => setImmediate(() => resume(Effect.void)))
    stream.resume()
    stream.write(messages.configuration)
    stream.write(messages.audio(silent(100)))
    stream.end()
    return Effect.sync(() => cancel(stream))
  })
