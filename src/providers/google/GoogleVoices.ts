import type { TextToSpeechClient } from "@google-cloud/text-to-speech"
import { Effect, Layer, Queue, Stream } from "effect"
import type { ListedVoice } from "../../domain/speech/ListedVoice.ts"
import { hasWords } from "../../domain/text/words.ts"
import { AppConfig, type Settings } from "../../platform/config.ts"
import { makeCircuit } from "../circuit/circuit.ts"
import { noteAccountCircuit, noteLiveCircuit } from "../circuit/live-circuits.ts"
import { CurrentUsageMeter, charactersOf } from "../contract/CurrentUsageMeter.ts"
import { ProviderFailure } from "../contract/ProviderFailure.ts"
import { type Spoken, TextToSpeech, type Voice } from "../contract/TextToSpeech.ts"
import { cancel, clientOptions, type Endpoint, isConfigured, makeClients, voiceEndpoint } from "./google-clients.ts"
import { googleFailure } from "./google-failure.ts"
import { isStreamed, tierOf, voiceOf } from "./voices.ts"
import { samplesOf } from "./wav.ts"

/** Google's speech synthesis, for all three voice providers that a flow may name. */
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

    yield* noteLiveCircuit("TEXT_TO_SPEECH", circuit)
    yield* noteAccountCircuit({ role: "voice", vendor: "google" }, circuit)

    const speak: TextToSpeech["Service"]["speak"] = ({ sentences, voice }) =>
      circuit.protect(
        Stream.unwrap(
          Effect.map(clients.borrow, (client) =>
            isStreamed(voice) ? streamed(client, voice, sentences) : sentenceBySentence(client, voice, sentences)
          )
        )
      )

    const offers = Effect.fn("GoogleVoices.offers")(function* (voice: Voice) {
      const { languageCode, modelName, name } = voiceOf(voice)
      return (yield* listed).some(
        ({ languageCodes, name: one }) =>
          (languageCodes ?? []).includes(languageCode) &&
          // Gemini's speakers are not listed with their model, if at all, so only the language can be checked.
          (name === undefined || modelName !== undefined || one === name)
      )
    })

    return TextToSpeech.of({ speak, offers })
  })
)

/** Lists the voices, which is free and shows whether the service answers and accepts the credentials. */
export const examine = ({ google }: Settings): Effect.Effect<void, ProviderFailure> => {
  const endpoint = voiceEndpoint(google)
  if (!isConfigured(google, endpoint)) return Effect.fail(unconfigured)
  return voiceClients(endpoint).pipe(
    Effect.flatMap(({ borrow }) => Effect.flatMap(borrow, listVoices)),
    Effect.asVoid,
    Effect.scoped
  )
}

/** Lists the voices that Google offers. Gemini's speakers are not among them. */
export const googleVoiceList = ({ google }: Settings): Effect.Effect<ReadonlyArray<ListedVoice>, ProviderFailure> => {
  const endpoint = voiceEndpoint(google)
  if (!isConfigured(google, endpoint)) return Effect.fail(unconfigured)
  return voiceClients(endpoint).pipe(
    Effect.flatMap(({ borrow }) => Effect.flatMap(borrow, listVoices)),
    Effect.map((voices) =>
      voices.flatMap(
        ({ languageCodes, name, ssmlGender }): ReadonlyArray<ListedVoice> =>
          name
            ? [{ vendor: "google", voiceId: name, name, languages: languageCodes ?? [], gender: genderOf(ssmlGender) }]
            : []
      )
    ),
    Effect.scoped
  )
}

