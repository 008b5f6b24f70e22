import { isIP } from "node:net"
import { assert, describe, it } from "@effect/vitest"
import { Option, Schema } from "effect"
import type { HttpServerRequest } from "effect/http"
import { addressOf, networkOf } from "../../../src/api/middleware/client-address.ts"

const shown = (remoteAddress: Option.Option<string>) =>
  addressOf({ remoteAddress } as HttpServerRequest.HttpServerRequest)

const Group = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 0xffff }))
const Half = Schema.Tuple([Group, Group, Group, Group])

describe("the address of a client", () => {
  it("is an IPv4 address without the mapping of a socket for both families", () => {
    assert.strictEqual(shown(Option.some("::ffff:192.0.2.1")), "192.0.2.1")
    assert.strictEqual(shown(Option.some("192.0.2.1")), "192.0.2.1")
    assert.strictEqual(shown(Option.some("2001:db8::1")), "2001:db8::1")
    assert.strictEqual(shown(Option.none()), "unknown")
  })
})

describe("the network of a client", () => {
  it("is an IPv4 address itself, and the /64 of an IPv6 address", () => {
    for (const [address, network] of [
      ["192.0.2.1", "192.0.2.1"],
      ["2001:db8::1", "2001:db8:0:0::/64"],
      ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
      ["2001:0DB8:0001:0002::", "2001:db8:1:2::/64"],
      ["::1", "0:0:0:0::/64"],
      ["1::", "1:0:0:0::/64"],
      ["fe80::1%eth0", "fe80:0:0:0::/64"],
      ["unknown", "unknown"]
    ] as const) {
      assert.strictEqual(networkOf(address), network)
    }
  })

  it.prop(
    "is the same for each spelling of its first half, whatever the other half is",
    [Half, Half],
    ([net, host]) => {
      const groups = [...net, ...host].map((group) => group.toString(16))
      const full = groups.join(":")
      // The parser of URLs writes the shortest spelling.
      const short = new URL(`http://[${full}]`).hostname.slice(1, -1)
      assert.strictEqual(isIP(short), 6)
      for (const spelling of [full, short, full.toUpperCase()]) {
        assert.strictEqual(networkOf(spelling), `${groups.slice(0, 4).join(":")}::/64`)
      }
    }
  )
})
