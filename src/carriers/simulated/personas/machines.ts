import { tone } from "../../../audio/tone.ts"
import { millisToGreeting, type Persona, type PersonaAction, type PersonaInput } from "./persona.ts"

/** Machines at the other end of the simulated line, and the people behind them. */

// All times are milliseconds of line time.
const beepMillis = 400
const beepHertz = 1_000
/** Silence after which a message counts as ended. */
const messageEndsAfter = 3_000
/** Silence after which an answer counts as ended. */
const answerEndsAfter = 1_000
/** Maximum time that a mailbox records. */
const longestMessage = 60_000
/** Time that a menu waits for a key. */
const waitsForKey = 8_000
/** Time from the last words of a machine until a person comes to the phone. */
const personComesAfter = 2_000
/** Number of times that a menu is said before it hangs up. */
const menusUntilHangUp = 3

/** A mailbox: a greeting, a beep, and a recording of what is said then. */
export const makeVoicemail = (): Persona => {
  const toPlay: Array<PersonaAction> = [
    { say: "Hi, you have reached my voicemail. I cannot come to the phone. Please leave a message after the beep." },
    { sound: tone(beepHertz, beepMillis), as: "(beep)" }
  ]
  let recordsFrom = 0
  let voiceEndedAt: number | undefined
  return {
    next: ({ atMillis, speaking, voice }) => {
      if (speaking || atMillis < millisToGreeting) {
        recordsFrom = atMillis
        return undefined
      }
      const [playing] = toPlay.splice(0, 1)
      if (playing !== undefined) return playing
      if (voice) voiceEndedAt = atMillis
      const isOver = voiceEndedAt !== undefined && atMillis - voiceEndedAt >= messageEndsAfter
      return isOver || atMillis - recordsFrom >= longestMessage ? "hang up" : undefined
    }
  }
}

/** An assistant that asks who is calling. After an answer it fetches the person. */
export const makeScreener = (person: Persona): Persona => {
  const behind = makePersonBehind(person)
  let hasAsked = false
  let voiceEndedAt: number | undefined
  return {
    next: (moment) => {
      const { atMillis, speaking, voice } = moment
      if (behind.isCalled()) return behind.next(moment)
      if (speaking || atMillis < millisToGreeting) return undefined
      if (!hasAsked) {
        hasAsked = true
        return { say: "Hi. Before I try to connect you, please say your name and why you are calling." }
      }
      if (voice) voiceEndedAt = atMillis
      if (voiceEndedAt === undefined || atMillis - voiceEndedAt < answerEndsAfter) return undefined
      return behind.call("Thank you. Please stay on the line.")
    }
  }
}

/** A voice menu, with a person behind key 2. */
export const makeVoiceMenu = (person: Persona): Persona => {
  const behind = makePersonBehind(person)
  const menu = "For opening hours, press 1. To speak to a person, press 2."
  let menus = 0
  let quietFrom = 0

  const announce = (before: string): PersonaAction => {
    menus++
    return menus > menusUntilHangUp ? "hang up" : { say: `${before} ${menu}` }
  }

  return {
    next: (moment) => {
      const { atMillis, keys, speaking } = moment
      if (behind.isCalled()) return behind.next(moment)
      if (keys.includes("2")) return behind.call("Connecting you now. Please hold.")
      if (speaking) {
        quietFrom = atMillis
        return undefined
      }
      if (menus === 0) return atMillis < millisToGreeting ? undefined : announce("Thank you for calling.")
      if (keys !== "") return announce("That is closed at the moment.")
      return atMillis - quietFrom >= waitsForKey ? announce("Sorry, I did not get that.") : undefined
    }
  }
}

/** A person whom a machine fetches. */
const makePersonBehind = (person: Persona) => {
  let comesAt: number | undefined
  return {
    isCalled: () => comesAt !== undefined,
    call: (lastWords: string): PersonaAction => {
      comesAt = Number.POSITIVE_INFINITY
      return { say: lastWords }
    },
    next: (moment: PersonaInput): PersonaAction => {
      if (comesAt === Number.POSITIVE_INFINITY && !moment.speaking) comesAt = moment.atMillis + personComesAfter
      return moment.atMillis < (comesAt ?? 0) ? undefined : person.next(moment)
    }
  }
}
