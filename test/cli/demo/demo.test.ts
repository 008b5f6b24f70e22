import { spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync } from "node:fs"
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { type AddressInfo, createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { carillon, start } from "../../support/processes/carillon-process.ts"
import { childEnv } from "../../support/processes/child-env.ts"
import { command } from "../../support/processes/command.ts"
import { hasTurn } from "../../support/sample.ts"

let folder: string
let dataDir: string
let settings: Record<string, string>
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "carillon-demo-"))
  dataDir = join(folder, "demo")
  // The demo must ignore these settings.
  const elsewhere = { DATABASE_URL: "postgres://nobody@127.0.0.1:1/none", CARRIER: "twilio", OPENAI_API_KEY: "none" }
  settings = { ...elsewhere, DATA_DIR: dataDir, PORT: "0", SIMULATOR_SPEED: "4", DRAIN_SECONDS: "1" }
})
afterAll(async () => {
  for (const { stop } of demos) await stop("SIGKILL")
  await rm(folder, { recursive: true, force: true })
})

const demos: Array<ReturnType<typeof start>> = []
const startDemo = (...args: ReadonlyArray<string>) => {
  const demo = start(["demo", ...fast, ...args], settings)
  demos.push(demo)
  return demo
}

// All calls at once, at four times the speed of a conversation, are more than a machine with other work carries.
const fast = ["--pace", "150"]
const root = fileURLToPath(new URL("../../..", import.meta.url))

/** Runs a shell command to its end, or until its output matches. */
const shell = async (command: string, until?: RegExp) => {
  const child = spawn("sh", ["-c", command], {
    cwd: root,
    env: childEnv,
    detached: true,
    stdio: ["ignore", "pipe", "pipe"]
  })
  let out = ""
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk) => {
      out += chunk
      if (until?.test(out)) process.kill(-(child.pid as number), "SIGKILL")
    })
  }
  await once(child, "close")
  return { code: child.exitCode, out }
}

const stored = async () => JSON.parse(await readFile(join(dataDir, "demo.json"), "utf8"))

