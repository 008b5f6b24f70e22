/**
 * Returns the differences of two OpenAPI or AsyncAPI documents, one line each: the path, then what was removed, added or
 * changed there. Prose does not count: descriptions, summaries, and the titles of the document and of its tags.
 * Objects are compared without regard to the order of their keys.
 */
export const contractDifferences = (before: unknown, after: unknown): ReadonlyArray<string> => {
  const old = valuesByPath(before)
  const current = valuesByPath(after)
  const lines: Array<string> = []
  for (const [path, value] of old) {
    const now = current.get(path)
    if (now === undefined) lines.push(`${path}: removed ${value}`)
    else if (now !== value) lines.push(`${path}: ${value} became ${now}`)
  }
  for (const [path, value] of current) if (!old.has(path)) lines.push(`${path}: added ${value}`)
  return lines
}

// The leaves of the document. An empty object or list counts as a leaf, so that adding one is seen.
const valuesByPath = (document: unknown) => {
  const values = new Map<string, string>()
  const enter = (value: unknown, path: ReadonlyArray<string>) => {
    const entries = typeof value === "object" && value !== null ? Object.entries(value) : []
    if (entries.length === 0) values.set(path.join(" › "), JSON.stringify(value))
    for (const [key, part] of entries) if (!isProse(key, part, path)) enter(part, [...path, key])
  }
  enter(document, [])
  return values
}

// A property, a field of an example or a default may have such a name, and then it is data.
const isProse = (key: string, value: unknown, path: ReadonlyArray<string>) =>
  typeof value === "string" &&
  !path.some((part) => dataKeys.has(part)) &&
  (key === "description" || key === "summary" || (key === "title" && isTitled(path)))

const dataKeys = new Set(["example", "examples", "default", "const", "enum"])

const isTitled = (path: ReadonlyArray<string>) => path[0] === "info" || path[0] === "tags"
