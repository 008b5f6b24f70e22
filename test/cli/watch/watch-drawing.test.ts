import { stripVTControlCharacters } from "node:util"
import { describe, expect, test } from "vitest"
import { cellsOf, column, fitted, type Span } from "../../../src/cli/watch/fitted.ts"
import { drawing, outcomeLine, type Paper } from "../../../src/cli/watch/watch-drawing.ts"
import { nothingWatched, take, type Watched } from "../../../src/cli/watch/watched.ts"
import type { LiveEvent } from "../../../src/domain/views/LiveCampaign.ts"
import { makeRandom } from "../../support/random.ts"

const { PROVE, TEST_SEED } = process.env
const seed = Number(TEST_SEED)
const share = PROVE === "full" ? 1 : 0.2
const random = makeRandom(seed)
const below = (limit: number) => Math.floor(random() * limit)
const oneOf = <A>(items: ReadonlyArray<A>): A => items[below(items.length)] as A

// Graphemes: each must be shown whole or not at all.
const lettersOf = [
  "a",
  "Z",
  " ",
  "-",
  "न",
  "म",
  "स्ते",
  "क्षि",
  "हि",
  "न्दी",
  "की",
  "ड़",
  "é",
  "字",
  "ファ",
  "👩‍👩‍👧",
  "🇮🇳",
  "1️⃣",
  "ü"
]
const textOf = (length: number) => Array.from({ length }, () => oneOf(lettersOf))
const bad = ["\u001b[31m", "\n", "\r", "\t", "\u0007", "\u2028", "\u202e", "\u2066", "\u009b2J"]

/** Cells of a terminal that does not combine graphemes, which is the widest any terminal draws a text. */
const widest = (text: string) => {
  let cells = 0
  for (const part of text) {
    if (/[\p{Mn}\p{Me}\p{Cf}]/u.test(part)) continue
    cells +=
      /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\u{1f000}-\u{1faff}]/u.test(
        part
      )
        ? 2
        : 1
  }
  return cells
}

const graphemes = (text: string) => [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment)

describe(`a line (seed ${seed})`, () => {
  test("is never too wide, breaks no grapheme, and shows as much as fits", () => {
    for (let times = 0; times < 2_000 * share; times++) {
      const letters = textOf(below(40))
      const text = letters.join("")
      const cuts = [below(text.length), below(text.length)].toSorted((one, other) => one - other)
      const whole = graphemes(text)
      const at = cuts.map((cut) => Math.min(cut, whole.length))
      const spans: ReadonlyArray<Span> = [
        [whole.slice(0, at[0]).join(""), "green"],
        [whole.slice(at[0], at[1]).join("")],
        [whole.slice(at[1]).join(""), "dim"]
      ]
      const width = below(50)
      const line = stripVTControlCharacters(fitted(spans, width, random() < 0.5))
      expect(widest(line)).toBeLessThanOrEqual(width)
      if (line === text) continue
      expect(cellsOf(text)).toBeGreaterThan(width)
      if (width === 0) continue
      expect(line.endsWith("…")).toBe(true)
      const kept = graphemes(line.slice(0, -1))
      expect(kept).toEqual(whole.slice(0, kept.length))
      // The next grapheme would not fit.
      expect(cellsOf([...kept, whole[kept.length]].join(""))).toBeGreaterThan(width - 1)
    }
  })

  test("has no control characters except those of its colours", () => {
    for (const text of bad) {
      expect(fitted([[`a${text}b`]], 40, false)).not.toMatch(/[\p{Cc}\u2028\u202e\u2066]/u)
    }
    expect(fitted([["a", "red"]], 1, true)).toBe("\u001b[31ma\u001b[39m")
    expect(fitted([["a", "red"]], 1, false)).toBe("a")
  })

  test("a column has exactly its width", () => {
    for (let times = 0; times < 500 * share; times++) {
      const width = below(20)
      expect(cellsOf(column(textOf(below(20)).join(""), width))).toBe(width)
    }
  })
})

