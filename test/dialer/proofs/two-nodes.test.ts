import { mkdirSync } from "node:fs"
import { join } from "node:path"
import { PgClient } from "@effect/sql-pg"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted, type Scope } from "effect"
import { checkDialing } from "../../support/data/dialing-invariants.ts"
import { startLoggedLine } from "../../support/fakes/logged-line.ts"
import { makeTcpProxy } from "../../support/fakes/network/tcp-proxy.ts"
import { patience } from "../../support/patience.ts"
import { lineToken, loadNode, makeApi, makeAudience, makePeople } from "../../support/processes/dialer-nodes.ts"
import { freePort } from "../../support/services/free-port.ts"
import { engine, makeDatabase } from "../../support/services/test-database.ts"

const isFull = process.env.PROVE === "full"
const minutes = 60_000

// Enough campaigns that one of two nodes is very unlikely to get all of them.
const spreadOver = 12
const pace = { callsPerMinute: 120, maxConcurrentCalls: 20, maxRetries: 0, callTimeoutMinutes: 1 }

describe.skipIf(engine !== "postgres")("nodes that share a database", () => {
  it.live(
    "nodes dial campaigns that a node without the role started, and a stopping node hands its campaigns over",
    () =>
      inCluster((cluster) =>
        Effect.gen(function* () {
          const [one, other] = yield* Effect.all([joinIn(cluster), joinIn(cluster)], { concurrency: 2 })
          const api = yield* joinIn(cluster, { ROLES: "api" })
          const campaigns = yield* startCampaigns(api, { campaigns: spreadOver, people: 120, fields: pace })
          yield* untilSpread([one, other], spreadOver)
          const stopped = Date.now()
          process.kill(one.pid, "SIGTERM")
          yield* untilTakenOver(one, stopped, "SIGTERM")
          yield* Effect.promise(() => one.over)
          yield* assertNothingBy(api)
          yield* finish(cluster, other, campaigns)
        })
      ),
    10 * minutes
  )

  it.live(
    "nodes take over from a killed node, and a joining node gets campaigns",
    () =>
      inCluster((cluster) =>
        Effect.gen(function* () {
          const [one, other] = yield* Effect.all([joinIn(cluster), joinIn(cluster)], { concurrency: 2 })
          const campaigns = yield* startCampaigns(one, { campaigns: spreadOver, people: 200, fields: pace })
          yield* untilSpread([one, other], spreadOver)
          const killed = Date.now()
          yield* Effect.promise(one.kill)
          yield* untilTakenOver(one, killed, "kill -9")
          const joined = Date.now()
          // The replacement has the callback address of the dead node, but is a different node of
          // the cluster.
          const third = yield* joinIn(cluster, {}, one.port)
          yield* until(
            "the one that joined dials",
            Effect.map(startsBy(third), (starts) => starts.length > 0)
          )
          const [first] = yield* startsBy(third)
          report(`joined: dials ${Math.round((first?.at ?? 0) - joined)} ms after its start began`)
          yield* finish(cluster, other, campaigns)
        })
      ),
    10 * minutes
  )

  it.live(
    "nodes are safe from a node that pauses longer than its locks last",
    () =>
      inCluster((cluster) =>
        Effect.gen(function* () {
          const [one, other] = yield* Effect.all([joinIn(cluster), joinIn(cluster)], { concurrency: 2 })
          const campaigns = yield* startCampaigns(other, { campaigns: spreadOver, people: 220, fields: pace })
          for (let count = 0; count < (isFull ? 3 : 1); count++) {
            yield* untilSpread([one, other], spreadOver)
            const held = Date.now()
            process.kill(one.pid, "SIGSTOP")
            yield* untilTakenOver(one, held, "SIGSTOP")
            process.kill(one.pid, "SIGCONT")
            const awake = Date.now()
            yield* until(
              "it gets campaigns again",
              Effect.map(startsBy(one), (starts) => starts.some(({ at }) => at > awake))
            )
            const back = Date.now()
            yield* untilAllDial(back)
            report(
              `SIGCONT: dials again after ${back - awake} ms, and all campaigns dial ${Date.now() - back} ms later`
            )
            const stale = (yield* starts).filter(
              ({ account, at }) => account === one.lineUrl && at > held && at < awake
            )
            assert.deepStrictEqual(stale, [])
          }
          yield* finish(cluster, other, campaigns)
        })
      ),
    10 * minutes
  )

  it.live.runIf(isFull)(
    "nodes start a thousand small campaigns",
    () =>
      inCluster((cluster) =>
        Effect.gen(function* () {
          const [one, other] = yield* Effect.all([joinIn(cluster), joinIn(cluster)], { concurrency: 2 })
          const begun = Date.now()
          const { ids } = yield* startCampaigns(one, { campaigns: 1_000, people: 2, fields: pace })
          report(`1,000 campaigns were started in ${Date.now() - begun} ms`)
          yield* untilCompleted(ids.length)
          const firsts = [...Map.groupBy(yield* starts, ({ campaignId }) => campaignId).values()].map(
            ([first]) => first!.at - first!.campaignStartedAt
          )
          assert.strictEqual(firsts.length, 1_000)
          report(`1,000 campaigns: first call ${spanOf(firsts)} after their start; over after ${Date.now() - begun} ms`)
          for (const node of [one, other]) report(`${(yield* startsBy(node)).length} calls by one of the two`)
          yield* stopAndCheck(cluster)
        })
      ),
    10 * minutes
  )
})

