import type { Consent } from "../domain/contacts/Consent.ts"
import type { NewContact } from "../domain/contacts/Contact.ts"
import type { EncodedContacts } from "../domain/contacts/ContactRows.ts"
import { newId } from "../platform/ids.ts"
import { clearableColumns, searchText } from "./contact-rows.ts"

/** Merges the rows of each number and encodes them. */
export const encodeContacts = (contacts: ReadonlyArray<NewContact>): EncodedContacts => {
  const merged = mergeByNumber(contacts).map((contact) => ({ id: newId(), ...contact }))
  const sorted = merged.toSorted((a, b) => (a.phoneNumber < b.phoneNumber ? -1 : 1))
  const texts = sorted.map((contact) => Buffer.from(JSON.stringify(toUpsertRow(contact))))
  // Not `Buffer.concat`: the memory of a small result would be shared with others, and could not be handed over.
  const json = new Uint8Array(texts.reduce((size, { length }) => size + length, 0))
  let end = 0
  return {
    given: contacts.length,
    phoneNumbers: merged.map(({ phoneNumber }) => phoneNumber),
    hasConsents: merged.some(({ consents }) => consents.length > 0),
    rows: sorted.map((contact, index) => {
      const text = texts[index] as Buffer
      json.set(text, end)
      end += text.length
      const { id, phoneNumber } = contact
      return { id, phoneNumber, changes: clearableChanges(contact), end }
    }),
    json
  }
}

/** Returns JSON arrays of these rows, each small enough to be handled without a pause. */
export function* jsonOf({ json, rows }: EncodedContacts, indexes: Iterable<number>): Generator<string> {
  const bytes = Buffer.from(json.buffer, json.byteOffset, json.byteLength)
  let texts: Array<string> = []
  let size = 0
  for (const index of indexes) {
    const start = rows[index - 1]?.end ?? 0
    const end = rows[index]?.end ?? 0
    texts.push(bytes.toString("utf8", start, end))
    size += end - start
    if (size < pieceBytes) continue
    yield `[${texts.join(",")}]`
    texts = []
    size = 0
  }
  if (texts.length > 0) yield `[${texts.join(",")}]`
}

/** Size of a piece from which no further row is added, bytes. */
const pieceBytes = 65_536

interface MergedContact extends Omit<NewContact, "consent"> {
  readonly consents: ReadonlyArray<Consent>
}

// Merges the rows of each number: the fields of a later row replace those of an earlier one. Consents for other purposes or
// of another time are consents of their own.
const mergeByNumber = (contacts: ReadonlyArray<NewContact>): ReadonlyArray<MergedContact> => {
  const merged = new Map<string, MergedContact>()
  for (const { consent, ...contact } of contacts) {
    const { consents = [], ...earlier } = merged.get(contact.phoneNumber) ?? {}
    const all = consent === undefined ? consents : [...consents.filter((one) => !isSameConsent(one, consent)), consent]
    merged.set(contact.phoneNumber, { ...earlier, ...contact, consents: all })
  }
  return [...merged.values()]
}

const isSameConsent = (one: Consent, other: Consent) =>
  one.purpose === other.purpose && one.at.getTime() === other.at.getTime()

const clearableChanges = (contact: MergedContact) =>
  clearableColumns
    .filter(([field]) => contact[field] !== undefined)
    .map(([, column]) => `${column} = excluded.${column},`)
    .join(" ")

const toUpsertRow = (contact: MergedContact & { readonly id: string }) => ({
  id: contact.id,
  name: contact.name,
  phone_number: contact.phoneNumber,
  search: searchText(contact),
  consents: contact.consents,
  ...Object.fromEntries(clearableColumns.map(([field, column]) => [column, contact[field]]))
})
