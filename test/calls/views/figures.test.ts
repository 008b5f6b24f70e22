import { randomUUID } from "node:crypto"
import { PgClient } from "@effect/sql-pg"
import { Deferred, Effect, Ref } from "effect"
import { afterAll, describe, expect, test } from "vitest"
import { makeFoldPart } from "../../../src/calls/queue/FigureFolding.ts"
import { campaignRows, dayRows } from "../../../src/calls/views/dashboard-rows.ts"
import { makeLabelSplits } from "../../../src/calls/views/label-splits.ts"
import { everySlice } from "../../../src/platform/sql/slices.ts"
import { startServer } from "../../support/api/test-server.ts"
import { rowsOf } from "../../support/data/calls.ts"
import { makeRandom } from "../../support/random.ts"
import { engine } from "../../support/servers/test-database.ts"

// No dialer runs, so the rows stay as they are created.
const server = await startServer({ settings: { ROLES: "api" } })
afterAll(server.stop)
const rows = rowsOf(server)
const org = await server.organization()
const seed = Number(process.env.TEST_SEED)

const makeCampaigns = async () => {
  const ids = await Promise.all([1, 2, 3, 4].map(() => rows.campaign(org.id)))
  const labels = await Promise.all(ids.flatMap((id) => [rows.label(org.id, id), rows.label(org.id, id)]))
  for (const id of ids) await rows.call(org.id, id)
  return { ids, labels }
}
type Campaigns = Awaited<ReturnType<typeof makeCampaigns>>

/** The figures counted from the rows, and the stored figures, at the same moment. */
const figuresOf = async ({ ids }: Campaigns) => {
  const [both] = await rows.query(
    (sql) => sql`select row_to_json(c) as counted, row_to_json(k) as kept from (select
      (select json_agg(f order by f.campaign_id) from (select organization_id, campaign_id, count(*) as total,
        count(*) filter (where status = 'PENDING') as pending, count(*) filter (where status = 'QUEUED') as queued,
        count(*) filter (where status = 'IN_PROGRESS') as in_progress,
        count(*) filter (where status = 'COMPLETED') as completed, count(*) filter (where status = 'FAILED') as failed,
        count(*) filter (where status = 'SKIPPED') as skipped,
        count(*) filter (where status = 'SUPPRESSED') as suppressed, sum(attempts) as attempts,
        count(*) filter (where connected) as connected,
        count(*) filter (where status = 'FAILED' and not connected) as not_connected,
        count(*) filter (where next_attempt_at is not null and deferral_reason is not null) as deferred,
        sum(deferrals) as deferrals, count(awaits_tag_until) as awaiting_tag
        from calls where campaign_id in ${sql.in(ids)} group by organization_id, campaign_id) f) as figures,
      (select json_agg(l order by l.campaign_id, l.intent_label_id) from (select campaign_id, intent_label_id, count(*) as calls
        from calls where campaign_id in ${sql.in(ids)} and intent_label_id is not null group by 1, 2) l) as labels,
      (select json_agg(d order by d.campaign_id) from (select campaign_id, count(*) filter (where connected) as connected,
        count(*) filter (where status = 'FAILED' and not connected) as not_connected
        from calls where campaign_id in ${sql.in(ids)} group by 1) d) as days,
      (select json_agg(g order by g.campaign_id) from (select campaign_id,
        count(*) filter (where status in ('PENDING', 'QUEUED')) as waiting,
        count(*) filter (where status = 'IN_PROGRESS') as live, count(awaits_tag_until) as awaiting_tag
        from calls where campaign_id in ${sql.in(ids)} group by 1) g) as dialing) c, (select
      (select json_agg(f order by f.campaign_id) from campaign_figures f where campaign_id in ${sql.in(ids)}) as figures,
      (select json_agg(l order by l.campaign_id, l.intent_label_id) from label_figures l
        where campaign_id in ${sql.in(ids)} and calls <> 0) as labels,
      (select json_agg(d order by d.campaign_id) from (select campaign_id, coalesce(sum(connected), 0) as connected,
          coalesce(sum(not_connected), 0) as not_connected
        from unnest(${ids}::uuid[]) c (campaign_id) left join campaign_days using (campaign_id) group by 1) d) as days,
      (select json_agg(g order by g.campaign_id) from (select c.campaign_id, f.* from unnest(${ids}::uuid[]) c (campaign_id)
        cross join lateral dialing_figures(c.campaign_id) f) g) as dialing) k`
  )
  return both as { readonly counted: unknown; readonly kept: unknown }
}

