import { randomUUID } from "node:crypto"
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Fiber, Layer, Option, Scope } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { SpeechProfiles } from "../../../src/accounts/speech/SpeechProfiles.ts"
import { ReadReplica } from "../../../src/calls/views/ReadReplica.ts"
import { Models } from "../../../src/campaigns/Models.ts"
import { Carrier, NoClearAnswer } from "../../../src/carriers/Carrier.ts"
import type { Examination, ExaminedPart } from "../../../src/domain/operations/Examination.ts"
import { EventBus } from "../../../src/events/bus/EventBus.ts"
import { CallerChecks } from "../../../src/operations/checks/CallerChecks.ts"
import { Doctor } from "../../../src/operations/checks/Doctor.ts"
import { AppConfig, readSettings } from "../../../src/platform/config.ts"
import { BlobStore } from "../../../src/platform/files/BlobStore.ts"
import { Redis } from "../../../src/platform/rate-limit/Redis.ts"
import { answered } from "../../support/api/answered.ts"
import { startServer } from "../../support/api/test-server.ts"
import { googleFake } from "../../support/fakes/google-fake.ts"
import { finish, openAiFake, text } from "../../support/fakes/openai-fake.ts"
import { deepgramFake } from "../../support/fakes/vendors/deepgram-fake.ts"
import { engine } from "../../support/servers/test-database.ts"
import { smallDisk } from "../../support/small-disk.ts"

const { TEST_KAFKA_BROKERS } = process.env

const secrets = {
  REDIS_URL: "redis://:a-redis-password@127.0.0.1:1",
  KAFKA_BROKERS: "127.0.0.1:1,127.0.0.1:2",
  KAFKA_SASL_MECHANISM: "plain",
  KAFKA_SASL_USERNAME: "carillon",
  KAFKA_SASL_PASSWORD: "a-kafka-password",
  OPENAI_API_KEY: "sk-a-key-of-openai-that-nobody-may-see",
  OPENAI_BASE_URL: "http://127.0.0.1:1/v1",
  OTEL_EXPORTER_OTLP_ENDPOINT: "http://me:a-collector-password@127.0.0.1:4318"
}

