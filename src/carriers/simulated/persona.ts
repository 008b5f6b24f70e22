/** What the person at a number does when the phone rings; seconds are the line's. */
interface Person {
  readonly does: "answer" | "no-answer" | "busy" | "failed"
  readonly afterSeconds: number
}

/** The last digit of the number decides, so that anyone can write a test against it. */
export const ringResponseOf = (to: string): Person => {
  switch (to.at(-1)) {
    case "2":
      return { does: "no-answer", afterSeconds: 25 }
    case "3":
      return { does: "busy", afterSeconds: 1 }
    case "4":
      return { does: "failed", afterSeconds: 1 }
    default:
      // From 2 to 4 seconds, always the same for a number.
      return { does: "answer", afterSeconds: 2 + (Number(to.slice(1)) % 2_001) / 1_000 }
  }
}

/** What a person hears in a frame; milliseconds are the line's since they picked up. */
export interface PersonaInput {
  readonly atMillis: number
  /** Just understood. */
  readonly letters: string
  /** The other side is audible. */
  readonly voice: boolean
  /** The person's own words are still sounding. */
  readonly speaking: boolean
}

export type PersonaAction = { readonly say: string } | "hang up" | undefined

/** What the person at a number does in a talk, asked once a frame. */
export const makePersona = (to: string): { readonly next: (moment: PersonaInput) => PersonaAction } => {
  const character = characters[to.at(-1) ?? ""]
  return character === undefined ? { next: () => undefined } : personaOf(character)
}

interface Character {
  /** One for each turn of the agent; the last is a goodbye. */
  readonly lines: ReadonlyArray<string>
  /** Says the first line in the middle of what the agent says. */
  readonly interrupts?: true
}

// By the last digit. Who picks up and is not here stays silent, and never hangs up.
const characters: Readonly<Record<string, Character>> = {
  0: { lines: ["Yes, I am interested. Please go ahead.", "Thank you, goodbye."] },
  1: { lines: ["No, I am not interested, thank you.", "Goodbye."] },
  5: { lines: ["Can you call me back tomorrow at 4 pm?", "Thanks, until tomorrow. Goodbye."] },
  6: { lines: ["Please do not call me again.", "Goodbye."] },
  7: { lines: ["What are your opening hours?", "I see. Yes, I am interested.", "Thank you, goodbye."] },
  8: { lines: ["Sorry to interrupt you, I am not interested.", "Goodbye."], interrupts: true }
}

const greeting = "Hello?"
const question = "Hello? Are you there?"
const answerToGoodbye = "Goodbye."
const goodbye = /\b(good)?bye\b|\balvida\b|अलविदा/i

const millisToGreeting = 500
const turnEndsAfter = 700
const thinksFor = 400
const questionAfter = 6_000
const hangsUpAfter = 2_500
// Who has not got a word in for so long gives up.
const patience = 60_000
const lettersToInterrupt = 12

type Phase = "answering" | "talking" | "took leave" | "leaving"

const personaOf = ({ interrupts, lines }: Character) => {
  const toSay = [...lines]
  let phase: Phase = "answering"
  let wordsEndedAt = 0
  let voiceEndedAt = 0
  let asked = false
  /** What the agent has said since the person's last words. */
  let turn: { readonly since: number; text: string } | undefined

  const say = (words: string, then: Phase): PersonaAction => {
    phase = then
    turn = undefined
    return { say: words }
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
    return goodbye.test(text) ? say(answerToGoodbye, "leaving") : sayNext()
  }

  const bearSilence = (quiet: number): PersonaAction => {
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
    return turn === undefined ? bearSilence(atMillis - wordsEndedAt) : answerTurn(turn, moment)
  }

  return { next }
}
