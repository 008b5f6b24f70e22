import { wordsOf } from "../../domain/text/words.ts"
import type { Asked } from "./asked.ts"
import { fittingSentence } from "./fitting-sentence.ts"
import { type Lines, linesIn } from "./lines.ts"
import { saidTime } from "./parse-time.ts"
import {
  areYouThere,
  asksFor,
  busy,
  callMe,
  goodbye,
  hold,
  interested,
  later,
  no,
  notInterested,
  onlyHello,
  onlyWhat,
  questionWord,
  repeat,
  thanks,
  wantsNoCalls,
  whoAreYou,
  wrongNumber,
  yes
} from "./sayings.ts"
import { topicsOf } from "./topics.ts"

export interface Answer {
  readonly text: string
  readonly endsCall: boolean
}

/** What to answer, by rules: the first that fits. Each brings the talk closer to its end. */
export const answerTo = (asked: Asked): Answer => {
  const talk = talkOf(asked)
  const { endsCall, sentences } = firstOf(rules, talk) ?? unclear(talk)
  if (!asked.isLast || endsCall) return { text: sentences.join(" "), endsCall }
  const statements = sentences.filter((sentence) => !sentence.endsWith("?"))
  return { text: [...statements, talk.lines.goodbye].join(" "), endsCall: true }
}

const firstOf = (all: ReadonlyArray<Rule>, talk: Talk): Reply | undefined => {
  for (const rule of all) {
    const reply = rule(talk)
    if (reply !== undefined) return reply
  }
  return undefined
}

interface Reply {
  readonly sentences: ReadonlyArray<string>
  readonly endsCall: boolean
}

interface Talk {
  readonly asked: Asked
  readonly lines: Lines
  /** The words of the person, joined by blanks. */
  readonly words: string
  /** What we said last, "" before all else. */
  readonly last: string
}

type Rule = (talk: Talk) => Reply | undefined

const talkOf = (asked: Asked): Talk => ({
  asked,
  lines: linesIn(asked.language),
  words: wordsOf(asked.said).join(" "),
  last: asked.ours.at(-1) ?? ""
})

const goOn = (...sentences: ReadonlyArray<string>): Reply => ({ sentences, endsCall: false })
const takeLeave = (sentence: string): Reply => ({ sentences: [sentence], endsCall: true })

const callLater: Rule = ({ asked, last, lines, words }) => {
  const when = saidTime(asked.said)
  const wasAsked = last.includes(lines.askWhen)
  const wants = callMe.test(words) && (later.test(words) || when !== undefined)
  if (when !== undefined && (wants || wasAsked)) return goOn(lines.callback(when), lines.anythingElse)
  return wants ? goOn(lines.askWhen) : undefined
}

const forGood: Rule = ({ lines, words }) => (wantsNoCalls(words) ? takeLeave(lines.optedOut) : undefined)

const notThem: Rule = ({ lines, words }) => (wrongNumber.test(words) ? takeLeave(lines.wrongNumber) : undefined)

const stillThere: Rule = ({ asked, lines, words }) =>
  areYouThere.test(words) || onlyHello.test(words)
    ? goOn(lines.here, lastQuestionOf(asked.ours) ?? lines.howToHelp)
    : undefined

const whoCalls: Rule = ({ asked, lines, words }) =>
  whoAreYou.test(words) ? goOn(lines.assistant, lastQuestionOf(asked.ours) ?? lines.howToHelp) : undefined

const sayAgain: Rule = ({ last, words }) =>
  last !== "" && (repeat.test(words) || onlyWhat.test(words)) ? goOn(last.replaceAll(/ —(?= |$)/g, ".")) : undefined

const question: Rule = ({ asked: { knowledge, said }, lines }) => {
  const questions = questionsIn(said)
  if (questions.length === 0) return undefined
  const found = questions.flatMap((one) => fittingSentence(one, knowledge) ?? [])
  if (found.length === 0) return goOn(lines.unknown, lines.offer)
  return goOn(...[...new Set(found)].map(toSay), lines.anythingElse)
}

