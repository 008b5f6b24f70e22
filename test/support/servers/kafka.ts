import { execFile } from "node:child_process"
import { randomBytes } from "node:crypto"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { Admin, Consumer, Producer } from "@platformatic/kafka"
import { Effect } from "effect"
import { freePorts } from "./free-port.ts"

const { TEST_KAFKA_BROKERS = "", TEST_SERVICES_DIR = "" } = process.env

/** Whether the tests have a Kafka. */
export const hasKafka = TEST_KAFKA_BROKERS !== ""
/** Whether this machine can start another broker. */
export const canStartKafka = hasKafka && TEST_SERVICES_DIR !== ""

/** Starts a broker for one test, which may crash it without affecting other tests. */
export const startBroker = Effect.gen(function* () {
  const folder = yield* Effect.acquireRelease(
    Effect.promise(() => mkdtemp(join(tmpdir(), "carillon-kafka-"))),
    (folder) => Effect.promise(() => rm(folder, { recursive: true, force: true }))
  )
  const port = String(yield* Effect.promise(() => freePorts(3)))
  const services = (...command: ReadonlyArray<string>) =>
    Effect.promise(() => promisify(execFile)(script, command, { env: { ...process.env, KAFKA_PORT: port } }))
  yield* Effect.acquireRelease(services("start", folder, "kafka"), () => services("stop", folder))
  return {
    brokers: `127.0.0.1:${port}`,
    /** Kills the broker with kill -9. */
    crash: services("crash-kafka", folder),
    /** Completes once the broker answers again. */
    restart: services("start-kafka", folder)
  }
})

const script = fileURLToPath(new URL("../../../scripts/services.sh", import.meta.url))

// Another client library than the product's: records that both understand do not depend on one library's errors.
const client = (brokers = TEST_KAFKA_BROKERS) => ({
  clientId: "test",
  bootstrapBrokers: brokers.split(","),
  retries: 20,
  retryDelay: 200
})

/** Settings of a server with topics of its own, which are removed when the scope closes. */
export const kafkaSettings = Effect.acquireRelease(
  Effect.sync(() => ({
    KAFKA_BROKERS: TEST_KAFKA_BROKERS,
    KAFKA_TOPIC_PREFIX: `test-${randomBytes(6).toString("hex")}`
  })),
  ({ KAFKA_TOPIC_PREFIX }) => deleteTopics(KAFKA_TOPIC_PREFIX)
)

/** Deletes all topics of a prefix, with what they contain. */
export const deleteTopics = (prefix: string) =>
  Effect.promise(async () => {
    const admin = new Admin(client())
    const topics = (await admin.listTopics()).filter((topic) => topic.startsWith(`${prefix}.`))
    if (topics.length > 0) await admin.deleteTopics({ topics })
    await admin.close()
  })

export interface TopicRecord {
  readonly partition: number
  readonly offset: bigint
  readonly key: Buffer | null
  readonly value: Buffer | null
  readonly headers: ReadonlyMap<string, string>
}

/** Returns the records that are on a topic now, each partition in its order. */
export const readTopic = (topic: string, brokers?: string) =>
  Effect.promise(async (): Promise<ReadonlyArray<TopicRecord>> => {
    const consumer = new Consumer({ ...client(brokers), groupId: `test-${randomBytes(6).toString("hex")}` })
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

/** Publishes records as a foreign producer would. */
export const produce = (topic: string, records: ReadonlyArray<NewRecord>) =>
  Effect.promise(async () => {
    const producer = new Producer(client())
    await producer.send({ messages: records.map((record) => ({ topic, ...record })) })
    await producer.close()
  })

/** Returns the number of partitions of a topic. */
export const partitionsOf = (topic: string) =>
  Effect.promise(async () => {
    const admin = new Admin(client())
    const { topics } = await admin.metadata({ topics: [topic] })
    await admin.close()
    return topics.get(topic)?.partitionsCount ?? 0
  })
