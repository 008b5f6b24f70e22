import { type ChildProcess, spawn, spawnSync } from "node:child_process"
import { Console } from "node:console"
import { once } from "node:events"
import { availableParallelism } from "node:os"
import { quantile, rounded } from "../figures.ts"
import { inRepository } from "../product.ts"
import { bargeInMillis, type CallsToMake, type Cost, endOfSpeechMillis, type Noticed } from "./media-figures.ts"

const compared = (process.env.CALLS ?? "5,50,200,400").split(",").map(Number)
const seconds = Number(process.env.SECONDS ?? 12)
const warmUpSeconds = 10
const step = 100
/** Time after which no more calls are added, ms. */
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

/**
 * Calls in real time in one process on one core, compared with a minimal server; then more calls,
 * up to the limit.
 */
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
    // Measured a second time, because another process may have slowed down the machine.
    if (!holds(await measured("engine", calls)) && !holds(await measured("engine", calls))) breaksAt = calls
  }
  callers.kill()
  new Console(process.stderr).table(rows.map(printed))
  return { ...described, ...verdictOn(rows, breaksAt) }
}

const described = {
  what: `calls in real time in one process on one core; ${endOfSpeechMillis} ms of silence end a turn, ${bargeInMillis} ms of voice stop a reply, providers answer at once`,
  floorIs: "a bare ws server that parses, decodes, measures energy and plays the same frames paced at 20 ms",
  table: [
    "CPU ms: of a second of a call",
    "turn: ms from the last sound of a turn to the first frame of its reply, without the silence that ends the turn",
    "barge-in: ms from the first sound into a reply to `clear`, without the voice that stops the reply",
    "late: frames that arrived more than 20, 40 and 60 ms after they should have been played, in %",
    "MB: more than before the first call, most of it garbage not collected yet",
    "own: ms by which the callers' own frames left late, p50, p95 and p99: all other times contain them"
  ]
}

type Server = "engine" | "floor"
type Row = Awaited<ReturnType<typeof measure>>

const measure = async (callers: ChildProcess, server: Server, calls: number) => {
  // Few calls have few turns, so they are measured longer.
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
    unanswered: noticed.unanswered,
    unstopped: noticed.unstopped,
    broken: noticed.broken,
    framesACallSecond: rounded(noticed.frames / calls / window),
    late: { 20: percent(noticed.later[20]), 40: percent(noticed.later[40]), 60: percent(noticed.later[60]) },
    megabytesACall: rounded(cost.rssBytes / calls / 2 ** 20),
    liveMegabytesACall: rounded(cost.liveBytes / calls / 2 ** 20),
    loopP99: rounded(cost.loopP99),
    own: { p50: rounded(noticed.own.p50), p95: rounded(noticed.own.p95), p99: rounded(noticed.own.p99) }
  }
}

const listen = async (callers: ChildProcess, name: Server, calls: Omit<CallsToMake, "url">) => {
  const server = start(name, 1)
  const died = once(server, "exit").then(([code]) => Promise.reject(new Error(`The ${name} ended with ${code}`)))
  const nextMessage = async <A>(child: ChildProcess) => (await Promise.race([once(child, "message"), died]))[0] as A
  const port = await nextMessage<number>(server)
  callers.send({ ...calls, url: `ws://127.0.0.1:${port}` })
  await nextMessage(callers)
  server.send("begin")
  const noticed = await nextMessage<Noticed>(callers)
  server.send("end")
  const cost = await nextMessage<Cost>(server)
  callers.send("hang up")
  died.catch(() => undefined)
  return { cost, noticed }
}

const canPin = availableParallelism() > 1 && spawnSync("taskset", ["-c", "1", "true"]).status === 0

const start = (name: Server | "caller", core: number): ChildProcess => {
  const script = [process.execPath, inRepository(`bench/media/media-${name}.ts`)]
  const [command = "", ...given] = canPin ? ["taskset", "-c", String(core), ...script] : script
  return spawn(command, given, { stdio: ["ignore", "inherit", "inherit", "ipc"] })
}

const holds = ({ broken, late, turn, turns, unanswered }: Row) =>
  turn.p95 <= 200 && late[40] <= 1 && unanswered <= turns / 100 && broken === 0

const verdictOn = (rows: ReadonlyArray<Row>, breaksAt: number | undefined) => {
  const engine = rows.filter(({ server }) => server === "engine")
  const floor = rows.filter(({ server }) => server === "floor")
  const ratios = floor.map(({ calls, cpuMillisACallSecond }) => {
    const ours = engine.find((row) => row.calls === calls)?.cpuMillisACallSecond ?? Number.NaN
    return { calls, ratio: rounded(ours / cpuMillisACallSecond) }
  })
  const callsACore = Math.max(0, ...engine.filter(holds).map(({ calls }) => calls))
  const few = engine.find(({ calls }) => calls === 5)
  const many = engine.find(({ calls }) => calls === 200)
  return {
    pinned: canPin,
    disturbed: rows.filter(({ own }) => own.p99 > 20).map(({ calls, server }) => `${server}, ${calls} calls`),
    ratios,
    callsACore,
    breaksAt: breaksAt ?? null,
    goals,
    met: {
      // Below 200 calls, the fixed cost of a process dominates the ratio.
      cpuRatio: ratios.every(({ calls, ratio }) => calls < 200 || ratio <= goals.cpuRatio),
      callsACore: callsACore >= goals.callsACore,
      ...(few && { turnOf5: few.turn.p50 <= goals.turnOf5.p50 && few.turn.p95 <= goals.turnOf5.p95 }),
      ...(many && {
        turnOf200: many.turn.p95 <= goals.turnOf200.p95,
        bargeInP95: many.bargeInP95 <= goals.bargeInP95 && many.unstopped === 0,
        latePercent: many.late[40] < goals.latePercent,
        megabytesACall: many.megabytesACall <= goals.megabytesACall
      })
    }
  }
}

const printed = ({ bargeIns, calls, late, own, server, turn, turns, ...row }: Row) => ({
  calls,
  server,
  "CPU ms": row.cpuMillisACallSecond,
  turns,
  "turn p50": turn.p50,
  "turn p95": turn.p95,
  unanswered: row.unanswered,
  "barge-ins": bargeIns,
  "barge-in p95": row.bargeInP95,
  unstopped: row.unstopped,
  broken: row.broken,
  "frames/s": row.framesACallSecond,
  "late %": `${late[20]} ${late[40]} ${late[60]}`,
  "MB a call": row.megabytesACall,
  "of them live": row.liveMegabytesACall,
  "loop p99": row.loopP99,
  own: `${own.p50} ${own.p95} ${own.p99}`
})
