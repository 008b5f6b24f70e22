import { PgClient } from "@effect/sql-pg"
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { Consumers } from "../../../src/events/consumers/Consumers.ts"
import { Outbox } from "../../../src/events/outbox/Outbox.ts"
import { transaction } from "../../../src/platform/sql/transaction.ts"
import { patience } from "../patience.ts"
import { makeRandom } from "../random.ts"
import type { TopicRecord } from "../servers/kafka.ts"
import { callEnded } from "./call-ended.ts"

const persons = Array.from({ length: 64 }, (_, index) => `person-${index}`)

/**
 * Creates the tables of writers and consumers. They have no unique key, so that an event applied
 * twice is seen.
 */
export const makeTables = Effect.gen(function* () {
  const sql = yield* PgClient.PgClient
  yield* sql`create table persons (id text primary key, events int not null default 0)`
  yield* sql`insert into persons (id) select unnest(${persons}::text[])`
  yield* sql`create table effects (
    place bigint generated always as identity primary key, consumer text, event_id text, contact text, attempt int
  )`
})

/** Runs a group that inserts one row for each event. */
export const consumeInto = Effect.fnUntraced(function* (group: string) {
  const sql = yield* PgClient.PgClient
  const consumers = yield* Consumers
  yield* consumers.run({
    group,
    topics: ["call-ended.v1"],
    handle: ({ id, data }) =>
      Effect.succeed(
        sql`insert into effects (consumer, event_id, contact, attempt) values
          (${group}, ${id}, ${"contactId" in data ? data.contactId : ""}, ${"attempt" in data ? data.attempt : 0})`
      ).pipe(Effect.map(Effect.asVoid))
  })
})

/**
 * Runs writers without end, with events of one to three persons in a transaction. The events of a
 * person are numbered from 1, under a lock of the person's row. One transaction in five waits for
 * up to 20 ms before its locks, when it already has its id, and one in five before its end. One in
 * ten is rolled back.
 */
export const writeWithoutEnd = Effect.fnUntraced(function* ({
  writers,
  seed
}: {
  readonly writers: number
  readonly seed: number
}) {
  const sql = yield* PgClient.PgClient
  const outbox = yield* Outbox
  const write = Effect.fnUntraced(function* (random: () => number) {
    const some = Array.from({ length: 1 + Math.floor(random() * 3) }, () => Math.floor(random() * persons.length))
    const hold = (chance: number) => (random() < chance ? Effect.sleep(random() * 20) : Effect.void)
    yield* sql`select pg_current_xact_id()::text`
    yield* hold(0.2)
    // Locked in one order, so that no two transactions deadlock.
    for (const index of [...new Set(some)].sort((one, other) => one - other)) {
      const [person] = yield* sql<{ events: number }>`update persons set events = events + 1
        where id = ${persons[index]!} returning events`
      yield* outbox.add([callEnded(persons[index]!, person!.events)])
    }
    yield* hold(0.2)
    if (random() < 0.1) yield* Effect.fail("rolled back")
  })
  yield* Effect.all(
    Array.from({ length: writers }, (_, index) => {
      const random = makeRandom(seed * 100 + index)
      return Effect.forever(Effect.ignore(transaction(sql)(write(random))))
    }),
    { concurrency: "unbounded" }
  )
})

/**
 * Writes this number of events of all persons in turn, by eight concurrent writers, about 100 in a
 * transaction.
 */
export const writeMany = Effect.fnUntraced(function* (total: number) {
  const sql = yield* PgClient.PgClient
  const outbox = yield* Outbox
  const write = Effect.fnUntraced(function* (persons: ReadonlyArray<string>, first: number, last: number) {
    const attempts = Array.from({ length: last - first + 1 }, (_, index) => first + index)
    yield* outbox.add(attempts.flatMap((attempt) => persons.map((person) => callEnded(person, attempt))))
    yield* sql`update persons set events = ${last} where id = any(${persons}::text[])`
  })
  const each = total / persons.length
  yield* Effect.forEach(
    Array.from({ length: 8 }, (_, writer) => persons.filter((_, index) => index % 8 === writer)),
    Effect.fnUntraced(function* (own) {
      for (let first = 1; first <= each; first += 12) {
        yield* transaction(sql)(write(own, first, Math.min(first + 11, Math.floor(each))))
      }
    }),
    { concurrency: "unbounded" }
  )
})

/** Number of committed events of all persons. */
const committed = PgClient.PgClient.use((sql) =>
  Effect.map(sql<{ total: number }>`select sum(events)::int as total from persons`, ([row]) => row!.total)
)

/** Returns the number of events that a group has applied. */
export const effectsOf = (group: string) =>
  PgClient.PgClient.use((sql) =>
    Effect.map(
      sql<{ done: number }>`select count(*)::int as done from effects where consumer = ${group}`,
      ([row]) => row!.done
    )
  )

/**
 * Waits until the count reaches the total, and fails when it stops growing. After a crash of Kafka,
 * a group rebalances several times before it continues, and each time it waits ten seconds for
 * members that are gone.
 */
export const untilIncreased = Effect.fnUntraced(function* <E, R>(count: Effect.Effect<number, E, R>, total: number) {
  let [before, since] = [-1, Date.now()]
  for (let done = before; done < total; ) {
    yield* Effect.sleep(50)
    done = yield* count
    if (done > before) [before, since] = [done, Date.now()]
    if (Date.now() - since > patience.process) assert.fail(`${done} of ${total} events were applied, and no more since`)
  }
})

/** Waits until a group has applied as many events as are committed. */
export const untilConsumed = (group: string) =>
  Effect.flatMap(committed, (total) => untilIncreased(effectsOf(group), total))

/** Asserts that each committed event was applied once and in order. */
export const assertEffectsOnceInOrder = Effect.fnUntraced(function* (group: string) {
  const sql = yield* PgClient.PgClient
  const wrong = yield* sql`select contact, attempt from (
      select contact, attempt, row_number() over (partition by contact order by place) as place
      from effects where consumer = ${group}
    ) numbered where attempt <> place limit 5`
  assert.deepStrictEqual(wrong, [], "in order, none missing, none twice")
  const counts = yield* sql`select id from persons
    where events <> (select count(*) from effects where consumer = ${group} and contact = id)`
  assert.deepStrictEqual(counts, [], "as many as committed")
  assert.deepStrictEqual(yield* sql`select error from dead_letters`, [], "nothing given up")
})

/** Asserts that the records are the committed events: each at least once, and first deliveries in order. */
export const assertDelivered = Effect.fnUntraced(function* (records: ReadonlyArray<TopicRecord>) {
  const sql = yield* PgClient.PgClient
  const seen = new Set<string | undefined>()
  const reached = new Map<string, number>()
  for (const { value, headers } of records) {
    const { contactId, attempt } = JSON.parse(String(value))
    const id = headers.get("ce_id")
    if (seen.has(id)) continue
    seen.add(id)
    assert.strictEqual(attempt, (reached.get(contactId) ?? 0) + 1, `of ${contactId}, in order and none missing`)
    reached.set(contactId, attempt)
  }
  const persons = yield* sql<{ id: string; events: number }>`select id, events from persons where events > 0`
  assert.deepStrictEqual(
    new Map([...reached].sort()),
    new Map(persons.map(({ id, events }) => [id, events] as const).sort())
  )
  return { delivered: seen.size }
})
