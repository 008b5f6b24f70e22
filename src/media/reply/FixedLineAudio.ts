import { Context, Effect, Latch, Layer, Stream } from "effect"
import type { ProviderFailure } from "../../providers/contract/ProviderFailure.ts"
import { TextToSpeech, type Voice } from "../../providers/contract/TextToSpeech.ts"
import { joinLine, type SpokenLine, SynthesisCache } from "../../providers/SynthesisCache.ts"
import type { Brief } from "../brief/Briefs.ts"
import { type FixedLine, fixedLineText, isOwnLine } from "../fixed-lines/fixed-lines.ts"
import { firstAudioTimeoutMillis, speakText } from "./voices.ts"

/** The audio of the lines that the agent says without the model. */
export class FixedLineAudio extends Context.Service<
  FixedLineAudio,
  {
    /**
     * Renders a line, once for all calls with the voice. An opening with the contact's own data is
     * rendered per call.
     */
    readonly render: (brief: Brief, line: FixedLine) => Effect.Effect<SpokenLine, ProviderFailure>
  }
>()("carillon/media/FixedLineAudio") {
  static readonly layer = Layer.effect(
    FixedLineAudio,
    Effect.gen(function* () {
      const cache = yield* SynthesisCache
      const tts = yield* TextToSpeech

      const forThisCall = (text: string) => (voice: Voice, index: number) =>
        Effect.map(Stream.runCollect(speakText(tts, voice, text, firstAudioTimeoutMillis(index > 0))), (parts) =>
          joinLine(text, parts)
        )

      const render = Effect.fn("FixedLineAudio.render")(function* (brief: Brief, line: FixedLine) {
        const text = textOf(brief, line)
        const isShared = line === "opening" ? brief.isOpeningShared : !isOwnLine(line)
        const make = isShared ? (voice: Voice) => cache.line({ voice, text }) : forThisCall(text)
        const lines = brief.voices.map(make)
        return yield* firstOf(lines, isShared ? sharedPatience : ownPatience)
      })

      return FixedLineAudio.of({ render })
    })
  )
}

const textOf = (brief: Brief, line: FixedLine) => (isOwnLine(line) ? brief[line] : fixedLineText(brief.language, line))

/**
 * Runs the effects as a staggered race: the next one starts when the one before fails or exceeds its
 * patience; the first to succeed wins.
 */
const firstOf = <A, E>(
  [first, ...others]: ReadonlyArray<Effect.Effect<A, E>>,
  { firstMillis, nextMillis }: Patience
): Effect.Effect<A, E> => {
  if (first === undefined || others.length === 0) return first ?? Effect.never
  return Effect.suspend(() => {
    const hasFailed = Latch.makeUnsafe()
    const next = Effect.timeoutOption(hasFailed.await, firstMillis).pipe(
      Effect.andThen(firstOf(others, { firstMillis: nextMillis, nextMillis }))
    )
    return Effect.race(
      Effect.tapCause(first, () => hasFailed.open),
      next
    )
  })
}

/** Time without a whole line after which the next voice starts too, ms: for the first voice, and for the others. */
interface Patience {
  readonly firstMillis: number
  readonly nextMillis: number
}

// Even the fourth voice starts within 2 seconds, because the person hears nothing until one has rendered the line.
const sharedPatience: Patience = { firstMillis: 1_000, nextMillis: 500 }
// A line of this call only is streamed, so a voice that stalls fails earlier by its own timeouts.
const ownPatience: Patience = { firstMillis: 4_000, nextMillis: 4_000 }
