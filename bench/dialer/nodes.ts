import type { ChildProcess } from "node:child_process"
import { setTimeout as sleep } from "node:timers/promises"
import { cpuSeconds } from "../cpu.ts"
import { quantile, rounded } from "../figures.ts"
import { freePort, query, withDatabase } from "../product.ts"
import { campaigns, fill, firstAsked, type Line, withLine, withNode } from "./dialer.ts"
import { postgresLoad } from "./postgres-load.ts"

const seconds = Number(process.env.SECONDS ?? 60)
const startsPerSecond = Number(process.env.STARTS ?? 50)
const kills = Number(process.env.KILLS ?? 5)

/**
 * The same dialing by one node and by three: what each of them does, and what a call costs. Then one of two nodes is
 * killed, several times.
 */
export const run = async () => {
  const one = await withFilled((url) => measure(url, 1))
  const three = await withFilled((url) => measure(url, 3))
  const takeovers = await withFilled(measureKills)
  const most = (key: "starts" | "events") =>
    rounded(Math.max(...three.ofNodes.map((node) => Math.abs(node[key] * 3 - 1))))
  const uneven = { starts: most("starts"), events: most("events") }
  return {
    what: `${startsPerSecond} starts/s over ${campaigns} running campaigns for ${seconds} s, with a carrier that answers and hangs up at once`,
    floorIs: "one node",
    one,
    three,
    uneven,
    cpuOfThreeToOne: rounded(three.cpuMillisAStart / one.cpuMillisAStart),
    takeovers,
    goals: "each of three nodes does a third of the starts and of the events, within 10 %; takeover in 5,000 ms",
    met: uneven.starts <= 0.1 && uneven.events <= 0.1 && takeovers.every(({ firstMillis }) => firstMillis <= 5_000)
  }
}

interface Node {
  readonly line: Line
  readonly process: ChildProcess
  readonly port: number
}

const withFilled = <A>(use: (url: string) => Promise<A>) =>
  withDatabase(async (url) => {
    const longest = Math.max(seconds + 60, kills * 120)
    await fill(url, { callsEach: Math.ceil((startsPerSecond * longest) / campaigns), perSecond: startsPerSecond })
    return use(url)
  })

/** Runs nodes of a cluster, each with a line of its own, by which its calls are known. */
const withNodes = async <A>(
  url: string,
  count: number,
  use: (nodes: ReadonlyArray<Node>) => Promise<A>,
  nodes: ReadonlyArray<Node> = []
): Promise<A> => {
  if (nodes.length === count) return use(nodes)
  const port = await freePort()
  const settings = { PORT: String(port), NODE_HOST: "127.0.0.1", NODE_PORT: String(await freePort()) }
  return withLine((line) =>
    withNode(url, line, (process) => withNodes(url, count, use, [...nodes, { line, process, port }]), settings)
  )
}

const measure = (url: string, count: number) =>
  withNodes(url, count, async (nodes) => {
    await untilAllDial(nodes)
    const read = () =>
      Promise.all(
        nodes.map(async (node) => ({
          starts: (await node.line.asked()).length,
          events: await eventsHandled(node),
          cpu: await cpuSeconds(node.process.pid ?? 0)
        }))
      )
    const before = await read()
    let after = before
    const load = await postgresLoad(url, async () => {
      await sleep(seconds * 1000)
      after = await read()
    })
    const used = after.map(({ cpu, events, starts }, index) => ({
      starts,
      events: events - (before[index]?.events ?? 0),
      cpu: cpu - (before[index]?.cpu ?? 0)
    }))
    const sumOf = (key: "starts" | "events" | "cpu") => used.reduce((sum, node) => sum + node[key], 0)
    const share = (key: "starts" | "events" | "cpu", node: (typeof used)[number]) => rounded(node[key] / sumOf(key))
    const starts = sumOf("starts")
    return {
      startsPerSecond: rounded(starts / seconds),
      eventsPerSecond: rounded(sumOf("events") / seconds),
      cpuMillisAStart: rounded((sumOf("cpu") * 1000) / starts),
      postgresCpuMillisAStart: rounded((load.cpuSeconds * 1000) / starts),
      ofNodes: used.map((node) => ({
        starts: share("starts", node),
        events: share("events", node),
        cpu: share("cpu", node)
      }))
    }
  })

/** Each of some nodes dials, and has had the time to give the others their share. */
const untilAllDial = async (nodes: ReadonlyArray<Node>) => {
  await Promise.all(nodes.map(({ line }) => firstAsked(line)))
  await sleep(20_000)
}

const eventsHandled = async ({ port }: Node) => {
  const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  return [...metrics.matchAll(/^\w*events_handled\w*(?:\{.*\})? (\d+)/gm)].reduce(
    (sum, [, count]) => sum + Number(count),
    0
  )
}

/** Kills one of two nodes. Returns how late the other starts the next calls of its campaigns, from when each is due. */
const measureKill = (url: string) =>
  withNodes(url, 2, async (nodes) => {
    await untilAllDial(nodes)
    const [dead] = nodes as [Node]
    const killedAt = Date.now()
    dead.process.kill("SIGKILL")
    const lost = () => query(url, startsAfter, [dead.line.url, killedAt / 1000])
    let found = await lost()
    for (const end = Date.now() + 120_000; Date.now() < end; found = await lost()) {
      if (found.every(({ late }) => late !== null)) break
      await sleep(500)
    }
    const late = found.map((row) => Number(row.late ?? Number.NaN))
    return {
      campaigns: found.length,
      firstMillis: Math.round(Math.min(...found.map((row) => Number(row.gap ?? Number.NaN)))),
      middleMillis: Math.round(quantile(late, 0.5)),
      lastMillis: Math.round(Math.max(...late))
    }
  })

const measureKills = async (url: string) => {
  const measured = [await measureKill(url)]
  while (measured.length < kills) measured.push(await measureKill(url))
  return measured
}

// The campaigns whose last start before the kill is of the dead node, and how long after the kill, and after it was due,
// the first start of another node is.
const startsAfter = `select (extract(epoch from n.at) - $2) * 1000 as gap,
    (extract(epoch from n.at - greatest(l.at + interval '60.052 seconds' / c.calls_per_minute, to_timestamp($2)))) * 1000 as late
  from campaigns c
  cross join lateral (select account, started_at as at from attempts where campaign_id = c.id and started_at <= to_timestamp($2)
    order by started_at desc limit 1) l
  left join lateral (select min(started_at) as at from attempts where campaign_id = c.id and account <> $1
    and started_at > to_timestamp($2)) n on true
  where l.account = $1`
