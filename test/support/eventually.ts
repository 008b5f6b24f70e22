import { vi } from "vitest"
import { patience } from "./patience.ts"

const waiting = { timeout: patience, interval: 20 }

/** Awaits that what is expected has come to be. */
export const eventually = <A>(check: () => A | Promise<A>): Promise<A> => vi.waitFor(check, waiting)

/** Awaits that there is what is looked for, and gives it. */
export const untilThere = <A>(look: () => A | Promise<A>) => vi.waitUntil(look, waiting)
