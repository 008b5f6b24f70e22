import { randomUUID } from "node:crypto"
import { PgClient } from "@effect/sql-pg"
import { assert, describe, it, layer } from "@effect/vitest"
import { Deferred, Effect, Layer, Option } from "effect"
import { SqlError } from "effect/sql"
import { EventBus } from "../../../src/events/bus/EventBus.ts"
import type { EventRecord } from "../../../src/events/bus/EventRecord.ts"
import { type Consumer, Consumers } from "../../../src/events/consumers/Consumers.ts"
import { DeadLetters } from "../../../src/events/consumers/DeadLetters.ts"
import type { ReceivedEvent } from "../../../src/events/consumers/read-event.ts"
import { Outbox, toRecord } from "../../../src/events/outbox/Outbox.ts"
import type { DomainEvent, TopicName } from "../../../src/events/schemas/topics.ts"
import { AppConfig } from "../../../src/platform/config.ts"
import { callEnded } from "../../support/events/call-ended.ts"
import { makeTcpProxy } from "../../support/fakes/network/tcp-proxy.ts"
import { javaPartition } from "../../support/servers/java-partition.ts"
import { hasKafka, kafkaSettings, produce, readTopic } from "../../support/servers/kafka.ts"
import { engine } from "../../support/servers/test-database.ts"
import { eventServicesOn, startNode } from "../../support/services/events.ts"
import { newDatabase } from "../../support/services/ground.ts"

const adapters = [
  { name: "embedded", isKafka: false, settings: Effect.succeed({}) },
  { name: "Kafka", isKafka: true, settings: kafkaSettings }
] as const

