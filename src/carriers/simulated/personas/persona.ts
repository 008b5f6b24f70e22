/** The sound that reaches the persona in one frame. Milliseconds are line time since the answer. */
export interface PersonaInput {
  readonly atMillis: number
  /** Letters decoded in this frame. */
  readonly letters: string
  /** Keys that the agent has sent. */
  readonly keys: string
  /** Whether the agent is audible. */
  readonly voice: boolean
  /** Whether the persona's own words are still being played. */
  readonly speaking: boolean
}

export type PersonaAction =
  | { readonly say: string }
  | { readonly press: string }
  /** Makes another sound than words; `as` names it in the record. */
  | { readonly sound: Uint8Array; readonly as: string }
  | "hang up"
  | undefined

/** A person on the line, who decides once per frame what to do in the conversation. */
export interface Persona {
  readonly next: (moment: PersonaInput) => PersonaAction
}

/** Lines of a person who answers each reply of the agent. */
export interface Character {
  /** A line for each reply of the agent; the last is a goodbye. */
  readonly lines: ReadonlyArray<string>
  /** Says the first line while the agent is still speaking. */
  readonly interrupts?: true
  /** Waits for words after a sound without any, such as the tone of a phone that rings. */
  readonly ignoresTones?: true
  /** Says this when first asked to wait for a colleague. */
  readonly onHold?: string
}

const greeting = "Hello?"
const question = "Hello? Are you there?"
const answerToGoodbye = "Goodbye."
const goodbye = /\b(good)?bye\b|\balvida\b|अलविदा/i
/** The last words of a reply that asks the person to wait while a provider is away. */
const asksToWait = /(one moment, please|stay on the line)\W*$|(एक क्षण|लाइन पर बने रहिए)[।\s]*$/i
/** The word for a transfer target in a request to wait. */
const colleague = /\bcolleague\b/i

// All times are milliseconds of line time.
/** Time from the answer of a call to the greeting. */
export const millisToGreeting = 500
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
/** Letters of a reply of the agent after which a persona interrupts it. */
const lettersToInterrupt = 12

type Phase = "answering" | "talking" | "took leave" | "leaving"

/** Makes a person who greets, says a line after each reply of the agent, and takes leave. */
export const makeTalker = ({ ignoresTones, interrupts, lines, onHold }: Character): Persona => {
  const toSay = [...lines]
  let phase: Phase = "answering"
  let wordsEndedAt = 0
  let voiceEndedAt = 0
  let asked = false
  let toSayOnHold = onHold
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

  const wait = (text: string): PersonaAction => {
    const words = toSayOnHold
    if (words === undefined || !colleague.test(text)) return stayOnTheLine()
    toSayOnHold = undefined
    return say(words, "talking")
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
    if (asksToWait.test(text)) return wait(text)
    if (ignoresTones && text.trim() === "") return stayOnTheLine()
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
