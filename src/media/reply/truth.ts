import { containsQuote } from "../../domain/text/words.ts"
import type { Brief } from "../brief/Briefs.ts"
import { lastQuestion, turnNumber } from "../brief/prompt.ts"
import type { ReplyHint, SpokenMessage } from "../conversation/conversation.ts"
import { asksAboutMachine, claimsToBePerson, machineAnswer } from "../honesty/honesty.ts"

interface Truth {
  /** The sentences before those of the model: who calls, if that was not heard yet, and the answer to whether a machine speaks. */
  readonly first: ReadonlyArray<string>
  /** Returns a sentence of the model as it may be spoken; undefined if it must not be. */
  readonly correct: (sentence: string) => string | undefined
}

/**
 * Keeps a reply true about who speaks. A person who asks hears that it is an automated assistant, whatever the model
 * says; a sentence in which the model claims to be a person is replaced by the same answer, once in a reply. A voice
 * menu asks nothing, even if it offers "to speak to a person": it hears neither the answer nor such a claim.
 */
export const makeTruth = (
  brief: Brief,
  messages: ReadonlyArray<SpokenMessage>,
  hint: ReplyHint | null = null
): Truth => {
  const { language, languages } = brief
  const spoken = [language, ...languages]
  if (hint === "menu")
    return { first: [], correct: (sentence) => (claimsToBePerson(sentence, spoken) ? undefined : sentence) }
  const question = lastQuestion(messages)
  const asked = question === undefined ? undefined : asksAboutMachine(question, spoken)
  const answer = machineAnswer(language)
  let isAnswered = asked !== undefined
  return {
    first: [...owedDisclosure(brief, messages), ...(isAnswered ? [answer] : [])],
    correct: (sentence) => {
      // The question is answered. The model is asked all the same, because it may have understood a wish for no more calls.
      if (asked === "whole") return undefined
      if (!claimsToBePerson(sentence, spoken)) return sentence
      if (isAnswered) return undefined
      isAnswered = true
      return answer
    }
  }
}

/** The disclosure, if the person has interrupted it. It is not repeated for good: a recognizer may hear talk all the time. */
const owedDisclosure = ({ disclosure, spoken }: Brief, messages: ReadonlyArray<SpokenMessage>) => {
  if (disclosure === null || turnNumber(messages) > lastTurn) return []
  const inAllLanguages = [disclosure, ...spoken.flatMap((one) => one.disclosure ?? [])]
  const isHeard = messages.some(
    ({ role, text }) => role === "agent" && inAllLanguages.some((sentence) => containsQuote(text, sentence))
  )
  return isHeard ? [] : [disclosure]
}

/** The last turn of the person after which an interrupted disclosure is repeated. */
const lastTurn = 5
