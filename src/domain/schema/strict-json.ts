import type { InputProblem } from "./problems.ts"

/** Maximum nesting of a body. */
const maxDepth = 32

/**
 * Reads a body. Refuses one that is not UTF-8, not JSON, or JSON that the database cannot store unchanged. The value of
 * an empty body is undefined: it is left to the schema. The messages call the input `name`.
 */
export const readJson = (
  bytes: ArrayBuffer | Uint8Array,
  name = "The body"
): { readonly value: unknown } | { readonly problem: InputProblem } => {
  if (bytes.byteLength === 0) return { value: undefined }
  let text: string
  try {
    text = utf8.decode(bytes)
  } catch {
    return { problem: { path: "", message: `${name} must be UTF-8` } }
  }
  try {
    const value: unknown = JSON.parse(text)
    const problem = problemIn(value, 0)
    return problem === undefined
      ? { value }
      : { problem: { path: problem.keys.toReversed().join("."), message: problem.message } }
  } catch (error) {
    return { problem: { path: "", message: `${name} must be valid JSON${position(error)}` } }
  }
}

const utf8 = new TextDecoder("utf-8", { fatal: true })

// Only the position: the parser's message repeats the body.
const position = (error: unknown) => {
  const found = /at position \d+( \(line \d+ column \d+\))?/.exec(String(error))
  return found === null ? "" : `: see ${found[0].replace(/^at /, "")}`
}

/** A problem with the keys that lead to it, the innermost first. */
interface Found {
  readonly message: string
  readonly keys: Array<string>
}

// The recursion ends at the maximum depth, however deep the client has nested the body. Nothing is allocated for a
// value that is fine: a body of 16 MB may have millions of them.
const problemIn = (value: unknown, depth: number): Found | undefined => {
  const message = valueProblem(value, depth)
  if (message !== undefined) return { message, keys: [] }
  if (typeof value !== "object" || value === null) return undefined
  return Array.isArray(value) ? problemInArray(value, depth) : problemInObject(value, depth)
}

const problemInArray = (values: ReadonlyArray<unknown>, depth: number): Found | undefined => {
  for (let index = values.length - 1; index >= 0; index--) {
    const found = problemIn(values[index], depth + 1)
    if (found !== undefined) return within(found, String(index))
  }
  return undefined
}

const problemInObject = (value: object, depth: number): Found | undefined => {
  const keys = Object.keys(value)
  for (const key of keys) {
    const problem = textProblem(key)
    if (problem !== undefined) return { message: `has a key that ${problem}`, keys: [] }
  }
  for (let index = keys.length - 1; index >= 0; index--) {
    const key = keys[index] as string
    const found = problemIn(value[key as keyof typeof value], depth + 1)
    if (found !== undefined) return within(found, key)
  }
  return undefined
}

const within = (found: Found, key: string) => {
  found.keys.push(key)
  return found
}

const valueProblem = (value: unknown, depth: number): string | undefined => {
  if (typeof value === "string") return textProblem(value)
  if (typeof value === "number" && Math.abs(value) > Number.MAX_SAFE_INTEGER) {
    return `must be between -${Number.MAX_SAFE_INTEGER} and ${Number.MAX_SAFE_INTEGER}; send a larger number as a text`
  }
  if (typeof value === "object" && depth > maxDepth) return `must not be nested more than ${maxDepth} levels deep`
  return undefined
}

const textProblem = (text: string): string | undefined => {
  if (text.includes("\0")) return "must not contain a NUL character"
  if (!text.isWellFormed()) return "must not contain half a surrogate pair"
  return undefined
}
