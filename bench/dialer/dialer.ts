import { type ChildProcess, spawn } from "node:child_process"
import { randomBytes } from "node:crypto"
import { once } from "node:events"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface, type Interface } from "node:readline"
import { setTimeout as sleep } from "node:timers/promises"
import { Effect } from "effect"
import { newId } from "../../src/platform/ids.ts"
import { cpuSeconds } from "../cpu.ts"
import { quantile, rounded } from "../figures.ts"
import { freePort, inRepository, query, withClient, withDatabase } from "../product.ts"
import { measureLists } from "./lists.ts"
import { postgresLoad } from "./postgres-load.ts"

export const campaigns = 1_000
const startsPerSecond = 200
const seconds = Number(process.env.SECONDS ?? 60)
const floorStarts = 2_000
const many = Number(process.env.CALLS ?? 10_000_000) / campaigns
/** Starts per second of the account that 50 organizations share. */
const accountStarts = Number(process.env.ACCOUNT_STARTS ?? 1_000)
/** Maximum starts per second of an account that leases none, but takes them one by one. */
const unleasedStarts = 49

/**
 * A dialer of 1,000 campaigns at 200 starts per second, with few and with many waiting calls, and
 * after it was killed; one account of 50 organizations at 1,000 starts per second, and one that does not lease;
 * and the same dialing with and without lists of a million numbers.
 */
export const run = async () => {
  const [small, floor] = await withDatabase(async (url) => {
    await fill(url, { callsEach: (startsPerSecond * seconds * 2) / campaigns })
    return [await withLine((line) => measure(url, line)), await measureFloor(url)] as const
  })
  const account = await withDatabase((url) => measureAccount(url, accountStarts))
  const unleased = await withDatabase((url) => measureAccount(url, unleasedStarts))
  const lists = await withDatabase(measureWithLists)
  const large = await withDatabase(async (url) => {
    await fill(url, { callsEach: many })
    return withLine(async (line) => ({ ...(await measure(url, line)), ...(await measureKill(url, line)) }))
  })
  const costs = rounded(large.cpuMillisAStart / small.cpuMillisAStart)
  return {
    what: `${startsPerSecond} starts/s over ${campaigns} running campaigns for ${seconds} s, with a carrier that answers and hangs up at once`,
    floorIs:
      "the CPU of a bare process, and of Postgres, for a claim with skip locked, an attempt, and the end of both: two transactions",
    floor,
    little: { ...small, ratio: rounded(floor.cpuMillisAStart / small.cpuMillisAStart) },
    much: { waiting: many * campaigns, ...large, ratio: rounded(floor.cpuMillisAStart / large.cpuMillisAStart) },
    muchToLittle: costs,
    account: { ...account, ratio: rounded(floor.postgresCpuMillisAStart / account.postgresCpuMillisAStart) },
    unleased,
    lists,
    goals:
      "an end for each start; p99 < 1,000 ms, muchToLittle ≤ 1.5, dialling again < 10,000 ms; of the account: 90 % of its starts, CPU of Postgres ≤ 0.9 ms a start, lock waits p99 ≤ 20 ms; lists: ratio ≤ 1.02",
    met:
      Math.min(small.endsAStart, large.endsAStart, account.endsAStart) > 0.95 &&
      small.p99 < 1_000 &&
      large.p99 < 1_000 &&
      costs <= 1.5 &&
      large.dialsAgainAfterMillis < 10_000 &&
      account.startsPerSecond >= 0.9 * accountStarts &&
      account.postgresCpuMillisAStart <= 0.9 &&
      account.lockWaitP99 <= 20 &&
      lists.ratio <= 1.02
  }
}

export interface Line {
  readonly url: string
  readonly token: string
  /** Returns the attempts that were placed since the last call, with their times. */
  readonly asked: () => Promise<ReadonlyArray<readonly [attemptId: string, at: number]>>
}

export const withLine = async <A>(use: (line: Line) => Promise<A>): Promise<A> => {
  const token = randomBytes(16).toString("hex")
  const child = spawn(process.execPath, [inRepository("bench/dialer/instant-line.ts"), token], {
    stdio: ["ignore", "pipe", "inherit"]
  })
  try {
    const url = await nextLine(child)
    return await use({ url, token, asked: async () => (await fetch(new URL("/", url))).json() as never })
  } finally {
    child.kill("SIGKILL")
  }
}

