import { hasWords } from "../../domain/text/words.ts"
import { toSpokenText } from "../text/sentences.ts"

/** A line that the agent says without the model. */
export type FixedLine =
  | "opening"
  | "filler"
  | "ask to repeat"
  | "first silence"
  | "second silence"
  | "goodbye after silence"
  | "goodbye"
  | "time is up"
  | "opt-out"
  | "apology"

/** A line that is the same for all calls in a language. */
export type CommonLine = Exclude<FixedLine, "opening">

/** Returns a line in a flow's language, or in English if the language is not supported. */
export const fixedLineText = (language: string, line: CommonLine): string => textsIn(language)[line]

export const fixedLineTexts = (language: string): ReadonlyArray<string> => Object.values(textsIn(language))

/**
 * Returns an opening as it is spoken: on one line, without markup and without the braces of unknown
 * placeholders. An opening without words becomes a greeting.
 */
export const openingText = (language: string, text: string): string => {
  const opening = toSpokenText(text.replaceAll(/[{}]/g, "")).replaceAll(/ (?=[.,!?।])/g, "")
  if (hasWords(opening)) return opening
  return isHindi(language) ? "नमस्ते।" : "Hello."
}

const textsIn = (language: string) => (isHindi(language) ? hindi : english)

const isHindi = (language: string) => /^hi(n)?(-|$)/i.test(language)

const english: Readonly<Record<CommonLine, string>> = {
  filler: "One moment, please.",
  "ask to repeat": "I'm sorry, I could not hear you well. Could you please say that again?",
  "first silence": "Hello, can you hear me?",
  "second silence": "Are you still there?",
  "goodbye after silence": "I'm sorry, I cannot hear you, so I will end the call here. Thank you, and goodbye.",
  goodbye: "Thank you for your time. Goodbye.",
  "time is up": "I'm sorry, our time is up, so I have to end the call here. Thank you for your time. Goodbye.",
  "opt-out": "Of course. We will not call you again. I'm sorry for the trouble. Goodbye.",
  apology: "I'm sorry, we have a technical problem, so I have to end the call here. Goodbye."
}

// These verb forms do not depend on the gender of the speaker or the listener.
const hindi: Readonly<Record<CommonLine, string>> = {
  filler: "जी, एक क्षण।",
  "ask to repeat": "माफ़ कीजिए, आपकी आवाज़ साफ़ नहीं आई। कृपया फिर से कहिए।",
  "first silence": "हैलो, क्या आपको मेरी आवाज़ आ रही है?",
  "second silence": "क्या आप लाइन पर हैं?",
  "goodbye after silence": "माफ़ कीजिए, आपकी आवाज़ नहीं आ रही है, इसलिए यह कॉल यहीं समाप्त होती है। धन्यवाद, नमस्ते।",
  goodbye: "आपके समय के लिए धन्यवाद। नमस्ते।",
  "time is up": "माफ़ कीजिए, इस कॉल का समय पूरा हो गया है। आपके समय के लिए धन्यवाद। नमस्ते।",
  "opt-out": "जी, ठीक है। आपको आगे से कॉल नहीं की जाएगी। असुविधा के लिए माफ़ कीजिए। नमस्ते।",
  apology: "माफ़ कीजिए, एक तकनीकी समस्या आ गई है, इसलिए यह कॉल यहीं समाप्त होती है। नमस्ते।"
}
