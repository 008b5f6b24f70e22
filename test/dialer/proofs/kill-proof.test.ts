import { PgClient } from "@effect/sql-pg"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Logger, Semaphore } from "effect"
import { OrganizationLimits } from "../../../src/accounts/OrganizationLimits.ts"
import { SecurityLog } from "../../../src/accounts/SecurityLog.ts"
import { NumberSuppression } from "../../../src/calls/queue/NumberSuppression.ts"
import { Contacts } from "../../../src/contacts/Contacts.ts"
import { Consents } from "../../../src/contacts/consents/Consents.ts"
import { DoNotContact } from "../../../src/contacts/DoNotContact.ts"
import { PhoneLedger } from "../../../src/contacts/PhoneLedger.ts"
import { Outbox } from "../../../src/events/outbox/Outbox.ts"
import { Signals } from "../../../src/events/Signals.ts"
import { AppConfig, readSettings } from "../../../src/platform/config.ts"
import { Secrets } from "../../../src/platform/secrets/Secrets.ts"
import * as Sql from "../../../src/platform/sql/Sql.ts"
import { hourIn, zoneAt } from "../../support/calendar/zones.ts"
import { checkDialing, timeOf } from "../../support/data/dialing-invariants.ts"
import { startLoggedLine } from "../../support/fakes/logged-line.ts"
import {
  dialerSteps,
  type KillMoment,
  type KillPoint,
  livesOn,
  reachedIn
} from "../../support/processes/kill-points.ts"
import {
  encryptionKey,
  lineToken,
  loadNode,
  makeAllDue,
  makeApi,
  makeAudience,
  makePeople,
  type Person
} from "../../support/processes/load-node.ts"
import { makeRandom, shuffled } from "../../support/random.ts"
import { hasTurn, isFull } from "../../support/sample.ts"
import { freePort } from "../../support/servers/free-port.ts"
import { engine, makeDatabase } from "../../support/servers/test-database.ts"

const seed = Number(process.env.TEST_SEED)
const minutes = 60_000

const scale = isFull
  ? { kills: 210, people: [2_600, 900], shares: [1_900, 750], quota: 400 }
  : { kills: 3, people: [40, 20], shares: [30, 15], quota: 20 }

describe.skipIf(engine !== "postgres" || !hasTurn(0))("a dialer whose nodes die", () => {
  it.live(
    `a dialer killed ${scale.kills} times at every step keeps each rule of dialing and loses nothing`,
    () =>
      Effect.gen(function* () {
        const begun = performance.now()
        const world = yield* makeWorld
        yield* Effect.provide(prove(world, begun), servicesOn(world.settings))
      }),
    isFull ? 40 * minutes : 15 * minutes
  )
})

type World = Effect.Success<typeof makeWorld>

const makeWorld = Effect.gen(function* () {
  const database = yield* Effect.acquireRelease(Effect.promise(makeDatabase), ({ remove }) => Effect.promise(remove))
  const port = yield* Effect.promise(freePort)
  return { settings: database.settings, port, random: makeRandom(seed) }
})

const prove = Effect.fnUntraced(function* (world: World, begun: number) {
  const sql = yield* PgClient.PgClient
  const isCommitted = (id: string) =>
    Effect.runPromise(Effect.map(sql`select 1 from attempts where id = ${id}`, ({ length }) => length === 1))
  const line = yield* startLoggedLine({ speed: 25, authToken: lineToken, isCommitted, random: makeRandom(seed + 1) })
  const node = { ...world, lineUrl: line.url }
  const api = makeApi(world.port)

  const first = yield* loadNode(node, livesOn)
  yield* Effect.promise(first.go)
  const campaigns = yield* startCampaigns(api, world.random)
  yield* Effect.promise(first.kill)

  const notes = makeNotes()
  noteSteps(notes, yield* Effect.promise(() => first.over))
  yield* Effect.gen(function* () {
    yield* Effect.forkScoped(disturb(api, campaigns, world.random, notes))
    yield* killAgainAndAgain(node, world.random, notes)
  }).pipe(Effect.scoped)
  const atLastKill = yield* countAttempts

  yield* finish(node, api, campaigns, notes)
  const { counts, problems } = yield* checkDialing(line.log)
  problems.push(...(yield* brokenPromises(campaigns, notes)))
  // A step that no node reaches kills no node.
  const unreached = dialerSteps.filter((step) => !notes.steps.has(step))
  problems.push(...unreached.filter((step) => !rare.test(step)).map((step) => `No node reached "${step}"`))
  report({
    unreached,
    ...counts,
    "at the last kill": atLastKill,
    ...notes.counts,
    seconds: (performance.now() - begun) / 1000
  })
  api.close()
  assert.deepStrictEqual(problems, [])
})