for (const { name, isKafka, settings } of adapters) {
  const services = Layer.unwrap(
    Effect.gen(function* () {
      const given = { ...(yield* newDatabase), ...(yield* settings) }
      return effectsTable.pipe(Layer.provideMerge(eventServicesOn(given)))
    })
  )

  describe.skipIf(isKafka && !hasKafka)(`the ${name} bus`, () => {
    layer(services, { excludeTestServices: true })((it) => {
      it.effect("delivers all events, those of one key in order, and applies each once", () =>
        Effect.gen(function* () {
          const { group, persons, consume, effect } = yield* newGroup(64, calls, "spread")
          yield* consume(effect)
          for (let first = 0; first < 640; first += 40) {
            yield* add(...range(40).map((place) => callEnded(persons[(first + place) % 64]!, first + place)))
          }
          const effects = yield* untilEffects(group, 640)
          assert.strictEqual(new Set(effects.map(({ attempt }) => attempt)).size, 640)
          for (const person of persons) {
            const attempts = attemptsOf(effects, person)
            assert.deepStrictEqual(
              attempts,
              attempts.toSorted((one, other) => one - other)
            )
          }
        })
      )

      it.effect("delivers the events of one key while another key is slow", () =>
        Effect.gen(function* () {
          const { group, persons, consume, effect } = yield* newGroup(2)
          const [slow, fast] = persons as [string, string]
          const proceed = yield* Deferred.make<void>()
          yield* consume((event) =>
            contactOf(event) === slow ? Effect.andThen(Deferred.await(proceed), effect(event)) : effect(event)
          )
          yield* add(callEnded(slow, 1), callEnded(slow, 2), callEnded(fast, 3), callEnded(fast, 4))
          assert.deepStrictEqual(attemptsOf(yield* untilEffects(group, 2), fast), [3, 4])
          yield* Deferred.succeed(proceed, undefined)
          assert.deepStrictEqual(attemptsOf(yield* untilEffects(group, 4), slow), [1, 2])
        })
      )

      it.effect("applies an event only once when it is delivered again, even with another key", () =>
        Effect.gen(function* () {
          const { group, persons, consume, effect } = yield* newGroup(2)
          const records = range(20).map((attempt) => recordOf(callEnded(persons[0]!, attempt)))
          const elsewhere = records.map((record) => ({ ...record, key: keyOf(persons[1]!) }))
          const begun = yield* Deferred.make<void>()
          // Both deliveries wait for each other, and are then applied at the same moment.
          let waiting = 0
          yield* consume((event) =>
            Effect.suspend(() => {
              waiting += 1
              return waiting === 2 ? Deferred.succeed(begun, undefined) : Deferred.await(begun)
            }).pipe(Effect.andThen(effect(event)))
          )
          yield* publish(...records, ...elsewhere)
          yield* untilEffects(group, 20)
          yield* publish(...records, recordOf(callEnded(persons[0]!, 20)))
          assert.deepStrictEqual(attemptsOf(yield* untilEffects(group, 21), persons[0]!), range(21))
          assert.deepStrictEqual(yield* deadLettersOf(group), [])
        })
      )

      it.effect("delivers all events to each group, also to one that starts late", () =>
        Effect.gen(function* () {
          const { group, persons, consume, effect } = yield* newGroup(1)
          const late = yield* newGroup(1)
          yield* consume(effect)
          yield* add(...range(10).map((attempt) => callEnded(persons[0]!, attempt)))
          yield* untilEffects(group, 10)
          yield* late.consumeOf(persons)(late.effect)
          assert.deepStrictEqual(attemptsOf(yield* untilEffects(late.group, 10), persons[0]!), range(10))
        })
      )

      it.effect("gives up a record that fails three times, and continues with the next of its key", () =>
        Effect.gen(function* () {
          const { group, persons, consume, effect } = yield* newGroup(2)
          const tries: Array<number> = []
          yield* consume((event) =>
            Effect.suspend(() => {
              const attempt = attemptOf(event)
              tries.push(attempt)
              if (attempt === 2) return Effect.fail(new Error("Nothing will help"))
              // The effect fails after it has written: the write is rolled back.
              if (attempt === 3) {
                return Effect.map(effect(event), (write) => Effect.andThen(write, Effect.fail("The effect fails")))
              }
              if (attempt === 4) return Effect.die("A mistake of the program")
              return effect(event)
            })
          )
          const [one, other] = persons as [string, string]
          yield* add(...range(6).flatMap((attempt) => [callEnded(one, attempt), callEnded(other, attempt + 10)]))
          const effects = yield* untilEffects(group, 9)
          assert.deepStrictEqual(attemptsOf(effects, one), [0, 1, 5])
          assert.deepStrictEqual(attemptsOf(effects, other), [10, 11, 12, 13, 14, 15])
          assert.deepStrictEqual(
            tries.filter((attempt) => attempt < 10),
            [0, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4, 5]
          )
          const letters = yield* deadLettersOf(group)
          assert.deepStrictEqual(
            letters.map(({ topic, attempts, error }) => [topic, attempts, error]).reverse(),
            ["Nothing will help", "The effect fails", "A mistake of the program"].map((error) => [
              "call-ended.v1",
              3,
              error
            ])
          )
        })
      )

      it.effect("does not quote an event's data when the database refuses it", () =>
        Effect.gen(function* () {
          const sql = yield* PgClient.PgClient
          const { group, persons, consume } = yield* newGroup(1)
          yield* consume(() => Effect.succeed(Effect.asVoid(sql`select ${"what Asha said"}::integer`)))
          yield* add(callEnded(persons[0]!, 1))
          const [letter] = yield* until(Effect.map(deadLettersOf(group), (found) => found.length > 0 && found))
          assert.strictEqual(letter!.error, "The database refused it: UnknownError 22P02")
        })
      )

      it.effect("does not give up a record that succeeds at the third attempt", () =>
        Effect.gen(function* () {
          const { group, persons, consume, effect } = yield* newGroup(1)
          let tries = 0
          yield* consume((event) => (++tries < 3 ? Effect.fail("Not yet") : effect(event)))
          yield* add(callEnded(persons[0]!, 1), callEnded(persons[0]!, 2))
          assert.deepStrictEqual(attemptsOf(yield* untilEffects(group, 2), persons[0]!), [1, 2])
          assert.deepStrictEqual([tries, yield* deadLettersOf(group)], [4, []])
        })
      )

      it.effect("does not give up a record while the database is unreachable, however often it fails", () =>
        Effect.gen(function* () {
          const { group, persons, consume, effect } = yield* newGroup(1)
          const reason = new SqlError.ConnectionError({ cause: new Error("Connection refused") })
          let tries = 0
          yield* consume((event) => (++tries < 5 ? Effect.fail(new SqlError.SqlError({ reason })) : effect(event)))
          yield* add(callEnded(persons[0]!, 1), callEnded(persons[0]!, 2))
          assert.deepStrictEqual(attemptsOf(yield* untilEffects(group, 2), persons[0]!), [1, 2])
          assert.deepStrictEqual([tries, yield* deadLettersOf(group)], [6, []])
        })
      )

      it.effect("treats an interrupted handler as failed", () =>
        Effect.gen(function* () {
          const { group, persons, consume, effect } = yield* newGroup(1)
          yield* consume((event) => (attemptOf(event) === 1 ? Effect.interrupt : effect(event)))
          yield* add(callEnded(persons[0]!, 1), callEnded(persons[0]!, 2))
          assert.deepStrictEqual(attemptsOf(yield* untilEffects(group, 1), persons[0]!), [2])
          assert.strictEqual((yield* deadLettersOf(group)).length, 1)
        })
      )

      it.effect("applies the other effects of a transaction when one of them fails", () =>
        Effect.gen(function* () {
          const { group, persons, consume, effect } = yield* newGroup(40)
          const nonsense = (yield* PgClient.PgClient)`select 1 / 0`
          // Most of the effects share a transaction, which one of them breaks.
          yield* consume((event) =>
            Effect.map(effect(event), (write) =>
              contactOf(event) === persons[7] ? Effect.andThen(write, nonsense) : write
            )
          )
          yield* add(...persons.map((person) => callEnded(person, 1)))
          const effects = yield* untilEffects(group, 39)
          assert.deepStrictEqual(attemptsOf(effects, persons[7]!), [])
          yield* until(Effect.map(deadLettersOf(group), ({ length }) => length === 1))
        })
      )

      it.effect("never delivers an event that was rolled back", () =>
        Effect.gen(function* () {
          const { group, persons, consume, effect } = yield* newGroup(1)
          yield* consume(effect)
          const sql = yield* PgClient.PgClient
          for (const attempt of range(10)) {
            const written = Effect.andThen(
              add(callEnded(persons[0]!, attempt)),
              attempt % 2 ? Effect.fail("no") : Effect.void
            )
            yield* Effect.ignore(sql.withTransaction(written))
          }
          assert.deepStrictEqual(attemptsOf(yield* untilEffects(group, 5), persons[0]!), [0, 2, 4, 6, 8])
        })
      )

      it.effect("gives up an invalid record with its origin, without quoting its content", () =>
        Effect.gen(function* () {
          const { group, persons, consume, effect } = yield* newGroup(1, ["call-tagged.v1"])
          yield* consume(effect)
          const broken = brokenRecords(persons[0]!)
          const good = recordOf(tagged(persons[0]!))
          yield* publish(...broken.map(({ record }) => record), withExtraField(good))
          assert.deepStrictEqual(attemptsOf(yield* untilEffects(group, 1), persons[0]!), [1])
          const letters = yield* until(
            Effect.map(deadLettersOf(group), (found) => found.length >= broken.length && found)
          )
          assert.strictEqual(letters.length, broken.length)
          for (const { attempts, errorType, error, topic } of letters) {
            assert.deepStrictEqual([attempts, errorType, topic], [1, "UnreadableRecord", "call-tagged.v1"])
            assert.notInclude(error, secret)
          }
          assert.sameMembers(
            letters.map(({ error }) => error),
            broken.map(({ error }) => `The record ${error}`)
          )

          const published = yield* until(
            Effect.map(dlqRecords(`call-tagged.v1.${group}.dlq`, isKafka), (all) => all.length >= broken.length && all)
          )
          assert.strictEqual(published.length, broken.length)
          for (const { record, error } of broken) {
            const [found, ...more] = published.filter(({ headers }) => headers.test === record.headers.test)
            assert.deepStrictEqual(more, [])
            assert.deepStrictEqual(
              [found!.key, found!.value].map((bytes) => bytes && Buffer.from(bytes).toString("hex")),
              [record.key, record.value].map((bytes) => bytes && Buffer.from(bytes).toString("hex"))
            )
            const { dlq_origin, dlq_time, ...headers } = found!.headers
            assert.deepStrictEqual(headers, {
              ...record.headers,
              dlq_topic: "call-tagged.v1",
              dlq_group: group,
              dlq_attempts: "1",
              dlq_error_type: "UnreadableRecord",
              dlq_error: `The record ${error}`
            })
            assert.match(dlq_origin!, isKafka ? /^\d+:\d+@\d+$/ : /^outbox:\d+$/)
            assert.strictEqual(new Date(dlq_time!).toISOString(), dlq_time)
          }
        })
      )

      it.effect("replays a dead letter with its original id, and applies it once", () =>
        Effect.gen(function* () {
          const { group, persons, consume, effect } = yield* newGroup(1)
          let isBroken = true
          const ids = new Set<string>()
          yield* consume((event) => {
            ids.add(event.id)
            return isBroken ? Effect.fail("Broken") : effect(event)
          })
          yield* add(callEnded(persons[0]!, 1))
          const [letter] = yield* until(Effect.map(deadLettersOf(group), (found) => found.length > 0 && found))
          const { replay } = yield* DeadLetters
          assert.strictEqual(yield* replay({ ids: [randomUUID(), "no id"] }), 0)
          assert.strictEqual(yield* replay({ group, topic: "call-tagged.v1" }), 0)
          isBroken = false
          assert.strictEqual(yield* replay({ ids: [letter!.id] }), 1)
          yield* untilEffects(group, 1)
          assert.strictEqual(yield* replay({ ids: [letter!.id] }), 0)
          assert.deepStrictEqual([...ids], [letter!.eventId])
          assert.deepStrictEqual(yield* deadLettersOf(group), [])
        })
      )

      it.effect("applies no event that is older than the inbox, unless an operator replays it", () =>
        Effect.gen(function* () {
          const { group, persons, consume, effect } = yield* newGroup(1)
          let isBroken = true
          yield* consume((event) => (isBroken && attemptOf(event) === 3 ? Effect.fail("Broken") : effect(event)))
          const daysAgo = (days: number, attempt: number) => {
            const record = recordOf(callEnded(persons[0]!, attempt))
            const time = new Date(Date.now() - days * 86_400_000).toISOString()
            return { ...record, headers: { ...record.headers, ce_time: time } }
          }
          yield* publish(daysAgo(40, 1), daysAgo(20, 2), daysAgo(20, 3), daysAgo(0, 4))
          assert.deepStrictEqual(attemptsOf(yield* untilEffects(group, 2), persons[0]!), [2, 4])
          // Meanwhile the dead letter has become as old as the first.
          const sql = yield* PgClient.PgClient
          yield* sql`update dead_letters set headers = (headers::jsonb || ${JSON.stringify({
            ce_time: new Date(Date.now() - 40 * 86_400_000).toISOString()
          })}::jsonb)::json where consumer = ${group}`
          isBroken = false
          assert.strictEqual(yield* DeadLetters.use(({ replay }) => replay({ group })), 1)
          assert.deepStrictEqual(attemptsOf(yield* untilEffects(group, 3), persons[0]!), [2, 4, 3])
        })
      )

      it.effect("reports the lag of a group", () =>
        Effect.gen(function* () {
          const { group, persons, consume, effect } = yield* newGroup(3)
          const proceed = yield* Deferred.make<void>()
          yield* consume((event) => Effect.andThen(Deferred.await(proceed), effect(event)))
          const bus = yield* EventBus
          const behind = (count: number) =>
            until(
              Effect.map(bus.lag, (lags) => {
                const [lag, ...others] = lags.filter((lag) => lag.group === group)
                assert.deepStrictEqual(others, [])
                return lag?.topic === "call-ended.v1" && lag.behind === count && lag
              })
            )
          yield* behind(0)
          yield* add(...range(30).map((attempt) => callEnded(persons[attempt % 3]!, attempt)))
          const { last, applied } = yield* behind(30)
          assert.strictEqual(last - applied, 30)
          yield* Deferred.succeed(proceed, undefined)
          yield* untilEffects(group, 30)
          yield* behind(0)
        })
      )

      it.effect("describes itself when it is healthy", () =>
        Effect.gen(function* () {
          const { health } = yield* EventBus
          assert.strictEqual(yield* health, isKafka ? "Kafka with 1 broker" : "the outbox table")
        })
      )

      it.effect("has applied no event of these tests twice", () => assertOncePerEvent)

      if (isKafka) {
        it.effect("gives up records that only a foreign producer can write", () =>
          Effect.gen(function* () {
            const { group, persons, consume, effect } = yield* newGroup(1, ["call-suppressed.v1"])
            yield* consume(effect)
            const topic = `${yield* prefix}.call-suppressed.v1`
            const [invalid, ce] = [Buffer.from([0xff, 0xfe, 0]), (text: string) => Buffer.from(text)]
            const whole = Object.entries(recordOf(tagged(persons[0]!)).headers)
            const headersWith = (name: string, value: Buffer) =>
              new Map([...whole.map(([own, text]) => [ce(own), ce(text)] as const), [ce(name), value]])
            yield* produce(topic, [
              { value: invalid, headers: new Map([[invalid, invalid]]) },
              { key: invalid, value: ce("{}"), headers: headersWith("__proto__", ce("x")) },
              { key: ce(persons[0]!), headers: headersWith("ce_id", null as unknown as Buffer) },
              { value: ce(`{"a":"${"x".repeat(500_000)}"}`), headers: headersWith("constructor", ce("x")) },
              {}
            ])
            yield* until(Effect.map(deadLettersOf(group), ({ length }) => length === 5))
            yield* until(Effect.map(dlqRecords(`call-suppressed.v1.${group}.dlq`, true), ({ length }) => length === 5))
          })
        )
      }
    })

    describe.skipIf(engine !== "postgres")("on a shared database", () => {
      it.live("shares the work among nodes, or lets one take it over from one that stops", () =>
        Effect.gen(function* () {
          const given = { ...(yield* newDatabase), ...(yield* settings) }
          const second = yield* startNode(given)
          yield* Effect.gen(function* () {
            yield* Layer.build(effectsTable)
            const { group, persons, effect } = yield* newGroup(12, calls, "spread")
            const seenBy = [0, 0]
            const takePart = (node: Node, index: number) =>
              on(
                node,
                Consumers.use(({ run }) =>
                  run({
                    group,
                    topics: calls,
                    handle: (event) => {
                      seenBy[index]! += 1
                      return effect(event)
                    }
                  })
                )
              )
            let written = 0
            const addSome = Effect.suspend(() =>
              add(...range(12).map((index) => callEnded(persons[index]!, written++)))
            )
            yield* takePart(second, 1)
            yield* Effect.gen(function* () {
              yield* takePart(yield* startNode(given), 0)
              yield* addSome
              yield* untilEffects(group, written)
              // A Kafka group shares the work once both have joined; without Kafka, one of them
              // leads.
              while (isKafka && seenBy.includes(0)) {
                yield* addSome
                yield* untilEffects(group, written)
              }
              // The first node stops while these are handled.
              yield* addSome
            }).pipe(Effect.scoped)
            yield* addSome
            yield* untilEffects(group, written)
            assert.isAbove(seenBy[1]!, 0)
            yield* assertOncePerEvent
            assert.deepStrictEqual(yield* deadLettersOf(group), [])
          }).pipe((use) => on(second, use))
        }).pipe(Effect.scoped)
      )

      it.live("waits for an unreachable database, and gives up no record because of it", () =>
        Effect.gen(function* () {
          const { DATABASE_URL = "", ...given } = { ...(yield* newDatabase), ...(yield* settings) }
          const url = new URL(DATABASE_URL)
          const proxy = yield* Effect.acquireRelease(
            Effect.promise(() => makeTcpProxy(url.hostname, Number(url.port))),
            ({ close }) => Effect.promise(close)
          )
          url.port = String(proxy.port)
          const node = yield* startNode({ ...given, DATABASE_URL: url.href })
          yield* Effect.gen(function* () {
            yield* Layer.build(effectsTable)
            const { group, persons, consume, effect } = yield* newGroup(20, calls, "spread")
            const rounds = process.env.PROVE === "full" ? 10 : 2
            let handled = 0
            yield* consume((event) => {
              handled += 1
              return effect(event)
            })
            for (let round = 0; round < rounds; round++) {
              const before = handled
              yield* add(...range(400).map((index) => callEnded(persons[index % 20]!, round * 400 + index)))
              yield* until(Effect.sync(() => handled > before + 20))
              yield* Effect.promise(proxy.cut)
              const atCut = handled
              // Events under way are retried in vain, or rolled back.
              yield* Effect.timeoutOption(until(Effect.sync(() => handled > atCut + 5)), "1500 millis")
              yield* Effect.promise(proxy.mend)
              yield* untilEffects(group, 400 * (round + 1))
            }
            const effects = yield* untilEffects(group, 400 * rounds)
            for (const person of persons) {
              const attempts = attemptsOf(effects, person)
              assert.deepStrictEqual(
                attempts,
                attempts.toSorted((one, other) => one - other)
              )
            }
            yield* assertOncePerEvent
            assert.deepStrictEqual(yield* deadLettersOf(group), [])
          }).pipe((use) => on(node, use))
        }).pipe(Effect.scoped)
      )
    })
  })
}

