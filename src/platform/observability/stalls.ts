import { Context, Effect, Layer } from "effect"

/**
 * The stalls of this process: times in which its event loop ran no timers and read no sockets. An answer that arrived in a
 * stall was not late, it was read late.
 */
export interface Stalls {
  /** Returns the sum of all stalls, ms. Only the difference of two sums has a meaning. Always 0 while nothing watches. */
  readonly millis: () => number
  /** Notes that the event loop runs. To be called every `tickMillis`. */
  readonly tick: () => void
  /** Ends the watch, so that the time from now on is no stall. */
  readonly end: () => void
  /** Watches this process while its stalls were asked for within the last minute. Returns a function that ends the watch. */
  readonly watch: () => () => void
}

export const makeStalls = (now: () => number = () => performance.now()): Stalls => {
  let past = 0
  let ranAt: number | undefined
  let askedAt = 0
  let isWatched = false
  let timer: NodeJS.Timeout | undefined

  const current = () => (ranAt === undefined ? 0 : Math.max(0, now() - ranAt - tickMillis - usualLateMillis))

  const tick = () => {
    past += current()
    ranAt = now()
  }

  const end = () => {
    past += current()
    ranAt = undefined
  }

  const rest = () => {
    clearInterval(timer)
    timer = undefined
    end()
  }

  const start = () => {
    tick()
    timer = setInterval(() => {
      tick()
      if (now() - askedAt > restMillis) rest()
    }, tickMillis).unref()
  }

  const millis = () => {
    if (isWatched) {
      askedAt = now()
      if (timer === undefined) start()
    }
    // A timer that is due after a stall may run before the tick.
    return past + current()
  }

  const watch = () => {
    isWatched = true
    return () => {
      isWatched = false
      rest()
    }
  }

  return { millis, tick, end, watch }
}

/** Returns a clock, ms, that does not count stalls. */
export const runningClock =
  ({ millis }: Stalls, now: () => number = () => performance.now()) =>
  (): number =>
    now() - millis()

/** The stalls of this process. */
export const CurrentStalls = Context.Reference<Stalls>("carillon/platform/Stalls", { defaultValue: () => makeStalls() })

/** Watches this process. */
export const layer = Layer.effectDiscard(
  Effect.gen(function* () {
    const { watch } = yield* CurrentStalls
    yield* Effect.acquireRelease(Effect.sync(watch), (end) => Effect.sync(end))
  })
)

/** Interval of ticks, ms. */
const tickMillis = 25
/** Delay of a tick that is no stall, ms. */
const usualLateMillis = 25
/** Time without a question after which the ticks end, ms: an idle process would wake for nothing else. */
const restMillis = 60_000
