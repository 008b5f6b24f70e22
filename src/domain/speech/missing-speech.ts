import { preferredEars, preferredVoices, type VoiceWanted } from "./effective-speech.ts"
import type { SpeechPreferences } from "./SpeechProfile.ts"
import { isHeardBy, isSpokenBy } from "./vendor-languages.ts"
import { type EarVendor, earVendors, type VoiceVendor, voiceVendors } from "./vendors.ts"

/** Returns why calls of a flow can be neither heard nor answered with the keys there are, each in a sentence. */
export const missingSpeech = (
  profiles: ReadonlyArray<SpeechPreferences>,
  flow: VoiceWanted,
  hasKey: (role: "ear" | "voice", vendor: EarVendor | VoiceVendor) => boolean
): ReadonlyArray<string> => {
  const { language } = flow
  const ears = earVendors.filter((vendor) => isHeardBy(vendor, language))
  const voices = voiceVendors.filter((vendor) => isSpokenBy(vendor, language))
  const heard = [...preferredEars(profiles, language).map(({ vendor }) => vendor), ...ears]
  const spoken = [...preferredVoices(profiles, flow).map(({ vendor }) => vendor), ...voices]
  return [
    ...(heard.some((vendor) => hasKey("ear", vendor)) ? [] : [needs("recognize", language, ears)]),
    ...(spoken.some((vendor) => hasKey("voice", vendor)) ? [] : [needs("speak", language, voices)])
  ]
}

const needs = (deed: string, language: string, vendors: ReadonlyArray<EarVendor | VoiceVendor>) => {
  const settings = vendors.map((vendor) =>
    vendor === "google" ? "GOOGLE_APPLICATION_CREDENTIALS" : `${vendor.toUpperCase()}_API_KEY`
  )
  return settings.length === 0
    ? `no vendor can ${deed} ${language}: name one for it in the speech profile`
    : `no vendor that can ${deed} ${language} has a key: set one of ${settings.join(", ")}`
}
