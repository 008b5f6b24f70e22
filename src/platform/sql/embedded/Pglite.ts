import { Duplex } from "node:stream"
import { Worker } from "node:worker_threads"
import { Effect, type Scope } from "effect"

export type ToWorker = Frames | "close"
export type FromWorker = Frames | { readonly crash: string }

/** Bytes of the Postgres protocol, with the number of their connection. */
interface Frames {
  readonly connection: number
  readonly bytes: Uint8Array<ArrayBuffer>
}

/**
 * Starts PGlite in a thread of its own and returns a function that opens a connection to it. When the engine crashes,
 * its connections break, and the next connection starts the engine again, as if a Postgres server had restarted. A
 * connection that sends nothing for `idleMillis` within a transaction breaks, as on Postgres: all others wait for it.
 */
export const make = Effect.fnUntraced(function* (
  folder: string,
  idleMillis: number
): Effect.fn.Return<() => Duplex, never, Scope.Scope> {
  const log = Effect.runForkWith(yield* Effect.context())
  const engine = makeEngine({
    folder,
    idleMillis,
    onCrash: (reason) => log(Effect.logError(`The embedded database crashed (${reason.message}) and starts again`)),
    onIdle: (reason) => log(Effect.logError(`The embedded database rolled back a transaction: ${reason.message}`))
  })
  yield* Effect.addFinalizer(() => Effect.promise(engine.close))
  return engine.connect
})

interface EngineOptions {
  readonly folder: string
  readonly idleMillis: number
  readonly onCrash: (reason: Error) => void
  readonly onIdle: (reason: Error) => void
}

const makeEngine = ({ folder, idleMillis, onCrash, onIdle }: EngineOptions) => {
  const connections = new Map<number, Connection>()
  let opened = 0
  let worker: Worker | undefined
  let closing = false

  const start = () => {
    // The stack is large enough for the recursion that Postgres allows, so a deep query fails instead of crashing the
    // engine.
    const started = new Worker(new URL("./pglite-worker.ts", import.meta.url), {
      workerData: folder,
      resourceLimits: { stackSizeMb: 32 }
    })
    let reason = new Error("its thread ended")
    let served = false
    started.on("message", (message: FromWorker) => {
      if ("crash" in message) {
        reason = new Error(message.crash)
      } else {
        served = true
        connections.get(message.connection)?.receive(message.bytes)
      }
    })
    started.on("error", (error: Error) => {
      reason = error
    })
    started.on("exit", () => {
      worker = undefined
      for (const { stream } of connections.values()) stream.destroy(reason)
      if (served && !closing) onCrash(reason)
    })
    return started
  }

  const connect = () => {
    if (closing) throw new Error("The embedded database is closed")
    worker ??= start()
    const id = ++opened
    const earlier = Promise.all(Array.from(connections.values(), closed))
    const connection = openConnection({
      worker,
      id,
      earlier,
      idleMillis,
      onIdle,
      onClose: () => connections.delete(id)
    })
    connections.set(id, connection)
    return connection.stream
  }

  const close = () =>
    new Promise<void>((resolve) => {
      closing = true
      if (worker === undefined) return resolve()
      worker.once("exit", () => resolve())
      worker.postMessage("close" satisfies ToWorker)
    })

  return { connect, close }
}

interface Connection {
  readonly stream: Duplex
  /** Passes on an answer of the engine. */
  readonly receive: (bytes: Uint8Array) => void
}

interface ConnectionOptions extends Pick<EngineOptions, "idleMillis" | "onIdle"> {
  readonly worker: Worker
  readonly id: number
  /** Completes when the connections before this one are closed. */
  readonly earlier: Promise<unknown>
  readonly onClose: () => void
}

const openConnection = ({ earlier, id, idleMillis, onClose, onIdle, worker }: ConnectionOptions): Connection => {
  let idle: NodeJS.Timeout | undefined
  const stream = new Duplex({
    read() {},
    // Each write is a whole message, because sql-pg never splits one.
    async write(message: Buffer, _encoding, done) {
      clearTimeout(idle)
      if (isCancelRequest(message)) {
        // Nothing can stop a running query; the canceling client waits for the end of this connection.
        this.destroy()
      } else if (!isTerminate(message)) {
        // The only session may still be in a transaction: sql-pg opens the next connection before it closes the last.
        if (isStartup(message)) await earlier
        const bytes = new Uint8Array(message)
        if (!this.destroyed) worker.postMessage({ connection: id, bytes } satisfies ToWorker, [bytes.buffer])
      }
      done()
    },
    final(done) {
      this.destroy()
      done()
    },
    destroy(error, done) {
      clearTimeout(idle)
      onClose()
      done(error)
    }
  })
  const receive = (bytes: Uint8Array) => {
    if (isInTransaction(bytes)) {
      idle = setTimeout(() => {
        const reason = new Error(`it sent nothing for ${idleMillis / 1000} s, and everything else waited for it`)
        onIdle(reason)
        stream.destroy(reason)
      }, idleMillis)
    }
    stream.push(bytes)
  }
  return { stream, receive }
}

const closed = ({ stream }: Connection) => new Promise((resolve) => stream.once("close", resolve))

/** Whether an answer ends with ReadyForQuery in a transaction, a failed one included. */
const isInTransaction = (answer: Uint8Array) =>
  answer.at(-6) === 0x5a && (answer.at(-1) === 0x54 || answer.at(-1) === 0x45)

const isCancelRequest = (message: Buffer) => message.length === 16 && message.readInt32BE(4) === 80877102
const isTerminate = (message: Buffer) => message[0] === 0x58
const isStartup = (message: Uint8Array) => message[0] === 0