/** The commands of this process, which the dialer is checked against. */
const makeNotes = () => ({
  pauses: [] as Array<{ readonly campaignId: string; readonly from: number; until: number }>,
  /** Pauses and resumes are serialized, so that their order here is their order in the dialer. */
  oneAtATime: Semaphore.makeUnsafe(1).withPermits(1),
  /** When the window and the cap of the second organization were lifted. */
  liftedAt: Number.POSITIVE_INFINITY,
  overQuota: 0,
  /** Calls that wait again, without the outcome of their last attempt. */
  forgotten: 0,
  /** The steps that the nodes reached. */
  steps: new Set<string>(),
  counts: { kills: 0, "kills at a step": {} as Record<string, number>, pauses: 0, refusals: 0, quotas: 0, resumed: 0 }
})
type Notes = ReturnType<typeof makeNotes>

const noteSteps = ({ steps }: Notes, lines: ReadonlyArray<string>) => {
  for (const step of reachedIn(lines)) steps.add(step)
}

interface Campaigns {
  readonly free: Organization
  /** With a window, a cap and a small quota. */
  readonly bound: Organization
}

interface Organization {
  readonly id: number
  readonly key: string
  readonly people: ReadonlyArray<Person>
  readonly campaignIds: ReadonlyArray<string>
}

const cap = 2

const startCampaigns = Effect.fnUntraced(function* (api: ReturnType<typeof makeApi>, random: () => number) {
  const sql = yield* PgClient.PgClient
  const make = Effect.fnUntraced(function* (
    fields: object,
    people: number,
    share: number,
    paces: ReadonlyArray<readonly [callsPerMinute: number, maxConcurrentCalls: number, maxRetries: number]>,
    zones: ReadonlyArray<string> = []
  ) {
    const { flowId, id, key } = yield* Effect.promise(() => api.organization(fields))
    const everybody = yield* makePeople(id, people, zones)
    const campaignIds: Array<string> = []
    for (const [callsPerMinute, maxConcurrentCalls, maxRetries] of paces) {
      const audience = yield* makeAudience(id, shuffled(everybody, random() * 2 ** 31).slice(0, share))
      const policy = { callsPerMinute, maxConcurrentCalls, maxRetries, callTimeoutMinutes: 1 + (maxRetries % 3) }
      campaignIds.push(yield* Effect.promise(() => api.campaign({ flowId, key }, audience, policy)))
    }
    return { id, key, people: everybody, campaignIds }
  })

  const [manyPeople = 0, fewPeople = 0] = scale.people
  const [largeShare = 0, smallShare = 0] = scale.shares
  const free = yield* make({ name: "Free" }, manyPeople, largeShare, [
    [1000, 50, 2],
    [1000, 12, 1],
    [600, 5, 0],
    [300, 20, 2]
  ])
  // The current time is noon in its own zone, and not for half of its people.
  const noon = zoneAt(12)
  const bound = yield* make(
    {
      name: "Bound",
      minutesQuota: scale.quota,
      callingWindow: { days: [1, 2, 3, 4, 5, 6, 7], start: "09:00", end: "16:00" }
    },
    fewPeople,
    smallShare,
    [
      [1000, 20, 2],
      [400, 8, 1],
      [60, 5, 0]
    ],
    [noon, zoneAt(6), zoneAt(13), zoneAt(19)]
  )
  yield* sql`insert into frequency_caps (organization_id, max_calls_per_day) values (${bound.id}, ${cap})`
  for (const { campaignIds, key } of [free, bound]) {
    for (const id of campaignIds) yield* Effect.promise(() => api.start(key, id))
  }
  return { free, bound }
})

const moments: ReadonlyArray<KillMoment> = ["before", "sent", "answered"]

const rare = /^undo|^control|^actor|look up/

/** The death of each node: at each step and moment, after any statement or request, or by the clock. */
const planDeaths = (random: () => number): ReadonlyArray<KillPoint | undefined> => {
  const atSteps = shuffled(
    dialerSteps.flatMap((step) => moments.map((moment) => ({ step, moment }))),
    seed
  ).map((death) => ({ ...death, after: Math.floor(random() * (rare.test(death.step) ? 1 : 8)) }))
  return Array.from({ length: scale.kills }, (_, index) => {
    if (index % 6 === 4) return { moment: moments[index % 3] ?? "sent", after: Math.floor(random() * 900) }
    return index % 6 === 5 ? undefined : atSteps[(index - Math.floor(index / 6) * 2) % atSteps.length]
  })
}

type Context = Parameters<typeof loadNode>[0]

