import { isIPv6 } from "node:net"
import { Effect, Option } from "effect"
import type { HttpServerRequest } from "effect/http"
import { AppConfig } from "../../platform/config.ts"
import { clientBehind } from "../../platform/trusted-proxies.ts"

/** Replaces the address of a request that came through TRUSTED_PROXIES by that of its client. */
export const behindProxies = Effect.map(
  AppConfig,
  ({ trustedProxies }) =>
    (request: HttpServerRequest.HttpServerRequest): HttpServerRequest.HttpServerRequest => {
      if (Option.isNone(trustedProxies)) return request
      const client = clientBehind(trustedProxies.value, addressOf(request), request.headers["x-forwarded-for"])
      return request.modify({ remoteAddress: Option.some(client) })
    }
)

/** The address that sent a request: the proxy's, behind one that is not trusted. */
export const addressOf = ({ remoteAddress }: HttpServerRequest.HttpServerRequest): string =>
  withoutMapping(Option.getOrElse(remoteAddress, () => "unknown"))

// A socket that accepts both families shows IPv4 addresses as ::ffff:192.0.2.1.
const withoutMapping = (address: string) => address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, "")

/**
 * The network by which the failed attempts of a client are limited: an IPv4 address, or the /64 of an IPv6 address,
 * because one client has all addresses of its /64.
 */
export const networkOf = (address: string): string => {
  if (!isIPv6(address)) return address
  const [before = "", after] = (address.split("%")[0] as string).split("::")
  const groupsOf = (text: string) => (text === "" ? [] : text.split(":"))
  const first = groupsOf(before)
  const last = groupsOf(after ?? "")
  const zeros = Math.max(0, 8 - first.length - last.length)
  const groups = after === undefined ? first : [...first, ...Array<string>(zeros).fill("0"), ...last]
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":")}::/64`
}
