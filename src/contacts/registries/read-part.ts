import { Effect, Result, Schema } from "effect"
import { canonicalNumber } from "../../domain/calendar/canonical-number.ts"
import { unpunctuated } from "../../domain/calendar/phone-number.ts"
import { NewDoNotContactEntry } from "../../domain/contacts/DoNotContact.ts"
import { listedNumbers } from "../../domain/contacts/listed-number.ts"
import type { Registry } from "../../domain/contacts/registries.ts"
import { problemsOf, sentence } from "../../domain/schema/problems.ts"
import { entryBytes } from "./number-digests.ts"
import { type NumberLayout, type RejectedRow, readRows } from "./number-file.ts"

/** Reads the rows of a part of a file for Do Not Contact. */
export const readEntries = Effect.fnUntraced(function* (text: string, firstIndex: number, layout: NumberLayout) {
  const { expiresAt, phoneNumber, reason } = layout.columns
  const entries: Array<NewDoNotContactEntry> = []
  const rejected: Array<RejectedRow> = []
  let done = 0
  yield* readRows(encoder.encode(text), layout, (cells) => {
    const index = firstIndex + done++
    const cellAt = (column: number | undefined) => (column === undefined ? "" : (cells[column] ?? ""))
    const given = {
      phoneNumber: canonicalNumber(unpunctuated(cellAt(phoneNumber))),
      reason: cellAt(reason),
      expiresAt: cellAt(expiresAt)
    }
    const read = decodeEntry({
      phoneNumber: given.phoneNumber,
      ...(given.reason !== "" && { reason: given.reason }),
      ...(given.expiresAt !== "" && { expiresAt: given.expiresAt })
    })
    if (Result.isSuccess(read)) entries.push(read.success)
    else {
      const shown = given.phoneNumber.slice(0, 100).replaceAll("\0", "").toWellFormed()
      rejected.push({
        index,
        phoneNumber: shown === "" ? null : shown,
        reason: sentence(problemsOf(read.failure.issue))
      })
    }
  })
  return { done, entries, rejected }
})

const decodeEntry = Schema.decodeUnknownResult(NewDoNotContactEntry)

/** Reads the rows of a part of a list, and makes the digests of its numbers. The numbers of the list are not kept. */
export const readListed = Effect.fnUntraced(function* (
  text: string,
  firstIndex: number,
  layout: NumberLayout,
  { digestOf, registry }: { readonly registry: Registry; readonly digestOf: (phoneNumber: string) => Uint8Array }
) {
  const found: Array<Uint8Array> = []
  const rejected: Array<RejectedRow> = []
  let done = 0
  yield* readRows(encoder.encode(text), layout, (cells) => {
    const index = firstIndex + done++
    const numbers = listedNumbers(cells.slice(layout.columns.phoneNumber), registry)
    for (const number of numbers) found.push(digestOf(number))
    if (numbers.length === 0)
      rejected.push({ index, phoneNumber: null, reason: `has no phone number of the registry ${registry.code}` })
  })
  const digests = new Uint8Array(found.length * entryBytes)
  for (const [index, digest] of found.entries()) digests.set(digest, index * entryBytes)
  return { done, digests, rejected }
})

const encoder = new TextEncoder()
