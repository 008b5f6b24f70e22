/** A frame of audio is this much of the line's time. */
export const frameMillis = 20

/**
 * The clock of all streams of a line: one timer, and for each turn how many frames have passed. At speed 1 it keeps the
 * time, and makes up for turns that came late; what is more than a second behind is given up. Above it the line's time is
 * slower where the machine is.
 */
export const makeWheel = (speed: number) => {
  const frame = frameMillis / speed
  const most = speed === 1 ? 50 : 10
  const joined = new Map<(frames: number) => void, number>()
  let timer: NodeJS.Timeout | undefined
  /** Up to when frames were given. */
  let turned = 0

  const turn = () => {
    const now = performance.now()
    const due = Math.floor((now - turned) / frame)
    turned += due * frame
    if (due > 0) {
      // Who joined in a long turn is not told of what was before.
      for (const [step, since] of joined) step(Math.min(due, most, Math.ceil((now - since) / frame)))
    }
    wait()
  }

  const wait = () => {
    clearTimeout(timer)
    timer = joined.size === 0 ? undefined : setTimeout(turn, Math.max(1, turned + frame - performance.now()))
  }

  return {
    /** `step` hears of each turn, until what is given back is called. */
    join: (step: (frames: number) => void): (() => void) => {
      joined.set(step, performance.now())
      if (timer === undefined) {
        turned = performance.now()
        wait()
      }
      return () => {
        joined.delete(step)
        if (joined.size > 0) return
        clearTimeout(timer)
        timer = undefined
      }
    }
  }
}

export type Wheel = ReturnType<typeof makeWheel>
