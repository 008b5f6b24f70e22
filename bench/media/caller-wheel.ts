/** Length of a frame of audio, ms. */
export const frameMillis = 20

const slots = 10
const slotMillis = frameMillis / slots

/** A caller that sends a frame each 20 ms. */
export interface WheelCaller {
  readonly step: (now: number) => void
}

/**
 * Drives all callers by a single timer: every 2 ms a tenth of them send. A late timer makes up for the turns that it
 * missed. `noteLate` receives how late each turn is, ms.
 */
export const makeCallerWheel = (noteLate: (millis: number) => void) => {
  const callers: Array<Set<WheelCaller>> = Array.from({ length: slots }, () => new Set())
  const began = performance.now()
  let joined = 0
  let slot = 0
  let timer: NodeJS.Timeout | undefined
  const turn = () => {
    for (let due = began; ; slot++) {
      due = began + slot * slotMillis
      const now = performance.now()
      if (due > now) break
      noteLate(now - due)
      for (const caller of callers[slot % slots] ?? []) caller.step(now)
    }
    timer = setTimeout(turn, Math.max(1, began + slot * slotMillis - performance.now()))
  }
  turn()
  return {
    /** Drives a caller until the returned function is called. */
    join: (caller: WheelCaller): (() => void) => {
      const place = callers[joined++ % slots]
      place?.add(caller)
      return () => void place?.delete(caller)
    },
    stop: () => clearTimeout(timer)
  }
}
