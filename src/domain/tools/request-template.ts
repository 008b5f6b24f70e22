import { isExactNumber, parseExactly } from "../text/exact-json.ts"
import { nameableInRequests, type RequestValues } from "./request-values.ts"

/** Returns the placeholders of a template that have no value in any request, each once. */
export const unknownPlaceholders = (template: string, argumentNames: ReadonlyArray<string>): ReadonlyArray<string> => [
  ...new Set(
    Array.from(template.matchAll(placeholder), ([, name = ""]) => name).filter((name) => !isKnown(name, argumentNames))
  )
]

const isKnown = (name: string, argumentNames: ReadonlyArray<string>) => {
  const [source, field = "", ...rest] = name.split(".")
  if (source === "contact" && field === "metadata") return rest.join(".") !== ""
  if (rest.length > 0) return false
  if (source === "argument") return argumentNames.includes(field)
  const known: ReadonlyArray<string> =
    source === "contact" || source === "call" ? nameableInRequests[source as "contact" | "call"] : []
  return known.includes(field)
}

/** Returns why a template is not the URL of a request, as the rest of a sentence that begins with its name. */
export const urlTemplateProblem = (template: string): string | undefined => {
  const [, origin, rest = ""] = parts.exec(template) ?? []
  if (origin === undefined)
    return "must be a full URL that begins with http:// or https:// and a host, without placeholders"
  const plain = rest.replaceAll(placeholder, "x")
  if (/[{}]/.test(plain)) return "has a brace outside of a placeholder such as {{argument.day}}"
  return plain.includes("#") ? "must not have a fragment" : undefined
}

/** Returns a URL with a value in each place, to check it as a whole. */
export const exampleUrl = (template: string): string => template.replaceAll(placeholder, "x")

// Scheme, host and port may not contain a placeholder: the request goes to the host that an editor of the flow chose.
const parts = /^(https?:\/\/[^/?#{}\s\\]+)([/?#].*)?$/is

/** Fills a URL with percent-encoded values, or returns the problem of a value that would change its path. */
export const fillUrl = (
  template: string,
  values: RequestValues
): { readonly url: string } | { readonly problem: string } => {
  const [, origin = "", rest = ""] = parts.exec(template) ?? []
  const queryAt = rest.indexOf("?")
  const path = queryAt < 0 ? rest : rest.slice(0, queryAt)
  const query = queryAt < 0 ? "" : rest.slice(queryAt)
  const fill = (text: string) =>
    text.replaceAll(placeholder, (_, name: string) => encoded(textOf(placeValue(name, values))))
  const empty = Array.from(path.matchAll(placeholder), ([, name = ""]) => name).find(
    (name) => textOf(placeValue(name, values)) === ""
  )
  if (empty !== undefined) return { problem: `${empty} has no value, and the path of the request needs one` }
  const filled = path.split("/").map((segment) => ({ segment, filled: fill(segment) }))
  // The parser of URLs would leave out such a segment, and the one before.
  const dots = filled.find((one) => one.segment !== one.filled && /^(\.|%2e){1,2}$/i.test(one.filled))
  if (dots !== undefined) return { problem: `${dots.segment} cannot be "${dots.filled}"` }
  return { url: `${origin}${filled.map((one) => one.filled).join("/")}${fill(query)}` }
}

// A lone half of a surrogate pair has no encoding.
const encoded = (text: string) => encodeURIComponent(text.toWellFormed())

/** Returns why a template is not a JSON body, as the rest of a sentence that begins with its name. */
export const bodyTemplateProblem = (template: string): string | undefined => {
  try {
    JSON.parse(template)
    return undefined
  } catch {
    return 'must be JSON whose texts may contain placeholders, such as {"day": "{{argument.day}}"}'
  }
}

/**
 * Fills the texts of a JSON body. A text that is a single placeholder becomes its value as it is: a number, a list, or
 * null when there is none.
 */
export const fillBody = (template: string, values: RequestValues): string =>
  JSON.stringify(filledValue(parseExactly(template), values))

const filledValue = (value: unknown, values: RequestValues): unknown => {
  if (typeof value === "string") {
    const [whole, name = ""] = single.exec(value) ?? []
    return whole === undefined
      ? value.replaceAll(placeholder, (_, one: string) => textOf(placeValue(one, values)))
      : placeValue(name, values)
  }
  if (Array.isArray(value)) return value.map((one) => filledValue(one, values))
  if (typeof value !== "object" || value === null || isExactNumber(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, filledValue(one, values)]))
}

const placeValue = (name: string, values: RequestValues): unknown => {
  const [source = "", field = "", ...rest] = name.split(".")
  if (source === "contact" && field === "metadata") return own(values.contact.metadata, rest.join("."))
  return own(own(values, source) as object | null, field)
}

const own = (of: object | null, key: string): unknown =>
  of !== null && Object.hasOwn(of, key) ? ((of as Readonly<Record<string, unknown>>)[key] ?? null) : null

const textOf = (value: unknown) => (value === null ? "" : typeof value === "string" ? value : JSON.stringify(value))

const placeholder = /\{\{\s*([A-Za-z]+(?:\.[^{}\s]+)+)\s*\}\}/g
const single = new RegExp(`^${placeholder.source}$`)
