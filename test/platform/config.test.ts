import { assert, describe, it } from "@effect/vitest"
import { Effect, Option, Redacted } from "effect"
import { readSettings } from "../../src/platform/config.ts"

const problemOf = (environment: Record<string, string>) =>
  Effect.map(Effect.flip(readSettings(environment)), ({ message }) => message)

describe("settings", () => {
  it.effect("need nothing", () =>
    Effect.gen(function* () {
      const settings = yield* readSettings({})
      assert.strictEqual(settings.port, 8080)
      assert.strictEqual(settings.publicUrl, "http://127.0.0.1:8080")
      assert.strictEqual(settings.carrier, "simulated")
      assert.strictEqual(settings.apiRateLimit, 600)
      assert.isTrue(Option.isNone(settings.databaseUrl))
      assert.deepStrictEqual([...settings.roles], ["api", "dialer", "media", "workers"])
      assert.isFalse(settings.allowPrivateWebhooks)
      assert.deepStrictEqual(settings.simulatorFaults, {})
    })
  )

  it.effect("take an empty value for unset, and white space around one for nothing", () =>
    Effect.gen(function* () {
      const settings = yield* readSettings({ PORT: "", DATABASE_URL: "  ", HOST: " ::1 " })
      assert.strictEqual(settings.publicUrl, "http://[::1]:8080")
      assert.isTrue(Option.isNone(settings.databaseUrl))
    })
  )

  it.effect("name an address that can be called when they listen on all", () =>
    Effect.map(readSettings({ HOST: "0.0.0.0", PORT: "1" }), ({ publicUrl }) =>
      assert.strictEqual(publicUrl, "http://127.0.0.1:1")
    )
  )

  it.effect("read lists, flags and keys", () =>
    Effect.gen(function* () {
      const key = Buffer.alloc(32, 1).toString("base64")
      const settings = yield* readSettings({
        KAFKA_BROKERS: "a:1, b:2",
        ROLES: "api, workers",
        ALLOW_PRIVATE_WEBHOOKS: "TRUE",
        SIMULATOR_FAULTS: "lost=0.05, busy=1,silent=0",
        ENCRYPTION_KEY: `new:${key},old:${key}`
      })
      assert.deepStrictEqual(Option.getOrThrow(settings.kafka).brokers, ["a:1", "b:2"])
      assert.deepStrictEqual([...settings.roles], ["api", "workers"])
      assert.deepStrictEqual(settings.simulatorFaults, { lost: 0.05, busy: 1, silent: 0 })
      assert.isTrue(settings.allowPrivateWebhooks)
      const keys = Option.getOrThrow(settings.encryptionKeys)
      assert.deepStrictEqual(
        keys.map(({ id, key }) => [id, Redacted.value(key).length]),
        [
          ["new", 32],
          ["old", 32]
        ]
      )
    })
  )

  const wrong: ReadonlyArray<readonly [setting: string, environment: Record<string, string>]> = [
    ["PORT", { PORT: "abc" }],
    ["PORT", { PORT: "65536" }],
    ["PORT", { PORT: "80.5" }],
    ["PUBLIC_URL", { PUBLIC_URL: "example.com" }],
    ["PUBLIC_URL", { PUBLIC_URL: "ftp://example.com" }],
    ["DATABASE_URL", { DATABASE_URL: "mysql://localhost/x" }],
    ["REDIS_URL", { REDIS_URL: "localhost:6379" }],
    ["KAFKA_BROKERS", { KAFKA_BROKERS: "localhost" }],
    ["KAFKA_TOPIC_PREFIX", { KAFKA_TOPIC_PREFIX: "a b" }],
    ["KAFKA_SASL_PASSWORD", { KAFKA_SASL_USERNAME: "x" }],
    ["ADMIN_TOKEN", { ADMIN_TOKEN: "short" }],
    ["ENCRYPTION_KEY", { ENCRYPTION_KEY: "k1:c2hvcnQ=" }],
    ["ENCRYPTION_KEY", { ENCRYPTION_KEY: `a:${"A".repeat(43)}=,a:${"B".repeat(43)}=` }],
    ["NODE_PORT", { NODE_HOST: "a" }],
    ["DRAIN_SECONDS", { DRAIN_SECONDS: "-1" }],
    ["ROLES", { ROLES: "api,sales" }],
    ["CARRIER", { CARRIER: "pigeon" }],
    ["TWILIO_AUTH_TOKEN", { CARRIER: "twilio", TWILIO_ACCOUNT_SID: "x" }],
    ["TWILIO_FROM_NUMBER", { TWILIO_FROM_NUMBER: "0123" }],
    ["SIMULATOR_SPEED", { SIMULATOR_SPEED: "0" }],
    ...["often", "lost", "lost=", "lost=2", "lost=-0.1", "lost=0.1,lost=0.1", "eaten=0.1", "lost=0.1;busy=0.1"].map(
      (faults) => ["SIMULATOR_FAULTS", { SIMULATOR_FAULTS: faults }] as const
    ),
    ["API_RATE_LIMIT", { API_RATE_LIMIT: "0" }],
    ["ALLOW_PRIVATE_WEBHOOKS", { ALLOW_PRIVATE_WEBHOOKS: "maybe" }],
    ["EMBEDDING_DIMENSIONS", { EMBEDDING_DIMENSIONS: "2001" }],
    ["LOG_LEVEL", { LOG_LEVEL: "loud" }],
    ["OTEL_EXPORTER_OTLP_ENDPOINT", { OTEL_EXPORTER_OTLP_ENDPOINT: "collector" }]
  ]
  for (const [setting, environment] of wrong) {
    it.effect(`refuse ${JSON.stringify(environment)} in one line that names ${setting}`, () =>
      Effect.gen(function* () {
        const problem = yield* problemOf(environment)
        assert.include(problem, setting)
        assert.notInclude(problem, "\n")
      })
    )
  }

  it.effect("do not repeat a secret that is wrong", () =>
    Effect.gen(function* () {
      assert.notInclude(yield* problemOf({ ADMIN_TOKEN: "hunter2" }), "hunter2")
      assert.notInclude(yield* problemOf({ DATABASE_URL: "x://u:hunter2@h" }), "hunter2")
      assert.notInclude(yield* problemOf({ ENCRYPTION_KEY: "k:hunter2" }), "hunter2")
      assert.notInclude(
        String(JSON.stringify(yield* readSettings({ ADMIN_TOKEN: "hunter2-hunter2-hunter2" }))),
        "hunter2"
      )
    })
  )
})