type Node = Effect.Success<ReturnType<typeof startNode>>
const on = <A, E, R>(node: Node, use: Effect.Effect<A, E, R>) => Effect.provideContext(use, node)

const calls: ReadonlyArray<TopicName> = ["call-ended.v1"]
const range = (length: number) => Array.from({ length }, (_, index) => index)

/** Table of applied events. It has no unique key, so that an event applied twice is seen. */
const effectsTable = Layer.effectDiscard(
  PgClient.PgClient.use(
    (sql) => sql`create table effects (
      place bigint generated always as identity primary key, consumer text, event_id text, contact text, attempt int
    )`
  ).pipe(Effect.orDie)
)

let groups = 0

/**
 * A group and contacts of its own. By default all contacts are in one partition, because a member
 * of a Kafka group fetches more only once it has handled its whole batch, and partitions may be
 * delivered one by one.
 */
const newGroup = Effect.fnUntraced(function* (
  size: number,
  topics = calls,
  where: "one partition" | "spread" = "one partition"
) {
  const sql = yield* PgClient.PgClient
  const { run } = yield* Consumers
  const group = `group-${++groups}`
  const persons: Array<string> = []
  for (let index = 0; persons.length < size; index++) {
    const person = `${group}-person-${index}`
    if (where === "spread" || javaPartition(keyOf(person), 6) === 0) persons.push(person)
  }
  const effect: Handle = (event) =>
    Effect.succeed(
      Effect.asVoid(sql`insert into effects (consumer, event_id, contact, attempt)
        values (${group}, ${event.id}, ${contactOf(event)}, ${attemptOf(event)})`)
    )
  const consumeOf = (persons: ReadonlyArray<string>) => (handle: Handle) =>
    run({
      group,
      topics,
      handle: (event) => (persons.includes(contactOf(event)) ? handle(event) : Effect.succeed(Effect.void))
    })
  return { group, persons, effect, consumeOf, consume: consumeOf(persons) }
})

