import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"
import { signWebhook } from "../../src/platform/secrets/webhook-signature.ts"
import { readContract } from "../support/api/contract.ts"
import { makeHttpClient } from "../support/api/http.ts"
import { blocksOf, documents, openingsOf, root, textOf } from "../support/data/knowledge/documents.ts"
import { type Served, serve } from "../support/processes/carillon-process.ts"
import { childEnv } from "../support/processes/child-env.ts"
import { someOf } from "../support/sample.ts"
import { freePort } from "../support/servers/free-port.ts"
import { fillFolder } from "../support/servers/test-database.ts"

// Blocks marked `sh` run unchanged, in the order of their document, in a folder like that of a reader. Blocks marked `sh no-run`
// need something that is missing here (an account, a container engine, another machine, a registry) or run these tests. Blocks
// marked `sh stopped` run after the server has stopped.

const folder = mkdtempSync(join(tmpdir(), "carillon-docs-"))
for (const name of ["package.json", "node_modules", "scripts", "src", "migrations"]) {
  symlinkSync(join(root, name), join(folder, name))
}

let server: Served
let ports: { readonly server: string; readonly listener: string }
beforeAll(async () => {
  const data = join(folder, ".carillon")
  mkdirSync(data, { mode: 0o700 })
  await fillFolder(data)
  server = await serve({
    DATA_DIR: data,
    // Slow enough for a watcher who comes a few seconds late.
    SIMULATOR_SPEED: "4",
    ALLOW_PRIVATE_WEBHOOKS: "1",
    API_RATE_LIMIT: "60000"
  })
  ports = { server: new URL(server.url).port, listener: String(await freePort()) }
})
afterAll(async () => {
  await server.stop("SIGKILL")
  rmSync(folder, { recursive: true, force: true })
})

/** Runs commands as if they were pasted into a terminal, until one fails. */
const paste = async (blocks: ReadonlyArray<string>, env: Readonly<Record<string, string>> = {}, before = "") => {
  const script = join(folder, "pasted.sh")
  const text = [before, ...blocks].join("\n").replaceAll("127.0.0.1:8080", `127.0.0.1:${ports.server}`)
  writeFileSync(script, text.replaceAll(/\b9000\b/g, ports.listener))
  const child = spawn("bash", ["-e", "-O", "expand_aliases", script], {
    cwd: folder,
    env: { ...childEnv, HOME: folder, PORT: ports.server, ...env },
    stdio: ["ignore", "pipe", "pipe"],
    // Processes that the commands leave behind end with the shell.
    detached: true
  })
  let printed = ""
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (part) => {
      printed += part
    })
  }
  const [code] = await once(child, "exit")
  try {
    process.kill(-(child.pid as number))
  } catch {
    // No process was left.
  }
  await Promise.all([child.stdout, child.stderr].map((stream) => stream.closed || once(stream, "close")))
  expect({ code, printed }).toEqual({ code: 0, printed: expect.not.stringContaining('"statusCode":') })
  return printed
}

const admin = async (method: string, path: string, body?: unknown) => {
  const token = await paste(["cat .carillon/admin-token"])
  const headers = { authorization: `Bearer ${token.trim()}`, "content-type": "application/json" }
  const response = await fetch(`${server.url}/admin/v1${path}`, { method, headers, body: JSON.stringify(body) })
  return (await response.json()) as Record<string, string>
}

/** Creates the resources that other documents assume: a key, and a saved request. */
const atHand = async () => {
  const { key = "" } = await admin("POST", "/organizations/1/api-keys", { name: "documents" })
  const { secret = "" } = await admin("GET", "/organizations/1/webhook-secret")
  const body = JSON.stringify({ contact_identifier: "L-1001" })
  const headers = signWebhook({ id: "evt_1", timestampSeconds: 1_893_488_702, body, secrets: [secret] })
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  writeFileSync(join(folder, "headers.txt"), `${lines.join("\n")}\n`)
  writeFileSync(join(folder, "body.json"), body)
  return { KEY: key, URL: server.url }
}

test("the README's first campaign runs as it is printed", { timeout: 300_000 }, async () => {
  const printed = await paste(blocksOf("README.md", "sh"))
  expect(printed).toContain("COMPLETED, 3 of 3 done (100 %)")
  expect(printed).toMatch(/✔ Asha Rao .*Booked/)
  expect(printed).toMatch(/· Omar Das .*No Answer/)
  expect(printed).toMatch(/✔ Mira Nair .*Do Not Call/)
  expect(printed).toContain("nothing stood in the way")
  expect(printed).toContain("Knowledge bases use the stand-in")
})

// The README's commands run as npm runs them. Here npm would take half of the time of each command.
const withoutNpm = `npm() {
  if [[ "$1 $2 $3 $4" == "run -s carillon --" ]]; then shift 4; "${process.execPath}" src/cli.ts "$@"; else command npm "$@"; fi
}`

/** Output that the commands of a document contain. */
const prints: Readonly<Record<string, RegExp>> = {
  "docs/transfer.md": /"kind":"WARM"/,
  "docs/tools.md": /"result":"Tuesday at ten"/,
  "docs/recording.md": /Wrote call\.wav: attempt 1, [1-9]\d* seconds/,
  "docs/audit.md": /complete and unchanged: \d+ files[\s\S]*"optOuts": 1[\s\S]*complete and unchanged/,
  "docs/privacy.md": /Wrote ines\.tar[\s\S]*"phoneNumbers"/,
  "docs/knowledge.md": /from 9 to 18/,
  "docs/webhooks.md": /webhook-id|signature .*valid/
}

test("the commands of each document run, one after another", { timeout: 300_000 }, async () => {
  const env = await atHand()
  const withCommands = documents.filter((document) => document !== "README.md" && blocksOf(document, "sh").length > 0)
  expect(withCommands).toEqual(expect.arrayContaining(Object.keys(prints)))
  for (const document of someOf(withCommands, 6)) {
    expect(await paste(blocksOf(document, "sh"), env, withoutNpm)).toMatch(prints[document] ?? "")
  }
})

test("every request in a document names an existing endpoint", async () => {
  const client = makeHttpClient(Number(ports.server))
  const { find } = await readContract(client.send)
  const named = documents.flatMap((document) =>
    [...textOf(document).matchAll(/`(GET|POST|PUT|PATCH|DELETE) (\/(?:admin\/)?v1\/[^`?\s]+)/g)].map(
      ([, method = "", path = ""]) => ({ document, method, path })
    )
  )
  expect(named.length).toBeGreaterThan(40)
  // OpenAPI documents list neither themselves nor what is behind links.
  const isListed = (path: string) => !/openapi\.json$|^\/v1\/(transcripts|recordings)\//.test(path)
  expect(named.filter(({ method, path }) => isListed(path) && find(method, path) === undefined)).toEqual([])
  await client.close()
})

test("a backup of the embedded database, made as documented, can be restored", async () => {
  await server.stop("SIGTERM")
  await paste(blocksOf("docs/operations.md", "sh stopped"))
  server = await serve({ DATA_DIR: join(folder, "restored/.carillon") })
  ports = { ...ports, server: new URL(server.url).port }
  expect(await admin("GET", "/organizations")).toMatchObject({ total: 1, data: [{ name: "Acme" }] })
})

test("every shell block is marked as run or not run", () => {
  const marks = documents.flatMap((document) =>
    openingsOf(document).filter((opening) => /^(sh|bash|zsh|shell|console)\b/.test(opening))
  )
  expect([...new Set(marks)].toSorted()).toEqual(["sh", "sh no-run", "sh stopped"])
})
