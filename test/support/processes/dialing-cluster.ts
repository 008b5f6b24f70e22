import { mkdirSync } from "node:fs"
import { join } from "node:path"
import { PgClient } from "@effect/sql-pg"
import { assert } from "@effect/vitest"
import { Effect, Redacted, Schedule, type Scope } from "effect"
import { claimIsDeadAfter } from "../../../src/dialer/overdue-calls.ts"
import { checkDialing } from "../data/dialing-invariants.ts"
import type { Published } from "../events/published-events.ts"
import { startLoggedLine } from "../fakes/logged-line.ts"
import { makeTcpProxy } from "../fakes/network/tcp-proxy.ts"
import { patience } from "../patience.ts"
import { freePort } from "../servers/free-port.ts"
import { makeDatabase } from "../servers/test-database.ts"
import { lineToken, loadNode, makeApi, makeAudience, makePeople } from "./load-node.ts"

/** Enough campaigns that one of two nodes is very unlikely to get all of them. */
export const spreadOver = 12

/** Nodes that share a database and a line. */
export interface Cluster {
  readonly settings: Readonly<Record<string, string>>
  readonly line: Effect.Success<ReturnType<typeof startLoggedLine>>
  readonly nodes: Array<Node>
}
export type Node = Effect.Success<ReturnType<typeof joinIn>>

type InCluster<A, E> = (cluster: Cluster) => Effect.Effect<A, E, PgClient.PgClient | Scope.Scope>

/** Nodes on an empty database. */
export const inCluster = <A, E>(use: InCluster<A, E>) =>
  Effect.gen(function* () {
    const { settings } = yield* Effect.acquireRelease(Effect.promise(makeDatabase), ({ remove }) =>
      Effect.promise(remove)
    )
    return yield* inClusterOn(settings, use)
  })

/** Nodes with these settings, which name their database. It may be away for a while. */
export const inClusterOn = <A, E>(settings: Cluster["settings"], use: InCluster<A, E>) =>
  Effect.gen(function* () {
    const clustered = Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const isCommitted = (id: string) =>
        Effect.runPromise(
          sql`select 1 from attempts where id = ${id}`.pipe(
            Effect.retry({ schedule: Schedule.spaced("50 millis") }),
            Effect.map(({ length }) => length === 1)
          )
        )
      const line = yield* startLoggedLine({ speed: 25, authToken: lineToken, isCommitted })
      yield* use({ settings, line, nodes: [] })
    })
    yield* Effect.provide(clustered, PgClient.layer({ url: Redacted.make(settings.DATABASE_URL ?? "") }))
  })

