import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { CallbackSlot } from "../../src/domain/calendar/callback-slot.ts"
import { answerSchema, readAnswer } from "../../src/policy/analysis-answer.ts"
import { requestFor } from "../../src/policy/analysis-prompt.ts"
import { callbackVariable, conversationOf, customLabel, labelsOf, variable } from "../support/data/analysis.ts"
import { makeRandom } from "../support/random.ts"

const { PROVE, TEST_SEED } = process.env
const rounds = PROVE === "full" ? 5_000 : 500

const labels = labelsOf("COLLECTIONS")
const variables = [
  variable("amount", "NUMBER", "How much"),
  variable("agreed", "BOOLEAN"),
  variable("city", "STRING"),
  variable("due", "DATE_TIME"),
  callbackVariable
]
const conversation = conversationOf(
  ["A: Will you pay?", "I will pay on Friday.", "A: Thank you.", "Call me tomorrow at 4 pm."],
  {
    labels,
    variables
  }
)

const answer = { label: "Promise to Pay", evidence: "I will pay", confidence: 0.5 }

const findingOf = (given: Readonly<Record<string, unknown>>) => {
  const reading = readAnswer(conversation, given)
  if ("problem" in reading) throw new Error(reading.problem.reason)
  return reading.finding
}

const variablesOf = (given: unknown) => findingOf({ ...answer, variables: given }).variables

