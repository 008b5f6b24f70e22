import { BlockList, isIP } from "node:net"

/** Reads addresses and networks, such as "10.0.0.0/8,2001:db8::7". */
export const readProxies = (value: string): BlockList | undefined => {
  const proxies = new BlockList()
  for (const item of value.split(",")) {
    const [address = "", prefix, ...rest] = item.trim().split("/")
    const version = isIP(address)
    const longest = version === 6 ? 128 : 32
    if (version === 0 || rest.length > 0 || (prefix !== undefined && !/^\d{1,3}$/.test(prefix))) return undefined
    const length = prefix === undefined ? longest : Number(prefix)
    if (length > longest) return undefined
    proxies.addSubnet(address, length, version === 6 ? "ipv6" : "ipv4")
  }
  return proxies
}

/**
 * Returns the address of the client whose request a trusted proxy passed on. Each proxy adds the address that it sees at
 * the end of X-Forwarded-For, so the client is the last one that is no proxy: what stands before it, a client may have
 * written itself.
 */
export const clientBehind = (proxies: BlockList, peer: string, forwardedFor: string | undefined): string => {
  let client = peer
  const hops = (forwardedFor ?? "").split(",").map(withoutPort)
  while (isIn(proxies, client)) {
    const next = hops.pop() ?? ""
    if (isIP(next) === 0) break
    client = next
  }
  return client
}

const isIn = (proxies: BlockList, address: string) => {
  const version = isIP(address)
  return version !== 0 && proxies.check(address, version === 6 ? "ipv6" : "ipv4")
}

// Some proxies add the port: "192.0.2.1:4711" or "[2001:db8::1]:4711".
const withoutPort = (hop: string) => {
  const [, bracketed, plain] = /^\[(.*)\](?::\d+)?$|^([\d.]+):\d+$/.exec(hop.trim()) ?? []
  return bracketed ?? plain ?? hop.trim()
}
