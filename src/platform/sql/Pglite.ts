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
 * its connections break, and the next connection starts the engine again, as if a Postgres server had restarted.
 */
export const make = Effect.fnUntraced(function* (folder: string): Effect.fn.Return<() => Duplex, never, Scope.Scope> {
  const log = Effect.runForkWith(yield* Effect.context())
  const engine = makeEngine(folder, (reason) =>
    log(Effect.logError(`The embedded database crashed (${reason.message}) and starts again`))
  )
  yield* Effect.addFinalizer(() => Effect.promise(engine.close))
  return engine.connect
})

const makeEngine = (folder: string, onCrash: (reason: Error) => void) => {
  const connections = new Map<number, Duplex>()
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
        connections.get(message.connection)?.push(message.bytes)
      }
    })
    started.on("error", (error: Error) => {
      reason = error
    })
    started.on("exit", () => {
      worker = undefined
      for (const connection of connections.values()) connection.destroy(reason)
      if (served && !closing) onCrash(reason)
    })
    return started
  }

  const connect = () => {
    if (closing) throw new Error("The embedded database is closed")
    worker ??= start()
    const id = ++opened
    const earlier = Promise.all(Array.from(connections.values(), closed))
    const connection = openConnection(id, worker, earlier, () => connections.delete(id))
    connections.set(id, connection)
    return connection
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

// Each write is a whole message, because sql-pg never splits one.
const openConnection = (connection: number, worker: Worker, earlier: Promise<unknown>, onClose: () => void) =>
  new Duplex({
    read() {},
    async write(message: Buffer, _encoding, done) {
      if (isCancelRequest(message)) {
        // Nothing can stop a running query; the canceling client waits for the end of this connection.
        this.destroy()
      } else if (!isTerminate(message)) {
        // The only session may still be in a transaction: sql-pg opens the next connection before it closes the last.
        if (isStartup(message)) await earlier
        const bytes = new Uint8Array(message)
        if (!this.destroyed) worker.postMessage({ connection, bytes } satisfies ToWorker, [bytes.buffer])
      }
      done()
    },
    final(done) {
      this.destroy()
      done()
    },
    destroy(error, done) {
      onClose()
      done(error)
    }
  })

const closed = (connection: Duplex) => new Promise((resolve) => connection.once("close", resolve))

const isCancelRequest = (message: Buffer) => message.length === 16 && message.readInt32BE(4) === 80877102
const isTerminate = (message: Buffer) => message[0] === 0x58
const isStartup = (message: Uint8Array) => message[0] === 0
