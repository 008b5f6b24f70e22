import { describe, expect, test } from "vitest"
import { answerAt, cutTo } from "../../../src/domain/tools/tool-answer.ts"

const body = JSON.stringify({ items: [{ id: "s1", at: { hour: 9 } }], none: null })

describe("the part of an answer that the model sees", () => {
  test("is all of it without a path, JSON or not", () => {
    expect(answerAt(body, null)).toEqual({ text: body })
    expect(answerAt("<html>", null)).toEqual({ text: "<html>" })
  })

  test.each([
    ["items.0.id", "s1"],
    ["items.0.at", '{"hour":9}'],
    ["items.length", "1"],
    ["none", "null"]
  ])("at %s is %s", (path, text) => expect(answerAt(body, path)).toEqual({ text }))

  test.each(["items.1.id", "constructor", "items.0.id.length", "none.x"])("at %s is nothing", (path) =>
    expect(answerAt(body, path)).toEqual({ problem: `the answer has no ${path}` })
  )

  test("is nothing in an answer that is not JSON, or was cut off", () => {
    for (const text of ["<html>", "", body.slice(0, -1)])
      expect(answerAt(text, "items")).toEqual({ problem: "the answer is not JSON, or is too long" })
  })

  test("is cut without half a character", () => {
    expect(cutTo("नमस्ते दुनिया", 14)).toBe("न… (cut)")
    expect(cutTo("नमस्ते", 18)).toBe("नमस्ते")
  })
})