const agree = async (campaigns: Campaigns) => {
  const { counted, kept } = await figuresOf(campaigns)
  expect(kept).toEqual(counted)
}

const labelSplits = await server.run(Effect.map(PgClient.PgClient, (sql) => makeLabelSplits(sql.withoutTransforms())))

/** The sums of the dashboard, and what the views show. The label splits are those of a node that has read others before. */
const dashboardAgrees = async ({ ids }: Campaigns) => {
  const [campaigns, days, splits] = await server.run(
    Effect.flatMap(PgClient.PgClient, (sql) => {
      const plain = sql.withoutTransforms()
      const chosen = sql`c.id in ${sql.in(ids)}`
      return Effect.all([campaignRows(plain, chosen), dayRows(plain, chosen, 1), labelSplits(chosen)])
    })
  )
  const views = await rows.query(
    (
      sql
    ) => sql`select f.*, coalesce((select sum(connected) from campaign_days d where d.campaign_id = f.campaign_id), 0) as today,
        (select json_agg(coalesce(v.calls, 0) order by l.id) from intent_labels l
          left join label_figures v on v.campaign_id = f.campaign_id and v.intent_label_id = l.id
          where l.campaign_id = f.campaign_id) as labels
      from campaign_figures f where campaign_id in ${sql.in(ids)} order by campaign_id desc`
  )
  expect(
    campaigns.map(({ id, ...row }) => [
      ...[
        id,
        row.total,
        row.waiting,
        row.queued,
        row.inProgress,
        row.completed,
        row.failed,
        row.skipped,
        row.suppressed
      ],
      ...[row.attempts, row.connected, row.notConnected, row.deferred, row.awaitingLabel],
      days.filter((day) => day.campaignId === id).reduce((sum, day) => sum + day.connected, 0),
      JSON.parse(String(splits.get(id)?.json))
        .toSorted((one: { id: string }, other: { id: string }) => (one.id < other.id ? -1 : 1))
        .map(({ count }: { count: number }) => count)
    ])
  ).toEqual(
    views.map((row) => [
      ...[
        row.campaignId,
        row.total,
        Number(row.pending) + Number(row.queued),
        row.queued,
        row.inProgress,
        row.completed
      ],
      ...[row.failed, row.skipped, row.suppressed, row.attempts, row.connected, row.notConnected, row.deferred],
      ...[row.awaitingTag, Number(row.today), row.labels]
    ])
  )
}

const choosing = (random: () => number) => {
  const one = <A>(items: ReadonlyArray<A>): A => items[Math.floor(random() * items.length)] as A
  const some = <A>(items: ReadonlyArray<A>) => {
    const chosen = items.filter(() => random() < 0.5)
    return chosen.length > 0 ? chosen : [one(items)]
  }
  return { one, some }
}

/** Adds many calls at once to one or several campaigns, as a start does. */
const join = ({ ids }: Campaigns, random: () => number) => {
  const { one, some } = choosing(random)
  const suppressed = one([0, 1])
  return rows.query(
    (sql) => sql`insert into calls (organization_id, campaign_id, contact_id, contact_name, phone_number, status,
        next_attempt_at, suppression)
      select ${org.id}, c.id, gen_random_uuid(), 'Asha', '+91981234' || i, s.status,
        case when s.status = 'PENDING' then now() end, case when s.status = 'SUPPRESSED' then 'ORGANIZATION' end
      from unnest(${some(ids)}::uuid[]) c (id), generate_series(1, ${one([1, 3, 20])}::int) i,
        lateral (select case when i % 3 = 0 and ${suppressed} = 1 then 'SUPPRESSED' else 'PENDING' end as status) s`
  )
}

