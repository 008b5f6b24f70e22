import { isExactNumber, jsonOf, parseExactly } from "../text/exact-json.ts"

/** Returns the part of a JSON answer that the model sees, or the problem of the answer. A null path means all of it. */
export const answerAt = (
  body: string,
  path: string | null
): { readonly text: string } | { readonly problem: string } => {
  if (path === null) return { text: body }
  let value: unknown
  try {
    value = parseExactly(body)
  } catch (error) {
    return { problem: error instanceof RangeError ? tooDeep : "the answer is not JSON, or is too long" }
  }
  for (const key of path.split(".")) {
    if (typeof value !== "object" || value === null || isExactNumber(value) || !Object.hasOwn(value, key))
      return { problem: `the answer has no ${path}` }
    value = (value as Readonly<Record<string, unknown>>)[key]
  }
  const text = typeof value === "string" ? value : jsonOf(value)
  return text === undefined ? { problem: tooDeep } : { text: text.toWellFormed() }
}

/** The problem of an answer that is nested thousands of levels deep. */
export const tooDeep = "the answer is nested too deeply"

/**
 * Cuts a text to a number of bytes, and says so at its end. Half a character is replaced, because the servers of models
 * refuse it.
 */
export const cutTo = (text: string, limit: number): string => {
  const bytes = new TextEncoder().encode(text)
  if (bytes.length <= limit) return text.toWellFormed()
  return `${new TextDecoder().decode(bytes.subarray(0, limit - bytesOfMark), { stream: true })}${cutMark}`
}

const cutMark = "… (cut)"
const bytesOfMark = new TextEncoder().encode(cutMark).length
