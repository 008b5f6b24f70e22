import { PgClient } from "@effect/sql-pg"
import { Clock, Context, Effect, Layer, Record, Stream } from "effect"
import { SecurityLog } from "../accounts/SecurityLog.ts"
import { wavHead, wavHeadBytes } from "../audio/wav.ts"
import { CallErasure } from "../calls/erasure/CallErasure.ts"
import { Recordings } from "../calls/recordings/Recordings.ts"
import { DoNotContact } from "../contacts/DoNotContact.ts"
import { Imports } from "../contacts/imports/Imports.ts"
import { NumberUploads } from "../contacts/registries/NumberUploads.ts"
import type { ErasedPerson } from "../domain/accounts/Erasure.ts"
import { type ArchivedFile, fileOf, tarOf } from "../platform/files/tar.ts"
import { Secrets } from "../platform/secrets/Secrets.ts"
import { sealedColumns } from "./installation-keys/sealed-columns.ts"
import { type PersonTable, personTables } from "./person-data.ts"

/** Exports everything that is kept about a person: a tar archive with a JSON document, and the recordings as WAV files. */
export class PersonExport extends Context.Service<
  PersonExport,
  {
    /** Recorded in the security log, without the number. */
    readonly of: (
      organizationId: number,
      phoneNumber: string,
      actor: string
    ) => Effect.Effect<Stream.Stream<Uint8Array>>
  }
>()("carillon/operations/PersonExport") {
  static readonly layer = Layer.effect(
    PersonExport,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const calls = yield* CallErasure
      const imports = yield* Imports
      const uploads = yield* NumberUploads
      const log = yield* SecurityLog
      const recordings = yield* Recordings
      const dnc = yield* DoNotContact
      const secrets = yield* Secrets

      const of: PersonExport["Service"]["of"] = Effect.fn("PersonExport.of")(function* (
        organizationId,
        phoneNumber,
        actor
      ) {
        const person = yield* calls.locate(organizationId, phoneNumber)
        const tables = yield* Effect.all(Record.map(personTables, (table, name) => rowsOf(name, table, person)))
        const data = {
          ...Record.mapKeys(tables, camelCase),
          importRows: yield* imports.rowsOf(person),
          uploadedRows: yield* uploads.rowsOf(person)
        }
        const audio = yield* filesOf(organizationId, tables.recordings ?? [])
        const exportedAt = new Date(yield* Clock.currentTimeMillis)
        const { contactId, phoneNumbers } = person
        const files = audio.map(({ name }) => name)
        const document = { exportedAt, organizationId, contactId, phoneNumbers, recordings: files, data }
        yield* log.append(organizationId, {
          actor,
          action: "contact.export",
          target: Buffer.from(dnc.digest(organizationId, phoneNumber)).toString("hex"),
          details: { ...Record.map(data, ({ length }) => length), files: files.length }
        })
        const json = fileOf("person.json", `${JSON.stringify(document, null, 2)}\n`)
        return tarOf(Stream.fromIterable([json, ...audio]), exportedAt)
      }, Effect.orDie)

      const rowsOf = Effect.fnUntraced(function* (
        name: string,
        { hidden = [], of }: PersonTable,
        person: ErasedPerson
      ) {
        const rows = yield* sql<{ row: string }>`select (to_jsonb(t) - ${hidden}::text[])::text as row
          from ${sql(name)} t where ${of(sql, person)}`
        return yield* Effect.forEach(rows, ({ row }) => opened(name, JSON.parse(row)))
      })

      // The values of sealed columns are JSON documents.
      const opened = Effect.fnUntraced(function* (name: string, row: Row) {
        const open: Row = { ...row }
        for (const { column, place, rowId, table } of sealedColumns) {
          const sealed = row[column]
          if (table !== name || typeof sealed !== "string") continue
          const text = yield* Effect.orDie(secrets.open(sealed, place(Number(row.organization_id), String(row[rowId]))))
          open[column] = jsonOrText(text)
        }
        return Record.mapKeys(open, camelCase)
      })

      const filesOf = Effect.fnUntraced(function* (organizationId: number, rows: ReadonlyArray<Row>) {
        const files: Array<ArchivedFile> = []
        for (const { attemptId } of rows) {
          const audio = yield* Effect.option(recordings.audio(organizationId, { attemptId: `${attemptId}` }))
          if (audio._tag === "None") continue
          const { attemptNo, bytes, callId, samples } = audio.value
          files.push({
            name: `recordings/${callId}-${attemptNo}.wav`,
            size: wavHeadBytes + 2 * samples,
            content: Stream.concat(Stream.make(wavHead(samples, 2)), bytes(0, 2 * samples))
          })
        }
        return files
      })

      return PersonExport.of({ of })
    })
  )
}

const camelCase = (column: string) => column.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

type Row = { [column: string]: unknown }

const jsonOrText = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