/** A random change of one call, or of a share of the calls of several campaigns. */
const change = ({ ids, labels }: Campaigns, random: () => number, share: readonly [number, number] = [0, 1]) => {
  const { one, some } = choosing(random)
  const status = one(["PENDING", "QUEUED", "IN_PROGRESS", "COMPLETED", "FAILED", "SKIPPED", "SUPPRESSED"])
  const fields = {
    status,
    next_attempt_at: status === "PENDING" || status === "QUEUED" ? new Date() : null,
    suppression: status === "SUPPRESSED" ? "CAMPAIGN" : null,
    ...(random() < 0.5 && { attempts: one([0, 1, 2, 5]) }),
    ...(random() < 0.5 && { deferrals: one([0, 1, 7]), deferral_reason: one([null, "Frequency Cap - Daily"]) }),
    ...(random() < 0.5 && { connected: one([true, true, false]) }),
    ...(random() < 0.5 && { awaits_tag_until: one([null, new Date()]) }),
    ...(random() < 0.5 && { intent_label_id: one([null, ...labels]) })
  }
  const [worker, workers] = share
  const chosen = some(ids)
  const bound = one([1, 1, 10, 1000])
  const offset = Math.floor(random() * 20)
  return rows.query(
    (sql) => sql`update calls set ${sql.update(fields)} where id in (
      select id from calls where campaign_id in ${sql.in(chosen)} and abs(hashtext(id::text)) % ${workers} = ${worker}
      order by id limit ${bound} offset ${offset})`
  )
}

const fold = () => server.run(Effect.flatMap(makeFoldPart, (foldPart) => foldPart(everySlice)))
const untilFolded = async () => {
  while ((await fold()) > 0);
}

/** A session that dies after it has folded, and before it commits. */
const foldAndDie = () =>
  server.run(
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const foldPart = yield* makeFoldPart
      const folded = yield* Ref.make(0)
      const die: Effect.Effect<unknown, unknown> =
        engine === "postgres" ? sql`select pg_terminate_backend(pg_backend_pid())` : Effect.fail("The session is gone")
      yield* Effect.ignore(
        sql.withTransaction(
          Effect.andThen(
            Effect.flatMap(foldPart(everySlice), (count) => Ref.set(folded, count)),
            die
          )
        )
      )
      return yield* Ref.get(folded)
    })
  )

describe("the figures of campaigns", () => {
  test("equal a count of the calls after any change by any statement", async () => {
    const random = makeRandom(seed)
    const campaigns = await makeCampaigns()
    await join(campaigns, random)
    for (let step = 0; step < 60; step++) {
      await (random() < 0.2 ? join : change)(campaigns, random)
      if (random() < 0.3) await fold()
      await agree(campaigns)
      if (step % 10 === 0) await dashboardAgrees(campaigns)
    }
    await untilFolded()
    await agree(campaigns)
    await dashboardAgrees(campaigns)
    const open = await rows.query((sql) => sql`select 1 from figure_deltas union all select 1 from label_deltas`)
    expect(open).toEqual([])
  })

  test("equal a count of the calls at any moment of concurrent statements and folds, which do not deadlock", async () => {
    const campaigns = await makeCampaigns()
    await join(campaigns, makeRandom(seed))
    const workers = 4
    let working = true
    const meanwhile = async (work: () => Promise<unknown>) => {
      while (working) await work()
    }
    const others = [meanwhile(fold), meanwhile(fold), meanwhile(() => agree(campaigns))]
    await Promise.all(
      Array.from({ length: workers }, async (_, worker) => {
        const random = makeRandom(seed + worker)
        for (let step = 0; step < 40; step++) {
          await (random() < 0.1 ? join(campaigns, random) : change(campaigns, random, [worker, workers]))
        }
      })
    ).finally(() => {
      working = false
    })
    await Promise.all(others)
    await agree(campaigns)
    await untilFolded()
    await dashboardAgrees(campaigns)
  })

  test("lose nothing and count nothing twice when a session dies in the middle of a fold", async () => {
    const campaigns = await makeCampaigns()
    const random = makeRandom(seed)
    for (let step = 0; step < 5; step++) {
      await join(campaigns, random)
      await change(campaigns, random)
      expect(await foldAndDie()).toBeGreaterThan(0)
      await agree(campaigns)
    }
    await untilFolded()
    await agree(campaigns)
  })

  test("are not touched by a rollback or by a change that concerns no figure", async () => {
    const campaigns = await makeCampaigns()
    await join(campaigns, makeRandom(seed))
    const { kept } = await figuresOf(campaigns)
    await rows
      .query(
        (sql) => sql`with changed as (update calls set attempts = 9 where campaign_id = ${campaigns.ids[0]} returning 1)
        select 1 / (count(*) - count(*)) from changed`
      )
      .catch(() => undefined)
    await rows.query((sql) => sql`update calls set contact_name = 'Ravi' where campaign_id in ${sql.in(campaigns.ids)}`)
    expect((await figuresOf(campaigns)).kept).toEqual(kept)
    await agree(campaigns)
  })

  test("record the day on which calls were connected or given up", async () => {
    const id = await rows.campaign(org.id)
    await rows.call(org.id, id, { status: "COMPLETED", connected: true })
    await rows.moveDays(id, 1)
    await rows.call(org.id, id, { status: "FAILED" })
    await rows.call(org.id, id, { status: "COMPLETED", connected: true })
    await rows.call(org.id, id, { status: "SKIPPED" })
    const days = await rows.query(
      (sql) => sql`select (now() at time zone 'UTC')::date - day as ago, connected, not_connected from campaign_days
        where campaign_id = ${id} order by day`
    )
    expect(days).toEqual([
      { ago: 1, connected: 1, notConnected: 0 },
      { ago: 0, connected: 1, notConnected: 1 }
    ])
  })
})