interface Cluster {
  readonly settings: Readonly<Record<string, string>>
  readonly line: Effect.Success<ReturnType<typeof startLoggedLine>>
  readonly nodes: Array<Node>
}
type Node = Effect.Success<ReturnType<typeof joinIn>>

const inCluster = <A, E>(use: (cluster: Cluster) => Effect.Effect<A, E, PgClient.PgClient | Scope.Scope>) =>
  Effect.gen(function* () {
    const { settings } = yield* Effect.acquireRelease(Effect.promise(makeDatabase), ({ remove }) =>
      Effect.promise(remove)
    )
    const clustered = Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const isCommitted = (id: string) =>
        Effect.runPromise(Effect.map(sql`select 1 from attempts where id = ${id}`, ({ length }) => length === 1))
      const line = yield* startLoggedLine({ speed: 25, authToken: lineToken, isCommitted })
      yield* use({ settings, line, nodes: [] })
    })
    yield* Effect.provide(clustered, PgClient.layer({ url: Redacted.make(settings.DATABASE_URL ?? "") }))
  })

/** A node whose calls reach the line by a path of their own, which distinguishes them. */
const joinIn = Effect.fnUntraced(function* (
  { line, nodes, settings }: Cluster,
  fields: Readonly<Record<string, string>> = {},
  at?: number
) {
  const port = at ?? (yield* Effect.promise(freePort))
  const nodePort = yield* Effect.promise(freePort)
  const lineUrl = new URL(line.url)
  const way = yield* Effect.acquireRelease(
    Effect.promise(() => makeTcpProxy("127.0.0.1", Number(lineUrl.port))),
    ({ close }) => Effect.promise(close)
  )
  lineUrl.port = String(way.port)
  const folder = join(settings.DATA_DIR ?? "", String(nodePort))
  mkdirSync(folder)
  const placed = { DATA_DIR: folder, NODE_HOST: "127.0.0.1", NODE_PORT: String(nodePort), DRAIN_SECONDS: "5" }
  const loaded = yield* loadNode({ settings: { ...settings, ...placed, ...fields }, port, lineUrl: lineUrl.href })
  yield* Effect.promise(loaded.go)
  const api = yield* Effect.acquireRelease(
    Effect.sync(() => makeApi(port)),
    ({ close }) => Effect.sync(close)
  )
  const node = { ...loaded, api, port, lineUrl: lineUrl.href }
  nodes.push(node)
  return node
})

interface Size {
  readonly campaigns: number
  readonly people: number
  readonly fields: object
}

const startCampaigns = Effect.fnUntraced(function* ({ api }: Node, { campaigns, fields, people }: Size) {
  const { flowId, id, key } = yield* Effect.promise(() => api.organization({ name: "Acme", minutesQuota: 1_000_000 }))
  const everybody = yield* makePeople(id, campaigns * people)
  const ids = yield* Effect.forEach(
    Array.from({ length: campaigns }, (_, index) => everybody.slice(index * people, (index + 1) * people)),
    Effect.fnUntraced(function* (members) {
      const audience = yield* makeAudience(id, members)
      return yield* Effect.promise(() => api.campaign({ flowId, key }, audience, fields))
    })
  )
  yield* Effect.forEach(ids, (id) => Effect.promise(() => api.start(key, id)), { concurrency: 8 })
  return { ids, key }
})

interface Start {
  readonly campaignId: string
  readonly campaignStartedAt: number
  readonly account: string
  readonly at: number
}

const starts = Effect.flatMap(
  PgClient.PgClient,
  (sql) => sql<Start>`select a.campaign_id as "campaignId", a.account,
      (extract(epoch from c.started_at) * 1000)::float8 as "campaignStartedAt",
      (extract(epoch from a.started_at) * 1000)::float8 as at
    from attempts a join campaigns c on c.id = a.campaign_id order by a.started_at`
)

const startsBy = ({ lineUrl }: Node) => Effect.map(starts, (all) => all.filter(({ account }) => account === lineUrl))

const assertNothingBy = Effect.fnUntraced(function* (node: Node) {
  assert.deepStrictEqual(yield* startsBy(node), [])
})

const until = Effect.fnUntraced(function* <E, R>(what: string, isSo: Effect.Effect<boolean, E, R>) {
  const deadline = performance.now() + patience.process
  while (!(yield* isSo)) {
    if (performance.now() > deadline) assert.fail(`Not yet: ${what}`)
    yield* Effect.sleep(50)
  }
})