// The SDK reports an enumeration as its name or as its number.
const genderOf = (gender: unknown): ListedVoice["gender"] => {
  const genders = [null, "MALE", "FEMALE", "NEUTRAL"] as const
  return genders.find((one, index) => one === gender || index === gender) ?? null
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

/** Sends one request per sentence; the next request runs while a sentence is played. */
const sentenceBySentence = (client: TextToSpeechClient, voice: Voice, sentences: Stream.Stream<string>) =>
  sentences.pipe(
    Stream.zipWithIndex,
    Stream.filter(([text]) => hasWords(text)),
    Stream.mapEffect(
      ([text, sentence]) => Effect.map(synthesize(client, voice, text), (audio): Spoken => ({ audio, sentence })),
      { concurrency: 2 }
    )
  )

const synthesize = (client: TextToSpeechClient, voice: Voice, text: string) =>
  Effect.andThen(count(voice, text), ask(client, voice, text))

const count = (voice: Voice, text: string) =>
  Effect.map(CurrentUsageMeter, (meter) =>
    meter.add({ kind: "voice", vendor: provider, model: tierOf(voiceOf(voice)), quantity: charactersOf(text) })
  )

const ask = (client: TextToSpeechClient, voice: Voice, text: string) =>
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
      readonly ssmlGender?: unknown
    }> | null
  }>(() => client.innerApiCalls.listVoices?.({}, { timeout: requestMillis, retry: null })).pipe(
    Effect.map(({ voices }) => voices ?? [])
  )

// Calls the SDK's inner methods, since only their requests can be cancelled.
const call = <A>(ask: () => CancellableCall<A> | undefined) =>
  Effect.callback<A, ProviderFailure>((resume) => {
    const pending = ask()
    pending?.then(
      ([answer]) => resume(Effect.succeed(answer)),
      (cause: unknown) => resume(Effect.fail(googleFailure(provider, cause)))
    )
    return Effect.sync(() => pending?.cancel())
  })

interface CancellableCall<A> extends Promise<readonly [A]> {
  readonly cancel: () => void
}

/** Streams sentences that follow each other closely through one request; begins another after a pause. */
const streamed = (client: TextToSpeechClient, voice: Voice, sentences: Stream.Stream<string>) =>
  Stream.unwrap(
    Effect.map(Stream.toQueue(Stream.filter(sentences, hasWords), { capacity: 16 }), (waiting) => {
      const rest: Stream.Stream<Spoken, ProviderFailure> = Stream.unwrap(
        Queue.peek(waiting).pipe(
          Effect.map(() => Stream.concat(oneRequest(client, voice, waiting), rest)),
          Effect.catch(() => Effect.succeed(Stream.empty))
        )
      )
      return rest
    })
  )

const oneRequest = (client: TextToSpeechClient, voice: Voice, waiting: Queue.Dequeue<string, unknown>) =>
  Stream.unwrap(
    Effect.gen(function* () {
      const stream = yield* Effect.acquireRelease(
        Effect.sync(() => client.streamingSynthesize({ timeout: streamMillis })),
        (open) => Effect.sync(() => cancel(open))
      )
      // Node would crash on an error that arrives after the reader has left.
      stream.on("error", () => {})
      stream.write({ streamingConfig: { voice: voiceOf(voice), streamingAudioConfig: sound } })
      yield* write(stream, voice, waiting).pipe(Effect.forkScoped)
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

// Half-closes the stream at the end of the sentences, or before the service aborts it as idle.
const write = (
  stream: { readonly write: (request: unknown) => void; readonly end: () => void },
  voice: Voice,
  waiting: Queue.Dequeue<string, unknown>
) =>
  Effect.gen(function* () {
    while (true) {
      yield* Effect.timeout(Queue.peek(waiting), idleMillis)
      const text = `${(yield* Queue.take(waiting)).trim()} `
      stream.write({ input: { text } })
      yield* count(voice, text)
    }
  }).pipe(Effect.ignore, Effect.andThen(Effect.sync(() => stream.end())))

/** Timeouts of a request for one sentence and for a stream of sentences, ms. */
const requestMillis = 10_000
const streamMillis = 120_000
/** Pause after which a stream is half-closed, ms; the service aborts it after five seconds. */
const idleMillis = 4_000

const noSound = new ProviderFailure({ provider, reason: "no sound came", retryable: true })
