import { wordsOf } from "../../domain/words.ts"
import type { Asked } from "./asked.ts"
import { fittingSentence } from "./fitting-sentence.ts"
import { type Lines, linesIn } from "./lines.ts"
import { saidTime } from "./said-time.ts"
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

const says = (...phrases: ReadonlyArray<string>) => new RegExp(`(?<!\\S)(?:${phrases.join("|")})(?!\\S)`)

const callWord = "(?:call(?:ing)?|phone|ring|contact|कॉल|फोन)"
const never = "(?:do not|dont|never|stop|not to)"
const optOut = says(
  `${never}(?: ever| please)* ${callWord}`,
  "(?:remove|delete) my (?:number|name)",
  "(?:take|remove) me (?:off|from)",
  `${callWord} (?:mat|na|मत|न|ना) \\S+`,
  `(?:mat|मत) ${callWord}`,
  `(?:dobara|दोबारा) ${callWord} (?:nahi|नहीं) \\S+`
)
const wrongNumber = says(
  "wrong (?:number|person)",
  "galat number",
  "गलत नंबर",
  "(?:nobody|no one) (?:of|by|with) that name"
)
const callMe = says(
  `(?<!\\b(?:do not|dont|never|cannot|cant) )(?:call|phone|ring|contact) (?:me|us|back|again|later)`,
  "(?:कॉल|फोन) (?:(?!(?:मत|न|ना)(?!\\S))\\S+ )*(?:कीजिए|करें|करना|करिए|करो|कर)",
  "phone (?:karna|karo|kijiye|kariye)"
)
const later = says(
  "back",
  "again",
  "later",
  "another time",
  "some other time",
  "बाद",
  "वापस",
  "दोबारा",
  "baad",
  "wapas",
  "dobara"
)
const areYouThere = says(
  "are you (?:still )?there",
  "(?:can|do) you hear(?: me)?",
  "anybody there",
  "sun rahe",
  "सुन (?:रहे|रही|पा)"
)
const onlyHello = /^(?:(?:hello|hallo|hi|हैलो|हेलो|हलो)\s?)+$/
const whoAreYou = says(
  "who (?:are you|is (?:this|it|there|calling|speaking))",
  "whos (?:this|there|calling|speaking)",
  "who am i (?:speaking|talking) (?:to|with)",
  "are you (?:an? )?(?:robot|bot|human|machine|computer|real|person|ai)(?: \\S+)?",
  "(?:kaun|कौन) (?:\\S+ )?(?:hai|hain|है|हैं|बोल|bol)(?: \\S+)*"
)
const repeat = says(
  "(?:say|tell me|repeat)(?: that| it)? again",
  "(?:can|could|would|please) (?:you )?(?:please )?repeat(?: that| it)?",
  "pardon",
  "come again",
  "what did you say",
  "(?:did not|didnt|could not|couldnt|cant|cannot) (?:hear|catch|understand|get)(?: \\S+)*",
  "(?:फिर से|दोबारा|dobara|phir se) (?:बोल|कह|बता|bol|kah|bata)\\S*",
  "(?:kya kaha|क्या कहा)"
)
const onlyWhat = /^(?:sorry|what|excuse me|kya|क्या|जी)$/
const notInterested = says(
  "(?:not|no longer|never) (?:\\S+ )?interested",
  "no interest",
  "(?:do not|dont) (?:want|need)(?: \\S+)*",
  "not (?:for me|needed|required)",
  "no thank(?:s| you)",
  "(?:interested|interest|रुचि|इच्छुक|इंटरेस्टेड|जरूरत) (?:nahi|नहीं)(?: \\S+)*",
  "(?:nahi|नहीं) (?:chahiye|चाहिए)"
)
const goodbye = says(
  "good ?bye",
  "bye",
  "good night",
  "see you",
  "have a (?:good|nice|great) \\S+",
  "alvida",
  "अलविदा",
  "बाय",
  "फिर मिलेंगे",
  "phir milenge"
)
const interested = says(
  "interested",
  "sounds (?:good|great|interesting)",
  "tell me more",
  "go (?:ahead|on)",
  "sign me up",
  "i (?:want|would like|will take) (?:it|this|that|to)(?: \\S+)*",
  "why not",
  "(?:रुचि|इच्छुक|इंटरेस्टेड) (?:है|हूं)",
  "बताइए",
  "बोलिए",
  "बताओ",
  "bataiye",
  "boliye"
)
const busy = says(
  "busy",
  "driving",
  "(?:in|at) (?:a )?(?:meeting|work)",
  "(?:not a good|a bad|no) time",
  "व्यस्त",
  "बिजी",
  "(?:समय|टाइम|वक्त|time) (?:nahi|नहीं)(?: \\S+)*"
)
const hold = says(
  "wait",
  "hold on",
  "(?:one|just a|ek|एक) (?:minute|second|moment|मिनट|सेकंड)",
  "ruko",
  "rukiye",
  "रुको",
  "रुकिए"
)
const yes =
  /^(?:yes|yeah|yep|sure|ok|okay|of course|certainly|please do|right|correct|haan|han|ji|theek|हां|हा|जी|बिल्कुल|ठीक|ओके)(?!\S)/
const no = /^(?:no|nope|not really|nothing|never|nahi|nahin|नहीं|जी नहीं|कुछ नहीं)(?!\S)/
const thanks = says("thanks", "thank you", "dhanyavad", "shukriya", "धन्यवाद", "शुक्रिया")
const asksFor = says(
  "tell me(?! more)",
  "explain",
  "i (?:want|would like|need) to know",
  "(?:batao|bataiye|बताइए|बताओ|बताएं)"
)
const questionWord = says(
  "what|whats|when|where|who|how|why|which|whose",
  "kya|kab|kahan|kitn[aei]|kaise|kyon|kaun",
  "क्या|कब|कहां|कितना|कितने|कितनी|कैसे|क्यों|कौन|कौनसा"
)

const callLater: Rule = ({ asked, last, lines, words }) => {
  const when = saidTime(asked.said)
  const wasAsked = last.includes(lines.askWhen)
  const wants = callMe.test(words) && (later.test(words) || when !== undefined)
  if (when !== undefined && (wants || wasAsked)) return goOn(lines.callback(when), lines.anythingElse)
  return wants ? goOn(lines.askWhen) : undefined
}

const forGood: Rule = ({ lines, words }) =>
  optOut.test(words) && !later.test(words.replace(/\bagain\b|दोबारा|dobara/g, ""))
    ? takeLeave(lines.optedOut)
    : undefined

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
