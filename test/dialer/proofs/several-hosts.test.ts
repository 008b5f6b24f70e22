import { mkdirSync } from "node:fs"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { PgClient } from "@effect/sql-pg"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Logger, Redacted, Schedule } from "effect"
import { ringResponseOf } from "../../../src/carriers/simulated/personas/all-personas.ts"
import { twilioSignature } from "../../../src/carriers/twilio/twilio-signature.ts"
import { Signals } from "../../../src/events/Signals.ts"
import { AppConfig, readSettings } from "../../../src/platform/config.ts"
import { SqlSession } from "../../../src/platform/sql/Sql.ts"
import { hourIn, zoneAt } from "../../support/calendar/zones.ts"
import { publishedInKafka } from "../../support/events/published-events.ts"
import type { LineLog, startLoggedLine } from "../../support/fakes/logged-line.ts"
import { type BalancedStream, startBalancer } from "../../support/fakes/network/balancer.ts"
import { makeTcpProxy } from "../../support/fakes/network/tcp-proxy.ts"
import { startS3Fake } from "../../support/fakes/s3/s3-fake.ts"
import { inClusterOn, report, startCampaigns, stopAndCheck, until } from "../../support/processes/dialing-cluster.ts"
import { checkConversations, startConversations } from "../../support/processes/held-conversations.ts"
import { type Host, makeNetwork, serveOnLoopback, silence, whyNoHosts } from "../../support/processes/hosts.ts"
import {
  encryptionKey,
  lineToken,
  loadNode,
  makeApi,
  makeAudience,
  makePeople,
  makeRetriesDue
} from "../../support/processes/load-node.ts"
import { hasReleaseBefore, nodeOfReleaseBefore } from "../../support/processes/release-before.ts"
import { makeRandom, shuffled } from "../../support/random.ts"
import { freePort } from "../../support/servers/free-port.ts"
import { hasKafka, kafkaSettings } from "../../support/servers/kafka.ts"
import { hasPgBouncer, startPgBouncer } from "../../support/servers/pgbouncer.ts"
import {
  type Cluster,
  hasPostgresPrograms,
  startCluster,
  startStandby
} from "../../support/servers/postgres-cluster.ts"
import { runSql } from "../../support/servers/test-database.ts"

const { PROVE, TEST_REDIS_URL, TEST_SEED } = process.env
const seed = Number(TEST_SEED)
const isFull = PROVE === "full"

/** Why the proof cannot run here. */
const missing = () => {
  if (!isFull && seed % 4 !== 3) return "the normal run has this test or one of those of two nodes, by its seed"
  if (!hasPostgresPrograms || !hasPgBouncer) return "the programs of Postgres and PgBouncer are not here"
  if (!hasKafka || TEST_REDIS_URL === undefined) return "TEST_KAFKA_BROKERS and TEST_REDIS_URL are not set"
  return whyNoHosts()
}
const why = missing()

/** The normal run has one disturbance of a few people, chosen by its seed. */
const size = isFull
  ? { campaigns: 12, callsPerMinute: 300, conversations: 6, disturbed: 10, hosts: 3, people: 20_000 }
  : { campaigns: 2, callsPerMinute: 60, conversations: 4, disturbed: 1, hosts: 2, people: 60 }
const pace = { callsPerMinute: size.callsPerMinute, maxConcurrentCalls: 20, maxRetries: 2, callTimeoutMinutes: 1 }
const minutes = 60_000
/** Longer than the locks of a node last, which are its campaigns. */
const faultMillis = 15_000

describe.skipIf(why !== undefined)(`nodes on several hosts${why === undefined ? "" : ` (${why})`}`, () => {
  it.live(
    "are killed, paused, cut off and upgraded in turn, and so is what they stand on: no number is dialed twice, no pace is exceeded, every outcome is published once, the figures equal a recount, and conversations on healthy nodes go on",
    () =>
      Effect.gen(function* () {
        report(`The seed is ${seed}`)
        const random = makeRandom(seed)
        const base = yield* makeBase
        yield* inClusterOn({ DATABASE_URL: base.url, DATA_DIR: base.folder }, ({ line }) =>
          Effect.gen(function* () {
            const world = yield* makeWorld(base, line, random)
            const started = yield* startAll(world)
            yield* Effect.forkScoped(retryAtOnce(base.url))
            yield* Effect.forkScoped(resumeAgain(world, started))
            const disturbed = yield* Effect.forEach(order(), (name) => disturb(world, started, name))
            yield* finish(world, started, disturbed)
            const pauses = disturbed.map(({ pause }) => pause)
            report(`All nodes were ready and dialed again at most ${Math.max(...pauses)} ms after a disturbance`)
          })
        )
      }).pipe(Effect.scoped),
    isFull ? 60 * minutes : 10 * minutes
  )
})

