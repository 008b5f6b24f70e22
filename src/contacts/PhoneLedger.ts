import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer } from "effect"
import type { ErasedPerson } from "../domain/accounts/Erasure.ts"

/**
 * The calls to each number of an organization in the last 168 hours. Whoever decides about a number locks its row first,
 * before rows of calls: so nobody dials a number after the transaction that put it on Do Not Contact.
 */
export class PhoneLedger extends Context.Service<
  PhoneLedger,
  {
    /**
     * Waits for all who decide about the number; those who come later wait until this transaction has ended. `now` is the
     * clock of the database, in milliseconds, once that wait is over.
     */
    readonly lock: (
      organizationId: number,
      phoneNumber: string
    ) => Effect.Effect<{ readonly calls: ReadonlyArray<Date>; readonly now: number }>
    /** Of a locked number. */
    readonly note: (organizationId: number, phoneNumber: string, at: Date) => Effect.Effect<void>
    /** A call that was noted, and that the carrier was never asked to place. */
    readonly forget: (organizationId: number, phoneNumber: string, at: Date) => Effect.Effect<void>
    readonly erase: (person: ErasedPerson) => Effect.Effect<number>
  }
>()("carillon/contacts/PhoneLedger") {
  static readonly layer = Layer.effect(
    PhoneLedger,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient

      const lock = Effect.fnUntraced(function* (organizationId: number, phoneNumber: string) {
        const [row] = yield* sql<{ calls: ReadonlyArray<Date>; now: number }>`insert into phone_ledger
            (organization_id, phone_number) values (${organizationId}, ${phoneNumber})
          on conflict (organization_id, phone_number) do update set phone_number = excluded.phone_number
          returning calls, (extract(epoch from clock_timestamp()) * 1000)::float8 as now`
        return row as NonNullable<typeof row>
      }, Effect.orDie)

      const note = Effect.fnUntraced(function* (organizationId: number, phoneNumber: string, at: Date) {
        yield* sql`update phone_ledger set calls = array(
            select call from unnest(calls) call where call > ${at}::timestamptz - interval '168 hours' order by call
          ) || ${at}::timestamptz
          where organization_id = ${organizationId} and phone_number = ${phoneNumber}`
      }, Effect.orDie)

      const forget = Effect.fnUntraced(function* (organizationId: number, phoneNumber: string, at: Date) {
        const place = sql`array_position(calls, ${at}::timestamptz)`
        yield* sql`update phone_ledger set calls = calls[:${place} - 1] || calls[${place} + 1:]
          where organization_id = ${organizationId} and phone_number = ${phoneNumber} and ${place} is not null`
      }, Effect.orDie)

      const erase = Effect.fnUntraced(function* ({ organizationId, phoneNumbers }: ErasedPerson) {
        // One without calls has only been locked, by the erasing itself at the latest.
        const erased = yield* sql<{ hasCalls: boolean }>`delete from phone_ledger
          where organization_id = ${organizationId} and phone_number = any(${phoneNumbers}::text[])
          returning calls <> '{}' as "hasCalls"`
        return erased.filter(({ hasCalls }) => hasCalls).length
      }, Effect.orDie)

      return PhoneLedger.of({ lock, note, forget, erase })
    })
  )
}
