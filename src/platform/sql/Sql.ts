import { join } from "node:path"
import { fileURLToPath } from "node:url"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer, Option, Redacted, Schema, type Scope, String as Text } from "effect"
import { Reactivity } from "effect/reactivity"
import type { SqlClient, SqlError } from "effect/sql"
import { AppConfig } from "../config.ts"
import { DataDir } from "../files/DataDir.ts"
import { why } from "../observability/why.ts"
import { databaseErrorCode, databaseErrorsAsFailures, isReadOnly, isWithoutRight } from "./database-errors.ts"
import { diskFull } from "./embedded/disk-full.ts"
import * as Pglite from "./embedded/Pglite.ts"
import { migrate as applyMigrations } from "./migrations.ts"

/** The database cannot be used. The start fails and prints only the message. */
export class SqlStartError extends Schema.TaggedError<SqlStartError>()("SqlStartError", { message: Schema.String }) {}

/** The Postgres of `DATABASE_URL`, or PGlite in `DATA_DIR`, brought up to date with the migrations in a folder. */
export const layerFrom = (migrations: string) =>
  PgClient.layerFrom(
    Effect.gen(function* () {
      const engine = yield* chosenEngine
      yield* migrate(engine, migrations)
      return yield* open(engine)
    })
  )

const migrationsOfThisRelease = fileURLToPath(new URL("../../../migrations", import.meta.url))

/** The database with the migrations of this release. */
export const layer = layerFrom(migrationsOfThisRelease)

/**
 * Opens a session outside the pool, for advisory locks and LISTEN, which last as long as their session. Undefined for
 * the embedded database, which has a single session and serves one process.
 */
export class SqlSession extends Context.Service<
  SqlSession,
  { readonly open: Effect.Effect<PgClient.PgClient, SqlError.SqlError, Scope.Scope> | undefined }
>()("carillon/platform/Sql/SqlSession") {
  static readonly layer = Layer.effect(
    SqlSession,
    Effect.map(AppConfig, ({ databaseDirectUrl, databaseUrl, node }) => {
      if (Option.isNone(databaseUrl)) return SqlSession.of({ open: undefined })
      const { connection } = postgres(databaseUrl.value, databaseDirectUrl)
      const applicationName = Option.match(node, {
        onNone: () => connection.applicationName,
        onSome: ({ host, port }) => sessionName(`${host}:${port}`)
      })
      return SqlSession.of({
        open: PgClient.makeClient({ ...connection, applicationName, ...columnNames }).pipe(
          // Locks of a database that takes no writes would exclude no other node.
          Effect.tap(checkWritable),
          Effect.provide(Reactivity.layer)
        )
      })
    })
  )
}

/**
 * A small pool of its own for the cluster, whose nodes see each other through the database. Requests and calls of a busy
 * node wait for its pool for many seconds; the cluster must not wait with them.
 */
export const clusterLayer = PgClient.layerFrom(
  Effect.gen(function* () {
    const { databaseDirectUrl, databaseUrl, node } = yield* AppConfig
    if (Option.isNone(node) || Option.isNone(databaseUrl)) return yield* PgClient.PgClient
    const { connection, pool } = postgres(databaseUrl.value, databaseDirectUrl)
    // The cluster never leaves its sessions idle, and writes without transactions of this client: sessions that lead to a
    // former primary end by their age. A session with locks is used on.
    const cluster = { maxConnections: 2, connectionTTL: "20 seconds" } as const
    return yield* PgClient.make({ ...connection, ...pool, ...columnNames, ...cluster })
  }).pipe(Effect.orDie)
)

/** Name of the session of a node by which other nodes see in the database whether the node lives. */
export const sessionName = (address: string) => `carillon ${address}`

/**
 * Fails if the database cannot be used or takes no writes. In the second case the session that found it out ends: after a
 * failover it may lead to the former primary, while a new session leads to the present one.
 */
export const checkWritable = (sql: SqlClient.SqlClient) =>
  sql`select pg_terminate_backend(pg_backend_pid()) where current_setting('transaction_read_only')::boolean`

