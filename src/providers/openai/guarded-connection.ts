import type { Duplex } from "node:stream"
import { Effect } from "effect"
import { connectChecked } from "../../platform/http/checked-socket.ts"
import { addressesOf, type ResolveName } from "../../platform/http/target-addresses.ts"

/**
 * Returns a function that connects to the host of a URL that an organization has set, by the rules for webhooks: public
 * addresses only, checked when they are dialed.
 */
export const guardedConnection = (baseUrl: string, resolve: typeof ResolveName.Service) => {
  const url = new URL(baseUrl)
  const connection = Effect.gen(function* () {
    const addresses = yield* addressesOf(url.hostname, false, resolve)
    return yield* connectChecked(url, addresses, false, { address: "", socket: undefined })
  })
  return (): Promise<Duplex> => Effect.runPromise(connection)
}
