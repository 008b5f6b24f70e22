import { connect } from "node:net"
import { vi } from "vitest"
import { patience } from "./patience.ts"

/**
 * Repeats a check every `interval` ms until it passes, and less often the longer that takes. Checks with side effects
 * need a longer interval.
 */
export const eventually = <A>(check: () => A | Promise<A>, interval = 20, timeout = patience.engine): Promise<A> => {
  const turns = makeTurns()
  let failure: unknown
  const sparing = async () => {
    if (!turns.isDue()) throw failure
    try {
      return await check()
    } catch (error) {
      failure = error
      turns.taken()
      throw error
    }
  }
  return vi.waitFor(sparing, { timeout, interval })
}

/** Calls `find` like `eventually` until it returns a truthy value, and returns that value. */
export const untilFound = <A>(find: () => A | Promise<A>, interval = 20, timeout = patience.engine) => {
  const turns = makeTurns()
  const sparing = async () => {
    if (!turns.isDue()) return undefined
    const found = await find()
    turns.taken()
    return found
  }
  return vi.waitUntil(sparing, { timeout, interval })
}

/**
 * The next turn comes a third of the time later that has passed, and half a second later at most: a check takes the
 * time of processors and databases from the work that it waits for.
 */
const makeTurns = () => {
  const begun = performance.now()
  let next = begun
  return {
    isDue: () => performance.now() >= next,
    taken: () => {
      const now = performance.now()
      next = now + Math.min(500, (now - begun) / 3)
    }
  }
}

/** Waits until a server listens on a port of this machine. */
export const untilListening = (port: number) => untilFound(() => isListenedTo(port), 20, patience.process)

const isListenedTo = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, "localhost", () => {
      socket.destroy()
      resolve(true)
    }).on("error", () => resolve(false))
  })
