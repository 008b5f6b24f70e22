import { connect } from "node:net"
import { vi } from "vitest"
import { patience } from "./patience.ts"

/** Repeats a check every `interval` ms until it passes. Checks with side effects need a longer interval. */
export const eventually = <A>(check: () => A | Promise<A>, interval = 20, timeout = patience.engine): Promise<A> =>
  vi.waitFor(check, { timeout, interval })

/** Calls `find` every `interval` ms until it returns a truthy value, and returns that value. */
export const untilFound = <A>(find: () => A | Promise<A>, interval = 20, timeout = patience.engine) =>
  vi.waitUntil(find, { timeout, interval })

/** Waits until a server listens on a port of this machine. */
export const untilListening = (port: number) => untilFound(() => isListenedTo(port), 20, patience.process)

const isListenedTo = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, "localhost", () => {
      socket.destroy()
      resolve(true)
    }).on("error", () => resolve(false))
  })