describe("the answer of a model", () => {
  it("is read whatever it contains, and never yields an invalid label, variable or time", () => {
    const random = makeRandom(Number(TEST_SEED))
    const pick = <A>(items: ReadonlyArray<A>): A => items[Math.floor(random() * items.length)]!
    const words = [
      ...labels.map(({ id }) => id),
      "undetermined",
      "I will pay on Friday.",
      "tomorrow at 4 pm",
      "2026-02-30",
      "2026-12-24T16:00",
      "\u0000",
      "\ud800",
      "x".repeat(2_000),
      "__proto__",
      "",
      "offset"
    ]
    const junk = (depth: number): unknown => {
      const kind = Math.floor(random() * (depth > 3 ? 5 : 7))
      if (kind === 0) return null
      if (kind === 1) return random() < 0.5
      if (kind === 2) return pick([0, -1, 0.5, 1, 4, 16, 1e308, Number.NaN, Number.POSITIVE_INFINITY])
      if (kind <= 4) return pick(words)
      if (kind === 5) return Array.from({ length: Math.floor(random() * 3) }, () => junk(depth + 1))
      return Object.fromEntries(Array.from({ length: 4 }, () => [pick(names), junk(depth + 1)]))
    }
    const names = [
      ..."label evidence confidence variables callback amount agreed city due said day time hour minute kind days".split(
        " "
      ),
      ...Object.keys(CallbackSlot.fields),
      "__proto__",
      "constructor"
    ]
    const ids = new Set(labels.map(({ id }) => id))
    let found = 0
    for (let round = 0; round < rounds; round++) {
      const given = {
        label: random() < 0.7 ? pick(words) : junk(0),
        evidence: random() < 0.5 ? "I will pay" : junk(0),
        confidence: junk(2),
        variables: random() < 0.8 ? { amount: junk(1), agreed: junk(1), city: junk(1), due: junk(1) } : junk(0),
        callback: junk(0),
        ...(junk(0) as object)
      }
      const reading = readAnswer(conversation, given)
      if ("problem" in reading) {
        assert.isBelow(reading.problem.forModel.length, 400)
        continue
      }
      const { callback, confidence, evidence, labelId, undetermined, variables: read } = reading.finding
      if (labelId !== null) {
        found++
        assert.isTrue(ids.has(labelId) && labelId !== "Not Reachable")
        assert.isTrue(evidence !== null && evidence.length <= 500)
      }
      assert.strictEqual(labelId === null, undetermined !== null)
      assert.isTrue(confidence === null || (confidence >= 0 && confidence <= 1))
      assert.isTrue(callback === null || Schema.is(CallbackSlot)(callback))
      for (const [name, value] of Object.entries(read)) {
        assert.include(["amount", "agreed", "city", "due"], name)
        assert.strictEqual(typeof value, { amount: "number", agreed: "boolean" }[name] ?? "string")
      }
      // Postgres accepts neither NUL nor lone surrogates nor infinite numbers.
      assert.notMatch(JSON.stringify(reading.finding), /\\u0000|\\ud8|null,"amount"/)
      assert.deepStrictEqual(JSON.parse(JSON.stringify(reading.finding)), reading.finding)
    }
    assert.isAbove(found, rounds / 50)
  })

  it("has each variable read by its own type", () => {
    assert.deepStrictEqual(variablesOf({ amount: 5_000, agreed: false, city: " Pune\n", due: "2026-12-24" }), {
      amount: 5_000,
      agreed: false,
      city: "Pune",
      due: "2026-12-24"
    })
    assert.deepStrictEqual(variablesOf({ amount: "5000", agreed: "yes", city: 5, due: "tomorrow" }), {})
    assert.deepStrictEqual(variablesOf({ amount: 1e16, agreed: null, city: "x".repeat(501), due: "2026-02-30" }), {})
    assert.deepStrictEqual(variablesOf({ amount: 1, other: 2, callback: "now" }), { amount: 1 })
    for (const none of [null, [], "x", undefined]) assert.deepStrictEqual(variablesOf(none), {})
  })

  it("keeps only real dates", () => {
    const due = (written: string) => variablesOf({ due: written }).due
    for (const good of [
      "2026-12-24",
      "2028-02-29",
      "2026-12-24T16:00",
      "2026-12-24T16:00:30Z",
      "2026-12-24T16:00:00.123+05:30",
      "1955-01-01"
    ]) {
      assert.strictEqual(due(good), good)
    }
    for (const bad of [
      "2026-02-29",
      "2026-13-01",
      "2026-12-24T24:00",
      "2026-12-24T16:60",
      "2026-12-24 16:00",
      "2026-12-24T16:00+15:00",
      "1899-12-31",
      "2201-01-01",
      "0000-00-00",
      "24-12-2026",
      "2026-12-24\n",
      ""
    ]) {
      // A line break at the end is removed.
      if (bad.endsWith("\n")) assert.strictEqual(due(bad), bad.trim())
      else assert.isUndefined(due(bad), bad)
    }
  })

  it("may have variables that are named like members of Object", () => {
    const own = conversationOf(["I will pay"], {
      labels,
      variables: [variable("__proto__", "STRING"), variable("toString", "STRING")]
    })
    const given = JSON.parse('{"__proto__": "a"}')
    const reading = readAnswer(own, { ...answer, variables: given })
    assert.isTrue("finding" in reading)
    if ("finding" in reading) assert.strictEqual(JSON.stringify(reading.finding.variables), '{"__proto__":"a"}')
  })

  it("has a callback slot when the flow asks for one", () => {
    const slot = {
      said: "tomorrow at 4 pm",
      afterMinutes: null,
      day: { kind: "offset", days: 1 },
      time: { hour: 4, minute: 0, meridiem: "PM" },
      partOfDay: null,
      zone: null,
      certain: true
    }
    assert.deepStrictEqual(findingOf({ ...answer, callback: slot }).callback, slot as CallbackSlot)
    const { afterMinutes: _, partOfDay: __, zone: ___, ...short } = slot
    assert.deepStrictEqual(findingOf({ ...answer, callback: short }).callback, slot as CallbackSlot)
    for (const none of [null, undefined, [], "tomorrow", 5, {}]) {
      assert.isNull(findingOf({ ...answer, callback: none }).callback)
    }
    const without = readAnswer(conversationOf(["I will pay"], { labels }), { ...answer, callback: slot })
    assert.isTrue("finding" in without && without.finding.callback === null)
  })

  it("keeps the words of an unreadable callback slot for review", () => {
    const unsure = {
      said: "tomorrow at 4 pm",
      afterMinutes: null,
      day: null,
      time: null,
      partOfDay: null,
      zone: null,
      certain: false
    }
    for (const part of [{ time: { hour: 99, minute: 0, meridiem: null } }, { day: "tomorrow" }, { certain: "yes" }]) {
      const callback = { ...unsure, certain: true, ...part }
      assert.deepStrictEqual(findingOf({ ...answer, callback }).callback, unsure)
      assert.isNull(findingOf({ ...answer, callback: { ...callback, said: "on Monday" } }).callback)
    }
    const withoutWords = { ...unsure, day: { kind: "offset", days: 1 }, said: "on Monday" }
    const { callback } = findingOf({ ...answer, callback: { ...withoutWords, certain: true } })
    assert.deepStrictEqual(callback, withoutWords as CallbackSlot)
  })
})

