import { describe, expect, test } from "vitest"
import {
  argumentProblem,
  canonicalJson,
  type JsonSchema,
  schemaProblem
} from "../../../src/domain/tools/argument-schema.ts"

const slot: JsonSchema = {
  type: "object",
  properties: {
    day: { type: "string", enum: ["Tuesday", "Friday"] },
    hour: { type: "integer", minimum: 9, exclusiveMaximum: 18 },
    name: { type: ["string", "null"], minLength: 2, maxLength: 5 },
    guests: { type: "array", items: { type: "object", properties: { age: { type: "number" } } }, maxItems: 2 },
    kind: { anyOf: [{ const: "short" }, { type: "boolean" }] }
  },
  required: ["day"],
  additionalProperties: false
}

describe("arguments of a tool", () => {
  test.each([
    [{ day: "Tuesday" }],
    [{ day: "Friday", hour: 9, name: null, guests: [{ age: 1.5 }, {}], kind: true }],
    [{ day: "Friday", hour: 17, name: "नमस्त", kind: "short" }]
  ])("%j fit", (given) => expect(argumentProblem(slot, given)).toBeUndefined())

  test.each([
    [{}, "day is required"],
    [[], "The arguments must be an object"],
    [null, "The arguments must be an object"],
    [{ day: "Monday" }, 'day must be one of "Tuesday", "Friday"'],
    [{ day: 7 }, "day must be a string"],
    [{ day: "Friday", hour: 9.5 }, "hour must be an integer"],
    [{ day: "Friday", hour: 8 }, "hour must be at least 9"],
    [{ day: "Friday", hour: 18 }, "hour must be less than 18"],
    [{ day: "Friday", name: "x" }, "name must have at least 2 characters"],
    [{ day: "Friday", name: 1 }, "name must be a string or null"],
    [{ day: "Friday", guests: [{ age: "two" }] }, "guests[0].age must be a number"],
    [{ day: "Friday", guests: [{}, {}, {}] }, "guests must have at most 2 items"],
    [{ day: "Friday", kind: "long" }, "kind must fit one of the alternatives"],
    [{ day: "Friday", other: 1 }, "other is unknown"],
    [JSON.parse('{"day":"Friday","__proto__":{"day":1}}'), "__proto__ is unknown"]
  ])("%j do not fit", (given, problem) => expect(argumentProblem(slot, given)).toBe(problem))

  test("need a property of their own: one of every object does not count", () => {
    const schema = { type: "object", properties: { toString: { type: "string" } }, required: ["toString"] }
    expect(argumentProblem(schema, {})).toBe("toString is required")
  })
})

describe("a schema", () => {
  test("is usable when only keywords with an effect are in it", () => expect(schemaProblem(slot)).toBeUndefined())

  test.each([
    ["text", /type "object"/],
    [{ type: "array" }, /type "object"/],
    [{ type: "object", properties: { "a.b": {} } }, /"a\.b": a name has letters/],
    [{ type: "object", properties: { day: { type: "string", pattern: "(a+)+$" } } }, /"pattern" at day, which is not/],
    [{ type: "object", $ref: "https://example.com" }, /"\$ref", which is not supported/],
    [{ type: "object", allOf: [] }, /"allOf"/],
    [{ type: "object", properties: { day: { type: "date" } } }, /invalid "type" at day/],
    [{ type: "object", properties: { days: { items: { minimum: "1" } } } }, /invalid "minimum" at days\.items/],
    [{ type: "object", properties: { day: { anyOf: [{}, { not: {} }] } } }, /"not" at day\.anyOf\.1/],
    [{ type: "object", properties: { day: null } }, /no schema at day/],
    [{ type: "object", constructor: 1 }, /"constructor", which is not supported/]
  ])("%j is refused", (schema, problem) => expect(schemaProblem(schema)).toMatch(problem))
})

test("equal values have the same text, whatever the order of their keys", () => {
  expect(canonicalJson({ b: [1, { d: null, c: "x" }], a: true })).toBe(
    canonicalJson({ a: true, b: [1, { c: "x", d: null }] })
  )
  expect(canonicalJson({ a: [1, 2] })).not.toBe(canonicalJson({ a: [2, 1] }))
})
