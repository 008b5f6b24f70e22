import { Predicate } from "effect"
/** A JSON Schema. Only the keywords that `schemaProblem` knows have an effect. */
export type JsonSchema = Readonly<Record<string, unknown>>

/**
 * Returns why a schema cannot describe the arguments of a tool, as the rest of a sentence that begins with its name, or
 * undefined. A keyword that would not be checked is refused, above all `pattern`: an expression may take minutes, and
 * all calls of the node would wait for it.
 */
export const schemaProblem = (schema: unknown): string | undefined => {
  if (!Predicate.isObject(schema) || schema.type !== "object") return 'must be a JSON Schema with the type "object"'
  const names = Object.keys(Predicate.isObject(schema.properties) ? schema.properties : {})
  const unusable = names.find((name) => !/^[A-Za-z_][A-Za-z0-9_]{0,63}$/.test(name))
  if (unusable !== undefined) return `has the argument ${JSON.stringify(unusable)}: a name has letters, digits and _`
  return problemAt(schema, "")
}

const problemAt = (schema: unknown, at: string): string | undefined => {
  const where = at === "" ? "" : ` at ${at}`
  if (!Predicate.isObject(schema)) return `has no schema${where}`
  for (const [keyword, value] of Object.entries(schema)) {
    const isFit = Object.hasOwn(keywords, keyword) ? keywords[keyword] : undefined
    if (isFit === undefined) return `has the keyword ${JSON.stringify(keyword)}${where}, which is not supported`
    if (!isFit(value)) return `has an invalid ${JSON.stringify(keyword)}${where}`
  }
  for (const [path, inner] of innerSchemas(schema)) {
    const problem = problemAt(inner, at === "" ? path : `${at}.${path}`)
    if (problem !== undefined) return problem
  }
  return undefined
}

const innerSchemas = ({ additionalProperties, anyOf, items, properties }: JsonSchema) => [
  ...Object.entries(Predicate.isObject(properties) ? properties : {}),
  ...(items === undefined ? [] : [["items", items] as const]),
  ...(typeof additionalProperties === "boolean" || additionalProperties === undefined
    ? []
    : [["additionalProperties", additionalProperties] as const]),
  ...(Array.isArray(anyOf) ? anyOf.map((one, index) => [`anyOf.${index}`, one] as const) : [])
]

const types = ["string", "number", "integer", "boolean", "object", "array", "null"]
const isType = (value: unknown) => types.includes(value as string)
const isText = (value: unknown) => typeof value === "string"
const isNumber = (value: unknown) => typeof value === "number"
const isCount = (value: unknown) => Number.isInteger(value) && Number(value) >= 0
const isFilledArray = (value: unknown) => Array.isArray(value) && value.length > 0
const isAnything = () => true

/** Whether the value of each keyword has the right form. Schemas within are checked on their own. */
const keywords: Readonly<Record<string, (value: unknown) => boolean>> = {
  type: (value) => isType(value) || (isFilledArray(value) && (value as ReadonlyArray<unknown>).every(isType)),
  properties: Predicate.isObject,
  required: (value) => Array.isArray(value) && value.every(isText),
  additionalProperties: (value) => typeof value === "boolean" || Predicate.isObject(value),
  items: Predicate.isObject,
  anyOf: isFilledArray,
  enum: isFilledArray,
  const: isAnything,
  minimum: isNumber,
  maximum: isNumber,
  exclusiveMinimum: isNumber,
  exclusiveMaximum: isNumber,
  minLength: isCount,
  maxLength: isCount,
  minItems: isCount,
  maxItems: isCount,
  // Words for the model only.
  title: isText,
  description: isText,
  format: isText,
  default: isAnything,
  examples: Array.isArray,
  $schema: isText
}

/** Whether a keyword may stand in the schema of arguments. */
export const isSupportedKeyword = (keyword: string): boolean => Object.hasOwn(keywords, keyword)

/** Returns why arguments do not fit a schema, such as `day must be a string`; undefined if they do. */
export const argumentProblem = (schema: JsonSchema, value: unknown): string | undefined => misfit(schema, value, "")

