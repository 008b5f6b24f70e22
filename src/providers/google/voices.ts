import type { Voice } from "../contract/TextToSpeech.ts"

/** A voice as the service is asked for it. */
export interface GoogleVoice {
  readonly languageCode: string
  readonly name?: string
  readonly modelName?: string
  readonly ssmlGender?: "FEMALE" | "MALE" | "NEUTRAL"
}

/** The voice that speaks for a flow. No model has one that is neither, so NEUTRAL is spoken by the first. */
export const voiceOf = ({ gender, language, provider }: Voice): GoogleVoice => {
  const kind = gender === "MALE" ? "MALE" : "FEMALE"
  switch (provider) {
    case "CLOUD_TTS": {
      const letter = neural2[language]?.[kind]
      // The service picks one of its own for a language that is not in the table.
      return letter === undefined
        ? { languageCode: language, ssmlGender: kind }
        : { languageCode: language, name: `${language}-Neural2-${letter}` }
    }
    case "GENERATIVE_TTS":
      return { languageCode: language, name: `${language}-Chirp3-HD-${people[kind]}` }
    case "PREMIUM_TTS":
      return { languageCode: language, name: people[kind], modelName: "gemini-2.5-flash-tts" }
  }
}

/** Whether the service speaks through one request of all sentences, or through one a sentence. */
export const isStreamed = (provider: Voice["provider"]): boolean => provider !== "CLOUD_TTS"

const neural2: Readonly<Record<string, { readonly FEMALE: string; readonly MALE: string }>> = {
  "en-IN": { FEMALE: "A", MALE: "B" },
  "hi-IN": { FEMALE: "A", MALE: "B" },
  "en-US": { FEMALE: "F", MALE: "D" },
  "en-GB": { FEMALE: "A", MALE: "B" },
  "en-AU": { FEMALE: "A", MALE: "B" }
}

// Chirp and Gemini share their speakers, and each speaks every language of its model.
const people = { FEMALE: "Kore", MALE: "Charon" } as const
