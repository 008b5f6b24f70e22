import { createHash } from "node:crypto"
import { Result, Schema } from "effect"
import { NewContact } from "../../domain/contacts/Contact.ts"
import {
  BulkContacts,
  BulkImport,
  type BulkRows,
  type ImportRows,
  type InvalidRows,
  type ReadBody
} from "../../domain/contacts/ContactRows.ts"
import { namingTheBody, problemsOf, sentence } from "../../domain/schema/problems.ts"
import { readJson } from "../../domain/schema/strict-json.ts"
import { encodeContacts } from "../encoded-contacts.ts"
import { chunksOf } from "./import-rows.ts"

/** A body to read. */
export interface RowsToRead {
  /** The kind of the body; of a body of another kind only the JSON is checked. */
  readonly kind: "contacts" | "import" | "other"
  readonly bytes: Uint8Array<ArrayBuffer>
  /** The fingerprint is the digest of this text and the body. */
  readonly fingerprintOf: string
}

/** Parses, validates and encodes a body. */
export const readBody = ({ bytes, fingerprintOf, kind }: RowsToRead): ReadBody => {
  const fingerprint = kind === "other" ? noFingerprint : digestOf(fingerprintOf, bytes)
  const json = readJson(bytes)
  if ("problem" in json) return { fingerprint, problem: json.problem }
  if (kind === "other") return { fingerprint }
  const content = Result.merge<BulkRows | ImportRows, InvalidRows>(
    kind === "contacts" ? readContacts(json.value) : readImport(json.value)
  )
  return { fingerprint, content }
}

const noFingerprint = new Uint8Array()
const digestOf = (beginning: string, bytes: Uint8Array) =>
  new Uint8Array(createHash("sha256").update(beginning).update(bytes).digest())

const readContacts = (body: unknown): Result.Result<BulkRows, InvalidRows> =>
  Result.map(decodeBulk(body), ({ contacts }) => {
    const valid: Array<NewContact> = []
    const errors: Array<{ index: number; reason: string }> = []
    for (const [index, row] of contacts.entries()) {
      const decoded = decodeContact(row)
      if (Result.isSuccess(decoded)) valid.push(decoded.success)
      else errors.push({ index, reason: sentence(problemsOf(decoded.failure.issue)) })
    }
    return { kind: "contacts", contacts: encodeContacts(valid), errors }
  })

const readImport = (body: unknown): Result.Result<ImportRows, InvalidRows> =>
  Result.map(decodeImport(body), ({ contacts, ...settings }) => ({
    ...settings,
    kind: "import",
    rows: { total: contacts.length, chunks: [...chunksOf(contacts)] }
  }))

const decoderOf = <S extends Schema.ConstraintDecoder<unknown>>(schema: S) => {
  const decode = Schema.decodeUnknownResult(schema, { errors: "all" })
  return (body: unknown) =>
    Result.mapError(
      decode(body),
      ({ issue }): InvalidRows => ({ kind: "invalid", details: problemsOf(issue).map(namingTheBody) })
    )
}

const decodeBulk = decoderOf(BulkContacts)
const decodeImport = decoderOf(BulkImport)
const decodeContact = Schema.decodeUnknownResult(NewContact, { errors: "all" })
