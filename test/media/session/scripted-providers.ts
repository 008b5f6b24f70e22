import { Clock, Effect, Fiber, Layer, Stream } from "effect"
import { TestClock } from "effect/testing"
import type { Brief } from "../../../src/media/brief/Briefs.ts"
import {
  LanguageModel,
  modelId,
  type ReplyPart,
  type ReplyRequest
} from "../../../src/providers/contract/LanguageModel.ts"
import { ProviderFailure } from "../../../src/providers/contract/ProviderFailure.ts"
import { TextToSpeech, type TtsProvider } from "../../../src/providers/contract/TextToSpeech.ts"
import { googleVoices } from "../../../src/providers/usual-speech.ts"
import { asha } from "../../support/data/contact.ts"

export const brief: Brief = {
  organizationId: 1,
  campaignId: "019a0000-0000-7000-8000-000000000001",
  language: "en-IN",
  languages: ["en-IN"],
  spoken: [],
  ears: [{ vendor: "google" }],
  voices: googleVoices({ provider: "PREMIUM_TTS", language: "en-IN", gender: "FEMALE" }),
  llmProvider: "HOSTED_API",
  model: null,
  reasoningEffort: null,
  temperature: null,
  modelFallback: "ANY",
  allowInterrupts: true,
  optOutKey: "9",
  flowType: "HYBRID",
  knowledgeBaseId: null,
  machines: null,
  keys: [],
  openKeys: [],
  message: "",
  introduction: "",
  tools: [],
  recording: "OFF",
  transfer: null,
  contact: asha,
  disclosure: null,
  callbackZone: null,
  opening: "Hello Asha.",
  isOpeningShared: false,
  system: "The system text.",
  identity: null,
  isIdentified: false,
  limitMillis: 300_000
}

/** A step of a provider: a wait in ms, an element, a hang, a failure or a defect. */
export type Step<A> = number | A | "hang" | "defect" | ProviderFailure

/** A stream that takes these steps. `open` counts the running streams. */
export const stepping = <A extends object>(
  steps: ReadonlyArray<Step<A>>,
  open: { count: number }
): Stream.Stream<A, ProviderFailure> =>
  Stream.fromIterable(steps).pipe(
    Stream.rechunk(1),
    Stream.flatMap((step): Stream.Stream<A, ProviderFailure> => {
      if (typeof step === "number") return Stream.drain(Stream.fromEffect(Effect.sleep(step)))
      if (step === "hang") return Stream.never
      if (step === "defect") return Stream.die(new Error("A defect of the test"))
      return step instanceof ProviderFailure ? Stream.fail(step) : Stream.make(step as A)
    }),
    Stream.onStart(Effect.sync(() => open.count++)),
    Stream.ensuring(Effect.sync(() => open.count--))
  )

export const failure = (reason: string, retryable = true) => new ProviderFailure({ provider: "p", reason, retryable })
export const tooMany = failure("HTTP 429")
export const notSet = failure("KEY not set", false)

export const token = (text: string): ReplyPart => ({ kind: "token", text })
export const stop: ReplyPart = { kind: "ended", reason: "stop" }
export const doNotCall: ReplyPart = { kind: "toolCall", name: "do_not_call", arguments: {} }
export const endCall: ReplyPart = { kind: "toolCall", name: "end_call", arguments: {} }

type Steps = ReadonlyArray<Step<ReplyPart>>
/** The steps of each model, or those of its request of this number, from 0. */
export type ModelSteps = Partial<Record<string, Steps | ((index: number) => Steps)>>
/** The steps of each voice for a text. */
export type VoiceSteps = Partial<Record<TtsProvider, (text: string) => ReadonlyArray<Step<Sound>>>>
type Sound = { readonly audio: Uint8Array; readonly sentence: number | null }

export const sound = (text: string): Sound => ({ audio: Uint8Array.from(Buffer.from(text)), sentence: null })

/** A voice that speaks at once, in two pieces. */
export const speaks = (text: string): ReadonlyArray<Sound> => [sound(text.slice(0, 3)), sound(text.slice(3))]

/** Providers that take scripted steps and record their requests; without steps they are not configured. */
export const scriptedProviders = (models: ModelSteps, voices: VoiceSteps) => {
  const open = { count: 0 }
  const asked: Array<ReplyRequest> = []
  const spoken: Array<string> = []
  const layer = Layer.mergeAll(
    Layer.succeed(LanguageModel, {
      reply: (request) =>
        Stream.suspend(() => {
          const index = asked.filter(({ provider }) => provider === request.provider).length
          asked.push(request)
          const steps = models[modelId(request.provider)] ?? [notSet]
          return stepping(typeof steps === "function" ? steps(index) : steps, open)
        })
    }),
    Layer.succeed(TextToSpeech, {
      offers: () => Effect.succeed(true),
      speak: ({ sentences, voice: { provider } }) =>
        Stream.flatMap(sentences, (text) => {
          spoken.push(`${provider} ${text}`)
          return stepping(voices[provider]?.(text) ?? [notSet], open)
        })
    })
  )
  return { open, asked, spoken, layer }
}

/** Advances the test clock until the effect is done, and returns its value and duration. */
export const passing = Effect.fnUntraced(function* <A, E, R>(effect: Effect.Effect<A, E, R>, atMostMillis = 200_000) {
  const began = yield* Clock.currentTimeMillis
  const fiber = yield* Effect.forkChild(effect)
  for (let passed = 0; passed <= atMostMillis; passed += 50) {
    // Fibers that need no time run before the time advances.
    for (let turn = 0; turn < 100 && fiber.pollUnsafe() === undefined; turn++) yield* Effect.yieldNow
    if (fiber.pollUnsafe() !== undefined) {
      return { value: yield* Fiber.join(fiber), millis: (yield* Clock.currentTimeMillis) - began }
    }
    yield* TestClock.adjust(50)
  }
  return yield* Effect.die(new Error(`Not over within ${atMostMillis} ms`))
})
