import { connect } from "node:net"
import { vi } from "vitest"
import { patience } from "./patience.ts"

/** Awaits that what is expected has come to be; what does something each time it checks says how often, in milliseconds. */
export const eventually = <A>(check: () => A | Promise<A>, interval = 20): Promise<A> =>
  vi.waitFor(check, { timeout: patience, interval })

/** Awaits that there is what is looked for, and gives it. */
export const untilThere = <A>(look: () => A | Promise<A>, interval = 20) =>
  vi.waitUntil(look, { timeout: patience, interval })

/** Awaits that somebody listens on a port of this machine. */
export const untilListenedTo = (port: number) => untilThere(() => isListenedTo(port))

const isListenedTo = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, "localhost", () => {
      socket.destroy()
      resolve(true)
    }).on("error", () => resolve(false))
  })
