import { type ChildProcess, spawn, spawnSync } from "node:child_process"
import { Console } from "node:console"
import { once } from "node:events"
import { availableParallelism } from "node:os"
import { quantile, rounded } from "./figures.ts"
import { bargeInMillis, type CallsToMake, type Cost, endOfSpeechMillis, type Noticed } from "./media-figures.ts"
import { inRepository } from "./product.ts"

const compared = (process.env.CALLS ?? "5,50,200,400").split(",").map(Number)
const seconds = Number(process.env.SECONDS ?? 12)
const warmUpSeconds = 6
const step = 100
const longestMillis = 330_000

const goals = {
  cpuRatio: 2,
  callsACore: 400,
  turnOf5: { p50: 3, p95: 10 },
  turnOf200: { p95: 30 },
  bargeInP95: 60,
  latePercent: 0.1,
  megabytesACall: 0.3
}

/** Calls at real speed in one process on one core, beside the least that could carry them; then more, until they are too many. */
export const run = async () => {
  const startedAt = performance.now()
  const callers = start("caller", 0)
  const rows: Array<Row> = []
  const measured = async (server: Server, calls: number) => {
    const row = await measure(callers, server, calls)
    rows.push(row)
    return row
  }
  for (const calls of compared) {
    await measured("floor", calls)
    await measured("engine", calls)
  }
  const climbs = process.env.CALLS === undefined
  let breaksAt: number | undefined
  for (let calls = Math.max(...compared) + step; climbs && breaksAt === undefined; calls += step) {
    if (performance.now() - startedAt > longestMillis) break
    // What breaks once may have been held up by something else on this machine.
    if (!holds(await measured("engine", calls)) && !holds(await measured("engine", calls))) breaksAt = calls
  }
  callers.kill()
  new Console(process.stderr).table(rows.map(printed))
  return { ...described, ...verdictOn(rows, breaksAt), rows }
}

const described = {
  what: `calls at real speed in one process on one core: ${endOfSpeechMillis} ms of quiet end a turn, ${bargeInMillis} ms of voice stop a reply, providers answer at once`,
  floorIs: "a bare ws server that parses, decodes, measures energy and plays the same frames paced at 20 ms",
  reads:
    "turn: ms from the last sound of a turn to the first frame of the reply, beyond the quiet; bargeIn: ms to `clear`, beyond the voice; " +
    "late: % of frames later than so many ms, by when they are to be played; own: ms by which the callers' own frames left late, a part of all times"
}

type Server = "engine" | "floor"
type Row = Awaited<ReturnType<typeof measure>>

const measure = async (callers: ChildProcess, server: Server, calls: number) => {
  // Few calls have few turns.
  const window = calls < 20 ? 2.5 * seconds : seconds
  const { cost, noticed } = await listen(callers, server, { calls, warmUpSeconds, seconds: window })
  const percent = (count: number) => rounded((100 * count) / noticed.frames)
  return {
    calls,
    server,
    cpuMillisACallSecond: rounded(cost.cpuMillis / calls / window),
    turns: noticed.turns.length,
    turn: { p50: rounded(quantile(noticed.turns, 0.5)), p95: rounded(quantile(noticed.turns, 0.95)) },
    bargeIns: noticed.bargeIns.length,
    bargeInP95: rounded(quantile(noticed.bargeIns, 0.95)),
    missed: noticed.missed,
    broken: noticed.broken,
    framesACallSecond: rounded(noticed.frames / calls / window),
    late: { 20: percent(noticed.later[20]), 40: percent(noticed.later[40]), 60: percent(noticed.later[60]) },
    megabytesACall: rounded((cost.rssBytes - cost.emptyRssBytes) / calls / 2 ** 20),
    loopP99: rounded(cost.loopP99),
    own: { p50: rounded(noticed.own.p50), p95: rounded(noticed.own.p95), p99: rounded(noticed.own.p99) }
  }
}

const listen = async (callers: ChildProcess, name: Server, calls: Omit<CallsToMake, "url">) => {
  const server = start(name, 1)
  const died = once(server, "exit").then(([code]) => Promise.reject(new Error(`The ${name} ended with ${code}`)))
  const told = async <A>(child: ChildProcess) => (await Promise.race([once(child, "message"), died]))[0] as A
  const port = await told<number>(server)
  callers.send({ ...calls, url: `ws://127.0.0.1:${port}` })
  await told(callers)
  server.send("begin")
  const noticed = await told<Noticed>(callers)
  server.send("end")
  const cost = await told<Cost>(server)
  callers.send("hang up")
  died.catch(() => undefined)
  return { cost, noticed }
}

const canPin = availableParallelism() > 1 && spawnSync("taskset", ["-c", "1", "true"]).status === 0

const start = (name: Server | "caller", core: number): ChildProcess => {
  const script = [process.execPath, inRepository(`bench/media-${name}.ts`)]
  const [command = "", ...given] = canPin ? ["taskset", "-c", String(core), ...script] : script
  return spawn(command, given, { stdio: ["ignore", "inherit", "inherit", "ipc"] })
}

const holds = ({ broken, late, missed, turn, turns }: Row) =>
  turn.p95 <= 200 && late[40] <= 1 && missed <= turns / 100 && broken === 0

const verdictOn = (rows: ReadonlyArray<Row>, breaksAt: number | undefined) => {
  const of = (server: Server, calls: number) => rows.find((row) => row.server === server && row.calls === calls)
  const ratios = compared.map((calls) => ({
    calls,
    ratio: rounded(
      (of("engine", calls)?.cpuMillisACallSecond ?? Number.NaN) /
        (of("floor", calls)?.cpuMillisACallSecond ?? Number.NaN)
    )
  }))
  const held = rows.filter((row) => row.server === "engine" && holds(row)).map(({ calls }) => calls)
  const callsACore = Math.max(0, ...held)
  const few = of("engine", 5)
  const many = of("engine", 200)
  const met = {
    cpuRatio: ratios.every(({ calls, ratio }) => calls < 200 || ratio <= goals.cpuRatio),
    callsACore: callsACore >= goals.callsACore,
    turnOf5: few !== undefined && few.turn.p50 <= goals.turnOf5.p50 && few.turn.p95 <= goals.turnOf5.p95,
    turnOf200: many !== undefined && many.turn.p95 <= goals.turnOf200.p95,
    bargeIn: many !== undefined && many.bargeInP95 <= goals.bargeInP95,
    late: many !== undefined && many.late[40] < goals.latePercent,
    memory: many !== undefined && many.megabytesACall <= goals.megabytesACall
  }
  return { pinned: canPin, ratios, callsACore, breaksAt: breaksAt ?? null, goals, met }
}

const printed = ({ bargeInP95, bargeIns, broken, late, missed, own, turn, turns, ...row }: Row) => ({
  calls: row.calls,
  server: row.server,
  "CPU ms": row.cpuMillisACallSecond,
  "turn p50": turn.p50,
  "p95 ": turn.p95,
  turns,
  "barge-in p95": bargeInP95,
  "barge-ins": bargeIns,
  "missed, broken": `${missed}, ${broken}`,
  "frames/s": row.framesACallSecond,
  "late % 20/40/60": `${late[20]}/${late[40]}/${late[60]}`,
  "MB a call": row.megabytesACall,
  "loop p99": row.loopP99,
  "own p50/95/99": `${own.p50}/${own.p95}/${own.p99}`
})
