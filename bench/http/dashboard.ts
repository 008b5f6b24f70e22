import { PgClient } from "@effect/sql-pg"
import { Effect, ManagedRuntime, Redacted } from "effect"
import { rounded } from "../figures.ts"
import { type Product, query, withClient, withDatabase, withProduct } from "../product.ts"
import { adminAsker, against, asker, idOf, times } from "./asker.ts"

const campaigns = 1000
const calls = Number(process.env.CALLS ?? 10_000_000)
const goalMillis = 50
/** Days over which the calls are spread. */
const days = 90
const samples = 100

/** Progress, dashboard, lists and searches of calls of one organization with a thousand campaigns. */
export const run = () =>
  withDatabase((url) =>
    withProduct(
      url,
      async (product) => {
        const { organizationId } = product
        const startedAt = performance.now()
        await fill(url, organizationId)
        await query(url, "vacuum analyze")
        const fillSeconds = rounded((performance.now() - startedAt) / 1000)
        const ids = (await query(url, "select id from campaigns order by md5(id::text)")).map(({ id }) => String(id))
        const of = (index: number) => `/v1/campaigns/${ids[index % ids.length]}`
        const pages = Math.max(1, Math.floor(calls / campaigns / 100))
        const ask = asker(product)
        const floor = await withBareClient(url, (one) => times(samples, (index) => one(ids[index % ids.length] ?? "")))
        const measured = {
          progress: await times(samples, (index) => ask(`${of(index)}/progress`)),
          dashboard: await times(samples, () => ask("/v1/campaigns/dashboard")),
          dashboardOfRunning: await times(samples, () => ask("/v1/campaigns/dashboard?status=IN_PROGRESS")),
          firstCalls: await times(samples, (index) => ask(`${of(index)}/calls?limit=100`)),
          anyCalls: await times(samples, (index) => ask(`${of(index)}/calls?limit=100&page=${1 + (index % pages)}`)),
          ...(await searches(product, ids))
        }
        return {
          what: `p95 in ms with ${campaigns} campaigns and ${calls} calls in one organization, one request after another`,
          floorIs: "one row by its key, by the same database client, without HTTP",
          fillSeconds,
          ...against(floor, measured, goalMillis)
        }
        // Without workers, so that nothing dials the campaigns during the bench.
      },
      { ROLES: "api" }
    )
  )

/** The list of all calls, as the console shows it, with each of its filters. */
const searches = async (product: Product, campaignIds: ReadonlyArray<string>) => {
  const ask = adminAsker(product)
  const list = (filter: string) => ask(`/admin/v1/organizations/${product.organizationId}/calls?limit=100${filter}`)
  const filters: Readonly<Record<string, (index: number) => string>> = {
    all: () => "",
    ofCampaign: (index) => `&campaignId=${campaignIds[index % campaignIds.length]}`,
    ofLabel: (index) => `&label=Label%20${1 + (index % 9)}`,
    ofLabelInCampaign: (index) =>
      `&label=Label%20${1 + (index % 9)}&campaignId=${campaignIds[index % campaignIds.length]}`,
    ofNumber: (index) => `&phoneNumber=%2B9198${String(index).padStart(8, "0")}`,
    failed: () => "&status=FAILED",
    waiting: () => "&status=PENDING",
    connected: () => "&outcome=CONNECTED",
    connectedAndFailed: () => "&outcome=CONNECTED&status=FAILED",
    flagged: () => "&flagged=true",
    flaggedAndBusy: () => "&flagged=true&outcome=BUSY",
    undetermined: () => "&undetermined=true",
    ofDay: (index) => `&from=${dayBefore(index % days)}&to=${dayBefore((index % days) - 1)}`,
    ofLabelOnDay: (index) =>
      `&label=Label%20${1 + (index % 9)}&from=${dayBefore(index % days)}&to=${dayBefore((index % days) - 1)}`,
    long: () => "&durationAtLeast=60",
    veryLong: () => "&durationAtLeast=304",
    costly: () => "&costAtLeast=0.05",
    veryCostly: () => "&costAtLeast=0.3",
    longAndFailed: () => "&durationAtLeast=60&status=FAILED",
    deep: (index) => `&cursor=${dayBefore(index % days)}_ffffffff-ffff-7fff-bfff-ffffffffffff`,
    deepOfLabel: (index) =>
      `&label=Label%20${1 + (index % 9)}&cursor=${dayBefore(index % days)}_ffffffff-ffff-7fff-bfff-ffffffffffff`
  }
  const measured: Record<string, ReadonlyArray<number>> = {}
  for (const [name, filter] of Object.entries(filters)) {
    measured[`search ${name}`] = await times(samples, (index) => list(filter(index)))
  }
  let cursor = ""
  measured["search scrolled, page after page"] = await times(samples, async () => {
    cursor = JSON.parse(await list(cursor && `&cursor=${cursor}`)).nextCursor
  })
  return measured
}

const dayBefore = (index: number) => new Date(Date.now() - index * 86_400_000).toISOString()

const withBareClient = async <A>(url: string, use: (one: (id: string) => Promise<unknown>) => Promise<A>) => {
  const runtime = ManagedRuntime.make(PgClient.layer({ url: Redacted.make(url), startupParameters: { jit: "off" } }))
  const one = (id: string) =>
    runtime.runPromise(Effect.flatMap(PgClient.PgClient, (sql) => sql`select status from campaigns where id = ${id}`))
  return use(one).finally(() => runtime.dispose())
}

