import type { PreferredEar, PreferredVoice, SpeechPreferences } from "./SpeechProfile.ts"
import { isHeardBy, isSpokenBy } from "./vendor-languages.ts"

/** The properties of a flow's voice that decide which voices speak for it. */
export interface VoiceWanted {
  readonly language: string
  readonly ttsProvider: "CLOUD_TTS" | "GENERATIVE_TTS" | "PREMIUM_TTS"
  readonly gender: "FEMALE" | "MALE" | "NEUTRAL"
}

/** The profiles that decide the vendors of a call, and whether it may use others. */
export interface Preferences {
  readonly profiles: ReadonlyArray<SpeechPreferences>
  readonly isClosed: boolean
}

/** Leaves out all profiles after one that permits only the vendors that it lists. */
export const permitted = (profiles: ReadonlyArray<SpeechPreferences>): Preferences => {
  const last = profiles.findIndex(({ onlyListed }) => onlyListed === true)
  return last < 0 ? { profiles, isClosed: false } : { profiles: profiles.slice(0, last + 1), isClosed: true }
}

/**
 * Returns the recognizers that profiles prefer for a language, best first and each once: the first profile before the
 * next, and in a profile the most specific language before the less specific and before `*`. A vendor that is named for
 * all languages is left out where it does not know this one.
 */
export const preferredEars = (
  profiles: ReadonlyArray<SpeechPreferences>,
  language: string
): ReadonlyArray<PreferredEar> =>
  distinct(
    profiles.flatMap(({ ears = {} }) =>
      rangesOf(language).flatMap((range) =>
        listsFor(ears, range)
          .flat()
          .filter(({ vendor }) => range !== "*" || isHeardBy(vendor, language))
      )
    ),
    ({ model, vendor }) => [vendor, model]
  )

/** Like `preferredEars`, for voices: within a language, those for the flow's `ttsProvider` come before those for all. */
export const preferredVoices = (
  profiles: ReadonlyArray<SpeechPreferences>,
  { gender, language, ttsProvider }: VoiceWanted
): ReadonlyArray<PreferredVoice> =>
  distinct(
    profiles.flatMap(({ voices = {} }) =>
      rangesOf(language).flatMap((range) => {
        const lists = listsFor(voices, range)
        return [...lists.map((list) => list[ttsProvider] ?? []), ...lists.map((list) => list["*"] ?? [])]
          .flat()
          .filter((one) => one.gender === undefined || one.gender === gender)
          .filter(({ vendor }) => range !== "*" || isSpokenBy(vendor, language))
      })
    ),
    ({ model, vendor, voiceId }) => [vendor, voiceId, model]
  )

/** Returns the codes that contain a language, the most specific first: `hi-IN`, `hi`, `*`. */
const rangesOf = (language: string): ReadonlyArray<string> => {
  const parts = language.toLowerCase().split("-")
  return [...parts.map((_, index) => parts.slice(0, parts.length - index).join("-")), "*"]
}

const listsFor = <A>(byLanguage: Readonly<Record<string, A>>, range: string): ReadonlyArray<A> =>
  Object.entries(byLanguage).flatMap(([language, list]) => (language.toLowerCase() === range ? [list] : []))

/** Keeps the first item with the same keys. */
export const distinct = <A>(all: ReadonlyArray<A>, keysOf: (one: A) => ReadonlyArray<string | undefined>) => {
  const known = new Set<string>()
  return all.filter((one) => {
    const key = JSON.stringify(keysOf(one))
    return !known.has(key) && known.add(key)
  })
}
