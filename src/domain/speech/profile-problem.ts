import type { SpeechPreferences } from "./SpeechProfile.ts"
import { isHeardBy, isSpokenBy } from "./vendor-languages.ts"
import { type EarVendor, earVendors, type VoiceVendor, voiceVendors } from "./vendors.ts"

/** A problem of a speech profile; `path` is the field. */
export interface ProfileProblem {
  readonly path: string
  readonly message: string
}

/**
 * Returns the first problem of a speech profile that its schema does not find; undefined if it can be used. `takesKeys`:
 * whether the profile may have keys of its own.
 */
export const profileProblem = (
  { ears = {}, onlyListed = false, voices = {} }: SpeechPreferences,
  hasKey: (role: "ear" | "voice", vendor: EarVendor | VoiceVendor) => boolean,
  takesKeys = true
): ProfileProblem | undefined => {
  const hasEars = Object.values(ears).some(isFilled)
  const hasVoices = Object.values(voices).some((providers) => Object.values(providers).some(isFilled))
  if (onlyListed && !(hasEars && hasVoices))
    return { path: "onlyListed", message: "needs ears and voices: calls would have none" }
  for (const [language, preferred] of Object.entries(ears)) {
    const path = `ears.${language}`
    const problem = languageProblem(language, (code) => earVendors.some((vendor) => isHeardBy(vendor, code)))
    if (problem !== undefined) return { path, message: problem }
    const unusable = keyProblem(path, preferred, (vendor) => hasKey("ear", vendor), takesKeys)
    if (unusable !== undefined) return unusable
  }
  for (const [language, providers] of Object.entries(voices)) {
    const path = `voices.${language}`
    const problem = languageProblem(language, (code) => voiceVendors.some((vendor) => isSpokenBy(vendor, code)))
    if (problem !== undefined) return { path, message: problem }
    for (const [provider, preferred] of Object.entries(providers)) {
      const unusable = keyProblem(`${path}.${provider}`, preferred, (vendor) => hasKey("voice", vendor), takesKeys)
      if (unusable !== undefined) return unusable
    }
  }
  return undefined
}

const isFilled = (list: ReadonlyArray<unknown>) => list.length > 0

const languageProblem = (language: string, isKnown: (code: string) => boolean) => {
  if (language === "*") return undefined
  if (language.length > 35 || !/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/.test(language)) {
    return "must be a language code such as hi-IN or hi, or *"
  }
  return isKnown(language) ? undefined : "is a language that no vendor knows"
}

const keyProblem = (
  path: string,
  preferred: ReadonlyArray<{ readonly vendor: EarVendor | VoiceVendor }>,
  hasKey: (vendor: EarVendor | VoiceVendor) => boolean,
  takesKeys: boolean
): ProfileProblem | undefined => {
  const index = preferred.findIndex(({ vendor }) => !hasKey(vendor))
  const vendor = preferred[index]?.vendor
  if (vendor === undefined) return undefined
  const remedy =
    vendor === "google"
      ? "set GOOGLE_APPLICATION_CREDENTIALS"
      : `${takesKeys ? `send apiKeys.${vendor}, or ` : ""}set ${vendor.toUpperCase()}_API_KEY`
  return { path: `${path}.${index}.vendor`, message: `names ${vendor}, which has no key: ${remedy}` }
}
