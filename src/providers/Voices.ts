import { Context, Effect, Layer, Stream } from "effect"
import type { KeyVendor, VoiceVendor } from "../domain/speech/vendors.ts"
import { hasWords } from "../domain/text/words.ts"
import { AppConfig } from "../platform/config.ts"
import { CurrentStalls, runningClock } from "../platform/observability/stalls.ts"
import { makeAccountCircuits } from "./account-circuits.ts"
import { sonic } from "./cartesia/sonic.ts"
import { CurrentVendorSpeeds } from "./circuit/vendor-speeds.ts"
import { type Spoken, TextToSpeech } from "./contract/TextToSpeech.ts"
import { aura } from "./deepgram/aura.ts"
import { multiContext } from "./elevenlabs/multi-context.ts"
import { measuredSpeaking } from "./measured-speech.ts"
import { accountOfVoice } from "./planned-speech.ts"
import { bulbul } from "./sarvam/bulbul.ts"
import { examineVoice, usualVoice } from "./socket/examine-voice.ts"
import { makeVoiceSockets, type VoiceAdapter } from "./socket/voice-sockets.ts"
import { accountAt } from "./vendor-accounts.ts"

/** The voices of all vendors; one that names no vendor, or Google, is spoken by `usual`. */
export const layerOver = <E, R>(usual: Layer.Layer<TextToSpeech, E, R>) =>
  Layer.effect(
    TextToSpeech,
    Effect.gen(function* () {
      const settings = yield* AppConfig
      const google = Context.get(yield* Layer.build(usual), TextToSpeech)
      const speeds = yield* CurrentVendorSpeeds
      const now = runningClock(yield* CurrentStalls)
      const circuitOf = yield* makeAccountCircuits("TEXT_TO_SPEECH", patienceMillis)
      const sockets = yield* makeVoiceSockets

      const speakAt = Effect.fnUntraced(function* (
        vendor: KeyVendor,
        adapter: VoiceAdapter,
        { sentences, voice }: Parameters<TextToSpeech["Service"]["speak"]>[0]
      ) {
        const ownKey = voice.choice?.apiKey
        const account = yield* accountAt(settings, vendor, ownKey)
        const protocol = adapter(account, voice)
        const useAccount = Effect.suspend(() => examineVoice(sockets, adapter(account, usualVoice)))
        const circuit = yield* circuitOf(account, protocol, ownKey === undefined, useAccount)
        return sentences.pipe(
          Stream.zipWithIndex,
          Stream.filter(([text]) => hasWords(text)),
          Stream.flatMap(([text, sentence]) =>
            Stream.map(sockets.speak(protocol, text.trim()), (piece): Spoken => ({ ...piece, sentence }))
          ),
          circuit.protect
        )
      })

      return TextToSpeech.of({
        speak: ({ sentences, voice }) => {
          const vendor = voice.choice?.vendor ?? "google"
          const account = accountOfVoice(voice)
          const speak = (asked: Stream.Stream<string>) =>
            vendor === "google"
              ? google.speak({ voice, sentences: asked })
              : Stream.unwrap(speakAt(vendor, voiceAdapters[vendor], { voice, sentences: asked }))
          return measuredSpeaking(speak, sentences, (millis) => speeds.note(account, millis), now)
        },
        offers: (voice) => google.offers(voice)
      })
    })
  )

/** How each vendor speaks over a websocket. */
export const voiceAdapters: Readonly<Record<Exclude<VoiceVendor, "google">, VoiceAdapter>> = {
  cartesia: sonic,
  deepgram: aura,
  elevenlabs: multiContext,
  sarvam: bulbul
}

/** Time without audio after which an interrupted request counts as failed, ms. */
const patienceMillis = 600