/** A node whose calls reach the line by a path of their own, which distinguishes them. */
export const joinIn = Effect.fnUntraced(function* (
  { line, nodes, settings }: Cluster,
  fields: Readonly<Record<string, string>> = {},
  { port: at, script }: { readonly port?: number; readonly script?: URL } = {}
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
  const placedNode = { settings: { ...settings, ...placed, ...fields }, port, lineUrl: lineUrl.href }
  const loaded = yield* loadNode(script === undefined ? placedNode : { ...placedNode, script })
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

export const startCampaigns = Effect.fnUntraced(function* (
  { api }: Pick<Node, "api">,
  { campaigns, fields, people }: Size
) {
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

export const starts = Effect.flatMap(
  PgClient.PgClient,
  (sql) => sql<Start>`select a.campaign_id as "campaignId", a.account,
      (extract(epoch from c.started_at) * 1000)::float8 as "campaignStartedAt",
      (extract(epoch from a.started_at) * 1000)::float8 as at
    from attempts a join campaigns c on c.id = a.campaign_id order by a.started_at`
)

export const startsBy = ({ lineUrl }: Node) =>
  Effect.map(starts, (all) => all.filter(({ account }) => account === lineUrl))

export const assertNothingBy = Effect.fnUntraced(function* (node: Node) {
  assert.deepStrictEqual(yield* startsBy(node), [])
})

export const until = Effect.fnUntraced(function* <E, R>(what: string, isSo: Effect.Effect<boolean, E, R>) {
  const deadline = performance.now() + patience.process
  while (!(yield* isSo)) {
    if (performance.now() > deadline) assert.fail(`Not yet: ${what}`)
    yield* Effect.sleep(50)
  }
})

export const untilAllDial = (since: number) =>
  until(
    "all campaigns dial",
    Effect.map(
      starts,
      (all) => new Set(all.filter(({ at }) => at > since).map(({ campaignId }) => campaignId)).size === spreadOver
    )
  )

/** Both nodes dial now. */
export const untilSpread = Effect.fnUntraced(function* (nodes: ReadonlyArray<Node>, campaigns: number) {
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
export const untilTakenOver = Effect.fnUntraced(function* ({ lineUrl }: Node, at: number, how: string) {
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

export const spanOf = (millis: ReadonlyArray<number>) => {
  const sorted = millis.toSorted((one, other) => one - other).map(Math.round)
  return `${sorted[0]} to ${sorted.at(-1)} ms, the middle ${sorted[Math.floor(sorted.length / 2)]} ms`
}

export const untilCompleted = (campaigns: number) =>
  until(
    "all campaigns are completed",
    Effect.flatMap(PgClient.PgClient, (sql) =>
      Effect.map(sql`select 1 from campaigns where status = 'COMPLETED'`, ({ length }) => length === campaigns)
    )
  )

/** No waiting call is placed any more; then everything is checked against the rules. */
export const finish = Effect.fnUntraced(function* (
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

/** Nodes that end, and the line that has seen their calls. */
interface Ending {
  readonly line: Pick<Cluster["line"], "log">
  readonly nodes: ReadonlyArray<Pick<Node, "kill">>
  /** An account whose requests may be late, because its node had the release before. */
  readonly mayBeLate?: string
}

export const stopAndCheck = Effect.fnUntraced(function* ({ line, mayBeLate, nodes }: Ending, published?: Published) {
  for (const { kill } of nodes) yield* Effect.promise(kill)
  const { counts, problems } = yield* checkDialing(line.log, published)
  report(`${counts.attempts} attempts, ${JSON.stringify(counts.outcomes)}; ${counts["settled late"]} settled late`)
  // The campaigns ended before their time.
  const broken = problems.filter((problem) => !problem.startsWith("A call left out without a reason"))
  assert.deepStrictEqual(
    [...broken, ...(yield* staleEpochs), ...(yield* lateRequests(line.log.originates, mayBeLate))],
    []
  )
})

/** A replaced actor begins no more calls. */
const staleEpochs = Effect.gen(function* () {
  const sql = yield* PgClient.PgClient
  const stale = yield* sql<{ id: string }>`select id from (select id, epoch, max(epoch) over (partition by campaign_id
      order by started_at, id rows between unbounded preceding and 1 preceding) as newest from attempts) a
    where epoch < newest`
  return stale.map(({ id }) => `The attempt ${id} was begun under an epoch that was over`)
})

/** A request that came later could ring a person whose attempt has been settled, and who is being called again. */
const lateRequests = Effect.fnUntraced(function* (
  originates: ReadonlyArray<{ readonly attemptId: string; readonly at: number }>,
  mayBeLate = ""
) {
  const sql = yield* PgClient.PgClient
  const rows = yield* sql<{ id: string; at: number; account: string }>`select id, account,
    (extract(epoch from started_at) * 1000)::float8 as at from attempts`
  const begun = new Map(rows.map((attempt) => [attempt.id, attempt]))
  const requests = originates.map(({ at, attemptId }) => {
    const attempt = begun.get(attemptId)
    return { account: attempt?.account, millis: Math.round(at - (attempt?.at ?? at)) }
  })
  const [excused, checked] = [true, false].map((isExcused) =>
    requests.filter(({ account }) => (account === mayBeLate) === isExcused)
  ) as [typeof requests, typeof requests]
  const latest = (some: typeof requests) => Math.max(0, ...some.map(({ millis }) => millis))
  report(`the latest request was ${latest(checked)} ms behind its claim`)
  if (excused.length > 0) report(`of the release before: ${latest(excused)} ms, in ${excused.length} requests`)
  return checked
    .filter(({ millis }) => millis > claimIsDeadAfter)
    .map(({ millis }) => `A request arrived ${millis} ms after its claim, which counted as dead by then`)
})

export const report = (what: string) => console.log(what)
