import { Effect, Option, Schema } from "effect"
import { KeptResult } from "../../contract/shared/middleware.ts"

const Counts = Schema.Struct({ created: Schema.Int, updated: Schema.Int })

/**
 * Does the work, or returns the counts that an earlier request with the same `Idempotency-Key` has kept. The rest of
 * the answer is made from the body and the contacts, so that no names and numbers are kept.
 */
export const once = <E, R>(work: Effect.Effect<typeof Counts.Type, E, R>) =>
  Effect.flatMap(
    Effect.serviceOption(KeptResult),
    Option.match({
      onNone: () => work,
      onSome: ({ earlier, keep }) =>
        earlier === undefined
          ? Effect.tap(work, ({ created, updated }) => Effect.sync(() => keep({ created, updated })))
          : Effect.orDie(Schema.decodeUnknownEffect(Counts)(earlier))
    })
  )
