import { fork } from "node:child_process"
import { once } from "node:events"
import { setTimeout as sleep } from "node:timers/promises"
import { Effect } from "effect"
import { cpuSeconds } from "../cpu.ts"
import { quantile, rounded } from "../figures.ts"
import { freePort, inRepository, type Product, query, withClient, withDatabase, withProduct } from "../product.ts"
import { floorMicros } from "./webhook-floor.ts"

const targets = 100
const backlog = Number(process.env.DELIVERIES ?? 20_000)
const seconds = Number(process.env.SECONDS ?? 60)
const callsPerSecond = 200
const deliveriesPerSecond = Number(process.env.RATE ?? 1_000)

/**
 * Webhooks: the cost of a delivery, its delay after the tag, and the effect of a dead target on the
 * others.
 */
export const run = () =>
  withReceiver((receiver) =>
    withDatabase((url) =>
      withProduct(
        url,
        async (product) => {
          const body = await fill(url, receiver)
          const backlogs = await drain(url, product, receiver)
          const floor = await floorMicros(new URL("/floor", receiver.url), body, backlog)
          const tagged = await fromTag(url, receiver)
          const [alive, oneDead] = [await steady(url, receiver, false), await steady(url, receiver, true)]
          const ratio = rounded(floor / backlogs.cpuMicrosEach)
          const slower = rounded(oneDead.p99 / alive.p99)
          return {
            engine: { what: `${backlog} waiting deliveries to ${targets} targets, one process`, ...backlogs },
            floor: { what: "the CPU of a bare undici loop to the same receiver", cpuMicrosEach: Math.round(floor) },
            ratio,
            fromTag: {
              what: `ms from the commit of a tag to its delivery, ${callsPerSecond} calls/s for ${seconds} s`,
              ...tagged
            },
            fairness: {
              what: `ms from the row to the receiver, ${deliveriesPerSecond} deliveries/s for ${seconds} s`,
              alive,
              oneOfTheTargetsDead: oneDead,
              p99Ratio: slower
            },
            goals: "ratio ≥ 0.4, fromTag.p99 < 5,000 ms, p99Ratio ≤ 1.1",
            met: ratio >= 0.4 && tagged.p99 < 5_000 && slower <= 1.1
          }
        },
        { ROLES: "api,workers", ALLOW_PRIVATE_WEBHOOKS: "1" }
      )
    )
  )

interface Receiver {
  readonly url: string
  /** Returns the webhooks received since the last call. */
  readonly came: () => Promise<ReadonlyArray<readonly [identifier: string, at: number]>>
}

const withReceiver = async <A>(use: (receiver: Receiver) => Promise<A>): Promise<A> => {
  const port = await freePort()
  const child = fork(inRepository("bench/webhooks/webhook-receiver.ts"), {
    env: { ...process.env, PORT: String(port) }
  })
  await once(child, "message")
  const url = `http://127.0.0.1:${port}`
  try {
    return await use({ url, came: async () => (await fetch(url)).json() as never })
  } finally {
    child.kill("SIGKILL")
  }
}

/**
 * Creates organizations whose webhook is the receiver, each with a campaign and a label. Returns an
 * example body.
 */
const fill = async (url: string, receiver: Receiver) => {
  await inTurn(url, [
    `insert into organizations (id, name, timezone, minutes_quota)
      select 1000 + n, 'Bench', 'UTC', 0 from generate_series(1, ${targets}) n`,
    `insert into write_back_configs (organization_id, webhook_enabled, webhook_url, enabled_since)
      select id, true, '${receiver.url}/hook', now() from organizations where id > 1000`,
    `insert into campaigns (organization_id, id, name, search, status, use_case_type, flow_id, audience_id,
        calls_per_minute, max_concurrent_calls, max_retries, retry_delay_minutes, retry_delays_minutes,
        retry_within_window, best_time_optimization, call_timeout_minutes)
      select id, uuid_v7(), 'Bench', '', 'PAUSED', 'CUSTOM', uuid_v7(), uuid_v7(), 10, 10, 0, 60, '{}', true, false, 5
      from organizations where id > 1000`
  ])
  const [campaign] = await query(url, "select id from campaigns limit 1")
  return bodyOf("+919812345678", String(campaign?.id))
}

