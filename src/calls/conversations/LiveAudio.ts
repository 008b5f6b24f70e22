import { PgClient } from "@effect/sql-pg"
import { type Cause, Context, Effect, Layer, Option, Queue, RcRef, Schema, type Scope, Stream } from "effect"
import { Signals } from "../../events/Signals.ts"
import { newId } from "../../platform/ids.ts"
import { keepGoing } from "../../platform/lifecycle/keep-going.ts"
import { Secrets } from "../../platform/secrets/Secrets.ts"
import { SqlSession } from "../../platform/sql/Sql.ts"
import type { StreamedAttempt } from "../attempts/Attempts.ts"

/** No more people can listen: to this call, or on this node. */
export class TooManyListeners extends Schema.TaggedError<TooManyListeners>()("TooManyListeners", {
  message: Schema.String
}) {}

type Attempt = Pick<StreamedAttempt, "id" | "organizationId">

/** The audio of one call, for its listeners. */
export interface AudioSource {
  /** Whether a person listens now. Called for each frame, so it is fast. */
  readonly isListened: () => boolean
  /** Passes a part of the audio to the listeners. Never waits: a listener that is slow loses the oldest parts. */
  readonly publish: (part: Uint8Array) => void
  /** Ends the streams of all listeners. */
  readonly end: () => void
}

/**
 * Brings the audio of live calls to the people who listen, on whichever node. A call never waits for it, and without a
 * listener it does nothing. Parts for other nodes go through notifications of the database, sealed; no table has them.
 */
export class LiveAudio extends Context.Service<
  LiveAudio,
  {
    /** Offers the audio of a call until `end`. */
    readonly share: (attempt: Attempt) => AudioSource
    /** Streams the audio of an attempt from now on, until the attempt has ended or the scope closes. */
    readonly listen: (attempt: Attempt) => Effect.Effect<Stream.Stream<Uint8Array>, TooManyListeners, Scope.Scope>
  }
