import { Context, Effect, Layer, Schema, Stream } from "effect"
import { SpeechProfiles } from "../accounts/speech/SpeechProfiles.ts"
import { wavOf } from "../audio/wav.ts"
import type { ListedVoice, VoiceList, VoiceSample } from "../domain/speech/ListedVoice.ts"
import { usualCodeOf } from "../domain/speech/vendor-languages.ts"
import { hasWords } from "../domain/text/words.ts"
import { AppConfig } from "../platform/config.ts"
import { TextToSpeech, type Voice } from "../providers/contract/TextToSpeech.ts"
import { plannedVoices, voiceAt } from "../providers/planned-speech.ts"
import { listVoices } from "../providers/voice-lists.ts"

/** A voice could not speak. The message is for the operator. */
export class NoVoice extends Schema.TaggedError<NoVoice>()("NoVoice", {
  path: Schema.String,
  message: Schema.String
}) {}

/** The voices that the calls of an organization may speak with, to choose from. */
export class VoiceCatalog extends Context.Service<
  VoiceCatalog,
  {
    /** Lists the voices of all vendors that there is a key for; only those for a language, if one is given. */
    readonly list: (organizationId: number, language: string | undefined) => Effect.Effect<VoiceList>
    /** Speaks a text, and returns a WAV file. */
    readonly sample: (organizationId: number, sample: VoiceSample) => Effect.Effect<Uint8Array, NoVoice>
  }
>()("carillon/operations/VoiceCatalog") {
  static readonly layer = Layer.effect(
    VoiceCatalog,
    Effect.gen(function* () {
      const settings = yield* AppConfig
      const profiles = yield* SpeechProfiles
      const { speak } = yield* TextToSpeech

      const list = Effect.fn("VoiceCatalog.list")(function* (organizationId: number, language: string | undefined) {
        const { ownKeys } = yield* profiles.plan(organizationId)
        const { data, problems } = yield* listVoices(settings, ownKeys)
        return { data: data.filter((voice) => language === undefined || speaks(voice, language)), problems }
      })

      const voiceFor = Effect.fnUntraced(function* (organizationId: number, sample: VoiceSample) {
        const { language, model, ttsProvider, vendor, voiceGender, voiceId } = sample
        const voice: Voice = { provider: ttsProvider, language, gender: voiceGender }
        const plan = yield* profiles.plan(organizationId)
        if (vendor === undefined) {
          if (voiceId !== undefined || model !== undefined)
            return yield* new NoVoice({ path: "vendor", message: "is required with voiceId or model" })
          const [first] = plannedVoices(settings, plan, voice)
          const message = `is required: the speech profile lists no voice for ${language}, and permits no other`
          return first ?? (yield* new NoVoice({ path: "vendor", message }))
        }
        const chosen = voiceAt(settings, plan, {
          ...voice,
          choice: { vendor, ...(voiceId !== undefined && { voiceId }), ...(model !== undefined && { model }) }
        })
        return chosen ?? (yield* new NoVoice({ path: "vendor", message: `names ${vendor}, which has no key` }))
      })

      const sample = Effect.fn("VoiceCatalog.sample")(function* (organizationId: number, wanted: VoiceSample) {
        const voice = yield* voiceFor(organizationId, wanted)
        const refused = (message: string) => new NoVoice({ path: "vendor", message })
        const pieces = yield* Stream.runCollect(speak({ voice, sentences: Stream.make(wanted.text) })).pipe(
          Effect.mapError((failure) => refused(`could not speak: ${failure.message}`)),
          Effect.timeoutOrElse({
            duration: sampleMillis,
            orElse: () => Effect.fail(refused(`had not spoken everything within ${sampleMillis / 1_000} seconds`))
          })
        )
        const audio = Buffer.concat(pieces.map((piece) => piece.audio))
        if (audio.length > 0) return wavOf(audio)
        return yield* refused(hasWords(wanted.text) ? "sent no sound" : "spoke nothing: the text has no words")
      })

      return VoiceCatalog.of({ list, sample })
    })
  )
}

/** Timeout of a sample, ms. */
const sampleMillis = 25_000

/** Whether a voice is offered for a language or a part of the world where it is spoken: `hi` and `hi-IN` match. */
const speaks = ({ languages }: ListedVoice, language: string) => {
  const wanted = comparable(language)
  return languages.some((one) => {
    const offered = comparable(one)
    return offered === wanted || offered.startsWith(`${wanted}-`) || wanted.startsWith(`${offered}-`)
  })
}

// Flows and vendors may know a language by different codes, such as `nb-NO` and `no`.
const comparable = (code: string) => [usualCodeOf(code), ...code.toLowerCase().split("-").slice(1)].join("-")
