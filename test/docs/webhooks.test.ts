import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { connect, createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterAll, expect, test, vi } from "vitest"
import { newWebhookSecret, signWebhook } from "../../src/platform/webhook-signature.ts"

const text = readFileSync(new URL("../../docs/webhooks.md", import.meta.url), "utf8")
const blocks = (language: string) =>
  [...text.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, "gms"))].map(([, code = ""]) => code)

const folder = mkdtempSync(join(tmpdir(), "carillon-docs-"))
// Where it finds the packages of this project.
symlinkSync(fileURLToPath(new URL("../../node_modules", import.meta.url)), join(folder, "node_modules"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const freePort = async () => {
  const probe = createServer().listen(0, "127.0.0.1")
  await once(probe, "listening")
  const address = probe.address()
  await new Promise((closed) => probe.close(closed))
  return typeof address === "object" && address !== null ? address.port : 0
}
const accepts = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, "localhost", () => {
      socket.destroy()
      resolve(true)
    }).on("error", () => resolve(false))
  })

test("the receiver in TypeScript takes what we sign once, during a rotation too, and nothing else", async () => {
  const [code = ""] = blocks("ts")
  writeFileSync(join(folder, "receiver.mts"), code)
  const [secret, before] = [newWebhookSecret(), newWebhookSecret()]
  const port = await freePort()
  const receiver = spawn(process.execPath, [join(folder, "receiver.mts")], {
    env: { WEBHOOK_SECRET: secret, PORT: String(port) }
  })
  let printed = ""
  receiver.stdout.on("data", (part) => {
    printed += part
  })
  await vi.waitUntil(() => accepts(port), { timeout: 20_000 })

  const [example = ""] = blocks("json")
  const send = async (secrets: ReadonlyArray<string>, body = example) => {
    const timestampSeconds = Math.floor(Date.now() / 1000)
    const headers = signWebhook({ id: "evt_1", timestampSeconds, body: example, secrets })
    return (await fetch(`http://localhost:${port}/`, { method: "POST", headers, body })).status
  }
  expect(await send([secret])).toBe(204)
  expect(await send([before, secret])).toBe(204)
  expect(await send([before])).toBe(401)
  expect(await send([secret], `${example} `)).toBe(401)
  await vi.waitUntil(() => printed.includes("\n"), { timeout: 20_000 })
  receiver.kill()
  await once(receiver, "close")
  expect(printed).toBe(`evt_1 ${JSON.stringify(JSON.parse(example))}\n`)
})
