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
    ...(heard.some((vendor) => hasKey("ear", vendor)) ? [] : [needs("recognizes", language, ears)]),
    ...(spoken.some((vendor) => hasKey("voice", vendor)) ? [] : [needs("speaks", language, voices)])
  ]
}

const needs = (deed: string, language: string, vendors: ReadonlyArray<EarVendor | VoiceVendor>) => {
  const [first, ...others] = vendors.map((vendor) =>
    vendor === "google" ? "GOOGLE_APPLICATION_CREDENTIALS" : `${vendor.toUpperCase()}_API_KEY`
  )
  if (first === undefined) return `no vendor ${deed} ${language}: name one for it in the speech profile`
  const instead = others.length === 0 ? "" : ` or ${others.join(", ")}`
  return `the setting ${first} is not set, nor another key of a vendor that ${deed} ${language}: set ${first}${instead}`
}
