export type Random = () => number

/** Makes a source of numbers from 0 to 1 that is the same for the same seed. */
export const makeRandom = (seed: number): Random => {
  let state = (seed * 7_919 + 1) % modulus
  return () => {
    state = (state * 48_271) % modulus
    return state / modulus
  }
}

const modulus = 2 ** 31 - 1

/** A stretch of speech without a pause. */
export interface Stretch {
  readonly words: ReadonlyArray<string>
  readonly millis: number
  /** Silence before it, ms. */
  readonly pauseBefore: number
}

/** A turn of the person, after the agent's line. */
export interface PersonTurn {
  readonly kind: "plain" | "short" | "pause" | "digits"
  readonly stretches: ReadonlyArray<Stretch>
  /** Silence before the turn, ms. */
  readonly after: number
}

/** A sound of the person while the agent speaks. */
export interface Overlay {
  readonly kind: "back-channel" | "tic" | "side talk" | "interruption"
  readonly words: ReadonlyArray<string>
  readonly millis: number
  /** Time after the agent's line became audible, ms. */
  readonly at: number
}

/** A line of the agent, what sounds over it, and the turn after it. */
export interface Exchange {
  readonly line: string
  readonly overlay: Overlay | undefined
  readonly turn: PersonTurn
}

const pick = <A>(items: ReadonlyArray<A>, random: Random): A => items[Math.floor(random() * items.length)] as A
const between = (low: number, high: number, random: Random) => Math.round(low + random() * (high - low))

const statements = [
  "I would like to know what it costs each month.",
  "My brother uses the same plan and he likes it.",
  "Please send me the papers to my office address.",
  "I have not received the bill for the last month.",
  "We moved to another city in the summer.",
  "That sounds good to me.",
  "What happens if I pay later this month?",
  "I think the second one is better for us."
]
const answers = ["Yes.", "No.", "Yes, sure.", "No, thanks."]
const questions = ["Do you have a minute for that now?", "Shall I tell you more about it?"]
const digitQuestions = ["Could you please tell me your account number?", "What is your phone number, please?"]
const lines = [
  "This offer is for all who have been with us for long, and it ends in a week from now.",
  "I can see that the last payment came in on the third, so the account is in order again.",
  "There are two plans, one with a fixed price and one that depends on what you use each month."
]
const backChannels = ["mhm", "okay", "right", "yeah", "uh huh"]
const asides = ["darling, have you seen my keys", "just put it on the table", "no, leave the dog outside"]
const interruptions = [
  "wait, what does it cost",
  "sorry, who is calling",
  "stop, I have a question",
  "but I already paid that"
]

const speech = (text: string, pauseBefore: number, random: Random): Stretch => ({
  words: text.split(" "),
  millis: text.length * between(55, 75, random),
  pauseBefore
})

/** Makes the next exchange of a call. */
export const exchange = (random: Random): Exchange => {
  const kind = pick(["plain", "plain", "pause", "pause", "short", "digits"] as const, random)
  const line = pick(kind === "short" ? questions : kind === "digits" ? digitQuestions : lines, random)
  return {
    line,
    overlay: overlay(line, random),
    turn: { kind, stretches: stretches(kind, random), after: between(250, 1_500, random) }
  }
}

const stretches = (kind: PersonTurn["kind"], random: Random): ReadonlyArray<Stretch> => {
  if (kind === "short") return [speech(pick(answers, random), 0, random)]
  if (kind === "digits") {
    return Array.from({ length: 3 }, (_, index) =>
      speech(
        Array.from({ length: 3 }, () => String(between(0, 9, random))).join(" "),
        index === 0 ? 0 : between(300, 1_200, random),
        random
      )
    )
  }
  const text = pick(statements, random)
  if (kind === "plain") return [speech(text, 0, random)]
  const words = text.split(" ")
  const cut = between(2, words.length - 2, random)
  return [
    speech(words.slice(0, cut).join(" "), 0, random),
    speech(words.slice(cut).join(" "), between(300, 2_500, random), random)
  ]
}

const overlay = (line: string, random: Random): Overlay | undefined => {
  const kind = pick(["back-channel", "tic", "side talk", "interruption", undefined, undefined] as const, random)
  if (kind === undefined) return undefined
  const at = between(600, Math.max(700, line.length * 60 - 1_500), random)
  if (kind === "tic") return { kind, words: [], millis: between(150, 450, random), at }
  const text = pick(kind === "back-channel" ? backChannels : kind === "side talk" ? asides : interruptions, random)
  return { kind, words: text.split(" "), millis: text.length * between(55, 75, random), at }
}
