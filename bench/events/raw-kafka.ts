import { type Admin, CompressionTypes, type Consumer, Kafka, logLevel, Partitioners } from "kafkajs"

/** Runs with a plain client, and deletes the topics and groups with this prefix afterwards. */
export const withKafka = async <A>(brokers: string, prefix: string, use: (kafka: Kafka) => Promise<A>): Promise<A> => {
  const kafka = new Kafka({ clientId: "bench", brokers: brokers.split(","), logLevel: logLevel.NOTHING })
  try {
    return await use(kafka)
  } finally {
    await withAdmin(kafka, async (admin) => {
      const ours = (name: string) => name.startsWith(`${prefix}.`)
      await admin.deleteTopics({ topics: (await admin.listTopics()).filter(ours) })
      const { groups } = await admin.listGroups()
      await admin.deleteGroups(groups.map(({ groupId }) => groupId).filter(ours))
    })
  }
}

/** Returns the number of records written to a topic. */
export const lengthOf = (kafka: Kafka, topic: string) =>
  withAdmin(kafka, async (admin) => {
    const offsets = await admin.fetchTopicOffsets(topic)
    return offsets.reduce((sum, { high }) => sum + Number(high), 0)
  })

export interface RawRecord {
  readonly key: Uint8Array
  readonly value: Uint8Array
  readonly headers: Record<string, string>
}

// kafkajs accepts only Buffers, and hangs on other byte arrays.
const bytes = ({ key, value, headers }: RawRecord) => ({ key: Buffer.from(key), value: Buffer.from(value), headers })

/**
 * Measures kafkajs alone with these records and the options of the product, ms: producing them, and
 * from the start of that until a waiting consumer has received all.
 */
export const produceAndConsume = async (kafka: Kafka, topic: string, records: ReadonlyArray<RawRecord>) => {
  await createTopic(kafka, topic)
  const consumer = kafka.consumer({ groupId: topic, maxWaitTimeInMs: 500 })
  const producer = kafka.producer({
    idempotent: true,
    maxInFlightRequests: 1,
    createPartitioner: Partitioners.DefaultPartitioner
  })
  await producer.connect()
  const [all] = await consumed(consumer, topic, records.length)
  const startedAt = performance.now()
  for (let first = 0; first < records.length; first += 500) {
    await producer.send({
      topic,
      acks: -1,
      compression: CompressionTypes.GZIP,
      messages: records.slice(first, first + 500).map(bytes)
    })
  }
  const produced = performance.now() - startedAt
  await all
  const both = performance.now() - startedAt
  await producer.disconnect()
  await consumer.disconnect()
  return { produced, both }
}

const createTopic = (kafka: Kafka, topic: string) =>
  withAdmin(kafka, (admin) => admin.createTopics({ topics: [{ topic, numPartitions: 6, replicationFactor: 1 }] }))

/**
 * Joins a consumer, and returns a promise of its receiving this number of records; in an array, so
 * that it is not awaited.
 */
const consumed = async (consumer: Consumer, topic: string, count: number) => {
  const all = Promise.withResolvers<void>()
  const joined = Promise.withResolvers<void>()
  consumer.on(consumer.events.GROUP_JOIN, () => joined.resolve())
  await consumer.connect()
  await consumer.subscribe({ topic, fromBeginning: true })
  let seen = 0
  await consumer.run({
    partitionsConsumedConcurrently: 8,
    eachBatch: async ({ batch }) => {
      seen += batch.messages.length
      if (seen >= count) all.resolve()
    }
  })
  await joined.promise
  return [all.promise] as const
}

const withAdmin = async <A>(kafka: Kafka, use: (admin: Admin) => Promise<A>) => {
  const admin = kafka.admin()
  await admin.connect()
  try {
    return await use(admin)
  } finally {
    await admin.disconnect()
  }
}
