import { on } from "node:events"
import { chmodSync, existsSync, mkdirSync, renameSync, rmSync } from "node:fs"
import { inspect } from "node:util"
import { type MessagePort, parentPort, workerData } from "node:worker_threads"
import { PGlite, protocol } from "@electric-sql/pglite"
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm"
import { vector } from "@electric-sql/pglite-pgvector"
import { diskFull } from "./disk-full.ts"
import type { FromWorker, ToWorker } from "./Pglite.ts"

/** The thread of `Pglite.ts`: opens the database in its folder and answers messages in order. */
const serve = async (port: MessagePort, folder: string) => {
  if (!existsSync(folder)) await initialize(folder)
  // The engine makes its files readable by all users, so the folder must keep them out.
  chmodSync(folder, 0o700)
  const database = await open(folder)
  exitOnCrash(database, port)
  for await (const [message] of on(port, "message") as AsyncIterable<[ToWorker]>) {
    if (message === "close") break
    const { connection } = message
    if (isStartup(message.bytes)) await cleanSession(database)
    const bytes = await execute(database, message.bytes)
    port.postMessage({ connection, bytes } satisfies FromWorker, [bytes.buffer])
  }
  await database.close()
  process.exit()
}

// Initializes under another name, so that a process that dies here leaves nothing that looks like a database.
const initialize = async (folder: string) => {
  const draft = `${folder}.new`
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(draft, { mode: 0o700 })
  const database = await open(draft)
  await database.close()
  renameSync(draft, folder)
}

const open = async (folder: string) => {
  const database = new PGlite({
    dataDir: folder,
    extensions: { vector, pg_trgm },
    relaxedDurability: false,
    onStderr: noteFatal
  })
  await database.waitReady.catch((cause) => {
    const reason = () => inspect(cause, { breakLength: Number.POSITIVE_INFINITY })
    throw new Error(fatal ?? (isDiskFull(cause) ? diskFull : reason()))
  })
  return database
}

// The engine's file system knows errors by number only.
const isDiskFull = (cause: unknown) =>
  typeof cause === "object" && cause !== null && "errno" in cause && cause.errno === 51

let fatal: string | undefined

const noteFatal = (line: string) => {
  const [text] = /(?:FATAL|PANIC): .*/.exec(line) ?? []
  fatal = text ?? fatal
  return false
}

// PGlite swallows errors that break its engine and would continue with a broken engine.
const exitOnCrash = (database: PGlite, port: MessagePort) => {
  const engine = database.Module
  const step = engine._PostgresMainLoopOnce
  engine._PostgresMainLoopOnce = () => {
    try {
      step()
    } catch (error) {
      if (isSqlError(error)) throw error
      port.postMessage({ crash: fatal ?? String(error) } satisfies FromWorker)
      process.exit(1)
    }
  }
}

// A failed statement makes Postgres longjmp to its main loop, which PGlite reports as exit status 100.
const isSqlError = (error: unknown) =>
  typeof error === "object" && error !== null && "status" in error && error.status === 100

const isStartup = (bytes: Uint8Array) => bytes[0] === 0

// Connections share the only session, one after the other, so each starts with a reset session.
const cleanSession = async (database: PGlite) => {
  await execute(database, protocol.serialize.query("ROLLBACK"))
  await execute(database, protocol.serialize.query("DISCARD ALL"))
  // PGlite never runs analyze, so a plan cached while a table was small would never be replaced.
  await execute(database, protocol.serialize.query("SET plan_cache_mode = force_custom_plan"))
}

const execute = async (database: PGlite, bytes: Uint8Array): Promise<Uint8Array<ArrayBuffer>> => {
  const parts: Array<Uint8Array<ArrayBuffer>> = []
  // Not execProtocolRaw, which retains every response.
  await database.execProtocolRawStream(bytes, {
    onRawData: (part) => {
      // Copies the part, because it is a view of the engine's memory.
      parts.push(part.slice())
    }
  })
  return joined(parts)
}

const joined = (parts: ReadonlyArray<Uint8Array<ArrayBuffer>>) => {
  const [first, ...rest] = parts
  if (first !== undefined && rest.length === 0) return first
  const whole = new Uint8Array(parts.reduce((size, part) => size + part.length, 0))
  let offset = 0
  for (const part of parts) {
    whole.set(part, offset)
    offset += part.length
  }
  return whole
}

if (parentPort !== null) await serve(parentPort, workerData)
