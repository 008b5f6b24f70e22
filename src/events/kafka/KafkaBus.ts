import { PgClient } from "@effect/sql-pg"
import { Effect, Layer, Option, Schedule, Semaphore } from "effect"
import { type Admin, CompressionTypes, type Kafka, Partitioners, type Producer } from "kafkajs"
import type { KafkaSettings } from "../../platform/config.ts"
import { DataDir } from "../../platform/files/DataDir.ts"
import { keepGoing } from "../../platform/lifecycle/keep-going.ts"
import { within } from "../../platform/lifecycle/within.ts"
import { why } from "../../platform/observability/why.ts"
import { BusError, EventBus, type Lag, type Subscription } from "../bus/EventBus.ts"
import type { EventRecord } from "../bus/EventRecord.ts"
import { deadLetterTopic } from "../consumers/DeadLetters.ts"
import { registerReader } from "../outbox/OutboxCursor.ts"
import { outboxLag } from "../outbox/outbox-lag.ts"
import { topicNames } from "../schemas/topics.ts"
import { askKafka, closeQuietly, isRefusal, makeClient } from "./kafka-client.ts"
import { runGroupMember } from "./kafka-member.ts"

/** The bus on Kafka. `OutboxRelay` publishes the outbox to it. */
export const layer = (settings: KafkaSettings) =>
  Layer.effect(
    EventBus,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const kafka = yield* makeClient(settings)
      const nodeId = yield* (yield* DataDir).nodeId
      const prefix = `${settings.topicPrefix}.`
      const topics = makeTopics(kafka, settings, prefix)
      const needed = new Set<string>(topicNames)
      const producer = yield* makeProducer(kafka)
      const failures = makeFailures()

      const publish = Effect.fnUntraced(
        function* (records: ReadonlyArray<EventRecord>) {
          yield* topics.ensure(records.map(({ topic }) => topic))
          yield* producer
            .send(records.map((record) => ({ ...record, topic: prefix + record.topic })))
            .pipe(Effect.tapError(() => topics.forget))
          failures.end(publishing)
        },
        Effect.tapError((error) => (isRefusal(error) ? Effect.void : failures.note(publishing, error)))
      )

      const join = Effect.fnUntraced(function* (subscription: Subscription) {
        const { group } = subscription
        const ofGroup = subscription.topics.flatMap((topic) => [topic, deadLetterTopic(topic, group)])
        for (const topic of ofGroup) needed.add(topic)
        yield* topics.ensure(ofGroup)
        // Registers the group, so that the outbox keeps the events that the group has not handled.
        const stayRegistered = Effect.repeat(registerReader(group, subscription.topics), Schedule.spaced("1 hour"))
        const part = `group ${prefix}${group}`
        const member = runGroupMember(kafka, prefix, subscription, nodeId, () => failures.end(part))
        return yield* Effect.raceFirst(
          Effect.tapError(member, (error) => Effect.andThen(topics.forget, failures.note(part, error))),
          Effect.andThen(stayRegistered, Effect.never)
        )
      })
      const subscribe = Effect.fnUntraced(function* (subscription: Subscription) {
        yield* join(subscription).pipe(
          Effect.provideService(PgClient.PgClient, sql),
          keepGoing(`Consumer group ${subscription.group} lost Kafka and joins again`),
          Effect.forkScoped
        )
      })

      const lagOfGroup = Effect.fnUntraced(function* (admin: Admin, { group, topics }: Group) {
        const names = topics.map((topic) => prefix + topic)
        const committed = yield* askKafka(() => admin.fetchOffsets({ groupId: prefix + group, topics: names }))
        return yield* Effect.forEach(topics, (topic, index) =>
          Effect.map(
            askKafka(() => admin.fetchTopicOffsets(prefix + topic)),
            (offsets): Lag => {
              const reached = new Map(
                committed
                  .find((one) => one.topic === names[index])
                  ?.partitions.map((one) => [one.partition, Number(one.offset)])
              )
              const last = sum(offsets.map(({ high }) => Number(high)))
              // Records that Kafka's retention has deleted do not count as lag.
              const applied = sum(
                offsets.map(({ partition, low }) => Math.max(reached.get(partition) ?? -1, Number(low)))
              )
              return { topic, group, last, applied, behind: last - applied }
            }
          )
        )
      })
      const lag = Effect.gen(function* () {
        const relay = yield* outboxLag(sql, "relay")
        // Includes the groups that run only on other nodes.
        const groups = yield* sql<Group>`select reader as "group", topics from outbox_cursors
          where reader <> 'relay' order by reader`
        const ofGroups = yield* withAdmin(kafka, (admin) => Effect.forEach(groups, (group) => lagOfGroup(admin, group)))
        return [...relay, ...ofGroups.flat()]
      }).pipe(Effect.catchTag("SqlError", (cause) => Effect.fail(new BusError({ message: why(cause), cause }))))

      // Ends its retries within the time of the doctor, with the reason why Kafka cannot be reached.
      const impatient = yield* makeClient(settings, 3)
      const health = withAdmin(impatient, (admin) =>
        Effect.map(
          askKafka(() => admin.describeCluster()),
          ({ brokers }) => `Kafka with ${brokers.length === 1 ? "1 broker" : `${brokers.length} brokers`}`
        )
      ).pipe(
        Effect.tap(() => topics.ensure([...needed])),
        Effect.tap(() => failures.check),
        within("2 seconds"),
        Effect.catchTag("TimeoutError", () => Effect.fail(new BusError({ message: "No answer within 2 seconds" })))
      )

      // Create the topics at the start, so that data teams can subscribe before the first event.
      yield* topics.ensure(topicNames).pipe(Effect.retry(Schedule.spaced("5 seconds")), Effect.forkScoped)

      return EventBus.of({ publish, subscribe, lag, health })
    })
  ).pipe(Layer.provide(DataDir.layer), Layer.orDie)

