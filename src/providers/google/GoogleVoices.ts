import type { TextToSpeechClient } from "@google-cloud/text-to-speech"
import { Effect, Layer, Queue, Stream } from "effect"
import { hasWords } from "../../domain/text/words.ts"
import { AppConfig, type Settings } from "../../platform/config.ts"
import { makeCircuit } from "../circuit/circuit.ts"
import { ProviderFailure } from "../contract/ProviderFailure.ts"
import { type Spoken, TextToSpeech, type Voice } from "../contract/TextToSpeech.ts"
import { cancel, clientOptions, type Endpoint, isConfigured, makeClients, voiceEndpoint } from "./google-clients.ts"
import { googleFailure } from "./google-failure.ts"
import { isStreamed, voiceOf } from "./voices.ts"
import { samplesOf } from "./wav.ts"

/** Google's voices, of all three kinds that a flow may name. */
export const layer = Layer.effect(
  TextToSpeech,
  Effect.gen(function* () {
    const { google } = yield* AppConfig
    const endpoint = voiceEndpoint(google)
    if (!isConfigured(google, endpoint)) return withoutVoices
    const clients = yield* voiceClients(endpoint)
    const listing = Effect.scoped(Effect.flatMap(clients.borrow, listVoices))
    const [list, forget] = yield* Effect.cachedInvalidateWithTTL(listing, "1 hour")
    const listed = Effect.tapError(list, () => forget)
    const circuit = yield* makeCircuit({
      provider,
      probe: listing,
      patienceMillis: 600
    })

    const speak: TextToSpeech["Service"]["speak"] = ({ sentences, voice }) =>
      circuit.protect(
        Stream.unwrap(
          Effect.map(clients.borrow, (client) =>
            isStreamed(voice.provider) ? inOneBreath(client, voice, sentences) : oneByOne(client, voice, sentences)
          )
        )
      )

    const offers = Effect.fn("GoogleVoices.offers")(function* (voice: Voice) {
      const { languageCode, modelName, name } = voiceOf(voice)
      return (yield* listed).some(
        ({ languageCodes, name: one }) =>
          (languageCodes ?? []).includes(languageCode) &&
          // A model's speaker is listed without a model, if at all: the language is what can be asked for.
          (name === undefined || modelName !== undefined || one === name)
      )
    })

    return TextToSpeech.of({ speak, offers })
  })
)

/** Asks for the list of voices, which costs nothing: it shows whether the service answers, and takes the credentials. */
export const examine = ({ google }: Settings): Effect.Effect<void, ProviderFailure> => {
  const endpoint = voiceEndpoint(google)
  if (!isConfigured(google, endpoint)) return Effect.fail(unconfigured)
  return voiceClients(endpoint).pipe(
    Effect.flatMap(({ borrow }) => Effect.flatMap(borrow, listVoices)),
    Effect.asVoid,
    Effect.scoped
  )
}

const provider = "google-tts"

const unconfigured = new ProviderFailure({
  provider,
  reason: "GOOGLE_APPLICATION_CREDENTIALS not set",
  retryable: false
})

const withoutVoices = TextToSpeech.of({
  speak: () => Stream.fail(unconfigured),
  offers: () => Effect.fail(unconfigured)
})

const voiceClients = Effect.fnUntraced(function* (endpoint: Endpoint) {
  const { v1 } = yield* Effect.promise(() => import("@google-cloud/text-to-speech"))
  const options = yield* Effect.promise(() => clientOptions(endpoint))
  return yield* makeClients(provider, () => new v1.TextToSpeechClient(options))
})

const sound = { audioEncoding: "MULAW", sampleRateHertz: 8_000 } as const

/** A request a sentence; the next is on its way while one is spoken. */
const oneByOne = (client: TextToSpeechClient, voice: Voice, sentences: Stream.Stream<string>) =>
  sentences.pipe(
    Stream.zipWithIndex,
    Stream.filter(([text]) => hasWords(text)),
    Stream.mapEffect(
      ([text, sentence]) => Effect.map(synthesize(client, voice, text), (audio): Spoken => ({ audio, sentence })),
      { concurrency: 2 }
    )
  )

