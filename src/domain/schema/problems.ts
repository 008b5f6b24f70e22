import { SchemaIssue } from "effect"

/** One thing that is wrong with an input, at a path such as `contacts.3.phoneNumber`. */
export interface InputProblem {
  readonly path: string
  readonly message: string
}

export const problemsOf = (issue: SchemaIssue.Issue): ReadonlyArray<InputProblem> =>
  format(issue).issues.map(({ path, message }) => ({
    path: (path ?? []).map(segment).join("."),
    message: worded(message)
  }))

/** The problems in one sentence each, for people who read one line. */
export const sentence = (problems: ReadonlyArray<InputProblem>): string =>
  problems.map(({ path, message }) => (path === "" ? message : `${path} ${message}`)).join("; ")

const format = SchemaIssue.makeFormatterStandardSchemaV1({
  leafHook: (issue) => (issue._tag === "MissingKey" ? "is required" : SchemaIssue.defaultLeafHook(issue))
})

// The library says "Expected string | null"; our own rules say "must …", and so do these.
const worded = (message: string) => {
  const [, expected] = /^Expected (?:exactly )?(.*)$/s.exec(message) ?? []
  return expected === undefined ? message : `must be ${expected.split(" | ").map(kind).join(" or ")}`
}

// What we call a schema tells a client nothing.
const kind = (expected: string) => (/^[A-Z]\w*$/.test(expected) ? "an object" : (kinds.get(expected) ?? expected))

const kinds = new Map([
  ["array", "an array"],
  ["boolean", "a boolean"],
  ["number", "a number"],
  ["object", "an object"],
  ["string", "a string"]
])

const segment = (part: PropertyKey | { readonly key: PropertyKey }) =>
  String(typeof part === "object" ? part.key : part)
