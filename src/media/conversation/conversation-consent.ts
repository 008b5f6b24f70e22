import type { RecordingConsent } from "../../domain/flows/Recording.ts"
import { consentAnswer, stopsRecording } from "../recording-consent/consent-answer.ts"
import { textOf } from "../turns/endpointing.ts"
import { maxTimesAsked, say } from "./conversation-replies.ts"
import { andThen, type Conversation, type ConversationStep, hasWords, step } from "./conversation-state.ts"
import { closeTurn } from "./conversation-turns.ts"

/** Asks whether the call may be recorded. The words of the open turn are answered afterwards. */
export const askConsent = (state: Conversation): ConversationStep => {
  const closed = hasWords(state) ? closeTurn(state, "kept") : state
  const unanswered = hasWords(state) ? closed.closed?.message : state.unanswered
  const consent = { ...state.consent, at: "asking" as const, timesAsked: state.consent.timesAsked + 1 }
  return say({ ...closed, unanswered, consent }, "may record")
}

/** Takes the words of the open turn as the answer, if the person was asked. Must be called before the turn is closed. */
const takeConsent = (state: Conversation): ConversationStep => {
  const { consent, quietFrom, turn, wordsFrom } = state
  if (consent.at !== "asked" || !hasWords(state)) return step(state)
  // Words that began before the question was over may answer something else.
  if (wordsFrom < quietFrom - questionEndMillis) {
    return consent.timesAsked < maxTimesAsked
      ? step({ ...state, consent: { ...consent, at: "due" } })
      : noteConsent(state, "UNANSWERED")
  }
  return takeAnswer(state, textOf(turn), wordsFrom)
}

/** Returns words that were kept without an answer, if they came at the end of the question. */
export const keptAnswer = ({ closed, consent, quietFrom }: Conversation): string | undefined => {
  const message = closed?.kind === "kept" ? closed.message : undefined
  const isAnswer = consent.at === "asked" && message !== undefined && message.startMs >= quietFrom - questionEndMillis
  return isAnswer ? message.text : undefined
}

/** Takes words as the answer. */
export const takeAnswer = (state: Conversation, text: string, answeredFrom: number): ConversationStep => {
  const answer = consentAnswer(text, state.settings.languages)
  const noted = answer === "yes" ? "GIVEN" : answer === "no" ? "REFUSED" : "UNANSWERED"
  return noteConsent({ ...state, consent: { ...state.consent, answeredFrom } }, noted)
}

/** The person has not answered the question: that is no consent. */
export const passOverConsent = (state: Conversation): ConversationStep => noteConsent(state, "UNANSWERED")

/** Takes consent back when the person asks that, or when the final words of the answer are no yes. */
export const withdrawConsent = (state: Conversation, text: string, isAnswer = false): ConversationStep => {
  const { languages } = state.settings
  const { at } = state.consent
  if (at === "off" || at === "over") return step(state)
  if (stopsRecording(text, languages)) return noteConsent(state, at === "given" ? "WITHDRAWN" : "REFUSED")
  if (at !== "given" || !isAnswer || consentAnswer(text, languages) === "yes") return step(state)
  return noteConsent(state, consentAnswer(text, languages) === "no" ? "REFUSED" : "UNANSWERED")
}

/** Takes consent back by words without a final result, when no other words will come. */
export const withdrawConsentUnfinished = (state: Conversation): ConversationStep => {
  const { closed, turn } = state
  const before = closed?.isPending ? textOf(closed.turn) : ""
  return withdrawConsent(state, `${before} ${textOf(turn)}`)
}

const noteConsent = (state: Conversation, consent: RecordingConsent): ConversationStep =>
  step(
    { ...state, consent: { ...state.consent, at: consent === "GIVEN" ? "given" : "over" } },
    { do: "note consent", consent }
  )

/** Whether the question is to be asked, or its answer to be awaited, before anything else is answered. */
export const awaitsConsent = ({ consent }: Conversation): boolean =>
  consent.at === "due" || consent.at === "asking" || consent.at === "asked"

/** Asks before the open turn is answered; otherwise lets it be answered. */
export const afterConsent = (
  state: Conversation,
  answer: (state: Conversation) => ConversationStep
): ConversationStep =>
  andThen(takeConsent(state), (taken) => (taken.consent.at === "due" ? askConsent(taken) : answer(taken)))

// Time before the end of the question from which words may answer it, ms.
const questionEndMillis = 1_500
