import { readFileSync } from "node:fs"
import { PgClient } from "@effect/sql-pg"
import { assert, layer } from "@effect/vitest"
import { Clock, Effect, Fiber } from "effect"
import type { Statement } from "effect/sql"
import { parts } from "../../migrations/0121_partitioned_deliveries.ts"
import { isLockTimeout } from "../../src/platform/sql/database-errors.ts"
import { makeAhead } from "../../src/platform/sql/Partitions.ts"
import { transaction } from "../../src/platform/sql/transaction.ts"
import { type ClaimedDelivery, Deliveries, firstCursor } from "../../src/writeback/Deliveries.ts"
import { idAt, month, suffix } from "../support/calendar/months.ts"
import { deliveriesOf, organizationWithWebhook } from "../support/data/deliveries.ts"
import { makeRandom } from "../support/random.ts"
import { writeBackServices } from "../support/services/write-back.ts"

const random = makeRandom(Number(process.env.TEST_SEED))

/** The tables as migration 0120 leaves them. */
const before = `
  drop table delivery_attempts, deliveries;
  drop function remove_delivery_attempts;
  create table deliveries (
    organization_id integer not null references organizations (id),
    id uuid not null default uuid_v7(),
    kind text not null check (kind in ('CALL', 'IMPORT')),
    campaign_id uuid,
    call_id uuid,
    attempt_no integer,
    is_end boolean not null default false,
    import_id uuid,
    url text,
    body text not null,
    status text not null default 'PENDING' check (status in ('PENDING', 'DELIVERED', 'FAILED', 'PERMANENT_FAILURE')),
    attempts integer not null default 0,
    next_attempt_at timestamptz default clock_timestamp(),
    claimed boolean not null default false,
    claims integer not null default 0,
    last_error text,
    last_attempt_at timestamptz,
    created_at timestamptz not null default clock_timestamp(),
    is_correction boolean not null default false,
    correction_no integer not null default 0,
    primary key (organization_id, id),
    foreign key (organization_id, import_id) references imports (organization_id, id),
    check ((kind = 'CALL') = (campaign_id is not null and call_id is not null and attempt_no is not null)),
    check ((kind = 'IMPORT') = (import_id is not null and url is not null)),
    check ((status = 'PENDING') = (next_attempt_at is not null)),
    check (status = 'PENDING' or not claimed)
  ) with (autovacuum_vacuum_scale_factor = 0.02);
  create unique index deliveries_of_outcomes
    on deliveries (organization_id, call_id, attempt_no, is_end, is_correction, correction_no) where call_id is not null;
  create unique index on deliveries (organization_id, import_id) where import_id is not null;
  create index deliveries_waiting on deliveries (organization_id, kind, next_attempt_at) where next_attempt_at is not null;
  create index deliveries_claimed on deliveries (organization_id, kind, next_attempt_at) where claimed;
  create index deliveries_failed on deliveries (organization_id, id) where status in ('FAILED', 'PERMANENT_FAILURE');
  create table delivery_attempts (
    organization_id integer not null,
    delivery_id uuid not null,
    id uuid not null default uuid_v7(),
    at timestamptz not null,
    duration_ms integer not null,
    status_code integer,
    response text,
    error text,
    primary key (organization_id, delivery_id, id),
    foreign key (organization_id, delivery_id) references deliveries (organization_id, id) on delete cascade
  )`

const restore = PgClient.PgClient.use((sql) =>
  Effect.forEach(before.split(";"), (statement) => sql.unsafe(statement), { discard: true })
)

const run = (part: (typeof parts)[number]) =>
  PgClient.PgClient.use((sql) => Effect.retry(sql.withTransaction(part), { while: isLockTimeout }))

/** Runs the parts like a process that is killed at the end of each part and starts again. */
const migrate = Effect.gen(function* () {
  const sql = yield* PgClient.PgClient
  for (let killed = 0; killed < parts.length; killed++) {
    for (const part of parts.slice(0, killed)) {
      yield* run(part)
      // A constraint already checks each changed row before it is validated.
      yield* sql`update deliveries set claims = claims + 1 where not claimed`
    }
    const dying = run(parts[killed]!).pipe(Effect.andThen(Effect.fail("killed" as const)), sql.withTransaction)
    yield* Effect.flip(Effect.retry(dying, { while: (error) => error !== "killed" && isLockTimeout(error) }))
  }
  yield* Effect.forEach(parts, run)
})

const recorded: ReadonlyArray<{ readonly statement: string }> = JSON.parse(
  readFileSync(new URL("../platform/sql/fixtures/last-release.json", import.meta.url), "utf8")
)

