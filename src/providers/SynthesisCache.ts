import { Clock, Context, Effect, Fiber, Layer, Stream } from "effect"
import { keyDigest } from "./circuit/account-key.ts"
import { ProviderFailure } from "./contract/ProviderFailure.ts"
import { type Spoken, type SpokenTime, TextToSpeech, type Voice } from "./contract/TextToSpeech.ts"
import { makeLeastRecentlyUsed } from "./least-recently-used.ts"

/** The whole audio of a text. */
export interface SpokenLine {
  /** The text without line breaks and the like, to whose characters the times refer. */
  readonly text: string
  /** Headerless μ-law at 8 kHz, at least one byte. The array is shared; do not write to it. */
  readonly audio: Uint8Array
  /** Until when each character sounds; undefined for voices that report no times. */
  readonly times?: ReadonlyArray<SpokenTime>
}

/**
 * The audio of fixed lines, such as an opening, a filler or an apology, synthesized on first use and cached. Texts
 * that are spoken only once go to TextToSpeech directly, so that they evict nothing.
 */
export class SynthesisCache extends Context.Service<
  SynthesisCache,
  {
    readonly line: (line: {
      readonly voice: Voice
      readonly text: string
    }) => Effect.Effect<SpokenLine, ProviderFailure>
  }
>()("carillon/providers/SynthesisCache") {
  static readonly layer = Layer.effect(
    SynthesisCache,
    Effect.gen(function* () {
      const { speak } = yield* TextToSpeech
      const scope = yield* Effect.scope
      const clock = yield* Clock.Clock
      const cache = makeLeastRecentlyUsed<SpokenLine>(maximumBytes, ({ audio }) => audio.length)
      const underWay = new Map<string, Fiber.Fiber<SpokenLine, ProviderFailure>>()

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
        const line = joinLine(text, parts)
        return line.audio.length > 0 ? line : yield* failed(voice, "a line without a sound")
      })

      const line = Effect.fn("SynthesisCache.line")(function* ({ text, voice }: { voice: Voice; text: string }) {
        const plain = normalized(text)
        const key = JSON.stringify([...identityOf(voice), "mulaw", 8_000, plain])
        const known = cache.get(key)
        if (known !== undefined) return known
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

/** Joins the pieces of a text's audio. */
export const joinLine = (text: string, parts: ReadonlyArray<SpokenPart>): SpokenLine => {
  const times = parts.flatMap((part) => part.times ?? [])
  const audio = Uint8Array.from(Buffer.concat(parts.map((part) => part.audio)))
  return { text, audio, ...(times.length > 0 && { times }) }
}

type SpokenPart = Pick<Spoken, "audio" | "times">

/** An organization's own key may have voices that no other has. */
const identityOf = ({ choice, gender, language, provider }: Voice) => [
  provider,
  language,
  gender,
  choice?.vendor,
  choice?.voiceId,
  choice?.model,
  choice?.apiKey && keyDigest(choice.apiKey)
]

/** Maximum size of the cache, bytes: about two hours of audio. */
const maximumBytes = 64 * 2 ** 20

/** Timeout of a synthesis, ms. */
const synthesisMillis = 10_000

// Line breaks and the Unicode form of accents are not audible.
const normalized = (text: string) => text.normalize("NFC").trim().replaceAll(/\s+/g, " ")

const failed = ({ provider }: Voice, reason: string) =>
  Effect.fail(new ProviderFailure({ provider, reason, retryable: true }))