export const withNode = async <A>(
  url: string,
  line: Line,
  use: (node: ChildProcess) => Promise<A>,
  settings: Readonly<Record<string, string | undefined>> = { ACCOUNT_STARTS: undefined }
): Promise<A> => {
  const dataDir = await mkdtemp(join(tmpdir(), "carillon-bench-"))
  const node = spawn(process.execPath, [inRepository("bench/dialer/dialer-node.ts")], {
    env: {
      ...process.env,
      DATABASE_URL: url,
      DATA_DIR: dataDir,
      PORT: String(await freePort()),
      LOG_LEVEL: "warn",
      ENCRYPTION_KEY: `bench:${Buffer.alloc(32, 1).toString("base64")}`,
      LINE_URL: line.url,
      LINE_TOKEN: line.token,
      // A node whose event loop is late starts no more calls, but does not check that on a line faster than real time.
      SIMULATOR_SPEED: "1.001",
      ...settings
    },
    stdio: ["ignore", "pipe", "inherit"]
  })
  try {
    return await use(node)
  } finally {
    if (node.signalCode === null) {
      node.kill("SIGKILL")
      await once(node, "exit")
    }
    await rm(dataDir, { recursive: true })
  }
}

const nextLine = (child: ChildProcess, pattern = /./): Promise<string> =>
  new Promise((resolve) => {
    const onLine = (line: string) => {
      if (!pattern.test(line)) return
      lines.off("line", onLine)
      resolve(line)
    }
    const lines = linesOf(child)
    lines.on("line", onLine)
  })

const interfaces = new WeakMap<ChildProcess, Interface>()
const linesOf = (child: ChildProcess): Interface => {
  const lines = interfaces.get(child) ?? createInterface({ input: child.stdout as NonNullable<ChildProcess["stdout"]> })
  interfaces.set(child, lines)
  return lines
}

const statementsOf = (node: ChildProcess): Promise<number> => {
  const count = nextLine(node, /^\d+$/).then(Number)
  node.kill("SIGUSR2")
  return count
}

const measure = (url: string, line: Line) =>
  withNode(url, line, async (node) => {
    await warmedUp(url, line)
    const before = {
      cpu: await cpuSeconds(node.pid ?? 0),
      statements: await statementsOf(node),
      ended: await ended(url)
    }
    await sleep(seconds * 1000)
    const asked = await line.asked()
    const cpu = (await cpuSeconds(node.pid ?? 0)) - before.cpu
    const statements = (await statementsOf(node)) - before.statements
    const ends = (await ended(url)) - before.ended
    const delays = await delaysOf(url, asked)
    return {
      startsPerSecond: rounded(asked.length / seconds),
      endsAStart: rounded(ends / asked.length),
      p50: rounded(quantile(delays, 0.5)),
      p99: rounded(quantile(delays, 0.99)),
      max: rounded(Math.max(...delays)),
      queriesAStart: rounded(statements / asked.length),
      cpuMillisAStart: rounded((cpu * 1000) / asked.length)
    }
  })

/** Campaigns of 50 organizations want all starts of their account; the distance between starts leaves 95 % of them. */
const measureAccount = async (url: string, starts: number) => {
  const callsEach = Math.ceil((starts * seconds * 2) / campaigns)
  await fill(url, { callsEach, organizations: 50, perSecond: starts })
  const measured = async (node: ChildProcess, line: Line) => {
    await warmedUp(url, line)
    const before = { cpu: await cpuSeconds(node.pid ?? 0), ended: await ended(url) }
    let asked: ReadonlyArray<unknown> = []
    const load = await postgresLoad(url, async () => {
      await sleep(seconds * 1000)
      asked = await line.asked()
    })
    const ends = (await ended(url)) - before.ended
    const none = Array<number>(Math.max(0, asked.length - load.lockWaits.length)).fill(0)
    return {
      startsPerSecond: rounded(asked.length / seconds),
      endsAStart: rounded(ends / asked.length),
      postgresCpuMillisAStart: rounded((load.cpuSeconds * 1000) / asked.length),
      cpuMillisAStart: rounded((((await cpuSeconds(node.pid ?? 0)) - before.cpu) * 1000) / asked.length),
      lockWaits: load.lockWaits.length,
      lockWaitP99: rounded(quantile([...none, ...load.lockWaits], 0.99))
    }
  }
  return withLine((line) => withNode(url, line, (node) => measured(node, line), { ACCOUNT_STARTS: String(starts) }))
}

