import { assert, describe, it } from "@effect/vitest"
import { makePersona } from "../../../../src/carriers/simulated/personas/all-personas.ts"
import type { PersonaAction } from "../../../../src/carriers/simulated/personas/persona.ts"
import { makeRandom } from "../../../support/random.ts"

const { PROVE, TEST_SEED } = process.env
const seed = Number(TEST_SEED)
const runs = PROVE === "full" ? 5_000 : 200

const frameMillis = 20
const millisPerLetter = 56
const speakingDigits = ["0", "1", "5", "6", "7", "8"]

/** Audio of the agent in one frame: undefined is silence, "" a voice without letters. */
type Agent = (heard: { readonly atMillis: number; readonly personSpeaks: boolean }) => string | undefined

interface TimedAction {
  readonly atMillis: number
  readonly deed: NonNullable<PersonaAction>
  /** Text that the agent has spoken since the previous event. */
  readonly heard: string
}

/** Returns all actions of a persona until it hangs up, or for `seconds`. */
const actionsOf = (digit: string, agent: Agent, seconds = 600): ReadonlyArray<TimedAction> => {
  const { next } = makePersona(`+1415555010${digit}`)
  const actions: Array<TimedAction> = []
  let wordsEndAt = 0
  let heard = ""
  for (let atMillis = 0; atMillis < seconds * 1_000; atMillis += frameMillis) {
    const speaking = atMillis < wordsEndAt
    const letters = agent({ atMillis, personSpeaks: speaking })
    heard += letters ?? ""
    const deed = next({ atMillis, letters: letters ?? "", keys: "", voice: letters !== undefined, speaking })
    if (deed === undefined) continue
    actions.push({ atMillis, deed, heard })
    heard = ""
    if (deed === "hang up") break
    assert.isFalse(speaking, "two things at once")
    wordsEndAt = atMillis + ("say" in deed ? deed.say : "press" in deed ? "" : deed.as).length * millisPerLetter
  }
  return actions
}

/**
 * An agent that speaks one text, letter by letter, whenever the persona has spoken and been quiet
 * for half a second.
 */
const replying = (texts: ReadonlyArray<string>): Agent => {
  let [toSay, mayReply] = ["", false]
  let quietSince = 0
  const left = [...texts]
  return ({ atMillis, personSpeaks }) => {
    if (personSpeaks) {
      mayReply = true
      quietSince = atMillis
    }
    if (toSay === "" && mayReply && atMillis - quietSince >= 500) {
      toSay = left.shift() ?? ""
      mayReply = false
    }
    if (toSay === "") return undefined
    const [letter = ""] = toSay
    toSay = toSay.slice(letter.length)
    return letter
  }
}

const silentAgent: Agent = () => undefined
const restlessAgent: Agent = () => "a"

/** An agent that echoes the persona after a delay. */
const echo = (delayMillis: number): Agent => {
  const spoken = new Set<number>()
  return ({ atMillis, personSpeaks }) => {
    if (personSpeaks) spoken.add(atMillis + delayMillis)
    return spoken.has(atMillis) ? "" : undefined
  }
}

const wordsOf = (actions: ReadonlyArray<TimedAction>) =>
  actions.map(({ deed }) => {
    if (deed === "hang up") return deed
    return "say" in deed ? deed.say : "press" in deed ? deed.press : deed.as
  })

const agentOfCampaign = () => replying(["Good morning, this is Carillon.", "Here is more.", "I see.", "Fine.", "Well."])

/** Milliseconds from the agent's last audio to the persona's action. */
const waitsOf = (digit: string, agent: Agent) => {
  let soundAt = 0
  const listening: Agent = (heard) => {
    const letters = agent(heard)
    if (letters !== undefined || heard.personSpeaks) soundAt = heard.atMillis
    sounds.set(heard.atMillis, soundAt)
    return letters
  }
  const sounds = new Map<number, number>()
  return actionsOf(digit, listening).map(({ atMillis }) => atMillis - sounds.get(atMillis)!)
}