>()("carillon/calls/LiveAudio") {
  static readonly layer = Layer.effect(
    LiveAudio,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const signals = yield* Signals
      const secrets = yield* Secrets
      const { open } = yield* SqlSession
      const node = newId()
      /** The calls that this node carries. */
      const carried = new Set<string>()
      /** The listeners on this node, by attempt. */
      const listeners = new Map<string, Set<Listener>>()
      let count = 0
      /** The attempts that people on other nodes listen to. */
      let elsewhere: ReadonlySet<string> = new Set()
      const outgoing = yield* Queue.sliding<Part>(maxOutgoing)

      const deliver = (attemptId: string, part: Uint8Array | undefined) => {
        for (const listener of listeners.get(attemptId) ?? []) {
          if (part === undefined) Queue.endUnsafe(listener)
          else Queue.offerUnsafe(listener, part)
        }
      }

      const publish = (attempt: Attempt, part: Uint8Array | undefined) => {
        deliver(attempt.id, part)
        if (elsewhere.has(attempt.id)) Queue.offerUnsafe(outgoing, { attempt, part })
      }

      const share: LiveAudio["Service"]["share"] = (attempt) => {
        carried.add(attempt.id)
        return {
          isListened: () =>
            listeners.size + elsewhere.size > 0 && (listeners.has(attempt.id) || elsewhere.has(attempt.id)),
          publish: (part) => publish(attempt, part),
          end: () => {
            carried.delete(attempt.id)
            publish(attempt, undefined)
          }
        }
      }

      const listen: LiveAudio["Service"]["listen"] = Effect.fnUntraced(function* (attempt) {
        const id = newId()
        const listener = yield* register(attempt.id)
        yield* Effect.acquireRelease(takePlace(attempt, id), () =>
          Effect.andThen(
            Effect.ignore(sql`delete from call_listeners
              where organization_id = ${attempt.organizationId} and attempt_id = ${attempt.id} and id = ${id}`),
            signals.send("listeners")
          )
        )
        // Not waited for: the call may be answered on another node later.
        if (open !== undefined && !carried.has(attempt.id)) yield* RcRef.get(hearsOthers)
        yield* signals.send("listeners")
        yield* stay(attempt, id, listener).pipe(
          Effect.forever,
          keepGoing("Could not record that a person listens to a call; retrying"),
          Effect.forkScoped
        )
        return Stream.fromQueue(listener)
      })

      const register = (attemptId: string) =>
        Effect.acquireRelease(
          Effect.suspend(() => {
            if (count >= maxListenersOfNode) return new TooManyListeners({ message: nodeIsFull })
            count++
            return Effect.map(Queue.sliding<Uint8Array, Cause.Done>(maxWaiting), (listener) => {
              listeners.set(attemptId, (listeners.get(attemptId) ?? new Set()).add(listener))
              return listener
            })
          }),
          (listener) =>
            Effect.sync(() => {
              count--
              const left = listeners.get(attemptId)
              left?.delete(listener)
              if (left?.size === 0) listeners.delete(attemptId)
            })
        )

      // Two listeners who come at the same time choose the same place: the second one chooses again.
      const takePlace = ({ id: attemptId, organizationId }: Attempt, id: string) =>
        sql`insert into call_listeners (organization_id, attempt_id, place, id, node, listening_until)
          select ${organizationId}::int, ${attemptId}::uuid, free.number, ${id}::uuid, ${node}::uuid, ${soon}
            from generate_series(1, ${maxListenersOfCall}::int) free (number)
            where not exists (select from call_listeners l where l.organization_id = ${organizationId}
              and l.attempt_id = ${attemptId} and l.place = free.number and l.listening_until > clock_timestamp())
            order by free.number limit 1
          on conflict (organization_id, attempt_id, place) do update
            set id = excluded.id, node = excluded.node, listening_until = excluded.listening_until
            where call_listeners.listening_until <= clock_timestamp()
          returning 1`.pipe(
          Effect.orDie,
          Effect.filterOrFail(
            (taken) => taken.length > 0,
            () => new TooManyListeners({ message: callIsFull })
          ),
          Effect.retry({ times: maxListenersOfCall })
        )

      const soon = sql`clock_timestamp() + interval '15 seconds'`

      // Ends the stream of a call that has ended, or whose person was erased, if its node could not say so.
      const stay = Effect.fnUntraced(function* (attempt: Attempt, id: string, listener: Listener) {
        yield* Effect.sleep("5 seconds")
        const live = yield* sql`update call_listeners l set listening_until = ${soon}
          from attempts a where l.organization_id = ${attempt.organizationId} and l.attempt_id = ${attempt.id}
            and l.id = ${id} and a.organization_id = l.organization_id and a.id = l.attempt_id and a.ended_at is null
          returning 1`
        if (live.length === 0) Queue.endUnsafe(listener)
        yield* signals.send("listeners")
      })

      /** Notes which attempts people on other nodes listen to. */
      const lookElsewhere = Effect.fnUntraced(function* (changed: Effect.Effect<void>) {
        // The rows of a node that died expire without a signal.
        yield* elsewhere.size === 0 ? changed : Effect.timeoutOption(changed, "5 seconds")
        const rows = yield* sql<{ id: string }>`select distinct attempt_id as id from call_listeners
          where node <> ${node} and listening_until > clock_timestamp()`
        elsewhere = new Set(rows.map(({ id }) => id))
      })

      // In batches, because each statement that notifies waits for the others at its commit.
      const sendParts = Effect.gen(function* () {
        const parts = yield* Queue.takeAll(outgoing)
        const payloads = parts.map(({ attempt, part }) => {
          const sealed = part === undefined ? "" : secrets.seal(Buffer.from(part).toString("base64"), placeOf(attempt))
          return `${attempt.organizationId} ${attempt.id} ${sealed}`
        })
        yield* sql`select pg_notify(${channel}, part) from unnest(${payloads}::text[]) part`
        yield* Effect.sleep("20 millis")
      }).pipe(Effect.forever, keepGoing("Could not send the audio of a call to a listener on another node; retrying"))

      const hearOthers = (opened: NonNullable<typeof open>) =>
        Effect.gen(function* () {
          const parts = yield* (yield* opened).listen(channel)
          while (true) {
            const { payload } = yield* Queue.take(parts)
            const [organizationId = "", id = "", sealed = ""] = payload.split(" ")
            if (!listeners.has(id) || carried.has(id)) continue
            if (sealed === "") {
              deliver(id, undefined)
              continue
            }
            // A part that was not sealed for this call is left out.
            const part = yield* Effect.option(
              secrets.open(sealed, placeOf({ organizationId: Number(organizationId), id }))
            )
            if (Option.isSome(part)) deliver(id, Buffer.from(part.value, "base64"))
          }
        }).pipe(Effect.scoped, keepGoing("Could not receive the audio of a call from another node; retrying"))

      // A single session for all listeners of this node, and none without a listener.
      const hearsOthers = yield* RcRef.make({
        acquire: open === undefined ? Effect.void : Effect.asVoid(Effect.forkScoped(hearOthers(open))),
        idleTimeToLive: "10 seconds"
      })

      if (open !== undefined) {
        yield* Effect.forkScoped(sendParts)
        yield* signals.listen("listeners").pipe(
          Effect.flatMap((changed) => Effect.forever(lookElsewhere(changed))),
          Effect.scoped,
          keepGoing("Could not read which calls people on other nodes listen to; retrying"),
          Effect.forkScoped
        )
      }
      return LiveAudio.of({ share, listen })
    })
  )
}

type Listener = Queue.Queue<Uint8Array, Cause.Done>

/** A part of the audio of a call for other nodes; undefined at its end. */
interface Part {
  readonly attempt: Attempt
  readonly part: Uint8Array | undefined
}

/** Maximum number of people who listen to one call, on all nodes together. */
const maxListenersOfCall = 5
/** Maximum number of people who listen on one node. */
const maxListenersOfNode = 20
/** Number of parts that wait for a listener; of more, the oldest are dropped. */
const maxWaiting = 10
/** Number of parts that wait to be sent to other nodes; of more, the oldest are dropped. */
const maxOutgoing = 100

const callIsFull = `${maxListenersOfCall} people listen to this call already: listen when one of them has stopped`
const nodeIsFull = `${maxListenersOfNode} people listen to calls on this node already: listen when one of them has stopped`

const channel = "carillon_audio"

// Binds a part to its call, so that a stranger on the database can neither hear it nor put it into another.
const placeOf = ({ id, organizationId }: Attempt) => ({
  organizationId,
  table: "call_listeners",
  column: "audio",
  rowId: id
})
