import { describe, expect, test } from "vitest"
import type { Line, Turn } from "../../../console/src/screens/calls/call/conversation/recorded.ts"
import { delayOf, partsOf, placeTurns } from "../../../console/src/screens/calls/call/conversation/turns.ts"
import { findEvidence, pieces } from "../../../console/src/screens/calls/call/evidence.ts"
import { queryOf } from "../../../console/src/screens/calls/list/call-filters.ts"
import { after, type Live, type LiveCallEvent, nothingLive } from "../../../console/src/screens/live/live-calls.ts"

const lines = (...texts: ReadonlyArray<string>): ReadonlyArray<Line> =>
  texts.map((text, index) => ({
    role: text.startsWith("A: ") ? "agent" : "person",
    text: text.replace(/^A: /, ""),
    startMs: index * 4_000,
    endMs: index * 4_000 + 3_000,
    interrupted: false
  }))

/** The marked words of each line that has some. */
const marked = (transcript: ReadonlyArray<Line>, evidence: string) =>
  [...findEvidence(transcript, evidence)].map(([index, ranges]) =>
    pieces(transcript[index]?.text ?? "", ranges).flatMap(({ isMarked, text }) => (isMarked ? [text] : []))
  )

describe("the filter of a phone number", () => {
  test.each(["+447400123456", "0044 7400 123456", "+44 (0)7400/123456", "\u202a+44\u00a07400\u2011123456\u202c"])(
    "finds the calls to a number that is written %j",
    (phoneNumber) => {
      expect(queryOf({ phoneNumber })).toEqual({ phoneNumber: "+447400123456" })
    }
  )
})

describe("the evidence of a label", () => {
  test("is found whatever its case, punctuation and borders of lines", () => {
    const transcript = lines("A: Yes, please?", "Well. YES,", "please — don’t wait!", "A: Fine", "yes")
    expect(marked(transcript, "yes please dont")).toEqual([["YES"], ["please — don’t"]])
    expect(marked(transcript, "Yes")).toEqual([["YES"], ["yes"]])
  })

  test("is not found in the words of the agent, over an answer of the agent, or in a part of a word", () => {
    const transcript = lines("A: I agree", "I", "A: mhm", "agree", "yesterday")
    expect(marked(transcript, "I agree")).toEqual([])
    expect(marked(transcript, "yes")).toEqual([])
    expect(marked(transcript, " … ")).toEqual([])
  })

  test("leaves every other piece of a line as it was, in any script", () => {
    const text = "जी हाँ, फ़ोन कीजिए — <b>now</b> 😀"
    const [line] = lines(text)
    const ranges = findEvidence(line === undefined ? [] : [line], "हां फोन").get(0) ?? []
    expect(pieces(text, ranges).map((piece) => piece.text)).toEqual(["जी ", "हाँ, फ़ोन", " कीजिए — <b>now</b> 😀"])
    expect(pieces(text, []).map((piece) => piece.text)).toEqual([text])
  })
})

const turnAt = (seconds: number, fields: Partial<Turn> = {}): Turn => ({
  at: new Date(Date.UTC(2030, 0, 1) + seconds * 1_000).toISOString(),
  language: null,
  endOfTurnMs: 400,
  finalMs: 100,
  retrievalMs: 100,
  firstTokenMs: 300,
  firstAudioMs: 500,
  totalMs: 900,
  chunkIds: [],
  llmProvider: null,
  model: null,
  interrupted: false,
  speculative: null,
  why: null,
  ...fields
})

describe("the delay of a turn", () => {
  const parts = (fields: Partial<Turn>) => partsOf(turnAt(0, fields)).map(({ ms }) => ms)

  test("is the sum of its parts", () => {
    expect(parts({})).toEqual([400, 100, 200, 200])
    expect(delayOf(turnAt(0))).toBe(900)
  })

  test("has no part for work that was not done, or was done before the turn ended", () => {
    expect(parts({ retrievalMs: null })).toEqual([400, 0, 300, 200])
    expect(parts({ firstTokenMs: -250, retrievalMs: -300, firstAudioMs: 80 })).toEqual([400, 0, 0, 80])
    expect(parts({ endOfTurnMs: null, retrievalMs: null, firstTokenMs: null, firstAudioMs: null })).toEqual([
      0, 0, 0, 0
    ])
    expect(delayOf(turnAt(0, { firstAudioMs: null, totalMs: null }))).toBeUndefined()
  })
})