describe("GET /admin/v1/doctor", () => {
  it("checks the parts that can be checked, and reports the others from the settings, without a secret", async () => {
    const server = await startServer({ settings: secrets })
    try {
      const { body, status, text } = await server.admin("GET", "/admin/v1/doctor")
      assert.deepStrictEqual([status, body.ok], [200, false])
      const part = (name: string): ExaminedPart => body.parts.find((one: ExaminedPart) => one.part === name)
      assert.match(part("database").uses, engine === "pglite" ? /^PGlite \d/ : /^Postgres \d.* at \S+\/carillon_test_/)
      assert.match(part("database").uses, /pg_trgm/)
      assert.deepInclude(part("database"), { status: "OK", reachable: true, configured: engine === "postgres" })
      assert.deepInclude(part("redis"), { status: "FAILED", reachable: false, configured: true })
      assert.deepInclude(part("carrier"), {
        status: "BUILT_IN",
        configured: false,
        uses: "the simulated carrier at speed 1",
        missing: ["CARRIER"]
      })
      assert.deepInclude(part("data-directory"), { status: "OK", reachable: true })
      assert.deepInclude(part("admin-token"), {
        status: "OK",
        configured: true,
        uses: "ADMIN_TOKEN",
        affects: "The admin API and the command line"
      })
      assert.deepInclude(part("kafka"), {
        status: "FAILED",
        reachable: false,
        configured: true,
        uses: "Kafka at 127.0.0.1:1, 127.0.0.1:2, topics carillon.*"
      })
      assert.deepInclude(part("language-model"), { status: "FAILED", reachable: false, uses: "127.0.0.1:1/v1" })
      for (const hidden of ["password", "nobody-may-see", "a-token-for-the-tests"]) assert.notInclude(text, hidden)
    } finally {
      await server.stop()
    }
  })

  it("examines the vendors and models of organizations with their own keys", async () => {
    const scope = await Effect.runPromise(Scope.make())
    const start = <A, E>(fake: Effect.Effect<A, E, Scope.Scope>) => Effect.runPromise(Scope.provide(fake, scope))
    const deepgram = await start(deepgramFake({}, "dg-own-key-of-an-organization"))
    const model = await start(openAiFake(() => [text("OK"), finish("stop"), "usage", "done"]))
    const server = await startServer({ settings: { DEEPGRAM_URL: deepgram.url, ALLOW_PRIVATE_WEBHOOKS: "1" } })
    try {
      const [right, wrong] = [await server.organization("Right"), await server.organization("Wrong")]
      const set = async ({ id }: { readonly id: number }, key: string, baseUrl: string) => {
        const path = `/admin/v1/organizations/${id}`
        await answered(200, server.admin("PUT", `${path}/speech-profile`, { apiKeys: { deepgram: key } }))
        await answered(200, server.admin("PUT", `${path}/models`, { name: "OWN", baseUrl, model: "m" }))
      }
      await set(right, "dg-own-key-of-an-organization", model.url)
      await set(wrong, "dg-other-key-that-is-wrong", "http://127.0.0.1:1/v1")
      const { body, text: whole } = await server.admin("GET", "/admin/v1/doctor")
      const own = body.parts.filter(({ uses }: ExaminedPart) => uses.includes("set by organization"))
      const statuses = own.map(({ affects, part, status }: ExaminedPart) => `${part} ${status}: ${affects}`).sort()
      const of = (id: number, status: string) =>
        ["deepgram-ear", "deepgram-voice", "named-model"].map(
          (part) => `${part} ${status}: Calls of organization ${id} use it`
        )
      assert.deepStrictEqual(statuses, [...of(right.id, "OK"), ...of(wrong.id, "FAILED")].sort())
      const [ear] = own.filter(({ part, status }: ExaminedPart) => part === "deepgram-ear" && status === "FAILED")
      assert.match(ear.problem, /it refuses the key \(HTTP 401\); send a valid key/)
      assert.isFalse(body.ok)
      for (const hidden of ["dg-own-key", "dg-other-key"]) assert.notInclude(whole, hidden)
      // An organization asks about its own only.
      const doctorOf = async ({ id }: { readonly id: number }) =>
        (await server.admin("GET", `/admin/v1/organizations/${id}/doctor`)).body as Examination
      const [well, ill] = [await doctorOf(right), await doctorOf(wrong)]
      assert.deepStrictEqual([well.ok, ill.ok], [true, false])
      const usesOf = ({ parts }: Examination) => parts.map(({ uses }) => uses)
      assert.lengthOf(usesOf(well), 3)
      for (const use of usesOf(well)) assert.include(use, `set by organization ${right.id}`)
      for (const use of usesOf(ill)) assert.include(use, `set by organization ${wrong.id}`)
    } finally {
      await server.stop()
      await Effect.runPromise(Scope.close(scope, Exit.void))
    }
  })

  it("accepts an ADMIN_TOKEN of 16 characters, and warns of it at the start and here", async () => {
    const token = "sixteen-or-more-"
    const server = await startServer({ settings: { ADMIN_TOKEN: token } })
    try {
      const headers = { authorization: `Bearer ${token}` }
      const { parts } = (await server.call("GET", "/admin/v1/doctor", undefined, headers)).body
      const part = parts.find((one: ExaminedPart) => one.part === "admin-token")
      assert.strictEqual(part.status, "OK")
      assert.include(part.affects, "has fewer than 32 characters")
      const warnings = server.log.filter((line) => line.includes("has fewer than 32 characters"))
      assert.strictEqual(warnings.length, 1)
      assert.notInclude(warnings.join(), token)
    } finally {
      await server.stop()
    }
  })

  it.skipIf(!TEST_KAFKA_BROKERS)("reports which Kafka it uses", async () => {
    const settings = { KAFKA_BROKERS: TEST_KAFKA_BROKERS ?? "", KAFKA_TOPIC_PREFIX: `test-${randomUUID()}` }
    const server = await startServer({ settings })
    try {
      const { parts } = (await server.admin("GET", "/admin/v1/doctor")).body
      assert.deepInclude(
        parts.find((one: ExaminedPart) => one.part === "kafka"),
        {
          status: "OK",
          reachable: true,
          problem: null,
          uses: `Kafka with 1 broker at ${TEST_KAFKA_BROKERS}, topics ${settings.KAFKA_TOPIC_PREFIX}.*`
        }
      )
    } finally {
      await server.stop()
    }
  })
})

