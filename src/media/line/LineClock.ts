import { Clock, Duration, Effect } from "effect"

/**
 * A clock that is driven by the audio of a line: the duration of the received audio is the time
 * that has passed. It starts at the wall's time; records that are stored use the wall clock.
 */
export interface LineClock extends Clock.Clock {
  /** Advances to a time, ms of received audio since the line began. Wakes each sleeper at its own time. */
  readonly advanceTo: (lineMillis: number) => void
  /** Runs the effect with the line paused. */
  readonly pauseDuring: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
}

/** Runs the effect with the line's clock paused: wall time spent on it does not count for the call. */
export const withLineClockPaused = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.flatMap(Clock.Clock, (clock) => (isLineClock(clock) ? clock.pauseDuring(effect) : effect))

export const isLineClock = (clock: Clock.Clock): clock is LineClock => "pauseDuring" in clock

interface Line {
  /** Stops receiving audio, except for audio that is on its way. */
  readonly pause: () => void
  readonly resume: () => void
}

export const makeLineClock = (beganAt: number, line?: Line): LineClock => {
  let now = 0
  let pauses = 0
  const sleepers: Array<Sleeper> = []

  const advanceTo = (lineMillis: number) => {
    for (let first = sleepers.at(-1); first !== undefined && first.at <= lineMillis; first = sleepers.at(-1)) {
      sleepers.pop()
      now = first.at
      // The fiber may continue at once and sleep again.
      first.wake()
    }
    now = Math.max(now, lineMillis)
  }

  const sleep = (millis: number): Effect.Effect<void> => {
    if (millis <= 0) return Effect.yieldNow
    return Effect.callback((resume) => {
      const sleeper = { at: now + millis, wake: () => resume(Effect.void) }
      enter(sleepers, sleeper)
      return Effect.sync(() => leave(sleepers, sleeper))
    })
  }

  const pause = Effect.sync(() => {
    if (pauses++ === 0) line?.pause()
  })
  const resume = Effect.sync(() => {
    if (--pauses === 0) line?.resume()
  })

  const nanos = () => BigInt(Math.floor(now * 1_000_000))
  const millis = () => Math.floor(beganAt + now)
  const wallNanos = () => BigInt(beganAt) * 1_000_000n + nanos()
  return {
    advanceTo,
    pauseDuring: (effect) =>
      Effect.acquireUseRelease(
        pause,
        () => effect,
        () => resume
      ),
    currentTimeMillisUnsafe: millis,
    currentTimeMillis: Effect.sync(millis),
    currentTimeNanosUnsafe: wallNanos,
    currentTimeNanos: Effect.sync(wallNanos),
    monotonicTimeNanosUnsafe: nanos,
    monotonicTimeNanos: Effect.sync(nanos),
    sleep: (duration) => sleep(Duration.toMillis(duration))
  }
}

interface Sleeper {
  readonly at: number
  readonly wake: () => void
}

// Keeps the next sleeper to wake last in the array; sleepers with the same time wake in the order in
// which they began. A call has few sleepers.
const enter = (sleepers: Array<Sleeper>, sleeper: Sleeper) => {
  const later = sleepers.findLastIndex(({ at }) => at > sleeper.at)
  sleepers.splice(later + 1, 0, sleeper)
}

const leave = (sleepers: Array<Sleeper>, sleeper: Sleeper) => {
  const index = sleepers.indexOf(sleeper)
  if (index >= 0) sleepers.splice(index, 1)
}
