import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer, Schema, Struct } from "effect"
import { defaultLimits, type LimitChanges, Limits, limitMessage } from "../domain/accounts/Limits.ts"
import { rowsOf } from "../platform/sql/decode-rows.ts"

/** The organization has as much of a thing as it may have. The message is for the client. */
export class LimitReached extends Schema.TaggedError<LimitReached>()("LimitReached", { message: Schema.String }) {}

/** The amount that an organization uses, and the amount that a request would add. */
interface Amount {
  readonly used: number
  readonly added: number
}

/** Limits of what an organization may store. The services that own the data count it in their own transactions. */
export class OrganizationLimits extends Context.Service<
  OrganizationLimits,
  {
    readonly get: (organizationId: number) => Effect.Effect<Limits>
    /** Fails if the added and the used amount together exceed the limit of the organization. */
    readonly check: (organizationId: number, kind: keyof Limits, amount: Amount) => Effect.Effect<void, LimitReached>
    /** Locks the limits until the transaction ends, so that amounts which are counted meanwhile stay correct. */
    readonly lock: (organizationId: number) => Effect.Effect<void>
    /**
     * Counts tokens as embedded today; false, and counts nothing, when they are more than are left. A negative number
     * gives tokens back.
     */
    readonly spendTokens: (organizationId: number, tokens: number) => Effect.Effect<boolean>
    readonly tokensToday: (organizationId: number) => Effect.Effect<number>
    readonly change: (organizationId: number, changes: LimitChanges) => Effect.Effect<void>
  }
>()("carillon/accounts/OrganizationLimits") {
  static readonly layer = Layer.effect(
    OrganizationLimits,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const columns = sql.literal(
        Object.entries(columnOf)
          .map(
            ([kind, column]) => `coalesce(max(${column}), ${defaultLimits[kind as keyof Limits]})::float8 as ${column}`
          )
          .join(", ")
      )

      const get = Effect.fn("OrganizationLimits.get")(function* (organizationId: number) {
        const [limits] = yield* limitRows(
          sql`select ${columns} from organization_limits where organization_id = ${organizationId}`
        )
        return limits as Limits
      }, Effect.orDie)

      const check = Effect.fnUntraced(function* (organizationId: number, kind: keyof Limits, { added, used }: Amount) {
        if (added === 0) return
        const { [kind]: maximum } = yield* get(organizationId)
        if (used + added > maximum) return yield* new LimitReached({ message: limitMessage(kind, maximum, used) })
      })

      const open = (organizationId: number) =>
        sql`insert into organization_limits (organization_id) values (${organizationId}) on conflict do nothing`

      const lock = Effect.fnUntraced(function* (organizationId: number) {
        yield* open(organizationId)
        yield* sql`select 1 from organization_limits where organization_id = ${organizationId} for update`
      }, Effect.orDie)

      const isToday = sql.literal("embedded_on = (clock_timestamp() at time zone 'UTC')::date")

      const spendTokens = Effect.fn("OrganizationLimits.spendTokens")(function* (
        organizationId: number,
        tokens: number
      ) {
        yield* open(organizationId)
        const spent = yield* sql`update organization_limits
          set embedded_tokens = greatest(0, case when ${isToday} then embedded_tokens else 0 end + ${tokens}::bigint),
            embedded_on = (clock_timestamp() at time zone 'UTC')::date
          where organization_id = ${organizationId}
            and case when ${isToday} then embedded_tokens else 0 end + ${tokens}::bigint
              <= coalesce(embedding_tokens_per_day, ${defaultLimits.embeddingTokensPerDay})
          returning 1`
        return spent.length > 0
      }, Effect.orDie)

      const tokensToday = Effect.fn("OrganizationLimits.tokensToday")(function* (organizationId: number) {
        const [row] = yield* sql<{ tokens: number }>`select embedded_tokens::float8 as tokens from organization_limits
          where organization_id = ${organizationId} and ${isToday}`
        return row?.tokens ?? 0
      }, Effect.orDie)

      const change = Effect.fn("OrganizationLimits.change")(function* (organizationId: number, changes: LimitChanges) {
        if (Struct.keys(changes).length === 0) return
        yield* open(organizationId)
        yield* sql`update organization_limits set ${sql.update(changes)} where organization_id = ${organizationId}`
      }, Effect.orDie)

      return OrganizationLimits.of({ get, check, lock, spendTokens, tokensToday, change })
    })
  )
}

const columnOf: Readonly<Record<keyof Limits, string>> = {
  contacts: "contacts",
  documents: "documents",
  documentBytes: "document_bytes",
  chunks: "chunks",
  embeddingTokensPerDay: "embedding_tokens_per_day"
}

const limitRows = rowsOf(Limits)
