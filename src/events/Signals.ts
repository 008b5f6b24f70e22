import { randomUUID } from "node:crypto"
import { Context, Effect, Latch, Layer, Queue, type Scope } from "effect"
import { SqlClient } from "effect/sql"
import { keepGoing } from "../platform/lifecycle/keep-going.ts"
import { SqlSession } from "../platform/sql/Sql.ts"

/**
 * Names of the signals. A name with a colon ends with the id of a campaign or, for `talk`, `transfer` and `machine`, of an
 * attempt.
 */
export type Signal =
  | "outbox"
  | "imports"
  | "number-uploads"
  | "documents"
  | "campaigns"
  | "calls-to-move"
  | "write-back"
  | `campaign:${string}`
  | `refused:${string}`
  | `talk:${string}`
  | `machine:${string}`
  | `transfer:${string}`
  | "watchers"
  | "listeners"
  | "recordings"
  | "key-rotation"
  | `live:${string}`

/**
 * Wakes listeners without sending data: the database rows are the only source of truth. A capability
 * can thus wake another one that it must not import. A listener must also poll, because a process may
 * die between its commit and the signal.
 */
export class Signals extends Context.Service<
  Signals,
  {
    /** Wakes all listeners on every node, once the surrounding transaction has committed. */
    readonly send: (signal: Signal) => Effect.Effect<void>
    /** Returns an effect that completes at the next signal. A signal that arrives between two waits is not lost. */
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

      // The embedded database belongs to one process: there are no other nodes to wake.
      if (open === undefined) {
        return Signals.of({ send: (signal) => sql.afterCommit(Effect.sync(() => wake(signal))), listen })
      }

      const node = randomUUID()
      const outgoing = yield* Queue.unbounded<Signal>()
      yield* Effect.forkScoped(notifyOthers(sql, outgoing, node))
      const listening = Latch.makeUnsafe(false)
      const onSignal = (signal: Signal, sender: string) => {
        if (sender !== node) wake(signal)
      }
      // Signals may have been missed while there was no connection, so wake every listener.
      const onConnected = () => {
        listening.openUnsafe()
        for (const signal of listeners.keys()) wake(signal)
      }
      yield* Effect.forkScoped(listenToOthers(open, onConnected, onSignal))
      yield* Effect.timeoutOption(listening.await, "10 seconds")
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

// Never inside a transaction: Postgres serializes commits that notify. Signals sent within 10 ms go
// out together, each once.
const notifyOthers = (sql: SqlClient.SqlClient, outgoing: Queue.Queue<Signal>, node: string) =>
  Queue.takeAll(outgoing).pipe(
    Effect.flatMap(
      (signals) =>
        sql`select pg_notify(${channel}, signal)
          from unnest(${[...new Set(signals)].map((signal) => `${node} ${signal}`)}::text[]) signal`
    ),
    Effect.andThen(Effect.sleep("10 millis")),
    Effect.forever,
    // A failure loses no work: the other nodes also poll.
    keepGoing("Could not wake the other nodes; they find the work when they poll")
  )

const listenToOthers = (
  open: NonNullable<SqlSession["Service"]["open"]>,
  onConnected: () => void,
  onSignal: (signal: Signal, sender: string) => void
) =>
  Effect.gen(function* () {
    const session = yield* open
    const notifications = yield* session.listen(channel)
    onConnected()
    while (true) {
      const { payload } = yield* Queue.take(notifications)
      const [sender = "", signal] = payload.split(" ")
      onSignal(signal as Signal, sender)
    }
  }).pipe(Effect.scoped, keepGoing("Could not listen to signals of other nodes; retrying"))
