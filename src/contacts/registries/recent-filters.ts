import { Effect, Queue } from "effect"
import { keepGoing } from "../../platform/lifecycle/keep-going.ts"
import type { NumberFilter } from "./number-filter.ts"

/**
 * Keeps the filters of the lists that were used last. The first request for a filter has it read in the background, one
 * filter after another, and returns none. A list never changes: an upload makes another one.
 */
export const makeFilters = Effect.fnUntraced(function* (read: (id: string) => Effect.Effect<NumberFilter, unknown>) {
  const filters = new Map<string, NumberFilter>()
  const wanted = yield* Queue.unbounded<string>()
  const awaited = new Set<string>()

  const readNext = Effect.gen(function* () {
    const id = yield* Queue.take(wanted)
    const filter = yield* Effect.ensuring(
      read(id),
      Effect.sync(() => awaited.delete(id))
    )
    if (filters.size >= maxFilters) filters.delete(filters.keys().next().value ?? "")
    filters.set(id, filter)
  })
  yield* Effect.forever(readNext).pipe(
    keepGoing("Could not read the filter of a list of numbers; the next call that needs the filter reads it again"),
    Effect.forkScoped
  )

  /** Returns the filter of a list; undefined while it is not read yet. */
  const of = (id: string): NumberFilter | undefined => {
    const filter = filters.get(id)
    if (filter !== undefined) {
      // Moves the filter to the end: the first one in the map is the least recently used.
      filters.delete(id)
      filters.set(id, filter)
    } else if (!awaited.has(id)) {
      awaited.add(id)
      Queue.offerUnsafe(wanted, id)
    }
    return filter
  }
  return { of }
})

/** Maximum number of lists whose filters are kept: 2 MB for a list of a million numbers. */
const maxFilters = 100
