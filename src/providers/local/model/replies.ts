import { wordsOf } from "../../../domain/text/words.ts"
import { wantedOf } from "../embedder/lexical-keys.ts"
import { fittingSentence } from "./fitting-sentence.ts"
import { namedTime } from "./named-time.ts"
import * as phrases from "./phrases.ts"
import type { ReplyPrompt } from "./prompts.ts"
import { type ReplyTexts, textsIn } from "./reply-texts.ts"

export interface StandInReply {
  readonly text: string
  readonly endsCall: boolean
  /** The person wants no more calls. */
  readonly optsOut: boolean
}

/** Replies by the first rule that applies. Every reply brings the conversation closer to its end. */
export const replyTo = (prompt: ReplyPrompt): StandInReply => {
  const turn: Turn = {
    ...prompt,
    texts: textsIn(prompt.language),
    words: wordsOf(prompt.turn).join(" "),
    last: prompt.replies.at(-1) ?? ""
  }
  const replies = rules.values().map((rule) => rule(turn))
  const { endsCall, optsOut = false, sentences } = replies.find((reply) => reply !== undefined) ?? unclear(turn)
  if (!prompt.isLast || endsCall) return { text: sentences.join(" "), endsCall, optsOut }
  const statements = sentences.filter((sentence) => !sentence.endsWith("?"))
  return { text: [...statements, turn.texts.goodbye].join(" "), endsCall: true, optsOut }
}

interface Turn extends ReplyPrompt {
  readonly texts: ReplyTexts
  /** The words of the person, joined by blanks. */
  readonly words: string
  /** The agent's last reply, "" when there is none. */
  readonly last: string
}

interface Sentences {
  readonly sentences: ReadonlyArray<string>
  readonly endsCall: boolean
  readonly optsOut?: boolean
}

type Rule = (turn: Turn) => Sentences | undefined

const say = (...sentences: ReadonlyArray<string>): Sentences => ({ sentences, endsCall: false })
const hangUp = (sentence: string): Sentences => ({ sentences: [sentence], endsCall: true })

const whenMatched =
  (expression: RegExp, reply: (turn: Turn) => Sentences): Rule =>
  (turn) =>
    expression.test(turn.words) ? reply(turn) : undefined

const callback: Rule = ({ last, texts, turn, words }) => {
  const when = namedTime(turn)?.words
  const wants = phrases.wantsLaterCall(words)
  if (when !== undefined && (wants || last.includes(texts.askWhen)))
    return say(texts.callback(when), texts.anythingElse)
  return wants ? say(texts.askWhen) : undefined
}

/** Returns to the last question, or opens with one. */
const resume = ({ replies, texts }: Turn) => lastQuestionOf(replies) ?? texts.howToHelp

const repetition: Rule = ({ last, words }) =>
  last !== "" && phrases.repeat.test(words) ? say(last.replaceAll(/ —(?= |$)/g, ".")) : undefined

const question: Rule = ({ knowledge, texts, turn }) => {
  const questions = questionsIn(turn)
  if (questions.length === 0) return undefined
  const found = questions.flatMap((one) => fittingSentence(one, knowledge) ?? [])
  if (found.length === 0) return say(texts.unknown, texts.offer)
  return say(...[...new Set(found)].map(shortened), texts.anythingElse)
}

/** A turn that asks nothing may still name its topic, such as "Opening hours please". */
const topic: Rule = ({ knowledge, texts, turn }) => {
  const found = fittingSentence(turn, knowledge)
  return found === undefined ? undefined : say(shortened(found), texts.anythingElse)
}

/** Explains the next step once; a person who agrees again has nothing more to ask. */
const agree = ({ replies, texts, useCase }: Turn): Sentences => {
  const next = texts.nextStep(useCase)
  return replies.some((reply) => reply.includes(next)) ? hangUp(texts.goodbye) : say(next, texts.anythingElse)
}