describe("carillon demo", () => {
  it("calls 60 people, prints the same summary as the API, and then serves the suggested commands", async () => {
    const demo = startDemo()
    await demo.until(/It keeps serving: Ctrl-C ends it\./)
    const seen = demo.outputNow()
    const { campaigns, key } = await stored()
    const [, url = ""] = /Carillon listens at (\S+), on data in /.exec(seen) ?? []
    const calls = (
      await Promise.all(
        campaigns.map(async (id: string) => {
          const answer = await fetch(`${url}/v1/campaigns/${id}/calls?limit=100`, { headers: { "x-api-key": key } })
          return ((await answer.json()) as { data: ReadonlyArray<any> }).data
        })
      )
    ).flat()
    assert.strictEqual(calls.length, 60)
    for (let digit = 0; digit < 10; digit++) {
      const matching = calls.filter(({ phoneNumber }) => phoneNumber.endsWith(String(digit)))
      assert.strictEqual(matching.length, 6)
      const outcome = ({ 2: "NO_ANSWER", 3: "BUSY", 4: "CARRIER_ERROR" } as Record<number, string>)[digit]
      for (const call of matching) {
        const expected = call.contactName === "Vik Larsen" ? "VOICEMAIL" : (outcome ?? "CONNECTED")
        assert.strictEqual(call.outcome, expected, JSON.stringify(call))
      }
    }
    const minutes = calls.reduce((sum, { duration }) => sum + duration, 0) / 60
    const summed = /: 60 calls in \d+:\d\d, (\d+) answered, ([\d.]+) minutes of conversation/.exec(seen)
    assert.strictEqual(Number(summed?.[1]), calls.filter(({ outcome }) => outcome === "CONNECTED").length)
    assert.closeTo(Number(summed?.[2]), minutes, 0.051)
    for (const name of ["Hot Lead", "Not Interested", "Callback Requested", "Do Not Call", "Not Reachable"]) {
      const count = calls.filter(({ intentLabel }) => intentLabel?.name === name).length
      const rows = [...seen.matchAll(new RegExp(` ${name} +(\\d+) +[\\d.]+$`, "gm"))]
      assert.strictEqual(
        rows.reduce((sum, [, of]) => sum + Number(of), 0),
        count
      )
    }
    // The lines were shown, and the knowledge base has answered.
    assert.match(seen, /^ {2}[\w ]+, person: What are your opening hours\?$/m)
    assert.match(seen, /^ {2}[\w ]+, agent: .*nine in the morning to six in the evening/m)
    assert.match(seen, /^ {2}[\w ]+, agent: नमस्ते /m)
    // The tool has booked a visit in the calendar of the demo.
    const explainedCall = async (name: string) => {
      const { id } = calls.find(({ contactName }) => contactName === name)
      const { stdout } = await command(["call", "explain", "--url", url, "--org", "1", id, "--json"], settings)
      return JSON.parse(stdout)
    }
    const booking = await explainedCall("Uma Jones")
    assert.containSubset(booking.toolCalls, [{ tool: "book_visit", status: "DONE" }])
    // Another person was handed over to the desk, and a voicemail has a message.
    const handedOver = await explainedCall("Kara Singh")
    assert.containSubset(handedOver.transfers, [{ kind: "WARM", target: "Solar desk", status: "CONNECTED" }])
    const voicemail = await explainedCall("Vik Larsen")
    assert.containSubset(voicemail.attemptLog, [{ machine: { detail: "MESSAGE_LEFT" } }])
    assert.notInclude(seen, "\u001b")
    // The sample prices say that they are samples.
    const costs = await command(["costs", "show", "--url", url, "--org", "1", "--json"], settings)
    const { cost, note } = JSON.parse(costs.stdout)
    assert.isAbove(Number(cost), 0)
    assert.match(note, /Sample prices of the demo/)

    const suggested = seen.slice(seen.indexOf("To try next")).match(/^ {2}\S.*$/gm) ?? []
    assert.strictEqual(suggested.length, 5)
    const [explain = "", ...others] = suggested.map((one) => one.trim())
    const explained = await shell(explain)
    assert.match(explained.out, /person +What are your opening hours\?/)
    for (const other of others.slice(0, 2)) {
      const { code, out } = await shell(other)
      assert.strictEqual(code, 0)
      assert.isAbove(JSON.parse(out).data.length, 0)
    }
    const results = await shell(others[2] ?? "")
    assert.match(results.out, /^identifier,name,(?:.*\r?\n){31}$/)
    const tail = await shell(others[3] ?? "", /Following the events at/)
    assert.match(tail.out, /Following the events at/)

    // Watching a finished campaign prints its state and returns.
    const watch = (id: string) => carillon(["campaign", "watch", "--url", url, "--org", "1", id], settings)
    const over = await watch(campaigns[0])
    assert.deepStrictEqual([over.code, over.stderr], [0, ""])
    assert.match(over.stdout, /^English: a free visit: COMPLETED, 30 of 30 done \(100 %\), 0 live/)
    const unknown = await watch("nonsense")
    assert.deepStrictEqual([unknown.code, unknown.stderr], [1, "carillon: There is no such campaign\n"])

    assert.strictEqual((await demo.stop("SIGTERM")).code, 0)
  })

  it.runIf(hasTurn(0))("continues on the data of the last run with new campaigns for the same people", async () => {
    const before = await stored()
    const demo = startDemo("--json")
    // People who opted out in the first run are shown as suppressed.
    await demo.until(/(?:"type":"suppressed"[\s\S]*?){6}/)
    const after = await stored()
    assert.deepStrictEqual({ ...after, campaigns: [] }, { ...before, campaigns: [] })
    assert.notDeepEqual(after.campaigns, before.campaigns)
    const { code, stdout } = await demo.stop("SIGINT")
    assert.strictEqual(code, 0)
    const events = stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line))
    assert.strictEqual(events.filter(({ attempt, type }) => type === "suppressed" && attempt === 0).length, 6)
  })

  it.runIf(hasTurn(1))("starts from scratch with --fresh", async () => {
    const before = await stored()
    const demo = startDemo("--fresh")
    await demo.until(/Made organization 1 with an API key/)
    await demo.stop("SIGTERM")
    assert.notStrictEqual((await stored()).key, before.key)
  })

  it("removes with --fresh only the data of a demo", async () => {
    const precious = join(folder, "thesis.txt")
    await writeFile(precious, "42")
    const { code, stderr } = await carillon(["demo", "--fresh"], { ...settings, DATA_DIR: folder })
    assert.strictEqual(code, 1)
    assert.match(stderr, /^carillon: DATA_DIR \S+ has files that are not of a demo: --fresh removes nothing there\n$/)
    assert.isTrue(existsSync(precious))
  })

  it("reports in one line that the port is in use", async () => {
    const other = createServer().listen(0, "127.0.0.1")
    await once(other, "listening")
    const { port } = other.address() as AddressInfo
    const outcome = await carillon(["demo"], { ...settings, PORT: String(port) })
    other.close()
    const line = `carillon: PORT ${port} of 127.0.0.1 is in use: stop what listens there, or set another PORT\n`
    assert.deepStrictEqual(outcome, { code: 1, stdout: "", stderr: line })
  })
})