// The next node is loaded while one lives, so the gap without a node is short.
const killAgainAndAgain = Effect.fnUntraced(function* (node: Context, random: () => number, notes: Notes) {
  let next = yield* loadNode(node, livesOn)
  const deaths = planDeaths(random)
  for (const [index] of deaths.entries()) {
    const now = next
    yield* Effect.promise(now.go)
    next = yield* loadNode(node, deaths[index] ?? livesOn)
    const longest = deaths[index - 1] === undefined ? 300 + random() * 3_000 : 6_000
    yield* Effect.race(
      Effect.promise(() => now.over),
      Effect.sleep(longest)
    )
    yield* Effect.promise(now.kill)
    const lines = yield* Effect.promise(() => now.over)
    noteSteps(notes, lines)
    const died = lines.find((line) => line.startsWith("died "))
    const { moment, step } = died === undefined ? { moment: "", step: "by the clock" } : JSON.parse(died.slice(5))
    const hits = notes.counts["kills at a step"]
    notes.counts.kills += 1
    hits[`${step} ${moment}`] = (hits[`${step} ${moment}`] ?? 0) + 1
  }
  yield* Effect.promise(next.kill)
})

/** Numbers are listed, campaigns paused and resumed, retries made due, and quotas raised. */
const disturb = Effect.fnUntraced(function* (
  api: ReturnType<typeof makeApi>,
  campaigns: Campaigns,
  random: () => number,
  notes: Notes
) {
  const pick = <A>(items: ReadonlyArray<A>) => items[Math.floor(random() * items.length)] as A
  const all = [campaigns.free, campaigns.bound]

  const refuse = Effect.gen(function* () {
    const suppression = yield* NumberSuppression
    const { id, people } = pick(all)
    yield* suppression.enter(id, { phoneNumber: pick(people).phoneNumber, actor: "test" })
    notes.counts.refusals += 1
  })

  const pauseFor = Effect.fnUntraced(function* (millis: number) {
    const { campaignIds, key } = pick(all)
    const campaignId = pick(campaignIds)
    const pause = yield* Effect.gen(function* () {
      const paused = yield* Effect.promise(() => api.ask(key, "POST", `/v1/campaigns/${campaignId}/pause`))
      if (paused.status >= 300) return
      const pause = { campaignId, from: Date.now(), until: Number.POSITIVE_INFINITY }
      notes.pauses.push(pause)
      return pause
    }).pipe(notes.oneAtATime)
    if (pause === undefined) return
    notes.counts.pauses += 1
    yield* Effect.sleep(millis)
    pause.until = Date.now()
  })

  const often = (
    every: number,
    act: Effect.Effect<unknown, unknown, NumberSuppression | PgClient.PgClient | Signals>
  ) =>
    Effect.forkScoped(
      Effect.forever(
        Effect.andThen(
          Effect.suspend(() => Effect.sleep(random() * 2 * every)),
          act
        )
      )
    )

  yield* often(isFull ? 1_000 : 2_000, refuse)
  yield* often(
    isFull ? 4_000 : 2_500,
    Effect.suspend(() => pauseFor(random() * 2_000))
  )
  yield* often(400, makeAllDue)
  yield* often(500, resumeCampaigns(api, campaigns, notes))
})

/** Resumes campaigns that the service paused, and those whose planned pause is over. */
const resumeCampaigns = Effect.fnUntraced(function* (
  api: ReturnType<typeof makeApi>,
  campaigns: Campaigns,
  notes: Notes
) {
  const sql = yield* PgClient.PgClient
  const resume = Effect.fnUntraced(function* (id: string, { id: organizationId, key }: Organization) {
    const itsPauses = notes.pauses.filter(({ campaignId }) => campaignId === id)
    if (itsPauses.some(({ until }) => until === Number.POSITIVE_INFINITY)) return
    for (const pause of itsPauses) pause.until = Math.min(pause.until, Date.now())
    const answer = yield* Effect.promise(() => api.ask(key, "POST", `/v1/campaigns/${id}/resume`))
    // A campaign that was paused by hand cannot resume with too few minutes either.
    if (answer.status === 402) {
      yield* sql`update organizations set minutes_quota = minutes_quota + ${scale.quota} where id = ${organizationId}`
      notes.counts.quotas += 1
    }
    notes.counts.resumed += answer.status < 300 ? 1 : 0
  })
  const rows = yield* sql<{ id: string; organizationId: number }>`select id, organization_id as "organizationId"
    from campaigns where status = 'PAUSED'`
  for (const { id, organizationId } of rows) {
    yield* notes.oneAtATime(resume(id, organizationId === campaigns.free.id ? campaigns.free : campaigns.bound))
  }
  const over = yield* sql`select 1 from organizations o join current_usage u on u.organization_id = o.id
    where u.minutes_used + u.minutes_reserved > o.minutes_quota`
  notes.overQuota += over.length
  const forgotten = yield* sql`select 1 from calls where status = 'QUEUED' and attempts > 0 and outcome is null`
  notes.forgotten += forgotten.length
})