/**
 * Number of calls whose end the service has handled. The line ends each call at once, so a node that keeps up ends as many
 * as it starts.
 */
const ended = async (url: string): Promise<number> => {
  const [row] = await query(url, "select count(*) as ended from attempts where ended_at is not null")
  return Number(row?.ended)
}

/** The same dialing with and without lists of a million numbers in force. */
export const measureWithLists = async (url: string) => {
  // Enough for the slices of the measurement, and for the time around them.
  await fill(url, { callsEach: (startsPerSecond * (2 * seconds + 60)) / campaigns })
  return withLine((line) =>
    withNode(url, line, async (node) => {
      await warmedUp(url, line)
      return measureLists(url, { pid: node.pid ?? 0, asked: line.asked }, seconds)
    })
  )
}

/**
 * Returns the delays from when a start was due, by the pace of its campaign, to the request to the
 * carrier, ms.
 */
const delaysOf = async (url: string, asked: ReadonlyArray<readonly [string, number]>) => {
  const rows = await query(
    url,
    `select a.id, (extract(epoch from lag(a.started_at) over (partition by a.campaign_id order by a.started_at)) * 1000)::float8 + 60052.0 / calls_per_minute as due
      from attempts a join campaigns c on c.id = a.campaign_id`
  )
  const due = new Map(rows.map((row) => [String(row.id), row.due === null ? Number.NaN : Number(row.due)]))
  return asked.map(([id, at]) => at - (due.get(id) ?? Number.NaN)).filter((delay) => !Number.isNaN(delay))
}

/**
 * Waits until a node dials as it does for most of its life. By itself, the database analyzes the tables that were empty
 * only a minute after the first calls, and makes plans for empty tables until then. So this asks it to analyze them.
 */
const warmedUp = async (url: string, line: Line): Promise<void> => {
  await firstAsked(line)
  await sleep(10_000)
  await query(url, `vacuum analyze ${grown.join(", ")}`)
  await sleep(5_000)
  await line.asked()
}

/** Tables that are empty before the first call. */
const grown = ["attempts", "figure_deltas", "label_deltas", "usage_deltas", "phone_ledger", "call_decisions", "outbox"]

export const firstAsked = async (line: Line): Promise<void> => {
  while ((await line.asked()).length === 0) await sleep(20)
}

const measureKill = async (url: string, line: Line) => {
  await withNode(url, line, () => firstAsked(line))
  const killedAt = performance.now()
  await withNode(url, line, () => firstAsked(line))
  return { dialsAgainAfterMillis: Math.round(performance.now() - killedAt) }
}

/** CPU time of a start, ms, in a minimal process that handles only concurrency correctly, and in Postgres for it. */
const measureFloor = (url: string) =>
  withClient(
    url,
    Effect.fnUntraced(function* (sql) {
      const ids = yield* sql<{ id: string }>`select id from campaigns`
      const claim = Effect.fnUntraced(function* (campaign: string) {
        const [call] = yield* sql<{ id: string; organization: number }>`select id, organization_id as organization
          from calls where campaign_id = ${campaign} and priority = 2 and next_attempt_at <= now()
          order by next_attempt_at, id limit 1 for update skip locked`
        if (call === undefined) return undefined
        const attempt = newId()
        yield* sql`update calls set status = 'IN_PROGRESS', next_attempt_at = null, attempts = 1
          where organization_id = ${call.organization} and id = ${call.id}`
        yield* sql`insert into attempts (organization_id, id, campaign_id, call_id, attempt_no, phone_number, account,
            epoch, reserved_minutes, first_of_day, started_at, lease_expires_at)
          values (${call.organization}, ${attempt}, ${campaign}, ${call.id}, 1, ${call.id}, '', 0, 1, false, now(), now())`
        return { ...call, attempt }
      }, sql.withTransaction)
      const end = ({ attempt, id, organization }: { attempt: string; id: string; organization: number }) =>
        sql`update attempts set ended_at = now(), outcome = 'CONNECTED' where organization_id = ${organization} and id = ${attempt}`.pipe(
          Effect.andThen(
            sql`update calls set status = 'COMPLETED' where organization_id = ${organization} and id = ${id}`
          ),
          sql.withTransaction
        )
      const start = (campaign: string) =>
        Effect.flatMap(claim(campaign), (call) => (call === undefined ? Effect.void : end(call)))
      const startAndEnd = (count: number) =>
        Effect.forEach(
          Array.from({ length: count }, (_, index) => ids[index % ids.length]?.id ?? ""),
          start,
          { concurrency: 8, discard: true }
        )
      // Opens the sessions whose work is counted below.
      yield* startAndEnd(100)
      const before = process.cpuUsage()
      yield* startAndEnd(floorStarts)
      const used = process.cpuUsage(before)
      const run = Effect.runPromiseWith(yield* Effect.context())
      const load = yield* Effect.promise(() => postgresLoad(url, () => run(startAndEnd(floorStarts))))
      return {
        cpuMillisAStart: rounded((used.user + used.system) / 1000 / floorStarts),
        postgresCpuMillisAStart: rounded((load.cpuSeconds * 1000) / floorStarts)
      }
    })
  )

