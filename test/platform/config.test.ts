import { assert, describe, it } from "@effect/vitest"
import { Effect, Option, Redacted, Schema } from "effect"
import { CampaignChanges } from "../../src/domain/campaigns/Campaign.ts"
import { readSettings } from "../../src/platform/config.ts"

const problemOf = (environment: Record<string, string>) =>
  Effect.map(Effect.flip(readSettings(environment)), ({ message }) => message)

describe("settings", () => {
  it.effect("have a default for everything", () =>
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

  it.effect("treat an empty value as unset, and ignore white space around a value", () =>
    Effect.gen(function* () {
      const settings = yield* readSettings({ PORT: "", DATABASE_URL: "  ", HOST: " ::1 ", OPENAI_API_KEY: "" })
      assert.strictEqual(settings.publicUrl, "http://[::1]:8080")
      assert.isTrue(Option.isNone(settings.databaseUrl))
    })
  )

  it.effect("let the longest call of a real carrier end before a node stops, and proxies of several nodes notice", () =>
    Effect.gen(function* () {
      const twilio = { CARRIER: "twilio", ...{ TWILIO_ACCOUNT_SID: "AC1", TWILIO_AUTH_TOKEN: "t" } }
      const real = { ...twilio, TWILIO_FROM_NUMBER: "+15005550006" }
      const node = { NODE_HOST: "10.0.0.1", NODE_PORT: "7000" }
      for (const [environment, drainSeconds, noticeSeconds] of [
        [{}, 30, 1],
        [node, 30, 1],
        [real, 3_660, 1],
        [{ ...real, ...node }, 3_660, 15],
        [{ ...real, ...node, DRAIN_SECONDS: "20" }, 20, 5],
        [{ DRAIN_SECONDS: "7200" }, 7_200, 1]
      ] as const) {
        const settings = yield* readSettings(environment)
        assert.deepStrictEqual([settings.drainSeconds, settings.noticeSeconds], [drainSeconds, noticeSeconds])
      }
      const isCampaign = Schema.is(CampaignChanges)
      assert.deepStrictEqual(
        [60, 61].map((minutes) => isCampaign({ callTimeoutMinutes: minutes })),
        [true, false]
      )
    })
  )

  it.effect("have language models by name, in the order of their names", () =>
    Effect.gen(function* () {
      const { models } = yield* readSettings({
        LLM_FAST_2_MODEL: "small",
        LLM_FAST_2_BASE_URL: "http://10.0.0.7:8000/v1/",
        LLM_FAST_2_REASONING_EFFORT: "none",
        LLM_FAST_2_TEMPERATURE: "0",
        LLM_A_MODEL_MODEL: "gpt-4.1",
        LLM_A_MODEL_API_KEY: "sk-1",
        LLM_PROVIDER: "ours",
        LLM_OTHER_MODEL: ""
      })
      assert.deepStrictEqual(
        models.map(({ apiKey, ...model }) => ({ ...model, key: Option.getOrNull(Option.map(apiKey, Redacted.value)) })),
        [
          {
            ...{ name: "A_MODEL", model: "gpt-4.1", baseUrl: "https://api.openai.com/v1" },
            ...{ reasoningEffort: null, temperature: null, key: "sk-1" }
          },
          {
            ...{ name: "FAST_2", model: "small", baseUrl: "http://10.0.0.7:8000/v1" },
            ...{ reasoningEffort: "none", temperature: 0, key: null }
          }
        ]
      )
      const complete = { LLM_FAST_MODEL: "small", LLM_FAST_API_KEY: "sk-1" }
      for (const [environment, problem] of [
        [{ LLM_FAST_API_KEY: "sk-1" }, /model FAST needs LLM_FAST_MODEL/],
        [{ LLM_FAST_MODEL: "small" }, /model FAST needs LLM_FAST_BASE_URL, or LLM_FAST_API_KEY/],
        [{ ...complete, LLM_FAST_TEMPERATURE: "warm" }, /LLM_FAST_TEMPERATURE must be a number from 0 to 2/],
        [{ ...complete, LLM_FAST_TEMPERATURE: "2.1" }, /LLM_FAST_TEMPERATURE must be/],
        [{ ...complete, LLM_FAST_REASONING_EFFORT: "Very low" }, /LLM_FAST_REASONING_EFFORT must be 1 to 20/],
        [{ ...complete, LLM_FAST_BASE_URL: "models.example" }, /LLM_FAST_BASE_URL must be a URL/]
      ] as const) {
        assert.match(yield* problemOf(environment), problem)
      }
    })
  )

  it.effect("have providers of single sign-on by name, in the order of their names", () =>
    Effect.gen(function* () {
      const okta = {
        OIDC_OKTA_ISSUER: "https://acme.okta.com",
        OIDC_OKTA_CLIENT_ID: "carillon",
        OIDC_OKTA_CLIENT_SECRET: " s3cret "
      }
      const { signOn } = yield* readSettings({
        ...okta,
        OIDC_MY_IDP_ISSUER: "http://localhost:9000/realms/acme/",
        OIDC_MY_IDP_CLIENT_ID: "carillon",
        OIDC_MY_IDP_CLIENT_SECRET: "x",
        OIDC_MY_IDP_LABEL: "Acme",
        OIDC_MY_IDP_SCOPES: "openid email groups",
        OIDC_MY_IDP_ROLES_CLAIM: "https://acme.example/roles",
        OIDC_MY_IDP_ROLES: "/Call center = 7:MEMBER, a=b=12:ADMIN,ops=SUPER_ADMIN"
      })
      assert.deepStrictEqual(
        signOn.map(({ clientSecret, ...rest }) => ({ ...rest, secret: Redacted.value(clientSecret) })),
        [
          {
            ...{ name: "my_idp", label: "Acme", issuer: "http://localhost:9000/realms/acme/", clientId: "carillon" },
            ...{ scopes: "openid email groups", rolesClaim: "https://acme.example/roles", secret: "x" },
            roles: [
              { value: "/Call center", organizationId: 7, role: "MEMBER" },
              { value: "a=b", organizationId: 12, role: "ADMIN" },
              { value: "ops", organizationId: null, role: "SUPER_ADMIN" }
            ]
          },
          {
            ...{ name: "okta", label: "Okta", issuer: "https://acme.okta.com", clientId: "carillon", secret: "s3cret" },
            ...{ scopes: "openid email profile", rolesClaim: "groups", roles: [] }
          }
        ]
      )
      const { OIDC_OKTA_CLIENT_SECRET: _, ...incomplete } = okta
      for (const [environment, problem] of [
        [incomplete, /sign-on OKTA needs OIDC_OKTA_ISSUER, OIDC_OKTA_CLIENT_ID and OIDC_OKTA_CLIENT_SECRET/],
        [{ OIDC_OKTA_LABEL: "Okta" }, /sign-on OKTA needs/],
        [{ ...okta, OIDC_OKTA_CLIENT_SECRET: "  " }, /OIDC_OKTA_CLIENT_SECRET must be more than blanks/],
        [{ ...okta, OIDC_OKTA_ISSUER: "http://acme.okta.com" }, /OIDC_OKTA_ISSUER must be an https URL/],
        [{ ...okta, OIDC_OKTA_ISSUER: "http://localhost.evil.example" }, /OIDC_OKTA_ISSUER must be/],
        [{ ...okta, OIDC_OKTA_ISSUER: "https://user@acme.okta.com" }, /OIDC_OKTA_ISSUER must be/],
        [{ ...okta, OIDC_OKTA_ISSUER: "acme.okta.com" }, /OIDC_OKTA_ISSUER must be/],
        [{ ...okta, OIDC_OKTA_SCOPES: "email" }, /OIDC_OKTA_SCOPES must be names .* openid among them/],
        [{ ...okta, OIDC_OKTA_ROLES: "ops=ADMIN" }, /OIDC_OKTA_ROLES must be value=organization:role/],
        [{ ...okta, OIDC_OKTA_ROLES: "ops=7:SUPER_ADMIN" }, /OIDC_OKTA_ROLES must be/],
        [{ ...okta, OIDC_OKTA_ROLES: "ops=7:member" }, /OIDC_OKTA_ROLES must be/],
        [{ ...okta, OIDC_OKTA_ROLES: "ops=0:MEMBER" }, /OIDC_OKTA_ROLES must be/],
        [{ ...okta, OIDC_OKTA_ROLES: "=7:MEMBER" }, /OIDC_OKTA_ROLES must be/],
        [{ ...okta, OIDC_OKTA_ROLES: "ops=7:MEMBER," }, /OIDC_OKTA_ROLES must be/]
      ] as const) {
        assert.match(yield* problemOf(environment), problem)
      }
    })
  )

  it.effect("contain a reachable URL when the server listens on all addresses", () =>
    Effect.map(readSettings({ HOST: "0.0.0.0", PORT: "1" }), ({ publicUrl }) =>
      assert.strictEqual(publicUrl, "http://127.0.0.1:1")
    )
  )

  it.effect("tell where the admin API is: at ADMIN_PORT, or else where the API is", () =>
    Effect.gen(function* () {
      const urlOf = (environment: Record<string, string>) =>
        Effect.map(readSettings(environment), ({ adminUrl }) => adminUrl)
      assert.strictEqual(yield* urlOf({}), "http://127.0.0.1:8080")
      assert.strictEqual(yield* urlOf({ PUBLIC_URL: "https://voice.example.com" }), "https://voice.example.com")
      const address = { HOST: "0.0.0.0", PUBLIC_URL: "https://voice.example.com", ADMIN_PORT: "9090" }
      assert.strictEqual(yield* urlOf(address), "http://127.0.0.1:9090")
      assert.strictEqual(yield* urlOf({ ...address, ADMIN_HOST: "10.0.0.7" }), "http://10.0.0.7:9090")
      assert.strictEqual(yield* problemOf({ ADMIN_HOST: "10.0.0.7" }), "ADMIN_HOST needs ADMIN_PORT")
      assert.strictEqual(yield* problemOf({ ADMIN_PORT: "8080" }), "ADMIN_PORT must be another port than PORT")
    })
  )

  it.effect("use Twilio's own API unless another URL is set", () =>
    Effect.gen(function* () {
      const account = {
        TWILIO_ACCOUNT_SID: `AC${"0".repeat(32)}`,
        TWILIO_AUTH_TOKEN: "x",
        TWILIO_FROM_NUMBER: "+15005550006"
      }
      const { twilio } = yield* readSettings(account)
      assert.strictEqual(Option.getOrThrow(twilio).apiBaseUrl, "https://api.twilio.com")
      const { twilio: elsewhere } = yield* readSettings({ ...account, TWILIO_API_BASE_URL: "http://127.0.0.1:1/" })
      assert.strictEqual(Option.getOrThrow(elsewhere).apiBaseUrl, "http://127.0.0.1:1")
    })
  )

  it.effect("accept an endpoint of Google as a host, with a port, or as a URL", () =>
    Effect.gen(function* () {
      for (const given of [
        "eu-speech.googleapis.com",
        "localhost:9",
        "http://127.0.0.1:9/",
        "https://a.example",
        "[::1]:9"
      ]) {
        const { google } = yield* readSettings({ GOOGLE_SPEECH_ENDPOINT: given, GOOGLE_TTS_ENDPOINT: given })
        assert.deepStrictEqual([google.speechEndpoint, google.ttsEndpoint], [Option.some(given), Option.some(given)])
      }
    })
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
    ...[
      "ftp://example.com",
      "https://example.com/?x=1",
      "https://example.com/?",
      "https://example.com/#x",
      "https://me:secret@example.com",
      "https://example.com/a&b"
    ].map((given) => ["PUBLIC_URL", { PUBLIC_URL: given }] as const),
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
    ["TWILIO_AUTH_TOKEN", { CARRIER: "twilio", TWILIO_ACCOUNT_SID: `AC${"0".repeat(32)}` }],
    ["TWILIO_ACCOUNT_SID", { TWILIO_ACCOUNT_SID: `SK${"0".repeat(32)}` }],
    ["TWILIO_FROM_NUMBER", { TWILIO_FROM_NUMBER: "0123" }],
    ["SIMULATOR_SPEED", { SIMULATOR_SPEED: "0" }],
    ...["often", "lost", "lost=", "lost=2", "lost=-0.1", "lost=0.1,lost=0.1", "eaten=0.1", "lost=0.1;busy=0.1"].map(
      (faults) => ["SIMULATOR_FAULTS", { SIMULATOR_FAULTS: faults }] as const
    ),
    ["API_RATE_LIMIT", { API_RATE_LIMIT: "0" }],
    ["ALLOW_PRIVATE_WEBHOOKS", { ALLOW_PRIVATE_WEBHOOKS: "maybe" }],
    ...[
      "ftp://127.0.0.1",
      "http://",
      "host:port",
      "host/path",
      "https://a.example/v1",
      "a.example?x=1",
      "me@a.example",
      "ht!tp",
      "a..b"
    ].flatMap((given) => [
      ["GOOGLE_SPEECH_ENDPOINT", { GOOGLE_SPEECH_ENDPOINT: given }] as const,
      ["GOOGLE_TTS_ENDPOINT", { GOOGLE_TTS_ENDPOINT: given }] as const
    ]),
    ["GOOGLE_REGION", { GOOGLE_REGION: "us/evil" }],
    ["GOOGLE_REGION", { GOOGLE_REGION: "https://eu" }],
    ["PROVIDERS", { PROVIDERS: "google" }],
    ["OPENAI_BASE_URL", { OPENAI_BASE_URL: "api.openai.com/v1" }],
    ["INFERENCE_BASE_URL", { INFERENCE_BASE_URL: "ftp://127.0.0.1/v1" }],
    ["EMBEDDING_BASE_URL", { EMBEDDING_BASE_URL: "http://127.0.0.1/v1#x" }],
    ["LLM_FAST_BASE_URL", { LLM_FAST_MODEL: "small", LLM_FAST_BASE_URL: "http://127.0.0.1/v1?key=1" }],
    ["LLM_FAST_BASE_URL", { LLM_FAST_MODEL: "small", LLM_FAST_BASE_URL: "http://127.0.0.1/v1?" }],
    ["TWILIO_API_BASE_URL", { TWILIO_API_BASE_URL: "https://api.example/?edge=dublin" }],
    ...["https://a.example", "wss://", "wss://a.example/v1", "wss://a.example/?x=1", "wss://a.example#x"].flatMap(
      (given) => [["DEEPGRAM_URL", { DEEPGRAM_URL: given }] as const, ["SARVAM_URL", { SARVAM_URL: given }] as const]
    ),
    ...[
      "OPENAI_API_KEY",
      "INFERENCE_API_KEY",
      "EMBEDDING_API_KEY",
      "TWILIO_AUTH_TOKEN",
      "KAFKA_SASL_PASSWORD",
      "ADMIN_TOKEN",
      "ENCRYPTION_KEY"
    ].map((name) => [name, { [name]: " \t" }] as const),
    ...["OPENAI_API_KEY", "EMBEDDING_API_KEY", "DEEPGRAM_API_KEY", "ELEVENLABS_API_KEY"].map(
      (name) => [name, { [name]: "one-\nkey" }] as const
    ),
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

  it.effect("say which parts the URL of a vendor or of a model's server must not have", () =>
    Effect.gen(function* () {
      assert.strictEqual(
        yield* problemOf({ DEEPGRAM_URL: "ws://host/some/path?x=1" }),
        "DEEPGRAM_URL must be a URL that begins with wss:// or ws://, without a path"
      )
      assert.strictEqual(
        yield* problemOf({ OPENAI_BASE_URL: "http://host/v1?key=1" }),
        "OPENAI_BASE_URL must be a URL that begins with http:// or https://, without query and fragment"
      )
      const { openai, speechVendors } = yield* readSettings({
        DEEPGRAM_URL: "ws://127.0.0.1:8080/",
        OPENAI_BASE_URL: "http://host/v1/"
      })
      assert.deepStrictEqual(
        [speechVendors.deepgram.url, openai.baseUrl],
        [Option.some("ws://127.0.0.1:8080"), Option.some("http://host/v1")]
      )
    })
  )

  it.effect("do not repeat an invalid secret in the message", () =>
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