describe("the place of a turn", () => {
  const places = (transcript: ReadonlyArray<Line>, turns: ReadonlyArray<Turn>) =>
    turns.map((turn) => [...placeTurns(transcript, turns)].find(([, placed]) => placed.includes(turn))?.[0])
  const transcript = lines("A: Hello", "Hi", "A: Shall we?", "What?", "A: A visit", "Yes", "A: Goodbye")

  test("is before the reply to it, whatever the clock of the turns", () => {
    expect(places(transcript, [turnAt(10), turnAt(11), turnAt(12)])).toEqual([2, 4, 6])
  })

  test("without a heard reply is that of the next reply, or the end", () => {
    const silent = { firstAudioMs: null, totalMs: null }
    expect(places(transcript, [turnAt(8), turnAt(15, silent), turnAt(16), turnAt(24), turnAt(30, silent)])).toEqual([
      2, 4, 4, 6, 7
    ])
  })

  test("is the reply that is nearest in time when replies and turns differ in number", () => {
    expect(places(transcript, [turnAt(8), turnAt(24)])).toEqual([2, 6])
    expect(places(transcript, [turnAt(8), turnAt(15), turnAt(16.5), turnAt(24)])).toEqual([2, 4, 4, 6])
    expect(places([], [turnAt(8)])).toEqual([0])
  })
})

const insertedAnywhere = <A>(one: A, others: ReadonlyArray<A>) =>
  Array.from({ length: others.length + 1 }, (_, index) => others.toSpliced(index, 0, one))

describe("the live calls", () => {
  const of = { callId: "1", campaignId: "c", contactName: "Asha", phoneNumber: "+4930*****67", attempt: 1 }
  const call = (fields: object = {}) =>
    ({ type: "call", state: "TALKING", since: "2030-01-01T00:00:00Z", ...of, ...fields }) as LiveCallEvent
  const said = (line: number, text: string, callId = "1") =>
    ({ type: "said", campaignId: "c", callId, line, role: "person", text }) as LiveCallEvent
  const ended = (fields: object = {}) =>
    ({
      type: "ended",
      status: "COMPLETED",
      failureReason: null,
      outcome: "CONNECTED",
      durationSeconds: 9,
      ...of,
      ...fields
    }) as LiveCallEvent
  const gone = { type: "left", campaignId: "c", callId: "1" } as LiveCallEvent
  const tagged = { type: "tagged", intentLabelName: "Interested", isPositive: true, ...of } as LiveCallEvent
  const all = (...events: ReadonlyArray<LiveCallEvent>): Live => events.reduce(after, nothingLive)

  test("have their words in the order of the conversation; a repeated line replaces the former", () => {
    const { calls } = all(call(), said(1, "b"), said(0, "a"), said(1, "be"), said(0, "x", "unknown"), call())
    expect(calls.get("1")?.lines.map(({ text }) => text)).toEqual(["a", "be"])
    expect(all(call(), said(0, "a"), call({ attempt: 2 })).calls.get("1")?.lines).toEqual([])
  })

  test("stay with their words and their result for a while after they have ended, in whatever order that is reported", () => {
    const told = [call(), said(0, "a"), gone]
    const end = ended()
    const orders = insertedAnywhere(end, told).flatMap((events) => insertedAnywhere(tagged, events))
    expect(orders).toHaveLength(20)
    for (const events of orders) {
      const { calls, ended: last } = all(...events)
      expect(calls.size).toBe(0)
      expect(last).toMatchObject([{ id: "1", state: "ENDED", outcome: "CONNECTED", label: { name: "Interested" } }])
      // Words that come after the end are not shown.
      if (events.indexOf(end) > events.findIndex(({ type }) => type === "said"))
        expect(last).toMatchObject([{ lines: [{ text: "a" }] }])
    }
    const many = Array.from({ length: 40 }, (_, index) => ended({ callId: String(index) }))
    expect(all(...many).ended.map(({ id }) => id)).toEqual(Array.from({ length: 12 }, (_, index) => String(39 - index)))
  })

  test("are forgotten at a snapshot, because the stream does not say which ended in between", () => {
    const { calls, ended: last } = all(call(), ended({ callId: "2" }), { type: "snapshot" }, call({ callId: "3" }))
    expect([...calls.keys()]).toEqual(["3"])
    expect(last.map(({ id }) => id)).toEqual(["2"])
  })
})
