import { connect } from "node:net"
import { vi } from "vitest"
import { patience } from "./patience.ts"

/** Repeats the check every `interval` ms until it passes. A check that acts each time names its own interval. */
export const eventually = <A>(check: () => A | Promise<A>, interval = 20, timeout = patience.engine): Promise<A> =>
  vi.waitFor(check, { timeout, interval })

/** Repeats the look every `interval` ms until it finds a value, and returns that. */
export const untilThere = <A>(find: () => A | Promise<A>, interval = 20, timeout = patience.engine) =>
  vi.waitUntil(find, { timeout, interval })

/** Waits until a server listens on a port of this machine. */
export const untilListenedTo = (port: number) => untilThere(() => isListenedTo(port), 20, patience.process)

const isListenedTo = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, "localhost", () => {
      socket.destroy()
      resolve(true)
    }).on("error", () => resolve(false))
  })
