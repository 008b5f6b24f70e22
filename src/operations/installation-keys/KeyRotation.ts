import { PgClient } from "@effect/sql-pg"
import { Clock, Context, Effect, Layer, Schema } from "effect"
import { SecurityLog } from "../../accounts/SecurityLog.ts"
import type { DigestCounts, KeyRotationState, SecretsStatus } from "../../domain/operations/SecretsStatus.ts"
import { Signals } from "../../events/Signals.ts"
import { AppConfig } from "../../platform/config.ts"
import { keepGoing } from "../../platform/lifecycle/keep-going.ts"
import { digestKeyPlace, type SealedDigestKey, Secrets } from "../../platform/secrets/Secrets.ts"
import { transaction } from "../../platform/sql/transaction.ts"
import { sealedColumns } from "./sealed-columns.ts"
import { type RowIds, reseal, rowsAfter } from "./sealed-rows.ts"

export class EncryptionKeyNotFound extends Schema.TaggedError<EncryptionKeyNotFound>()("EncryptionKeyNotFound", {}) {}

/** A key is still needed, and for what. */
export class EncryptionKeyInUse extends Schema.TaggedError<EncryptionKeyInUse>()("EncryptionKeyInUse", {
  message: Schema.String
}) {}

/** Seals everything anew with the first key of `ENCRYPTION_KEY`, and retires the keys that nothing needs any longer. */
export class KeyRotation extends Context.Service<
  KeyRotation,
  {
    readonly status: Effect.Effect<SecretsStatus>
    /** Starts a rotation to the first key of this node, or returns the one that goes on. Nodes work on it by parts. */
    readonly start: Effect.Effect<KeyRotationState>
    readonly progress: Effect.Effect<KeyRotationState | null>
    /** After this the key may be removed from `ENCRYPTION_KEY`. Its digest keys are kept, sealed with the first key. */
    readonly retire: (keyId: string) => Effect.Effect<void, EncryptionKeyNotFound | EncryptionKeyInUse>
  }