type Handle = Consumer<unknown>["handle"]
const contactOf = ({ data }: ReceivedEvent) => ("contactId" in data ? data.contactId : "")
const attemptOf = ({ data }: ReceivedEvent) => ("attempt" in data ? data.attempt : -1)

const add = (...events: ReadonlyArray<DomainEvent>) => Outbox.use((outbox) => outbox.add(events))
const publish = (...records: ReadonlyArray<EventRecord>) => EventBus.use((bus) => bus.publish(records))

const until = <A, E, R>(condition: Effect.Effect<A | false, E, R>): Effect.Effect<A, E, R> =>
  Effect.flatMap(condition, (met) =>
    met === false
      ? Effect.andThen(
          Effect.sleep(20),
          Effect.suspend(() => until(condition))
        )
      : Effect.succeed(met)
  )

interface Applied {
  readonly contact: string
  readonly attempt: number
}

const untilEffects = Effect.fnUntraced(function* (group: string, count: number) {
  const sql = yield* PgClient.PgClient
  const effects = sql<Applied>`select contact, attempt from effects where consumer = ${group} order by place`
  const found = yield* until(
    Effect.map(effects, (found) => found.length >= count && found).pipe(Effect.orElseSucceed(() => false as const))
  )
  assert.strictEqual(found.length, count)
  return found
})

