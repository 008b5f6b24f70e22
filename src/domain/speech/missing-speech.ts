import { permitted, preferredEars, preferredVoices, type VoiceWanted } from "./effective-speech.ts"
import type { SpeechPreferences } from "./SpeechProfile.ts"
import { isHeardBy, isSpokenBy } from "./vendor-languages.ts"
import { type EarVendor, earVendors, type VoiceVendor, voiceVendors } from "./vendors.ts"

/** Returns why calls of a flow can be neither heard nor answered with the keys there are, each in a sentence. */
export const missingSpeech = (
  all: ReadonlyArray<SpeechPreferences>,
  flow: VoiceWanted & { readonly languages: ReadonlyArray<string> },
  hasKey: (role: "ear" | "voice", vendor: EarVendor | VoiceVendor) => boolean
): ReadonlyArray<string> => {
  const { language } = flow
  const { isClosed, profiles } = permitted(all)
  const others = <Vendor>(vendors: ReadonlyArray<Vendor>) => (isClosed ? [] : vendors)
  const needed = isClosed ? lists : needs
  const voices = voiceVendors.filter((vendor) => isSpokenBy(vendor, language))
  const spoken = [...preferredVoices(profiles, flow).map(({ vendor }) => vendor), ...others(voices)]
  return [
    ...[language, ...flow.languages].flatMap((one) => {
      const ears = earVendors.filter((vendor) => isHeardBy(vendor, one))
      const heard = [...preferredEars(profiles, one).map(({ vendor }) => vendor), ...others(ears)]
      return heard.some((vendor) => hasKey("ear", vendor)) ? [] : [needed("recognizes", one, ears)]
    }),
    ...(spoken.some((vendor) => hasKey("voice", vendor)) ? [] : [needed("speaks", language, voices)])
  ]
}

const lists = (deed: string, language: string) =>
  `the speech profile lists no vendor with a key that ${deed} ${language}, and permits no other: name one for it, or set onlyListed to false`

const needs = (deed: string, language: string, vendors: ReadonlyArray<EarVendor | VoiceVendor>) => {
  const [first, ...others] = vendors.map((vendor) =>
    vendor === "google" ? "GOOGLE_APPLICATION_CREDENTIALS" : `${vendor.toUpperCase()}_API_KEY`
  )
  if (first === undefined) return `no vendor ${deed} ${language}: name one for it in the speech profile`
  const instead = others.length === 0 ? "" : ` or ${others.join(", ")}`
  return `the setting ${first} is not set, nor another key of a vendor that ${deed} ${language}: set ${first}${instead}`
}