const consent = whenMatched(phrases.yes, (turn) => {
  if (asksIfHeard.test(turn.last)) return say(resume(turn))
  return turn.last.includes(turn.texts.anythingElse) ? say(turn.texts.howToHelp) : agree(turn)
})

/** Says what the tools of this turn have answered. */
const toolAnswers: Rule = ({ answers, texts }) => {
  const last = answers.at(-1)
  if (last === undefined) return undefined
  if (last.status === "UNCLEAR") return say(texts.unclear, texts.anythingElse)
  if (last.status !== "DONE") return say(texts.toolFailed, texts.offer)
  const words = spokenValues(last.text)
  return say(words === "" ? texts.done : `${texts.found} ${words}.`, texts.anythingElse)
}

/** Returns the values of a JSON text as a person would list them; a text that is not JSON as it is. */
const spokenValues = (text: string): string => {
  const valuesOf = (value: unknown): ReadonlyArray<string> =>
    typeof value === "object" && value !== null ? Object.values(value).flatMap(valuesOf) : [String(value ?? "")]
  try {
    return valuesOf(JSON.parse(text)).filter(Boolean).slice(0, maxSpokenValues).join(", ")
  } catch {
    return shortened(text).replace(/\.$/, "")
  }
}

const maxSpokenValues = 4

const rules: ReadonlyArray<Rule> = [
  toolAnswers,
  callback,
  ({ texts, words }) => (phrases.wantsNoCalls(words) ? { ...hangUp(texts.optedOut), optsOut: true } : undefined),
  whenMatched(phrases.wrongNumber, ({ texts }) => hangUp(texts.wrongNumber)),
  whenMatched(phrases.areYouThere, (turn) => say(turn.texts.here, resume(turn))),
  whenMatched(phrases.whoAreYou, (turn) => say(turn.texts.assistant, resume(turn))),
  repetition,
  question,
  whenMatched(phrases.notInterested, ({ texts }) => hangUp(texts.refused)),
  whenMatched(phrases.goodbye, ({ texts }) => hangUp(texts.goodbye)),
  whenMatched(phrases.interested, agree),
  whenMatched(phrases.busy, ({ texts }) => say(texts.askWhen)),
  topic,
  consent,
  whenMatched(phrases.no, ({ last, texts }) =>
    hangUp(last.includes(texts.anythingElse) ? texts.goodbye : texts.refused)
  ),
  whenMatched(phrases.thanks, ({ last, texts }) =>
    last.includes(texts.anythingElse) ? hangUp(texts.goodbye) : say(texts.anythingElse)
  )
]

const unclear = ({ last, texts }: Turn): Sentences => {
  if (last.includes(texts.inOtherWords)) return say(texts.unknown, texts.offer)
  return last.includes(texts.offer) ? hangUp(texts.givesUp) : say(texts.inOtherWords)
}

const questionsIn = (turn: string) =>
  (turn.match(/[^.!?।॥]+[.!?।॥]*/g) ?? []).filter(
    (sentence) =>
      wantedOf(sentence).size > 0 &&
      (sentence.trim().endsWith("?") || phrases.asksQuestion.test(wordsOf(sentence).join(" ")))
  )

const lastQuestionOf = (replies: ReadonlyArray<string>) =>
  replies
    .flatMap((reply) => reply.match(/[^.!?।॥]+\?/g) ?? [])
    .findLast((asked) => !asksIfHeard.test(asked))
    ?.trim()

// Fixed lines that a call plays into a silence, or after words that were not understood.
const asksIfHeard = /(hear me|still there|that again|आ रही है|लाइन पर हैं)\?$/i

/** Cuts a sentence of a document to a length that a person listens to. */
const shortened = (sentence: string) => {
  const end =
    sentence.length <= longestSentence ? sentence.length : Math.max(sentence.lastIndexOf(" ", longestSentence), 1)
  const text = sentence.slice(0, end).replace(/[,;:–—-]$/, "")
  return /[.!?।॥]$/.test(text) ? text : `${text}.`
}

/** Maximum length of a sentence from a document, characters. */
const longestSentence = 240
