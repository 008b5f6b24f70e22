import { millisToGreeting, type Persona, type PersonaAction, type PersonaInput } from "./persona.ts"

// All times are milliseconds of line time.
/** Silence after which the turn of the other side counts as ended. */
const turnEndsAfter = 900
/** Silence after which a target that has taken the call asks who is there. */
const speaksUpAfter = 1_500
/** Silence that does not end a turn. */
const shortPause = 200
/** Silence after which the target gives up. */
const patience = 30_000

const greeting = "Service desk, hello."
const question = "How can I help you?"
const farewell = "Thank you for calling, goodbye."

/**
 * Makes the person at a transfer target, by the last digit of its number: an even one takes the call with the key 1, an
 * odd one by saying yes. 5 does not take it, 6 hangs up at once and 9 says nothing at all. 8 takes it and talks without
 * a pause until the other side has left.
 */
export const makeTargetPersona = (to: string): Persona => {
  const digit = Number(/\d(?=@|$)/.exec(to)?.[0] ?? 0)
  let greeted = false
  let asked = false
  let hasTaken = false
  let leaving = false
  let heard = ""
  let lastSoundAt = 0

  const answerTurn = (): PersonaAction => {
    const text = heard
    heard = ""
    if (!hasTaken && /(?<!\d)1(?!\d)|१|১/.test(text)) {
      hasTaken = true
      if (digit === 5) {
        leaving = true
        return { say: "No, I cannot take it now." }
      }
      if (digit === 9) return undefined
      return digit % 2 === 0 ? { press: "1" } : { say: "Yes." }
    }
    // Words of the assistant that lead nowhere yet.
    if (hasTaken && /connect/i.test(text)) return undefined
    if (leaving || asked) {
      leaving = true
      return { say: farewell }
    }
    asked = true
    return { say: question }
  }

  const next = ({ atMillis, letters, speaking, voice }: PersonaInput): PersonaAction => {
    if (speaking || voice) lastSoundAt = atMillis
    if (speaking) return undefined
    if (!greeted) {
      if (atMillis < millisToGreeting) return undefined
      greeted = true
      lastSoundAt = atMillis
      return digit === 6 ? "hang up" : { say: greeting }
    }
    heard += letters
    const quiet = atMillis - lastSoundAt
    if (hasTaken && digit === 8) return quiet < shortPause ? undefined : { say: question }
    if (leaving && quiet >= turnEndsAfter) return "hang up"
    if (quiet >= patience) return "hang up"
    if (hasTaken && !leaving && digit !== 9 && heard.trim() === "" && quiet >= speaksUpAfter) {
      asked = true
      return { say: question }
    }
    if (heard.trim() === "" || voice || quiet < turnEndsAfter) return undefined
    return answerTurn()
  }

  return { next }
}
