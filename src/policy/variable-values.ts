import { Schema } from "effect"
import { type CallResult, type CallResults, type ResultValue, valuesOf } from "../domain/calls/CallResult.ts"
import { type FlowVariable, resultVariables } from "../domain/flows/FlowVariable.ts"
import { onOneLine } from "../domain/text/prompt-data.ts"
import { foldCase } from "../domain/text/text.ts"
import type { ConversationFacts } from "./conversation-facts.ts"
import { isShownBy } from "./quoted-evidence.ts"
import { asRealDate } from "./real-date.ts"

/** Schema of the values that a model is to write for a variable. */
export const writtenAs = ({ options = [], type }: FlowVariable): Schema.Top => {
  const text = options.length === 0 ? Schema.String : Schema.Literals(options)
  switch (type) {
    case "NUMBER":
      return Schema.Finite
    case "BOOLEAN":
      return Schema.Boolean
    case "ENUM":
      return text
    case "LIST":
      return Schema.Array(text)
    default:
      return Schema.String
  }
}

/** Describes a variable to the model. */
export const hintOf = ({ condition, description, type }: FlowVariable): string => {
  const applies = condition === undefined ? "" : ` Only if this applies: ${condition.slice(0, 500)}; otherwise null.`
  return onOneLine(`${description.slice(0, 500)}${applies} ${formats[type] ?? ""}null when it was not said.`)
}

const formats: Readonly<Partial<Record<FlowVariable["type"], string>>> = {
  DATE_TIME: "As 2026-01-31 or 2026-01-31T16:00; ",
  DATE: "As 2026-01-31; "
}

/** Reads the value that a model gave for a variable; the reason why not if it does not fit. Nothing is converted. */
export const readValue = (
  { options = [], type }: Pick<FlowVariable, "options" | "type">,
  given: unknown
): { readonly value: ResultValue } | { readonly reason: string } => {
  if (given === null || given === undefined) return { reason: notSaid }
  switch (type) {
    case "STRING":
      return orReason(readText(given), `it is not a text of at most ${longestText} characters`)
    case "NUMBER":
      return orReason(
        typeof given === "number" && Number.isFinite(given) && Math.abs(given) <= largestNumber ? given : null,
        "it is not a number"
      )
    case "BOOLEAN":
      return orReason(typeof given === "boolean" ? given : null, "it is neither yes nor no")
    case "DATE_TIME":
      return orReason(typeof given === "string" ? asRealDate(given.trim()) : null, "it is not a date")
    case "DATE":
      return orReason(dayOf(given), "it is not a day")
    case "ENUM":
      return orReason(optionOf(options, given), `it is none of ${options.join(", ")}`)
    case "LIST":
      return readList(options, given)
  }
}

const notSaid = "It was not said"

const orReason = (value: ResultValue | null, problem: string) =>
  value === null ? { reason: `The value does not fit: ${problem}` } : { value }

const readList = (options: ReadonlyArray<string>, given: unknown) => {
  if (!Array.isArray(given)) return orReason(null, "it is not a list")
  if (given.length === 0) return { reason: notSaid }
  if (given.length > longestList) return orReason(null, `it has more than ${longestList} entries`)
  const entries = given.map((entry: unknown) => (options.length === 0 ? readText(entry) : optionOf(options, entry)))
  const whole = entries.filter((entry) => entry !== null)
  return whole.length < entries.length
    ? orReason(null, options.length === 0 ? "an entry is not a text" : `an entry is none of ${options.join(", ")}`)
    : { value: [...new Set(whole)] }
}

const dayOf = (given: unknown) =>
  typeof given === "string" && /^\d{4}-\d\d-\d\d$/.test(given.trim()) ? asRealDate(given.trim()) : null

// Case makes no difference, unless the options differ by it alone.
const optionOf = (options: ReadonlyArray<string>, given: unknown): string | null => {
  if (typeof given !== "string") return null
  if (options.includes(given)) return given
  const same = options.filter((option) => foldCase(option) === foldCase(given.trim()))
  return same.length === 1 ? (same[0] as string) : null
}

// Postgres stores neither NUL nor a lone surrogate.
export const readText = (given: unknown): string | null => {
  if (typeof given !== "string") return null
  const text = onOneLine(given).toWellFormed()
  return text === "" || text.length > longestText ? null : text
}

/** Maximum length of a quote or a text variable, characters. */
export const longestText = 500
const longestList = 50
const largestNumber = 1e15

/**
 * Returns the results of a conversation: a value counts only with words that were really said. Words of the agent count
 * if the person answered them.
 */
export const resultsOf = (
  { flow, transcript }: Pick<ConversationFacts, "flow" | "transcript">,
  values: Readonly<Record<string, unknown>>,
  quotes: Readonly<Record<string, unknown>>
): CallResults => {
  const resultOf = (variable: FlowVariable): CallResult => {
    const read = readValue(variable, own(values, variable.name))
    if ("reason" in read) {
      return without(read.reason === notSaid && variable.required === true ? missing : read.reason)
    }
    const evidence = readText(own(quotes, variable.name))
    if (evidence === null) return without("The analysis quoted no words that show the value")
    return isShownBy(evidence, transcript)
      ? { value: read.value, evidence, reason: null }
      : without("The words that should show the value were not said")
  }
  return Object.fromEntries(resultVariables(flow.variables).map((variable) => [variable.name, resultOf(variable)]))
}

/** Returns the values that are no free text. */
export const factsOf = (variables: ReadonlyArray<FlowVariable>, results: CallResults) => {
  const named = new Set(variables.filter(isNoFreeText).map(({ name }) => name))
  return Object.fromEntries(Object.entries(valuesOf(results)).filter(([name]) => named.has(name)))
}

const isNoFreeText = ({ options = [], type }: FlowVariable) =>
  type !== "STRING" && (type !== "LIST" || options.length > 0)

const missing = "It was not said, although the flow requires it"

const without = (reason: string): CallResult => ({ value: null, evidence: null, reason })

// A variable may have the name of a property that all objects have.
export const own = (given: Readonly<Record<string, unknown>>, name: string): unknown =>
  Object.hasOwn(given, name) ? given[name] : undefined
