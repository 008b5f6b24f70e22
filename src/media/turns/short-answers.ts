import { normalizeWords } from "../text/normalize-words.ts"
import { anyListening, anyStopping } from "./turn-words.ts"

/** Whether the text has only back-channels, which show that the person listens and wants no turn. */
export const isBackChannel = (text: string): boolean => onlyBackChannels.test(normalizeWords(text))

/** Whether the text begins with a stop word, after back-channels and vocatives. */
export const isStopWord = (text: string): boolean => beginsWithStop.test(normalizeWords(text))

/** Returns the answer of a text that is only a yes or only a no. */
export const yesOrNo = (text: string): "yes" | "no" | undefined => {
  const words = normalizeWords(text)
  if (onlyNo.test(words)) return "no"
  return onlyYes.test(words) ? "yes" : undefined
}

const anyOf = (phrases: ReadonlyArray<string>) => `(?:${phrases.join("|")})(?!\\S)`

const backChannels = [
  "haan",
  "ji",
  "hmm",
  "accha",
  "theek( hai)?",
  "sahi( hai)?",
  "bilkul",
  "samajh (gaya|gayi)",
  "haan (bolo|boliye|बोलो|बोलिए)",
  "समझ (गया|गई)",
  "ok",
  "yes",
  "right",
  "sure",
  "fine",
  "all ?right",
  "i see",
  "got it",
  "go (on|ahead)",
  "uh( huh)?",
  "ah",
  "aha",
  "oh",
  "um",
  "hello",
  "हैलो"
]
const stops = [
  "stop",
  "wait",
  "h[oa]ld on",
  "hang on",
  "(just )?(one|a|ek) (minute|second|moment)",
  "ruko",
  "(ruk|रुक) (jao|jaiye|जाओ|जाइए)",
  "bas",
  "nahi",
  "no",
  "suno",
  "listen",
  "excuse me",
  "let me (speak|talk|finish)",
  "(chup|चुप)"
]
const vocatives = ["please", "sir", "madam", "sorry", "but", "lekin", "लेकिन", "arre", "अरे"]

const isListening = `(?:${anyOf(backChannels)}|${anyListening})`
const onlyBackChannels = new RegExp(`^(?:${isListening} ?)+$`)
const beginsWithStop = new RegExp(`^(?:(?:${isListening}|${anyOf(vocatives)}) ?)*(?:${anyOf(stops)}|${anyStopping})`)

const polite = ["please", "sir", "madam", "thanks", "thank you", "um", "uh", "oh", "well", "hmm", "accha", "ji", "hai"]
const yes = [
  "yes",
  "haan",
  "ok",
  "theek",
  "sahi",
  "right",
  "correct",
  "sure",
  "of course",
  "bilkul",
  "absolutely",
  "definitely",
  "go ahead",
  "it is",
  "i (am|do)"
]
const no = [
  "(bilkul )?nahi",
  "no",
  "na",
  "never",
  "not (really|now|yet)",
  "(absolutely|of course) not",
  "(it is|i am|i do|im) not",
  "i dont"
]
const answering = (answers: ReadonlyArray<string>) =>
  new RegExp(`^(?:${anyOf(polite)} )*${anyOf(answers)}(?: ${anyOf([...new Set([...answers, ...polite])])})*$`)
const onlyYes = answering([...yes, "ji"])
const onlyNo = answering(no)