describe("the request for an analysis", () => {
  it("lists the labels in their order, without the one for calls without a conversation", () => {
    const shuffled = [...labels].reverse()
    const { answerBy, system } = requestFor({ ...conversation, labels: shuffled })
    const ids = Array.from(system.matchAll(/<label id="([^"]*)"/g), ([, id]) => id)
    const wanted = labels.filter(({ name }) => name !== "Not Reachable").map(({ id }) => id)
    assert.deepStrictEqual(ids, wanted)
    assert.include(JSON.stringify(answerBy.parameters), JSON.stringify([...wanted, "undetermined"]))
    assert.match(system, /name="Deceased" good="no" then="never called again">The person who was to be called has died/)
    assert.match(
      requestFor(conversationOf(["x"], { labels: [customLabel("Mine", 1)] })).system,
      /name="Mine"[^>]*><\/label>/
    )
  })

  it("asks only for the variables of the flow", () => {
    const { properties } = answerSchema(conversationOf(["x"], { labels })) as { properties: object }
    assert.deepStrictEqual(Object.keys(properties), ["evidence", "label", "confidence"])
    const all = answerSchema(conversation) as any
    assert.deepStrictEqual(Object.keys(all.properties.variables.properties), ["amount", "agreed", "city", "due"])
    assert.deepStrictEqual(all.required, ["evidence", "label", "confidence", "quotes", "variables", "callback"])
  })

  it("includes the day of the call when it is known", () => {
    const at = { time: new Date("2026-11-22T20:00:00Z"), zone: "Asia/Kolkata" }
    assert.match(
      requestFor({ ...conversation, at }).system,
      /The call was on Monday.*23 November 2026.*01:30 \(Asia\/Kolkata\)/
    )
    assert.match(requestFor(conversation).system, /day of the call is not known/)
  })

  it("keeps the beginning and the end of a long transcript, and marks the gap", () => {
    const lines = Array.from(
      { length: 1_000 },
      (_, index) => `${index % 2 === 0 ? "A: " : ""}line ${index} ${"word ".repeat(20)}`
    )
    const { text } = requestFor(conversationOf(lines, { labels })).messages[0]!
    assert.isBelow(text.length, 26_000)
    assert.match(text, /<agent>line 0 /)
    assert.match(text, /<person>line 999 /)
    const [, leftOut] = /<left-out lines="(\d+)"\/>/.exec(text)!
    const kept = text.match(/line \d+ /g)!.length
    assert.strictEqual(kept + Number(leftOut), 1_000)
    assert.isAbove(text.indexOf("<left-out"), 3_000)
  })

  it("shortens a very long line", () => {
    const { text } = requestFor(conversationOf(["x".repeat(1_000_000), "yes"], { labels })).messages[0]!
    assert.isBelow(text.length, 3_000)
    assert.match(text, /<person>yes<\/person>/)
  })
})