const held = <A extends { readonly stop: () => void | Promise<void> }>(start: () => Promise<A>) =>
  Effect.acquireRelease(Effect.promise(start), ({ stop }) => Effect.promise(async () => stop()))

/** The database with its standby behind one address, and a folder. */
const makeBase = Effect.gen(function* () {
  const primary: Cluster = yield* held(() => startCluster(["synchronous_commit=on"]))
  const standby: Cluster = yield* held(() => startStandby(primary))
  // From now on a commit waits until the standby has it.
  yield* Effect.promise(() => runSql(primary.url, "alter system set synchronous_standby_names = '*'"))
  yield* Effect.promise(() => runSql(primary.url, "select pg_reload_conf()"))
  const proxy = yield* Effect.acquireRelease(
    Effect.promise(() => makeTcpProxy("127.0.0.1", primary.port)),
    ({ close }) => Effect.promise(close)
  )
  const folder = yield* Effect.acquireRelease(
    Effect.promise(() => mkdtemp(join(tmpdir(), "carillon-hosts-"))),
    (folder) => Effect.promise(() => rm(folder, { recursive: true, force: true }))
  )
  return { primary, standby, proxy, folder, url: `postgres://postgres@127.0.0.1:${proxy.port}/postgres` }
})
type Base = Effect.Success<typeof makeBase>

/** Settings that each session of a pooler needs. */
const connectQuery = [
  "set jit = 'off'",
  "set hnsw.ef_search = '100'",
  "set hnsw.iterative_scan = 'strict_order'",
  "set statement_timeout = '60s'",
  "set idle_in_transaction_session_timeout = '8s'"
].join("; ")

type Line = Effect.Success<ReturnType<typeof startLoggedLine>>

const nodePort = 7_000
const apiPort = 8_080

/** Three hosts, the services that they reach over the network, and a proxy in front of their nodes. */
const makeWorld = Effect.fnUntraced(function* (base: Base, line: Line, random: () => number) {
  const { hosts, serve } = yield* makeNetwork(size.hosts, random)
  const portOf = (url: string) => Number(new URL(url).port)
  const startPooler = held(() => startPgBouncer(base.url, connectQuery))
  const pooler = { now: yield* startPooler }
  const kafka = yield* kafkaSettings
  const files = yield* held(startS3Fake)
  const services = {
    pooler: yield* serve(portOf(pooler.now.url)),
    direct: yield* serve(base.proxy.port),
    kafka: yield* serve(portOf(`http://${kafka.KAFKA_BROKERS}`)),
    redis: yield* serve(portOf(TEST_REDIS_URL ?? "")),
    files: yield* serve(portOf(files.settings.S3_ENDPOINT)),
    line: yield* serve(portOf(line.url)),
    lineOfReleaseBefore: yield* serve(portOf(line.url), yield* Effect.promise(freePort))
  }
  // Kafka leads its clients to the address that it was started with, and nodes know simulated lines at this address only.
  for (const host of hosts) {
    yield* serveOnLoopback(host, services.kafka)
    yield* serveOnLoopback(host, services.line)
    yield* serveOnLoopback(host, services.lineOfReleaseBefore)
  }
  const balancer = yield* Effect.acquireRelease(
    Effect.promise(() =>
      startBalancer(
        hosts.map(({ address }) => ({ host: address, port: apiPort })),
        (url) => twilioSignature(Redacted.value(lineToken), url, [])
      )
    ),
    ({ close }) => Effect.sync(close)
  )
  line.leadStreams(balancer.url.replace("http", "ws"))
  const onNetwork = (url: string, { address }: { readonly address: string }) => {
    const moved = new URL(url)
    moved.hostname = address
    return moved.href.replace(/\/$/, "")
  }
  const settings = {
    ...kafka,
    ...files.settings,
    S3_ENDPOINT: onNetwork(files.settings.S3_ENDPOINT, services.files),
    DATABASE_URL: onNetwork(pooler.now.url, services.pooler),
    DATABASE_DIRECT_URL: onNetwork(base.url, services.direct),
    REDIS_URL: onNetwork(TEST_REDIS_URL ?? "", services.redis),
    PUBLIC_URL: balancer.url,
    NODE_PORT: String(nodePort),
    // Longer than the longest call: the conversations of a node that is upgraded come to their end.
    DRAIN_SECONDS: "75"
  }
  // Its calls reach the line by a way of their own, which distinguishes them.
  const accountBefore = line.url.replace(`:${services.line.port}/`, `:${services.lineOfReleaseBefore.port}/`)
  // The first node begins with the release before, whose schema is then migrated while it dials.
  const script = isFull && hasReleaseBefore() ? yield* nodeOfReleaseBefore : undefined
  const releaseBefore = { host: script && hosts[0]?.address, until: Number.POSITIVE_INFINITY }
  const startNode = Effect.fnUntraced(function* ({ address, name, within }: Host, script?: URL) {
    if (address === releaseBefore.host && script === undefined) releaseBefore.until = performance.now()
    const folder = join(base.folder, name)
    mkdirSync(folder, { recursive: true })
    const node = yield* loadNode({
      settings: { ...settings, DATA_DIR: folder, HOST: address, NODE_HOST: address },
      port: apiPort,
      lineUrl: script === undefined ? line.url : accountBefore,
      within,
      ...(script && { script })
    })
    yield* Effect.promise(node.go)
    return node
  })
  const api = yield* Effect.acquireRelease(
    Effect.sync(() => makeApi(portOf(balancer.url))),
    ({ close }) => Effect.sync(close)
  )
  const nodes = [yield* startNode(hosts[0]!, script)]
  for (const host of hosts.slice(1)) nodes.push(yield* startNode(host))
  return {
    base,
    line,
    random,
    hosts,
    services,
    pooler,
    startPooler,
    balancer,
    kafka,
    accountBefore,
    releaseBefore,
    startNode,
    api,
    nodes
  }
})
type World = Effect.Success<ReturnType<typeof makeWorld>>

