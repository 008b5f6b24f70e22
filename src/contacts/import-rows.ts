import { Result, Schema } from "effect"
import { demographicFields, NewContact } from "../domain/contacts/Contact.ts"
import { problemsOf, sentence } from "../domain/schema/problems.ts"

/** What a row says of the contact itself. Everything else becomes metadata. */
export const contactFields: ReadonlySet<string> = new Set([
  "name",
  "phoneNumber",
  "language",
  ...Object.keys(demographicFields)
])

/** A row of an import as it was given: the contact that it is, or why it is none. */
export const readRow = (row: unknown): Result.Result<NewContact, string> =>
  isObject(row)
    ? Result.mapError(decodeContact(toContact(row), { errors: "all" }), ({ issue }) => sentence(problemsOf(issue)))
    : Result.fail("must be an object")

/** The number of a row as it was given, for people who look for the row; cut where nobody would read on. */
export const givenPhoneNumber = (row: unknown): string | null =>
  isObject(row) && typeof row.phoneNumber === "string"
    ? row.phoneNumber.slice(0, 100).replaceAll("\0", "").toWellFormed()
    : null

/** Rows that wait for their turn together. */
export interface Chunk {
  readonly firstIndex: number
  /** As JSON. */
  readonly rows: string
  /** Positions in `rows` of those that were too large to keep: of these only the number is there. */
  readonly tooLarge: ReadonlyArray<number>
}

export const tooLargeReason = "must have at most 65536 characters as JSON"

/** Cuts rows into chunks that are short work each, and no larger than a database connection likes to carry. */
export function* chunksOf(rows: ReadonlyArray<unknown>): Generator<Chunk> {
  for (let firstIndex = 0; firstIndex < rows.length; ) {
    const texts: Array<string> = []
    const tooLarge: Array<number> = []
    let size = 0
    while (texts.length < chunkRows && size < chunkSize && firstIndex + texts.length < rows.length) {
      const row = rows[firstIndex + texts.length] ?? null
      let text = JSON.stringify(row)
      if (text.length > rowLimit) {
        tooLarge.push(texts.length)
        text = JSON.stringify({ phoneNumber: givenPhoneNumber(row) })
      }
      size += text.length
      texts.push(text)
    }
    yield { firstIndex, rows: `[${texts.join(",")}]`, tooLarge }
    firstIndex += texts.length
  }
}

const rowLimit = 65_536
const chunkRows = 500
const chunkSize = 1_000_000

const decodeContact = Schema.decodeUnknownResult(NewContact)
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const toContact = (row: Record<string, unknown>) => {
  const contact: Record<string, unknown> = {}
  const others: Array<[string, unknown]> = []
  for (const [key, value] of Object.entries(row)) {
    if (contactFields.has(key) || (key === "metadata" && (isObject(value) || value === null))) contact[key] = value
    else others.push([key, value])
  }
  // Spreading and fromEntries make own properties of any key; assignment would not, of `__proto__`.
  return others.length === 0
    ? contact
    : { ...contact, metadata: { ...(contact.metadata as object | null | undefined), ...Object.fromEntries(others) } }
}
