import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, expect, test } from "vitest"
import { newWebhookSecret, signWebhook } from "../../src/platform/secrets/webhook-signature.ts"
import { blocksOf, root } from "../support/data/knowledge/documents.ts"
import { untilFound, untilListening } from "../support/eventually.ts"
import { freePort } from "../support/servers/free-port.ts"

const document = "docs/webhooks.md"

const folder = mkdtempSync(join(tmpdir(), "carillon-docs-"))
// Lets the code find the packages of this project.
symlinkSync(join(root, "node_modules"), join(folder, "node_modules"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test("the receiver in TypeScript accepts each signed webhook once, also during a rotation, and nothing else", async () => {
  const [code = ""] = blocksOf(document, "ts")
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
  await untilListening(port)

  const [example = ""] = blocksOf(document, "json")
  const send = async (secrets: ReadonlyArray<string>, body = example) => {
    const timestampSeconds = Math.floor(Date.now() / 1000)
    const headers = signWebhook({ id: "evt_1", timestampSeconds, body: example, secrets })
    return (await fetch(`http://localhost:${port}/`, { method: "POST", headers, body })).status
  }
  expect(await send([secret])).toBe(204)
  expect(await send([before, secret])).toBe(204)
  expect(await send([before])).toBe(401)
  expect(await send([secret], `${example} `)).toBe(401)
  await untilFound(() => printed.includes("\n"))
  receiver.kill()
  await once(receiver, "close")
  expect(printed).toBe(`evt_1 ${JSON.stringify(JSON.parse(example))}\n`)
})
