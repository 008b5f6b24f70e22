import { fork } from "node:child_process"
import { once } from "node:events"
import { mkdtemp, rm } from "node:fs/promises"
import { loadavg, tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout } from "node:timers/promises"
import { Effect, type Layer, type Scope } from "effect"
import type { Kafka } from "kafkajs"
import { cpuMeter, cpuSeconds } from "../cpu.ts"
import { quantile, rounded } from "../figures.ts"
import { inRepository, query, withDatabase, withProduct } from "../product.ts"
import { makeEffects, nodeOn, now, topic, writeEvents } from "./event-services.ts"
import type { Committed, Orders } from "./event-writer.ts"
import { lengthOf, produceAndConsume, type RawRecord, withKafka } from "./raw-kafka.ts"

type Settings = Readonly<Record<string, string>>

const goalRate = 2000
const goalMillis = 500
const goalPercent = 1
const eventsInEach = 10
const warmUpSeconds = 3
const steadySeconds = 30
const idleSeconds = 20
const backlog = 40_000

/**
 * Events from their commit to the commit of their effect, with and without Kafka, and the CPU use
 * when idle.
 */
export const run = async () => {
  const brokers = process.env.TEST_KAFKA_BROKERS
  if (brokers === undefined) {
    console.error("This bench needs Kafka: set TEST_KAFKA_BROKERS, for example with scripts/services.sh")
    process.exit(2)
  }
  const loadBefore = rounded(loadavg()[0] ?? Number.NaN)
  const embedded = await withDatabase(async (url) => {
    const settings = { DATABASE_URL: url }
    return { idle: await idle(settings, url), steady: await steady(settings), peak: await peak(settings) }
  })
  const prefix = `bench-${process.pid}`
  const kafka = await withKafka(brokers, prefix, (client) =>
    withDatabase(async (url) => {
      const settings = { DATABASE_URL: url, KAFKA_BROKERS: brokers, KAFKA_TOPIC_PREFIX: prefix }
      return {
        idle: await idle(settings, url),
        steady: await steady(settings),
        peak: await peak(settings),
        ...(await inTurn(settings, client)),
        floor: await floor(url, client, prefix)
      }
    })
  )
  const pglite = await withFolder((folder) => sustained({ DATA_DIR: folder }))
  const delays = [embedded.steady, kafka.steady]
  const idles = [embedded.idle, kafka.idle]
  const met = {
    delay: delays.every(({ p99, perSecond, lost, twice }) => {
      return p99 < goalMillis && perSecond > 0.98 * goalRate && lost === 0 && twice === 0
    }),
    idle: idles.every(({ server, consumer }) => Math.max(server, consumer) < goalPercent)
  }
  return {
    loadBefore,
    delay: {
      what: `ms from commit to effect on Postgres, ${goalRate} events/s for ${steadySeconds} s after ${warmUpSeconds} s to warm up`,
      written: `by another process, ${eventsInEach} in a transaction; relay and consumer share a process; an effect is one insert`,
      embedded: embedded.steady,
      kafka: kafka.steady,
      goalMillis,
      met: met.delay
    },
    peak: {
      what: `events/s on Postgres from the first write to the last effect, ${backlog} written as fast as possible`,
      embedded: embedded.peak,
      kafka: kafka.peak,
      kafkaInTurn: { outboxToKafka: kafka.relay, kafkaToEffect: kafka.consumer },
      floor: kafka.floor,
      floorIs: "kafkajs alone with the same records and options: only producing; both with a consumer that only counts",
      ratio: rounded(kafka.peak / kafka.floor.both),
      ratioOfRelay: rounded(kafka.relay / kafka.floor.produce)
    },
    pglite: {
      what: "maximum rate on PGlite, written by the same process with at most 500 events under way",
      ...pglite
    },
    idle: {
      what: `% of a core over ${idleSeconds} s without events: the server, and a process with one group`,
      embedded: embedded.idle,
      kafka: kafka.idle,
      goalPercent,
      met: met.idle
    },
    met: met.delay && met.idle
  }
}

const inNode = <A, E>(
  settings: Settings,
  work: Effect.Effect<A, E, Scope.Scope | Layer.Success<ReturnType<typeof nodeOn>>>
): Promise<A> => Effect.runPromise(work.pipe(Effect.scoped, Effect.provide(nodeOn(settings))))

// Waits until the group has joined, a node leads and all code is loaded.
const listening = Effect.tap(makeEffects, Effect.sleep("5 seconds"))