const bodyOf = (identifier: string, campaignId: string) =>
  JSON.stringify({
    contact_identifier: identifier,
    identifier_type: "phone",
    intent_label: "Promise to Pay",
    intent_source: "auto",
    intent_undetermined: false,
    call_timestamp: new Date().toISOString(),
    campaign_id: campaignId,
    campaign_name: "Bench",
    call_duration_seconds: 42,
    transcript_url: null
  })

/** Inserts this number of deliveries, spread over the targets, and wakes the sender. */
const addDeliveries = (url: string, count: number, first: number) =>
  withClient(url, (sql) => sql.unsafe(addition, [count, first]))
const addition = `with added as (
    insert into deliveries (organization_id, kind, campaign_id, call_id, attempt_no, body)
    select c.organization_id, 'CALL', c.id, uuid_v7(), 1, replace($$${bodyOf("NUMBER", "CAMPAIGN")}$$, 'NUMBER', n::text)
    from generate_series($2::int, $2::int + $1::int - 1) n
      join campaigns c on c.organization_id = 1001 + n % ${targets} returning 1)
  select pg_notify('carillon_signals', 'bench write-back') from (select count(*) from added) a`

const drain = async (url: string, { pid }: Product, receiver: Receiver) => {
  await withoutDelay(url, 2_000, receiver)
  await sleep(2_000)
  const before = await cpuSeconds(pid)
  const startedAt = performance.now()
  await withoutDelay(url, backlog, receiver)
  const took = performance.now() - startedAt
  const cpu = (await cpuSeconds(pid)) - before
  return { perSecond: Math.round((backlog * 1000) / took), cpuMicrosEach: Math.round((cpu * 1_000_000) / backlog) }
}

const withoutDelay = async (url: string, count: number, receiver: Receiver) => {
  await receiver.came()
  await addDeliveries(url, count, 0)
  for (let came = 0; came < count; came += (await receiver.came()).length) await sleep(20)
  await allSettled(url)
}

const allSettled = async (url: string) => {
  const waiting = "select 1 from deliveries where status = 'PENDING' and organization_id <> 1001 limit 1"
  while ((await query(url, waiting)).length > 0) await sleep(20)
}

/** Tags calls at a steady pace, by writing the rows and events of a tag. */
const fromTag = async (url: string, receiver: Receiver) => {
  await receiver.came()
  const committed = new Map<string, number>()
  await withClient(url, (sql) =>
    everyTick(seconds, (tick) =>
      Effect.gen(function* () {
        const numbers = Array.from({ length: callsPerSecond / ticks }, (_, n) => 1_000_000 + tick * 1000 + n)
        for (const statement of taggedCalls) yield* sql.unsafe(statement, [numbers])
        yield* sql.unsafe("select pg_notify('carillon_signals', 'bench outbox')")
        return numbers
      }).pipe(
        sql.withTransaction,
        Effect.tap((numbers) =>
          Effect.sync(() => {
            for (const n of numbers) committed.set(`+91${n}`, Date.now())
          })
        )
      )
    )
  )
  return delaysOf(committed, await allCame(receiver, committed.size))
}

