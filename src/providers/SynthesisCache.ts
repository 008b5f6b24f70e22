import { createHash } from "node:crypto"
import { Clock, Context, Effect, Fiber, Layer, Redacted, Stream } from "effect"
import { ProviderFailure } from "./contract/ProviderFailure.ts"
import { TextToSpeech, type Voice } from "./contract/TextToSpeech.ts"
import { makeLeastRecentlyUsed } from "./least-recently-used.ts"

/**
 * The audio of fixed lines, such as an opening, a filler or an apology, synthesized on first use and cached. Texts
 * that are spoken only once go to TextToSpeech directly, so that they evict nothing.
 */
export class SynthesisCache extends Context.Service<
  SynthesisCache,
  {
    /** Returns the whole line as headerless μ-law at 8 kHz, at least one byte. The array is shared; do not write to it. */
    readonly line: (line: {
      readonly voice: Voice
      readonly text: string
    }) => Effect.Effect<Uint8Array, ProviderFailure>
  }
>()("carillon/providers/SynthesisCache") {
  static readonly layer = Layer.effect(
    SynthesisCache,
    Effect.gen(function* () {
      const { speak } = yield* TextToSpeech
      const scope = yield* Effect.scope
      const clock = yield* Clock.Clock
      const cache = makeLeastRecentlyUsed(maximumBytes)
      const underWay = new Map<string, Fiber.Fiber<Uint8Array, ProviderFailure>>()

      const synthesize = Effect.fnUntraced(function* (voice: Voice, text: string) {
        const clockOfCall = yield* Clock.Clock
        const parts = yield* Stream.runCollect(speak({ voice, sentences: Stream.make(text) })).pipe(
          Effect.provideService(Clock.Clock, clockOfCall),
          Effect.timeoutOrElse({
            duration: synthesisMillis,
            orElse: () => failed(voice, `no line within ${synthesisMillis} ms`)
          }),
          // The clock of a simulated call stops with its line, so the timeout uses the clock of the node.
          Effect.provideService(Clock.Clock, clock)
        )
        const sound = Buffer.concat(parts.map(({ audio }) => audio))
        return sound.length > 0 ? Uint8Array.from(sound) : yield* failed(voice, "a line without a sound")
      })

      const line = Effect.fn("SynthesisCache.line")(function* ({ text, voice }: { voice: Voice; text: string }) {
        const plain = normalized(text)
        const key = JSON.stringify([...identityOf(voice), "mulaw", 8_000, plain])
        const sound = cache.get(key)
        if (sound !== undefined) return sound
        let synthesis = underWay.get(key)
        if (synthesis === undefined) {
          // Forked into the service: other calls may wait for it, and the result is cached even when the call ends.
          synthesis = yield* synthesize(voice, plain).pipe(
            Effect.tap((made) => Effect.sync(() => cache.set(key, made))),
            Effect.ensuring(Effect.sync(() => underWay.delete(key))),
            Effect.forkIn(scope)
          )
          underWay.set(key, synthesis)
        }
        return yield* Fiber.join(synthesis)
      })

      return SynthesisCache.of({ line })
    })
  )
}

/** An organization's own key may have voices that no other has. */
const identityOf = ({ choice, gender, language, provider }: Voice) => [
  provider,
  language,
  gender,
  choice?.vendor,
  choice?.voiceId,
  choice?.model,
  choice?.apiKey && createHash("sha256").update(Redacted.value(choice.apiKey)).digest("base64")
]

/** Maximum size of the cache, bytes: about two hours of audio. */
const maximumBytes = 64 * 2 ** 20

/** Timeout of a synthesis, ms. */
const synthesisMillis = 10_000

// Line breaks and the Unicode form of accents are not audible.
const normalized = (text: string) => text.normalize("NFC").trim().replaceAll(/\s+/g, " ")

const failed = ({ provider }: Voice, reason: string) =>
  Effect.fail(new ProviderFailure({ provider, reason, retryable: true }))