test.runIf(engine === "postgres")(
  "transactions that change calls of the same campaigns in another order do not wait for each other",
  async () => {
    const { ids, labels } = await makeCampaigns()
    const [one = "", other = ""] = ids
    const [a = "", b = "", c = "", d = ""] = await Promise.all(
      [one, other, other, one].map((id) => rows.call(org.id, id, { status: "IN_PROGRESS" }))
    )
    await server.run(
      Effect.gen(function* () {
        const sql = yield* PgClient.PgClient
        const answer = (id: string, label: string | undefined) =>
          sql`update calls set status = 'COMPLETED', connected = true, intent_label_id = ${label ?? null} where id = ${id}`
        const [begun, otherBegun] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
        // The first call of the day and of the label in each campaign.
        yield* Effect.all(
          [
            sql.withTransaction(
              Effect.gen(function* () {
                yield* answer(a, labels[0])
                yield* Deferred.succeed(begun, undefined)
                yield* Deferred.await(otherBegun)
                yield* answer(b, labels[2])
              })
            ),
            sql.withTransaction(
              Effect.gen(function* () {
                yield* answer(c, labels[2])
                yield* Deferred.succeed(otherBegun, undefined)
                yield* Deferred.await(begun)
                yield* answer(d, labels[0])
              })
            )
          ],
          { concurrency: 2 }
        )
      })
    )
    await agree({ ids, labels })
  }
)

test.runIf(engine === "postgres")(
  "two folds of a campaign at once keep the counts of both in its one row",
  async () => {
    const id = await rows.campaign(org.id)
    const labels = [randomUUID(), randomUUID(), randomUUID()].toSorted()
    const foldOne = (label: string | undefined) =>
      Effect.flatMap(
        PgClient.PgClient,
        (sql) =>
          sql`insert into folded_label_figures (campaign_id, intent_label_id, calls) values (${id}, ${label ?? null}, 1)`
      )
    await server.run(foldOne(labels[0]))
    const { later } = await server.run(
      Effect.flatMap(PgClient.PgClient, (sql) =>
        sql.withTransaction(
          Effect.gen(function* () {
            yield* foldOne(labels[1])
            const later = server.run(foldOne(labels[2]))
            yield* Effect.promise(rows.untilLockWait)
            return { later }
          })
        )
      )
    )
    await later
    expect(await rows.query((sql) => sql`select counts from folded_splits where campaign_id = ${id}`)).toEqual([
      { counts: JSON.stringify(Object.fromEntries(labels.map((label) => [label, 1]))) }
    ])
  }
)
