import type { FlowDraft } from "../flow-draft.ts"

export type Tool = FlowDraft["tools"][number]
export type ArgumentSchema = Tool["parameters"]

export type ArgumentKind = "string" | "number" | "integer" | "boolean"

/** An argument that the form of the editor can show. */
export interface SimpleArgument {
  readonly name: string
  readonly kind: ArgumentKind
  readonly description: string
  readonly isRequired: boolean
  /** The only values of a text; empty: any. */
  readonly choices: ReadonlyArray<string>
}

/** Returns the arguments of a schema, or null if the form cannot show all that it says. */
export const argumentsOf = (schema: ArgumentSchema): ReadonlyArray<SimpleArgument> | null => {
  const { properties = {}, required = [], type, ...others } = schema as Readonly<Record<string, unknown>>
  if (type !== "object" || Object.keys(others).length > 0 || !isObject(properties) || !isTexts(required)) return null
  if (required.some((name) => !Object.hasOwn(properties, name))) return null
  const all = Object.entries(properties).map(([name, property]) => argumentOf(name, property, required.includes(name)))
  return all.every((one) => one !== null) ? all : null
}

const argumentOf = (name: string, property: unknown, isRequired: boolean): SimpleArgument | null => {
  if (!isObject(property)) return null
  const { description = "", enum: choices = [], type, ...others } = property
  if (Object.keys(others).length > 0 || typeof description !== "string" || !isTexts(choices)) return null
  if (!isKind(type) || (choices.length > 0 && type !== "string")) return null
  return { name, kind: type, description, isRequired, choices }
}

/** Returns the schema of arguments. */
export const schemaOf = (all: ReadonlyArray<SimpleArgument>): ArgumentSchema => {
  const required = all.filter(({ isRequired }) => isRequired).map(({ name }) => name)
  const properties = Object.fromEntries(
    all.map(({ choices, description, kind, name }) => [
      name,
      {
        type: kind,
        ...(description !== "" && { description }),
        ...(kind === "string" && choices.length > 0 && { enum: choices })
      }
    ])
  )
  return { type: "object", properties, ...(required.length > 0 && { required }) }
}

/** Returns the value of an argument that was typed into a field, or undefined if it is left out. */
export const argumentValue = (kind: ArgumentKind, text: string): string | number | boolean | undefined => {
  if (text.trim() === "") return undefined
  if (kind === "boolean") return text === "true"
  const number = Number(text)
  return kind === "string" || Number.isNaN(number) ? text : number
}

/** Returns the fields of the contact that the request of a tool names, such as `phoneNumber` or a key of the metadata. */
export const contactKeysOf = ({ request }: Pick<Tool, "request">): ReadonlyArray<string> => {
  const found = `${request?.url ?? ""} ${request?.body ?? ""}`.matchAll(
    /\{\{\s*contact\.(metadata\.)?([^{}\s]+)\s*\}\}/g
  )
  return [...new Set(Array.from(found, ([, , key = ""]) => (key === "firstName" ? "name" : key)))]
}

const kinds: ReadonlyArray<string> = ["string", "number", "integer", "boolean"]
const isKind = (value: unknown): value is ArgumentKind => kinds.includes(String(value))
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)
const isTexts = (value: unknown): value is ReadonlyArray<string> =>
  Array.isArray(value) && value.every((one) => typeof one === "string")
