/** A time in which a process ran late, ms since 1970. */
export interface Stall {
  readonly from: number
  readonly until: number
}

/** Notes when this process runs late. Returns a function that returns the stalls since it was called last. */
export const watchOwnStalls = (): (() => ReadonlyArray<Stall>) => {
  let stalls: Array<Stall> = []
  let last = Date.now()
  const look = () => {
    const now = Date.now()
    if (now - last > everyMillis + lateMillis) stalls.push({ from: last, until: now })
    last = now
  }
  setInterval(look, everyMillis).unref()
  return () => {
    const taken = stalls
    stalls = []
    return taken
  }
}

const everyMillis = 5
const lateMillis = 20
