/** The subset of JSON Schema that events use. */
export interface EventSchema {
  readonly properties?: Readonly<Record<string, EventSchema>>
  readonly required?: ReadonlyArray<string>
  readonly items?: EventSchema
  readonly [keyword: string]: unknown
}

/**
 * Returns the breaking differences between an old schema and a new one, a line each. Returns none when readers of one schema
 * can read events of the other. Optional fields may be added, and descriptions may change. Every other difference breaks: a
 * looser schema surprises old readers, a stricter one breaks new readers of old events.
 */
export const breaksBetween = (old: EventSchema, now: EventSchema, field = "the event"): ReadonlyArray<string> => [
  ...keywordsOf(old, now)
    .filter((keyword) => written(old, keyword) !== written(now, keyword))
    .map((keyword) => `${field}: ${keyword} was ${written(old, keyword)}, is ${written(now, keyword)}`),
  ...Object.entries(old.properties ?? {}).flatMap(([name, before]) => {
    const after = now.properties?.[name]
    if (after === undefined) return [`${name}: is gone`]
    return [...requirementBreaks(old, now, name), ...breaksBetween(before, after, name)]
  }),
  ...(old.items !== undefined && now.items !== undefined ? breaksBetween(old.items, now.items, `${field}[]`) : []),
  ...Object.keys(now.properties ?? {})
    .filter((name) => old.properties?.[name] === undefined && isRequired(now, name))
    .map((name) => `${name}: is new, so it must be optional`)
]

// Keywords for people, and keywords that are compared field by field.
const passedOver = new Set(["title", "description", "examples", "properties", "required"])

const keywordsOf = (old: EventSchema, now: EventSchema) =>
  [...new Set([...Object.keys(old), ...Object.keys(now)])].filter(
    (keyword) => !passedOver.has(keyword) && !(keyword === "items" && old.items && now.items)
  )

// Types and values are sets: their order has no meaning.
const written = (schema: EventSchema, keyword: string) => {
  const value = schema[keyword]
  return value === undefined ? "not there" : JSON.stringify(Array.isArray(value) ? value.toSorted() : value)
}

const isRequired = ({ required = [] }: EventSchema, name: string) => required.includes(name)

const requirementBreaks = (old: EventSchema, now: EventSchema, name: string) => {
  if (isRequired(old, name) === isRequired(now, name)) return []
  return [`${name}: was ${isRequired(old, name) ? "required, is optional" : "optional, is required"}`]
}
