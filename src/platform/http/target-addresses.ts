import dns from "node:dns/promises"
import { Context, Effect } from "effect"
import { notAllowed, unreachable } from "./outbound-errors.ts"
import { isPublicAddress } from "./public-address.ts"
import { isForbiddenHost, literalAddress } from "./webhook-url.ts"

/** Resolves a name to all of its addresses. Tests replace the DNS with their own table of names. */
export const ResolveName = Context.Reference<
  (hostname: string, allowPrivate: boolean) => Promise<ReadonlyArray<string>>
>("carillon/platform/ResolveName", {
  defaultValue: () => (hostname, allowPrivate) => (allowPrivate ? resolveBySystem(hostname) : resolveByDns(hostname))
})

/** Returns the addresses that a request to a host may dial. Fails if one of them is not public, unless those are allowed. */
export const addressesOf = Effect.fnUntraced(function* (
  hostname: string,
  allowPrivate: boolean,
  resolve: typeof ResolveName.Service
) {
  if (!allowPrivate && isForbiddenHost(hostname)) return yield* notAllowed
  const literal = literalAddress(hostname)
  if (literal !== undefined) return [literal]
  const addresses = yield* Effect.tryPromise({
    try: () => resolve(hostname, allowPrivate),
    catch: (cause) => unreachable("dns", cause)
  })
  if (!allowPrivate && !addresses.every(isPublicAddress)) return yield* notAllowed
  return addresses
})

// Names of the operator's own network may exist only in the hosts file or a search domain.
const resolveBySystem = async (hostname: string) =>
  (await dns.lookup(hostname, { all: true })).map(({ address }) => address)

// Not dns.lookup: it blocks one of two threads until the name servers answer, and a client may choose slow ones.
const resolveByDns = async (hostname: string) => {
  const [ipv4, ipv6] = await Promise.allSettled([dns.resolve4(hostname), dns.resolve6(hostname)])
  if (ipv4.status === "rejected" && ipv6.status === "rejected") throw ipv4.reason
  return [ipv4, ipv6].flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []))
}