/** Campaigns at any hour, one with people for whom it is night, and one whose calls hold conversations. */
const startAll = Effect.fnUntraced(function* (world: World) {
  const { api } = world
  const open = yield* startCampaigns(world, {
    campaigns: size.campaigns,
    people: Math.ceil(size.people / size.campaigns),
    fields: pace
  })
  const callingWindow = { days: [1, 2, 3, 4, 5, 6, 7], start: "09:00", end: "16:00" }
  const bound = yield* Effect.promise(() => api.organization({ name: "Bound", minutesQuota: 1_000_000, callingWindow }))
  const asleep = yield* makePeople(bound.id, Math.max(40, size.people / 50), [zoneAt(12), zoneAt(20)])
  const audience = yield* makeAudience(bound.id, asleep)
  const id = yield* Effect.promise(() => api.campaign(bound, audience, pace))
  yield* Effect.promise(() => api.start(bound.key, id))
  const conversations = yield* startConversations(api, 100 * size.conversations, {
    ...pace,
    // Each takes about 15 seconds: at any time some begin and others end.
    callsPerMinute: 4 * size.conversations,
    maxConcurrentCalls: size.conversations
  })
  return {
    campaigns: [...open.ids.map((id) => ({ id, key: open.key })), { id, key: bound.key }, conversations],
    conversations,
    bound: { id, key: bound.key, zones: new Map(asleep.map(({ phoneNumber, timezone }) => [phoneNumber, timezone])) }
  }
})
type Started = Effect.Success<ReturnType<typeof startAll>>

/** Retries are due at once, because the shortest delay of a retry is half an hour. */
const retryAtOnce = (url: string) =>
  makeRetriesDue.pipe(
    Effect.catchCause(() => Effect.void),
    Effect.andThen(Effect.sleep("1 second")),
    Effect.forever,
    Effect.provide(
      Signals.layer.pipe(
        Layer.provideMerge(PgClient.layer({ url: Redacted.make(url) })),
        Layer.provide(SqlSession.layer),
        Layer.provide(Layer.effect(AppConfig, readSettings({ DATABASE_URL: url, ENCRYPTION_KEY: encryptionKey }))),
        Layer.provide(Logger.layer([]))
      )
    )
  )