const idle = async (settings: Settings, url: string) => ({
  server: await withProduct(
    url,
    async ({ pid }) => {
      await setTimeout(5000)
      const before = await cpuSeconds(pid)
      await setTimeout(idleSeconds * 1000)
      return rounded((((await cpuSeconds(pid)) - before) / idleSeconds) * 100)
    },
    settings
  ),
  // A process that only handles events, with one group.
  consumer: await inNode(
    settings,
    Effect.gen(function* () {
      yield* listening
      const used = cpuMeter()
      yield* Effect.sleep(`${idleSeconds} seconds`)
      return used()
    })
  )
})

const steady = (settings: Settings) =>
  inNode(
    settings,
    Effect.gen(function* () {
      const { times, settled, mistakes } = yield* listening
      const used = cpuMeter()
      const transactionsPerSecond = goalRate / eventsInEach
      const transactions = (warmUpSeconds + steadySeconds) * transactionsPerSecond
      const committed = yield* write({ settings, transactions, eventsInEach, transactionsPerSecond })
      yield* settled(transactions * eventsInEach)
      const cpuPercent = used()
      const first = warmUpSeconds * goalRate
      return {
        ...delaysOf(times, first, (number) => committed[Math.floor(number / eventsInEach)] ?? Number.NaN),
        ...(yield* mistakes(transactions * eventsInEach)),
        cpuPercent
      }
    })
  )

const write = (orders: Orders) =>
  Effect.promise(async () => {
    const child = fork(inRepository("bench/events/event-writer.ts"))
    child.send(orders)
    const died = once(child, "exit").then(([code]) => Promise.reject(new Error(`The writer ended with ${code}`)))
    const [committed] = await Promise.race([once(child, "message"), died])
    return committed as Committed
  })

const delaysOf = (times: ReadonlyArray<number>, first: number, committedAt: (number: number) => number) => {
  const delays = times.map((time, number) => time - committedAt(number)).slice(first)
  const [begun, ended] = [quantile(times.slice(first), 0), quantile(times.slice(first), 1)]
  return {
    p50: rounded(quantile(delays, 0.5)),
    p99: rounded(quantile(delays, 0.99)),
    max: rounded(quantile(delays, 1)),
    perSecond: rate(delays.length, ended - begun)
  }
}

const rate = (events: number, millis: number) => Math.round((events * 1000) / millis)

const writeBacklog = Effect.forEach(
  Array.from({ length: backlog / 1000 }, (_, index) => index * 1000),
  (first) => writeEvents(first, 1000),
  { concurrency: 4, discard: true }
)

const peak = (settings: Settings) =>
  inNode(
    settings,
    Effect.gen(function* () {
      const { settled } = yield* listening
      const startedAt = now()
      yield* writeBacklog
      yield* settled(backlog)
      return rate(backlog, now() - startedAt)
    })
  )

/** Measures first the relay alone, then the consumer alone, including the time to join its group. */
const inTurn = (settings: Settings, kafka: Kafka) =>
  inNode(
    settings,
    Effect.gen(function* () {
      yield* Effect.sleep("5 seconds")
      const length = Effect.promise(() => lengthOf(kafka, `${settings.KAFKA_TOPIC_PREFIX}.${topic}`))
      const before = yield* length
      const writing = now()
      yield* writeBacklog
      yield* Effect.repeat(length, { until: (reached) => reached >= before + backlog })
      const reading = now()
      const { settled } = yield* makeEffects
      yield* settled(backlog)
      return { relay: rate(backlog, reading - writing), consumer: rate(backlog, now() - reading) }
    })
  )

const floor = async (url: string, kafka: Kafka, prefix: string) => {
  const records = await query(url, `select key, value, headers from outbox order by seq desc limit ${backlog}`)
  const { produced, both } = await produceAndConsume(kafka, `${prefix}.floor`, records as unknown as Array<RawRecord>)
  return { produce: rate(backlog, produced), both: rate(backlog, both) }
}

/** Measures the sustained rate, while events are written continuously. */
const sustained = (settings: Settings) =>
  inNode(
    settings,
    Effect.gen(function* () {
      const { times, settled, mistakes, progress } = yield* makeEffects
      const committed: Array<number> = []
      let written = 0
      const writeSome = Effect.gen(function* () {
        yield* writeEvents(written, eventsInEach)
        committed.push(now())
        written += eventsInEach
        while (written - progress() > 500) yield* Effect.sleep("1 millis")
      })
      const end = now() + 15_000
      yield* Effect.repeat(writeSome, { until: () => now() > end })
      yield* settled(written)
      return {
        ...delaysOf(
          times,
          Math.floor(written / 5),
          (number) => committed[Math.floor(number / eventsInEach)] ?? Number.NaN
        ),
        ...(yield* mistakes(written))
      }
    })
  )

const withFolder = async <A>(use: (folder: string) => Promise<A>): Promise<A> => {
  const folder = await mkdtemp(join(tmpdir(), "carillon-bench-"))
  try {
    return await use(folder)
  } finally {
    await rm(folder, { recursive: true })
  }
}