/** Returns the statement of the release before that begins like this, with these values filled in. */
const old = <A extends object = object>(beginning: string, ...values: ReadonlyArray<unknown>) =>
  PgClient.PgClient.use((sql) => {
    const found = recorded.find(({ statement }) => statement.startsWith(beginning))
    assert.isDefined(found)
    return found.statement
      .split(/\$(\d+)/)
      .reduce<Statement.Statement<A>>(
        (built, text, index) =>
          index % 2 === 0 ? sql`${built}${sql.literal(text)}` : sql`${built}${values[+text - 1] as never}`,
        sql``
      )
  })

/** The outcome of a call or an import, which must be reported once. */
interface Outcome {
  readonly name: string
  readonly callId?: string
  readonly importId?: string
  readonly attemptNo: number
  readonly isEnd: boolean
}

const makeReleases = Effect.gen(function* () {
  const sql = yield* PgClient.PgClient
  const deliveries = yield* Deliveries
  const { campaignId, organizationId } = yield* organizationWithWebhook("https://hooks.example.com/")
  const bodyOf = ({ name }: Outcome) => JSON.stringify({ name })
  const sent = new Map<string, number>()

  const outcomesIn = Effect.fnUntraced(function* (months: ReadonlyArray<number>) {
    const made: Array<Outcome> = []
    for (const [index, months_] of months.entries()) {
      const id = idAt(month(months_), organizationId * 1000 + index)
      for (const attemptNo of [1, 2]) {
        for (const isEnd of [false, true]) {
          made.push({ name: `${months_} ${attemptNo} ${isEnd}`, callId: id, attemptNo, isEnd })
        }
      }
      yield* sql`insert into imports (organization_id, id, source, total) values (${organizationId}, ${id}, 'API', 1)`
      made.push({ name: `${months_} import`, importId: id, attemptNo: 0, isEnd: false })
    }
    return made
  })

  const callsOf = (outcomes: ReadonlyArray<Outcome>) =>
    outcomes.flatMap((one) =>
      one.callId === undefined ? [] : [{ ...one, organizationId, campaignId, callId: one.callId, body: bodyOf(one) }]
    )
  const importsOf = (outcomes: ReadonlyArray<Outcome>) =>
    outcomes.flatMap((one) =>
      one.importId === undefined
        ? []
        : [
            {
              organizationId,
              importId: one.importId,
              url: "https://a.example/",
              body: bodyOf(one),
              attempts: 0,
              dueAt: new Date()
            }
          ]
    )

  const noteSent = (claimed: ReadonlyArray<ClaimedDelivery>) => {
    for (const { body } of claimed) sent.set(JSON.parse(body).name, (sent.get(JSON.parse(body).name) ?? 0) + 1)
  }
  const request = { at: new Date(), durationMs: 1, statusCode: 200, response: "" }

  const present = {
    add: (outcomes: ReadonlyArray<Outcome>) =>
      Effect.andThen(deliveries.addCalls(callsOf(outcomes)), deliveries.addImports(importsOf(outcomes))),
    send: Effect.gen(function* () {
      const { claimed } = yield* deliveries.claim(1000, firstCursor)
      noteSent(claimed)
      const result = { status: "DELIVERED", error: null, delayMillis: null } as const
      yield* deliveries.settle(claimed.map((delivery) => ({ delivery, request, result })))
      return claimed.length
    })
  }

  const earlier = {
    add: (outcomes: ReadonlyArray<Outcome>) =>
      Effect.andThen(
        old(
          "insert into deliveries (organization_id, kind, campaign_id, call_id, attempt_no, is_end",
          sql.json(callsOf(outcomes))
        ),
        old("insert into deliveries (organization_id, kind, import_id", sql.json(importsOf(outcomes)))
      ),
    send: Effect.gen(function* () {
      const claimed = yield* old("select pg_advisory_xact_lock(hashtext('carillon deliveries'))").pipe(
        Effect.andThen(
          old<ClaimedDelivery>(
            "update deliveries d set claimed",
            "30 seconds",
            [organizationId, organizationId],
            ["CALL", "IMPORT"],
            8,
            1000
          )
        ),
        transaction(sql)
      )
      noteSent(claimed)
      const rows = claimed.map(({ claims, id }) => ({ organizationId, id, claims, status: "DELIVERED", ...request }))
      yield* old("with results as (", sql.json(rows))
      return claimed.length
    })
  }
  const releases = [present, earlier] as const
  const either = () => releases[Math.floor(random() * 2)]!

  const assertOnce = Effect.fnUntraced(function* (outcomes: ReadonlyArray<Outcome>) {
    for (const { add } of releases) yield* add(outcomes)
    while ((yield* present.send) + (yield* earlier.send) > 0) {}
    const names = outcomes.map(({ name }) => name).sort()
    const rows = yield* deliveriesOf(organizationId)
    assert.deepStrictEqual(rows.map(({ body }) => JSON.parse(body).name).sort(), names)
    assert.deepStrictEqual([...sent].sort(), names.map((name) => [name, 1]).sort())
    assert.deepStrictEqual([...new Set(rows.map(({ status }) => status))], ["DELIVERED"])
    const attempts = yield* sql`select from delivery_attempts where organization_id = ${organizationId}`
    assert.lengthOf(attempts, names.length)
  })

  return { outcomesIn, releases, either, assertOnce }
})

