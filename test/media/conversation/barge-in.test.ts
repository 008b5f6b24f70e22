import { assert, describe, it } from "@effect/vitest"
import {
  type BargeIn,
  bargeIn,
  type InterruptionWords,
  interruptionWordsOf
} from "../../../src/media/conversation/barge-in.ts"

const reply: BargeIn["reply"] = {
  audibleMillis: 5_000,
  isUninterruptible: false,
  allowsInterrupts: true,
  asksQuestion: false,
  pausedMillis: undefined
}
const voice: BargeIn["voice"] = { millis: 440, isSounding: true, wasPausedFor: false }

const actOn = (text: string, given: { reply?: Partial<BargeIn["reply"]>; voice?: Partial<BargeIn["voice"]> } = {}) =>
  bargeIn({
    reply: { ...reply, ...given.reply },
    voice: { ...voice, ...given.voice },
    interruptionWords: interruptionWordsOf(text)
  }).act

const booleans = [false, true]
const allWords: ReadonlyArray<InterruptionWords> = [
  { kind: "nothing", words: 0 },
  { kind: "opt-out", words: 5 },
  { kind: "stop word", words: 1 },
  { kind: "back-channel", words: 1 },
  { kind: "back-channel", words: 3 },
  { kind: "words", words: 1 },
  { kind: "words", words: 2 }
]

const everything: ReadonlyArray<BargeIn> = [0, 299, 300, 9_000].flatMap((audibleMillis) =>
  [undefined, 0, 1_999, 2_000].flatMap((pausedMillis) =>
    [0, 449, 450, 2_000].flatMap((millis) =>
      booleans.flatMap((isUninterruptible) =>
        booleans.flatMap((allowsInterrupts) =>
          booleans.flatMap((asksQuestion) =>
            booleans.flatMap((isSounding) =>
              booleans.flatMap((wasPausedFor) =>
                allWords.map((interruptionWords) => ({
                  reply: { audibleMillis, isUninterruptible, allowsInterrupts, asksQuestion, pausedMillis },
                  voice: { millis, isSounding, wasPausedFor },
                  interruptionWords
                }))
              )
            )
          )
        )
      )
    )
  )
)

const holds = (what: string, when: (given: BargeIn) => boolean, acts: ReadonlyArray<string>) => {
  const cases = everything.filter(when)
  assert.isAbove(cases.length, 0)
  for (const given of cases) assert.include(acts, bargeIn(given).act, `${what}: ${JSON.stringify(given)}`)
}

const mayNot = ({ reply }: BargeIn) => reply.isUninterruptible || !reply.allowsInterrupts
const isOptOut = ({ interruptionWords }: BargeIn) => interruptionWords.kind === "opt-out"

describe("a person who speaks into a reply", () => {
  it("pauses it by 450 ms of voice, and stops it by two words or a stop word", () => {
    assert.strictEqual(actOn(""), "ignore")
    assert.strictEqual(actOn("", { voice: { millis: 450 } }), "pause")
    assert.strictEqual(actOn("kya"), "ignore")
    assert.strictEqual(actOn("kya", { voice: { millis: 450 } }), "pause")
    assert.strictEqual(actOn("but why"), "stop")
    for (const word of ["wait", "ruko", "बस", "haan ruko"]) assert.strictEqual(actOn(word), "stop", word)
  })

  it("who only listens does not stop it, unless it has just asked something", () => {
    for (const text of ["haan", "ji haan ji", "हम्म", "theek hai", "ok ok ok"]) {
      assert.strictEqual(actOn(text, { voice: { millis: 900 } }), "ignore", text)
      assert.strictEqual(actOn(text, { reply: { asksQuestion: true } }), "stop", text)
    }
  })

  it("who paused it stops it with a word, and otherwise it goes on", () => {
    const paused = { pausedMillis: 300 }
    const quiet = { isSounding: false }
    assert.strictEqual(actOn("", { reply: paused }), "ignore")
    assert.strictEqual(actOn("kya", { reply: paused }), "stop")
    assert.strictEqual(actOn("ruko", { reply: paused }), "stop")
    assert.strictEqual(actOn("accha", { reply: paused }), "ignore")
    assert.strictEqual(actOn("accha", { reply: paused, voice: quiet }), "resume")
    assert.strictEqual(actOn("accha", { reply: { ...paused, asksQuestion: true } }), "stop")
    assert.strictEqual(actOn("", { reply: { pausedMillis: 1_999 } }), "ignore")
    assert.strictEqual(actOn("", { reply: { pausedMillis: 2_000 } }), "resume")
  })

  it("is noise when a pause has brought no words, until some come", () => {
    assert.strictEqual(actOn("", { voice: { millis: 5_000, wasPausedFor: true } }), "ignore")
    assert.strictEqual(actOn("but why", { voice: { millis: 5_000, wasPausedFor: true } }), "stop")
  })

  it("is not heeded in its first 300 ms, which may be an echo", () => {
    const early = { audibleMillis: 299 }
    assert.strictEqual(actOn("stop", { reply: early }), "ignore")
    assert.strictEqual(actOn("stop", { reply: { audibleMillis: 300 } }), "stop")
    holds(
      "echo",
      (given) => given.reply.audibleMillis < 300 && given.reply.pausedMillis === undefined && !isOptOut(given),
      ["ignore"]
    )
  })

  it("is answered afterwards when it is not to be interrupted", () => {
    holds("uninterruptible", (given) => mayNot(given) && !isOptOut(given), ["ignore"])
  })

  it("who wants never to be called again is heeded always", () => {
    holds("opt-out", isOptOut, ["stop"])
    assert.strictEqual(actOn("mujhe dobara call mat karna", { reply: { isUninterruptible: true } }), "stop")
  })

  it("is decided upon within 2 seconds, and nothing is paused or resumed twice", () => {
    const isPaused = ({ reply }: BargeIn) => reply.pausedMillis !== undefined
    holds("late", (given) => (given.reply.pausedMillis ?? 0) >= 2_000 && !mayNot(given), ["resume", "stop"])
    holds("paused", isPaused, ["ignore", "resume", "stop"])
    holds("not paused", (given) => !isPaused(given), ["ignore", "pause", "stop"])
  })
})

describe("interruption words", () => {
  it("is what matters most of what was said", () => {
    assert.deepStrictEqual(interruptionWordsOf(" … "), { kind: "nothing", words: 0 })
    assert.deepStrictEqual(interruptionWordsOf("Haan, ji."), { kind: "back-channel", words: 2 })
    assert.deepStrictEqual(interruptionWordsOf("No, stop calling me."), { kind: "opt-out", words: 4 })
    assert.deepStrictEqual(interruptionWordsOf("Ek minute!"), { kind: "stop word", words: 2 })
    assert.deepStrictEqual(interruptionWordsOf("What is it?"), { kind: "words", words: 3 })
  })
})
