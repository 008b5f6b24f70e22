import type { Answer } from "../../../api/contract.ts"

export const path = "/admin/v1/organizations/:id/speech-profile"

export type Profile = Answer<"GET", typeof path>
export type Ear = Profile["ears"][string][number]
export type Voice = NonNullable<Profile["voices"][string]["*"]>[number]
export type VoiceKind = keyof Profile["voices"][string]

/** The part of a profile that a person edits; keys have a form of their own. */
export type Draft = Pick<Profile, "ears" | "voices" | "onlyListed">

/** A part of the form that edits the draft. */
export interface PreferencesProps {
  readonly draft: Draft
  readonly onChange: (draft: Draft) => void
  readonly isReadOnly: boolean
  readonly problemOf: (path: string) => string | undefined
}

/** Most entries of one list. */
export const most = 10

export const kinds: ReadonlyArray<{ readonly value: VoiceKind; readonly label: string }> = [
  { value: "*", label: "Any kind of voice" },
  { value: "CLOUD_TTS", label: "Standard voices" },
  { value: "GENERATIVE_TTS", label: "Generative voices" },
  { value: "PREMIUM_TTS", label: "Premium voices" }
]

const names: Readonly<Record<Ear["vendor"] | Voice["vendor"], string>> = {
  google: "Google",
  deepgram: "Deepgram",
  soniox: "Soniox",
  assemblyai: "AssemblyAI",
  sarvam: "Sarvam",
  cartesia: "Cartesia",
  elevenlabs: "ElevenLabs"
}

export const vendorName = (vendor: keyof typeof names): string => names[vendor]

/** Returns the draft with another list of recognizers for a language; an empty one is left out. */
export const withEars = (draft: Draft, language: string, list: ReadonlyArray<Ear>): Draft => ({
  ...draft,
  ears: withList(draft.ears, language, list)
})

/** Returns the draft with another list of voices of a kind for a language; an empty one is left out. */
export const withVoices = (draft: Draft, language: string, kind: VoiceKind, list: ReadonlyArray<Voice>): Draft => {
  const { [kind]: _, ...others } = draft.voices[language] ?? {}
  const ofLanguage = list.length === 0 ? others : { ...others, [kind]: list }
  const { [language]: __, ...rest } = draft.voices
  return {
    ...draft,
    voices: Object.keys(ofLanguage).length === 0 ? rest : { ...draft.voices, [language]: ofLanguage }
  }
}

const withList = <A>(
  lists: Readonly<Record<string, ReadonlyArray<A>>>,
  language: string,
  list: ReadonlyArray<A>
): Readonly<Record<string, ReadonlyArray<A>>> => {
  const { [language]: _, ...others } = lists
  return list.length === 0 ? others : { ...lists, [language]: list }
}

/** Returns an entry without the fields that are empty. */
export const withoutEmpty = <A extends object>(entry: A): A =>
  Object.fromEntries(Object.entries(entry).filter(([, value]) => value !== undefined && value !== "")) as A

/** Returns a list with an entry one place earlier or later. */
export const moved = <A>(list: ReadonlyArray<A>, from: number, by: -1 | 1): ReadonlyArray<A> => {
  const entry = list[from]
  return entry === undefined ? list : list.toSpliced(from, 1).toSpliced(from + by, 0, entry)
}
