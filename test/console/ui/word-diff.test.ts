import { describe, expect, test } from "vitest"
import { type DiffPart, wordDiff } from "../../../console/src/ui/diff/word-diff.ts"
import { makeRandom } from "../../support/random.ts"

const shown = (before: string, after: string) =>
  wordDiff(before, after).map(({ kind, text }) => (kind === "same" ? text : `[${kind === "added" ? "+" : "-"}${text}]`))

const withoutKind = (parts: ReadonlyArray<DiffPart>, kind: DiffPart["kind"]) =>
  parts.flatMap((part) => (part.kind === kind ? [] : [part.text])).join("")

describe("the comparison of two texts by words", () => {
  test("marks whole words and placeholders, and keeps what is the same", () => {
    expect(shown("Hello {{name}}, how are you?", "Hello {{first_name}}, how are you today?")).toEqual([
      "Hello ",
      "[-{{name}}]",
      "[+{{first_name}}]",
      ", how are you",
      "[+ today]",
      "?"
    ])
    expect(shown("नमस्ते आप कैसे हैं", "नमस्ते आप अच्छे हैं")).toEqual(["नमस्ते आप ", "[-कैसे]", "[+अच्छे]", " हैं"])
    expect(shown("", "New")).toEqual(["[+New]"])
    expect(shown("Old", "")).toEqual(["[-Old]"])
    expect(shown("Same.", "Same.")).toEqual(["Same."])
    expect(shown("", "")).toEqual([])
  })

  test("keeps both texts complete, with as few changes as an exhaustive comparison finds", () => {
    const random = makeRandom(Number(process.env.TEST_SEED))
    const below = (limit: number) => Math.floor(random() * limit)
    const text = () => Array.from({ length: below(12) }, () => "abcd"[below(4)]).join(" ")
    for (let round = 0; round < 2_000; round++) {
      const [before, after] = [text(), text()]
      const parts = wordDiff(before, after)
      expect(withoutKind(parts, "added")).toBe(before)
      expect(withoutKind(parts, "removed")).toBe(after)
      const kept = parts.flatMap((part) => (part.kind === "same" ? (part.text.match(/\s+|\w+/g) ?? []) : []))
      expect(kept.length, `${before} | ${after}`).toBe(longestCommon(before, after))
    }
  })

  test("shows long texts that share no word as one replacement", () => {
    const before = Array.from({ length: 8_000 }, (_, index) => `old${index}`).join(" ")
    const after = Array.from({ length: 8_000 }, (_, index) => `new${index}`).join("\n")
    expect(wordDiff(before, after)).toEqual([
      { kind: "removed", text: before },
      { kind: "added", text: after }
    ])
    const changed = before.replace("old17 ", "other ").replace("old7990 ", "")
    expect(wordDiff(before, changed).map(({ kind }) => kind)).toEqual([
      ...["same", "removed", "added", "same"],
      ...["removed", "same"]
    ])
  })
})

/** The number of words and spaces in the longest common sequence, by a table of all pairs. */
const longestCommon = (before: string, after: string) => {
  const [old, young] = [before.match(/\s+|\w+/g) ?? [], after.match(/\s+|\w+/g) ?? []]
  let row = new Array(young.length + 1).fill(0)
  for (const word of old) {
    const next = [0]
    for (let column = 0; column < young.length; column++) {
      next.push(word === young[column] ? row[column] + 1 : Math.max(row[column + 1], next[column]!))
    }
    row = next
  }
  return row.at(-1)
}
