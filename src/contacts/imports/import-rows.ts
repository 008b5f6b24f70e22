import { Predicate, Result, Schema } from "effect"
import { demographicFields, NewContact } from "../../domain/contacts/Contact.ts"
import type { Chunk } from "../../domain/contacts/ContactRows.ts"
import { problemsOf, sentence } from "../../domain/schema/problems.ts"

/** The columns that are fields of a contact. All other columns become metadata. */
export const contactFields: ReadonlySet<string> = new Set([
  "name",
  "phoneNumber",
  "language",
  ...Object.keys(demographicFields)
])

/** Decodes a row of an import. Returns the contact, or why the row is not a valid contact. */
export const readRow = (row: unknown): Result.Result<NewContact, string> =>
  Predicate.isObject(row)
    ? Result.mapError(decodeContact(toContact(row), { errors: "all" }), ({ issue }) => sentence(problemsOf(issue)))
    : Result.fail("must be an object")

/** Returns the phone number of a row as the client sent it, cut to 100 characters, for error lists. */
export const givenPhoneNumber = (row: unknown): string | null =>
  Predicate.isObject(row) && typeof row.phoneNumber === "string"
    ? row.phoneNumber.slice(0, 100).replaceAll("\0", "").toWellFormed()
    : null

export const tooLargeReason = "must have at most 65536 characters as JSON"

/** The rows of an import, in chunks. */
export interface ChunkedRows {
  readonly total: number
  readonly chunks: Iterable<Chunk>
}

/** Chunks rows one by one, as the chunks are asked for. */
export const inChunks = (rows: ReadonlyArray<unknown>): ChunkedRows => ({
  total: rows.length,
  chunks: { [Symbol.iterator]: () => chunksOf(rows) }
})

/** Splits rows into chunks that are fast to apply and fit into a message to the database. */
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
    yield { firstIndex, rows: new TextEncoder().encode(`[${texts.join(",")}]`), tooLarge }
    firstIndex += texts.length
  }
}

/** Maximum length of a row as JSON, characters. */
const rowLimit = 65_536
/** Maximum number of rows in a chunk. */
const chunkRows = 500
/** Length of a chunk as JSON, in characters, from which no further row is added. */
const chunkSize = 100_000

/** The columns of a consent in a file. Without a basis they are metadata, as others are. */
export const consentColumns = new Map(
  ["basis", "purpose", "at", "source", "evidence", "expiresAt"].map((part) => [
    `consent${part.charAt(0).toUpperCase()}${part.slice(1)}`,
    part
  ])
)

const isNested = (key: string, value: unknown) =>
  (key === "metadata" && (Predicate.isObject(value) || value === null)) ||
  (key === "consent" && Predicate.isObject(value))

const decodeContact = Schema.decodeUnknownResult(NewContact)

const toContact = (row: Record<string, unknown>) => {
  const contact: Record<string, unknown> = {}
  const others: Array<[string, unknown]> = []
  const consent: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(row)) {
    const partOfConsent = row.consentBasis === undefined ? undefined : consentColumns.get(key)
    if (partOfConsent !== undefined) consent[partOfConsent] = value
    else if (contactFields.has(key) || isNested(key, value)) contact[key] = value
    else others.push([key, value])
  }
  if (row.consentBasis !== undefined) contact.consent = consent
  // Uses spreading and `fromEntries`, because assigning to a key `__proto__` would set the prototype.
  return others.length === 0
    ? contact
    : { ...contact, metadata: { ...(contact.metadata as object | null | undefined), ...Object.fromEntries(others) } }
}
