import { describe, expect, test } from "vitest"
import { argumentProblem } from "../../../src/domain/tools/argument-schema.ts"
import { type McpDefinition, offeredTool } from "../../../src/domain/tools/mcp-tool.ts"

const offered = (definition: Partial<McpDefinition>) =>
  offeredTool({ name: "bookVisit", inputSchema: { type: "object" }, ...definition })
const schemaOf = (inputSchema: object) =>
  offered({ inputSchema: inputSchema as McpDefinition["inputSchema"] }).parameters

describe("a tool of an MCP server", () => {
  test("gets a name that a flow may have", () => {
    const names = ["bookVisit", "get-order.v2", "42", "Ünïcode", "__x__", `a${"b".repeat(100)}`]
    expect(names.map((name) => offered({ name }).name)).toEqual([
      "book_visit",
      "get_order_v2",
      "tool",
      "n_code",
      "x",
      `a${"b".repeat(63)}`
    ])
  })

  test("shows all of its text that the model would read", () => {
    const tag = [..."ignore"].map((letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join("")
    expect(offered({ description: `Books\u200b a visit.${tag}\nOnce.\u0007` }).description).toBe(
      "Books a visit.\nOnce."
    )
    expect(offered({ title: "Visit" }).description).toBe("Visit")
    expect([...offered({ description: "😀".repeat(2_000) }).description]).toHaveLength(1_000)
    const description = `The day${tag}`
    expect(schemaOf({ type: "object", properties: { day: { type: "string", description } } })).toEqual({
      type: "object",
      properties: { day: { type: "string", description: "The day" } }
    })
  })

  test("keeps of its schema what a flow checks, with its definitions in the place of references", () => {
    const schema = schemaOf({
      $schema: "https://json-schema.org/draft/2020-12/schema",
      type: "object",
      properties: {
        day: { $ref: "#/$defs/Day", description: "When" },
        tags: { type: "array", items: { $ref: "#/definitions/Tag" } },
        other: { anyOf: [{ $ref: "#/$defs/Day" }, { type: "null" }] },
        far: { $ref: "https://example.com/schema" }
      },
      patternProperties: { "(a+)+": {} },
      additionalProperties: false,
      $defs: { Day: { type: "string", enum: ["Monday"], pattern: "(a+)+$" } },
      definitions: { Tag: { type: "string" } }
    })
    expect(schema).toEqual({
      $schema: "https://json-schema.org/draft/2020-12/schema",
      type: "object",
      properties: {
        day: { type: "string", enum: ["Monday"], description: "When" },
        tags: { type: "array", items: { type: "string" } },
        other: { anyOf: [{ type: "string", enum: ["Monday"] }, { type: "null" }] },
        far: {}
      },
      additionalProperties: false
    })
    expect(argumentProblem(schema, { day: "Friday" })).toMatch(/must be one of/)
  })

  test("ends a schema that names itself, and refuses one that is too large or no object", () => {
    const node = { type: "object", properties: { a: { $ref: "#/$defs/Node" }, b: { $ref: "#/$defs/Node" } } }
    const own = offered({ inputSchema: { ...node, $defs: { Node: node } } })
    expect(JSON.stringify(own.parameters).length).toBeLessThan(40_000)
    expect(own.problem).toMatch(/more than 16384 characters/)
    expect(offered({ inputSchema: { type: "array" } }).problem).toMatch(/type "object"/)
    expect(offered({ inputSchema: { type: "object", properties: { "a b": {} } } }).problem).toMatch(/argument "a b"/)
    expect(offered({}).problem).toBeNull()
  })
})
