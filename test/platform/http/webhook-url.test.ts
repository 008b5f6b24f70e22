import { assert, describe, it } from "@effect/vitest"
import { webhookUrlProblem } from "../../../src/platform/http/webhook-url.ts"
import {
  loopbackHosts,
  loopbackHosts6,
  malformedHosts,
  privateHosts
} from "../../support/fakes/network/forbidden-hosts.ts"

const accepted = [
  "http://example.com",
  "https://example.com/hooks/calls?tenant=7&x=%20#part",
  "HTTPS://Example.COM:8443/",
  "https://example.com.",
  "https://bücher.example/höök",
  "https://xn--bcher-kva.example",
  "https://hooks_1.example.com",
  "http://localhost.example.com",
  "http://notlocalhost",
  "http://crm.internal:8080/hook",
  "http://8.8.8.8:25/hook",
  "http://134744072",
  "https://[2606:4700:4700::1111]:444/hook"
]

describe("webhookUrlProblem", () => {
  it("accepts public names and addresses on any port", () => {
    for (const url of accepted) assert.isUndefined(webhookUrlProblem(url, false), url)
  })

  it("refuses each spelling of a host that is not public, with a helpful message", () => {
    for (const host of [...loopbackHosts, ...loopbackHosts6, ...privateHosts]) {
      for (const url of [`http://${host}`, `https://${host}:8443/hook`]) {
        assert.match(webhookUrlProblem(url, false) ?? "", /^must point to a public address/, url)
      }
    }
  })

  it("accepts these hosts where private targets are allowed", () => {
    for (const host of [...loopbackHosts, ...loopbackHosts6, ...privateHosts]) {
      assert.isUndefined(webhookUrlProblem(`http://${host}:8080/`, true), host)
    }
  })

  it("always refuses a malformed URL", () => {
    for (const host of malformedHosts) {
      for (const allowPrivate of [false, true]) {
        assert.match(
          webhookUrlProblem(`http://${host}/`, allowPrivate) ?? "",
          /^must (be a full URL|not contain)/,
          host
        )
      }
    }
  })

  it("requires http or https", () => {
    const others = [
      "ftp://example.com",
      "file:///etc/passwd",
      "data:,x",
      "javascript:alert(1)",
      "ws://example.com",
      "gopher://x"
    ]
    const partial = [
      "",
      "example.com",
      "//example.com",
      "/hook",
      "http:",
      "http://",
      "http:example.com",
      "https:/example.com"
    ]
    for (const url of [
      ...others,
      ...partial,
      "http:///example.com",
      "http://example.com:65536",
      "http://example.com:-1"
    ]) {
      assert.match(webhookUrlProblem(url, true) ?? "", /^must be a full URL that begins with http/, url)
    }
  })

  it("refuses credentials", () => {
    for (const url of [
      "http://user@example.com",
      "http://user:pass@example.com",
      "http://:pass@example.com",
      "http://8.8.8.8@127.0.0.1"
    ]) {
      assert.strictEqual(webhookUrlProblem(url, true), "must not contain a user name or password", url)
    }
  })

  it("refuses characters that the URL parser would silently drop or rewrite", () => {
    const inside = ["\0", "\t", "\n", "\r", "\x1f", "\x7f", "\x85", " ", "\u2028", "\\"]
    for (const character of inside) {
      for (const url of [
        `http://example.com/a${character}b`,
        `${character}http://example.com`,
        `http://example.com/${character}`
      ]) {
        assert.match(webhookUrlProblem(url, true) ?? "", /^must not contain spaces/, JSON.stringify(url))
      }
    }
  })

  it("accepts at most 2048 characters", () => {
    const url = (length: number) => "https://example.com/".padEnd(length, "x")
    assert.isUndefined(webhookUrlProblem(url(2048), false))
    assert.strictEqual(webhookUrlProblem(url(2049), false), "must have at most 2048 characters")
  })
})
