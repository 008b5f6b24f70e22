import { assert, describe, it } from "@effect/vitest"
import {
  afterCommit,
  applyTurnEvent,
  type EndOfTurn,
  endOfTurn,
  newTurn,
  type TurnEvent,
  textOf
} from "../../../src/media/turns/endpointing.ts"
import type { ExpectedAnswer } from "../../../src/media/turns/expected-answer.ts"
import { yesOrNo } from "../../../src/media/turns/short-answers.ts"
import { makeRandom } from "../../support/random.ts"

const { PROVE, TEST_SEED } = process.env
const seed = Number(TEST_SEED)
const runs = PROVE === "full" ? 5_000 : 100

const turnAfter = (events: ReadonlyArray<TurnEvent>, expected: ExpectedAnswer = "free", isPunctuated = false) =>
  events.reduce(applyTurnEvent, newTurn(expected, { isPunctuated }))

const endAfter = (events: ReadonlyArray<TurnEvent>, expected: ExpectedAnswer = "free", isPunctuated = false) => {
  const end = endOfTurn(turnAfter(events, expected, isPunctuated))
  return end === undefined ? undefined : [end.act, end.atMillis, end.why]
}

const began = (atMillis: number): TurnEvent => ({ kind: "voiceBegan", atMillis })
const ended = (atMillis: number): TurnEvent => ({ kind: "voiceEnded", atMillis })
const interim = (atMillis: number, text: string, stability = 0.5): TurnEvent => ({
  kind: "interim",
  text,
  stability,
  atMillis
})
const final = (atMillis: number, text: string): TurnEvent => ({ kind: "final", text, atMillis })

const spoken = [began(1_000), interim(1_500, "I would like", 0.5), ended(3_000)]

/** A naive implementation: evaluates each rule at one moment, from all events. */
const naiveAct = (
  events: ReadonlyArray<TurnEvent>,
  expected: ExpectedAnswer,
  isPunctuated: boolean,
  now: number
): EndOfTurn["act"] | undefined => {
  const bare = (text: string) =>
    text
      .toLowerCase()
      .replace(/[^a-z ]/g, "")
      .trim()
  const texts = events.map((_, index) => textOf(turnAfter(events.slice(0, index + 1))))
  // Restarts each time the text becomes empty.
  const wordsFrom = events.findLastIndex((_, index) => {
    const before = texts.slice(0, index).map(bare)
    const known = ["", ...before.slice(before.lastIndexOf("") + 1)]
    const now = bare(texts[index]!)
    return now === "" ? known.length > 1 : !known.some((text) => text.startsWith(now))
  })
  const wordsAt = events[wordsFrom]?.atMillis
  const decided = events.findLastIndex(({ kind }) => kind === "turnEnded")
  const text = texts.at(-1) ?? ""
  const voices = events.filter(({ kind }) => kind === "voiceBegan" || kind === "voiceEnded")
  const [first, last] = [voices.find(({ kind }) => kind === "voiceBegan"), voices.at(-1)]
  const sounds = last?.kind === "voiceBegan"
  if (wordsAt === undefined || text === "") {
    if (first === undefined) return undefined
    const asks = sounds ? now - first.atMillis >= 5_000 : now - first.atMillis >= 2_500 && now - last!.atMillis >= 350
    return asks ? "ask to repeat" : undefined
  }
  if (now - wordsAt >= 5_000) return "commit"
  const mayBeDigits = expected === "digits" && !text.endsWith("?")
  if (decided > wordsFrom && texts[decided] !== "") {
    const quietAt = last?.kind === "voiceEnded" ? last.atMillis : wordsAt
    if (!mayBeDigits || now - quietAt >= 1_500) return "commit"
  }
  if (sounds) return undefined
  const quiet = now - (last?.atMillis ?? wordsAt)
  if (quiet < 350 || (mayBeDigits && quiet < 1_500)) return undefined
  const latest = events.findLast((event) => event.kind === "interim" || event.kind === "final")!
  const isFinal = latest.kind === "final" || (latest.kind === "interim" && latest.text === "")
  const isStable = isFinal || (latest.kind === "interim" && latest.stability >= 0.8)
  const isAnswer = isStable && expected === "yesOrNo" && yesOrNo(text) !== undefined
  // A recognizer that has decided before will decide again.
  const isJudged = decided >= 0
  const isShortAnswer = /^(yes( yes)*|no( no)*)$/.test(bare(text))
  const isUnfinished = isPunctuated && isFinal && !mayBeDigits && !/[.?]$/.test(text) && !isShortAnswer
  const hasSettled = isUnfinished
    ? quiet >= 2_000
    : (isStable && quiet >= 1_000 && now - wordsAt >= 500) ||
      (isFinal && quiet >= 700) ||
      (isFinal && /[.?]$/.test(text))
  const isOver = isAnswer || (quiet >= 2_500 && now - wordsAt >= 2_500) || (!isJudged && hasSettled)
  return isOver ? "commit" : undefined
}

