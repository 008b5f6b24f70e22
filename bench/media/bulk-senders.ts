import { once } from "node:events"
import { request } from "node:http"
import { Worker } from "node:worker_threads"
import type { BulkLoad, BulkSent } from "./bulk-figures.ts"

// The clients of the bulk bench, in a process of their own: each organization sends its largest allowed body, waits for
// the whole answer and sends it again; beside them one client asks for a contact every 20 ms.

const rows = 1000
/** The largest metadata of a contact that lets a thousand of them fit into 16 MiB. */
const metadataOf = (row: number) =>
  Object.fromEntries(Array.from({ length: 400 }, (_, key) => [`key ${key}`, `${row} ${"x".repeat(22)}`]))

const bodyOf = (organization: number) =>
  Buffer.from(
    JSON.stringify({
      contacts: Array.from({ length: rows }, (_, row) => ({
        name: `Contact ${row}`,
        phoneNumber: `+9190${organization}${String(row).padStart(7, "0")}`,
        metadata: metadataOf(row)
      }))
    })
  )

const [load] = (await once(process, "message")) as [BulkLoad]
const bodies = load.keys.map((_, index) => bodyOf(index))
let sending = true
const sent: BulkSent = {
  megabytesABody: (bodies[0]?.length ?? 0) / 2 ** 20,
  statuses: {},
  bulkMillis: [],
  getMillis: []
}

const send = (method: string, path: string, key: string, body?: Buffer) =>
  new Promise<number>((resolve, reject) => {
    const headers = {
      "x-api-key": key,
      ...(body !== undefined && { "content-type": "application/json", "content-length": body.length })
    }
    const asked = request({ host: "127.0.0.1", port: load.port, method, path, headers }, (answer) => {
      answer.resume().once("end", () => resolve(answer.statusCode ?? 0))
    })
    asked.once("error", reject)
    asked.end(body)
  })

const keepSending = async (body: Buffer, key: string) => {
  while (sending) {
    const startedAt = performance.now()
    const status = await send("POST", "/v1/contacts/bulk", key, body)
    sent.bulkMillis.push(performance.now() - startedAt)
    sent.statuses[status] = (sent.statuses[status] ?? 0) + 1
  }
}

// In a thread of its own, so that the large answers do not hold up its clock.
const asking = new Worker(
  `
  const { parentPort, workerData } = require("node:worker_threads")
  const { request, Agent } = require("node:http")
  const agent = new Agent({ keepAlive: true })
  const millis = []
  const ask = () => new Promise((resolve, reject) => {
    const startedAt = performance.now()
    request({ ...workerData, agent }, (answer) => answer.resume().once("end", () => {
      millis.push(performance.now() - startedAt)
      resolve()
    })).once("error", reject).end()
  })
  let asking = true
  parentPort.once("message", () => { asking = false })
  const run = async () => {
    while (asking) {
      await ask()
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    agent.destroy()
    parentPort.postMessage(millis)
  }
  run()
`,
  {
    eval: true,
    workerData: {
      host: "127.0.0.1",
      port: load.port,
      path: load.contactPath,
      headers: { "x-api-key": load.contactKey }
    }
  }
)

process.send?.("begun")
const senders = load.keys.map((key, index) => keepSending(bodies[index] as Buffer, key))
await once(process, "message")
sending = false
asking.postMessage("end")
const [getMillis] = (await once(asking, "message")) as [Array<number>]
sent.getMillis.push(...getMillis)
process.send?.(sent, () => process.exit(0))
await Promise.allSettled(senders)
