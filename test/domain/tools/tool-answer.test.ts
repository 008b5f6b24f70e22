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

  test("keeps numbers as they are written, since a double loses digits of a long id", () => {
    const order = '{"id":12345678901234567890,"total":19.90,"by":[1e3]}'
    expect(answerAt(`{"order":${order}}`, "order")).toEqual({ text: order })
    expect(answerAt(order, "id")).toEqual({ text: "12345678901234567890" })
    expect(answerAt(order, "total")).toEqual({ text: "19.90" })
    expect(answerAt(order, "id.rawJSON")).toEqual({ problem: "the answer has no id.rawJSON" })
  })

  test("is nothing where the answer is nested more deeply than the stack reaches", () => {
    const nested = `{"visit":${"[".repeat(30_000)}${"]".repeat(30_000)}}`
    expect(answerAt(nested, "visit")).toEqual({ problem: "the answer is nested too deeply" })
    expect(answerAt(nested, null)).toEqual({ text: nested })
  })

  test("is cut without half a character", () => {
    expect(cutTo("नमस्ते दुनिया", 14)).toBe("न… (cut)")
    expect(cutTo("नमस्ते", 18)).toBe("नमस्ते")
  })

  test("has no half of a character, which a model's server would refuse with the whole prompt", () => {
    expect(answerAt('{"note":"Booked \\ud83d"}', "note")).toEqual({ text: "Booked \ufffd" })
    expect(cutTo("Booked \ud83d", 100)).toBe("Booked \ufffd")
  })
})
