import { Cause, Deferred, Effect, Exit, Fiber } from "effect"
import type { EachBatchPayload, IHeaders, Kafka, KafkaMessage } from "kafkajs"
import { BusError, type Subscription } from "../bus/EventBus.ts"
import type { ReceivedRecord } from "../bus/EventRecord.ts"
import { askKafka, closeQuietly, reasonOf } from "./kafka-client.ts"
import { assignerOf } from "./kafkajs-static.ts"

/**
 * Runs a member of a consumer group. Ends only with an error: when the consumer crashes, or when
 * Kafka has not answered a heartbeat for too long. The node id is the same after a restart: then Kafka gives the member its
 * partitions again at once, and the other members do not wait. A node that stops leaves its group. `joined` is called
 * each time the member has joined.
 */
export const runGroupMember = Effect.fnUntraced(function* (
  kafka: Kafka,
  prefix: string,
  { group, topics, handle }: Subscription,
  nodeId: string | undefined,
  joined: () => void
) {
  const fork = Effect.runForkWith(yield* Effect.context<never>())
  const running = new Set<Fiber.Fiber<unknown, unknown>>()
  const consumer = yield* Effect.acquireRelease(
    Effect.sync(() =>
      kafka.consumer({
        groupId: `${prefix}${group}`,
        sessionTimeout,
        heartbeatInterval: 1000,
        // Maximum wait of a fetch, ms. A member cannot leave the group before its last fetch has
        // been answered.
        maxWaitTimeInMs: 500,
        allowAutoTopicCreation: false,
        partitionAssigners: [assignerOf(nodeId)],
        retry: { initialRetryTime: 100, maxRetryTime: 1000, retries: 30, restartOnFailure: async () => false }
      })
    ),
    (consumer) =>
      Effect.andThen(
        Fiber.interruptAll(running),
        closeQuietly(() => consumer.disconnect())
      )
  )

  const ended = yield* Deferred.make<never, BusError>()
  consumer.on(consumer.events.CRASH, ({ payload }) => {
    Deferred.doneUnsafe(ended, Effect.fail(new BusError({ message: reasonOf(payload.error) })))
  })
  let lastAnswer = performance.now()
  for (const event of [consumer.events.GROUP_JOIN, consumer.events.HEARTBEAT] as const) {
    consumer.on(event, () => {
      lastAnswer = performance.now()
    })
  }
  consumer.on(consumer.events.GROUP_JOIN, joined)
  const silence = Effect.suspend(() =>
    performance.now() - lastAnswer > 2 * sessionTimeout
      ? Effect.fail(new BusError({ message: "Kafka has not answered a heartbeat for too long" }))
      : Effect.void
  )

  const eachBatch = async ({ batch, heartbeat, isRunning, isStale, ...offsets }: EachBatchPayload) => {
    const records = batch.messages.map((message) =>
      received(batch.topic.slice(prefix.length), batch.partition, message)
    )
    const settled = new Set<ReceivedRecord>()
    let resolved = 0
    const settle = (record: ReceivedRecord) => {
      settled.add(record)
      for (let next = records[resolved]; next !== undefined && settled.has(next); next = records[resolved]) {
        offsets.resolveOffset(batch.messages[resolved]?.offset ?? "")
        resolved += 1
      }
    }
    // Fails while the group rebalances. The records are then delivered again, to this member or to
    // another one.
    const beat = askKafka(async () => {
      await heartbeat()
      await offsets.commitOffsetsIfNecessary()
    })
    const beatOrStop = Effect.suspend(() => (isRunning() && !isStale() ? beat : Effect.interrupt))
    const work = fork(
      Effect.raceFirst(handle(records, settle), Effect.forever(Effect.andThen(Effect.sleep("1 second"), beatOrStop)))
    )
    running.add(work)
    const exit = await Effect.runPromise(Fiber.await(work))
    running.delete(work)
    // A defect in a handler must end the member: if it were ignored, Kafka would deliver the same
    // records again at once, for ever.
    if (Exit.isFailure(exit) && !Cause.hasInterruptsOnly(exit.cause)) throw unwrapped(Cause.squash(exit.cause))
  }

  yield* askKafka(() => consumer.connect())
  yield* askKafka(() => consumer.subscribe({ topics: topics.map((topic) => prefix + topic), fromBeginning: true }))
  yield* askKafka(() =>
    consumer.run({
      autoCommitInterval: 1000,
      eachBatchAutoResolve: false,
      partitionsConsumedConcurrently: 8,
      eachBatch
    })
  )
  const watch = Effect.forever(Effect.andThen(Effect.sleep("2 seconds"), silence))
  return yield* Effect.raceFirst(Deferred.await(ended), watch)
}, Effect.scoped)

/** Time after which Kafka removes a member that sends no heartbeat, ms. */
const sessionTimeout = 10_000

// Unwraps a BusError, because kafkajs recognizes its own errors by their class.
const unwrapped = (error: unknown) => (error instanceof BusError ? error.cause : error)

const received = (topic: string, partition: number, { offset, timestamp, key, value, headers }: KafkaMessage) => ({
  topic,
  key,
  value,
  headers: headersOf(headers),
  origin: `${partition}:${offset}@${timestamp}`,
  at: new Date(Number(timestamp))
})

const headersOf = (headers: IHeaders = {}) =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, given]) => {
      const value = Array.isArray(given) ? given.at(-1) : given
      return value == null ? [] : [[name, String(value)]]
    })
  )
