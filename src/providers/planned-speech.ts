import type { Redacted } from "effect"
import { distinct, permitted, preferredEars, preferredVoices } from "../domain/speech/effective-speech.ts"
import type { SpeechPreferences } from "../domain/speech/SpeechProfile.ts"
import { isHeardBy, isSpokenBy } from "../domain/speech/vendor-languages.ts"
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

/**
 * Returns the recognizers of a call in the order in which it uses them; at least one, unless a profile permits only those
 * that it lists. Recognizers that know the other languages of the call come first, after the preferred ones.
 */
export const plannedEars = (
  settings: Settings,
  { ownKeys, profiles: all }: Plan,
  language: string,
  others: ReadonlyArray<string> = []
): ReadonlyArray<Ear> => {
  const { isClosed, profiles } = permitted(all)
  const preferred = preferredEars(profiles, language).filter(({ vendor }) =>
    vendor === "google" ? googleUse(settings).ear !== "nothing" : isUsable(settings, vendor, ownKeys.has(vendor))
  )
  const usual = isClosed ? [] : usualEars(settings, language, ownKeys).toSorted(byLanguagesKnown(others))
  return distinct(
    [...preferred, ...usual].map((ear): Ear => ({ ...ear, ...ownKeyOf(ownKeys, ear.vendor) })),
    ({ model, vendor }) => [vendor, model]
  )
}

const byLanguagesKnown = (languages: ReadonlyArray<string>) => {
  const unknownTo = ({ vendor }: Ear) => languages.filter((language) => !isHeardBy(vendor, language)).length
  return (one: Ear, other: Ear) => unknownTo(one) - unknownTo(other)
}

/** Returns whether a planned voice can speak; without any that can, calls try Google's. */
export const speaks =
  (settings: Settings) =>
  ({ choice, language }: Voice): boolean =>
    (choice?.vendor ?? "google") !== "google" ||
    (googleUse(settings).voice !== "nothing" && isSpokenBy("google", language))

/** Returns the voices of a call in the order in which it uses them; at least one, with the same exception. */
export const plannedVoices = (
  settings: Settings,
  { ownKeys, profiles: all }: Plan,
  voice: Voice
): ReadonlyArray<Voice> => {
  const { isClosed, profiles } = permitted(all)
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
    [...preferred, ...(isClosed ? [] : usualVoices(settings, voice, ownKeys))].map(
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