const placesOf = PgClient.PgClient.use((sql) =>
  Effect.map(
    sql<{ place: string }>`select distinct tableoid::regclass::text as place from deliveries order by 1`,
    (rows) => rows.map(({ place }) => place)
  )
)

layer(writeBackServices(), { excludeTestServices: true })("partitioning deliveries", (it) => {
  it.effect(
    "keeps every outcome to one delivery while nodes of both releases add and send, and it is killed often",
    () =>
      Effect.gen(function* () {
        yield* restore
        const { assertOnce, either, outcomesIn } = yield* makeReleases
        const outcomes = yield* outcomesIn([-14, -3, -1, 0, 1])
        const some = () => outcomes.filter(() => random() < 0.2)
        yield* either().add(some())
        let isDone = false
        const until = <E, R>(work: Effect.Effect<unknown, E, R>) =>
          Effect.whileLoop({ while: () => !isDone, body: () => work, step: () => {} })
        const nodes = yield* Effect.forkChild(
          Effect.all(
            [1, 2, 3].flatMap(() => [
              until(Effect.suspend(() => either().add(some()))),
              until(Effect.suspend(() => either().send))
            ]),
            { concurrency: "unbounded", discard: true }
          )
        )
        yield* migrate
        isDone = true
        yield* Fiber.join(nodes)
        assert.deepStrictEqual(yield* placesOf, ["deliveries_first"])
        const later = yield* outcomesIn([2, 30])
        yield* assertOnce([...outcomes, ...later])
        assert.deepStrictEqual(yield* placesOf, [
          `deliveries_${suffix(month(2))}`,
          "deliveries_first",
          "deliveries_rest"
        ])
      })
  )

  it.effect("leaves a table with ids of the future as it is, and each outcome has one delivery there too", () =>
    Effect.gen(function* () {
      yield* restore
      const { assertOnce, either, outcomesIn } = yield* makeReleases
      const outcomes = yield* outcomesIn([0, 30])
      yield* either().add(outcomes)
      yield* migrate
      assert.deepStrictEqual(yield* placesOf, ["deliveries"])
      yield* assertOnce(outcomes)
    })
  )

  it.effect("begins with the current month if it has no rows; each added partition refuses a second delivery", () =>
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      yield* restore
      yield* migrate
      const { assertOnce, outcomesIn } = yield* makeReleases
      // Rows came before their partition.
      yield* sql.unsafe(`drop table deliveries_${suffix(month(1))}, deliveries_${suffix(month(2))}`)
      const early = yield* outcomesIn([1])
      yield* assertOnce(early)
      yield* makeAhead(sql)
      const uniques = yield* sql<{ place: string; count: number }>`select indrelid::regclass::text as place,
          count(*)::int as count from pg_index
        where indisunique and indisvalid and indrelid in (select inhrelid from pg_inherits where inhparent = 'deliveries'::regclass)
        group by 1 order by 1`
      assert.deepStrictEqual(
        uniques,
        [...[0, 1, 2].map((months) => `deliveries_${suffix(month(months))}`), "deliveries_rest"].map((place) => ({
          place,
          count: 3
        }))
      )
      yield* assertOnce([...early, ...(yield* outcomesIn([-40, -1, 0, 2]))])
      assert.deepStrictEqual(
        yield* placesOf,
        uniques.map(({ place }) => place)
      )
    })
  )

  it.effect("does not keep a delivery of another month waiting", () =>
    Effect.gen(function* () {
      const { outcomesIn, releases } = yield* makeReleases
      const [{ add, send }] = releases
      while ((yield* send) > 0) {}
      yield* add((yield* outcomesIn([-5])).slice(0, 1))
      const clock = yield* Clock.Clock
      const later: Clock.Clock = Object.assign(Object.create(clock), {
        currentTimeMillis: Effect.map(clock.currentTimeMillis, (now) => now + 5_000)
      })
      assert.strictEqual(yield* Effect.provideService(send, Clock.Clock, later), 1)
    })
  )

  it.effect("removes the attempts of a delivery with it", () =>
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const { outcomesIn, releases } = yield* makeReleases
      const [one, other] = yield* outcomesIn([0, 1])
      const [{ add, send }] = releases
      yield* add([one!, other!])
      yield* send
      const attempts = sql<{ id: string }>`select delivery_id as id from delivery_attempts`
      const count = (yield* attempts).length
      yield* sql`delete from deliveries where body::json ->> 'name' = ${one!.name} and call_id = ${one!.callId ?? ""}`
      assert.lengthOf(yield* attempts, count - 1)
    })
  )
})
