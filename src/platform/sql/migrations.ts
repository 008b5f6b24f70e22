import { PgClient, PgMigrator } from "@effect/sql-pg"
import { Context, Effect, Schedule, Schema } from "effect"
import { type Migrator, SqlClient, SqlError } from "effect/sql"
import * as MigratorFileSystem from "effect/sql/MigratorFileSystem"
import { why } from "../observability/why.ts"
import { databaseErrorKind, isLockTimeout } from "./database-errors.ts"

/** The migrations cannot be applied. The message says what the operator can do. */
export class MigrationFailed extends Schema.TaggedError<MigrationFailed>()("MigrationFailed", {
  message: Schema.String
}) {}

/**
 * Applies the missing migrations of a folder and returns them.
 *
 * A migration exports an effect as its default, which runs in a transaction together with those
 * next to it; or `indexes`: definitions by name, built one by one without blocking writes; or
 * `parts`: effects that run one after another, each in a transaction of its own, and all of them
 * again when a run was cut short.
 */
export const migrate = (client: PgClient.PgClient, folder: string) =>
  // A single process at a time, also while indexes are built outside a transaction.
  Effect.acquireUseRelease(
    client`select pg_advisory_lock(${lock}::bigint)`,
    () => Effect.provideService(applyMissing(client, folder), SqlClient.SqlClient, client),
    () => Effect.ignore(client`select pg_advisory_unlock(${lock}::bigint)`)
  )

const applyMissing = Effect.fnUntraced(function* (client: PgClient.PgClient, folder: string) {
  const known = yield* MigratorFileSystem.fromFileSystem(folder)
  const latest = yield* latestOf(client)
  const newest = known.at(-1)?.[0] ?? 0
  if (latest > newest) {
    return yield* new MigrationFailed({
      message:
        `The database has migration ${latest} of a newer release, and this release knows migrations up to ${newest}: ` +
        "start the newer release, or restore a backup from before the upgrade"
    })
  }
  const applied: Array<readonly [id: number, name: string]> = []
  for (const step of yield* stepsOf(known.filter(([id]) => id > latest))) {
    if (step.alone === undefined) {
      applied.push(...(yield* patiently(client, runTogether(client, step.migrations))))
    } else {
      const [[id, name]] = step.migrations as [Migrator.ResolvedMigration]
      const { indexes = {}, parts = [] } = step.alone
      yield* buildIndexes(client, indexes)
      for (const part of parts) yield* patiently(client, client.withTransaction(part))
      yield* client`insert into effect_sql_migrations ${client.insert({ migration_id: id, name })}`
      applied.push([id, name])
    }
  }
  return applied
})

/** Key of the advisory lock: the first six bytes of "migrations". */
const lock = 0x6d6967726174

type Indexes = Readonly<Record<string, string>>

/** A migration that needs more than one transaction. */
interface Alone {
  readonly indexes?: Indexes
  readonly parts?: ReadonlyArray<Effect.Effect<unknown, SqlError.SqlError, SqlClient.SqlClient>>
}

/** Migrations that run together in one transaction, or a single one that cannot, such as one that builds indexes. */
interface Step {
  readonly migrations: ReadonlyArray<Migrator.ResolvedMigration>
  readonly alone?: Alone
}

const latestOf = Effect.fnUntraced(function* (client: PgClient.PgClient) {
  const [ledger] = yield* client<{ name: string | null }>`select to_regclass('effect_sql_migrations')::text as name`
  if (ledger?.name == null) return 0
  const [row] = yield* client<{ id: number }>`select coalesce(max(migration_id), 0) as id from effect_sql_migrations`
  return row?.id ?? 0
})

const stepsOf = Effect.fnUntraced(function* (missing: ReadonlyArray<Migrator.ResolvedMigration>) {
  const steps: Array<Step> = []
  for (const migration of missing) {
    const [id, name, load] = migration
    // An import that fails is reported by the migrator.
    const module = yield* Effect.catchCause(load, () => Effect.succeed({}))
    const { default: effect, indexes, parts } = module as Alone & { readonly default?: unknown }
    const last = steps.at(-1)
    if ([effect, indexes, parts].filter((kind) => kind !== undefined).length > 1) {
      return yield* new MigrationFailed({
        message: `Migration "${id}_${name}" exports more than one of an effect, indexes and parts`
      })
    }
    const alone = indexes === undefined ? parts && { parts } : { indexes }
    if (alone !== undefined) steps.push({ migrations: [migration], alone })
    else if (last === undefined || last.alone !== undefined) steps.push({ migrations: [migration] })
    else steps[steps.length - 1] = { migrations: [...last.migrations, migration] }
  }
  return steps
})

const runTogether = (client: PgClient.PgClient, migrations: ReadonlyArray<Migrator.ResolvedMigration>) =>
  PgMigrator.run({ loader: Effect.succeed(migrations) }).pipe(
    Effect.provideService(PgClient.PgClient, client),
    Effect.provideService(SqlClient.SqlClient, client)
  )

// A statement that waits for a lock blocks everybody behind it, so it gives up soon, and the whole transaction is tried
// again after a pause in which the others continue.
const patiently = Effect.fnUntraced(function* <A, E, R>(client: PgClient.PgClient, run: Effect.Effect<A, E, R>) {
  const times = yield* LockAttempts
  return yield* client`select set_config('lock_timeout', ${`${lockTimeoutMillis}ms`}, false)`.pipe(
    Effect.andThen(run),
    Effect.tapError((error) =>
      waitedInVain(error)
        ? Effect.logWarning("A migration waits for a lock of another transaction; trying again in 5 seconds")
        : Effect.void
    ),
    Effect.retry({ while: waitedInVain, schedule: Schedule.spaced("5 seconds"), times }),
    Effect.catchIf(waitedInVain, (error) =>
      Effect.fail(
        new MigrationFailed({
          message:
            `${error instanceof Error ? error.message : "A migration"} (${why(causeOf(error))}): another transaction holds ` +
            "the lock for too long, and the database is unchanged. Find the transaction in pg_stat_activity by its " +
            "xact_start, end it, and start again"
        })
      )
    ),
    Effect.ensuring(Effect.ignore(client`set lock_timeout = 0`))
  )
})

/** Maximum wait for a lock, ms. */
const lockTimeoutMillis = 2_000

/** Number of further attempts, 5 s apart, when a lock is taken. */
export const LockAttempts = Context.Reference<number>("carillon/platform/LockAttempts", { defaultValue: () => 60 })

const causeOf = (error: unknown) =>
  error instanceof Error && error.cause !== undefined && !SqlError.isSqlError(error) ? error.cause : error

// Also for a transaction that waited for the migration: several migrations run in one transaction, and lock tables in
// another order than calls do.
const waitedInVain = (error: unknown) =>
  isLockTimeout(causeOf(error)) || databaseErrorKind(causeOf(error)) === "conflict"

// An index whose build was cut short stays as an invalid one, which `if not exists` would take for built.
const buildIndexes = Effect.fnUntraced(function* (client: PgClient.PgClient, indexes: Indexes) {
  for (const [name, definition] of Object.entries(indexes)) {
    const [invalid] = yield* client`select 1 from pg_index
      where indexrelid = to_regclass(${name}) and not indisvalid`
    if (invalid !== undefined) yield* client.unsafe(`drop index concurrently if exists ${name}`)
    yield* client.unsafe(`create index concurrently if not exists ${name} ${definition}`)
  }
})
