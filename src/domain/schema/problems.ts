import { SchemaIssue } from "effect"

/** A problem of an input, at a path such as `contacts.3.phoneNumber`. */
export interface InputProblem {
  readonly path: string
  readonly message: string
}

export const problemsOf = (issue: SchemaIssue.Issue): ReadonlyArray<InputProblem> =>
  format(issue).issues.map(({ path, message }) => ({
    path: (path ?? []).map(segment).join("."),
    message: worded(message)
  }))

/** Words a problem of a body. A problem of the whole body has no path: its message names the body. */
export const namingTheBody = ({ path, message }: InputProblem): InputProblem => ({
  path,
  message: path === "" ? `The body ${message}` : message
})

/** The problems in a single line, for people. */
export const sentence = (problems: ReadonlyArray<InputProblem>): string =>
  problems.map(({ path, message }) => (path === "" ? message : `${path} ${message}`)).join("; ")

const format = SchemaIssue.makeFormatterStandardSchemaV1({
  leafHook: (issue) =>
    issue._tag === "MissingKey"
      ? "is required"
      : issue._tag === "UnexpectedKey"
        ? "is not a known field"
        : SchemaIssue.defaultLeafHook(issue)
})

// Rewords the library's messages, such as "Expected string | null", to match those of our own rules: "must be …".
const worded = (message: string) => {
  const [, expected] = /^Expected (?:exactly )?(.*)$/s.exec(message) ?? []
  return expected === undefined ? message : `must be ${expected.split(" | ").map(kind).join(" or ")}`
}

// The library prints the identifier of an object's schema, which means nothing to a client.
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