const misfit = (schema: unknown, value: unknown, at: string): string | undefined => {
  if (!Predicate.isObject(schema)) return undefined
  const problem = (text: string) => `${at === "" ? "The arguments" : at} ${text}`
  const { anyOf, const: only, enum: choices, type } = schema
  const allowed = type === undefined ? types : Array.isArray(type) ? type : [type]
  if (!allowed.some((one) => isOfType(one, value))) return problem(`must be ${allowed.map(named).join(" or ")}`)
  if ("const" in schema && !sameJson(only, value)) return problem(`must be ${JSON.stringify(only)}`)
  if (Array.isArray(choices) && !choices.some((one) => sameJson(one, value)))
    return problem(`must be one of ${choices.map((one) => JSON.stringify(one)).join(", ")}`)
  if (Array.isArray(anyOf) && anyOf.every((one) => misfit(one, value, at) !== undefined))
    return problem("must fit one of the alternatives")
  const limit = limits.find(({ keyword, isKept, of }) => {
    const bound = schema[keyword]
    const size = of(value)
    return typeof bound === "number" && size !== undefined && !isKept(size, bound)
  })
  if (limit !== undefined) return problem(`must ${limit.says(String(schema[limit.keyword]))}`)
  if (Array.isArray(value)) return first(value, (one, index) => misfit(schema.items, one, `${at}[${index}]`))
  return Predicate.isObject(value) ? misfitWithin(schema, value, at) : undefined
}

const misfitWithin = (schema: JsonSchema, value: JsonSchema, at: string): string | undefined => {
  const below = (name: string) => (at === "" ? name : `${at}.${name}`)
  const properties = Predicate.isObject(schema.properties) ? schema.properties : {}
  const required: ReadonlyArray<unknown> = Array.isArray(schema.required) ? schema.required : []
  const absent = required.find((name) => !Object.hasOwn(value, String(name)))
  if (absent !== undefined) return `${below(String(absent))} is required`
  return first(Object.entries(value), ([name, inner]) => {
    if (Object.hasOwn(properties, name)) return misfit(properties[name], inner, below(name))
    if (schema.additionalProperties === false) return `${below(name)} is unknown`
    return misfit(schema.additionalProperties, inner, below(name))
  })
}

const first = <A>(all: ReadonlyArray<A>, find: (one: A, index: number) => string | undefined) => {
  for (const [index, one] of all.entries()) {
    const found = find(one, index)
    if (found !== undefined) return found
  }
  return undefined
}

const isOfType = (type: unknown, value: unknown) => {
  switch (type) {
    case "array":
      return Array.isArray(value)
    case "integer":
      return Number.isInteger(value)
    case "null":
      return value === null
    case "object":
      return Predicate.isObject(value)
    default:
      return typeof value === type
  }
}

const named = (type: unknown) => (type === "null" ? "null" : /^[aeiou]/.test(String(type)) ? `an ${type}` : `a ${type}`)

const numberOf = (value: unknown) => (typeof value === "number" ? value : undefined)
const lengthOf = (value: unknown) => (typeof value === "string" ? [...value].length : undefined)
const countOf = (value: unknown) => (Array.isArray(value) ? value.length : undefined)
const atLeast = (size: number, bound: number) => size >= bound
const atMost = (size: number, bound: number) => size <= bound

const limits: ReadonlyArray<{
  readonly keyword: string
  readonly of: (value: unknown) => number | undefined
  readonly isKept: (size: number, bound: number) => boolean
  readonly says: (bound: string) => string
}> = [
  { keyword: "minimum", of: numberOf, isKept: atLeast, says: (bound) => `be at least ${bound}` },
  { keyword: "maximum", of: numberOf, isKept: atMost, says: (bound) => `be at most ${bound}` },
  { keyword: "exclusiveMinimum", of: numberOf, isKept: (a, b) => a > b, says: (bound) => `be more than ${bound}` },
  { keyword: "exclusiveMaximum", of: numberOf, isKept: (a, b) => a < b, says: (bound) => `be less than ${bound}` },
  { keyword: "minLength", of: lengthOf, isKept: atLeast, says: (bound) => `have at least ${bound} characters` },
  { keyword: "maxLength", of: lengthOf, isKept: atMost, says: (bound) => `have at most ${bound} characters` },
  { keyword: "minItems", of: countOf, isKept: atLeast, says: (bound) => `have at least ${bound} items` },
  { keyword: "maxItems", of: countOf, isKept: atMost, says: (bound) => `have at most ${bound} items` }
]

const sameJson = (one: unknown, other: unknown) => canonicalJson(one) === canonicalJson(other)

/** Writes a JSON value so that equal values have the same text, whatever the order of their keys. */
export const canonicalJson = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`
  if (!Predicate.isObject(value)) return JSON.stringify(value) ?? "null"
  const entries = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return `{${entries.map(([key, inner]) => `${JSON.stringify(key)}:${canonicalJson(inner)}`).join(",")}}`
}
