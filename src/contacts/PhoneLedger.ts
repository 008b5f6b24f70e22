import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer } from "effect"
import type { Statement } from "effect/sql"
import type { ErasedPerson } from "../domain/accounts/Erasure.ts"
import { deleteInBatches } from "../platform/sql/delete-in-batches.ts"

/**
 * The calls to each number of an organization in the last 168 hours. Every decision about a number locks its row here
 * before it locks rows of calls, so no call to a number can start after the transaction that puts the number on Do Not
 * Contact.
 */
export class PhoneLedger extends Context.Service<
  PhoneLedger,
  {
    /**
     * Locks the number until the transaction ends. `calls` are the start times of its calls; `now` is the database's
     * time once the lock is acquired, in milliseconds since 1970.
     */
    readonly lock: (
      organizationId: number,
      phoneNumber: string
    ) => Effect.Effect<{ readonly calls: ReadonlyArray<Date>; readonly now: number }>
    /** Records a call to a locked number, as a statement that may be a part of another one. */
    readonly recordCall: (organizationId: number, phoneNumber: string, at: Date) => Statement.Statement<unknown>
    /** Removes a recorded call that was never handed to the carrier. */
    readonly removeCall: (organizationId: number, phoneNumber: string, at: Date) => Effect.Effect<void>
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

      const recordCall = (organizationId: number, phoneNumber: string, at: Date) =>
        sql`update phone_ledger set calls = array(
            select call from unnest(calls) call where call > ${at}::timestamptz - ${keptCalls}::interval order by call
          ) || ${at}::timestamptz
          where organization_id = ${organizationId} and phone_number = ${phoneNumber}`

      const removeCall = Effect.fnUntraced(function* (organizationId: number, phoneNumber: string, at: Date) {
        const place = sql`array_position(calls, ${at}::timestamptz)`
        yield* sql`update phone_ledger set calls = calls[:${place} - 1] || calls[${place} + 1:]
          where organization_id = ${organizationId} and phone_number = ${phoneNumber} and ${place} is not null`
      }, Effect.orDie)

      const erase = Effect.fnUntraced(function* ({ organizationId, phoneNumbers }: ErasedPerson) {
        // Does not count rows without calls: they exist only because the number was locked, possibly by this erasure.
        const erased = yield* sql<{ hasCalls: boolean }>`delete from phone_ledger
          where organization_id = ${organizationId} and phone_number = any(${phoneNumbers}::text[])
          returning calls <> '{}' as has_calls`
        return erased.filter(({ hasCalls }) => hasCalls).length
      }, Effect.orDie)

      return PhoneLedger.of({ lock, recordCall, removeCall, erase })
    })
  )
}

/** How long a call is kept: the longest time that a rule about calls to a number looks back. */
const keptCalls = "168 hours"

/** Deletes the rows of numbers without a kept call. A row that a transaction has locked stays. */
export const pruneLedger = (sql: PgClient.PgClient) =>
  deleteInBatches(sql`delete from phone_ledger l using (
      select organization_id, phone_number from phone_ledger
      where coalesce(calls[cardinality(calls)], '-infinity') < clock_timestamp() - ${keptCalls}::interval
      limit 5000 for update skip locked
    ) old where l.organization_id = old.organization_id and l.phone_number = old.phone_number returning 1`)
