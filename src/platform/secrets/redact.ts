import { Redactable, Redacted } from "effect"

/** Text that replaces a secret. */
const mask = "<redacted>"

/** Hides secrets and phone numbers in a text. Applying it twice changes nothing more. */
export const redactText = (text: string): string => {
  let redacted = text
  for (const [pattern, replace] of rules) redacted = redacted.replace(pattern, replace)
  return redacted
}

/** Hides secrets and phone numbers in any value. Returns plain data that is safe to print as JSON. */
export const redact = (value: unknown): unknown => walk("", value, 0, { nodes: 0 })

/** Hides a value if its name is that of a secret or a phone number, such as the key of an attribute. */
export const redactField = (name: string, value: unknown): unknown => walk(name, value, 0, { nodes: 0 })

/** Returns an error and its causes as one short text, with `frames` lines of its stack. */
export const errorText = (error: unknown, frames = 0): string => {
  try {
    return redactText(describe(error, frames, 0))
  } catch {
    return "<unreadable error>"
  }
}

// Excludes "tokens", the counts of language models, and names that end in id, name, count and the like.
const secretWords =
  "authorization|credential|password|passwd|passphrase|secret|token(?!s)|api[-_]?key|access[-_]?key|private[-_]?key|encryption[-_]?key|cookie"
const plainEnding = "(?<!ids?|at|count|name|prefix|length)"
const secretName = new RegExp(`(?:${secretWords})[\\w.-]*$${plainEnding}`, "i")
const phoneName = /(?:phone|msisdn|mobile)(?:s|numbers?)?$/i

const assign = "(?:=>|[:=]{1,3})"
const separator = `\\\\*["'\`]?[ \\t]*${assign}[ \\t]*`
// Matches a quoted text up to its end, also inside quoted JSON, or an opening bracket and everything after it.
const enclosed =
  '"(?:[^"\\\\]|\\\\.)*(?:"|$)|\'(?:[^\'\\\\]|\\\\.)*(?:\'|$)|`[^`]*(?:`|$)|\\\\+"[\\s\\S]*?(?:\\\\+"|$)|[\\[{][\\s\\S]*'
const literal = `(?:null|true|false|-?\\d+(?:\\.\\d+)?)(?=[\\s,}\\]]|$)|${mask}`
// Matches a word. A scheme such as "Bearer" or a nested name is matched together with the word after it.
const plain = `(?:(?:bearer|basic|\\S*[ \\t]?${assign})[ \\t]+)*(?:${enclosed}|\\S+)`

type Rule = readonly [pattern: RegExp, replace: (match: string, ...groups: Array<string>) => string]

