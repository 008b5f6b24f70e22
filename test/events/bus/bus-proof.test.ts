import { assert, describe, it } from "@effect/vitest"
import { type Duration, Effect, Layer, Logger, type Scope } from "effect"
import { Outbox } from "../../../src/events/outbox/Outbox.ts"
import { Signals } from "../../../src/events/Signals.ts"
import { AppConfig, readSettings } from "../../../src/platform/config.ts"
import * as Sql from "../../../src/platform/sql/Sql.ts"
import {
  assertDelivered,
  assertEffectsOnceInOrder,
  consumeInto,
  effectsOf,
  makeTables,
  untilConsumed,
  untilIncreased,
  writeMany,
  writeWithoutEnd
} from "../../support/events/event-load.ts"
import { startScript } from "../../support/processes/script-process.ts"
import { hasTurn, isFull } from "../../support/sample.ts"
import { canStartKafka, hasKafka, kafkaSettings, readTopic, startBroker } from "../../support/servers/kafka.ts"
import { engine } from "../../support/servers/test-database.ts"
import { startNode } from "../../support/services/events.ts"
import { newDatabase } from "../../support/services/ground.ts"

const seed = Number(process.env.TEST_SEED)
const isPostgres = engine === "postgres"
/** A run kills processes on one bus and has members join on the other, by its seed. */
const killsOnKafka = seed % 2 === 0
const minutes = 60_000

type Settings = Readonly<Record<string, string>>
const noKafka: Effect.Effect<Settings, never, Scope.Scope> = Effect.succeed({})

for (const [name, isKafka, bus] of [
  ["embedded", false, noKafka],
  ["Kafka", true, kafkaSettings]
] as const) {
  describe.skipIf(isKafka && !hasKafka)(`the ${name} bus under load and kills`, () => {
    const total = isFull ? 100_032 : 3_008
    it.live(
      `applies each of ${total} events of 64 contacts once and in order`,
      () =>
        Effect.gen(function* () {
          const settings: Settings = { ...(yield* newDatabase), ...(yield* bus) }
          const node = yield* startNode(settings)
          yield* Effect.gen(function* () {
            yield* makeTables
            yield* consumeInto("policy")
            const begun = performance.now()
            yield* writeMany(total)
            yield* untilConsumed("policy")
            report(`${total} events`, begun)
            yield* assertEffectsOnceInOrder("policy")
            if (isKafka) yield* assertDeliveredOn(settings)
          }).pipe(Effect.provideContext(node))
        }),
      10 * minutes
    )

    const kills = isFull ? 10 : 2
    it.live.runIf(isPostgres && (isFull || isKafka === killsOnKafka || !hasKafka))(
      `delivers every committed event, and nothing else, when one of two nodes is killed with -9 each second under 16 writers, ${kills} times`,
      () =>
        Effect.gen(function* () {
          const settings: Settings = { ...(yield* newDatabase), ...(yield* bus) }
          // With Kafka the process of the relay is killed, without Kafka that of the consumer.
          const victim = isKafka ? { settings } : { settings, group: "policy" }
          yield* Effect.gen(function* () {
            yield* makeTables
            const begun = performance.now()
            yield* Effect.gen(function* () {
              yield* Effect.forkScoped(writeWithoutEnd({ writers: 16, seed }))
              // Another node that shares the work, and takes over what a killed one had.
              yield* startMember(victim)
              for (let count = 0; count < kills; count++) yield* live(victim, "1 second", "SIGKILL")
            }).pipe(Effect.scoped)
            yield* consumeTheRest(settings)
            report(`${kills} kills`, begun)
            yield* assertEffectsOnceInOrder("policy")
            if (isKafka) yield* assertDeliveredOn(settings)
          }).pipe(Effect.provide(writing(settings)))
        }),
      8 * minutes
    )

    const joins = isFull ? 12 : 2
    it.live.runIf(isPostgres && (isFull || isKafka !== killsOnKafka || !hasKafka))(
      `applies each event once while members join and leave every 2 s, ${joins} times, and one is killed`,
      () =>
        Effect.gen(function* () {
          const settings: Settings = { ...(yield* newDatabase), ...(yield* bus) }
          const member = { settings, group: "policy" }
          yield* Effect.gen(function* () {
            yield* makeTables
            const begun = performance.now()
            yield* Effect.gen(function* () {
              yield* Effect.forkScoped(writeWithoutEnd({ writers: 2, seed }))
              yield* startMember(member)
              // Each member starts before the previous one leaves.
              for (let count = 0; count < joins; count++) {
                yield* Effect.forkScoped(live(member, "3 seconds", count === 1 ? "SIGKILL" : "SIGTERM"))
                yield* Effect.sleep("2 seconds")
              }
            }).pipe(Effect.scoped)
            yield* consumeTheRest(settings)
            report(`${joins} joins`, begun)
            yield* assertEffectsOnceInOrder("policy")
            if (isKafka) yield* assertDeliveredOn(settings)
          }).pipe(Effect.provide(writing(settings)))
        }),
      8 * minutes
    )
  })
}

