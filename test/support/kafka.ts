import { execFile } from "node:child_process"
import { randomBytes } from "node:crypto"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { Admin, Consumer, Producer } from "@platformatic/kafka"
import { Effect } from "effect"

const { TEST_KAFKA_BROKERS = "", TEST_SERVICES_DIR } = process.env

/** Whether there is a Kafka for the tests, and whether they may crash it. */
export const hasKafka = TEST_KAFKA_BROKERS !== ""
export const mayCrashKafka = hasKafka && TEST_SERVICES_DIR !== undefined

const services = fileURLToPath(new URL("../../scripts/services.sh", import.meta.url))
const runServices = (command: string) =>
  Effect.promise(() => promisify(execFile)(services, [command, TEST_SERVICES_DIR ?? ""]))

/** Kills the broker with -9. Whatever happens, it is there again when the scope closes. */
export const crashKafka = Effect.acquireRelease(runServices("crash-kafka"), () => startKafka)

/** Ends once it answers again. */
export const startKafka = runServices("start-kafka")

// A client that is not the product's own: what both agree on is not just one's idea of it.
const client = () => ({
  clientId: "test",
  bootstrapBrokers: TEST_KAFKA_BROKERS.split(","),
  retries: 20,
  retryDelay: 200
})

/** Settings of a server with topics of its own, which are removed when the scope closes. */
export const kafkaSettings = Effect.acquireRelease(
  Effect.sync(() => ({
    KAFKA_BROKERS: TEST_KAFKA_BROKERS,
    KAFKA_TOPIC_PREFIX: `test-${randomBytes(6).toString("hex")}`
  })),
  ({ KAFKA_TOPIC_PREFIX }) =>
    Effect.promise(async () => {
      const admin = new Admin(client())
      const topics = (await admin.listTopics()).filter((topic) => topic.startsWith(`${KAFKA_TOPIC_PREFIX}.`))
      if (topics.length > 0) await admin.deleteTopics({ topics })
      await admin.close()
    })
)

export interface TopicRecord {
  readonly partition: number
  readonly offset: bigint
  readonly key: Buffer | null
  readonly value: Buffer | null
  readonly headers: ReadonlyMap<string, string>
}

/** All that is on a topic now, each partition in its order. */
export const readTopic = (topic: string) =>
  Effect.promise(async (): Promise<ReadonlyArray<TopicRecord>> => {
    const consumer = new Consumer({ ...client(), groupId: `test-${randomBytes(6).toString("hex")}` })
    const ends = (await consumer.listOffsets({ topics: [topic] })).get(topic) ?? []
    let left = Number(ends.reduce((sum, end) => sum + end, 0n))
    const records: Array<TopicRecord> = []
    const stream = await consumer.consume({ topics: [topic], mode: "earliest", autocommit: false, maxWaitTime: 100 })
    if (left > 0) {
      for await (const { partition, offset, key, value, headers } of stream) {
        if (offset >= (ends[partition] ?? 0n)) continue
        const texts = [...headers].map(([name, text]) => [String(name), String(text)] as const)
        records.push({ partition, offset, key: key ?? null, value: value ?? null, headers: new Map(texts) })
        if (--left === 0) break
      }
    }
    await consumer.close(true)
    return records
  })

interface NewRecord {
  readonly key?: Buffer
  readonly value?: Buffer
  readonly headers?: Map<Buffer, Buffer>
}

/** Puts records on a topic as somebody else would. */
export const produce = (topic: string, records: ReadonlyArray<NewRecord>) =>
  Effect.promise(async () => {
    const producer = new Producer(client())
    await producer.send({ messages: records.map((record) => ({ topic, ...record })) })
    await producer.close()
  })

/** How many partitions a topic has. */
export const partitionsOf = (topic: string) =>
  Effect.promise(async () => {
    const admin = new Admin(client())
    const { topics } = await admin.metadata({ topics: [topic] })
    await admin.close()
    return topics.get(topic)?.partitionsCount ?? 0
  })
