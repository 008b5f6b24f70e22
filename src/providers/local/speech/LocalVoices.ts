import { Effect, Layer, Stream } from "effect"
import { bytesPerMilli } from "../../../audio/frames.ts"
import { speak } from "../../../audio/modem.ts"
import { CurrentUsageMeter, charactersOf } from "../../contract/CurrentUsageMeter.ts"
import { type Spoken, TextToSpeech } from "../../contract/TextToSpeech.ts"
import { type Latencies, takeTime } from "../latencies.ts"

/** Speaks through the modem, with one voice for all. */
export const layer = ({ firstAudioMillis }: Latencies) => {
  const synthesize = (text: string, sentence: number) =>
    // The space separates the sentence from the next, as a breath does.
    Effect.map(CurrentUsageMeter, (meter) =>
      meter.add({ kind: "voice", vendor: "local", model: "", quantity: charactersOf(text) })
    ).pipe(Effect.andThen(takeTime(firstAudioMillis)), Effect.as(piecesOf(speak(`${text.trim()} `), sentence)))

  return Layer.succeed(
    TextToSpeech,
    TextToSpeech.of({
      speak: ({ sentences }) =>
        sentences.pipe(
          Stream.zipWithIndex,
          Stream.filter(([text]) => /[\p{L}\p{N}]/u.test(text)),
          Stream.mapEffect(([text, sentence]) => synthesize(text, sentence), { concurrency: 2 }),
          Stream.flatMap(Stream.fromIterable)
        ),
      offers: () => Effect.succeed(true)
    })
  )
}

const piecesOf = (audio: Uint8Array, sentence: number): ReadonlyArray<Spoken> =>
  Array.from({ length: Math.ceil(audio.length / pieceBytes) }, (_, index) => ({
    audio: audio.subarray(index * pieceBytes, (index + 1) * pieceBytes),
    sentence
  }))

/** Size of the pieces in which audio is delivered, bytes. */
const pieceBytes = 400 * bytesPerMilli
