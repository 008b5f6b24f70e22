import { Clock, Duration, Effect } from "effect"

/**
 * A clock that the sound of a line drives: what comes in is as long as the time that has passed. It begins at the wall's
 * time; what is kept of a call takes its times from the wall.
 */
export interface LineClock extends Clock.Clock {
  /** So much of the line has been heard, in milliseconds since it began. Whoever sleeps until then wakes, each at their time. */
  readonly advanceTo: (lineMillis: number) => void
  /** How many sleep. */
  readonly sleeping: () => number
  /** The line is held for as long as something takes. */
  readonly pauseDuring: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
}

/** What takes time of the wall takes none of a line whose sound is its clock. */
export const withLineClockPaused = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.flatMap(Clock.Clock, (clock) => (isLineClock(clock) ? clock.pauseDuring(effect) : effect))

export const isLineClock = (clock: Clock.Clock): clock is LineClock => "pauseDuring" in clock

interface Line {
  /** No more of it is heard from here on, but for what is on its way. */
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
      // It may go on at once, and sleep again.
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
    sleeping: () => sleepers.length,
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

// The last wakes first; of two at one time, who came first. A call has few sleepers.
const enter = (sleepers: Array<Sleeper>, sleeper: Sleeper) => {
  const later = sleepers.findLastIndex(({ at }) => at > sleeper.at)
  sleepers.splice(later + 1, 0, sleeper)
}

const leave = (sleepers: Array<Sleeper>, sleeper: Sleeper) => {
  const index = sleepers.indexOf(sleeper)
  if (index >= 0) sleepers.splice(index, 1)
}