const attemptsOf = (effects: ReadonlyArray<Applied>, person: string) =>
  effects.flatMap(({ contact, attempt }) => (contact === person ? [attempt] : []))

const assertOncePerEvent = Effect.gen(function* () {
  const sql = yield* PgClient.PgClient
  assert.deepStrictEqual(yield* sql`select consumer, event_id from effects group by 1, 2 having count(*) > 1`, [])
})

const deadLettersOf = (group: string) =>
  DeadLetters.use(({ list }) => Effect.map(list({ group }, { page: 1, limit: 1000 }), ({ data }) => data))

const prefix = Effect.map(AppConfig, ({ kafka }) => Option.getOrThrow(kafka).topicPrefix)

/** Returns the records on a topic of dead letters. */
const dlqRecords = Effect.fnUntraced(function* (topic: string, isKafka: boolean) {
  if (!isKafka) {
    const sql = yield* PgClient.PgClient
    return yield* sql<EventRecord>`select topic, key, value, headers from outbox where topic = ${topic} order by seq`
  }
  const records = yield* readTopic(`${yield* prefix}.${topic}`)
  return records.map(
    ({ key, value, headers }): EventRecord => ({ topic, key, value, headers: Object.fromEntries(headers) })
  )
})

const keyOf = (person: string) => Buffer.from(`1:${person}`)

