import { assert, describe, it } from "@effect/vitest"
import {
  type BargeIn,
  bargeIn,
  type InterruptionWords,
  interruptionWordsOf
} from "../../../src/media/turns/barge-in.ts"

const reply: BargeIn["reply"] = {
  audibleMillis: 5_000,
  allowsInterrupts: true,
  pausedMillis: undefined
}
const voice: BargeIn["voice"] = { millis: 440, isSounding: true, isPausing: false, wasPausedFor: false }

const actOn = (text: string, given: { reply?: Partial<BargeIn["reply"]>; voice?: Partial<BargeIn["voice"]> } = {}) =>
  bargeIn({
    reply: { ...reply, ...given.reply },
    voice: { ...voice, ...given.voice },
    interruptionWords: interruptionWordsOf(text, "en-IN")
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
    [0, 599, 600, 2_000].flatMap((millis) =>
      booleans.flatMap((allowsInterrupts) =>
        booleans.flatMap((isSounding) =>
          booleans.flatMap((wasPausedFor) =>
            booleans.flatMap((isPausing) =>
              allWords.map((interruptionWords) => ({
                reply: { audibleMillis, allowsInterrupts, pausedMillis },
                voice: { millis, isSounding, isPausing, wasPausedFor },
                interruptionWords
              }))
            )
          )
        )
      )
    )
  )
)

const checkCases = (what: string, when: (given: BargeIn) => boolean, acts: ReadonlyArray<string>) => {
  const cases = everything.filter(when)
  assert.isAbove(cases.length, 0)
  for (const given of cases) assert.include(acts, bargeIn(given).act, `${what}: ${JSON.stringify(given)}`)
}

const mayNot = ({ reply }: BargeIn) => !reply.allowsInterrupts
const isOptOut = ({ interruptionWords }: BargeIn) => interruptionWords.kind === "opt-out"

