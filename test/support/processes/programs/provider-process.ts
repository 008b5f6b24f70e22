import { Deferred, Effect, Fiber, Layer, Stream } from "effect"
import { silent } from "../../../../src/audio/frames.ts"
import { AppConfig } from "../../../../src/platform/config.ts"
import { LanguageModel } from "../../../../src/providers/contract/LanguageModel.ts"
import type { ProviderFailure } from "../../../../src/providers/contract/ProviderFailure.ts"
import { SpeechToText } from "../../../../src/providers/contract/SpeechToText.ts"
import { TextToSpeech } from "../../../../src/providers/contract/TextToSpeech.ts"
import * as GoogleSpeech from "../../../../src/providers/google/GoogleSpeech.ts"
import * as GoogleVoices from "../../../../src/providers/google/GoogleVoices.ts"
import * as OpenAiModel from "../../../../src/providers/openai/OpenAiModel.ts"

// Starts one request to each provider and interrupts it. Then nothing is left to do, so the process
// exits, unless a connection or timer is still open.

const interruptedAfterOne = <A>(stream: Stream.Stream<A, ProviderFailure>) =>
  Effect.gen(function* () {
    const began = yield* Deferred.make<void>()
    const running = yield* stream.pipe(
      Stream.runForEach(() => Deferred.succeed(began, undefined)),
      Effect.forkChild
    )
    yield* Deferred.await(began)
    yield* Fiber.interrupt(running)
  })

const program = Effect.gen(function* () {
  const { listen } = yield* SpeechToText
  const { speak } = yield* TextToSpeech
  const { reply } = yield* LanguageModel
  yield* Effect.scoped(
    Effect.gen(function* () {
      const { hear, heard } = yield* listen({ language: "en-IN" })
      hear(silent(1_000))
      yield* interruptedAfterOne(heard)
    })
  )
  for (const provider of ["CLOUD_TTS", "GENERATIVE_TTS"] as const) {
    const sentences = Stream.concat(Stream.make("One."), Stream.never)
    yield* interruptedAfterOne(speak({ voice: { provider, language: "en-IN", gender: "FEMALE" }, sentences }))
  }
  yield* interruptedAfterOne(
    reply({ provider: "HOSTED_API", system: "", messages: [{ role: "user", text: "Hello" }], tools: [] })
  )
}).pipe(
  Effect.provide(Layer.mergeAll(GoogleSpeech.layer, GoogleVoices.layer, OpenAiModel.layer)),
  Effect.provide(AppConfig.layer)
)

await Effect.runPromise(program)
