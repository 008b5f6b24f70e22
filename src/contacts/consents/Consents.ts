import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer } from "effect"
import { SecurityLog } from "../../accounts/SecurityLog.ts"
import type { ErasedPerson } from "../../domain/accounts/Erasure.ts"
import { numbersOfPhone } from "../../domain/calendar/canonical-number.ts"
import { maskPhoneNumber } from "../../domain/calendar/phone-number.ts"
import {
  type Consent,
  type ConsentPolicies,
  type ConsentWithdrawal,
  RecordedConsent
} from "../../domain/contacts/Consent.ts"
import { type Listed, offsetOf, type Page } from "../../domain/schema/page.ts"
import { rowsOf } from "../../platform/sql/decode-rows.ts"
import { transaction } from "../../platform/sql/transaction.ts"

/** The place of an entry in the order of the numbers. */
export type ConsentPlace = Pick<RecordedConsent, "at" | "phoneNumber" | "purpose">

/** The recorded consents of people, and their withdrawals. */
export class Consents extends Context.Service<
  Consents,
  {
    readonly record: (organizationId: number, phoneNumber: string, consent: Consent) => Effect.Effect<RecordedConsent>
    /** Returns the recorded consents and withdrawals of numbers. */
    readonly of: (
      organizationId: number,
      phoneNumbers: ReadonlyArray<string>
    ) => Effect.Effect<ReadonlyArray<RecordedConsent>>
    /**
     * Withdraws the consents of a number and of the one that a carrier would reach by it. Without a consent to withdraw,
     * records a withdrawal alone.
     */
    readonly withdraw: (organizationId: number, withdrawal: ConsentWithdrawal, actor: string) => Effect.Effect<void>
    /** Withdraws the consents of numbers that must not be called any longer. */
    readonly withdrawAll: (
      organizationId: number,
      phoneNumbers: ReadonlyArray<string>,
      through: string
    ) => Effect.Effect<void>
    /** Lists the recorded consents and withdrawals, newest first; those of one number if it is given. */
    readonly list: (
      organizationId: number,
      phoneNumber: string | undefined,
      page: Page
    ) => Effect.Effect<Listed<RecordedConsent>>
    /** Returns the entries after a place in the order of the numbers; the first ones without a place. */
    readonly behind: (
      organizationId: number,
      place: ConsentPlace | undefined,
      limit: number
    ) => Effect.Effect<ReadonlyArray<RecordedConsent>>
    readonly policies: (organizationId: number) => Effect.Effect<ConsentPolicies>
    readonly setPolicies: (
      organizationId: number,
      policies: ConsentPolicies,
      note: { readonly actor: string; readonly reason: string | null }
    ) => Effect.Effect<ConsentPolicies>
    readonly erase: (person: ErasedPerson) => Effect.Effect<number>
  }
