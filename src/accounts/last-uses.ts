import { PgClient } from "@effect/sql-pg"
import { Effect, Schedule } from "effect"
import { transaction } from "../platform/sql/transaction.ts"

/** The digest that a used row gets in place of one that an older key made. */
export interface RenewedDigest {
  readonly digest: Uint8Array
  readonly digestKey: string
}

interface Use {
  readonly at: Date
  readonly renewed: RenewedDigest | undefined
}

/**
 * Records when the rows of a table were last used. Writing the row at every request would make it the hottest row of the
 * database, so uses are collected in memory and written once a second.
 */
export const lastUses = Effect.fnUntraced(function* (table: "api_keys" | "admin_tokens" | "sessions") {
  const sql = yield* PgClient.PgClient
  const pending = new Map<string, Use>()

  const write = Effect.suspend(() => {
    const uses = [...pending]
    pending.clear()
    return Effect.tapCause(uses.length === 0 ? Effect.void : store(uses), () =>
      Effect.sync(() => {
        for (const [id, use] of uses) if (!pending.has(id)) pending.set(id, use)
      })
    )
  }).pipe(
    Effect.uninterruptible,
    Effect.catchCause((cause) =>
      Effect.logWarning(`Could not write when rows of ${table} were last used; retrying in 1 s`, cause)
    )
  )

  const store = (uses: ReadonlyArray<readonly [id: string, use: Use]>) => {
    const renewed = uses.flatMap(([id, { renewed }]) => (renewed === undefined ? [] : [{ id, ...renewed }]))
    return transaction(sql)(
      Effect.gen(function* () {
        yield* sql`update ${sql(table)} k set last_used_at = u.at
          from unnest(${uses.map(([id]) => id)}::uuid[], ${uses.map(([, { at }]) => at.toISOString())}::timestamptz[])
            as u (id, at)
          where k.id = u.id and (k.last_used_at is null or k.last_used_at < u.at)`
        for (const { digest, digestKey, id } of renewed) {
          yield* sql`update ${sql(table)} set digest = ${digest}, digest_key = ${digestKey} where id = ${id}`
        }
      })
    )
  }

  yield* Effect.addFinalizer(() => write)
  yield* write.pipe(Effect.repeat(Schedule.spaced("1 second")), Effect.forkScoped)

  return {
    note: (id: string, renewed?: RenewedDigest) => void pending.set(id, { at: new Date(), renewed })
  }
})
