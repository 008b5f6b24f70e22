import { access, constants, rm, writeFile } from "node:fs/promises"
import { join, resolve } from "node:path"
import { Cause, Clock, Context, Effect, Exit, Layer, Option, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { type OwnKey, SpeechProfiles } from "../../accounts/speech/SpeechProfiles.ts"
import { ReadReplica } from "../../calls/views/ReadReplica.ts"
import { Models, type OwnModel } from "../../campaigns/Models.ts"
import { Carrier } from "../../carriers/Carrier.ts"
import { unreachable } from "../../dialer/Readiness.ts"
import type { NamedModel } from "../../domain/flows/named-model.ts"
import { type Examination, type ExaminedPart, earPart, voicePart } from "../../domain/operations/Examination.ts"
import { earVendors, voiceVendors } from "../../domain/speech/vendors.ts"
import { EventBus } from "../../events/bus/EventBus.ts"
import { AppConfig, type Settings } from "../../platform/config.ts"
import { BlobStore } from "../../platform/files/BlobStore.ts"
import { newId } from "../../platform/ids.ts"
import { within } from "../../platform/lifecycle/within.ts"
import { why } from "../../platform/observability/why.ts"
import { Redis } from "../../platform/rate-limit/Redis.ts"
import { redactText } from "../../platform/secrets/redact.ts"
import * as GoogleVoices from "../../providers/google/GoogleVoices.ts"
import * as OpenAiEmbedder from "../../providers/openai/OpenAiEmbedder.ts"
import * as OpenAiModel from "../../providers/openai/OpenAiModel.ts"
import { urlOf } from "../../providers/vendor-accounts.ts"
import { examineEarOf, examineVoiceOf } from "../../providers/vendor-examinations.ts"
import { CallerChecks } from "./CallerChecks.ts"
import { configuredParts, namedModelUse, placeOf } from "./configured-parts.ts"
import { isShort, shortTokenAdvice } from "./short-token.ts"

/** Examines the parts that this node uses, and reports whether they work. */
export class Doctor extends Context.Service<
  Doctor,
  {
    readonly examine: Effect.Effect<Examination>
    /** Examines the vendors of speech and the models that calls of an organization may use. */
    readonly examineFor: (organizationId: number) => Effect.Effect<Examination>
    /** Examines the database alone. */
    readonly database: Effect.Effect<ExaminedPart>
    /** Examines the bucket alone, if files are in one. */
    readonly bucket: Effect.Effect<Option.Option<ExaminedPart>>
  }
>()("carillon/operations/Doctor") {
  static readonly layer = Layer.effect(
    Doctor,
    Effect.gen(function* () {
      const settings = yield* AppConfig
      const databasePart = yield* database(settings)
      const bucketPart = yield* bucket(settings)
      const callers = yield* CallerChecks
      const ownParts = yield* ofOrganizations(settings)
      const parts = [
        databasePart,
        ...(yield* readReplica(settings)),
        yield* redis(settings),
        yield* kafka(settings),
        yield* carrier(settings),
        dataDirectory(settings),
        ...Option.toArray(bucketPart),
        ...secrets(settings),
        ...providers(settings)
      ]
      return Doctor.of({
        database: databasePart,
        bucket: Effect.transposeOption(bucketPart),
        examine: Effect.gen(function* () {
          const [own, others, ofCallers] = yield* Effect.all(
            [ownParts(), Effect.all(parts, together), callers.examine],
            together
          )
          return examinationOf([...others, ...own, ...ofCallers])
        }),
        examineFor: Effect.fn("Doctor.examineFor")(function* (organizationId) {
          const ofSettings = providers(settings, ({ configured, part }) => configured && isUsedByCalls(part))
          const [own, others] = yield* Effect.all(
            [ownParts(organizationId), Effect.all(ofSettings, together)],
            together
          )
          return examinationOf([...own, ...others])
        })
      })
    })
  )
}

const together = { concurrency: "unbounded" } as const

const examinationOf = (parts: ReadonlyArray<ExaminedPart>): Examination => ({
  ok: parts.every(({ status }) => status !== "FAILED"),
  parts
})

const isUsedByCalls = (part: ExaminedPart["part"]) =>
  /^(?:language-model|inference|named-model|speech-to-text|text-to-speech)$|-(?:ear|voice)$/.test(part)

const database = Effect.fnUntraced(function* ({ databaseUrl, dataDir }: Settings) {
  const sql = yield* SqlClient.SqlClient
  const [engine, place] = Option.match(databaseUrl, {
    onNone: () => ["PGlite", `in ${resolve(dataDir)}`],
    onSome: (url) => ["Postgres", `at ${placeOf(Redacted.value(url))}`]
  })
  const question = Effect.gen(function* () {
    const [found] = yield* sql<{ version: string; extensions: ReadonlyArray<string>; now: number }>`
      select split_part(current_setting('server_version'), ' ', 1) as version,
        array(select extname || ' ' || extversion from pg_extension where extname <> 'plpgsql' order by extname) as extensions,
        (extract(epoch from clock_timestamp()) * 1000)::float8 as now`
    const seconds = Math.round(((found?.now ?? Number.NaN) - (yield* Clock.currentTimeMillis)) / 1000)
    if (Math.abs(seconds) > clockSeconds) return yield* Effect.fail(new Error(clockProblem(seconds)))
    return found
  })
  return ask(question, {
    part: "database",
    configured: Option.isSome(databaseUrl),
    uses: `${engine} ${place}`,
    usesOf: (found) => `${engine} ${found?.version} ${place} with ${found?.extensions.join(", ")}`,
    missing: Option.isSome(databaseUrl) ? [] : ["DATABASE_URL"],
    affects: Option.isSome(databaseUrl)
      ? "Everything: without it no request is answered"
      : "Everything: without it no request is answered. The embedded database serves one node"
  })
})

/** Difference between the clocks of the database and of the node above which both no longer work together, s. */
const clockSeconds = 10

const clockProblem = (seconds: number) =>
  `Its clock is ${Math.abs(seconds)} s ${seconds > 0 ? "ahead of" : "behind"} the clock of this node: set both by NTP`

const readReplica = Effect.fnUntraced(function* ({ databaseReadUrl }: Settings) {
  const { examine } = yield* ReadReplica
  if (Option.isNone(databaseReadUrl)) return []
  const uses = `Postgres at ${placeOf(Redacted.value(databaseReadUrl.value))}`
  return [
    ask(examine, {
      part: "read-replica",
      configured: true,
      uses,
      usesOf: () => uses,
      missing: [],
      affects: "The dashboard, overviews and audit records; while it cannot be read, they are read from the database"
    })
  ]
})

const redis = Effect.fnUntraced(function* ({ redisUrl }: Settings) {
  const client = yield* Redis
  if (Option.isNone(client) || Option.isNone(redisUrl)) {
    return builtIn({
      part: "redis",
      uses: "the memory of this node",
      missing: ["REDIS_URL"],
      affects: "Each node counts API rates by itself"
    })
  }
  const question = Effect.tryPromise({
    try: () => client.value.info("server"),
    catch: (error) => (client.value.status === "ready" ? error : "There is no connection: see the log")
  })
  const place = placeOf(Redacted.value(redisUrl.value))
  return ask(question, {
    part: "redis",
    configured: true,
    uses: `Redis at ${place}`,
    usesOf: (info) => `Redis ${/redis_version:(\S+)/.exec(info)?.[1] ?? ""} at ${place}`,
    missing: [],
    affects: "API rates are counted for all nodes together; while it is away, by each node for itself"
  })
})

const kafka = Effect.fnUntraced(function* ({ kafka }: Settings) {
  const { health } = yield* EventBus
  if (Option.isNone(kafka)) {
    return builtIn({
      part: "kafka",
      uses: "the embedded bus",
      missing: ["KAFKA_BROKERS"],
      affects: "Events stay inside this service: there are no topics for data teams to read"
    })
  }
  const place = `at ${kafka.value.brokers.join(", ")}, topics ${kafka.value.topicPrefix}.*`
  return ask(health, {
    part: "kafka",
    configured: true,
    uses: `Kafka ${place}`,
    usesOf: (answer) => `${answer} ${place}`,
    missing: [],
    affects: "Events for data teams, and what is done after each call; while it is away, events wait in the database"
  })
})

const carrier = Effect.fnUntraced(function* (settings: Settings) {
  const { examine, isReal, name } = yield* Carrier
  const question = Effect.mapError(examine, ({ reason }) => new Error(reason))
  if (!isReal) {
    const part = ask(question, {
      part: "carrier",
      configured: false,
      uses: `the ${name} carrier`,
      usesOf: (answer) => answer,
      missing: ["CARRIER"],
      affects: "Calls reach no real phone"
    })
    return Effect.map(part, (found): ExaminedPart => (found.status === "OK" ? { ...found, status: "BUILT_IN" } : found))
  }
  const [problem] = unreachable(settings)
  const numbers = Option.match(settings.twilio, { onNone: () => 0, onSome: ({ fromNumbers }) => fromNumbers.length })
  const voice = `${settings.publicUrl}/carriers/${name}/voice`
  const from = `calling from ${numbers === 1 ? "1 number" : `${numbers} numbers`}; for people who call back, set "A call comes in" of each number to POST ${voice}`
  return ask(problem === undefined ? question : Effect.andThen(question, Effect.fail(new Error(problem))), {
    part: "carrier",
    configured: true,
    uses: `${name}, ${from}`,
    usesOf: (answer) => `${answer}, ${from}`,
    missing: [],
    affects: "Every call"
  })
})

const dataDirectory = ({ dataDir, s3 }: Settings) => {
  const folder = resolve(dataDir)
  // Files may be on a volume of their own.
  const folders = Option.isSome(s3) ? [folder] : [folder, join(folder, "blobs")]
  // Writes a file: the mode of a folder does not show whether its disk is full or read-only.
  const writeIn = (path: string) =>
    Effect.tryPromise({
      try: async () => {
        const file = join(path, `doctor-${newId()}`)
        await writeFile(file, Buffer.alloc(doctorBytes)).finally(() => rm(file, { force: true }))
      },
      catch: (error) => new Error(`${path} cannot be written: ${why(error)}`)
    })
  const write = Effect.forEach(folders, writeIn, { discard: true })
  return ask(write, {
    part: "data-directory",
    configured: true,
    uses: folder,
    usesOf: () => folder,
    missing: [],
    affects: "The embedded database, uploaded files, and the secrets that the first start makes"
  })
}

/** Size of the file that the doctor writes, bytes. A full disk may still take an empty one. */
const doctorBytes = 1024 * 1024

/**
 * The bucket, where files are in one. Asking for an object shows whether the bucket exists and may be read; storing and
 * removing an empty one, whether it may be written.
 */
const bucket = Effect.fnUntraced(function* ({ s3 }: Settings) {
  if (Option.isNone(s3)) return Option.none()
  const blobs = yield* BlobStore
  const { bucket, endpoint, prefix, region } = s3.value
  const place = `the bucket ${bucket}${prefix === "" ? "" : `, ${prefix}`} ${Option.match(endpoint, {
    onNone: () => `in ${region}`,
    onSome: (url) => `at ${placeOf(url)}`
  })}`
  const question = Effect.suspend(() => {
    const key = `doctor-${newId()}`
    return blobs.exists(key).pipe(
      Effect.andThen(blobs.putWhole(key, new Uint8Array())),
      Effect.andThen(blobs.remove(key)),
      Effect.mapError(({ cause }) => cause)
    )
  })
  return Option.some(
    ask(
      question,
      {
        part: "files",
        configured: true,
        uses: place,
        usesOf: () => place,
        missing: [],
        affects: "Documents, recordings and kept CSV files"
      },
      bucketSeconds
    )
  )
})

/** Patience with the bucket: a start asks it while the node is busy. */
const bucketSeconds = 5

const secrets = ({ adminToken, dataDir, encryptionKeys }: Settings) => [
  secret({
    part: "encryption-key",
    setting: "ENCRYPTION_KEY",
    configured: Option.isSome(encryptionKeys),
    file: resolve(dataDir, "encryption-key"),
    affects: "Stored secrets and API keys: without it they are lost, so keep a copy elsewhere"
  }),
  secret({
    part: "admin-token",
    setting: "ADMIN_TOKEN",
    configured: Option.isSome(adminToken),
    file: resolve(dataDir, "admin-token"),
    affects: `The admin API and the command line${isShort(adminToken) ? `. ${shortTokenAdvice}` : ""}`
  })
]

const secret = (options: {
  readonly part: "encryption-key" | "admin-token"
  readonly setting: string
  readonly configured: boolean
  readonly file: string
  readonly affects: string
}) => {
  const { configured, file, setting } = options
  const uses = configured ? setting : `${file}, made by the first start`
  // The running node has read the file; the next start must be able to read it again.
  const readable = Effect.tryPromise({ try: () => access(file, constants.R_OK), catch: (error) => error })
  return ask(configured ? Effect.void : readable, {
    ...options,
    uses,
    usesOf: () => uses,
    missing: configured ? [] : [setting]
  })
}

/** Checks the providers in use whose check is almost free. Google's speech recognition has no such check. */
const providers = (settings: Settings, isWanted: (part: ExaminedPart) => boolean = () => true) => {
  const questions: Partial<Record<ExaminedPart["part"], Effect.Effect<unknown, unknown>>> = {
    "language-model": OpenAiModel.examine(settings, "HOSTED_API"),
    inference: OpenAiModel.examine(settings, "PLATFORM_INFERENCE"),
    embeddings: OpenAiEmbedder.examine(settings),
    "text-to-speech": GoogleVoices.examine(settings),
    ...Object.fromEntries(
      earVendors.flatMap((vendor) => (vendor === "google" ? [] : [[earPart(vendor), examineEarOf(settings, vendor)]]))
    ),
    ...Object.fromEntries(
      voiceVendors.flatMap((vendor) =>
        vendor === "google" ? [] : [[voicePart(vendor), examineVoiceOf(settings, vendor)]]
      )
    )
  }
  const ofNamed = new Map(
    settings.models.map((named) => {
      const model: NamedModel = {
        name: named.name,
        role: `MODEL:${named.name}`,
        server: { ...named, isGuarded: false }
      }
      return [namedModelUse(named), OpenAiModel.examineNamed(settings, model)] as const
    })
  )
  return configuredParts(settings)
    .filter(isWanted)
    .map((part) => {
      const question = part.part === "named-model" ? ofNamed.get(part.uses) : questions[part.part]
      return part.status === "UNCHECKED" && question !== undefined
        ? ask(question, { ...part, usesOf: () => part.uses }, isHeardOrSpoken(part) ? 5 : 2)
        : Effect.succeed(part)
    })
}

/**
 * Examines the vendors and models that organizations, or one of them, have set last, with their own keys. Finds none while
 * the database is away, which the part of the database reports.
 */
const ofOrganizations = Effect.fnUntraced(function* (settings: Settings) {
  const profiles = yield* SpeechProfiles
  const models = yield* Models
  const vendorsOf = ({ apiKey, organizationId, vendor }: OwnKey) => {
    const checked = (part: ExaminedPart["part"], question: Effect.Effect<void, unknown>) =>
      askOwn(question, part, `${vendor} at ${placeOf(urlOf(settings, vendor))}`, organizationId, 5)
    const [ear] = earVendors.filter((one) => one !== "google").filter((one) => one === vendor)
    const [voice] = voiceVendors.filter((one) => one !== "google").filter((one) => one === vendor)
    return [
      ...(ear === undefined ? [] : [checked(earPart(ear), examineEarOf(settings, ear, apiKey))]),
      ...(voice === undefined ? [] : [checked(voicePart(voice), examineVoiceOf(settings, voice, apiKey))])
    ]
  }
  const modelOf = ({ model, organizationId }: OwnModel) =>
    model.server === null
      ? []
      : [
          askOwn(
            OpenAiModel.examineNamed(settings, model),
            "named-model",
            namedModelUse({ ...model.server, name: model.name }),
            organizationId,
            2
          )
        ]
  return (organizationId?: number) => {
    if (settings.providers === "local") return Effect.succeed<ReadonlyArray<ExaminedPart>>([])
    return Effect.all([
      profiles.latestKeys(mostOfOrganizations, organizationId),
      models.latest(mostOfOrganizations, organizationId)
    ]).pipe(
      Effect.map(
        ([keys, own]): ReadonlyArray<Effect.Effect<ExaminedPart>> => [
          ...keys.flatMap(vendorsOf),
          ...own.flatMap(modelOf)
        ]
      ),
      within("2 seconds"),
      Effect.catchCause(() => Effect.succeed<ReadonlyArray<Effect.Effect<ExaminedPart>>>([])),
      Effect.flatMap((examinations) => Effect.all(examinations, together))
    )
  }
})

/** Maximum number of keys, and of models, of organizations that are examined. */
const mostOfOrganizations = 20

const askOwn = (
  question: Effect.Effect<void, unknown>,
  part: ExaminedPart["part"],
  place: string,
  organizationId: number,
  seconds: number
) => {
  const uses = `${place}, set by organization ${organizationId}`
  const affects = `Calls of organization ${organizationId} use it`
  return ask(question, { part, configured: true, uses, usesOf: () => uses, missing: [], affects }, seconds)
}

// A second of sound takes a second, after the connection.
const isHeardOrSpoken = ({ part }: ExaminedPart) => /-(?:ear|voice)$/.test(part)

const builtIn = (part: Pick<ExaminedPart, "part" | "uses" | "missing" | "affects">) =>
  Effect.succeed<ExaminedPart>({ ...part, status: "BUILT_IN", configured: false, reachable: null, problem: null })

interface Check<A> extends Pick<ExaminedPart, "part" | "configured" | "uses" | "missing" | "affects"> {
  /** Describes the part in use, with what the check returned. */
  readonly usesOf: (answer: A) => string
}

const ask = Effect.fnUntraced(function* <A, E>(
  question: Effect.Effect<A, E>,
  { part, configured, uses, usesOf, missing, affects }: Check<A>,
  seconds = 2
) {
  const answer = yield* Effect.exit(within(`${seconds} seconds`)(question))
  const works = Exit.isSuccess(answer)
  return {
    part,
    status: works ? "OK" : "FAILED",
    configured,
    reachable: works,
    uses: works ? usesOf(answer.value) : uses,
    problem: works ? null : problemOf(answer.cause, seconds),
    missing,
    affects
  } satisfies ExaminedPart
})

const problemOf = (cause: Cause.Cause<unknown>, seconds: number) => {
  const error = Cause.squash(cause)
  return Cause.isTimeoutError(error) ? `No answer within ${seconds} seconds` : redactText(why(error))
}
