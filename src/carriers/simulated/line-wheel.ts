import { frameMillis } from "../../audio/frames.ts"

// Frames per turn above speed 1: a turn costs each stream a ping and a pong besides its frames.
const framesATurn = 5
// Maximum length of a turn, ms: audio must not wait for long.
const longestTurn = 5

/**
 * The clock of all streams of a line: one timer, which reports how many frames have passed in each
 * turn. At speed 1 it keeps wall time and catches up after late turns, except for more than a
 * second. Above speed 1 a turn has several frames, which are sent together, and line time slows
 * down with the machine.
 */
export const makeWheel = (speed: number) => {
  const frame = frameMillis / speed
  const between = Math.max(frame, Math.min(framesATurn * frame, longestTurn))
  const most = speed === 1 ? 50 : 10
  const joined = new Map<(frames: number) => void, number>()
  let timer: NodeJS.Timeout | undefined
  /** Moment up to which frames were reported. */
  let turned = 0

  const turn = () => {
    const now = performance.now()
    const due = Math.floor((now - turned) / frame)
    turned += due * frame
    if (due > 0) {
      // A stream that joined during a long turn gets no frames from before it joined.
      for (const [step, since] of joined) step(Math.min(due, most, Math.ceil((now - since) / frame)))
    }
    wait()
  }

  const wait = () => {
    clearTimeout(timer)
    timer = joined.size === 0 ? undefined : setTimeout(turn, Math.max(1, turned + between - performance.now()))
  }

  return {
    /** Calls `step` with the frames of each turn, until the returned function is called. */
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
