import { assert, describe, it } from "@effect/vitest"
import { readJson } from "../../../src/domain/schema/strict-json.ts"

const problemOf = (body: string | Uint8Array) => {
  const read = readJson(new Uint8Array(Buffer.from(body)).buffer)
  return "problem" in read ? read.problem : undefined
}

describe("a JSON body", () => {
  it("is accepted when the database can store it", () => {
    for (const body of [
      "",
      "{}",
      '{"a": [1, -2.5, null, true, "😀 \\ud83d\\ude00"]}',
      "\ufeff{}",
      "9007199254740991"
    ]) {
      assert.isUndefined(problemOf(body), body)
    }
    assert.isUndefined(problemOf(`${"[".repeat(32)}${"]".repeat(32)}`))
  })

  it("is refused with the path of the problem", () => {
    for (const [body, path, message] of [
      ['{"a": {"b": ["x", "\\u0000"]}}', "a.b.1", "NUL"],
      ['{"a": "\\ud800"}', "a", "surrogate"],
      ['{"a": {"\\udc00": 1}}', "a", "surrogate"],
      ['{"a": 1e999}', "a", "must be between"],
      ['{"a": [9007199254740993]}', "a.0", "must be between"],
      ['{"a": -1e300}', "a", "must be between"],
      ["{", "", "must be valid JSON"],
      ["{'a': 1}", "", "must be valid JSON"]
    ] as const) {
      const problem = problemOf(body)
      assert.strictEqual(problem?.path, path, body)
      assert.include(problem?.message, message)
    }
  })

  it("must be UTF-8", () => {
    assert.include(problemOf(new Uint8Array([0x22, 0xff, 0x22]))?.message, "UTF-8")
  })

  it("is refused when it is nested too deeply, and cannot crash the process", () => {
    assert.include(problemOf(`${"[".repeat(34)}${"]".repeat(34)}`)?.message, "nested")
    assert.include(problemOf(`${'{"a":'.repeat(200_000)}1${"}".repeat(200_000)}`)?.message, "nested")
  })

  it("is not repeated in the error message", () => {
    assert.notInclude(problemOf('{"phoneNumber": +919812345678}')?.message, "9812345678")
  })
})
