import type { InputProblem } from "../../domain/schema/problems.ts"

/** Maximum nesting of a body. */
const maxDepth = 32

/**
 * Returns why a body is refused: not UTF-8, not JSON, or JSON that the database cannot store unchanged. Undefined when
 * the body is fine. An empty body is left to the schema.
 */
export const jsonProblem = (bytes: ArrayBuffer): InputProblem | undefined => {
  if (bytes.byteLength === 0) return undefined
  let text: string
  try {
    text = utf8.decode(bytes)
  } catch {
    return { path: "", message: "The body must be UTF-8" }
  }
  try {
    return firstProblem(JSON.parse(text))
  } catch (error) {
    return { path: "", message: `The body must be valid JSON${position(error)}` }
  }
}

const utf8 = new TextDecoder("utf-8", { fatal: true })

// Only the position: the parser's message repeats the body.
const position = (error: unknown) => {
  const found = /at position \d+( \(line \d+ column \d+\))?/.exec(String(error))
  return found === null ? "" : `: see ${found[0].replace(/^at /, "")}`
}

interface Node {
  readonly value: unknown
  readonly key: string
  readonly parent: Node | undefined
  readonly depth: number
}

// Not recursive: the client decides how deep a body is nested.
const firstProblem = (root: unknown): InputProblem | undefined => {
  const pending: Array<Node> = [{ value: root, key: "", parent: undefined, depth: 0 }]
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    const message = valueProblem(node)
    if (message !== undefined) return { path: pathOf(node), message }
    if (typeof node.value !== "object" || node.value === null) continue
    for (const [key, value] of Object.entries(node.value)) {
      if (textProblem(key)) return { path: pathOf(node), message: `has a key that ${textProblem(key)}` }
      pending.push({ value, key, parent: node, depth: node.depth + 1 })
    }
  }
  return undefined
}

const valueProblem = ({ value, depth }: Node): string | undefined => {
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

const pathOf = (node: Node): string => {
  const keys: Array<string> = []
  for (let at: Node | undefined = node; at?.parent !== undefined; at = at.parent) keys.unshift(at.key)
  return keys.join(".")
}
