import type { Redacted } from "effect"
import { distinct, preferredEars, preferredVoices } from "../domain/speech/effective-speech.ts"
import type { SpeechPreferences } from "../domain/speech/SpeechProfile.ts"
import type { EarVendor, KeyVendor, VoiceVendor } from "../domain/speech/vendors.ts"
import type { Settings } from "../platform/config.ts"
import type { Ear } from "./contract/SpeechToText.ts"
import type { Voice, VoiceChoice } from "./contract/TextToSpeech.ts"
import { googleUse, googleVoices, usualEars, usualVoices } from "./usual-speech.ts"
import { hasKeyAt, isUsable } from "./vendor-accounts.ts"

/** The profiles of the organization of a call and of the settings, and the organization's own keys. */
interface Plan {
  readonly profiles: ReadonlyArray<SpeechPreferences>
  readonly ownKeys: ReadonlyMap<KeyVendor, Redacted.Redacted>
}

/** Returns the recognizers of a call in the order in which it uses them; at least one. */
export const plannedEars = (settings: Settings, { ownKeys, profiles }: Plan, language: string): ReadonlyArray<Ear> => {
  const preferred = preferredEars(profiles, language).filter(({ vendor }) =>
    vendor === "google" ? googleUse(settings).ear !== "nothing" : isUsable(settings, vendor, ownKeys.has(vendor))
  )
  return distinct(
    [...preferred, ...usualEars(settings, language, ownKeys)].map(
      (ear): Ear => ({ ...ear, ...ownKeyOf(ownKeys, ear.vendor) })
    ),
    ({ model, vendor }) => [vendor, model]
  )
}

/** Returns the voices of a call in the order in which it uses them; at least one. */
export const plannedVoices = (settings: Settings, { ownKeys, profiles }: Plan, voice: Voice): ReadonlyArray<Voice> => {
  const { gender, language, provider } = voice
  const preferred = preferredVoices(profiles, { gender, language, ttsProvider: provider })
    .filter(({ vendor }) =>
      vendor === "google" ? googleUse(settings).voice !== "nothing" : isUsable(settings, vendor, ownKeys.has(vendor))
    )
    .flatMap(
      ({ gender: _, ...choice }): ReadonlyArray<Voice> =>
        choice.vendor === "google" && choice.voiceId === undefined ? googleVoices(voice) : [{ ...voice, choice }]
    )
  return distinct(
    [...preferred, ...usualVoices(settings, voice, ownKeys)].map(
      (one): Voice =>
        one.choice === undefined ? one : { ...one, choice: { ...one.choice, ...ownKeyOf(ownKeys, one.choice.vendor) } }
    ),
    ({ choice, provider: tier }) =>
      choice === undefined ? [tier] : [choice.vendor, choice.voiceId ?? "", choice.model ?? ""]
  )
}

/** Returns a voice that names its vendor with the key that calls would use; undefined without a key. */
export const voiceAt = (settings: Settings, { ownKeys }: Plan, voice: Voice & { readonly choice: VoiceChoice }) => {
  const { vendor } = voice.choice
  const isThere =
    vendor === "google" ? googleUse(settings).voice !== "nothing" : hasKeyAt(settings, vendor, ownKeys.has(vendor))
  return isThere ? { ...voice, choice: { ...voice.choice, ...ownKeyOf(ownKeys, vendor) } } : undefined
}

/** Identifies the account of a recognizer. */
export const accountOfEar = ({ apiKey, vendor }: Ear) => ({ role: "ear", vendor, apiKey }) as const

/** Identifies the account of a voice. */
export const accountOfVoice = ({ choice }: Voice) =>
  ({ role: "voice", vendor: choice?.vendor ?? "google", apiKey: choice?.apiKey }) as const

const ownKeyOf = (ownKeys: Plan["ownKeys"], vendor: EarVendor | VoiceVendor) => {
  const apiKey = vendor === "google" ? undefined : ownKeys.get(vendor)
  return apiKey === undefined ? {} : { apiKey }
}
