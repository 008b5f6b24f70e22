import { readFileSync } from "node:fs"
import { join } from "node:path"
import { getCACertificates, setDefaultCACertificates } from "node:tls"
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Logger, Option } from "effect"
import { askKafka, makeClient } from "../../../src/events/kafka/kafka-client.ts"
import { readSettings } from "../../../src/platform/config.ts"

const { TEST_SERVICES_DIR } = process.env

// The broker started by scripts/services.sh listens for TLS and SASL two ports further on.
describe.skipIf(TEST_SERVICES_DIR === undefined)("makeClient with TLS and SASL", () => {
  const file = (name: string) => readFileSync(join(TEST_SERVICES_DIR ?? "", name), "utf8")

  const trusted = Effect.acquireRelease(
    Effect.sync(() => {
      const before = getCACertificates()
      setDefaultCACertificates([...before, file("kafka.pem")])
      return before
    }),
    (before) => Effect.sync(() => setDefaultCACertificates(before))
  )

  const brokersSeen = Effect.fnUntraced(function* (settings: Readonly<Record<string, string>>) {
    const { kafka } = yield* readSettings({
      KAFKA_BROKERS: `127.0.0.1:${Number(file("kafka.port")) + 2}`,
      KAFKA_SSL: "1",
      KAFKA_SASL_MECHANISM: "plain",
      KAFKA_SASL_USERNAME: "carillon",
      KAFKA_SASL_PASSWORD: "of-carillon",
      ...settings
    })
    const client = yield* makeClient(Option.getOrThrow(kafka))
    const admin = client.admin({ retry: { retries: 0 } })
    yield* Effect.addFinalizer(() => Effect.promise(() => admin.disconnect()))
    yield* askKafka(() => admin.connect())
    return (yield* askKafka(() => admin.describeCluster())).brokers.length
  })

  for (const mechanism of ["plain", "scram-sha-256", "scram-sha-512"]) {
    it.effect(`connects with ${mechanism}, and not with a wrong password`, () =>
      Effect.gen(function* () {
        yield* trusted
        assert.strictEqual(yield* brokersSeen({ KAFKA_SASL_MECHANISM: mechanism }), 1)
        const wrong = { KAFKA_SASL_MECHANISM: mechanism, KAFKA_SASL_PASSWORD: "of-another" }
        assert.match((yield* Effect.flip(brokersSeen(wrong))).message, /authentication failed/i)
      })
    )
  }

  it.live("refuses a broker whose certificate is not trusted, and logs it at once", () =>
    Effect.gen(function* () {
      const logged = yield* Deferred.make<string>()
      const note = Logger.make(({ message }) => Deferred.doneUnsafe(logged, Effect.succeed(String(message))))
      const seen = Effect.provide(brokersSeen({}), Logger.layer([note]))
      const first = yield* Effect.raceFirst(seen, Deferred.await(logged))
      assert.match(String(first), /^Kafka at 127\.0\.0\.1:\d+: Connection error: self-signed certificate/)
    })
  )
})