const untilAllDial = (since: number) =>
  until(
    "all campaigns dial",
    Effect.map(
      starts,
      (all) => new Set(all.filter(({ at }) => at > since).map(({ campaignId }) => campaignId)).size === spreadOver
    )
  )

/** Both nodes dial now. */
const untilSpread = Effect.fnUntraced(function* (nodes: ReadonlyArray<Node>, campaigns: number) {
  const since = Date.now()
  const recent = Effect.map(starts, (all) => all.filter(({ at }) => at > since))
  yield* until(
    "all campaigns dial, at each node some",
    Effect.map(recent, (all) => {
      const accounts = new Set(all.map(({ account }) => account))
      const dialing = new Set(all.map(({ campaignId }) => campaignId))
      return nodes.every(({ lineUrl }) => accounts.has(lineUrl)) && dialing.size === campaigns
    })
  )
  const all = yield* recent
  const counts = nodes.map(
    ({ lineUrl }) => new Set(all.filter(({ account }) => account === lineUrl).map(({ campaignId }) => campaignId)).size
  )
  report(`campaigns by node: ${counts.join(", ")}`)
})

/** Other nodes dial each campaign that a node dialed before this moment. */
const untilTakenOver = Effect.fnUntraced(function* ({ lineUrl }: Node, at: number, how: string) {
  const before = Map.groupBy(
    (yield* starts).filter((start) => start.at <= at),
    ({ campaignId }) => campaignId
  )
  const lost = [...before].filter(([, all]) => all.at(-1)?.account === lineUrl).map(([id]) => id)
  assert.isAbove(lost.length, 0)
  const firsts = Effect.map(starts, (all) =>
    lost.map((id) => all.find((one) => one.campaignId === id && one.account !== lineUrl && one.at > at))
  )
  yield* until(
    `others dial on after ${how}`,
    Effect.map(firsts, (found) => found.every((first) => first !== undefined))
  )
  const gaps = (yield* firsts).map((first) => (first?.at ?? 0) - at)
  report(`${how}: ${lost.length} campaigns dial on after ${spanOf(gaps)}`)
})

const spanOf = (millis: ReadonlyArray<number>) => {
  const sorted = millis.toSorted((one, other) => one - other).map(Math.round)
  return `${sorted[0]} to ${sorted.at(-1)} ms, the middle ${sorted[Math.floor(sorted.length / 2)]} ms`
}

const untilCompleted = (campaigns: number) =>
  until(
    "all campaigns are completed",
    Effect.flatMap(PgClient.PgClient, (sql) =>
      Effect.map(sql`select 1 from campaigns where status = 'COMPLETED'`, ({ length }) => length === campaigns)
    )
  )

/** No waiting call is placed any more; then everything is checked against the rules. */
const finish = Effect.fnUntraced(function* (
  cluster: Cluster,
  { api }: Node,
  { ids, key }: { readonly ids: ReadonlyArray<string>; readonly key: string }
) {
  const endAt = new Date(Date.now() + 500).toISOString()
  for (const id of ids) {
    yield* Effect.promise(() => api.ask(key, "PATCH", `/v1/campaigns/${id}/retry-policy`, { endAt }))
  }
  yield* untilCompleted(ids.length)
  yield* stopAndCheck(cluster)
})

const stopAndCheck = Effect.fnUntraced(function* ({ line, nodes }: Cluster) {
  for (const { kill } of nodes) yield* Effect.promise(kill)
  const { counts, problems } = yield* checkDialing(line.log)
  report(`${counts.attempts} attempts, ${JSON.stringify(counts.outcomes)}`)
  // The campaigns ended before their time.
  const broken = problems.filter((problem) => !problem.startsWith("A call left out without a reason"))
  assert.deepStrictEqual([...broken, ...(yield* staleEpochs), ...(yield* lateRequests(line.log.originates))], [])
})

/** A replaced actor begins no more calls. */
const staleEpochs = Effect.gen(function* () {
  const sql = yield* PgClient.PgClient
  const stale = yield* sql<{ id: string }>`select id from (select id, epoch, max(epoch) over (partition by campaign_id
      order by started_at, id rows between unbounded preceding and 1 preceding) as newest from attempts) a
    where epoch < newest`
  return stale.map(({ id }) => `The attempt ${id} was begun under an epoch that was over`)
})

/** After this no call waits for them any more. */
const latest = 5_000

const lateRequests = Effect.fnUntraced(function* (
  originates: ReadonlyArray<{ readonly attemptId: string; readonly at: number }>
) {
  const sql = yield* PgClient.PgClient
  const rows = yield* sql<{ id: string; at: number }>`select id, (extract(epoch from started_at) * 1000)::float8 as at
    from attempts`
  const startOf = new Map(rows.map(({ at, id }) => [id, at]))
  const lateness = originates.map(({ at, attemptId }) => at - (startOf.get(attemptId) ?? at))
  report(`the latest request was ${Math.round(Math.max(...lateness))} ms behind its claim`)
  return lateness.filter((millis) => millis > latest).map((millis) => `A request left ${millis} ms after its claim`)
})

const report = (what: string) => console.log(what)
