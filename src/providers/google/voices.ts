import { byGender, type Voice } from "../contract/TextToSpeech.ts"

/** A voice in the form of Google's API. */
export interface GoogleVoice {
  readonly languageCode: string
  readonly name?: string
  readonly modelName?: string
  readonly ssmlGender?: "FEMALE" | "MALE" | "NEUTRAL"
}

/** Returns the voice of a flow. */
export const voiceOf = (voice: Voice): GoogleVoice => {
  const { choice, language, provider } = voice
  if (choice?.voiceId !== undefined) return chosenVoice(voice, choice.voiceId)
  const kind = byGender(voice, { female: "FEMALE", male: "MALE" } as const)
  switch (provider) {
    case "CLOUD_TTS": {
      const letter = neural2[language]?.[kind]
      // For other languages the service chooses a voice.
      return letter === undefined
        ? { languageCode: language, ssmlGender: kind }
        : { languageCode: language, name: `${language}-Neural2-${letter}` }
    }
    case "GENERATIVE_TTS":
      return { languageCode: language, name: `${language}-Chirp3-HD-${speakers[kind]}` }
    case "PREMIUM_TTS":
      return { languageCode: language, name: speakers[kind], modelName: gemini }
  }
}

/** Returns a voice by its name: a whole one, such as `en-IN-Neural2-A`, or a speaker, such as `Kore`. */
const chosenVoice = ({ choice, language, provider }: Voice, voiceId: string): GoogleVoice => {
  const [, languageCode] = /^([a-z]{2,3}-[A-Za-z0-9]{2,4})-/.exec(voiceId) ?? []
  // A voice speaks only the language of its name.
  if (languageCode !== undefined) return { languageCode, name: voiceId }
  const modelName = choice?.model ?? (provider === "PREMIUM_TTS" ? gemini : undefined)
  return modelName === undefined
    ? { languageCode: language, name: `${language}-Chirp3-HD-${voiceId}` }
    : { languageCode: language, name: voiceId, modelName }
}

/** Returns the tier of a voice, which decides its price, such as `Neural2`. */
export const tierOf = ({ modelName, name = "" }: GoogleVoice): string => {
  const [, tier = "Standard"] = /^[a-z]{2,3}-[A-Za-z0-9]{2,4}-(.+)-[^-]+$/.exec(name) ?? []
  return modelName ?? tier
}

/** Whether sentences are streamed through one request; otherwise each sentence is a request. */
export const isStreamed = (voice: Voice): boolean => {
  const { modelName, name = "" } = voiceOf(voice)
  return modelName !== undefined || name.includes("-Chirp3-HD-")
}

const neural2: Readonly<Record<string, { readonly FEMALE: string; readonly MALE: string }>> = {
  "en-IN": { FEMALE: "A", MALE: "B" },
  "hi-IN": { FEMALE: "A", MALE: "B" },
  "en-US": { FEMALE: "F", MALE: "D" },
  "en-GB": { FEMALE: "A", MALE: "B" },
  "en-AU": { FEMALE: "A", MALE: "B" }
}

const gemini = "gemini-2.5-flash-tts"

// Chirp and Gemini have the same speakers, and each speaks every language of its model.
const speakers = { FEMALE: "Kore", MALE: "Charon" } as const