describe(`the drawing (seed ${seed})`, () => {
  test("is never wider or higher than the paper", () => {
    for (let times = 0; times < 200 * share; times++) {
      const watched = Array.from({ length: below(60) }, randomEvent).reduce<Watched>(
        (known, event) => take(known, oneOf(["one", "two"]), event).watched,
        nothingWatched
      )
      const paper: Paper = { columns: below(130), rows: below(40), colours: random() < 0.5, now: below(1_000_000) }
      const lines = drawing(watched, paper).map(stripVTControlCharacters)
      expect(lines.length).toBeLessThanOrEqual(paper.rows)
      for (const line of lines) expect(widest(line)).toBeLessThanOrEqual(paper.columns)
    }
  })

  test("shows the current lines and the number of hidden calls", () => {
    const events = Array.from({ length: 20 }, (_, index) => String(index)).flatMap(
      (callId): ReadonlyArray<LiveEvent> => [
        { type: "call", ...person(callId), state: "TALKING", since: new Date(0).toISOString() },
        { type: "said", callId, line: 0, role: "agent", text: `नमस्ते ${callId}` }
      ]
    )
    const watched = events.reduce<Watched>((known, event) => take(known, "one", event).watched, nothingWatched)
    const lines = drawing(watched, { columns: 80, rows: 30, colours: false, now: 61_000 })
    expect(lines.slice(-12).map((line) => line.trim())).toEqual([
      ...Array.from({ length: 11 }, (_, index) => `● Asha             +9198******10  1:01  agent  नमस्ते ${index}`),
      "and 9 more"
    ])
  })

  test("shows the outcome of a call in words and colours", () => {
    const paper: Paper = { columns: 80, rows: 1, colours: false, now: 0 }
    const outcome = { ...person("1"), name: "Hot Lead", mood: "good" as const, seconds: 29 }
    expect(outcomeLine(outcome, paper)).toBe("✔ Asha             +9198******10 Hot Lead  0:29")
    expect(outcomeLine(outcome, { ...paper, colours: true })).toContain("\u001b[32mHot Lead\u001b[39m")
  })
})

const person = (callId: string) => ({ callId, contactName: "Asha", phoneNumber: "+9198******10", attempt: 1 })

const randomEvent = (): LiveEvent => {
  const callId = String(below(20))
  const someone = { ...person(callId), contactName: textOf(below(30)).join("") }
  switch (below(6)) {
    case 0:
      return {
        type: "progress",
        campaignId: "one",
        name: textOf(below(40)).join(""),
        status: oneOf(["IN_PROGRESS", "PAUSED", "COMPLETED"]),
        statusReason: oneOf([null, textOf(below(80)).join("")]),
        callsPerMinute: below(1000),
        placedInLastMinute: below(1000),
        total: below(1_000_000),
        pending: 1,
        queued: 1,
        inProgress: below(1000),
        completed: below(1_000_000),
        failed: 1,
        skipped: 1,
        suppressed: 1,
        percentComplete: below(101),
        awaitingLabel: 0,
        frequencyDeferred: 0
      }
    case 1:
      return {
        type: "call",
        ...someone,
        state: oneOf(["RINGING", "TALKING"]),
        since: new Date(below(999_999)).toISOString()
      }
    case 2:
    case 3:
      return {
        type: "said",
        callId,
        line: below(5),
        role: oneOf(["agent", "person"]),
        text: textOf(below(200)).join("")
      }
    case 4:
      return {
        type: "ended",
        ...someone,
        status: "COMPLETED",
        outcome: oneOf(["CONNECTED", "BUSY"]),
        failureReason: null,
        durationSeconds: below(9999)
      }
    default:
      return {
        type: "tagged",
        ...someone,
        status: "COMPLETED",
        intentLabelName: textOf(below(40)).join(""),
        isPositive: true,
        intentUndetermined: false,
        journeyAction: null,
        nextAttemptAt: null
      }
  }
}