const publishing = "publishing"

/**
 * The parts that have failed more than once in a row. ACLs may refuse them and let the doctor reach Kafka. A single failure
 * is usual while topics are new or partitions move.
 */
const makeFailures = () => {
  const failures = new Map<string, { readonly reason: string; readonly at: number; readonly times: number }>()
  return {
    note: (part: string, { message }: BusError) =>
      Effect.sync(() => {
        failures.set(part, { reason: message, at: performance.now(), times: (failures.get(part)?.times ?? 0) + 1 })
      }),
    end: (part: string) => void failures.delete(part),
    check: Effect.suspend(() => {
      const current = [...failures].filter(([, { at, times }]) => times > 1 && performance.now() - at < failureMillis)
      if (current.length === 0) return Effect.void
      return Effect.fail(
        new BusError({ message: current.map(([part, { reason }]) => `${part}: ${reason}`).join("; ") })
      )
    })
  }
}

/** Time after which a failure is over, because another node does the work now, ms. A failure repeats within a minute. */
const failureMillis = 120_000

type Group = Pick<Subscription, "group" | "topics">

const sum = (numbers: ReadonlyArray<number>) => numbers.reduce((total, one) => total + one, 0)

const withAdmin = <A, E>(kafka: Kafka, use: (admin: Admin) => Effect.Effect<A, E>) =>
  Effect.acquireUseRelease(
    Effect.sync(() => kafka.admin()),
    (admin) =>
      Effect.andThen(
        askKafka(() => admin.connect()),
        use(admin)
      ),
    (admin) => closeQuietly(() => admin.disconnect())
  )

/** Creates missing topics. Looks up each topic once, and again after a failure: the topic may have been deleted. */
const makeTopics = (kafka: Kafka, { partitions, replication }: KafkaSettings, prefix: string) => {
  const known = new Set<string>()
  const ensure = Effect.fnUntraced(function* (topics: ReadonlyArray<string>) {
    const unknown = [...new Set(topics)].filter((topic) => !known.has(topic))
    if (unknown.length === 0) return
    yield* withAdmin(kafka, (admin) =>
      askKafka(async () => {
        const existing = new Set(await admin.listTopics())
        const missing = unknown.filter((topic) => !existing.has(prefix + topic))
        if (missing.length === 0) return
        await admin.createTopics({
          topics: missing.map((topic) => ({
            topic: prefix + topic,
            numPartitions: partitions,
            replicationFactor: Option.getOrElse(replication, () => -1),
            // A dead letter is the record plus headers, so it may exceed the default limit of 1 MB.
            configEntries: topic.endsWith(".dlq") ? [{ name: "max.message.bytes", value: String(2 * 1024 * 1024) }] : []
          }))
        })
        // The leader of a new topic may still be creating it. The topic is ready once its offsets can
        // be read.
        await Promise.all(missing.map((topic) => admin.fetchTopicOffsets(prefix + topic)))
      })
    )
    for (const topic of unknown) known.add(topic)
  })
  // Runs one call at a time: a concurrent call could find a topic that is listed but not ready yet.
  const oneAtATime = Semaphore.makeUnsafe(1)
  return {
    ensure: (topics: ReadonlyArray<string>) => oneAtATime.withPermits(1)(ensure(topics)),
    forget: Effect.sync(() => known.clear())
  }
}

/** A producer that is recreated after a failure, because an idempotent producer cannot always continue. */
const makeProducer = Effect.fnUntraced(function* (kafka: Kafka) {
  let current: Promise<Producer> | undefined
  const open = async () => {
    const producer = kafka.producer({
      idempotent: true,
      maxInFlightRequests: 1,
      createPartitioner: Partitioners.DefaultPartitioner,
      allowAutoTopicCreation: false
    })
    await producer.connect()
    return producer
  }
  const close = async () => {
    const closing = current
    current = undefined
    await closing?.then((producer) => producer.disconnect())
  }
  yield* Effect.addFinalizer(() => closeQuietly(close))

  const send = (records: ReadonlyArray<EventRecord>) =>
    askKafka(async () => {
      current ??= open()
      const producer = await current
      await producer.sendBatch({
        acks: -1,
        compression: CompressionTypes.GZIP,
        topicMessages: [...Map.groupBy(records, ({ topic }) => topic)].map(([topic, ofTopic]) => ({
          topic,
          messages: ofTopic.map(({ key, value, headers }) => ({
            key: bufferOf(key),
            value: bufferOf(value),
            headers: { ...headers }
          }))
        }))
      })
    }).pipe(Effect.tapError(() => closeQuietly(close)))
  return { send }
})

const bufferOf = (bytes: Uint8Array | null) =>
  bytes === null ? null : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