describe("the end of a turn", () => {
  it("is the earliest of all rules, as a naive implementation finds it", () => {
    const texts = ["", "yes", "Yes.", "I would", "i would like", "I would like it.", "what is it?", "no"]
    for (let run = 0; run < runs; run++) {
      const random = makeRandom(seed + run)
      const pick = <A>(items: ReadonlyArray<A>) => items[Math.floor(random() * items.length)]!
      const expected = pick(["free", "yesOrNo", "digits"] as const)
      let now = 0
      let sounds = false
      const events = Array.from({ length: Math.floor(random() * 8) }, (): TurnEvent => {
        now += Math.floor(random() * 90) * 10
        if (random() < 0.1) return { kind: "turnEnded", atMillis: now }
        if (random() < 0.5) {
          sounds = !sounds
          return sounds ? began(now) : ended(now)
        }
        return random() < 0.3 ? final(now, pick(texts)) : interim(now, pick(texts), pick([0, 0.5, 0.8, 0.9]))
      })
      const isPunctuated = random() < 0.5
      const end = endOfTurn(turnAfter(events, expected, isPunctuated))
      const what = `TEST_SEED=${seed} run ${run}: ${expected} ${isPunctuated} ${JSON.stringify(events)}`
      for (let at = now; at < now + 8_000; at += 10) {
        const act = end !== undefined && at >= end.atMillis ? end.act : undefined
        assert.strictEqual(act, naiveAct(events, expected, isPunctuated, at), `${what} at ${at}`)
      }
    }
  })

  it("comes at once when the recognizer decides so, also amid noise, and then waits for its decisions", () => {
    const decides: TurnEvent = { kind: "turnEnded", atMillis: 3_200 }
    assert.deepStrictEqual(endAfter([...spoken, decides]), ["commit", 3_200, "recognizer"])
    assert.deepStrictEqual(endAfter([...spoken, began(3_100), decides]), ["commit", 3_200, "recognizer"])
    assert.deepStrictEqual(endAfter([...spoken, decides, final(3_300, "I would like tea.")]), [
      "commit",
      5_800,
      "silence"
    ])
    assert.deepStrictEqual(endAfter([...spoken, decides], "digits"), ["commit", 4_500, "recognizer"])
  })

  it("does not wait for digits after a question of the person", () => {
    const asked = [...spoken, final(3_100, "What do you need it for?")]
    assert.deepStrictEqual(endAfter(asked, "digits"), ["commit", 3_350, "sentence"])
    const decides: TurnEvent = { kind: "turnEnded", atMillis: 3_200 }
    assert.deepStrictEqual(endAfter([...asked, decides], "digits"), ["commit", 3_200, "recognizer"])
  })

  it("comes after 2 s where a recognizer that marks sentences leaves one open, except for short answers", () => {
    const endOf = (text: string, expected?: ExpectedAnswer) =>
      endAfter([...spoken, final(3_100, text)], expected, true)?.slice(1)
    assert.deepStrictEqual(endOf("I would like"), [5_000, "final"])
    assert.deepStrictEqual(endOf("I would like tea."), [3_350, "sentence"])
    assert.deepStrictEqual(endOf("haan ji"), [3_700, "final"])
    assert.deepStrictEqual(endOf("no"), [3_700, "final"])
    assert.deepStrictEqual(endOf("no", "yesOrNo"), [3_350, "answer"])
    assert.deepStrictEqual(endOf("4 7 1", "digits"), [4_500, "final"])
  })

  it("comes 350 ms after a complete sentence", () => {
    assert.deepStrictEqual(endAfter([...spoken, final(3_100, "I would like tea.")]), ["commit", 3_350, "sentence"])
    for (const text of ["मुझे चाय चाहिए।", "أريد الشاي، من فضلك؟", "مجھے چائے چاہیے۔", "我要茶。", "お茶をください！」"])
      assert.deepStrictEqual(endAfter([...spoken, final(3_900, text)]), ["commit", 3_350, "sentence"])
  })

  it("comes later the less certain the words are: final, stable, unstable", () => {
    assert.deepStrictEqual(endAfter([...spoken, final(3_100, "I would like tea")]), ["commit", 3_700, "final"])
    assert.deepStrictEqual(endAfter([...spoken, interim(3_100, "I would", 0.9)]), ["commit", 4_000, "stable"])
    assert.deepStrictEqual(endAfter([...spoken, interim(3_700, "I would have", 0.9)]), ["commit", 4_200, "stable"])
    assert.deepStrictEqual(endAfter([...spoken, interim(2_900, "I would", 0.5)]), ["commit", 5_500, "silence"])
  })

  it("comes at once after an expected answer, and not between the groups of a number", () => {
    assert.deepStrictEqual(endAfter([...spoken, interim(3_100, "haan ji", 0.9)], "yesOrNo"), [
      "commit",
      3_350,
      "answer"
    ])
    assert.deepStrictEqual(endAfter([...spoken, interim(3_100, "haan ji", 0.9)])?.[2], "stable")
    assert.deepStrictEqual(endAfter([...spoken, interim(3_100, "haan ji", 0.5)], "yesOrNo")?.[2], "silence")
    assert.deepStrictEqual(endAfter([...spoken, final(3_100, "9 8 4 5.")], "digits"), ["commit", 4_500, "sentence"])
  })

  it("does not come while the voice sounds, except after 5 seconds of noise without words", () => {
    assert.deepStrictEqual(endAfter([began(1_000), final(2_000, "Yes.")]), ["commit", 7_000, "cap"])
    const more = [began(1_000), final(2_000, "Yes."), interim(5_000, "and")]
    assert.deepStrictEqual(endAfter(more), ["commit", 10_000, "cap"])
    assert.deepStrictEqual(endAfter([...more, interim(9_000, "And")]), ["commit", 10_000, "cap"])
  })

  it("is not deferred by words that the recognizer retracts and repeats", () => {
    const again = [3_200, 3_900, 4_600, 5_300].flatMap((at) => [interim(at, "I wou"), interim(at + 90, "I would like")])
    assert.deepStrictEqual(endAfter([...spoken, ...again]), ["commit", 5_500, "silence"])
    const unsure = [3_200, 3_900, 4_600].flatMap((at) => [interim(at, "I would lie"), interim(at + 90, "I would like")])
    assert.deepStrictEqual(endAfter([...spoken, ...unsure]), ["commit", 5_700, "silence"])
    assert.deepStrictEqual(endAfter([...spoken, interim(3_200, ""), interim(4_000, "I")]), ["commit", 6_500, "silence"])
  })

  it("is not deferred by a pause in which the voice goes on", () => {
    const events = [...spoken, final(3_100, "I would like tea."), began(3_200)]
    assert.strictEqual(endAfter(events)?.[2], "cap")
    assert.deepStrictEqual(endAfter([...events, ended(3_800)]), ["commit", 4_150, "sentence"])
  })

  it("is found by words alone when the voice is too soft to be detected", () => {
    assert.deepStrictEqual(endAfter([final(2_000, "Yes.")]), ["commit", 2_350, "sentence"])
  })

  it("is a request to repeat, 2.5 seconds after the begin of a turn without words", () => {
    assert.isUndefined(endAfter([]))
    assert.deepStrictEqual(endAfter([began(1_000), ended(1_400)]), ["ask to repeat", 3_500, "no words"])
    assert.deepStrictEqual(endAfter([began(1_000), ended(4_000)]), ["ask to repeat", 4_350, "no words"])
    assert.deepStrictEqual(endAfter([began(1_000)]), ["ask to repeat", 6_000, "no words"])
    assert.deepStrictEqual(endAfter([began(1_000), ended(1_400), began(2_000)])?.[1], 6_000)
  })

  it("keeps the words of all finals and of the interim since", () => {
    const turn = turnAfter([interim(1, "one"), final(2, "One, "), interim(3, "two"), interim(4, " two three")])
    assert.strictEqual(textOf(turn), "One, two three")
  })
})

describe("a final after the end of the turn", () => {
  const given = { committed: "I would like tea", text: "I would like coffee.", sinceCommit: 700, isAudible: false }

  it("restarts the reply within 700 ms while it is not audible", () => {
    assert.strictEqual(afterCommit(given), "restart")
    assert.strictEqual(afterCommit({ ...given, sinceCommit: 701 }), "continue")
    assert.strictEqual(afterCommit({ ...given, isAudible: true }), "continue")
  })

  it("has no effect when its words are the same", () => {
    for (const text of ["I would like tea.", "i would, like TEA?"]) {
      assert.strictEqual(afterCommit({ ...given, text }), "ignore")
    }
  })

  it("restarts the reply to a yes that is a question, in a call that asks who the person is", () => {
    const yes = { committed: "Yes", text: "Yes?", sinceCommit: 300, isAudible: false }
    assert.strictEqual(afterCommit({ ...yes, asksIdentity: true }), "restart")
    assert.strictEqual(afterCommit({ ...yes, asksIdentity: true, text: "Yes." }), "ignore")
    assert.strictEqual(afterCommit(yes), "ignore")
  })
})
