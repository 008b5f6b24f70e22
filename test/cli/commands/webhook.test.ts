import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Webhook } from "standardwebhooks"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { adminToken, startServer, type TestOrganization, type TestServer } from "../../support/api/test-server.ts"
import { untilListening } from "../../support/eventually.ts"
import { type Outcome, start } from "../../support/processes/carillon-process.ts"
import { command } from "../../support/processes/command.ts"
import { freePort } from "../../support/servers/free-port.ts"

const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw0123456789ab"
const other = "whsec_AAAQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw0123456789ab"
const folder = mkdtempSync(join(tmpdir(), "carillon-webhook-"))
let server: TestServer
let org: TestOrganization
let settings: Record<string, string>
beforeAll(async () => {
  server = await startServer({ settings: { ROLES: "api", ALLOW_PRIVATE_WEBHOOKS: "1" } })
  org = await server.organization()
  settings = { PORT: String(server.port), ADMIN_TOKEN: adminToken }
})
afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true })
})

const oneLine = ({ stderr }: Outcome) => /^carillon: ([^\n]+)\n$/.exec(stderr)?.[1]
const file = (name: string, text: string | Uint8Array) => {
  writeFileSync(join(folder, name), text)
  return join(folder, name)
}
/** Flags for a received request that was signed at a given time. */
const received = (body: string, at = new Date()) => {
  const signature = new Webhook(secret).sign("evt_1", at, body)
  const headers = `Host: here\r\nWebhook-Id: evt_1\r\nWebhook-Timestamp: ${Math.floor(at.getTime() / 1000)}\r\nWebhook-Signature: v1,bm8= ${signature}\r\n`
  return ["--headers", file("headers", headers), "--body", file("body", body)]
}
const verify = (args: ReadonlyArray<string>, env: Record<string, string> = { WEBHOOK_SECRET: secret }) =>
  command(["webhook", "verify", ...args], env)

describe("webhook verify", () => {
  it("accepts a body that is signed with the secret, byte for byte", async () => {
    const right = await verify(received('{"name": "आशा"}\n'))
    assert.deepStrictEqual([right.code, right.stdout], [0, "The signature is right: evt_1\n"])
    const json = await verify([...received("{}"), "--json", "--secret", secret], {})
    assert.deepStrictEqual(JSON.parse(json.stdout), { verified: true, webhookId: "evt_1" })
  })

  it("reports why a signature is refused", async () => {
    const wrong = async (args: ReadonlyArray<string>, env?: Record<string, string>) => {
      const outcome = await verify(args, env)
      assert.deepStrictEqual([outcome.code, outcome.stdout], [1, ""])
      return oneLine(outcome)
    }
    const [flag, headers = "", , body = ""] = received("{}")
    assert.match((await wrong([flag!, headers, "--body", file("other", "{ }")])) ?? "", /not that of this secret/)
    assert.match((await wrong([flag!, headers, "--body", body], { WEBHOOK_SECRET: other })) ?? "", /not that of this/)
    assert.match((await wrong([flag!, file("none", "Host: here\n"), "--body", body])) ?? "", /is missing/)
    const signedAt = Date.now() - 301_000
    const old = received("{}", new Date(signedAt))
    const [, seconds] = /webhook-timestamp is (\d+) s from now; 300 are allowed/.exec((await wrong(old)) ?? "") ?? []
    assert.isAtLeast(Number(seconds), 301)
    assert.isAtMost(Number(seconds), (Date.now() - signedAt) / 1000 + 1)
    assert.strictEqual((await verify([...old, "--any-age"])).code, 0)
  })

  it("refuses a malformed or missing secret", async () => {
    for (const env of [{}, { WEBHOOK_SECRET: "whsec_" }, { WEBHOOK_SECRET: secret.slice(6) }]) {
      const { code, stderr } = await verify(received("{}"), env as Record<string, string>)
      assert.strictEqual(code, 2)
      assert.notInclude(stderr, secret.slice(6))
    }
  })
})

describe("webhook listen and send-test", () => {
  it("show the delivered sample with its right signature", async () => {
    const { secret: own } = (await server.admin("GET", `/admin/v1/organizations/${org.id}/webhook-secret`)).body
    const listener = start(["webhook", "listen", "--port", "0", "--status", "202"], { WEBHOOK_SECRET: own })
    const [, url = ""] = await listener.until(/Listening on (http:\S+): Ctrl-C/)
    await org.call("PUT", "/v1/write-back/config", { webhookUrl: `${url}/calls` })
    const sent = await command(["webhook", "send-test", "--org", String(org.id)], settings)
    assert.deepStrictEqual([sent.code, sent.stderr], [0, ""])
    assert.match(sent.stdout, /delivered +true\nstatus +202\n/)
    await listener.until(/transcript_url/)
    const { stdout } = await listener.stop("SIGINT")
    assert.match(
      stdout,
      /^\S+Z {2}POST \/calls {2}test_\S+ {2}signature right\n {2}\{\n {4}"contact_identifier": "SAMPLE-1"/
    )
  })

  it("show a wrong signature and a refused delivery as JSON", async () => {
    const port = await freePort()
    const listen = ["webhook", "listen", "--port", String(port), "--status", "503", "--json", "--secret", other]
    const listener = start(listen, {})
    // With --json it prints received requests only.
    await untilListening(port)
    await org.call("PUT", "/v1/write-back/config", { webhookUrl: `http://127.0.0.1:${port}/calls` })
    const sent = await command(["webhook", "send-test", "--org", String(org.id), "--json"], settings)
    assert.strictEqual(sent.code, 1)
    assert.include(JSON.parse(sent.stdout), { delivered: false, status: 503, reason: "The target answered 503" })
    await listener.until(/\n/)
    const { stdout } = await listener.stop("SIGINT")
    const shown = JSON.parse(stdout)
    assert.include(shown, { method: "POST", path: "/calls" })
    assert.match(shown.signature, /^wrong: /)
  })

  it("report a failure in one line", async () => {
    const withoutWebhook = await server.organization()
    const sent = await command(["webhook", "send-test", "--org", String(withoutWebhook.id)], settings)
    assert.deepStrictEqual([sent.code, sent.stdout], [1, ""])
    assert.match(oneLine(sent) ?? "", /There is no target/)
    const taken = await command(["webhook", "listen", "--port", String(server.port)], {})
    assert.strictEqual(taken.code, 1)
    assert.match(oneLine(taken) ?? "", /Cannot listen on 127\.0\.0\.1:\d+ \(.*EADDRINUSE/)
  })
})
