import { isHeardBy, isSpokenBy, usualCodeOf } from "../domain/speech/vendor-languages.ts"
import type { EarVendor, KeyVendor, VoiceVendor } from "../domain/speech/vendors.ts"
import type { Settings } from "../platform/config.ts"
import { chosenProviders } from "./chosen-providers.ts"
import type { Ear } from "./contract/SpeechToText.ts"
import type { TtsProvider, Voice } from "./contract/TextToSpeech.ts"
import { isConfigured, speechEndpoint, voiceEndpoint } from "./google/google-clients.ts"
import { isUsable } from "./vendor-accounts.ts"

/** The vendors at which an organization has a key of its own. */
type OwnKeys = Pick<ReadonlySet<KeyVendor>, "has">

/** Returns the recognizers that calls in a language use, best first, unless a profile prefers others; at least one. */
export const usualEars = (settings: Settings, language: string, ownKeys: OwnKeys = none): ReadonlyArray<Ear> => {
  const order = isWidelyKnown(language) ? keyEars : otherEars
  const vendors = order.filter(
    (vendor) => isUsable(settings, vendor, ownKeys.has(vendor)) && isHeardBy(vendor, language)
  )
  const { ear } = googleUse(settings)
  return [...vendors, ...(ear === "credentials" || vendors.length === 0 ? (["google"] as const) : [])].map(
    (vendor) => ({ vendor })
  )
}

/** Returns the order of recognizers that are to hear recorded audio: first those that take it faster than it was spoken. */
export const earsForReplay = (ears: ReadonlyArray<Ear>): ReadonlyArray<Ear> =>
  ears.toSorted((one, other) => Number(pacedEars.has(one.vendor)) - Number(pacedEars.has(other.vendor)))

const pacedEars: ReadonlySet<EarVendor> = new Set(["assemblyai", "sarvam"])

/** Returns the voices that calls use, best first, unless a profile prefers others; at least one. */
export const usualVoices = (settings: Settings, voice: Voice, ownKeys: OwnKeys = none): ReadonlyArray<Voice> => {
  const order = isWidelyKnown(voice.language) ? keyVoices : otherVoices
  const vendors = order.filter(
    (vendor) => isUsable(settings, vendor, ownKeys.has(vendor)) && isSpokenBy(vendor, voice.language)
  )
  const google = googleUse(settings)
  return [
    ...vendors.map((vendor) => ({ ...voice, choice: { vendor } })),
    ...(google.voice === "credentials" || vendors.length === 0 ? googleVoices(voice) : [])
  ]
}

/** Returns the voice of a flow at Google, and those that replace it. */
export const googleVoices = (voice: Voice): ReadonlyArray<Voice> =>
  [...new Set<TtsProvider>([voice.provider, "CLOUD_TTS", "GENERATIVE_TTS"])].map((provider) => ({ ...voice, provider }))

/** Returns how calls may use Google: with its credentials, a stand-in in its place, or not at all. */
export const googleUse = (settings: Settings) => {
  const { google } = settings
  const chosen = chosenProviders(settings)
  const use = (isLocal: boolean, isComplete: boolean) => (isLocal ? "stand-in" : isComplete ? "credentials" : "nothing")
  return {
    ear: use(chosen.speech === "local", isConfigured(google, speechEndpoint(google))),
    voice: use(chosen.voice === "local", isConfigured(google, voiceEndpoint(google)))
  } as const
}

const none: OwnKeys = new Set()

/** Whether the vendors that are best for most languages know this language as well as any other. */
const isWidelyKnown = (language: string) => ["en", "hi"].includes(usualCodeOf(language))

// By latency and accuracy, best first. Sarvam knows Indian languages best, but reports no times of words.
type KeyEar = Exclude<EarVendor, "google">
const keyEars: ReadonlyArray<KeyEar> = ["deepgram", "soniox", "assemblyai", "sarvam"]
const otherEars: ReadonlyArray<KeyEar> = ["sarvam", "deepgram", "soniox", "assemblyai"]
type KeyVoice = Exclude<VoiceVendor, "google">
const keyVoices: ReadonlyArray<KeyVoice> = ["cartesia", "elevenlabs", "deepgram", "sarvam"]
const otherVoices: ReadonlyArray<KeyVoice> = ["sarvam", "cartesia", "elevenlabs", "deepgram"]