describe("a persona", () => {
  it("speaks the lines of its digit, one for each reply of the agent", () => {
    const lines = {
      0: ["Yes, I am interested. Please go ahead.", "Thank you, goodbye."],
      1: ["No, I am not interested, thank you.", "Goodbye."],
      5: ["Can you call me back tomorrow at 4 pm?", "Thanks, until tomorrow. Goodbye."],
      6: ["Please do not call me again.", "Goodbye."],
      7: ["What are your opening hours?", "I see. Yes, I am interested.", "Thank you, goodbye."],
      8: ["Sorry to interrupt you, I am not interested.", "Goodbye."]
    }
    for (const [digit, expected] of Object.entries(lines)) {
      assert.deepStrictEqual(wordsOf(actionsOf(digit, agentOfCampaign())), ["Hello?", ...expected, "hang up"])
    }
  })

  it("greets half a second after picking up, and replies 1.1 seconds after the agent has ended", () => {
    assert.deepStrictEqual(waitsOf("0", agentOfCampaign()), [500, 1_100, 1_100, 700])
  })

  it("waits during a pause of the agent that is shorter than a second", () => {
    const pausing: Agent = ({ atMillis }) => (atMillis < 10_000 && atMillis % 2_000 >= 1_060 ? "a" : undefined)
    assert.strictEqual(actionsOf("1", pausing)[1]?.atMillis, 9_980 + 1_100)
  })

  it("interrupts the agent in mid-sentence, if its digit says so", () => {
    const text = "This is a long sentence that says more than anyone wants to hear."
    const heardBy = (digit: string) => actionsOf(digit, replying([text]))[1]?.heard
    assert.strictEqual(heardBy("8"), text.slice(0, 12))
    assert.strictEqual(heardBy("1"), text)
  })

  it("does not interrupt a short reply, or a voice without words", () => {
    for (const agent of [() => replying(["Hi."]), () => echo(40)]) {
      const [, first] = waitsOf("8", agent())
      assert.strictEqual(first, 1_100)
    }
  })

  it("counts letters of any script before it interrupts", () => {
    const letters = "😀".repeat(11)
    const [, first] = actionsOf("8", replying([letters]))
    assert.strictEqual(first?.heard, letters)
    assert.strictEqual(actionsOf("8", replying([`${letters}😀and more`]))[1]?.heard, `${letters}😀`)
  })

  it("does not listen while speaking", () => {
    const together: Agent = ({ personSpeaks }) => (personSpeaks ? "a" : undefined)
    for (const digit of speakingDigits) {
      assert.deepStrictEqual(wordsOf(actionsOf(digit, together)), ["Hello?", "Hello? Are you there?", "hang up"])
    }
  })

  it("treats an echo or a tone as a reply", () => {
    for (const digit of speakingDigits) {
      const withEcho = wordsOf(actionsOf(digit, echo(40)))
      assert.deepStrictEqual(withEcho, wordsOf(actionsOf(digit, agentOfCampaign())), digit)
    }
  })

  it("asks once when the agent is silent, and then hangs up", () => {
    for (const digit of speakingDigits) {
      assert.deepStrictEqual(wordsOf(actionsOf(digit, silentAgent)), ["Hello?", "Hello? Are you there?", "hang up"])
      assert.deepStrictEqual(waitsOf(digit, silentAgent), [500, 6_000, 6_000])
    }
  })

  it("continues when its question is answered, and may ask again", () => {
    const late = (turns: ReadonlyArray<number>): Agent => {
      return ({ atMillis }) => (turns.some((at) => atMillis >= at && atMillis < at + 500) ? "a" : undefined)
    }
    assert.deepStrictEqual(wordsOf(actionsOf("7", late([9_000]))), [
      "Hello?",
      "Hello? Are you there?",
      "What are your opening hours?",
      "Hello? Are you there?",
      "hang up"
    ])
  })

  it("hangs up on a voice that never ends", () => {
    for (const digit of speakingDigits) {
      const actions = actionsOf(digit, restlessAgent)
      assert.strictEqual(actions.at(-1)?.deed, "hang up")
      assert.isAtMost(actions.at(-1)!.atMillis, 70_000)
      assert.strictEqual(wordsOf(actions).length, digit === "8" ? 3 : 2)
    }
  })

  it("hangs up on a voice that never lets it speak", () => {
    const panting: Agent = ({ atMillis }) => (atMillis % 1_000 < 100 ? "a" : undefined)
    assert.strictEqual(wordsOf(actionsOf("0", panting)).at(-1), "hang up")
  })

  it("answers a goodbye with a goodbye, and leaves", () => {
    for (const goodbye of ["Well then, GOODBYE!", "Bye bye.", "Theek hai, alvida", "अच्छा, अलविदा।"]) {
      for (const digit of ["0", "1", "5", "6", "7"]) {
        const actions = actionsOf(digit, replying([goodbye]))
        assert.deepStrictEqual(wordsOf(actions), ["Hello?", "Goodbye.", "hang up"], goodbye)
        const [, words, end] = actions
        assert.isAtMost(end!.atMillis - words!.atMillis, "Goodbye.".length * millisPerLetter + 40)
      }
    }
    for (const other of ["Goodbyes are bygones.", "We are in Kolbye.", "The salvida is in bloom."]) {
      assert.notStrictEqual(wordsOf(actionsOf("1", replying([other])))[1], "Goodbye.", other)
    }
  })

  it("hangs up after its own goodbye, when the agent's answer is over or none comes", () => {
    const agent = () => replying(["Good morning.", "I see."])
    assert.strictEqual(waitsOf("1", agent()).at(-1), 2_500)
    assert.strictEqual(waitsOf("1", agentOfCampaign()).at(-1), 700)
  })

  it("with the digit 9 stays silent for ever", () => {
    for (const agent of [silentAgent, restlessAgent, agentOfCampaign(), replying(["Goodbye."])]) {
      assert.deepStrictEqual(actionsOf("9", agent), [])
    }
  })

  it("answers with different words at each digit", () => {
    const firstWords = speakingDigits.map((digit) => wordsOf(actionsOf(digit, agentOfCampaign()))[1])
    assert.strictEqual(new Set(firstWords).size, speakingDigits.length)
  })

  it("says one thing at a time and ends, whatever the agent does", () => {
    for (let run = 0; run < runs; run++) {
      const random = makeRandom(seed + run)
      const [stops, begins] = [random() ** 3, random() ** 4]
      let isSpeaking = false
      const agent: Agent = () => {
        isSpeaking = random() < (isSpeaking ? stops : begins) ? !isSpeaking : isSpeaking
        return isSpeaking ? ["", "a", " ", "bye "][Math.floor(random() * 4)] : undefined
      }
      const digit = speakingDigits[run % speakingDigits.length]!
      const actions = actionsOf(digit, agent)
      assert.strictEqual(actions.at(-1)?.deed, "hang up", `TEST_SEED=${seed} run ${run}, digit ${digit}`)
    }
  })
})