/** A pool of connections to the replica of DATABASE_READ_URL; undefined without one. It connects when it is used. */
export const openReplica = Effect.gen(function* () {
  const { databaseReadUrl } = yield* AppConfig
  if (Option.isNone(databaseReadUrl)) return undefined
  const { connection, pool } = postgres(databaseReadUrl.value, Option.none())
  const readOnly = { ...pool.startupParameters, default_transaction_read_only: "on" }
  return yield* PgClient.make({
    ...connection,
    ...pool,
    ...columnNames,
    applicationName: "carillon reads",
    maxConnections: 4,
    startupParameters: readOnly
  }).pipe(Effect.provide(Reactivity.layer))
})

/** Applies the missing migrations and returns them. */
export const migrateOnly = Effect.flatMap(
  Effect.suspend(() => chosenEngine),
  (engine) => migrate(engine, migrationsOfThisRelease)
).pipe(Effect.scoped, Effect.provide(Reactivity.layer))

interface Engine {
  readonly driver: "pg" | "pglite"
  readonly connection: PgClient.PgClientConfig
  /** Additional settings of pooled connections. */
  readonly pool: PgClient.PgPoolConfig
  /** Fails if the database is set up in a way in which migrations or queries would fail. */
  readonly check: (client: PgClient.PgClient) => Effect.Effect<void, SqlError.SqlError | SqlStartError>
  /** Returns why the database does not start for a session of its own or for the pool, and what the operator can do. */
  readonly explain: (error: SqlError.SqlError, through: "session" | "pool") => string
}

const chosenEngine = Effect.gen(function* () {
  const { databaseDirectUrl, databaseUrl } = yield* AppConfig
  return Option.isSome(databaseUrl) ? postgres(databaseUrl.value, databaseDirectUrl) : yield* embedded
})

/** Time for which a session may send nothing within a transaction, s. */
const idleSeconds = 8

/**
 * Settings of pooled sessions besides those of every session. A node that hangs loses its row locks before its campaigns
 * move to other nodes, which need the same rows.
 */
const pooledTimeouts = { statement_timeout: "60s", idle_in_transaction_session_timeout: `${idleSeconds}s` }

/**
 * Settings of every session, as the embedded database has them, also where the owner of a database or a user has set
 * others. What a transaction decides after it has waited for a lock, it must read as committed by then.
 */
const asEmbedded = { jit: "off", default_transaction_isolation: "read committed", lock_timeout: "0" }

/** Maximum size of a protocol message, bytes. */
const largestMessage = 64 * 1024 * 1024

// Search settings of vector indexes. With ef_search 100 at most one of a hundred searches misses one of the four
// nearest vectors; with the default of 40, six do (`npm run bench -- rag`). The strict iterative scan fills gaps of
// deleted rows. Set at the start of a session, they cost a search no round trip.
const search = { "hnsw.ef_search": "100", "hnsw.iterative_scan": "strict_order" }

/** The Postgres of `url`. With a direct URL, `url` names a pooler that assigns connections per transaction. */
const postgres = (url: Redacted.Redacted, directUrl: Option.Option<Redacted.Redacted>): Engine => {
  const session = { ...asEmbedded, timezone: "UTC", statement_timeout: "0", idle_session_timeout: "0" }
  const direct = Option.getOrElse(directUrl, () => url)
  return {
    driver: "pg",
    connection: {
      url: direct,
      applicationName: "carillon",
      connectTimeout: "10 seconds",
      keepAlive: "30 seconds",
      maxMessageSize: largestMessage,
      startupParameters: session
    },
    pool: Option.isSome(directUrl)
      ? // A pooler knows only the time zone of a session, and a statement may run where it was not prepared.
        { url, maxConnections: 10, prepare: false, startupParameters: { timezone: "UTC" } }
      : { maxConnections: 10, startupParameters: { ...session, ...search, ...pooledTimeouts } },
    check: Effect.fnUntraced(function* (client) {
      const problem = yield* setupProblem(client)
      if (problem !== undefined) {
        return yield* new SqlStartError({ message: `Postgres at ${address(direct)} cannot be used: ${problem}` })
      }
    }),
    explain: (error, through) => {
      const isDirect = through === "session" && Option.isSome(directUrl)
      const [used, setting] = isDirect ? [direct, "DATABASE_DIRECT_URL"] : [url, "DATABASE_URL"]
      return `Postgres at ${address(used)} cannot be used (${why(error)}): ${advice(error, setting)}`
    }
  }
}

