import { randomUUID } from "node:crypto"
import { Context, Effect, Latch, Layer, Queue, type Scope } from "effect"
import { SqlClient } from "effect/sql"
import { keepGoing } from "../platform/lifecycle/keep-going.ts"
import { SqlSession } from "../platform/sql/Sql.ts"

/** What one can be woken for. */
export type Signal =
  | "outbox"
  | "imports"
  | "documents"
  | "campaigns"
  | "write-back"
  | `campaign:${string}`
  | `talk:${string}`
  | "watchers"
  | `live:${string}`

/**
 * Wake-ups that carry no data, by which a folder wakes a later one without knowing it: the rows are the truth, and
 * whoever waits also looks by itself now and then, since a process may end between its commit and the signal.
 */
export class Signals extends Context.Service<
  Signals,
  {
    /** Wakes all who listen, on every node, once the transaction around it has committed. */
    readonly send: (signal: Signal) => Effect.Effect<void>
    /** Gives what ends when there was a signal since it last ended. */
    readonly listen: (signal: Signal) => Effect.Effect<Effect.Effect<void>, never, Scope.Scope>
  }
>()("carillon/events/Signals") {
  static readonly layer = Layer.effect(
    Signals,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { open } = yield* SqlSession
      const listeners = new Map<Signal, Set<Queue.Queue<void>>>()
      const wake = (signal: Signal) => {
        for (const listener of listeners.get(signal) ?? []) Queue.offerUnsafe(listener, undefined)
      }

      const listen = (signal: Signal) =>
        Effect.acquireRelease(
          Effect.map(Queue.sliding<void>(1), (listener) => {
            const others = listeners.get(signal) ?? new Set()
            listeners.set(signal, others.add(listener))
            return listener
          }),
          (listener) =>
            Effect.sync(() => {
              const left = listeners.get(signal)
              left?.delete(listener)
              if (left?.size === 0) listeners.delete(signal)
            })
        ).pipe(Effect.map(Queue.take))

      // The embedded database has one process: there is nobody else to wake.
      if (open === undefined) {
        return Signals.of({ send: (signal) => sql.afterCommit(Effect.sync(() => wake(signal))), listen })
      }

      const node = randomUUID()
      const outgoing = yield* Queue.unbounded<Signal>()
      yield* Effect.forkScoped(notifyOthers(sql, outgoing, node))
      const hears = Latch.makeUnsafe(false)
      const heard = (signal: Signal, sender: string) => {
        if (sender !== node) wake(signal)
      }
      // Some signals may have been missed while there was no connection.
      const connected = () => {
        hears.openUnsafe()
        for (const signal of listeners.keys()) wake(signal)
      }
      yield* Effect.forkScoped(hearOthers(open, connected, heard))
      yield* Effect.timeoutOption(hears.await, "10 seconds")
      return Signals.of({
        send: (signal) =>
          sql.afterCommit(
            Effect.sync(() => {
              wake(signal)
              Queue.offerUnsafe(outgoing, signal)
            })
          ),
        listen
      })
    })
  )
}

const channel = "carillon_signals"

// Never inside a transaction: commits that notify wait for each other. Many signals become one.
const notifyOthers = (sql: SqlClient.SqlClient, outgoing: Queue.Queue<Signal>, node: string) =>
  Queue.takeAll(outgoing).pipe(
    Effect.flatMap(
      (signals) =>
        sql`select pg_notify(${channel}, signal) from unnest(${[...new Set(signals)].map((signal) => `${node} ${signal}`)}::text[]) signal`
    ),
    Effect.andThen(Effect.sleep("10 millis")),
    Effect.forever,
    // Nothing is lost by it: the others look by themselves.
    keepGoing("Other nodes could not be woken")
  )

const hearOthers = (
  open: NonNullable<SqlSession["Service"]["open"]>,
  connected: () => void,
  heard: (signal: Signal, sender: string) => void
) =>
  Effect.gen(function* () {
    const session = yield* open
    const notifications = yield* session.listen(channel)
    connected()
    while (true) {
      const { payload } = yield* Queue.take(notifications)
      const [sender = "", signal] = payload.split(" ")
      heard(signal as Signal, sender)
    }
  }).pipe(Effect.scoped, keepGoing("Signals of other nodes cannot be heard"))