interface Filling {
  readonly callsEach: number
  readonly organizations?: number
  readonly perSecond?: number
}

/** Inserts running campaigns of some organizations with the same pace, and their calls in random order. */
export const fill = async (url: string, { callsEach, organizations = 10, perSecond = startsPerSecond }: Filling) => {
  const migrating = spawn(process.execPath, [inRepository("src/cli.ts"), "migrate"], {
    env: { ...process.env, DATABASE_URL: url },
    stdio: ["ignore", "ignore", "inherit"]
  })
  await once(migrating, "exit")
  const people = Math.max(10_000, callsEach)
  await withClient(url, (sql) =>
    sql.withTransaction(
      Effect.forEach(
        [
          "set local session_replication_role = replica",
          `insert into organizations (name, timezone, minutes_quota) select 'Bench', 'UTC', 2000000000 from generate_series(1, ${organizations})`,
          "insert into organization_usage (organization_id) select id from organizations",
          `insert into contacts (organization_id, id, name, phone_number, search)
            select o.id, uuid_v7(), 'Bench', '+9198' || lpad(n::text, 8, '0'), '' from organizations o, generate_series(1, ${people}) n`,
          `insert into campaigns (organization_id, id, name, search, status, use_case_type, flow_id, audience_id,
              calls_per_minute, max_concurrent_calls, max_retries, retry_delay_minutes, retry_delays_minutes,
              retry_within_window, best_time_optimization, call_timeout_minutes)
            select 1 + n % ${organizations}, uuid_v7(), 'Bench', '', 'IN_PROGRESS', 'CUSTOM', uuid_v7(), uuid_v7(),
              ${(perSecond * 60) / campaigns}, 10, 0, 60, '{}', true, false, 5
            from generate_series(1, ${campaigns}) n`,
          `insert into intent_labels (organization_id, campaign_id, id, name, folded_name, color, is_positive,
              retry_behavior, is_system, is_custom, seed, sort_order)
            select organization_id, id, uuid_v7(), 'Not Reachable', 'not reachable', '#888888', false, 'RETRYABLE', true,
              false, 'Not Reachable', 1 from campaigns`,
          `insert into campaign_pace (organization_id, campaign_id, next_start_at)
            select organization_id, id, now() + random() * interval '5 seconds' from campaigns`,
          // Campaigns share contacts only when there are more calls than contacts, because a
          // contact who is being called by one campaign waits in the others.
          "create temporary table people on commit drop as select *, row_number() over (partition by organization_id) as n from contacts",
          `insert into calls (organization_id, campaign_id, contact_id, contact_name, phone_number, next_attempt_at, scheduled_at)
            select c.organization_id, c.id, p.id, p.name, p.phone_number, now() - random() * interval '1 day', now()
            from (select *, row_number() over (partition by organization_id) - 1 as n from campaigns) c
              join people p on p.organization_id = c.organization_id
                and p.n between 1 + c.n * ${callsEach} % ${people} and c.n * ${callsEach} % ${people} + ${callsEach}`,
          `insert into folded_figures (organization_id, campaign_id, total, pending)
            select organization_id, id, ${callsEach}, ${callsEach} from campaigns`
        ],
        (statement) => sql.unsafe(statement),
        { discard: true }
      )
    )
  )
  await query(url, "vacuum analyze")
}