>()("carillon/contacts/Consents") {
  static readonly layer = Layer.effect(
    Consents,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const log = yield* SecurityLog
      const columns = sql.literal(`phone_number, purpose, basis, at, source, evidence, expires_at, withdrawn_at,
        withdrawn_through, recorded_at`)
      const newest = sql.literal("order by recorded_at desc, phone_number, purpose, at desc")

      const record: Consents["Service"]["record"] = Effect.fn("Consents.record")(function* (
        organizationId,
        phoneNumber,
        consent
      ) {
        yield* recordConsents(sql, organizationId, JSON.stringify([{ phone_number: phoneNumber, consents: [consent] }]))
        const [stored] = yield* recordedRows(sql`select ${columns} from consents
          where organization_id = ${organizationId} and phone_number = ${phoneNumber}
            and purpose = ${consent.purpose} and at = ${consent.at}`)
        return stored as RecordedConsent
      }, Effect.orDie)

      // Unchecked: decoding costs more than it protects, because claims of calls run this.
      const of = Effect.fn("Consents.of")(
        (organizationId: number, phoneNumbers: ReadonlyArray<string>) =>
          sql<RecordedConsent>`select ${columns} from consents
            where organization_id = ${organizationId} and phone_number = any(${phoneNumbers}::text[])`,
        Effect.orDie
      )

      const withdraw: Consents["Service"]["withdraw"] = Effect.fn("Consents.withdraw")(
        function* (organizationId, { phoneNumber: given, purpose = "ALL", through }, actor) {
          const how = through ?? actor
          const phoneNumbers = numbersOfPhone(given)
          yield* end(organizationId, phoneNumbers, how, purpose)
          for (const phoneNumber of phoneNumbers) {
            yield* sql`insert into consents
                (organization_id, phone_number, purpose, at, basis, source, withdrawn_at, withdrawn_through)
              select ${organizationId}, ${phoneNumber}, ${purpose}, date_trunc('milliseconds', now()), 'NONE', ${how},
                now(), ${how}
              where not exists (select 1 from consents where organization_id = ${organizationId}
                and phone_number = ${phoneNumber} and purpose = ${purpose} and withdrawn_at = now())
              on conflict do nothing`
            yield* log.append(organizationId, {
              actor,
              action: "consent.withdraw",
              target: maskPhoneNumber(phoneNumber),
              details: { purpose, through: how }
            })
          }
        },
        transaction(sql),
        Effect.orDie
      )

      const end = (
        organizationId: number,
        phoneNumbers: ReadonlyArray<string>,
        through: string,
        purpose: ConsentWithdrawal["purpose"] = "ALL"
      ) =>
        sql`update consents set withdrawn_at = now(), withdrawn_through = ${through}
          where organization_id = ${organizationId} and phone_number = any(${phoneNumbers}::text[])
            and withdrawn_at is null and (${purpose} = 'ALL' or purpose = ${purpose})`

      const withdrawAll = Effect.fn("Consents.withdrawAll")(
        (organizationId: number, phoneNumbers: ReadonlyArray<string>, through: string) =>
          end(organizationId, phoneNumbers, through),
        Effect.asVoid,
        Effect.orDie
      )

      const list = Effect.fn("Consents.list")(function* (
        organizationId: number,
        phoneNumber: string | undefined,
        page: Page
      ) {
        const found = sql`from consents where organization_id = ${organizationId}
          and (${phoneNumber ?? null}::text is null or phone_number = ${phoneNumber ?? null})`
        const data = yield* recordedRows(
          sql`select ${columns} ${found} ${newest} limit ${page.limit} offset ${offsetOf(page)}`
        )
        const [count] = yield* sql<{ total: number }>`select count(*)::int as total ${found}`
        return { data, total: count?.total ?? 0 }
      }, Effect.orDie)

      const behind = Effect.fn("Consents.behind")(
        (organizationId: number, place: ConsentPlace | undefined, limit: number) =>
          recordedRows(sql`select ${columns} from consents where organization_id = ${organizationId}
            and ${
              place === undefined
                ? sql`true`
                : sql`(phone_number, purpose, at) > (${place.phoneNumber}, ${place.purpose}, ${place.at})`
            } order by phone_number, purpose, at limit ${limit}`),
        Effect.orDie
      )

      const policies = Effect.fn("Consents.policies")(function* (organizationId: number) {
        const rows = yield* sql<{ country: string; policy: ConsentPolicies[string] }>`select country, policy
          from consent_policies where organization_id = ${organizationId} order by country`
        return Object.fromEntries(rows.map(({ country, policy }) => [country, policy]))
      }, Effect.orDie)

      const setPolicies: Consents["Service"]["setPolicies"] = Effect.fn("Consents.setPolicies")(
        function* (organizationId, given, { actor, reason }) {
          // The second of two concurrent changes waits for the first.
          yield* sql`select from organizations where id = ${organizationId} for no key update`
          const before = yield* policies(organizationId)
          yield* sql`delete from consent_policies where organization_id = ${organizationId}`
          yield* sql`insert into consent_policies (organization_id, country, policy)
            select ${organizationId}, country, policy
            from unnest(${Object.keys(given)}::text[], ${Object.values(given)}::text[]) as p (country, policy)`
          yield* log.append(organizationId, {
            actor,
            action: "consent.policy",
            target: String(organizationId),
            details: { before, after: given, reason }
          })
          return yield* policies(organizationId)
        },
        transaction(sql),
        Effect.orDie
      )

      const erase = Effect.fn("Consents.erase")(function* ({ organizationId, phoneNumbers }: ErasedPerson) {
        const erased = yield* sql`delete from consents where organization_id = ${organizationId}
          and phone_number = any(${phoneNumbers}::text[]) returning 1`
        return erased.length
      }, Effect.orDie)

      return Consents.of({ record, of, withdraw, withdrawAll, list, behind, policies, setPolicies, erase })
    })
  )
}

/**
 * Stores the consents of rows `{phone_number, consent}` in a JSON array; rows without a consent are ignored. A consent with
 * the same purpose and time replaces the details of the stored one, never its withdrawal.
 */
export const recordConsents = (sql: PgClient.PgClient, organizationId: number, json: string) =>
  sql`insert into consents (organization_id, phone_number, purpose, at, basis, source, evidence, expires_at)
    select ${organizationId}::int, phone_number, consent ->> 'purpose', (consent ->> 'at')::timestamptz,
      consent ->> 'basis', consent ->> 'source', consent ->> 'evidence', (consent ->> 'expiresAt')::timestamptz
    from jsonb_to_recordset(${json}::jsonb) as r (phone_number text, consents jsonb),
      jsonb_array_elements(consents) as consent
    order by phone_number
    on conflict (organization_id, phone_number, purpose, at) do update set basis = excluded.basis,
      source = excluded.source, evidence = excluded.evidence, expires_at = excluded.expires_at`

const recordedRows = rowsOf(RecordedConsent)