const recordOf = (event: DomainEvent) =>
  toRecord(event, { id: randomUUID(), source: "test", time: new Date().toISOString() })

const tagged = (contactId: string): DomainEvent => ({
  topic: "call-tagged.v1",
  data: {
    organizationId: 1,
    campaignId: "campaign",
    callId: "call",
    contactId,
    phoneNumber: "+9198******10",
    attempt: 1,
    intentLabelId: null,
    intentLabelName: null,
    isPositive: null,
    intentSource: null,
    intentUndetermined: true,
    journeyAction: null,
    status: "COMPLETED",
    nextAttemptAt: null
  }
})

const changed = (record: EventRecord, change: (data: Record<string, unknown>) => object): EventRecord => ({
  ...record,
  value: Buffer.from(JSON.stringify(change(JSON.parse(String(Buffer.from(record.value ?? []))))))
})

const withExtraField = (record: EventRecord) => changed(record, (data) => ({ ...data, addedLater: { any: ["thing"] } }))

const secret = "+919876543210"

/** Invalid records of every kind, each with a header that identifies it, and the expected error. */
const brokenRecords = (person: string) => {
  const good = recordOf(tagged(person))
  const withHeaders = (headers: Record<string, string>): EventRecord => ({
    ...good,
    headers: { ...good.headers, ...headers }
  })
  const withValue = (value: string | Uint8Array | null): EventRecord => ({
    ...good,
    value: value === null ? null : Buffer.from(value as string)
  })
  const without = (name: string): EventRecord => {
    const { [name]: _, ...headers } = good.headers
    return { ...good, headers }
  }
  const garbage = Buffer.from(range(512).map((index) => (index * 7) % 256))
  const noId = "has no ce_id of 1 to 255 characters"
  const notJson = "is not JSON in UTF-8"
  const fields = "does not have the fields of its topic"
  const all: ReadonlyArray<readonly [EventRecord, error: string]> = [
    [without("ce_id"), noId],
    [withHeaders({ ce_id: "" }), noId],
    [withHeaders({ ce_id: "a\0b" }), noId],
    [withHeaders({ ce_id: "x".repeat(256) }), noId],
    [without("ce_specversion"), "is not a CloudEvent 1.0"],
    [withHeaders({ ce_specversion: "0.3" }), "is not a CloudEvent 1.0"],
    [without("ce_type"), "has a ce_type other than its topic"],
    [withHeaders({ ce_type: "call-ended.v1" }), "has a ce_type other than its topic"],
    [withValue(null), "has no value"],
    [withValue(""), notJson],
    [withValue(`{"phone":"${secret}"`), notJson],
    [withValue(secret), notJson],
    [withValue(Uint8Array.from([0x22, 0xc3, 0x28, 0x22])), notJson],
    [{ ...withValue(garbage), key: garbage }, notJson],
    [{ ...withValue(garbage), key: null }, notJson],
    [{ topic: good.topic, key: garbage, value: garbage, headers: { "\0": "\0", é: "\u{1f600}", "": "" } }, noId],
    [withValue("null"), fields],
    [withValue(`"${secret}"`), fields],
    [withValue("[".repeat(5000) + "]".repeat(5000)), fields],
    [changed(good, (data) => ({ ...data, phoneNumber: secret })), fields],
    [changed(good, (data) => ({ ...data, contactId: 7 })), fields],
    [changed(good, ({ contactId: _, ...data }) => data), fields],
    [changed(good, (data) => ({ ...data, nextAttemptAt: secret })), fields]
  ]
  return all.map(([record, error], index) => {
    const test = String(index)
    // Each is a different event, except for those whose id is the error.
    const id = record.headers.ce_id === good.headers.ce_id ? { ce_id: randomUUID() } : {}
    return { record: { ...record, headers: { ...record.headers, ...id, test } }, error }
  })
}
