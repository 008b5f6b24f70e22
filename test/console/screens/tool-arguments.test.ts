import { describe, expect, test } from "vitest"
import {
  argumentsOf,
  argumentValue,
  contactKeysOf,
  schemaOf
} from "../../../console/src/screens/flows/tools/tool-arguments.ts"

const schema = {
  type: "object",
  properties: {
    day: { type: "string", description: "The day" },
    time: { type: "string", enum: ["morning", "evening"] },
    count: { type: "integer" }
  },
  required: ["day"]
}

describe("the arguments of a tool in the editor", () => {
  test("are read from their schema and written as the same", () => {
    expect(schemaOf(argumentsOf(schema) ?? [])).toEqual(schema)
    expect(schemaOf([])).toEqual({ type: "object", properties: {} })
  })

  test.each([
    { ...schema, additionalProperties: false },
    { ...schema, required: ["other"] },
    { type: "object", properties: { day: { type: ["string", "null"] } } },
    { type: "object", properties: { day: { type: "string", maxLength: 3 } } },
    { type: "object", properties: { count: { type: "integer", enum: [1] } } },
    { type: "object", properties: { list: { type: "array", items: { type: "string" } } } }
  ])("are shown as their schema where it says more: %j", (more) => expect(argumentsOf(more)).toBeNull())

  test("have the kind of their schema in a test", () => {
    expect(argumentValue("integer", "4")).toBe(4)
    expect(argumentValue("integer", "four")).toBe("four")
    expect(argumentValue("boolean", "false")).toBe(false)
    expect(argumentValue("string", "4")).toBe("4")
    expect(argumentValue("string", " ")).toBeUndefined()
  })

  test("do not include the contact, whose values the test asks for", () => {
    const request = {
      method: "POST",
      url: "https://a.example/{{contact.metadata.loan id}}/{{ contact.metadata.city }}",
      body: '{"a": "{{contact.firstName}} {{contact.name}} {{call.id}}"}',
      headers: null
    } as const
    expect(contactKeysOf({ request })).toEqual(["city", "name"])
  })
})
