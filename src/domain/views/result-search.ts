import { type CallResults, type ResultValue, valuesOf } from "../calls/CallResult.ts"
import { foldCase } from "../text/text.ts"

/** Selects calls by the result of one variable: those with a value, or with this value. */
export interface ResultSearch {
  readonly variable: string
  readonly value?: string
}

/** Returns the texts by which a call is found: one for each variable that has a value, and one for each value. */
export const resultTexts = (results: CallResults): ReadonlyArray<string> => [
  ...new Set(
    Object.entries(valuesOf(results)).flatMap(([variable, value]) => [
      textOf(variable),
      ...partsOf(value).map((part) => textOf(variable, part))
    ])
  )
]

/** Returns the texts to search for: a found call has one of them. A number is found in any spelling, such as 500.00. */
export const wantedTexts = ({ value, variable }: ResultSearch): ReadonlyArray<string> => {
  if (value === undefined) return [textOf(variable)]
  const text = value.trim()
  const number = /^-?[0-9]+(\.[0-9]+)?$/.test(text) ? [String(Number(text))] : []
  return [...new Set([text, ...number].map((part) => textOf(variable, part)))]
}

const partsOf = (value: ResultValue): ReadonlyArray<string> =>
  typeof value === "object" ? value.map((part) => part.trim()) : [String(value).trim()]

const textOf = (variable: string, value?: string) =>
  JSON.stringify([foldCase(variable.trim()), ...(value === undefined ? [] : [foldCase(value)])])
