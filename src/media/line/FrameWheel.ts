/** What turns for all calls that live in the wall's time, a frame at a time: one timer, however many they are. */
export interface FrameWheel {
  /** `step` hears of each turn, with the process's time, until what is given back is called. It must not throw. */
  readonly join: (step: (at: number) => void) => () => void
}

export const makeFrameWheel = (): FrameWheel => {
  const steps = new Set<(at: number) => void>()
  let timer: NodeJS.Timeout | undefined
  let due = 0

  // A turn that was missed is not made up for: in the next, each call sends all that is due by the time.
  const turn = () => {
    const now = performance.now()
    for (const step of steps) step(now)
    due += frameMillis * Math.max(1, Math.ceil((performance.now() - due) / frameMillis))
    if (steps.size > 0) wait()
  }

  const wait = () => {
    timer = setTimeout(turn, due - performance.now()).unref()
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
        wait()
      }
      return () => leave(step)
    }
  }
}

const frameMillis = 20
