/** Reaction of the person at a number to the ringing phone. Seconds are line time. */
interface RingResponse {
  readonly does: "answer" | "no-answer" | "busy" | "failed"
  readonly afterSeconds: number
}

/** Returns the reaction by the number's last digit, so that users can write tests against it. */
export const ringResponseOf = (to: string): RingResponse => {
  switch (to.at(-1)) {
    case "2":
      return { does: "no-answer", afterSeconds: 25 }
    case "3":
      return { does: "busy", afterSeconds: 1 }
    case "4":
      return { does: "failed", afterSeconds: 1 }
    default:
      // Answers after 2 to 4 seconds, always the same for one number.
      return { does: "answer", afterSeconds: 2 + (Number(to.slice(1)) % 2_001) / 1_000 }
  }
}

/** The sound that reaches the persona in one frame. Milliseconds are line time since the answer. */
export interface PersonaInput {
  readonly atMillis: number
  /** Letters decoded in this frame. */
  readonly letters: string
  /** Whether the agent is audible. */
  readonly voice: boolean
  /** Whether the persona's own words are still being played. */
  readonly speaking: boolean
}

export type PersonaAction = { readonly say: string } | "hang up" | undefined

/** Makes the persona at a number, who decides once per frame what to do in the conversation. */
export const makePersona = (to: string): { readonly next: (moment: PersonaInput) => PersonaAction } => {
  const character = characters[to.slice(-7)] ?? characters[to.at(-1) ?? ""]
  return character === undefined ? { next: () => undefined } : personaOf(character)
}

interface Character {
  /** A line for each reply of the agent; the last is a goodbye. */
  readonly lines: ReadonlyArray<string>
  /** Says the first line while the agent is still speaking. */
  readonly interrupts?: true
}

// Characters by the last digit of the number, or by its last seven. A person who answers and is not listed stays silent
// and never hangs up.
const characters: Readonly<Record<string, Character>> = {
  0: { lines: ["Yes, I am interested. Please go ahead.", "Thank you, goodbye."] },
  1: { lines: ["No, I am not interested, thank you.", "Goodbye."] },
  5: { lines: ["Can you call me back tomorrow at 4 pm?", "Thanks, until tomorrow. Goodbye."] },
  6: { lines: ["Please do not call me again.", "Goodbye."] },
  7: { lines: ["What are your opening hours?", "I see. Yes, I am interested.", "Thank you, goodbye."] },
  5550120: { lines: ["Yes. Can you book me a visit on Tuesday?", "Thank you, goodbye."] },
  8: { lines: ["Sorry to interrupt you, I am not interested.", "Goodbye."], interrupts: true }
}

const greeting = "Hello?"
const question = "Hello? Are you there?"
const answerToGoodbye = "Goodbye."
const goodbye = /\b(good)?bye\b|\balvida\b|अलविदा/i
/** The end of what an agent says while a provider of the service is away. */
const asksToWait = /(one moment, please|stay on the line)\W*$|(एक क्षण|लाइन पर बने रहिए)[।\s]*$/i

// Milliseconds of line time.
const millisToGreeting = 500
/** Silence after which the agent's reply counts as ended. */
const turnEndsAfter = 700
/** Additional silence before the persona answers. */
const thinksFor = 400
/** Silence of the agent after which the persona asks whether it is still there. */
const questionAfter = 6_000
/** Silence after the persona's goodbye after which it hangs up. */
const hangsUpAfter = 2_500
/** Duration of one reply of the agent after which the persona hangs up. */
const patience = 60_000
const lettersToInterrupt = 12

type Phase = "answering" | "talking" | "took leave" | "leaving"

const personaOf = ({ interrupts, lines }: Character) => {
  const toSay = [...lines]
  let phase: Phase = "answering"
  let wordsEndedAt = 0
  let voiceEndedAt = 0
  let asked = false
  /** Words of the agent since the persona's last words. */
  let turn: { readonly since: number; text: string } | undefined

  const say = (words: string, then: Phase): PersonaAction => {
    phase = then
    turn = undefined
    return { say: words }
  }

  const stayOnTheLine = () => {
    turn = undefined
    return undefined
  }

  const sayNext = (): PersonaAction => {
    const words = toSay.shift() ?? answerToGoodbye
    asked = false
    return say(words, toSay.length > 0 ? "talking" : "took leave")
  }

  const listen = ({ atMillis, letters, voice }: PersonaInput) => {
    if (voice) {
      turn ??= { since: atMillis, text: "" }
      voiceEndedAt = atMillis
    }
    if (turn !== undefined) turn.text += letters
  }

  const answerTurn = ({ since, text }: NonNullable<typeof turn>, { atMillis, voice }: PersonaInput): PersonaAction => {
    if (atMillis - since >= patience) return "hang up"
    const quiet = atMillis - voiceEndedAt
    if (phase === "took leave") return quiet >= turnEndsAfter ? "hang up" : undefined
    const first = toSay.length === lines.length
    if (interrupts && first && voice && [...text].length >= lettersToInterrupt) return sayNext()
    if (quiet < turnEndsAfter + thinksFor) return undefined
    if (asksToWait.test(text)) return stayOnTheLine()
    return goodbye.test(text) ? say(answerToGoodbye, "leaving") : sayNext()
  }

  const handleSilence = (quiet: number): PersonaAction => {
    if (phase === "took leave") return quiet >= hangsUpAfter ? "hang up" : undefined
    if (quiet < questionAfter) return undefined
    if (asked) return "hang up"
    asked = true
    return say(question, "talking")
  }

  const next = (moment: PersonaInput): PersonaAction => {
    const { atMillis, speaking } = moment
    if (speaking) {
      wordsEndedAt = atMillis
      return undefined
    }
    if (phase === "leaving") return "hang up"
    if (phase === "answering") return atMillis >= millisToGreeting ? say(greeting, "talking") : undefined
    listen(moment)
    if (turn !== undefined) return answerTurn(turn, moment)
    return handleSilence(atMillis - Math.max(wordsEndedAt, voiceEndedAt))
  }

  return { next }
}
