import { type Clock, Duration, Effect } from "effect"

/**
 * A clock that the sound of a line drives: what comes in is as long as the time that has passed. It begins at the wall's
 * time; what is kept of a call takes its times from the wall.
 */
export interface LineClock extends Clock.Clock {
  /** So much of the line has been heard, in milliseconds since it began. Whoever sleeps until then wakes, each at their time. */
  readonly reach: (lineMillis: number) => void
  /** How many sleep. */
  readonly sleeping: () => number
}

export const makeLineClock = (beganAt: number): LineClock => {
  let now = 0
  const sleepers: Array<Sleeper> = []

  const reach = (lineMillis: number) => {
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

  const nanos = () => BigInt(Math.floor(now * 1_000_000))
  const millis = () => Math.floor(beganAt + now)
  const wallNanos = () => BigInt(beganAt) * 1_000_000n + nanos()
  return {
    reach,
    sleeping: () => sleepers.length,
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