const refusal: Rule = ({ lines, words }) => (notInterested.test(words) ? takeLeave(lines.refused) : undefined)

const farewell: Rule = ({ lines, words }) => (goodbye.test(words) ? takeLeave(lines.goodbye) : undefined)

const interest: Rule = (talk) => (interested.test(talk.words) ? agree(talk) : undefined)

const noTime: Rule = ({ lines, words }) => (busy.test(words) ? goOn(lines.askWhen) : undefined)

const waits: Rule = ({ lines, words }) =>
  hold.test(words) && words.split(" ").length <= 6 ? goOn(lines.holding) : undefined

// What is no question may name its topic all the same.
const topic: Rule = ({ asked: { knowledge, said }, lines }) => {
  const found = fittingSentence(said, knowledge)
  return found === undefined ? undefined : goOn(toSay(found), lines.anythingElse)
}

const consent: Rule = (talk) => {
  const { last, lines, words } = talk
  if (!yes.test(words)) return undefined
  if (asksIfHeard.test(last)) return goOn(lastQuestionOf(talk.asked.ours) ?? lines.howToHelp)
  if (last.includes(lines.offer)) return goOn(lines.offerTaken, lines.anythingElse)
  return last.includes(lines.anythingElse) ? goOn(lines.whatToKnow) : agree(talk)
}

const denial: Rule = ({ last, lines, words }) => {
  if (!no.test(words)) return undefined
  if (last.includes(lines.offer)) return goOn(lines.offerRefused, lines.anythingElse)
  return takeLeave(last.includes(lines.anythingElse) ? lines.goodbye : lines.refused)
}

const gratitude: Rule = ({ last, lines, words }) => {
  if (!thanks.test(words)) return undefined
  return last.includes(lines.anythingElse) ? takeLeave(lines.goodbye) : goOn(lines.welcome, lines.anythingElse)
}

const rules: ReadonlyArray<Rule> = [
  callLater,
  forGood,
  notThem,
  stillThere,
  whoCalls,
  sayAgain,
  question,
  refusal,
  farewell,
  interest,
  noTime,
  waits,
  topic,
  consent,
  denial,
  gratitude
]

const unclear = ({ last, lines }: Talk): Reply => {
  if (last.includes(lines.inOtherWords)) return goOn(lines.unknown, lines.offer)
  return last.includes(lines.offer) ? takeLeave(lines.givesUp) : goOn(lines.inOtherWords)
}

/** Once: who agrees again has nothing more to ask. */
const agree = ({ asked: { ours, useCase }, lines }: Talk): Reply => {
  const next = lines.nextStep(useCase)
  return ours.some((said) => said.includes(next)) ? takeLeave(lines.goodbye) : goOn(next, lines.anythingElse)
}

const questionsIn = (said: string) =>
  (said.match(/[^.!?।॥]+[.!?।॥]*/g) ?? []).filter((sentence) => {
    const words = wordsOf(sentence).join(" ")
    return (
      topicsOf(sentence).size > 0 && (sentence.trim().endsWith("?") || questionWord.test(words) || asksFor.test(words))
    )
  })

const lastQuestionOf = (ours: ReadonlyArray<string>) =>
  ours
    .flatMap((said) => said.match(/[^.!?।॥]+\?/g) ?? [])
    .findLast((asked) => !asksIfHeard.test(asked))
    ?.trim()

// Into a silence, or who was not understood: the talk goes on where it was.
const asksIfHeard = /(hear me|still there|that again|आ रही है|लाइन पर हैं)\?$/i

/** As much as one listens to. */
const toSay = (sentence: string) => {
  const end = sentence.length <= longest ? sentence.length : Math.max(sentence.lastIndexOf(" ", longest), 1)
  const text = sentence.slice(0, end).replace(/[,;:–—-]$/, "")
  return /[.!?।॥]$/.test(text) ? text : `${text}.`
}

const longest = 240