/** Inserts campaigns in all states; the running ones have waiting callbacks, retries and first calls. */
const fill = (url: string, organizationId: number) =>
  withClient(url, (sql) =>
    Effect.gen(function* () {
      const run = (statement: string) => sql.unsafe(statement)
      // Disables triggers and foreign keys; the figures are counted once at the end.
      yield* run("set local session_replication_role = replica")
      yield* run("set local maintenance_work_mem = '512MB'")
      yield* run(`insert into campaigns (organization_id, id, name, search, status, use_case_type, flow_id, audience_id,
          calls_per_minute, max_concurrent_calls, max_retries, retry_delay_minutes, retry_delays_minutes,
          retry_within_window, best_time_optimization, call_timeout_minutes, started_at)
        select ${organizationId}, ${idOf("i")}, 'Campaign ' || i, 'campaign ' || i,
          (array['IN_PROGRESS', 'IN_PROGRESS', 'IN_PROGRESS', 'PAUSED', 'COMPLETED'])[1 + i % 5], 'LEAD_QUALIFICATION',
          gen_random_uuid(), gen_random_uuid(), 100, 50, 3, 60, '{}', true, false, 5, now() - interval '3 days'
        from generate_series(1, ${campaigns}) i`)
      yield* run(`insert into intent_labels (organization_id, campaign_id, id, name, folded_name, color, is_positive,
          retry_behavior, is_system, is_custom, sort_order)
        select c.organization_id, c.id, gen_random_uuid(), 'Label ' || i, 'label ' || i, '#1f9d55', i in (4, 5),
          'RETRYABLE', i = 9, false, i from campaigns c, generate_series(1, 9) i`)
      yield* run(`insert into campaign_pace (organization_id, campaign_id, next_start_at)
        select organization_id, id, now() + interval '1 hour' from campaigns`)
      const indexes = yield* sql<{ name: string; definition: string }>`select indexname as name,
          indexdef as definition from pg_indexes where tablename = 'calls' and indexname like 'calls\\_%'
          and indexname <> 'calls_pkey' and indexname not like '%\\_key'`
      for (const { name } of indexes) yield* run(`drop index ${name}`)
      yield* run(`insert into calls (organization_id, id, campaign_id, contact_id, contact_name, phone_number, status,
          priority, next_attempt_at, attempts, outcome, connected, intent_label_id, intent_source, started_at,
          completed_at, duration, flagged_for_review, intent_undetermined)
        select ${organizationId}, ${idOf("i")}, c.id, ${idOf("i / 1000 + 100000000")}, 'Asha Sharma',
          '+9198' || lpad((i / 1000)::text, 8, '0'), s.status, s.priority,
          case when s.status in ('PENDING', 'QUEUED') then now() + i % 600 * interval '1 second' end, s.attempts,
          case when s.attempts > 0 then case s.status when 'FAILED' then 'BUSY' else 'CONNECTED' end end,
          s.status = 'COMPLETED',
          case when s.status = 'COMPLETED' and i % 67 > 0 then c.labels[1 + i / 7 % 9] end,
          case when s.status = 'COMPLETED' and i % 67 > 0 then 'auto' end, s.started_at, s.started_at,
          case when s.status = 'COMPLETED' then 5 + i * 31 % 300 else 0 end, i % 101 = 0,
          s.status = 'COMPLETED' and i % 67 = 0
        from generate_series(0, ${calls - 1}) i
        join (select c.id, row_number() over (order by c.id) - 1 as no, c.status, array_agg(l.id) as labels
          from campaigns c join intent_labels l on l.campaign_id = c.id group by c.id, c.status) c on c.no = i % ${campaigns}
        cross join lateral (select i / ${campaigns} % 10 as share) d
        cross join lateral (select case when c.status = 'COMPLETED' or d.share < 5 then
            case when d.share % 3 = 0 then 'FAILED' else 'COMPLETED' end
            when d.share < 8 then 'PENDING' else 'QUEUED' end as status,
          case when d.share = 9 then 0 when d.share = 8 then 1 else 2 end as priority,
          case when d.share in (5, 6, 7) then 0 else 1 + d.share % 3 end as attempts,
          now() - i::bigint * 7919 % (${days} * 86400) * interval '1 second' as started_at) s`)
      yield* run(`insert into call_costs (organization_id, call_id, currency, micros, parts)
        select organization_id, id, 'USD', duration * 1000, 3 from calls where duration > 0`)
      for (const { definition } of indexes) yield* run(definition)
      yield* run(`insert into folded_figures (organization_id, campaign_id, total, pending, queued, completed, failed,
          attempts, connected, not_connected)
        select organization_id, campaign_id, count(*), count(*) filter (where status = 'PENDING'),
          count(*) filter (where status = 'QUEUED'), count(*) filter (where status = 'COMPLETED'),
          count(*) filter (where status = 'FAILED'), sum(attempts), count(*) filter (where connected),
          count(*) filter (where status = 'FAILED') from calls group by 1, 2`)
      yield* run(`insert into folded_label_figures select campaign_id, intent_label_id, count(*) from calls
        where intent_label_id is not null group by 1, 2`)
      yield* run(`insert into folded_splits select campaign_id, json_object_agg(intent_label_id, calls)::text
        from folded_label_figures group by 1`)
      yield* run(`insert into folded_days select campaign_id, (now() at time zone 'UTC')::date - i, connected / 8,
        not_connected / 8 from folded_figures, generate_series(0, 7) i`)
    }).pipe(sql.withTransaction)
  )
