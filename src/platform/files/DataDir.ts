import { randomUUID } from "node:crypto"
import { accessSync, constants, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { hostname } from "node:os"
import { join, resolve } from "node:path"
import type { DatabaseSync } from "node:sqlite"
import { Context, Effect, Layer, Schedule, Schema, type Scope } from "effect"
import { AppConfig } from "../config.ts"
import { closeFolder, makePrivateFolder } from "./private-folder.ts"

/** The data folder cannot be used. The start fails and prints only the message. */
export class DataDirError extends Schema.TaggedError<DataDirError>()("DataDirError", { message: Schema.String }) {}

/** The folder of `DATA_DIR`; it exists and is writable. */
export class DataDir extends Context.Service<
  DataDir,
  {
    readonly path: string
    /**
     * Prevents other processes from claiming the folder until the scope closes or this process ends, even by kill -9.
     */
    readonly claim: Effect.Effect<void, DataDirError, Scope.Scope>
    /**
     * An id of this node that is the same after a restart with the same folder and host name. Undefined while another
     * process has it, and where none can be stored.
     */
    readonly nodeId: Effect.Effect<string | undefined, never, Scope.Scope>
  }
>()("carillon/platform/DataDir") {
  static readonly layer = Layer.effect(
    DataDir,
    Effect.gen(function* () {
      const { dataDir } = yield* AppConfig
      const path = resolve(dataDir)
      yield* attempt(`DATA_DIR ${path} must be a folder that Carillon can write`, () => prepare(path))
      yield* closeToOthers(path)
      return DataDir.of({ path, claim: claim(path), nodeId: nodeId(path) })
    })
  )
}

const prepare = (path: string) => {
  makePrivateFolder(path)
  accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK)
}

/** Makes DATA_DIR private. A folder that this is not possible for must at least not be writable by other users. */
const closeToOthers = Effect.fnUntraced(function* (path: string) {
  const mode = statSync(path).mode & 0o777
  if ((mode & 0o077) === 0) return
  if (isOnlyOurs(path) && closeFolder(path)) {
    return yield* Effect.logWarning(
      `DATA_DIR ${path} was open to other users (mode ${octal(mode)}); Carillon has made it private (700)`
    )
  }
  const advice = "choose a folder that only Carillon uses, or let its owner run chmod 700 on it"
  if ((mode & 0o002) !== 0) {
    return yield* new DataDirError({
      message: `DATA_DIR ${path} can be written by every user of this machine (mode ${octal(mode)}): ${advice}`
    })
  }
  yield* Effect.logWarning(
    `DATA_DIR ${path} can be entered by other users (mode ${octal(mode)}). The data in it is private, but ${advice}`
  )
})

const octal = (mode: number) => mode.toString(8).padStart(3, "0")

// Other users may need a folder that has other files too, such as /tmp.
const isOnlyOurs = (path: string) => readdirSync(path).every((name) => ourNames.test(name))

const ourNames =
  /^(pglite(\.new)?|blobs|(node-)?lock(-journal)?|node-id|pid|encryption-key.*|admin-token.*|demo\.(json|log)|lost\+found)$/

const claim = Effect.fnUntraced(function* (path: string) {
  const owner = join(path, "pid")
  const lock = yield* Effect.acquireRelease(
    // Two processes that start at once may refuse each other; the jitter lets one of them win a later attempt.
    attempt(`DATA_DIR ${path} cannot be locked`, () => tryLock(join(path, "lock"))).pipe(
      Effect.repeat({
        until: (acquired) => acquired !== undefined,
        times: 6,
        schedule: Schedule.jittered(Schedule.spaced("40 millis"))
      })
    ),
    (acquired) => Effect.sync(() => acquired?.close())
  )
  if (lock === undefined) return yield* new DataDirError({ message: inUse(path, owner) })
  yield* Effect.acquireRelease(
    attempt(`DATA_DIR ${path} cannot be written`, () => writeFileSync(owner, `${process.pid}\n`)),
    () => Effect.sync(() => rmSync(owner, { force: true }))
  )
})

// The host name is part of it, so that a copy of the folder on another machine is another node.
const nodeId = (path: string) =>
  Effect.acquireRelease(
    attempt(`DATA_DIR ${path} cannot be locked`, () => tryLock(join(path, "node-lock"))),
    (acquired) => Effect.sync(() => acquired?.close())
  ).pipe(
    Effect.flatMap((acquired) =>
      acquired === undefined
        ? Effect.succeed(undefined)
        : attempt(
            `DATA_DIR ${path} cannot be written`,
            () =>
              `${hostname()
                .replace(/[^\w.-]/g, "-")
                .slice(0, 100)}-${storedId(join(path, "node-id"))}`
          )
    ),
    Effect.catchTag("DataDirError", ({ message }) => Effect.as(Effect.logWarning(message), undefined))
  )

const storedId = (file: string) => {
  if (!existsSync(file)) writeFileSync(file, `${randomUUID()}\n`, { mode: 0o600 })
  return readFileSync(file, "utf8").trim()
}

// SQLite serves only as a file lock: the kernel releases it when the process dies, even by kill -9.
const tryLock = (file: string): DatabaseSync | undefined => {
  const { DatabaseSync } = loadSqlite()
  const database = new DatabaseSync(file)
  try {
    database.exec("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE")
    return database
  } catch (error) {
    database.close()
    if (error instanceof Error && "errcode" in error && error.errcode === sqliteBusy) return undefined
    throw error
  }
}

const sqliteBusy = 5

// Node 22 warns on stderr that node:sqlite is experimental, which helps no operator.
const loadSqlite = () => {
  const { emitWarning } = process
  process.emitWarning = () => {}
  try {
    return process.getBuiltinModule("node:sqlite")
  } finally {
    process.emitWarning = emitWarning
  }
}

const inUse = (path: string, owner: string) =>
  `DATA_DIR ${path} is in use by another Carillon${readPid(owner)}: stop that one, choose another DATA_DIR, ` +
  "or set DATABASE_URL to share a Postgres"

// A process that is just starting or ending holds the lock without a pid file.
const readPid = (file: string) => {
  try {
    const pid = readFileSync(file, "utf8").trim()
    return /^\d+$/.test(pid) ? ` (pid ${pid})` : ""
  } catch {
    return ""
  }
}

const attempt = <A>(problem: string, run: () => A) =>
  Effect.try({
    try: run,
    catch: (cause) => new DataDirError({ message: `${problem} (${cause instanceof Error ? cause.message : cause})` })
  })