// Databases in SQL_ASCII store UTF-8 unchecked. The extensions may be in a schema of their own.
const setupProblem = Effect.fnUntraced(function* (client: PgClient.PgClient) {
  const [found] = yield* client<{ encoding: string; schema: string | null; hidden: ReadonlyArray<string> }>`
    select current_setting('server_encoding') as encoding, current_schema() as schema,
      array(select nspname from pg_extension join pg_namespace n on n.oid = extnamespace
        where extname in ('pg_trgm', 'vector') and nspname <> all(current_schemas(true)) order by 1)::text[] as hidden`
  if (found === undefined) return undefined
  if (!/^(UTF8|SQL_ASCII)$/.test(found.encoding)) {
    return `its encoding is ${found.encoding}, which cannot store every name; create the database with the encoding UTF8`
  }
  if (found.schema === null) return "its search_path names no schema that exists; create one, or change search_path"
  const [schema] = found.hidden
  if (schema === undefined) return undefined
  return `its search_path lacks the schema ${schema}, which has extensions that are needed; add it, and let the user use it`
})

const embedded = Effect.gen(function* () {
  const dataDir = yield* DataDir
  yield* dataDir.claim
  const folder = join(dataDir.path, "pglite")
  const stream = yield* Pglite.make(folder, idleSeconds * 1000)
  return {
    driver: "pglite",
    connection: {
      stream,
      ssl: false,
      username: "postgres",
      // The first start creates the database, and a crashed engine recovers; both take time.
      connectTimeout: "2 minutes",
      maxMessageSize: largestMessage
    },
    // The engine has a single session. The option `multiplex` is no alternative: when a statement is interrupted before it
    // was sent, the client forgets the transaction that waits behind it, and this never ends.
    pool: { minConnections: 1, maxConnections: 1 },
    check: () => Effect.void,
    explain: (error) => {
      const reason = why(error)
      const remedy = reason.includes(diskFull) ? "make room on its disk" : "restore it, or move it away to begin anew"
      return `The embedded database in ${folder} cannot be used (${reason}): ${remedy}`
    }
  } satisfies Engine as Engine
}).pipe(Effect.provide(DataDir.layer))

// Uses a connection of its own, because a statement timeout must not cut a migration short.
const migrate = (engine: Engine, folder: string) =>
  Effect.gen(function* () {
    const client = yield* PgClient.makeClient(engine.connection)
    yield* engine.check(client)
    const applied = yield* applyMigrations(client, folder)
    for (const [id, name] of applied) yield* Effect.logInfo(`Applied migration ${id}_${name}`)
    return applied
  }).pipe(
    Effect.scoped,
    Effect.provide(NodeServices.layer),
    Effect.mapError(
      (error) =>
        new SqlStartError({
          message:
            error._tag === "SqlError"
              ? engine.explain(error, "session")
              : error._tag === "MigrationFailed" || error._tag === "SqlStartError"
                ? error.message
                : `${error.message} (${why(error.cause)})${isWithoutRight(error.cause) ? `: ${neededRights}` : ""}`
        })
    )
  )

const open = (engine: Engine) =>
  PgClient.make({ ...engine.connection, ...engine.pool, ...columnNames }).pipe(
    Effect.tap((client) => (engine.driver === "pg" ? checkPooler(client, engine.pool.prepare === false) : Effect.void)),
    Effect.map((client) => Object.assign(withWritableSessions(client), { driver: engine.driver })),
    Effect.mapError((error) => new SqlStartError({ message: engine.explain(error, "pool") }))
  )