const countAttempts = Effect.flatMap(PgClient.PgClient, (sql) =>
  Effect.map(sql<{ n: number }>`select count(*)::int as n from attempts`, ([row]) => row?.n ?? 0)
)

/**
 * Nodes that live longer bring everything to its end, once nothing holds it back. A node asks for
 * unreported calls when it starts, and again after a minute.
 */
const finish = Effect.fnUntraced(function* (
  node: Context,
  api: ReturnType<typeof makeApi>,
  campaigns: Campaigns,
  notes: Notes
) {
  const sql = yield* PgClient.PgClient
  for (const pause of notes.pauses) pause.until = Math.min(pause.until, Date.now())
  notes.liftedAt = Date.now()
  yield* sql`update organizations set calling_window = null`
  yield* sql`delete from frequency_caps`
  const unfinished = Effect.map(sql`select 1 from campaigns where status <> 'COMPLETED'`, ({ length }) => length > 0)
  // The check reports calls and campaigns that never end.
  const givenUp = performance.now() + (isFull ? 15 : 8) * minutes
  // Each node lives longer than the one before, because on a slow machine the first may achieve
  // hardly anything.
  for (let life = 7_000; (yield* unfinished) && performance.now() < givenUp; life *= 1.5) {
    const { go, kill, over } = yield* loadNode(node, livesOn)
    yield* Effect.promise(go)
    const ends = performance.now() + life
    while (performance.now() < ends && (yield* unfinished)) {
      yield* makeAllDue
      yield* resumeCampaigns(api, campaigns, notes)
      yield* Effect.sleep(100)
    }
    yield* Effect.promise(kill)
    noteSteps(notes, yield* Effect.promise(() => over))
  }
})

/** The requests of the second organization, and the pauses. */
const brokenPromises = Effect.fnUntraced(function* (
  { bound }: Campaigns,
  { forgotten, liftedAt, overQuota, pauses }: Notes
) {
  const sql = yield* PgClient.PgClient
  const attempts = yield* sql<{ id: string; campaignId: string; organizationId: number; to: string; at: number }>`select
      id, campaign_id as "campaignId", organization_id as "organizationId", phone_number as to,
      (extract(epoch from started_at) * 1000)::float8 as at from attempts`
  const zones = new Map(bound.people.map(({ phoneNumber, timezone }) => [phoneNumber, timezone ?? ""]))
  const held = attempts.filter(({ at, organizationId }) => organizationId === bound.id && at < liftedAt)
  const outside = held.filter(({ at, to }) => {
    const hour = hourIn(zones.get(to) ?? "", at)
    return hour < 9 || hour >= 16
  })
  const often = [...Map.groupBy(held, ({ to }) => to).values()].filter(({ length }) => length > cap)
  const paused = attempts.flatMap(({ campaignId, id }) => {
    const at = timeOf(id)
    const pause = pauses.find((pause) => pause.campaignId === campaignId && at > pause.from && at < pause.until)
    return pause === undefined ? [] : [{ id, since: at - pause.from, lasted: pause.until - pause.from }]
  })
  return [
    ...outside.map(({ id }) => `Attempt ${id} is outside the window`),
    ...often.map(([first]) => `${first?.to} was called more than ${cap} times`),
    ...paused.map(
      ({ id, lasted, since }) => `Attempt ${id} began ${since} ms after a pause, which lasted ${lasted} ms`
    ),
    ...(forgotten > 0 ? [`A call that waits had forgotten its last attempt ${forgotten} times`] : []),
    ...(overQuota > 0 ? [`The quota was overdrawn ${overQuota} times`] : [])
  ]
})

const report = (counts: object) => console.log(JSON.stringify(counts, null, 2))

/** Changes Do Not Contact with the service's own code, in another process. */
const servicesOn = (settings: Readonly<Record<string, string>>) =>
  NumberSuppression.layer.pipe(
    Layer.provide(
      Layer.mergeAll(Contacts.layer, Consents.layer, DoNotContact.layer, PhoneLedger.layer, Outbox.layer).pipe(
        Layer.provideMerge(SecurityLog.layer)
      )
    ),
    Layer.provideMerge(Layer.mergeAll(Signals.layer, Secrets.layer, OrganizationLimits.layer)),
    Layer.provideMerge(Layer.mergeAll(Sql.layer, Sql.SqlSession.layer)),
    Layer.provideMerge(Layer.effect(AppConfig, readSettings({ ...settings, ENCRYPTION_KEY: encryptionKey }))),
    Layer.provideMerge(Logger.layer([]))
  )
