import { Option } from "effect"
import { clientOptions, endpointOf } from "../../src/providers/google/google-clients.ts"

/** Options of the clients of Google's SDK for this endpoint. */
export const googleOptions = (endpoint: string | undefined) =>
  clientOptions(endpointOf(Option.fromUndefinedOr(endpoint), ""))

/** Returns a function that lends a client; each is a connection for as many calls as the service lends it to. */
export const makeLender = <A>(make: () => A) => {
  const clients: Array<{ readonly client: A; lent: number }> = []
  return () => {
    const free = clients.find(({ lent }) => lent < 45)
    const entry = free ?? { client: make(), lent: 0 }
    if (free === undefined) clients.push(entry)
    entry.lent++
    return { client: entry.client, giveBack: () => void entry.lent-- }
  }
}