// The embedded database belongs to the process, so that writers and consumers are killed together.
describe.skipIf(isPostgres)("the bus on the embedded database", () => {
  const kills = isFull ? 10 : 2
  it.live(
    `applies each committed event once and in order when killed with -9 while it writes and consumes, ${kills} times`,
    () =>
      Effect.gen(function* () {
        const settings = yield* newDatabase
        yield* Effect.provide(makeTables, writing(settings), { local: true })
        for (let count = 0; count < kills; count++) {
          yield* live(
            { settings, group: "policy", writers: 4 },
            `${500 + ((seed + count * 7919) % 1000)} millis`,
            "SIGKILL"
          )
        }
        const node = yield* startNode(settings)
        yield* Effect.gen(function* () {
          yield* consumeInto("policy")
          yield* untilConsumed("policy")
          yield* assertEffectsOnceInOrder("policy")
        }).pipe(Effect.provideContext(node))
      }),
    5 * minutes
  )
})

describe.skipIf(!canStartKafka || !hasTurn(0))("the bus when Kafka crashes", () => {
  const crashes = isFull ? 3 : 1
  it.live(
    `loses no event and applies none twice when the broker is killed with -9 under writers, ${crashes} times`,
    () =>
      Effect.gen(function* () {
        const broker = yield* startBroker
        const settings = { ...(yield* newDatabase), KAFKA_BROKERS: broker.brokers, KAFKA_TOPIC_PREFIX: "test" }
        const node = yield* startNode(settings)
        yield* Effect.gen(function* () {
          yield* makeTables
          yield* consumeInto("policy")
          const begun = performance.now()
          yield* Effect.gen(function* () {
            // Only two writers, because more would slow down the restart of the broker.
            yield* Effect.forkScoped(writeWithoutEnd({ writers: 2, seed }))
            for (let count = 0; count < crashes; count++) {
              yield* untilSomeAreConsumed
              yield* broker.crash
              yield* Effect.sleep("1 second")
              yield* broker.restart
            }
            yield* untilSomeAreConsumed
          }).pipe(Effect.scoped)
          yield* untilConsumed("policy")
          report(`${crashes} crashes of Kafka`, begun)
          yield* assertEffectsOnceInOrder("policy")
          yield* assertDeliveredOn(settings)
        }).pipe(Effect.provideContext(node))
      }),
    12 * minutes
  )
})

/** Services of writers, without any that publish or consume. */
const writing = (settings: Settings) =>
  Outbox.layer.pipe(
    Layer.provideMerge(Signals.layer),
    Layer.provideMerge(Layer.mergeAll(Sql.layer, Sql.SqlSession.layer)),
    Layer.provideMerge(Layer.effect(AppConfig, readSettings(settings))),
    Layer.provideMerge(Logger.layer([]))
  )

interface Member {
  readonly settings: Settings
  readonly group?: string
  readonly writers?: number
}

const startMember = Effect.fnUntraced(function* (member: Member) {
  const script = new URL("../../support/processes/programs/events-process.ts", import.meta.url)
  const process = yield* startScript(script, { EVENTS_NODE: JSON.stringify(member) })
  assert.strictEqual(yield* Effect.promise(process.line), "ready")
  return process
})

/** Starts a node, and ends it this long after it is up. */
const live = (member: Member, time: Duration.Input, end: "SIGTERM" | "SIGKILL") =>
  Effect.gen(function* () {
    const { pid, ended } = yield* startMember(member)
    yield* Effect.sleep(time)
    process.kill(pid!, end)
    const { code, stderr } = yield* Effect.promise(() => ended)
    if (end === "SIGTERM") assert.deepStrictEqual([code, stderr], [0, ""])
  }).pipe(Effect.scoped)

const untilSomeAreConsumed = Effect.gen(function* () {
  const done = effectsOf("policy")
  const before = yield* done
  yield* untilIncreased(done, before + 500)
})

const assertDeliveredOn = Effect.fnUntraced(function* (settings: Settings) {
  const { KAFKA_TOPIC_PREFIX, KAFKA_BROKERS } = settings
  const records = yield* readTopic(`${KAFKA_TOPIC_PREFIX}.call-ended.v1`, KAFKA_BROKERS)
  const { delivered } = yield* assertDelivered(records)
  if (isFull) console.log(`${delivered} events delivered in ${records.length} records`)
})

const report = (what: string, begun: number) => {
  if (isFull) console.log(`${what} on ${engine}: ${((performance.now() - begun) / 1000).toFixed(1)} s`)
}

/** Starts a node that stays, and waits until it has consumed the rest. */
const consumeTheRest = Effect.fnUntraced(function* (settings: Settings) {
  const node = yield* startNode(settings)
  yield* Effect.andThen(consumeInto("policy"), untilConsumed("policy")).pipe(Effect.provideContext(node))
})