const rules: ReadonlyArray<Rule> = [
  [/-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g, () => mask],
  // Values of these two headers contain spaces, so an unquoted value extends to the end of the line.
  [named("authorization|cookie", `${enclosed}|[^\\r\\n]+`), (_, before = "", value = "") => before + hide(value)],
  [named(secretWords, `${enclosed}|${literal}|${plain}`), (_, before = "", value = "") => before + hide(value)],
  [/(bearer)([ \t]+|%20)[^\s"'`,;\\)}\]]+/gi, (_, scheme = "", gap = "") => scheme + gap + mask],
  [
    /(sk_(?:live|test)_|(?:adm|ses|inv)_live_|whsec_|(?<![A-Za-z0-9])sk-(?=[\w-]{16}))[\w+/=-]+/g,
    (_, prefix = "") => prefix + mask
  ],
  [/:\/\/[^\s/?#"]*@/g, () => `://${mask}@`],
  [/(\/transcripts\/)[^\s/?#"'`]+/g, (_, path = "") => path + mask],
  [
    /((?:phone|msisdn|mobile)\w{0,16}\\*["'`]?[ \t]*[:=][ \t]*\\*["'`]?)(\d[\d ().-]{5,}\d)/gi,
    (_, before = "", number = "") => before + maskNumber("", number.replace(/\D/g, ""))
  ],
  [/(\+|%2B)(\d{10,})/gi, (_, plus = "", digits = "") => maskNumber(plus, digits)],
  // A plus after a digit is a UTC offset as in 10:00:00+00, unless at least seven digits follow without a gap.
  [
    /((?<!\d)\+|(?<!\d)%2B|\+(?=\d{7})|%2B(?=\d{7}))(\d{1,9}(?:[ \u00a0()./\u2010-\u2015-]{1,3}\d{1,14}){0,8})/gi,
    (match, plus = "", number = "") => maskSpaced(match, plus, number)
  ]
]

function named(words: string, value: string): RegExp {
  return new RegExp(`((?:${words})[\\w-]{0,32}${plainEnding}${separator})(${value})`, "gi")
}

// Quotes stay, so that JSON in a text stays JSON.
const hide = (value: string) => {
  if (/^(?:null|true|false)$/.test(value)) return value
  const quote = /^\\*["'`]/.exec(value)?.[0] ?? ""
  return quote + mask + quote
}

// Masks a number as people write it, with spaces and brackets. Groups after the 15th digit are other text.
const maskSpaced = (match: string, plus: string, number: string): string => {
  let digits = ""
  let end = 0
  for (const group of number.matchAll(/\d+/g)) {
    if (digits.length + group[0].length > 15) break
    digits += group[0]
    end = group.index + group[0].length
  }
  return digits.length < 7 ? match : maskNumber(plus, digits) + number.slice(end)
}

// Shows the first four digits (country and network) and the last two; shows fewer of a short number, because at least
// four are hidden.
const maskNumber = (plus: string, digits: string): string => {
  const shown = Math.min(4, digits.length - 6)
  return `${plus}${digits.slice(0, shown)}${"*".repeat(digits.length - shown - 2)}${digits.slice(-2)}`
}

// The bounds keep a huge or cyclic value from stopping the process.
const maxDepth = 8
const maxNodes = 2000

const walk = (name: string, value: unknown, depth: number, seen: { nodes: number }): unknown => {
  if (++seen.nodes > maxNodes || depth > maxDepth) return "<cut>"
  switch (typeof value) {
    case "string":
      return secretName.test(name) ? mask : phoneName.test(name) ? maskBare(value) : redactText(value)
    case "number":
    case "bigint":
      return secretName.test(name) ? mask : phoneName.test(name) ? maskBare(String(value)) : plainNumber(value)
    case "boolean":
      return value
    case "object":
      return value === null ? null : walkObject(name, value, depth, seen)
    case "undefined":
      return undefined
    default:
      return redactText(String(value))
  }
}

const walkObject = (name: string, value: object, depth: number, seen: { nodes: number }): unknown => {
  try {
    if (Redacted.isRedacted(value)) return mask
    if (Redactable.isRedactable(value)) return walk(name, Redactable.redact(value), depth + 1, seen)
    if (value instanceof Error) return secretName.test(name) ? mask : errorText(value)
    if (value instanceof Date) return Number.isNaN(value.getTime()) ? "Invalid Date" : value.toISOString()
    if (ArrayBuffer.isView(value)) return `<${value.byteLength} bytes>`
    if (Array.isArray(value) || value instanceof Set)
      return Array.from(value, (item) => walk(name, item, depth + 1, seen))
    if (value instanceof Map) return walkEntries(name, [...value], depth, seen)
    if ("toJSON" in value && typeof value.toJSON === "function") return walk(name, value.toJSON(), depth + 1, seen)
    return walkEntries(name, Object.entries(value), depth, seen)
  } catch {
    return "<unreadable>"
  }
}

// Hides everything under a secret's name, at any depth.
const walkEntries = (
  name: string,
  entries: ReadonlyArray<readonly [unknown, unknown]>,
  depth: number,
  seen: { nodes: number }
) =>
  Object.fromEntries(
    entries.map(([key, item]) => {
      const inner = String(key)
      return [redactText(inner), walk(secretName.test(name) ? name : inner, item, depth + 1, seen)]
    })
  )

const plainNumber = (value: number | bigint) =>
  typeof value === "bigint" || !Number.isFinite(value) ? String(value) : value

const maskBare = (value: string): string => {
  const digits = value.replace(/[ ().-]/g, "")
  return /^\d{7,}$/.test(digits) ? maskNumber("", digits) : redactText(value)
}

const describe = (error: unknown, frames: number, depth: number): string => {
  if (typeof error === "string") return error
  if (!isErrorLike(error)) return JSON.stringify(redact(error)) ?? String(error)
  const name = error instanceof Error || error._tag === undefined ? error.name : error._tag
  const parts = [error.message ? `${name}: ${error.message}` : String(name)]
  const fields = Object.entries(error).filter(([key]) => !shownElsewhere.has(key))
  if (fields.length > 0) parts.push(JSON.stringify(redact(Object.fromEntries(fields))).slice(0, 1000))
  if (frames > 0) parts.push(...stackFrames(error.stack, frames))
  if (depth < maxDepth) {
    const causes =
      error instanceof AggregateError ? error.errors.slice(0, 3) : error.cause === undefined ? [] : [error.cause]
    parts.push(...causes.map((cause) => `<- ${describe(cause, frames, depth + 1)}`))
  }
  return parts.join(" ")
}

interface ErrorLike {
  readonly _tag?: string
  readonly name?: string
  readonly message?: string
  readonly stack?: string
  readonly cause?: unknown
}

const isErrorLike = (error: unknown): error is ErrorLike =>
  error instanceof Error ||
  (typeof error === "object" && error !== null && "_tag" in error && typeof error._tag === "string")

const shownElsewhere = new Set(["_tag", "name", "message", "stack", "cause"])

const stackFrames = (stack: string | undefined, frames: number) =>
  (stack ?? "")
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line.startsWith("at "))
    .slice(0, frames)
