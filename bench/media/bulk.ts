import { type ChildProcess, fork } from "node:child_process"
import { once } from "node:events"
import { readFile } from "node:fs/promises"
import { quantile, rounded } from "../figures.ts"
import { inRepository, withDatabase, withNode } from "../product.ts"
import type { BulkLoad, BulkSent } from "./bulk-figures.ts"
import type { CallsToMake, Noticed } from "./media-figures.ts"

const calls = Number(process.env.CALLS ?? 100)
const seconds = Number(process.env.SECONDS ?? 60)
const organizations = 4
const goals = { latestFrameMillis: 40, getP95: 100, megabytes: 1500 }

/**
 * Live calls on a node whose clients send the largest allowed bodies without pause. Compared with the same calls and
 * the same node without large bodies.
 */
export const run = () =>
  withDatabase((url) =>
    withNode(url, "bench/media/bulk-node.ts", async (node) => {
      const keys = await Promise.all(
        Array.from({ length: organizations }, async (_, index) => {
          const { id } = await node.admin("/organizations", { name: `Sender ${index}` })
          const { key } = await node.admin(`/organizations/${id}/api-keys`, { name: "bench" })
          return key
        })
      )
      const contact = await createContact(node.port, node.key)
      const callers = fork(inRepository("bench/media/media-caller.ts"))
      const measure = async (senders: ReadonlyArray<string>) => {
        const load = { port: node.port, keys: senders, contactPath: `/v1/contacts/${contact}`, contactKey: node.key }
        const peak = watchMemory(node.pid)
        const { noticed, sent } = await during(callers, `ws://127.0.0.1:${node.mediaPort}`, load)
        return described(noticed, sent, await peak())
      }
      try {
        const floor = await measure([])
        const product = await measure(keys)
        return {
          what: `${calls} live calls for ${seconds} s on a node, ${organizations} organizations that send the largest allowed body without pause, and GET /v1/contacts/:id`,
          floorIs: "the same calls and GETs without the large bodies",
          floor,
          product,
          goals,
          met: {
            latestFrame: product.laterThan40 === 0,
            getP95: product.get.p95 < goals.getP95,
            megabytes: product.peakMegabytes < goals.megabytes
          }
        }
      } finally {
        callers.kill()
      }
    })
  )

const during = async (callers: ChildProcess, url: string, load: BulkLoad) => {
  const clients = fork(inRepository("bench/media/bulk-senders.ts"))
  const asked: CallsToMake = { url, calls, warmUpSeconds: 10, seconds }
  callers.send(asked)
  clients.send(load)
  await once(clients, "message")
  await once(callers, "message")
  const [noticed] = (await once(callers, "message")) as [Noticed]
  clients.send("end")
  const [sent] = (await once(clients, "message")) as [BulkSent]
  callers.send("hang up")
  return { noticed, sent }
}

const described = (noticed: Noticed, sent: BulkSent, peakMegabytes: number) => ({
  frames: Math.round(noticed.frames),
  laterThan20: Math.round(noticed.later[20]),
  laterThan40: Math.round(noticed.later[40]),
  laterThan60: Math.round(noticed.later[60]),
  turnP95: rounded(quantile(noticed.turns, 0.95)),
  unanswered: noticed.unanswered,
  broken: noticed.broken,
  /** Delay of the callers' own frames, which is the machine's and not the product's. */
  own: { p99: rounded(noticed.own.p99), max: rounded(noticed.own.max) },
  get: {
    p50: rounded(quantile(sent.getMillis, 0.5)),
    p95: rounded(quantile(sent.getMillis, 0.95)),
    max: rounded(Math.max(...sent.getMillis))
  },
  bodies: sent.statuses,
  megabytesABody: rounded(sent.megabytesABody),
  bulkP50: rounded(quantile(sent.bulkMillis, 0.5)),
  peakMegabytes: Math.round(peakMegabytes)
})

const createContact = async (port: number, key: string): Promise<string> => {
  const response = await fetch(`http://127.0.0.1:${port}/v1/contacts`, {
    method: "POST",
    headers: { "x-api-key": key, "content-type": "application/json" },
    body: JSON.stringify({ name: "Ann Example", phoneNumber: "+919812345678" })
  })
  return ((await response.json()) as { id: string }).id
}

/** Samples the memory of a process until it is asked for the peak, in MB. */
const watchMemory = (pid: number) => {
  let peak = 0
  const sample = async () => {
    const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "")
    peak = Math.max(peak, Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024)
  }
  const timer = setInterval(sample, 100)
  return async () => {
    clearInterval(timer)
    await sample()
    return peak
  }
}