describe("Doctor", () => {
  const simulated = { name: "simulated", isReal: false, examine: Effect.succeed("the simulated carrier") }
  const examineWith = (
    dataDir: string,
    sql: () => Effect.Effect<unknown, unknown>,
    carrier: object = simulated,
    settings: Readonly<Record<string, string>> = {}
  ) =>
    Effect.flatMap(Doctor, ({ examine }) => examine).pipe(
      Effect.provide(Doctor.layer),
      Effect.provide([
        Layer.effect(AppConfig, readSettings({ DATA_DIR: dataDir, ...settings })),
        Layer.succeed(Redis, Option.none()),
        Layer.mock(BlobStore, {}),
        Layer.succeed(ReadReplica, { sql: undefined, isFresh: () => false, examine: Effect.void }),
        Layer.succeed(Carrier, carrier as Carrier["Service"]),
        Layer.succeed(EventBus, {} as EventBus["Service"]),
        Layer.mock(SpeechProfiles, { latestKeys: () => Effect.succeed([]) }),
        Layer.mock(CallerChecks, { examine: Effect.succeed([]) }),
        Layer.mock(Models, { latest: () => Effect.succeed([]) }),
        Layer.succeed(SqlClient.SqlClient, sql as unknown as SqlClient.SqlClient)
      ]),
      Effect.map(({ ok, parts }) => ({ ok, part: (name: string) => parts.find(({ part }) => part === name) }))
    )
  const folder = Effect.acquireRelease(
    Effect.promise(() => mkdtemp(join(tmpdir(), "carillon-doctor-"))),
    (path) => Effect.promise(() => rm(path, { recursive: true, force: true }))
  )

  it.effect("waits 2 seconds for a database that does not answer, and no longer", () =>
    Effect.gen(function* () {
      // A running query cannot be interrupted: waiting for its end would take forever here.
      const examining = yield* Effect.forkChild(examineWith(yield* folder, () => Effect.uninterruptible(Effect.never)))
      yield* TestClock.adjust("2 seconds")
      const { ok, part } = yield* Fiber.join(examining)
      assert.isFalse(ok)
      assert.deepInclude(part("kafka"), { status: "BUILT_IN", uses: "the embedded bus", missing: ["KAFKA_BROKERS"] })
      assert.deepInclude(part("database"), { status: "FAILED", problem: "No answer within 2 seconds" })
    })
  )

  it.effect("reports the innermost reason why the database fails, without a secret", () =>
    Effect.gen(function* () {
      const broken = new Error("Query failed", { cause: new Error("password=very-hidden was refused") })
      const { part } = yield* examineWith(yield* folder, () => Effect.fail(broken))
      assert.deepInclude(part("database"), { status: "FAILED", problem: "password=<redacted> was refused" })
    })
  )

  it.effect("reports a database whose clock is more than ten seconds from that of the node", () =>
    Effect.gen(function* () {
      yield* TestClock.adjust("10 minutes")
      for (const [seconds, problem] of [
        [609, null],
        [591, null],
        [900, "Its clock is 300 s ahead of the clock of this node: set both by NTP"],
        [570, "Its clock is 30 s behind the clock of this node: set both by NTP"]
      ] as const) {
        const found = () => Effect.succeed([{ version: "1", extensions: [], now: seconds * 1000 }])
        const { part } = yield* examineWith(yield* folder, found)
        assert.deepInclude(part("database"), { status: problem === null ? "OK" : "FAILED", problem })
      }
    })
  )

  it.effect("reports a folder that cannot be written, and a missing secret of the first start", () =>
    Effect.gen(function* () {
      const path = yield* folder
      const works = () => Effect.succeed([{ version: "1", extensions: ["pg_trgm 1"] }])
      yield* Effect.promise(() => writeFile(join(path, "admin-token"), "token"))
      const there = yield* examineWith(path, works)
      assert.deepInclude(there.part("admin-token"), { status: "OK", configured: false, missing: ["ADMIN_TOKEN"] })
      assert.deepInclude(there.part("encryption-key"), { status: "FAILED", reachable: false })
      yield* Effect.promise(() => mkdir(join(path, "blobs")))
      assert.deepInclude((yield* examineWith(path, works)).part("data-directory"), { status: "OK" })
      const gone = yield* examineWith(join(path, "none"), works)
      assert.deepInclude(gone.part("data-directory"), { status: "FAILED", reachable: false })
    })
  )

  it.effect("reports a full disk of the files", ({ skip }) =>
    Effect.gen(function* () {
      const path = yield* smallDisk
      if (path === undefined) return skip("no disk can be mounted here")
      yield* Effect.promise(() => mkdir(join(path, "blobs")))
      yield* Effect.promise(() =>
        writeFile(join(path, "blobs", "full"), Buffer.alloc(17 * 1024 * 1024)).catch(() => {})
      )
      assert.deepInclude((yield* examineWith(path, works)).part("data-directory"), {
        status: "FAILED",
        problem: `${path} cannot be written: ENOSPC: no space left on device, write`
      })
    })
  )

  const works = () => Effect.succeed([{ version: "1", extensions: [] }])
  const partOf = (carrier: object, settings?: Readonly<Record<string, string>>) =>
    Effect.gen(function* () {
      const { ok, part } = yield* examineWith(yield* folder, works, carrier, settings)
      return { ok, ...part("carrier") }
    })
  const down = Effect.fail(new NoClearAnswer({ reason: "connection refused" }))
  const twilio = {
    CARRIER: "twilio",
    TWILIO_ACCOUNT_SID: `AC${"0".repeat(32)}`,
    TWILIO_AUTH_TOKEN: "secret",
    TWILIO_FROM_NUMBER: "+15005550006,+15005550007",
    PUBLIC_URL: "https://us.example"
  }

  it.effect("embeds a word if embeddings are configured, and reports what is wrong", () =>
    Effect.gen(function* () {
      const openai = yield* openAiFake(
        () => "hang",
        () => ({ vectors: [[0.6, 0.8]] })
      )
      const path = yield* folder
      const settings = { EMBEDDING_BASE_URL: openai.url, EMBEDDING_MODEL: "m" }
      const well = yield* examineWith(path, works, simulated, { ...settings, EMBEDDING_DIMENSIONS: "2" })
      const uses = `m at ${new URL(openai.url).host}/v1, 2 dimensions`
      assert.deepInclude(well.part("embeddings"), { status: "OK", reachable: true, problem: null, uses })
      const ill = yield* examineWith(path, works, simulated, { ...settings, EMBEDDING_DIMENSIONS: "3" })
      const problem = "embeddings: its vectors have 2 dimensions, not 3: set EMBEDDING_DIMENSIONS"
      assert.deepInclude(ill.part("embeddings"), { status: "FAILED", reachable: false, problem })
      assert.deepStrictEqual(openai.problems, [])
    })
  )

  it.effect("checks the models and voices in use, and reports why they do not work", () =>
    Effect.gen(function* () {
      const openai = yield* openAiFake(() => "hang")
      const google = yield* googleFake()
      const path = yield* folder
      const settings = {
        OPENAI_API_KEY: "sk-1",
        OPENAI_BASE_URL: openai.url,
        INFERENCE_BASE_URL: `${openai.url}/elsewhere`,
        INFERENCE_MODEL: "qwen",
        GOOGLE_TTS_ENDPOINT: google.url,
        GOOGLE_SPEECH_ENDPOINT: google.url
      }
      const well = yield* examineWith(path, works, simulated, settings)
      const found = { status: "OK", reachable: true, problem: null } as const
      assert.deepInclude(well.part("language-model"), { ...found, uses: `${new URL(openai.url).host}/v1` })
      assert.deepInclude(well.part("inference"), { ...found, configured: true })
      assert.deepInclude(well.part("text-to-speech"), { ...found, uses: "Google at 127.0.0.1" })
      assert.deepInclude(well.part("speech-to-text"), { status: "UNCHECKED", reachable: null })
      assert.strictEqual(openai.models.asked, 2)

      const ill = yield* examineWith(path, works, simulated, {
        OPENAI_API_KEY: "sk-1",
        OPENAI_BASE_URL: "http://127.0.0.1:1/v1",
        GOOGLE_TTS_ENDPOINT: "http://127.0.0.1:1"
      })
      assert.deepInclude(ill.part("language-model"), { status: "FAILED", reachable: false })
      assert.include(ill.part("language-model")?.problem, "openai: no whole answer")
      assert.deepInclude(ill.part("text-to-speech"), { status: "FAILED", reachable: false })
      assert.isFalse(ill.ok)
    })
  )

  it.effect("reports a simulated carrier with a dead line as failed", () =>
    Effect.gen(function* () {
      assert.deepInclude(yield* partOf(simulated), { status: "BUILT_IN", problem: null, missing: ["CARRIER"] })
      const failed = { status: "FAILED", configured: false, reachable: false, problem: "connection refused" } as const
      assert.deepInclude(yield* partOf({ ...simulated, examine: down }), { ...failed, missing: ["CARRIER"] })
    })
  )

  it.effect("checks a real carrier, and reports its answer", () =>
    Effect.gen(function* () {
      const real = { name: "twilio", isReal: true, examine: Effect.succeed("Twilio account AC…1234, active") }
      const from =
        'calling from 2 numbers; for people who call back, set "A call comes in" of each number to POST https://us.example/carriers/twilio/voice'
      const uses = `Twilio account AC…1234, active, ${from}`
      assert.deepInclude(yield* partOf(real, twilio), { status: "OK", configured: true, uses, missing: [] })
      const broken = yield* partOf({ ...real, examine: down }, twilio)
      assert.deepInclude(broken, { ok: false, status: "FAILED", configured: true, reachable: false })
      assert.deepInclude(broken, { uses: `twilio, ${from}`, problem: "connection refused" })
      const unheard = yield* partOf(real, { ...twilio, PUBLIC_URL: "http://us.example" })
      assert.strictEqual(unheard.status, "FAILED")
      assert.include(unheard.problem, "the setting PUBLIC_URL is no https URL")
    })
  )
})
