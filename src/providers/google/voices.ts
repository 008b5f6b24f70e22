import type { Voice } from "../contract/TextToSpeech.ts"

/** A voice in the form of Google's API. */
export interface GoogleVoice {
  readonly languageCode: string
  readonly name?: string
  readonly modelName?: string
  readonly ssmlGender?: "FEMALE" | "MALE" | "NEUTRAL"
}

/** Returns the voice of a flow. No model has a neutral voice, so NEUTRAL becomes the female one. */
export const voiceOf = ({ gender, language, provider }: Voice): GoogleVoice => {
  const kind = gender === "MALE" ? "MALE" : "FEMALE"
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
      return { languageCode: language, name: speakers[kind], modelName: "gemini-2.5-flash-tts" }
  }
}

/** Whether sentences are streamed through one request; otherwise each sentence is a request. */
export const isStreamed = (provider: Voice["provider"]): boolean => provider !== "CLOUD_TTS"

const neural2: Readonly<Record<string, { readonly FEMALE: string; readonly MALE: string }>> = {
  "en-IN": { FEMALE: "A", MALE: "B" },
  "hi-IN": { FEMALE: "A", MALE: "B" },
  "en-US": { FEMALE: "F", MALE: "D" },
  "en-GB": { FEMALE: "A", MALE: "B" },
  "en-AU": { FEMALE: "A", MALE: "B" }
}

// Chirp and Gemini have the same speakers, and each speaks every language of its model.
const speakers = { FEMALE: "Kore", MALE: "Charon" } as const
