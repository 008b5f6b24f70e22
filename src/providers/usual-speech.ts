import { primaryLanguage } from "../domain/speech/primary-language.ts"
import type { EarVendor, VoiceVendor } from "../domain/speech/vendors.ts"
import type { Settings } from "../platform/config.ts"
import { sonicSpeaks } from "./cartesia/sonic.ts"
import { chosenProviders } from "./chosen-providers.ts"
import type { Ear } from "./contract/SpeechToText.ts"
import type { TtsProvider, Voice } from "./contract/TextToSpeech.ts"
import { auraSpeaks } from "./deepgram/aura.ts"
import { multiContextSpeaks } from "./elevenlabs/multi-context.ts"
import { isConfigured, speechEndpoint, voiceEndpoint } from "./google/google-clients.ts"
import { bulbulSpeaks } from "./sarvam/bulbul.ts"
import { isUsable } from "./vendor-accounts.ts"

/** Returns the recognizers of the settings in the order in which calls use them; at least one. */
export const usualEars = (settings: Settings): ReadonlyArray<Ear> => {
  const { google } = settings
  const vendors = keyEars.filter((vendor) => isUsable(settings, vendor))
  const hasGoogle = chosenProviders(settings).speech === "google" && isConfigured(google, speechEndpoint(google))
  return [...vendors, ...(hasGoogle || vendors.length === 0 ? (["google"] as const) : [])].map((vendor) => ({ vendor }))
}

/** Returns the voices of the settings that speak the language, in the order in which calls use them; at least one. */
export const usualVoices = (settings: Settings, voice: Voice): ReadonlyArray<Voice> => {
  const { google } = settings
  const { language } = voice
  const order = ["en", "hi"].includes(primaryLanguage(language)) ? keyVoices : otherVoices
  const vendors = order.filter((vendor) => isUsable(settings, vendor) && speaks[vendor](language))
  const hasGoogle = chosenProviders(settings).voice === "google" && isConfigured(google, voiceEndpoint(google))
  return [
    ...vendors.map((vendor) => ({ ...voice, choice: { vendor } })),
    ...(hasGoogle || vendors.length === 0 ? googleVoices(voice) : [])
  ]
}

/** Returns the voice of a flow at Google, and those that replace it. */
export const googleVoices = (voice: Voice): ReadonlyArray<Voice> =>
  [...new Set<TtsProvider>([voice.provider, "CLOUD_TTS", "GENERATIVE_TTS"])].map((provider) => ({ ...voice, provider }))

// By latency and accuracy, best first. Sarvam knows Indian languages best, but reports no times of words.
const keyEars = ["deepgram"] as const satisfies ReadonlyArray<EarVendor>
type KeyVoice = Exclude<VoiceVendor, "google">
const keyVoices: ReadonlyArray<KeyVoice> = ["cartesia", "elevenlabs", "deepgram", "sarvam"]
const otherVoices: ReadonlyArray<KeyVoice> = ["sarvam", "cartesia", "elevenlabs", "deepgram"]

const speaks: Readonly<Record<KeyVoice, (language: string) => boolean>> = {
  cartesia: sonicSpeaks,
  elevenlabs: multiContextSpeaks,
  deepgram: auraSpeaks,
  sarvam: bulbulSpeaks
}
