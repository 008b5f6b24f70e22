import { describe, expect, test } from "vitest"
import { silent } from "../../../src/audio/frames.ts"
import { tone } from "../../../src/audio/tone.ts"
import { makeRandom } from "../../support/random.ts"
import { answeredCall, message, type SaidOnLine } from "./answered-call.ts"
import { greetings, people } from "./corpus.ts"
import { babble, joined, music } from "./sounds.ts"

const isFull = process.env.PROVE === "full"
const size = isFull ? 60 : 15
/** Spreads a sample over the whole corpus. */
const numbers = Array.from({ length: size }, (_, index) => (index * 60) / size)

/** Returns sound for sentences, after some quiet or music, and when each begins. */
const spoken = (texts: ReadonlyArray<string>, random: () => number, hasMusic: boolean) => {
  const parts = [hasMusic ? music(random, 1_500) : silent(300 + Math.floor(random() * 700))]
  const said: Array<SaidOnLine> = []
  const lengthOf = () => parts.reduce((sum, part) => sum + part.length, 0) / 8
  for (const text of texts) {
    const millis = Math.round([...text].length * (45 + random() * 30))
    said.push({ text, from: lengthOf(), millis })
    parts.push(babble(random, millis), silent(Math.floor(80 + random() * 500)))
  }
  return { said, sound: joined(...parts) }
}

const voicemail = (number: number) => {
  const random = makeRandom(number + 1)
  const form = number % 3
  const texts = greetings[number % greetings.length] ?? []
  const { said, sound } = spoken(texts, random, number % 5 === 0)
  // Most mailboxes beep soon, some only after more quiet than the agent waits for.
  const pause = silent(Math.floor(random() * (number % 7 === 0 ? 4_000 : 1_200)))
  const beep = tone(400 + Math.floor(random() * 1_800), 150 + Math.floor(random() * 850))
  const whole = form === 2 ? sound : joined(sound, pause, beep)
  const { began, heard, state } = answeredCall(whole, said)
  return {
    texts,
    heard,
    isRecognized: state.machines.signs.length > 0 && state.machine?.kind === "VOICEMAIL",
    isLeft: state.machines.isMessageLeft,
    endsAt: whole.length / 8,
    messageAt: began("message").at(-1) ?? Number.NEGATIVE_INFINITY
  }
}

describe("voicemails", () => {
  const calls = numbers.map(voicemail)

  test("are recognized, at least 19 of 20", () => {
    const missed = calls.filter(({ isRecognized }) => !isRecognized).map(({ texts }) => texts.join(" "))
    expect(missed.length, missed.join("\n")).toBeLessThanOrEqual(size * 0.05)
  })

  test("get the message after the beep or the greeting, whole, in all", () => {
    for (const { endsAt, heard, isLeft, isRecognized, messageAt, texts } of calls) {
      if (!isRecognized) continue
      expect({ texts, isLeft, heard }).toMatchObject({ isLeft: true })
      expect(messageAt, texts.join(" ")).toBeGreaterThanOrEqual(endsAt - 520)
      expect(heard.at(-1)).toBe(`agent: ${message}`)
    }
  })
})

describe("people who answer at length", () => {
  test("are taken for people, and hear the opening", () => {
    for (const number of numbers) {
      const random = makeRandom(number + 1_000)
      const texts = people[number % people.length] ?? []
      const { said, sound } = spoken(texts, random, false)
      const { began, state } = answeredCall(sound, said)
      expect(state.machines.signs, texts.join(" ")).toEqual([])
      expect(began("opening").length, texts.join(" ")).toBeGreaterThan(0)
    }
  })
})