const taggedCalls = [
  `insert into calls (organization_id, campaign_id, contact_id, contact_name, phone_number, next_attempt_at, scheduled_at)
    select c.organization_id, c.id, uuid_v7(), 'Bench', '+91' || n, now(), now()
    from unnest($1::int[]) n join campaigns c on c.organization_id = 1001 + n % ${targets}`,
  `insert into attempts (organization_id, id, campaign_id, call_id, attempt_no, phone_number, account, epoch,
      reserved_minutes, first_of_day, started_at, lease_expires_at, ended_at, duration_seconds, outcome)
    select organization_id, uuid_v7(), campaign_id, id, 1, phone_number, '', 0, 1, false, now(), now(), now(), 42, 'CONNECTED'
    from calls where phone_number in (select '+91' || n from unnest($1::int[]) n) and organization_id > 1000`,
  `update calls set status = 'COMPLETED', next_attempt_at = null, attempts = 1, intent_undetermined = true
    where phone_number in (select '+91' || n from unnest($1::int[]) n) and organization_id > 1000`,
  `insert into outbox (id, topic, key, value, headers)
    select e.id, 'call-tagged.v1', convert_to(c.organization_id || ':' || c.contact_id, 'utf8'),
      convert_to(json_build_object('organizationId', c.organization_id::text, 'campaignId', c.campaign_id, 'callId', c.id,
        'contactId', c.contact_id, 'phoneNumber', '+9198******10', 'attempt', 1, 'intentLabelId', null,
        'intentLabelName', null, 'isPositive', null, 'intentSource', null, 'intentUndetermined', true,
        'journeyAction', null, 'status', 'COMPLETED', 'nextAttemptAt', null)::text, 'utf8'),
      json_build_object('ce_id', e.id, 'ce_source', 'bench', 'ce_type', 'call-tagged.v1', 'ce_specversion', '1.0',
        'ce_time', '2030-01-01T00:00:00.000Z', 'content-type', 'application/json')
    from calls c cross join lateral (select uuid_v7()::text as id where c.id is not null) e
    where c.phone_number in (select '+91' || n from unnest($1::int[]) n) and c.organization_id > 1000`
]

/**
 * Inserts deliveries at a steady pace. With one target that never answers, only the others are
 * measured.
 */
const steady = async (url: string, receiver: Receiver, isOneDead: boolean) => {
  const path = isOneDead ? "/dead" : "/hook"
  await query(url, `update write_back_configs set webhook_url = '${receiver.url}${path}' where organization_id = 1001`)
  await receiver.came()
  const committed = new Map<string, number>()
  const each = deliveriesPerSecond / ticks
  await withClient(url, (sql) =>
    everyTick(seconds, (tick) =>
      Effect.tap(sql.unsafe(addition, [each, tick * each]), () =>
        Effect.sync(() => {
          for (let n = tick * each; n < (tick + 1) * each; n++) {
            if (n % targets !== 0) committed.set(String(n), Date.now())
          }
        })
      )
    )
  )
  const came = await allCame(receiver, committed.size, (identifier) => committed.has(identifier))
  await query(url, "delete from deliveries where organization_id = 1001")
  return delaysOf(committed, came)
}

const ticks = 20

const everyTick = <E>(seconds: number, work: (tick: number) => Effect.Effect<unknown, E>) =>
  Effect.gen(function* () {
    const startedAt = performance.now()
    for (let tick = 0; tick < seconds * ticks; tick++) {
      yield* Effect.sleep(Math.max(0, startedAt + (tick * 1000) / ticks - performance.now()))
      yield* work(tick)
    }
  })

const allCame = async (receiver: Receiver, count: number, counts: (identifier: string) => boolean = () => true) => {
  const came: Array<readonly [string, number]> = []
  while (came.length < count) {
    came.push(...(await receiver.came()).filter(([identifier]) => counts(identifier)))
    await sleep(50)
  }
  return came
}

const delaysOf = (committed: ReadonlyMap<string, number>, came: ReadonlyArray<readonly [string, number]>) => {
  // The commit is recorded a moment after it happened, so a webhook that arrived earlier counts as
  // 0 ms.
  const delays = came.map(([identifier, at]) => Math.max(0, at - (committed.get(identifier) ?? Number.NaN)))
  const [first, last] = [
    quantile(
      came.map(([, at]) => at),
      0
    ),
    quantile(
      came.map(([, at]) => at),
      1
    )
  ]
  return {
    perSecond: Math.round((came.length * 1000) / (last - first)),
    p50: rounded(quantile(delays, 0.5)),
    p99: rounded(quantile(delays, 0.99)),
    max: rounded(quantile(delays, 1))
  }
}

const inTurn = (url: string, statements: ReadonlyArray<string>) =>
  withClient(url, (sql) => Effect.forEach(statements, (statement) => sql.unsafe(statement), { discard: true }))
