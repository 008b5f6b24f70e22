import { type ChildProcess, spawn, spawnSync } from "node:child_process"
import { Console } from "node:console"
import { randomBytes } from "node:crypto"
import { once } from "node:events"
import { mkdtemp, rm } from "node:fs/promises"
import { availableParallelism, tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { cpuSeconds } from "../cpu.ts"
import { quantile, rounded } from "../figures.ts"
import { inRepository, type Node, withDatabase, withServer } from "../product.ts"
import type { Stall } from "./own-stalls.ts"
import type { CallerRecord, CallersOrder, Conversed, VendorServers } from "./vendor-figures.ts"

const steps = (process.env.CALLS ?? "50,100,200,300").split(",").map(Number)
const seconds = Number(process.env.SECONDS ?? 30)
const settlingSeconds = 10
/**
 * A process compiles while it carries its first calls: that is not the cost of a call. The service, which has more code
 * than the floor, does so for about two minutes.
 */
const warmUp = { calls: 100, seconds: 120, floorSeconds: 60 }

/** The vendors of a call, and what of a turn's delay is theirs or a rule, ms. */
interface Mix {
  readonly ear: string
  readonly voice: string
  /** Silence by which the turn ends: the vendor's decision, or, where it makes none, our rule. */
  readonly endMillis: number
}

const mixes: Readonly<Record<string, Mix>> = {
  google: { ear: "google", voice: "google", endMillis: 350 },
  "deepgram + elevenlabs": { ear: "deepgram", voice: "elevenlabs", endMillis: 260 },
  "soniox + cartesia": { ear: "soniox", voice: "cartesia", endMillis: 260 }
}
/** Silence after which each of the recognizers ends an utterance, and the floor replies, ms. */
const finalMillis = 260
/** Flags for Node of the service and of the floor, such as --cpu-prof. */
const flagsOfNode = process.env.NODE_FLAGS?.split(" ").filter((flag) => flag !== "") ?? []
const chosen = process.env.MIXES?.split(",") ?? Object.keys(mixes)

const goals = {
  of200: { cpuMillis: { google: 2.5, others: 2 }, turn: { p50: 25, p95: 60 } },
  of300: { turn: { p95: 100 } },
  transcripts: "exact"
}

/**
 * The whole service on Postgres and Kafka, with the clients that it uses for vendors, over TLS. The callers and servers
 * in the vendors' places are on the other core.
 */
export const run = async () => {
  const rows: Array<Row> = []
  for (const name of chosen) {
    const mix = mixes[name]
    if (mix === undefined) throw new Error(`There are no vendors ${name}: ${Object.keys(mixes).join(", ")}`)
    rows.push(...(await measuredOn(name, mix)))
  }
  new Console(process.stderr).table(rows.map(printed))
  return {
    what: `calls in real time through the whole service on Postgres and ${kafka === undefined ? "the embedded bus" : "Kafka"}, vendors over TLS`,
    table: [
      "CPU ms: of the service, of a second of a call",
      "floor: the same of a bare process, with the same number of people and the same libraries, which talks to the same vendors",
      "ratio: CPU ms of the service to those of the floor",
      "floorTurn: turn of the floor, which replies as soon as the recognizer has ended the turn",
      "turn: ms from the caller's last sound to the first frame of the reply, less the silence by which the turn ends",
      "disturbed: turns that do not count, because the callers or the servers of the vendors ran late themselves",
      "own: ms by which the callers' own frames left late, p50, p95 and p99: the turns contain them"
    ],
    pinned: canPin,
    disturbed: rows.filter(({ own }) => own.p99 > 20).map(({ calls, vendors }) => `${vendors}, ${calls} calls`),
    rows,
    goals,
    met: rows.map((row) => ({ vendors: row.vendors, calls: row.calls, ...verdictOn(row) }))
  }
}

type Row = Awaited<ReturnType<typeof measured>>

let people = 0

const measuredOn = (vendors: string, mix: Mix) =>
  withVendors(mix, async (world) => {
    await startCampaign(world.node, warmUp.calls)
    await untilConnected(world.callers, warmUp.calls)
    await sleep(warmUp.seconds * 1_000)
    await ask(world.callers, { kind: "hang up" })
    world.floor.send(numbersOf(warmUp.calls))
    await untilConnected(world.callers, warmUp.calls)
    await sleep(warmUp.floorSeconds * 1_000)
    await ask(world.callers, { kind: "hang up" })
    const rows: Array<Awaited<ReturnType<typeof measured>>> = []
    for (const calls of steps) rows.push(await measured(vendors, mix, calls, world))
    return rows
  })

const ask = <A>(child: ChildProcess, order: CallersOrder | "problems" | "stalls") => {
  child.send(order)
  return nextMessage<A>(child)
}

const measured = async (vendors: string, mix: Mix, calls: number, world: World) => {
  const { floor, node, vendorServers } = world
  const { length: earlierProblems } = await ask<ReadonlyArray<string>>(vendorServers, "problems")
  const campaignId = await startCampaign(node, calls)
  const { conversed, records, ...ofService } = await carried(calls, node.pid, mix.endMillis, world)
  const different = await differentTranscripts(node, campaignId, records)
  const problems = await ask<ReadonlyArray<string>>(vendorServers, "problems")
  // The service is idle meanwhile.
  floor.send(numbersOf(calls))
  const ofFloor = await carried(calls, floor.pid ?? 0, finalMillis, world)
  const percent = (count: number) => rounded((100 * count) / conversed.frames)
  return {
    vendors,
    calls,
    ...ofService,
    floorCpuMillisACallSecond: ofFloor.cpuMillisACallSecond,
    ratio: rounded(ofService.cpuMillisACallSecond / ofFloor.cpuMillisACallSecond),
    floorTurn: ofFloor.turn,
    floorTurns: ofFloor.turns,
    /** Sentences of the callers that the floor has not answered. */
    floorUnanswered: ofFloor.records.reduce((count, { answers, said }) => count + said.length - answers, 0),
    unanswered: conversed.unanswered,
    broken: conversed.broken,
    late: { 20: percent(conversed.later[20]), 40: percent(conversed.later[40]), 60: percent(conversed.later[60]) },
    transcripts: records.length,
    notExact: different.length,
    differentTranscripts: different.slice(0, mostShown),
    refusedRequests: problems.length - earlierProblems,
    own: { p50: rounded(conversed.own.p50), p95: rounded(conversed.own.p95), p99: rounded(conversed.own.p99) }
  }
}

/** Measures the process that carries these calls, once all are connected, and lets them end. */
const carried = async (calls: number, pid: number, endMillis: number, { callers, vendorServers }: World) => {
  await untilConnected(callers, calls)
  await sleep(settlingSeconds * 1_000)
  await ask(vendorServers, "stalls")
  const cpuBefore = await cpuSeconds(pid)
  const conversed = await ask<Conversed>(callers, { kind: "measure", seconds })
  const cpuMillis = 1_000 * ((await cpuSeconds(pid)) - cpuBefore)
  const stalls = [...conversed.stalls, ...(await ask<ReadonlyArray<Stall>>(vendorServers, "stalls"))]
  const records = await ask<ReadonlyArray<CallerRecord>>(callers, { kind: "hang up" })
  const undisturbed = conversed.turns.filter(
    ({ at, millis }) => !stalls.some(({ from, until }) => from <= at && until >= at - millis)
  )
  const turns = undisturbed.map(({ millis }) => millis - endMillis)
  return {
    conversed,
    records,
    cpuMillisACallSecond: rounded(cpuMillis / calls / seconds),
    turns: turns.length,
    disturbed: conversed.turns.length - turns.length,
    turn: { p50: rounded(quantile(turns, 0.5)), p95: rounded(quantile(turns, 0.95)) }
  }
}

interface World {
  readonly node: Omit<Node, "mediaPort">
  readonly callers: ChildProcess
  readonly vendorServers: ChildProcess
  readonly floor: ChildProcess
}

const kafka = process.env.TEST_KAFKA_BROKERS

/** Starts the servers of the vendors, the callers and the service, each in a process of its own. */
const withVendors = <A>(mix: Mix, use: (world: World) => Promise<A>): Promise<A> =>
  withDatabase(async (url) => {
    const folder = await mkdtemp(join(tmpdir(), "carillon-vendors-"))
    const token = randomBytes(16).toString("hex")
    const vendorServers = start("test/support/processes/vendor-servers.ts", 0, process.env, {
      words: [folder],
      flags: ["--import", inRepository("bench/vendors/answer-stalls.ts")]
    })
    const callers = start("bench/vendors/vendor-callers.ts", 0, { ...process.env, LINE_TOKEN: token })
    const started = [vendorServers, callers]
    try {
      const [line, { settings }] = await Promise.all([
        nextMessage<string>(callers),
        nextMessage<VendorServers>(vendorServers)
      ])
      const ofService = {
        ...settings,
        LINE_URL: line,
        LINE_TOKEN: token,
        // A node that is late takes no more calls. It does not watch that on a line faster than real time.
        SIMULATOR_SPEED: "1.001",
        ENCRYPTION_KEY: `bench:${Buffer.alloc(32, 1).toString("base64")}`,
        ...(kafka !== undefined && { KAFKA_BROKERS: kafka, KAFKA_TOPIC_PREFIX: "carillon-bench-vendors" })
      }
      const serve = (environment: NodeJS.ProcessEnv) =>
        start("bench/vendors/vendor-node.ts", 1, environment, { flags: flagsOfNode })
      const floor = start(
        "bench/vendors/vendor-floor.ts",
        1,
        { ...process.env, ...ofService },
        { flags: flagsOfNode, words: [mix.ear, mix.voice] }
      )
      started.push(floor)
      await nextMessage(floor)
      return await withServer(
        url,
        ofService,
        serve
      )(async (node) => {
        const profile = {
          ears: { "*": [{ vendor: mix.ear }] },
          voices: { "*": { "*": [{ vendor: mix.voice }] } },
          onlyListed: true
        }
        await node.admin(`/organizations/${node.organizationId}/speech-profile`, profile, "PUT")
        return use({ node, callers, vendorServers, floor })
      })
    } finally {
      for (const child of started) child.kill()
      await rm(folder, { recursive: true })
    }
  })

const canPin = availableParallelism() > 1 && spawnSync("taskset", ["-c", "1", "true"]).status === 0

const start = (
  script: string,
  core: number,
  environment: NodeJS.ProcessEnv,
  { flags = [], words = [] }: { readonly flags?: ReadonlyArray<string>; readonly words?: ReadonlyArray<string> } = {}
) => {
  const node = [process.execPath, ...flags, inRepository(script), ...words]
  const [command = "", ...rest] = canPin ? ["taskset", "-c", String(core), ...node] : node
  return spawn(command, rest, { env: environment, stdio: ["ignore", "inherit", "inherit", "ipc"] })
}

const nextMessage = async <A>(child: ChildProcess): Promise<A> => (await once(child, "message"))[0] as A

/** People whose numbers end with 0 answer, after two to four seconds. */
const numbersOf = (calls: number): ReadonlyArray<string> =>
  Array.from({ length: calls }, () => `+9198${String(10_000 + people++).padStart(7, "0")}0`)

const startCampaign = async ({ admin, key, organizationId, port }: World["node"], calls: number): Promise<string> => {
  const post = (path: string, body?: object) => request(port, key, "POST", path, body)
  const contacts = numbersOf(calls).map((phoneNumber) => ({ name: "Asha", phoneNumber }))
  const contactIds = await Promise.all(contacts.map(async (contact) => (await post("/v1/contacts", contact)).id))
  const audience = await post("/v1/audiences", { name: "All" })
  await post(`/v1/audiences/${audience.id}/contacts`, { contactIds })
  const flow = await admin(`/organizations/${organizationId}/flows`, {
    name: "Bench",
    systemInstruction: "You are on the phone. ".repeat(100),
    initialPrompt: "Good day, I am calling you about the plan that you have asked for.",
    language: "en-IN"
  })
  const { id } = await post("/v1/campaigns", {
    name: "Bench",
    useCaseType: "CUSTOM",
    flowId: flow.id,
    audienceId: audience.id,
    callsPerMinute: 1_000,
    maxConcurrentCalls: calls,
    maxRetries: 0
  })
  await post(`/v1/campaigns/${id}/start`)
  return id
}

const request = async (port: number, key: string, method: string, path: string, body?: object): Promise<any> => {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers: { "x-api-key": key, "content-type": "application/json" },
    ...(body !== undefined && { body: JSON.stringify(body) })
  })
  const answer = await response.text()
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${answer}`)
  return answer === "" ? undefined : JSON.parse(answer)
}

const untilConnected = async (callers: ChildProcess, calls: number) => {
  for (const end = Date.now() + 180_000; Date.now() < end; await sleep(250)) {
    callers.send({ kind: "connected" } satisfies CallersOrder)
    if ((await nextMessage<number>(callers)) >= calls) return
  }
  throw new Error(`Not all ${calls} calls were connected`)
}

/** Returns both records of the calls whose transcript differs from that of the caller by a letter, or by two cut words. */
const differentTranscripts = async (
  { admin, key, organizationId, port }: World["node"],
  campaignId: string,
  records: ReadonlyArray<CallerRecord>
) => {
  const byNumber = new Map(records.map((record) => [record.to, record]))
  const different: Array<{ readonly caller: CallerRecord | undefined; readonly transcript: unknown }> = []
  const calls = await endedCalls(port, key, campaignId, records.length)
  for (const { id, phoneNumber } of calls) {
    const call: any = await admin(`/organizations/${organizationId}/calls/${id}`, undefined, "GET")
    const record = byNumber.get(phoneNumber)
    const ofRole = (role: string) =>
      letters(call.transcript.flatMap((line: any) => (line.role === role ? [line.text] : [])))
    const isSame = ofRole("person") === letters(record?.said ?? []) && areHeard(ofRole("agent"), record?.heard ?? [])
    if (!isSame) different.push({ caller: record, transcript: call.transcript })
  }
  return different
}

/**
 * Whether words are those that were heard. A part that was cut counts without the word in which it was cut, and perhaps
 * without the one before, which may have ended while the cut was on its way.
 */
const areHeard = (words: string, [part = "", ...later]: ReadonlyArray<string>): boolean => {
  if (later.length === 0) return words === letters([part])
  const heard = part.split(/\s+|(?<=[.?!])(?=\S)/)
  return [0, 1, 2].some((missing) => {
    const whole = letters(heard.slice(0, Math.max(0, heard.length - missing)))
    return words.startsWith(whole) && areHeard(words.slice(whole.length), later)
  })
}

const letters = (lines: ReadonlyArray<string>) => lines.join("").replaceAll(/\s/g, "")

const endedCalls = async (port: number, key: string, campaignId: string, count: number) => {
  for (const end = Date.now() + 120_000; ; await sleep(1_000)) {
    const calls: Array<{ readonly id: string; readonly phoneNumber: string; readonly status: string }> = []
    for (let page = 1; calls.length < count; page++) {
      const { data } = await request(port, key, "GET", `/v1/campaigns/${campaignId}/calls?limit=100&page=${page}`)
      if (data.length === 0) break
      calls.push(...data)
    }
    if (calls.length >= count && calls.every(({ status }) => ["COMPLETED", "FAILED"].includes(status))) return calls
    if (Date.now() > end) throw new Error("Not all calls have ended")
  }
}

/** Maximum number of different transcripts in the result. */
const mostShown = 5

const verdictOn = ({ calls, notExact, turn, unanswered, ...row }: Row) => ({
  transcripts: notExact === 0 && unanswered === 0 && row.broken === 0,
  floorAnswers: row.floorUnanswered === 0,
  ...(calls === 200 && {
    cpuMillis:
      row.cpuMillisACallSecond <=
      (row.vendors === "google" ? goals.of200.cpuMillis.google : goals.of200.cpuMillis.others),
    turn: turn.p50 <= goals.of200.turn.p50 && turn.p95 <= goals.of200.turn.p95
  }),
  ...(calls === 300 && { turn: turn.p95 <= goals.of300.turn.p95 })
})

const printed = ({ calls, disturbed, late, notExact, own, turn, turns, vendors, ...row }: Row) => ({
  vendors,
  calls,
  "CPU ms": row.cpuMillisACallSecond,
  floor: row.floorCpuMillisACallSecond,
  ratio: row.ratio,
  turns,
  disturbed,
  "turn p50": turn.p50,
  "turn p95": turn.p95,
  unanswered: row.unanswered,
  broken: row.broken,
  "late %": `${late[20]} ${late[40]} ${late[60]}`,
  "not exact": `${notExact} of ${row.transcripts}`,
  refused: row.refusedRequests,
  own: `${own.p50} ${own.p95} ${own.p99}`
})
