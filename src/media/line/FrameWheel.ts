import { frameMillis } from "../../audio/frames.ts"

/** Ticks once per frame for all calls on wall time, with a single timer however many calls there are. */
export interface FrameWheel {
  /**
   * Calls `step` on each tick with the time of `performance.now`, until the returned function is
   * called. `step` must not throw.
   */
  readonly join: (step: (at: number) => void) => () => void
}

export const makeFrameWheel = (): FrameWheel => {
  const steps = new Set<(at: number) => void>()
  let timer: NodeJS.Timeout | undefined
  let due = 0

  // Missed ticks are skipped: in the next one, each call sends all audio that is due.
  const tick = () => {
    const now = performance.now()
    for (const step of steps) step(now)
    due += frameMillis * Math.max(1, Math.ceil((performance.now() - due) / frameMillis))
    if (steps.size > 0) schedule()
  }

  const schedule = () => {
    timer = setTimeout(tick, Math.max(0, due - performance.now())).unref()
  }

  const leave = (step: (at: number) => void) => {
    steps.delete(step)
    if (steps.size > 0) return
    clearTimeout(timer)
    timer = undefined
  }

  return {
    join: (step) => {
      steps.add(step)
      if (timer === undefined) {
        due = performance.now() + frameMillis
        schedule()
      }
      return () => leave(step)
    }
  }
}

// Duration of a frame, ms.
