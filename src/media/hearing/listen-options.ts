import type { Ear, ListenOptions } from "../../providers/contract/SpeechToText.ts"
import type { Brief } from "../brief/Briefs.ts"

/** The parts of a brief that decide how the person is heard. */
export type Listened = Pick<Brief, "ears" | "language" | "languages">

/** Returns the options with which a recognizer hears a call. */
export const listenOptions = ({ language, languages }: Listened, ear: Ear | undefined): ListenOptions => ({
  language,
  ...(languages.length > 1 && { languages: languages.filter((one) => one !== language) }),
  ...(ear !== undefined && { ear })
})