const synthesize = (client: TextToSpeechClient, voice: Voice, text: string) =>
  call<{ readonly audioContent?: Uint8Array | string | null }>(() =>
    client.innerApiCalls.synthesizeSpeech?.(
      { input: { text }, voice: voiceOf(voice), audioConfig: sound },
      { timeout: requestMillis, retry: null }
    )
  ).pipe(
    Effect.flatMap(({ audioContent }) => {
      const audio =
        typeof audioContent === "object" && audioContent !== null ? samplesOf(audioContent) : new Uint8Array()
      return audio.length > 0 ? Effect.succeed(audio) : Effect.fail(noSound)
    })
  )

const listVoices = (client: TextToSpeechClient) =>
  call<{
    readonly voices?: ReadonlyArray<{
      readonly name?: string | null
      readonly languageCodes?: ReadonlyArray<string> | null
    }> | null
  }>(() => client.innerApiCalls.listVoices?.({}, { timeout: requestMillis, retry: null })).pipe(
    Effect.map(({ voices }) => voices ?? [])
  )

// The methods of the SDK hide that a request can be cancelled; what they call does not.
const call = <A>(ask: () => CancellableCall<A> | undefined) =>
  Effect.callback<A, ProviderFailure>((resume) => {
    const asked = ask()
    asked?.then(
      ([answer]) => resume(Effect.succeed(answer)),
      (cause: unknown) => resume(Effect.fail(googleFailure(provider, cause)))
    )
    return Effect.sync(() => asked?.cancel())
  })

interface CancellableCall<A> extends Promise<readonly [A]> {
  readonly cancel: () => void
}

/** One request for all sentences that follow each other closely; after a pause in them, another. */
const inOneBreath = (client: TextToSpeechClient, voice: Voice, sentences: Stream.Stream<string>) =>
  Stream.unwrap(
    Effect.map(Stream.toQueue(Stream.filter(sentences, hasWords), { capacity: 16 }), (waiting) => {
      const rest: Stream.Stream<Spoken, ProviderFailure> = Stream.unwrap(
        Queue.peek(waiting).pipe(
          Effect.map(() => Stream.concat(breath(client, voice, waiting), rest)),
          Effect.catch(() => Effect.succeed(Stream.empty))
        )
      )
      return rest
    })
  )

const breath = (client: TextToSpeechClient, voice: Voice, waiting: Queue.Dequeue<string, unknown>) =>
  Stream.unwrap(
    Effect.gen(function* () {
      const stream = yield* Effect.acquireRelease(
        Effect.sync(() => client.streamingSynthesize({ timeout: breathMillis })),
        (open) => Effect.sync(() => cancel(open))
      )
      // Its reader hears of an error, but not of one that comes when it has gone.
      stream.on("error", () => {})
      stream.write({ streamingConfig: { voice: voiceOf(voice), streamingAudioConfig: sound } })
      yield* write(stream, waiting).pipe(Effect.forkScoped)
      let isSilent = true
      return Stream.fromAsyncIterable<{ readonly audioContent?: Uint8Array | null }, ProviderFailure>(stream, (cause) =>
        googleFailure(provider, cause)
      ).pipe(
        Stream.map(({ audioContent }): Spoken => ({ audio: audioContent ?? new Uint8Array(), sentence: null })),
        Stream.filter(({ audio }) => audio.length > 0),
        Stream.tap(() =>
          Effect.sync(() => {
            isSilent = false
          })
        ),
        Stream.concat(Stream.suspend(() => (isSilent ? Stream.fail(noSound) : Stream.empty)))
      )
    })
  )

// Half-closed when there is no more, or nothing for so long that the service would break it off.
const write = (
  stream: { readonly write: (request: unknown) => void; readonly end: () => void },
  waiting: Queue.Dequeue<string, unknown>
) =>
  Effect.gen(function* () {
    while (true) {
      yield* Effect.timeout(Queue.peek(waiting), idleMillis)
      const text = yield* Queue.take(waiting)
      stream.write({ input: { text: `${text.trim()} ` } })
    }
  }).pipe(Effect.ignore, Effect.andThen(Effect.sync(() => stream.end())))

const requestMillis = 10_000
const breathMillis = 120_000
// The service waits for five seconds.
const idleMillis = 4_000

const noSound = new ProviderFailure({ provider, reason: "no sound came", retryable: true })
