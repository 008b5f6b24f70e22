import { connect } from "node:net"
import { vi } from "vitest"
import { patience } from "./patience.ts"

/** Waits until a check no longer throws. A check with side effects should set its own interval, ms. */
export const eventually = <A>(check: () => A | Promise<A>, interval = 20): Promise<A> =>
  vi.waitFor(check, { timeout: patience, interval })

/** Waits until a look returns a truthy value, and returns it. */
export const untilThere = <A>(look: () => A | Promise<A>, interval = 20) =>
  vi.waitUntil(look, { timeout: patience, interval })

/** Waits until a process listens on a local port. */
export const untilListenedTo = (port: number) => untilThere(() => isListenedTo(port))

const isListenedTo = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, "localhost", () => {
      socket.destroy()
      resolve(true)
    }).on("error", () => resolve(false))
  })