// A pooler does not pass on the settings that a session asks for, so its operator gives them to each of its sessions.
const checkPooler = Effect.fnUntraced(function* (client: PgClient.PgClient, hasDirectUrl: boolean) {
  const wanted = { ...asEmbedded, ...search, ...pooledTimeouts }
  const found = yield* client<{ name: string; value: string | null }>`select name, current_setting(name, true) as value
    from unnest(${Object.keys(wanted)}::text[]) name`
  const asWritten = (value: string | null | undefined) => (value === "1min" ? "60s" : value)
  const missing = Object.entries(wanted).filter(
    ([name, value]) => asWritten(found.find((one) => one.name === name)?.value) !== value
  )
  if (missing.length === 0) return
  const query = missing.map(([name, value]) => `set ${name} = ''${value}''`).join("; ")
  yield* Effect.logWarning(
    `The sessions of the pooler in DATABASE_URL lack settings of this service. Give them to each: connect_query='${query}'` +
      (hasDirectUrl ? "" : `. ${directAdvice}`)
  )
})

const memoized = (transform: (name: string) => string) => {
  const known = new Map<string, string>()
  return (name: string) => {
    const before = known.get(name)
    if (before !== undefined) return before
    const transformed = transform(name)
    known.set(name, transformed)
    return transformed
  }
}

// Columns are snake_case in the database and camelCase in the program. Documents in JSON columns keep their keys.
const columnNames = {
  transformResultNames: memoized(Text.snakeToCamel),
  transformQueryNames: Text.camelToSnake,
  transformJson: false
}

// The client makes a failed rollback a defect. A rollback fails when the connection is lost, and callers retry that. Each
// transaction that a database refused because it takes no writes ends one session, until none leads there.
const withWritableSessions = (client: PgClient.PgClient): PgClient.PgClient => {
  const { withTransaction } = client
  return Object.assign(client, {
    withTransaction: ((self) =>
      databaseErrorsAsFailures(withTransaction(self)).pipe(
        Effect.tapError((error) => (isReadOnly(error) ? Effect.ignore(checkWritable(client)) : Effect.void))
      )) satisfies SqlClient.SqlClient["withTransaction"]
  })
}

// Leaves out the password and the options, which may be secret.
const address = (url: Redacted.Redacted) => {
  const { username, host, pathname } = new URL(Redacted.value(url))
  return `${username === "" ? "" : `${username}@`}${host}${pathname}`
}

const neededRights =
  "let its user own the database with all that is in it, and a superuser create the extensions pg_trgm and vector there"

const directAdvice = "If it is in transaction mode, name the database itself in DATABASE_DIRECT_URL"

const advice = (error: SqlError.SqlError, setting: string) => {
  if (error.reason._tag === "AuthenticationError") return `check user name and password in ${setting}`
  const code = databaseErrorCode(error)
  if (code === "3D000") return `create the database, or name another in ${setting}`
  if (isWithoutRight(error)) return neededRights
  if (isReadOnly(error)) return `it takes no writes, so name another in ${setting}, such as the primary of a standby`
  if (/CERT|SIGNATURE/.test(code)) return "give the file of its certificate authority in NODE_EXTRA_CA_CERTS"
  // Only a pooler refuses settings that every Postgres knows.
  if (/^unsupported startup parameter/.test(why(error))) {
    return setting === "DATABASE_URL"
      ? "this is a pooler, so name the database itself in DATABASE_DIRECT_URL"
      : `${setting} must name the database itself, not a pooler`
  }
  // An example of the whole URL would be redacted like a real one.
  if (/^No username/.test(why(error))) return `name the user in ${setting}: add USER:PASSWORD@ before the host`
  const remedy = `check that it runs and that ${setting} names it`
  return setting === "DATABASE_URL" ? `${remedy}, or unset that to use the embedded database` : remedy
}