>()("carillon/operations/KeyRotation") {
  static readonly layer = Layer.effect(
    KeyRotation,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const secrets = yield* Secrets
      const signals = yield* Signals
      const log = yield* SecurityLog
      const { roles } = yield* AppConfig

      const progress = Effect.gen(function* () {
        const [row] = yield* sql<KeyRotationState>`select key_id, started_at, finished_at, resealed, unreadable,
            case when finished_at is null then table_name end as "table"
          from key_rotations order by started_at desc limit 1`
        return row ?? null
      }).pipe(Effect.orDie)

      const start = Effect.gen(function* () {
        const [started] = yield* sql`insert into key_rotations (key_id) values (${secrets.keyId})
          on conflict (key_id) do update set started_at = clock_timestamp(), finished_at = null, resealed = 0, unreadable = 0,
            table_name = null, organization_id = null, row_id = null
          where key_rotations.finished_at is not null returning key_id`
        if (started !== undefined) yield* log.append(null, { action: "secrets.rotate", target: secrets.keyId })
        yield* signals.send("key-rotation")
        return (yield* progress) as KeyRotationState
      }).pipe(transaction(sql), Effect.orDie)

      /** Works on one part of the rotation to the first key of this node. Returns whether there may be another. */
      const workOnPart = Effect.gen(function* () {
        // A row that is locked belongs to a node that works on a part right now.
        const [rotation] = yield* sql<Rotation>`select table_name, organization_id, row_id from key_rotations
          where key_id = ${secrets.keyId} and finished_at is null for update skip locked`
        if (rotation === undefined) return false
        const { organizationId, rowId, tableName } = rotation
        const index = tableName === null ? 0 : sealedColumns.findIndex(({ table }) => table === tableName)
        const column = sealedColumns[index]
        if (column === undefined) {
          yield* resealDigestKeys
          yield* sql`update key_rotations set finished_at = clock_timestamp() where key_id = ${secrets.keyId}`
          return false
        }
        const after = organizationId === null || rowId === null ? undefined : { organizationId, rowId }
        const rows = yield* rowsAfter(sql, column, after, partSize)
        const old = rows.filter(({ keyId }) => keyId !== secrets.keyId)
        const done = old.length === 0 ? nothing : yield* reseal(sql, secrets, column, old)
        const last = rows.at(-1)
        // The name after the last table is none, which ends the rotation.
        const table = last === undefined ? (sealedColumns[index + 1]?.table ?? "") : column.table
        yield* sql`update key_rotations set resealed = resealed + ${done.resealed},
            unreadable = unreadable + ${done.unreadable}, table_name = ${table},
            organization_id = ${last?.organizationId ?? null}, row_id = ${last?.rowId ?? null}
          where key_id = ${secrets.keyId}`
        return true
      }).pipe(transaction(sql))

      const resealDigestKeys = Effect.gen(function* () {
        const rows = yield* sql<SealedDigestKey>`select key_id, purpose, sealed from retired_digest_keys for update`
        for (const { keyId, purpose, sealed } of rows) {
          const place = digestKeyPlace(keyId, purpose)
          const renewed = secrets.seal(yield* secrets.open(sealed, place), place)
          yield* sql`update retired_digest_keys set sealed = ${renewed} where key_id = ${keyId} and purpose = ${purpose}`
        }
      })

      const work = Effect.gen(function* () {
        const woken = yield* signals.listen("key-rotation")
        const allParts = Effect.repeat(workOnPart, { while: (goesOn) => goesOn })
        return yield* Effect.forever(Effect.andThen(allParts, Effect.timeoutOption(woken, "10 seconds")))
      }).pipe(Effect.scoped, keepGoing("Could not seal secrets with the new encryption key; retrying"))

      /** Counts the sealed values of each key, for at most `countingMillis`. */
      const countSealed = Effect.gen(function* () {
        const counts = new Map<string, number>()
        const until = (yield* Clock.currentTimeMillis) + countingMillis
        for (const column of sealedColumns) {
          for (let after: RowIds | undefined; ; ) {
            if ((yield* Clock.currentTimeMillis) > until) return { counts, isComplete: false }
            const rows = yield* rowsAfter(sql, column, after, countSize)
            for (const { keyId = "" } of rows) counts.set(keyId, (counts.get(keyId) ?? 0) + 1)
            after = rows.at(-1)
            if (rows.length < countSize) break
          }
        }
        return { counts, isComplete: true }
      })

      const countDigests = Effect.map(
        sql<DigestCounts & { readonly keyId: string | null }>`
          select digest_key as key_id, count(*) filter (where kind = 'api-key')::int as api_keys,
            count(*) filter (where kind = 'admin-token')::int as admin_tokens,
            count(*) filter (where kind = 'phone')::int as do_not_contact
          from (
            select digest_key, 'api-key' as kind from api_keys
              where revoked_at is null and (expires_at is null or expires_at > now())
            union all
            select digest_key, 'admin-token' from admin_tokens
              where revoked_at is null and (expires_at is null or expires_at > now())
            union all
            select digest_key, 'phone' from do_not_contact where digest is not null
          ) d group by 1`,
        (rows) => new Map(rows.map(({ keyId, ...counts }) => [keyId, counts] as const))
      )

      const status = Effect.gen(function* () {
        const { counts, isComplete } = yield* countSealed
        const digests = yield* countDigests
        const registered = yield* sql<{ id: string; retiredAt: Date | null; nodes: number }>`
          select k.key_id as id, r.retired_at,
            (select count(*)::int from sealing_nodes n where n.key_id = k.key_id and ${isRunning(sql)}) as nodes
          from (select key_id from encryption_keys union select key_id from retired_encryption_keys) k
            left join retired_encryption_keys r on r.key_id = k.key_id
          order by r.retired_at desc nulls first, k.key_id`
        const missing = [...counts.keys()]
          .filter((id) => !registered.some((one) => one.id === id))
          .map((id) => ({ id, retiredAt: null, nodes: 0 }))
        const stateOf = (id: string, retiredAt: Date | null): SecretsStatus["keys"][number]["state"] => {
          if (id === secrets.keyId) return "FIRST"
          if (!secrets.keyIds.includes(id) && counts.has(id)) return "MISSING"
          return retiredAt === null ? "KEPT" : "RETIRED"
        }
        const keys = [...registered, ...missing].map(({ id, nodes, retiredAt }) => ({
          id,
          state: stateOf(id, retiredAt),
          retiredAt,
          sealed: counts.get(id) ?? 0,
          digests: digests.get(id) ?? noDigests,
          nodes
        }))
        return {
          keys: keys.toSorted((one, other) => Number(other.state === "FIRST") - Number(one.state === "FIRST")),
          rotation: yield* progress,
          digestsOfUnknownKey: digests.get(null) ?? noDigests,
          isComplete
        } satisfies SecretsStatus as SecretsStatus
      }).pipe(Effect.orDie)

      const retire = Effect.fn("KeyRotation.retire")(
        function* (keyId: string) {
          // The database cannot search for each text that a path may contain.
          if (!/^[A-Za-z0-9_-]{1,32}$/.test(keyId)) return yield* new EncryptionKeyNotFound()
          const { counts } = yield* countSealed
          const left = counts.get(keyId) ?? 0
          if (left > 0 && keyId !== secrets.keyId) {
            return yield* inUse(
              `${left} ${left === 1 ? "value is" : "values are"} still sealed with ${keyId}: run carillon secrets rotate, and retire the key when it has finished`
            )
          }
          yield* retireUnsealed(keyId)
        },
        Effect.catchTag("SqlError", Effect.die)
      )

      const retireUnsealed = Effect.fnUntraced(function* (keyId: string) {
        if (keyId === secrets.keyId) {
          return yield* inUse(
            `${keyId} is the first key, which seals: put another one first in ENCRYPTION_KEY on every node, and run carillon secrets rotate`
          )
        }
        // Waits for nodes that are starting; one that starts later finds the key retired.
        yield* sql`lock table encryption_keys in exclusive mode`
        const known = yield* sql`select 1 from encryption_keys where key_id = ${keyId}`
        if (known.length === 0) {
          const retired = yield* sql`select 1 from retired_encryption_keys where key_id = ${keyId}`
          return retired.length > 0 ? undefined : yield* new EncryptionKeyNotFound()
        }
        const digestKeys = secrets.sealDigestKeys(keyId)
        if (digestKeys === undefined) {
          return yield* inUse(
            `This node does not have the key ${keyId}: add it to ENCRYPTION_KEY, and restart the node`
          )
        }
        const [finished] = yield* sql<{ startedAt: Date }>`select started_at from key_rotations
          where key_id = ${secrets.keyId} and finished_at is not null`
        if (finished === undefined) {
          return yield* inUse(
            `Not everything is sealed with ${secrets.keyId} yet: run carillon secrets rotate, and retire ${keyId} when it has finished`
          )
        }
        const running = yield* sql`select 1 from sealing_nodes n where key_id = ${keyId} and ${isRunning(sql)}`
        if (running.length > 0) {
          return yield* inUse(
            `${running.length} running ${running.length === 1 ? "node seals" : "nodes seal"} with ${keyId}: put ${secrets.keyId} first in ENCRYPTION_KEY there and restart. A node that died counts for a minute`
          )
        }
        // The value that a node sealed last may lie where the rotation had already been.
        const [late] = yield* sql`select 1 from sealing_nodes n where key_id = ${keyId}
          and seen_at + ${silence(sql)} >= (select started_at from key_rotations where key_id = ${secrets.keyId})`
        if (late !== undefined) {
          return yield* inUse(
            `A node sealed with ${keyId} after the rotation had begun: run carillon secrets rotate once more`
          )
        }
        yield* sql`insert into retired_encryption_keys (key_id) values (${keyId}) on conflict do nothing`
        for (const digestKey of digestKeys) {
          yield* sql`insert into retired_digest_keys ${sql.insert({ ...digestKey })} on conflict (key_id, purpose)
            do update set sealed = excluded.sealed`
        }
        yield* sql`delete from encryption_keys where key_id = ${keyId}`
        yield* log.append(null, { action: "secrets.retire", target: keyId })
      }, transaction(sql))

      if (roles.has("workers")) yield* Effect.forkScoped(work)
      return KeyRotation.of({ status, start, progress, retire })
    })
  )
}

interface Rotation {
  readonly tableName: string | null
  readonly organizationId: number | null
  readonly rowId: string | null
}

const nothing = { resealed: 0, unreadable: 0 }

/** Number of rows of one part, which is one transaction. */
const partSize = 50
/** Number of rows that one statement counts. */
const countSize = 5_000
/** Maximum time for counting, ms. */
const countingMillis = 10_000

const noDigests: DigestCounts = { apiKeys: 0, adminTokens: 0, doNotContact: 0 }

const inUse = (message: string) => Effect.fail(new EncryptionKeyInUse({ message }))

// A node that did not stop may have sealed until it was found silent.
const silence = (sql: PgClient.PgClient) =>
  sql`case when n.stopped then interval '0 seconds' else interval '60 seconds' end`

const isRunning = (sql: PgClient.PgClient) =>
  sql`not n.stopped and n.seen_at > clock_timestamp() - interval '60 seconds'`
