import { Predicate } from "effect"
import { isSupportedKeyword, type JsonSchema, schemaProblem } from "./argument-schema.ts"
import type { OfferedTool } from "./McpServer.ts"

/** A server's description of one of its tools. */
export interface McpDefinition {
  readonly name: string
  readonly title?: string | undefined
  readonly description?: string | undefined
  readonly inputSchema: JsonSchema
  readonly annotations?: { readonly readOnlyHint?: boolean | undefined } | undefined
}

/** Returns a tool of a server as a flow may use it. Its texts become part of prompts, so a person reads all of them. */
export const offeredTool = (definition: McpDefinition): Omit<OfferedTool, "pin"> => {
  const parameters = supportedSchema(definition.inputSchema)
  const size = JSON.stringify(parameters).length
  const problem = size > 16_384 ? "has more than 16384 characters" : schemaProblem(parameters)
  return {
    tool: definition.name,
    name: flowName(definition.name),
    description: descriptionOf(definition),
    parameters: parameters as OfferedTool["parameters"],
    isReadOnly: definition.annotations?.readOnlyHint === true,
    problem: problem === undefined ? null : `The schema of its arguments ${problem}`
  }
}

const descriptionOf = ({ description, name, title }: McpDefinition) => {
  const text = visible(description ?? "").trim() || visible(title ?? "").trim() || visible(name)
  const characters = [...text]
  return characters.length > 1_000 ? `${characters.slice(0, 999).join("")}…` : text
}

const flowName = (name: string) =>
  name
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^[^a-z]+|_+$/g, "")
    .slice(0, 64) || "tool"

// Invisible characters could hide instructions for the model from the person who accepts the tool.
const visible = (text: string) => text.toWellFormed().replace(/[^\P{C}\n]/gu, "")

/** Returns a schema with the keywords that a flow supports, and its own definitions in the place of references. */
const supportedSchema = (root: JsonSchema): JsonSchema => {
  let count = 0
  const at = (schema: unknown, depth: number): JsonSchema => {
    if (!Predicate.isObject(schema) || depth > maxDepth || ++count > maxSchemas) return {}
    const target = typeof schema.$ref === "string" ? referred(root, schema.$ref) : undefined
    const whole = target === undefined ? schema : { ...target, ...schema }
    return Object.fromEntries(
      Object.entries(whole).flatMap(([keyword, value]) =>
        isSupportedKeyword(keyword) ? [[keyword, inner(keyword, value, depth + 1)]] : []
      )
    )
  }
  const inner = (keyword: string, value: unknown, depth: number): unknown => {
    if (keyword === "properties" && Predicate.isObject(value))
      return Object.fromEntries(Object.entries(value).map(([name, one]) => [visible(name), at(one, depth)]))
    if (keyword === "items" || (keyword === "additionalProperties" && Predicate.isObject(value)))
      return at(value, depth)
    if (keyword === "anyOf" && Array.isArray(value)) return value.map((one) => at(one, depth))
    return typeof value === "string" ? visible(value) : value
  }
  return { type: "object", ...at(root, 0) }
}

/** Returns the part of a schema that a reference within it names. */
const referred = (root: JsonSchema, reference: string): JsonSchema | undefined => {
  const [, kind = "", name = ""] = /^#\/(\$defs|definitions)\/([^/]+)$/.exec(reference) ?? []
  const all = root[kind]
  const found = Predicate.isObject(all) && Object.hasOwn(all, name) ? all[name] : undefined
  return Predicate.isObject(found) ? found : undefined
}

// Limits for a definition that refers to itself, which may double at each level.
const maxDepth = 12
const maxSchemas = 500
