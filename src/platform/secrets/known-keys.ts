import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { newId } from "../ids.ts"

/** The key ring does not match the database. The start fails and prints only the message. */
export class KeyRingMismatch extends Schema.TaggedError<KeyRingMismatch>()("KeyRingMismatch", {
  keyIds: Schema.Array(Schema.String),
  message: Schema.String
}) {}

interface KeyWithId {
  readonly id: string
}

interface KeysOfNode<Key extends KeyWithId, E, R> {
  /** Reads the key ring, the sealing key first. May generate the key of a new database. */
  readonly read: (isNewDatabase: boolean) => Effect.Effect<ReadonlyArray<Key>, E, R>
  /** Seals a known text with a key. */
  readonly prove: (key: Key) => string
  readonly isProof: (ring: ReadonlyArray<Key>, keyId: string, proof: string) => Effect.Effect<boolean>
  /** Whether the key that the ring has under the id of a retired key is that key. */
  readonly isRetired: (ring: ReadonlyArray<Key>, digestKey: RetiredDigestKeyRow) => Effect.Effect<boolean>
}

interface RetiredDigestKeyRow {
  readonly keyId: string
  readonly purpose: string
  readonly sealed: string
}

/**
 * Compares the key ring of this node with the keys of the database, adds the new ones, and records while the scope lasts
 * that this node seals with the first. Returns the ring, and the digest keys that outlived their encryption keys.
 */
export const registerKeys = Effect.fnUntraced(function* <Key extends KeyWithId, E, R>(node: KeysOfNode<Key, E, R>) {
  const sql = yield* SqlClient.SqlClient
  const nodeId = newId()

  const check = Effect.gen(function* () {
    // Serializes nodes that start on a new database with different keys: only the first one registers its key. A key that
    // is being retired is not registered by a starting node either.
    yield* sql`lock table encryption_keys in exclusive mode`
    const known = yield* sql<{ keyId: string; proof: string }>`
      select key_id, proof from encryption_keys order by key_id`
    // Read behind the lock: only the node that registers its key may generate one, and a refused start leaves none.
    const ring = yield* node.read(known.length === 0)
    const ids = ring.map(({ id }) => id)
    const [first = ""] = ids
    const retired = new Set(
      (yield* sql<{ keyId: string }>`select key_id from retired_encryption_keys`).map(({ keyId }) => keyId)
    )
    yield* refuse(
      [first].filter((id) => retired.has(id)),
      (keys) =>
        `The encryption key ${keys} was retired, and must not seal anything: put another key first in ENCRYPTION_KEY`
    )
    yield* refuse(
      known.map(({ keyId }) => keyId).filter((keyId) => !ids.includes(keyId)),
      (keys) =>
        `This database was set up with the encryption key ${keys}, which this node does not have: add it to ENCRYPTION_KEY, or restore the file encryption-key in DATA_DIR`
    )
    const wrong = yield* Effect.filter(known, ({ keyId, proof }) =>
      Effect.map(node.isProof(ring, keyId, proof), (isRight) => !isRight)
    )
    yield* refuse(
      wrong.map(({ keyId }) => keyId),
      (keys) =>
        `The encryption key ${keys} of this node is not the one that this database was set up with: correct ENCRYPTION_KEY, or the file encryption-key in DATA_DIR`
    )
    const digestKeys = yield* sql<RetiredDigestKeyRow>`select key_id, purpose, sealed from retired_digest_keys`
    const others = yield* Effect.filter(
      digestKeys.filter(({ keyId }) => ids.includes(keyId)),
      (digestKey) => Effect.map(node.isRetired(ring, digestKey), (isRetired) => !isRetired)
    )
    // Digests of a retired key are not found with another key, such as those of numbers that must not be called.
    yield* refuse(
      [...new Set(others.map(({ keyId }) => keyId))],
      (keys) =>
        `The encryption key ${keys} was retired, and this node has another one with the same id: give the new key an id of its own in ENCRYPTION_KEY`
    )
    for (const key of ring) {
      if (retired.has(key.id) || known.some(({ keyId }) => keyId === key.id)) continue
      yield* sql`insert into encryption_keys ${sql.insert({ keyId: key.id, proof: node.prove(key) })}`
    }
    yield* sql`insert into sealing_nodes ${sql.insert({ nodeId, keyId: first })}`
    return { ring, first, retiredDigestKeys: digestKeys.filter(({ keyId }) => !ids.includes(keyId)) }
  })

  const { first, retiredDigestKeys, ring } = yield* sql.withTransaction(check)

  const stillHere = Effect.gen(function* () {
    yield* sql`insert into sealing_nodes (node_id, key_id) values (${nodeId}, ${first})
      on conflict (node_id) do update set seen_at = clock_timestamp()`
    yield* sql`delete from sealing_nodes where seen_at < clock_timestamp() - interval '7 days'`
  })

  yield* Effect.addFinalizer(() =>
    Effect.ignore(sql`update sealing_nodes set seen_at = clock_timestamp(), stopped = true where node_id = ${nodeId}`)
  )
  yield* Effect.sleep(heartbeat).pipe(
    Effect.andThen(stillHere),
    Effect.catchCause((cause) =>
      Effect.logWarning(`Could not record which key this node seals with; trying again in ${heartbeat}`, cause)
    ),
    Effect.forever,
    Effect.forkScoped
  )
  return { ring, retiredDigestKeys }
})

/** Interval at which a node records its key. A node that is silent for three of them is taken for dead. */
const heartbeat = "20 seconds"

const refuse = (keyIds: ReadonlyArray<string>, message: (keys: string) => string) =>
  keyIds.length === 0 ? Effect.void : Effect.fail(new KeyRingMismatch({ keyIds, message: message(keyIds.join(", ")) }))
