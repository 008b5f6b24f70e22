import { makeScreener, makeVoiceMenu, makeVoicemail } from "./machines.ts"
import { type Character, makeTalker, type Persona } from "./persona.ts"
import { makeTargetPersona } from "./persona-target.ts"

/** Reaction of the person at a number to the ringing phone. Seconds are line time. */
interface RingResponse {
  readonly does: "answer" | "no-answer" | "busy" | "failed"
  readonly afterSeconds: number
}

/** Returns the reaction of a persona; without one, the last digit of the number decides, so that users can write tests. */
export const ringResponseOf = (to: string, name?: string): RingResponse => {
  const persona = namedPersona(name)
  if (persona !== undefined && persona.rings !== "by number") return persona.rings ?? answers(to)
  switch (lastDigitOf(to)) {
    case "2":
      return { does: "no-answer", afterSeconds: 25 }
    case "3":
      return { does: "busy", afterSeconds: 1 }
    case "4":
      return { does: "failed", afterSeconds: 1 }
    default:
      return answers(to)
  }
}

/** Returns the last digit of a number, or of the user of a SIP address. */
const lastDigitOf = (to: string) => /\d(?=@|$)/.exec(to)?.[0]

// After 2 to 4 seconds, always the same for one number or SIP address.
const answers = (to: string): RingResponse => ({
  does: "answer",
  afterSeconds: 2 + (Number(to.replaceAll(/\D/g, "")) % 2_001) / 1_000
})

/** A person whom the contact's metadata chooses by name. */
interface NamedPersona {
  /** Reaction to the ringing phone; the person answers when it is unset. */
  readonly rings?: RingResponse | "by number"
  /** After how many seconds of line time the person calls back when they have not answered; unset: they do not. */
  readonly callsBackAfter?: number
  readonly make: (to: string) => Persona
}

const booksTuesday: Character = { lines: ["Yes. Can you book me a visit on Tuesday?", "Thank you, goodbye."] }

const interested: Character = { lines: ["Yes, I am interested. Please go ahead.", "Thank you, goodbye."] }
const speaksHindi: Character = {
  lines: ["क्या हम हिंदी में बात कर सकते हैं?", "जी हाँ, मुझे रुचि है।", "धन्यवाद, अलविदा।"]
}
const hoursAndGoodbye = ["What are your opening hours?", "Thank you, goodbye."]
const allowsRecording: Character = { lines: ["Yes, that is fine.", ...hoursAndGoodbye] }
const refusesRecording: Character = { lines: ["No, please do not.", ...hoursAndGoodbye] }
const stopsRecording: Character = {
  lines: ["Yes.", "Please stop recording this call. What are your opening hours?", "Thank you, goodbye."]
}

const asksForHuman: Character = {
  lines: [
    "I would like to talk to a human, please.",
    "It is about my contract. You can also call me tomorrow at 4 pm.",
    "Thank you, goodbye."
  ],
  ignoresTones: true
}

const callsBack: Character = {
  lines: ["You have called me, I could not come to the phone. Yes, I am interested.", "Thank you, goodbye."]
}

const optsOutOnHold: Character = {
  lines: ["I would like to talk to a human, please.", "To a human, please.", "Goodbye."],
  onHold: "Please do not call me again."
}

const wrongNumber: Character = {
  lines: ["Wrong number. The person you are trying to reach does not live here. Stop calling me.", "Goodbye."]
}

/** The person at a transfer target; a contact may be one too. */
export const targetPersona = "takes-transfer"

const namedPersonas: ReadonlyMap<string, NamedPersona> = new Map<string, NamedPersona>([
  ["speaks-hindi", { make: () => makeTalker(speaksHindi) }],
  ["allows-recording", { make: () => makeTalker(allowsRecording) }],
  ["refuses-recording", { make: () => makeTalker(refusesRecording) }],
  ["stops-recording", { make: () => makeTalker(stopsRecording) }],
  ["asks-for-human", { make: () => makeTalker(asksForHuman) }],
  ["wrong-number", { make: () => makeTalker(wrongNumber) }],
  ["opts-out-on-hold", { make: () => makeTalker(optsOutOnHold) }],
  [targetPersona, { rings: "by number", make: makeTargetPersona }],
  ["books-tuesday", { make: () => makeTalker(booksTuesday) }],
  [
    "calls-back",
    { rings: { does: "no-answer", afterSeconds: 25 }, callsBackAfter: 4, make: () => makeTalker(callsBack) }
  ],
  ["voicemail", { make: makeVoicemail }],
  ["screener", { make: () => makeScreener(makeTalker(interested)) }],
  ["voice-menu", { make: () => makeVoiceMenu(makeTalker(interested)) }]
])

/** Returns the seconds after which a persona that has not answered calls back; undefined if it does not. */
export const callsBackAfter = (name: string | undefined): number | undefined => namedPersona(name)?.callsBackAfter

/** The names that `persona` in a contact's metadata may have. */
export const personaNames: ReadonlyArray<string> = [...namedPersonas.keys()]

const namedPersona = (name: string | undefined) => (name === undefined ? undefined : namedPersonas.get(name))

/** Makes the persona of this name or, without a known name, the one at the number. */
export const makePersona = (to: string, name?: string): Persona => {
  const persona = namedPersona(name)
  if (persona !== undefined) return persona.make(to)
  const character = characters[to.slice(-7)] ?? characters[to.at(-1) ?? ""]
  return character === undefined ? { next: () => undefined } : makeTalker(character)
}

// Characters by the last digit of the number, or by its last seven. A person who answers and is not listed stays silent
// and never hangs up.
const characters: Readonly<Record<string, Character>> = {
  0: interested,
  1: { lines: ["No, I am not interested, thank you.", "Goodbye."] },
  5: { lines: ["Can you call me back tomorrow at 4 pm?", "Thanks, until tomorrow. Goodbye."] },
  6: { lines: ["Please do not call me again.", "Goodbye."] },
  7: { lines: ["What are your opening hours?", "I see. Yes, I am interested.", "Thank you, goodbye."] },
  5550120: booksTuesday,
  8: { lines: ["Sorry to interrupt you, I am not interested.", "Goodbye."], interrupts: true }
}
