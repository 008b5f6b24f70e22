import { wordsOf } from "../../../domain/text/words.ts"
import type { Tool } from "../../contract/LanguageModel.ts"
import { wantedOf } from "../embedder/lexical-keys.ts"
import { namedTime } from "./named-time.ts"
import type { ReplyPrompt } from "./prompts.ts"

interface ToolCall {
  readonly name: string
  readonly arguments: Readonly<Record<string, unknown>>
}

/**
 * Returns the tool that fits the person's words best, if one does and its required arguments are in the words. A turn
 * calls one tool at most: once it has an answer, none is returned.
 */
export const wantedTool = ({ answers, tools, turn }: ReplyPrompt): ToolCall | undefined => {
  if (answers.length > 0) return undefined
  const wanted = wantedOf(turn)
  const rated = tools
    .map((tool) => ({ tool, shared: sharedWith(wanted, tool), given: argumentsFor(tool, turn) }))
    .filter(({ shared }) => shared > 0)
    .toSorted((one, other) => other.shared - one.shared)
  const fitting = rated.find(({ given }) => given !== undefined)
  return fitting?.given === undefined ? undefined : { name: fitting.tool.name, arguments: fitting.given }
}

const sharedWith = (wanted: ReadonlyMap<string, number>, { description, name }: Tool) => {
  const own = wantedOf(`${name.replaceAll("_", " ")} ${description}`)
  return [...wanted].reduce((sum, [key, weight]) => sum + (own.has(key) ? weight : 0), 0)
}

interface Property {
  readonly type?: unknown
  readonly enum?: ReadonlyArray<unknown>
}

/** Returns the arguments that are in the words; undefined if a required one is not. */
const argumentsFor = ({ parameters }: Tool, turn: string) => {
  const { properties = {}, required = [] } = parameters as {
    readonly properties?: Readonly<Record<string, Property>>
    readonly required?: ReadonlyArray<string>
  }
  const given = Object.fromEntries(
    Object.entries(properties).flatMap(([name, property]) => {
      const value = valueIn(turn, name, property)
      return value === undefined ? [] : [[name, value]]
    })
  )
  return required.every((name) => Object.hasOwn(given, name)) ? given : undefined
}

const valueIn = (turn: string, name: string, property: Property): unknown => {
  const words = wordsOf(turn)
  if (property.enum !== undefined) return property.enum.find((one) => words.includes(String(one).toLowerCase()))
  if (property.type === "number" || property.type === "integer") {
    const [number] = turn.match(/\d+/) ?? []
    return number === undefined ? undefined : Number(number)
  }
  if (property.type === "boolean") return true
  if (/day|date|time|when/i.test(name)) return namedTime(turn)?.words.replace(/^on /i, "")
  return turn
}
