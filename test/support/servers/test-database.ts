import { execFile } from "node:child_process"
import { createHash, randomBytes } from "node:crypto"
import { existsSync } from "node:fs"
import { mkdir, mkdtemp, readdir, readFile, rename, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { PgClient } from "@effect/sql-pg"
import { Effect, Layer, Logger, Redacted, Schedule } from "effect"
import { AppConfig, readSettings } from "../../../src/platform/config.ts"
import { DataDir } from "../../../src/platform/files/DataDir.ts"
import * as Sql from "../../../src/platform/sql/Sql.ts"

const { CARILLON_TEST_ENGINE = "pglite", TEST_DATABASE_URL = "" } = process.env

/** Database engine of this run. */
export const engine = CARILLON_TEST_ENGINE as "pglite" | "postgres"

/** An empty database of the run's engine, with the settings of a server that uses it. */
export interface TestDatabase {
  readonly settings: Readonly<Record<string, string>>
  readonly remove: () => Promise<void>
}

export const makeDatabase = async (): Promise<TestDatabase> => {
  const folder = await makeFolder()
  if (engine === "pglite") {
    compiled ??= compile()
    await compiled
    await fillFolder(folder)
    return { settings: { DATA_DIR: folder }, remove: () => rm(folder, { recursive: true, force: true }) }
  }
  return makePostgres(folder)
}

/** Creates a database on the server of TEST_DATABASE_URL, whatever the engine of the run. */
export const makePostgres = async (folder?: string): Promise<TestDatabase> => {
  folder ??= await makeFolder()
  const data = folder
  const name = `carillon_test_${randomBytes(6).toString("hex")}`
  postgresTemplate ??= findPostgresTemplate()
  // A copy of its files is less work than the log of all its pages, which is the default.
  await runSql(TEST_DATABASE_URL, `create database ${name} template ${await postgresTemplate} strategy file_copy`)
  return {
    settings: { DATA_DIR: data, DATABASE_URL: urlOf(name) },
    remove: async () => {
      await runSql(TEST_DATABASE_URL, `drop database if exists ${name} with (force)`)
      await rm(data, { recursive: true, force: true })
    }
  }
}

/** Puts the embedded database into a data folder. */
export const fillFolder = async (folder: string) => {
  template ??= findTemplate()
  // The folder has a thousand files, which Node's own copy takes several times as long to copy.
  await promisify(execFile)("cp", ["-R", `${await template}/.`, folder])
}

const makeFolder = () => mkdtemp(join(tmpdir(), "carillon-test-"))

const root = new URL("../../../", import.meta.url)

// PGlite's compiled code serves all databases of a process. This reference keeps V8 from dropping it.
let compiled: Promise<object> | undefined
declare const WebAssembly: { readonly compile: (code: Uint8Array) => Promise<object> }
const compile = async () =>
  WebAssembly.compile(await readFile(new URL("node_modules/@electric-sql/pglite/dist/pglite.wasm", root)))

const cache = fileURLToPath(new URL("node_modules/.cache/carillon", root))

let template: Promise<string> | undefined

// PGlite takes much longer to create a database than to open a copy. The template is therefore created once per
// version of the migrations, of the worker and of PGlite, and then copied.
const findTemplate = async () => {
  const folder = join(cache, `pglite-${await versionOfTemplate()}`)
  if (existsSync(folder)) return folder
  await mkdir(cache, { recursive: true })
  await Effect.runPromise(makeTemplate(folder))
  return folder
}

/** When several processes need the template at once, one of them creates it. */
const makeTemplate = (folder: string) => {
  const workshop = `${folder}.new`
  const draft = join(workshop, "draft")
  const make = async () => {
    if (existsSync(folder)) return
    await rm(draft, { recursive: true, force: true })
    await Effect.runPromise(migrate({ DATA_DIR: draft }))
    await rename(draft, folder)
  }
  return DataDir.pipe(
    Effect.flatMap(({ claim }) => Effect.retry(claim, { schedule: Schedule.spaced("100 millis"), times: 1000 })),
    Effect.andThen(Effect.promise(make)),
    Effect.scoped,
    Effect.provide([DataDir.layer.pipe(Layer.provide(config({ DATA_DIR: workshop }))), noLog])
  )
}

let postgresTemplate: Promise<string> | undefined

/** Finds the template on Postgres. When several processes need it at once, one of them creates it. */
const findPostgresTemplate = async () => {
  const name = `carillon_template_${await versionOfTemplate()}`
  const draft = `${name}_draft`
  await PgClient.PgClient.pipe(
    Effect.flatMap(
      Effect.fnUntraced(function* (sql) {
        yield* sql`select pg_advisory_lock(hashtext(${name}))`
        if ((yield* sql`select 1 from pg_database where datname = ${name}`).length > 0) return
        yield* sql.unsafe(`drop database if exists ${draft} with (force)`)
        yield* sql.unsafe(`create database ${draft}`)
        yield* migrate({ DATABASE_URL: urlOf(draft) })
        // The first session writes the cache of the catalog, which is copied with the other files.
        yield* Effect.promise(() => runSql(urlOf(draft), "select 1"))
        yield* sql.unsafe(`alter database ${draft} rename to ${name}`)
      })
    ),
    Effect.provide(PgClient.layer({ url: Redacted.make(TEST_DATABASE_URL), maxConnections: 1 })),
    Effect.runPromise
  )
  return name
}

const urlOf = (database: string) => Object.assign(new URL(TEST_DATABASE_URL), { pathname: `/${database}` }).href

const migrate = (settings: Readonly<Record<string, string>>) =>
  Layer.build(Sql.layer).pipe(Effect.scoped, Effect.provide([config(settings), noLog]))

const config = (settings: Readonly<Record<string, string>>) => Layer.effect(AppConfig, readSettings(settings))
const noLog = Logger.layer([])

const versionOfTemplate = async () => {
  const migrations = (await readdir(new URL("migrations", root))).sort().map((name) => `migrations/${name}`)
  const hash = createHash("sha256")
  for (const file of [
    ...migrations,
    "src/platform/sql/embedded/pglite-worker.ts",
    "node_modules/@electric-sql/pglite/package.json"
  ]) {
    hash.update(await readFile(new URL(file, root)))
  }
  return hash.digest("hex").slice(0, 16)
}

/** Runs one statement on a Postgres server with a connection of its own. */
export const runSql = (url: string, statement: string): Promise<ReadonlyArray<object>> =>
  PgClient.PgClient.pipe(
    Effect.flatMap((sql) => sql.unsafe<object>(statement)),
    Effect.provide(PgClient.layer({ url: Redacted.make(url), maxConnections: 1 })),
    Effect.runPromise
  )