/** A line that some nodes do not reach pauses the campaigns with too many calls without an outcome. */
const resumeAgain = ({ api }: World, { campaigns }: Started) =>
  Effect.gen(function* () {
    const sql = yield* PgClient.PgClient
    for (const { id } of yield* sql<{ id: string }>`select id from campaigns where status = 'PAUSED'`) {
      const key = campaigns.find((one) => one.id === id)?.key ?? ""
      yield* Effect.promise(() => api.ask(key, "POST", `/v1/campaigns/${id}/resume`))
    }
  }).pipe(
    Effect.catchCause(() => Effect.void),
    Effect.andThen(Effect.sleep("1 second")),
    Effect.forever
  )

const count = (from: string) =>
  Effect.flatMap(PgClient.PgClient, (sql) =>
    sql.unsafe<{ n: number }>(`select count(*)::int as n from ${from}`).pipe(
      Effect.retry({ schedule: Schedule.spaced("50 millis") }),
      Effect.map(([row]) => row?.n ?? 0)
    )
  )

const lasting = Effect.sleep(faultMillis)

/** A host is cut off from others, in silence. */
const partition = (host: Host, others: ReadonlyArray<Parameters<typeof silence>[1]>) =>
  Effect.andThen(
    Effect.forEach(others, (other) => silence(host, other)),
    lasting
  ).pipe(Effect.scoped)

const disturbances = {
  "a node is killed": (world: World, at: number) =>
    Effect.gen(function* () {
      yield* Effect.promise(() => world.nodes[at]!.kill())
      yield* lasting
      world.nodes[at] = yield* world.startNode(world.hosts[at]!)
    }),
  "a node is paused": ({ nodes }: World, at: number) =>
    Effect.acquireUseRelease(
      Effect.sync(() => process.kill(nodes[at]!.pid, "SIGSTOP")),
      () => lasting,
      () => Effect.sync(() => process.kill(nodes[at]!.pid, "SIGCONT"))
    ),
  "a host is cut off": ({ hosts }: World, at: number) =>
    Effect.acquireUseRelease(
      hosts[at]!.cutOff,
      () => lasting,
      () => hosts[at]!.reconnect
    ),
  "a host is cut off from Postgres": ({ hosts, services }: World, at: number) =>
    partition(hosts[at]!, [services.pooler, services.direct]),
  "a host is cut off from Kafka": ({ hosts, services }: World, at: number) => partition(hosts[at]!, [services.kafka]),
  "a host is cut off from the line": ({ hosts, services }: World, at: number) =>
    partition(hosts[at]!, [services.line, services.lineOfReleaseBefore]),
  "a host is cut off from the other hosts": ({ hosts }: World, at: number) =>
    partition(
      hosts[at]!,
      hosts.filter((_, index) => index !== at)
    ),
  "PgBouncer is restarted": ({ pooler, services, startPooler }: World) =>
    Effect.gen(function* () {
      yield* Effect.promise(pooler.now.stop)
      pooler.now = yield* startPooler
      services.pooler.relay.leadTo(Number(new URL(pooler.now.url).port))
    }),
  "the primary is replaced by its standby": ({ base }: World) =>
    Effect.gen(function* () {
      yield* Effect.promise(base.primary.kill)
      base.proxy.leadTo(base.standby.port)
      yield* Effect.promise(base.standby.promote)
    }),
  "a node is upgraded": (world: World) =>
    Effect.gen(function* () {
      const [old] = world.nodes
      process.kill(old!.pid, "SIGTERM")
      yield* Effect.promise(() => old!.over)
      world.nodes[0] = yield* world.startNode(world.hosts[0]!)
    })
} as const
type Disturbance = keyof typeof disturbances

const order = (): ReadonlyArray<Disturbance> => {
  const names = Object.keys(disturbances) as ReadonlyArray<Disturbance>
  return shuffled(names, seed).slice(0, size.disturbed)
}

/** Calls that do not wait for the morning, besides those of the campaign with conversations, which has enough. */
const waiting = ({ conversations }: Started) =>
  count(`calls where next_attempt_at < clock_timestamp() + interval '1 hour' and campaign_id <> '${conversations.id}'`)
const begun = count("attempts")

/** Longer than it takes to begin a conversation on a loaded machine, ms. */
const beginning = 5_000

