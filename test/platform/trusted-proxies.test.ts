import { assert, describe, it } from "@effect/vitest"
import { clientBehind, readProxies } from "../../src/platform/trusted-proxies.ts"

const proxiesIn = (value: string) => {
  const proxies = readProxies(value)
  assert.isDefined(proxies)
  return proxies
}
const proxies = proxiesIn("10.0.0.0/8, 192.0.2.7,2001:db8:1::/48,::1")

describe("trusted proxies", () => {
  it("are addresses and networks, and nothing else", () => {
    for (const wrong of [
      "",
      "10.0.0.0/33",
      "10.0.0.0/",
      "10.0.0.0/8/8",
      "10.0.0.0/-1",
      "proxy.example",
      "::1/129",
      "*",
      "10.1"
    ])
      assert.isUndefined(readProxies(wrong), wrong)
  })

  it("tell the address of their client, which is the last that is no proxy", () => {
    for (const [peer, forwardedFor, client] of [
      ["10.0.0.1", "203.0.113.5", "203.0.113.5"],
      ["10.0.0.1", "203.0.113.5, 10.0.0.2,192.0.2.7", "203.0.113.5"],
      ["::1", "2001:DB8:1::5, [2001:db8:2::9]:443, 2001:db8:1::1", "2001:db8:2::9"],
      ["10.0.0.1", "203.0.113.5:51234", "203.0.113.5"],
      // A client that writes the header itself.
      ["10.0.0.1", "198.51.100.1, 203.0.113.5", "203.0.113.5"],
      ["203.0.113.5", "198.51.100.1", "203.0.113.5"],
      ["192.0.2.8", "198.51.100.1", "192.0.2.8"],
      // A proxy that does not say, or a request of the proxy itself.
      ["10.0.0.1", undefined, "10.0.0.1"],
      ["10.0.0.1", "", "10.0.0.1"],
      ["10.0.0.1", "203.0.113.5, unknown", "10.0.0.1"],
      ["10.0.0.1", "10.0.0.3", "10.0.0.3"],
      ["unknown", "203.0.113.5", "unknown"]
    ] as const) {
      assert.strictEqual(clientBehind(proxies, peer, forwardedFor), client, `${peer} ${forwardedFor}`)
    }
  })
})
