import { Deferred, Effect, Exit, Scope, Stream } from "effect"
import type { makeUsageTally } from "../../domain/costs/usage-tally.ts"
import { CurrentUsageMeter } from "../../providers/contract/CurrentUsageMeter.ts"
import type { Brief } from "../brief/Briefs.ts"
import type { ReplyPiece } from "../reply/Replies.ts"

/** A reply that runs ahead of its need. */
interface Preparation {
  readonly brief: Brief
  readonly pieces: Stream.Stream<ReplyPiece>
  /** Counts its usage as that of the conversation, and lets its tools take effect. */
  readonly keep: () => void
  readonly stop: Effect.Effect<void>
}

/** The preparations of a call, by their ids. The usage of a discarded one is speculative. */
export const makePreparations = (usage: ReturnType<typeof makeUsageTally>) => {
  const prepared = new Map<number, Preparation>()

  /**
   * Runs the reply that `make` returns; `isKept` completes once it is used. The bounded queue also bounds the work that may
   * be discarded.
   */
  const begin = Effect.fnUntraced(function* (
    id: number,
    brief: Brief,
    make: (isKept: Effect.Effect<void>) => Stream.Stream<ReplyPiece>
  ) {
    const kept = Deferred.makeUnsafe<void>()
    const pieces = make(Deferred.await(kept))
    const scope = yield* Effect.flatMap(Effect.scope, (session) => Scope.fork(session))
    const { keep: keepUsage, meter } = usage.speculate()
    const keep = () => {
      keepUsage()
      Deferred.doneUnsafe(kept, Effect.void)
    }
    const queue = yield* Stream.toQueue(pieces, { capacity: maxPreparedPieces }).pipe(
      Scope.provide(scope),
      Effect.provideService(CurrentUsageMeter, meter)
    )
    prepared.set(id, { brief, pieces: Stream.fromQueue(queue), keep, stop: Scope.close(scope, Exit.void) })
  })

  /** Returns the pieces of a prepared reply, which is used now; undefined if there is none for this brief. */
  const take = Effect.fnUntraced(function* (id: number | undefined, brief: Brief) {
    const preparation = id === undefined ? undefined : prepared.get(id)
    if (id === undefined || preparation === undefined) return undefined
    // The final result may have another language than the words that the reply was prepared for.
    if (preparation.brief !== brief) return yield* Effect.as(discard(id), undefined)
    prepared.delete(id)
    preparation.keep()
    return Stream.ensuring(preparation.pieces, preparation.stop)
  })

  const discard = Effect.fnUntraced(function* (id: number) {
    const preparation = prepared.get(id)
    prepared.delete(id)
    if (preparation !== undefined) yield* preparation.stop
  })

  return { begin, take, discard }
}

// Maximum number of pieces that a prepared reply is ahead: about a sentence of audio.
const maxPreparedPieces = 32