describe("bargeIn", () => {
  it("pauses a reply after 600 ms of voice, and stops it after two words or a stop word", () => {
    assert.strictEqual(actOn(""), "ignore")
    assert.strictEqual(actOn("", { voice: { millis: 600 } }), "pause")
    assert.strictEqual(actOn("kya"), "ignore")
    assert.strictEqual(actOn("kya", { voice: { millis: 600 } }), "pause")
    assert.strictEqual(actOn("but why"), "stop")
    for (const word of ["wait", "ruko", "बस", "haan ruko"]) assert.strictEqual(actOn(word), "stop", word)
  })

  it("does not pause a reply for a voice that pauses itself: it may be a cough that is over", () => {
    assert.strictEqual(actOn("", { voice: { millis: 600, isPausing: true } }), "ignore")
    assert.strictEqual(actOn("but why", { voice: { millis: 600, isPausing: true } }), "stop")
  })

  it.each([
    [
      "de-DE",
      ["ja", "Ja, genau.", "mhm, ja", "ach so", "okay, verstehe"],
      ["Moment mal", "ja, aber ich habe eine Frage"]
    ],
    ["es-ES", ["sí, sí", "claro", "ajá", "vale, vale"], ["espere", "sí, pero cuánto cuesta"]],
    ["fr-FR", ["oui oui", "d'accord", "ah d'accord"], ["attendez", "oui mais combien"]],
    ["it-IT", ["sì, certo", "va bene", "ho capito"], ["aspetti"]],
    ["pt-BR", ["tá bom", "sim, entendi", "aham"], ["peraí", "não"]],
    ["nl-NL", ["ja precies", "oké"], ["wacht even"]],
    ["pl-PL", ["no tak", "tak, rozumiem"], ["chwileczkę", "nie"]],
    ["ru-RU", ["да, да", "угу", "ну да, понятно"], ["подождите", "нет"]],
    ["tr-TR", ["evet, tamam", "anladım"], ["bir dakika"]],
    ["bn-IN", ["হ্যাঁ, ঠিক আছে"], ["দাঁড়ান"]],
    ["ta-IN", ["ஆமா, சரி", "ok சரி"], ["இருங்க"]],
    ["ar-SA", ["نعم، تمام", "طيب"], ["لحظة"]],
    ["ja-JP", ["はい、はい", "はいはい", "なるほど"], ["ちょっと待って"]],
    ["zh-CN", ["嗯嗯，好的", "对对"], ["等一下"]],
    ["ko-KR", ["네, 네", "아 그렇군요"], ["잠깐만요"]],
    ["vi-VN", ["dạ vâng"], ["khoan đã"]]
  ])("knows the back-channels and stop words of %s", (language, backChannels, others) => {
    for (const text of backChannels) assert.strictEqual(interruptionWordsOf(text, language).kind, "back-channel", text)
    for (const text of others) assert.notStrictEqual(interruptionWordsOf(text, language).kind, "back-channel", text)
    assert.strictEqual(interruptionWordsOf(others[0] ?? "", language).kind, "stop word", others[0])
  })

  it("ignores back-channels", () => {
    for (const text of ["haan", "ji haan ji", "हम्म", "theek hai", "ok ok ok"]) {
      assert.strictEqual(actOn(text, { voice: { millis: 900 } }), "ignore", text)
    }
  })

  it("stops a paused reply at the first word, and resumes it without words", () => {
    const paused = { pausedMillis: 300 }
    const quiet = { isSounding: false }
    assert.strictEqual(actOn("", { reply: paused }), "ignore")
    assert.strictEqual(actOn("kya", { reply: paused }), "stop")
    assert.strictEqual(actOn("ruko", { reply: paused }), "stop")
    assert.strictEqual(actOn("accha", { reply: paused }), "ignore")
    assert.strictEqual(actOn("accha", { reply: paused, voice: quiet }), "resume")
    assert.strictEqual(actOn("", { reply: { pausedMillis: 1_999 } }), "ignore")
    assert.strictEqual(actOn("", { reply: { pausedMillis: 2_000 } }), "resume")
  })

  it("treats a voice as noise after a pause without words, until words come", () => {
    assert.strictEqual(actOn("", { voice: { millis: 5_000, wasPausedFor: true } }), "ignore")
    assert.strictEqual(actOn("but why", { voice: { millis: 5_000, wasPausedFor: true } }), "stop")
  })

  it("ignores the first 300 ms of a reply, which may be an echo", () => {
    const early = { audibleMillis: 299 }
    assert.strictEqual(actOn("stop", { reply: early }), "ignore")
    assert.strictEqual(actOn("stop", { reply: { audibleMillis: 300 } }), "stop")
    checkCases(
      "echo",
      (given) => given.reply.audibleMillis < 300 && given.reply.pausedMillis === undefined && !isOptOut(given),
      ["ignore"]
    )
  })

  it("ignores a person when interruptions are not allowed", () => {
    checkCases("uninterruptible", (given) => mayNot(given) && !isOptOut(given), ["ignore"])
  })

  it("always stops the reply for an opt-out", () => {
    checkCases("opt-out", isOptOut, ["stop"])
    assert.strictEqual(actOn("mujhe dobara call mat karna", { reply: { allowsInterrupts: false } }), "stop")
  })

  it("decides about a pause within 2 seconds, and neither pauses nor resumes twice", () => {
    const isPaused = ({ reply }: BargeIn) => reply.pausedMillis !== undefined
    checkCases("late", (given) => (given.reply.pausedMillis ?? 0) >= 2_000 && !mayNot(given), ["resume", "stop"])
    checkCases("paused", isPaused, ["ignore", "resume", "stop"])
    checkCases("not paused", (given) => !isPaused(given), ["ignore", "pause", "stop"])
  })
})

describe("interruptionWordsOf", () => {
  it("returns the most important kind of the words", () => {
    assert.deepStrictEqual(interruptionWordsOf(" … ", "en-IN"), { kind: "nothing", words: 0 })
    assert.deepStrictEqual(interruptionWordsOf("Haan, ji.", "en-IN"), { kind: "back-channel", words: 2 })
    assert.deepStrictEqual(interruptionWordsOf("No, stop calling me.", "en-IN"), { kind: "opt-out", words: 4 })
    assert.deepStrictEqual(interruptionWordsOf("Ek minute!", "en-IN"), { kind: "stop word", words: 2 })
    assert.deepStrictEqual(interruptionWordsOf("What is it?", "en-IN"), { kind: "words", words: 3 })
  })
})