/** Disturbs the nodes at their work. Afterwards all of them are ready again by themselves, and they dial. */
const disturb = Effect.fnUntraced(function* (world: World, started: Started, name: Disturbance) {
  const { balancer, hosts } = world
  const isAtWork = (since: number) => Effect.map(begun, (now) => now > since + 3 * size.campaigns)
  const isOver = Effect.map(waiting(started), (left) => left < size.people / 20)
  const dialOn = Effect.fnUntraced(function* (what: string) {
    const since = yield* begun
    yield* until(
      what,
      Effect.zipWith(isAtWork(since), isOver, (one, other) => one || other)
    )
  })
  yield* dialOn(`they dial before: ${name}`)
  const hasConversations = ({ address }: Host) => {
    const streams = balancer.streams.filter(({ to }) => to?.host === address)
    const live = streams.filter(({ endedAt }) => endedAt === Number.POSITIVE_INFINITY)
    const isUnderWay = live.some(({ askedAt }) => askedAt < performance.now() - beginning)
    return isUnderWay && live.length < streams.length
  }
  yield* until(
    `each host has ended a conversation, and holds another, before: ${name}`,
    Effect.sync(() => hosts.every(hasConversations))
  )
  const at = Math.floor(world.random() * hosts.length)
  report(`${name} (host ${at + 1}), after ${yield* begun} attempts, ${yield* waiting(started)} calls wait`)
  const from = performance.now()
  yield* disturbances[name](world, at)
  const mended = performance.now()
  yield* until(
    `all nodes are ready after: ${name}`,
    Effect.sync(() => balancer.ready().length === hosts.length)
  )
  const to = performance.now()
  yield* dialOn(`they dial after: ${name}`)
  const pause = Math.round(performance.now() - mended)
  report(`${name}: all ready and dialing ${pause} ms after its end`)
  return { name, host: hosts[at]?.address, from, to, pause }
})
type Disturbed = Effect.Success<ReturnType<typeof disturb>>

/**
 * The conversations that a disturbance may harm: all of its host, or only those that begin meanwhile, because a
 * conversation reads the database before its first word and not later. Disturbances without a line here harm none.
 */
const harmed: Partial<
  Record<Disturbance, { readonly conversations: "all" | "that begin"; readonly everywhere?: true }>
> = {
  "a node is killed": { conversations: "all" },
  "a node is paused": { conversations: "all" },
  "a host is cut off": { conversations: "all" },
  "a host is cut off from Postgres": { conversations: "that begin" },
  "PgBouncer is restarted": { conversations: "that begin", everywhere: true },
  "the primary is replaced by its standby": { conversations: "that begin", everywhere: true }
}
const mayBeHarmed = (
  { releaseBefore }: World,
  disturbed: ReadonlyArray<Disturbed>,
  { askedAt, endedAt, to: node }: BalancedStream
) => {
  // The release before stored no conversation after a long outage.
  const isBefore = node?.host === releaseBefore.host && askedAt < releaseBefore.until
  return disturbed.some(({ from, host, name, to }) => {
    const harm = harmed[name]
    if (harm === undefined || (harm.everywhere !== true && host !== node?.host)) return false
    const until = harm.conversations === "all" || isBefore ? endedAt : askedAt + beginning
    return askedAt < to && until > from
  })
}

const endNow = ({ api }: World, { id, key }: { readonly id: string; readonly key: string }) => {
  const endAt = new Date(Date.now() + 500).toISOString()
  return Effect.promise(() => api.ask(key, "PATCH", `/v1/campaigns/${id}/retry-policy`, { endAt }))
}

