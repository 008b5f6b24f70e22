import { Effect, Option } from "effect"
import { describe, expect, test } from "vitest"
import { isOverTls } from "../../../src/api/middleware/access/over-tls.ts"
import { AppConfig } from "../../../src/platform/config.ts"

const isSecure = (headers: Readonly<Record<string, string>>, consoleUrl?: string) => {
  const settings = { consoleUrl: Option.fromUndefinedOr(consoleUrl) } as AppConfig["Service"]
  const decide = Effect.runSync(Effect.provideService(isOverTls, AppConfig, settings))
  return decide({ headers: { host: "console.example", ...headers } as never })
}

describe("a request over TLS", () => {
  test("is known by its origin, whatever the setting says", () => {
    expect(isSecure({ origin: "https://console.example" })).toBe(true)
    expect(isSecure({ origin: "http://console.example" }, "https://console.example")).toBe(false)
  })

  test("is known without an origin by the page of this host that sent it", () => {
    expect(isSecure({ referer: "https://console.example/console/o/1" })).toBe(true)
    expect(isSecure({ referer: "http://console.example/console/o/1" }, "https://console.example")).toBe(false)
    // A proxy has changed the host.
    expect(isSecure({ host: "10.0.0.1", referer: "https://console.example/" }, "https://console.example")).toBe(true)
  })

  test("is known by the setting if another page or none has sent it", () => {
    for (const headers of [{}, { referer: "http://other.example/" }, { referer: "nonsense" }]) {
      expect(isSecure(headers, "https://console.example")).toBe(true)
      expect(isSecure(headers, "http://console.example")).toBe(false)
      expect(isSecure(headers)).toBe(false)
    }
    expect(isSecure({ referer: "https://other.example/" })).toBe(false)
  })
})
