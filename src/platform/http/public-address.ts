import { BlockList, isIP } from "node:net"

/**
 * Whether a textual IP address belongs to the public Internet. Returns false for a text that is not an address, has a
 * zone, or embeds an IPv4 address in IPv6 (mapped, compatible, NAT64, 6to4, Teredo): a translator would lead back into the
 * private network.
 */
export const isPublicAddress = (address: string): boolean => {
  switch (isIP(address)) {
    case 4:
      return !reservedIPv4.check(address, "ipv4")
    case 6:
      return !address.includes("%") && !reservedIPv6.check(address, "ipv6")
    default:
      return false
  }
}

// A list for each family: a BlockList compares across families as v4-mapped, so `::/3` would cover all of IPv4.
const blockList = (family: "ipv4" | "ipv6", networks: ReadonlyArray<string>): BlockList => {
  const list = new BlockList()
  for (const network of networks) {
    const [address, prefix] = network.split("/") as [string, string]
    list.addSubnet(address, Number(prefix), family)
  }
  return list
}

const reservedIPv4 = blockList("ipv4", [
  "0.0.0.0/8", // this network; Linux dials loopback for 0.0.0.0
  "10.0.0.0/8", // private
  "100.64.0.0/10", // carrier-grade NAT
  "127.0.0.0/8", // loopback
  "168.63.129.16/32", // Azure's host agent: a public number that every virtual machine there reaches
  "169.254.0.0/16", // link-local, cloud metadata
  "172.16.0.0/12", // private
  "192.0.0.0/24", // protocol assignments
  "192.0.2.0/24", // documentation
  "192.88.99.0/24", // 6to4 relays
  "192.168.0.0/16", // private
  "198.18.0.0/15", // benchmarks
  "198.51.100.0/24", // documentation
  "203.0.113.0/24", // documentation
  "224.0.0.0/4", // multicast
  "240.0.0.0/4" // reserved, broadcast
])

// Only 2000::/3 is routed on the Internet; the first three cover everything outside it.
const reservedIPv6 = blockList("ipv6", [
  "::/3", // unspecified, loopback, v4-mapped and v4-compatible, NAT64 (64:ff9b::/96, 64:ff9b:1::/48), discard (100::/64)
  "4000::/2", // unassigned, segment routing (5f00::/16)
  "8000::/1", // unassigned, unique local (fc00::/7), link-local, site-local (fec0::/10), multicast
  "2001::/23", // protocol assignments: Teredo, benchmarks, ORCHID
  "2001:db8::/32", // documentation
  "2002::/16", // 6to4
  "3fff::/20" // documentation
])
