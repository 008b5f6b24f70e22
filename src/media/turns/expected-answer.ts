import type { Languages } from "../opt-out/opt-out.ts"
import { normalizeWords } from "../text/normalize-words.ts"
import { asks, closers, sentenceEnds } from "../text/sentence-marks.ts"
import { askingIn } from "./turn-words.ts"

/** The kind of answer that the agent's last question asks for. */
export type ExpectedAnswer = "yesOrNo" | "digits" | "free"

/** Returns the kind of answer that a text asks for by its last sentence; "free" if it asks for nothing. */
export const expectedAnswer = (heard: string, languages: Languages): ExpectedAnswer => {
  const question = normalizeWords(lastSentence(heard))
  const isAsked = asks(heard)
  const isDictated = askingIn([languages].flat()).some(
    ({ closed, digits, requests }) =>
      digits.test(question) && (isAsked ? !closed.test(question) : requests.test(question))
  )
  if (isDictated) return "digits"
  if (isAsked && opensClosed.test(question)) return "yesOrNo"
  if (wantsDigits.test(question) && (isAsked || (requests.test(question) && !promises.test(question)))) return "digits"
  return isAsked && !isOpen.test(question) ? "yesOrNo" : "free"
}

const lastSentence = (text: string) => text.trim().split(sentenceEnd).at(-1) ?? ""
const sentenceEnd = new RegExp(
  String.raw`(?<=[${sentenceEnds}][${closers}]*)\s+|(?<=[。｡？！][${closers}]*)(?![${closers}]|$)`
)

const anyOf = (words: ReadonlyArray<string>) => `(?<!\\S)(?:${words.join("|")})(?!\\S)`

// "Is that your number?" has a word of `wantsDigits`, but is a yes-or-no question.
const opensClosed = /^(?:so |and |ok |but )?(?:is|are|am|was|were|does|do|did|has|have|will|shall)(?!\S)/

const wantsDigits = new RegExp(
  anyOf([
    "(pin ?|zip ?)?code|pin|otp|digits?|(phone |mobile |account |card |order |policy |loan )?number",
    "(birth|due)? ?dates?|date of birth|dob|birthday|(e ?mail|address|email)( id)?",
    "अंक|पिन|कोड|पिनकोड|ओटीपी|tareekh|tarikh|तारीख|janmdin|जन्मदिन|ईमेल|एड्रेस",
    "(apn[aei]|अपना|aapka|poora|pura|पूरा|ghar ka|घर ka) (pata|पता)"
  ])
)
// "I will send it to your address" asks for nothing.
const promises = /^(?:(?:and|so|then|ok) )?(?:(?:i|we) (?:will|can|shall|am going to|are going to)|ill|well) (?!need)/
const requests = new RegExp(
  anyOf([
    "please|tell|give|share|enter|say|spell|read|confirm|provide|type|press|dial|send|need",
    "do|batao|bataiye|bataye|batayein|bata|boliye|bolo|chahiye|likhiye|बताओ|बताइए|बताइये|बताएं|बता|बोलिए|बोलो|लिखिए"
  ])
)
const isOpen = new RegExp(
  anyOf([
    "what|when|why|how|who|whom|whose|which|where|or",
    "kab|kaun|kaunsa|kaunsi|kahan|kaise|kitna|kitne|kitni|kyun|kyon|ya",
    "कब|कौन|कौनसा|कौनसी|कहां|कैसे|कितना|कितने|कितनी|क्यों|या"
  ]) +
    // At the head of a Hindi sentence "kya" makes a yes-or-no question; inside the sentence it means "what".
    "|(?<=\\S )(?:kya|क्या)(?!\\S)(?! aap)"
)