/** Everything ends by itself, except what waits for the morning; then it is compared with the rules. */
const finish = Effect.fnUntraced(function* (world: World, started: Started, disturbed: ReadonlyArray<Disturbed>) {
  const { accountBefore, api, balancer, kafka, line, nodes } = world
  const { bound, campaigns, conversations } = started
  const sql = yield* PgClient.PgClient
  yield* endNow(world, conversations)
  const { id: talking, organizationId } = conversations
  yield* until(
    "all conversations are over",
    Effect.map(count(`campaigns where id = '${talking}' and status = 'COMPLETED'`), (over) => over === 1)
  )
  // At once, because the line remembers the last 20,000 calls only.
  const held = yield* checkConversations({ api, balancer, line, organizationId }, (stream) =>
    mayBeHarmed(world, disturbed, stream)
  )
  while ((yield* waiting(started)) > 0) {
    const since = yield* begun
    yield* until(
      "calls are begun",
      Effect.zipWith(begun, waiting(started), (now, left) => now > since || left === 0)
    )
  }
  yield* until(
    "all campaigns but that of the night are completed",
    Effect.map(count("campaigns where status <> 'COMPLETED'"), (left) => left === 1)
  ).pipe(
    Effect.onError(() =>
      Effect.map(
        Effect.orDie(sql`select p.status, p.status_reason, c.status as calls, c.outcome, c.attempts,
          c.deferral_reason, min(c.next_attempt_at) as next, now() as now, count(*)::int as n from campaigns p
          left join calls c on c.campaign_id = p.id where p.status <> 'COMPLETED' group by 1, 2, 3, 4, 5, 6`),
        (rows) => {
          report(JSON.stringify(rows))
          for (const { lines } of nodes)
            report(
              lines
                .filter((line) => /"(WARN|ERROR)"/i.test(line))
                .slice(-8)
                .join("\n")
            )
        }
      )
    )
  )
  // A single condition for both: a call that ends now may leave a retry, which the end of the campaign would cut off.
  yield* until(
    "nobody is called any more, and no retry waits",
    Effect.map(count("calls where status in ('QUEUED', 'IN_PROGRESS')"), (left) => left === 0)
  )
  yield* endNow(world, bound)
  yield* until(
    "all campaigns are completed",
    Effect.map(count("campaigns where status <> 'COMPLETED'"), (left) => left === 0)
  )

  const problems: Array<string> = [...twice(line.log)]
  const attempts = yield* sql<{ to: string; at: number }>`select phone_number as to,
    (extract(epoch from started_at) * 1000)::float8 as at from attempts`
  const outside = attempts.filter(({ at, to }) => {
    const zone = bound.zones.get(to)
    const hour = zone === undefined ? 12 : hourIn(zone, at)
    return hour < 9 || hour >= 16
  })
  problems.push(...outside.map(({ to }) => `${to} was called at night`))
  problems.push(...held.problems)
  for (const { from, name, to } of disturbed) {
    const seconds = [from, to].map((at) => (at / 1_000).toFixed(1)).join(" to ")
    const through = held.unharmed.filter(({ askedAt, endedAt }) => askedAt < from && endedAt > from)
    report(`${name}, second ${seconds}: ${through.length} conversations went on`)
    assert.isAbove(through.length, 0)
  }
  report(`${held.unharmed.length} of ${held.count} conversations were on healthy nodes`)

  const published = publishedInKafka(kafka.KAFKA_TOPIC_PREFIX)
  yield* until(
    "every outcome is published",
    Effect.map(published("call-ended.v1"), ({ length }) => length >= attempts.length)
  )

  for (const { id, key } of campaigns) {
    const [recount] = yield* sql`select count(*)::int as total,
      count(*) filter (where status = 'COMPLETED')::int as completed,
      count(*) filter (where status = 'FAILED')::int as failed,
      count(*) filter (where status = 'SKIPPED')::int as skipped from calls where campaign_id = ${id}`
    const { body } = yield* Effect.promise(() => api.ask(key, "GET", `/v1/campaigns/${id}/progress`))
    assert.deepInclude(body, recount)
    const dashboard = yield* Effect.promise(() => api.ask(key, "GET", "/v1/campaigns/dashboard"))
    const [glance] = dashboard.body.campaigns.filter((one: { readonly id: string }) => one.id === id)
    const [found] = yield* sql`select count(*)::int as "callsAttempted",
      count(*) filter (where outcome = 'CONNECTED')::int as connected from attempts where campaign_id = ${id}`
    assert.deepInclude(glance, found)
  }
  assert.deepStrictEqual(problems, [])
  // The release before did not take back a request that it gave up.
  yield* stopAndCheck({ line, nodes, mayBeLate: accountBefore }, published)
})

/** Numbers that the line has seen again although their person had answered, or more often than the retries allow. */
const twice = ({ calls }: LineLog) =>
  [...Map.groupBy(calls.values(), ({ to }) => to)].flatMap(([to, all]) => {
    const answered = all.filter(({ status }) => status === "completed").length
    if (answered > 1) return [`${to} has answered ${answered} calls`]
    if (all.length > 1 + pace.maxRetries) return [`${to} was called ${all.length} times`]
    return all.length > 1 && ringResponseOf(to, all[0]?.persona).does === "answer"
      ? [`${to}, who answers, was called ${all.length} times`]
      : []
  })
