import { SchemaIssue } from "effect"

/** One thing that is wrong with an input, at a path such as `contacts.3.phoneNumber`. */
export interface Problem {
  readonly path: string
  readonly message: string
}

export const problemsOf = (issue: SchemaIssue.Issue): ReadonlyArray<Problem> =>
  format(issue).issues.map(({ path, message }) => ({ path: (path ?? []).map(segment).join("."), message }))

/** The problems in one sentence each, for people who read one line. */
export const sentence = (problems: ReadonlyArray<Problem>): string =>
  problems.map(({ path, message }) => (path === "" ? message : `${path} ${message}`)).join("; ")

// The library says "Missing key" and "Expected string"; our own rules say "must …", and so do these.
const format = SchemaIssue.makeFormatterStandardSchemaV1({
  leafHook: (issue) =>
    issue._tag === "MissingKey"
      ? "is required"
      : SchemaIssue.defaultLeafHook(issue)
          .replace(/^Expected (exactly )?/, "must be ")
          .replace(/ \| /g, " or ")
})

const segment = (part: PropertyKey | { readonly key: PropertyKey }) =>
  String(typeof part === "object" ? part.key : part)
