import type { BlockList } from "node:net"
import { Config, ConfigProvider, Context, Effect, Layer, Option, Redacted, Schema, SchemaIssue } from "effect"
import { isReasoningEffort } from "../domain/flows/named-model.ts"
import { type GivenRole, parseGivenRoles } from "../domain/people/given-roles.ts"
import type { KeyVendor } from "../domain/speech/vendors.ts"
import {
  apiKey,
  apiUrl,
  baseUrl,
  endpoint,
  flag,
  httpUrl,
  integer,
  list,
  oneOf,
  secret,
  setting,
  socketUrl,
  text,
  url
} from "./setting-kinds.ts"
import { readProxies } from "./trusted-proxies.ts"

/** A setting is invalid. The start fails and prints only the message. */
export class SettingError extends Schema.TaggedError<SettingError>()("SettingError", { message: Schema.String }) {}

export interface Settings {
  readonly host: string
  readonly port: number
  /** The second listener, for administration, metrics and documentation. */
  readonly admin: Option.Option<{ readonly host: string; readonly port: number }>
  /** URL of the admin API for clients on this machine. */
  readonly adminUrl: string
  /** Proxies whose X-Forwarded-For contains the address of a client. */
  readonly trustedProxies: Option.Option<BlockList>
  /** URL at which clients and carriers reach this service; never derived from a request. */
  readonly publicUrl: string
  /** URL at which people reach the console, as far as the settings tell. */
  readonly consoleUrl: Option.Option<string>
  /** Value of `ce_source` in published events. */
  readonly eventSource: string
  readonly dataDir: string
  /** The bucket for files; none: they are in a folder. */
  readonly s3: Option.Option<S3Settings>
  readonly databaseUrl: Option.Option<Redacted.Redacted>
  /** A replica of the database, for large reads that may be some seconds old. */
  readonly databaseReadUrl: Option.Option<Redacted.Redacted>
  /** The database without the pooler that `databaseUrl` names: for sessions that must not be shared. */
  readonly databaseDirectUrl: Option.Option<Redacted.Redacted>
  readonly redisUrl: Option.Option<Redacted.Redacted>
  readonly kafka: Option.Option<KafkaSettings>
  readonly adminToken: Option.Option<Redacted.Redacted>
  readonly encryptionKeys: Option.Option<ReadonlyArray<EncryptionKey>>
  readonly node: Option.Option<{ readonly host: string; readonly port: number }>
  /** Maximum duration of a stop, s. */
  readonly drainSeconds: number
  /** Time that proxies have to notice that this node stops, s. */
  readonly noticeSeconds: number
  readonly roles: ReadonlySet<NodeRole>
  /** Maximum number of calls that this node carries at a time. */
  readonly callsPerNode: number
  readonly carrier: CarrierName
  readonly twilio: Option.Option<TwilioSettings>
  readonly openai: LanguageModelSettings
  readonly inference: LanguageModelSettings
  readonly embedding: LanguageModelSettings & { readonly dimensions: number }
  /** The language models that flows may name, in the order of their names. */
  readonly models: ReadonlyArray<NamedModelSettings>
  /** The providers of single sign-on, in the order of their names. */
  readonly signOn: ReadonlyArray<SignOnSettings>
  readonly google: {
    readonly credentials: Option.Option<string>
    readonly project: Option.Option<string>
    readonly region: Option.Option<string>
    readonly speechEndpoint: Option.Option<string>
    readonly ttsEndpoint: Option.Option<string>
  }
  /** The accounts at further vendors of speech. */
  readonly speechVendors: Readonly<Record<KeyVendor, SpeechVendorSettings>>
  /** A file with the speech profile of organizations that have none. */
  readonly speechProfile: Option.Option<string>
  readonly providers: "auto" | "local"
  /** Path of the price table. */
  readonly pricesFile: Option.Option<string>
  readonly simulatorSpeed: number
  /** Faults of the simulated carrier and their probabilities. */
  readonly simulatorFaults: SimulatorFaults
  /** Maximum requests per minute of an organization. */
  readonly apiRateLimit: number
  readonly allowPrivateWebhooks: boolean
  readonly logFormat: "json" | "pretty"
  readonly logLevel: (typeof logLevels)[number]
  readonly otlpEndpoint: Option.Option<string>
}

export interface EncryptionKey {
  readonly id: string
  readonly key: Redacted.Redacted<Uint8Array>
}

export interface S3Settings {
  readonly bucket: string
  /** Begins the name of each object. */
  readonly prefix: string
  readonly region: string
  /** Another server than Amazon's. */
  readonly endpoint: Option.Option<string>
  /** Without a key the SDK finds credentials in its usual places, such as the role of the machine. */
  readonly key: Option.Option<{ readonly id: string; readonly secret: Redacted.Redacted }>
}

export interface KafkaSettings {
  readonly brokers: ReadonlyArray<string>
  readonly topicPrefix: string
  readonly partitions: number
  readonly replication: Option.Option<number>
  readonly ssl: boolean
  readonly sasl: Option.Option<{
    readonly mechanism: (typeof saslMechanisms)[number]
    readonly username: string
    readonly password: Redacted.Redacted
  }>
}

export interface TwilioSettings {
  readonly accountSid: string
  readonly authToken: Redacted.Redacted
  readonly fromNumbers: ReadonlyArray<string>
  readonly callsPerSecond: number
  readonly apiBaseUrl: string
}

export interface LanguageModelSettings {
  readonly baseUrl: Option.Option<string>
  readonly apiKey: Option.Option<Redacted.Redacted>
  readonly model: Option.Option<string>
}

export interface SpeechVendorSettings {
  readonly apiKey: Option.Option<Redacted.Redacted>
  /** Another server than the vendor's own, such as one in its region or a self-hosted one. */
  readonly url: Option.Option<string>
}

export interface NamedModelSettings {
  readonly name: string
  readonly baseUrl: string
  readonly apiKey: Option.Option<Redacted.Redacted>
  readonly model: string
  readonly reasoningEffort: string | null
  readonly temperature: number | null
}

export interface SignOnSettings {
  /** In lower case, as in the address to which the provider leads people back. */
  readonly name: string
  readonly label: string
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: Redacted.Redacted
  readonly scopes: string
  readonly rolesClaim: string
  /** The roles that values of the claim give; empty when the provider decides about no role. */
  readonly roles: ReadonlyArray<GivenRole>
}

const simulatorFaults = [
  "lost",
  "repeated",
  "delayed",
  "reordered",
  "dropped",
  "busy",
  "unavailable",
  "failed",
  "silent"
] as const
export type SimulatorFault = (typeof simulatorFaults)[number]
/** Probabilities from 0 to 1; a fault that is not named never happens. */
export type SimulatorFaults = Readonly<Partial<Record<SimulatorFault, number>>>

const roles = ["api", "dialer", "media", "workers"] as const
export type NodeRole = (typeof roles)[number]
const carriers = ["simulated", "twilio"] as const
export type CarrierName = (typeof carriers)[number]
const saslMechanisms = ["plain", "scram-sha-256", "scram-sha-512"] as const
const logLevels = ["trace", "debug", "info", "warn", "error"] as const

/** Every setting of the process, read once at the start. */
export class AppConfig extends Context.Service<AppConfig, Settings>()("carillon/platform/config/AppConfig") {
  static readonly layer = Layer.effect(
    AppConfig,
    Effect.suspend(() => readSettings(process.env))
  )
}

/**
 * Reads the settings from an environment. An empty value counts as unset, because compose files write unset variables
 * this way. A secret that consists of blanks is a mistake, so it is refused.
 */
export const readSettings = (
  environment: Readonly<Record<string, string | undefined>>
): Effect.Effect<Settings, SettingError> => {
  const env: Record<string, string> = {}
  for (const [name, value] of Object.entries(environment)) {
    if (!value) continue
    const trimmed = value.trim()
    if (trimmed !== "" || isSecret.test(name)) env[name] = trimmed || value
  }
  const all = Config.all({
    fixed: settings,
    named: Config.all(namesOf(env, modelSetting).map(namedModel)),
    signOns: Config.all(namesOf(env, signOnSetting).map(signOnProvider))
  })
  return all.parse(ConfigProvider.fromEnvRecord(env)).pipe(
    Effect.mapError(({ cause }) => new SettingError({ message: describe(cause) })),
    Effect.flatMap(
      Effect.fnUntraced(function* ({ fixed, named, signOns }) {
        const models = yield* checkModels(named)
        return { ...(yield* resolve(fixed)), models, signOn: yield* checkSignOns(signOns) }
      })
    )
  )
}

const isSecret = /_(KEY|TOKEN|PASSWORD|CLIENT_SECRET)$/

const publicUrl = setting("PUBLIC_URL", "an http or https URL, without user, query and fragment", baseUrl)
const consoleUrl = setting("CONSOLE_URL", "an http or https URL without a path", (value) => {
  const url = baseUrl(value)
  return url !== undefined && new URL(url).origin === url ? url : undefined
})

const faults = (name: string) =>
  setting(
    name,
    `name=probability[,name=probability…] of ${simulatorFaults.join(", ")}, each once and from 0 to 1`,
    (value): SimulatorFaults | undefined => {
      const given = new Map<SimulatorFault, number>()
      for (const item of value.split(",")) {
        const [, named, written] = /^([a-z]+)=(0|1|0?\.\d{1,9}|1\.0{1,9})$/.exec(item.trim()) ?? []
        const fault = simulatorFaults.find((one) => one === named)
        if (fault === undefined || given.has(fault)) return undefined
        given.set(fault, Number(written))
      }
      return Object.fromEntries(given)
    }
  )

const encryptionKeys = setting(
  "ENCRYPTION_KEY",
  "id:base64[,id:base64…] with 32 bytes a key and each id once",
  (value) => {
    const keys: Array<EncryptionKey> = []
    for (const item of value.split(",")) {
      const [, id, encoded] = /^([A-Za-z0-9_-]{1,32}):([A-Za-z0-9+/]{43}=?)$/.exec(item.trim()) ?? []
      if (id === undefined || encoded === undefined || keys.some((key) => key.id === id)) return undefined
      keys.push({ id, key: Redacted.make(Uint8Array.from(Buffer.from(encoded, "base64"))) })
    }
    return keys
  }
)

const languageModel = (prefix: string) => ({
  baseUrl: Config.option(apiUrl(`${prefix}_BASE_URL`)),
  apiKey: Config.option(apiKey(`${prefix}_API_KEY`)),
  model: Config.option(text(`${prefix}_MODEL`))
})

const speechVendor = (key: string, address: string): Config.Config<SpeechVendorSettings> =>
  Config.all({ apiKey: Config.option(apiKey(key)), url: Config.option(socketUrl(address)) })

const modelSetting = /^LLM_([A-Z0-9_]{1,32})_(?:BASE_URL|API_KEY|MODEL|REASONING_EFFORT|TEMPERATURE)$/
const signOnSetting = /^OIDC_([A-Z0-9_]{1,32})_(?:ISSUER|CLIENT_ID|CLIENT_SECRET|LABEL|SCOPES|ROLES_CLAIM|ROLES)$/

/** The names in settings such as LLM_FAST_MODEL, sorted. */
const namesOf = (env: Readonly<Record<string, string>>, pattern: RegExp): ReadonlyArray<string> => {
  const names = Object.keys(env).flatMap((key) => pattern.exec(key)?.[1] ?? [])
  return [...new Set(names)].toSorted()
}

const namedModel = (name: string) =>
  Config.all({
    name: Config.succeed(name),
    ...languageModel(`LLM_${name}`),
    reasoningEffort: Config.option(
      setting(`LLM_${name}_REASONING_EFFORT`, "1 to 20 lower-case letters, such as none, minimal or low", (value) =>
        isReasoningEffort(value) ? value : undefined
      )
    ),
    temperature: Config.option(
      setting(`LLM_${name}_TEMPERATURE`, "a number from 0 to 2", (value) => {
        const number = Number(value)
        return number >= 0 && number <= 2 ? { number } : undefined
      })
    )
  })

const checkModels = (named: ReadonlyArray<Config.Success<ReturnType<typeof namedModel>>>) =>
  Effect.forEach(named, ({ apiKey, baseUrl, model, name, reasoningEffort, temperature }) => {
    const needs = (message: string) => Effect.fail(new SettingError({ message }))
    if (Option.isNone(model)) return needs(`The language model ${name} needs LLM_${name}_MODEL`)
    if (Option.isNone(baseUrl) && Option.isNone(apiKey))
      return needs(`The language model ${name} needs LLM_${name}_BASE_URL, or LLM_${name}_API_KEY for OpenAI's server`)
    return Effect.succeed({
      name,
      baseUrl: Option.getOrElse(baseUrl, () => "https://api.openai.com/v1"),
      apiKey,
      model: model.value,
      reasoningEffort: Option.getOrNull(reasoningEffort),
      temperature: Option.match(temperature, { onNone: () => null, onSome: ({ number }) => number })
    } satisfies NamedModelSettings)
  })

const signOnProvider = (name: string) =>
  Config.all({
    name: Config.succeed(name),
    issuer: Config.option(
      setting(
        `OIDC_${name}_ISSUER`,
        "an https URL without query (http for a provider on this machine), as the provider writes its issuer",
        (value) => (isIssuer(value) ? value : undefined)
      )
    ),
    clientId: Config.option(text(`OIDC_${name}_CLIENT_ID`)),
    clientSecret: Config.option(secret(`OIDC_${name}_CLIENT_SECRET`)),
    label: text(`OIDC_${name}_LABEL`).pipe(Config.withDefault(name[0] + name.slice(1).toLowerCase())),
    scopes: setting(`OIDC_${name}_SCOPES`, "names with spaces between them, openid among them", (value) =>
      value.split(" ").includes("openid") ? value : undefined
    ).pipe(Config.withDefault("openid email profile")),
    rolesClaim: text(`OIDC_${name}_ROLES_CLAIM`).pipe(Config.withDefault("groups")),
    roles: setting(
      `OIDC_${name}_ROLES`,
      "value=organization:role[,value=organization:role…] with the id of an organization and VIEWER, MEMBER or ADMIN, or value=SUPER_ADMIN",
      parseGivenRoles
    ).pipe(Config.withDefault([] as ReadonlyArray<GivenRole>))
  })

// Tokens and secrets travel to the issuer, and its answers decide who comes in.
const isIssuer = (value: string) => {
  const url = URL.parse(value)
  if (url === null || url.search !== "" || url.hash !== "" || url.username !== "") return false
  return (
    url.protocol === "https:" || (url.protocol === "http:" && /^(localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname))
  )
}

const checkSignOns = (signOns: ReadonlyArray<Config.Success<ReturnType<typeof signOnProvider>>>) =>
  Effect.forEach(signOns, ({ clientId, clientSecret, issuer, name, ...rest }) =>
    Option.match(Option.all({ clientId, clientSecret, issuer }), {
      onNone: () =>
        Effect.fail(
          new SettingError({
            message: `The single sign-on ${name} needs OIDC_${name}_ISSUER, OIDC_${name}_CLIENT_ID and OIDC_${name}_CLIENT_SECRET`
          })
        ),
      onSome: (required) => Effect.succeed({ ...rest, ...required, name: name.toLowerCase() } satisfies SignOnSettings)
    })
  )

const settings = Config.all({
  host: text("HOST").pipe(Config.withDefault("127.0.0.1")),
  port: integer("PORT", 0, 65535).pipe(Config.withDefault(8080)),
  adminHost: Config.option(text("ADMIN_HOST")),
  adminPort: Config.option(integer("ADMIN_PORT", 0, 65535)),
  trustedProxies: Config.option(
    setting("TRUSTED_PROXIES", "addresses or networks such as 10.0.0.0/8, separated by commas", readProxies)
  ),
  publicUrl: Config.option(publicUrl),
  consoleUrl: Config.option(consoleUrl),
  dataDir: text("DATA_DIR").pipe(Config.withDefault("./.carillon")),
  blobStore: oneOf("BLOB_STORE", ["folder", "s3"]).pipe(Config.withDefault("folder" as const)),
  s3Bucket: Config.option(
    setting("S3_BUCKET", "the name of a bucket: 3 to 63 lower-case letters, digits, dots and dashes", (value) =>
      /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(value) ? value : undefined
    )
  ),
  s3Prefix: setting("S3_PREFIX", "letters, digits, dots, dashes, underscores and slashes, at most 200", (value) =>
    /^[\w.-][\w./-]{0,199}$/.test(value) ? value : undefined
  ).pipe(Config.withDefault("")),
  s3Region: text("S3_REGION").pipe(Config.withDefault("us-east-1")),
  s3Endpoint: Config.option(httpUrl("S3_ENDPOINT")),
  s3AccessKeyId: Config.option(text("S3_ACCESS_KEY_ID")),
  s3SecretAccessKey: Config.option(secret("S3_SECRET_ACCESS_KEY")),
  databaseUrl: Config.option(
    url("DATABASE_URL", "postgres", "postgresql").pipe(Config.map((value) => Redacted.make(value)))
  ),
  databaseReadUrl: Config.option(
    url("DATABASE_READ_URL", "postgres", "postgresql").pipe(Config.map((value) => Redacted.make(value)))
  ),
  databaseDirectUrl: Config.option(
    url("DATABASE_DIRECT_URL", "postgres", "postgresql").pipe(Config.map((value) => Redacted.make(value)))
  ),
  redisUrl: Config.option(url("REDIS_URL", "redis", "rediss").pipe(Config.map((value) => Redacted.make(value)))),
  kafkaBrokers: Config.option(list("KAFKA_BROKERS", "host:port[,host:port…]", /^[^\s:]+:\d{1,5}$/)),
  kafkaTopicPrefix: setting(
    "KAFKA_TOPIC_PREFIX",
    "letters, digits, dots, dashes and underscores, at most 100",
    (value) => (/^[A-Za-z0-9._-]{1,100}$/.test(value) ? value : undefined)
  ).pipe(Config.withDefault("carillon")),
  kafkaPartitions: integer("KAFKA_PARTITIONS", 1, 1000).pipe(Config.withDefault(6)),
  kafkaReplication: Config.option(integer("KAFKA_REPLICATION", 1, 10)),
  kafkaSsl: flag("KAFKA_SSL"),
  kafkaSaslMechanism: Config.option(oneOf("KAFKA_SASL_MECHANISM", saslMechanisms)),
  kafkaSaslUsername: Config.option(text("KAFKA_SASL_USERNAME")),
  kafkaSaslPassword: Config.option(secret("KAFKA_SASL_PASSWORD")),
  adminToken: Config.option(
    setting("ADMIN_TOKEN", "16 to 256 visible characters without spaces", (value) =>
      /^[\x21-\x7e]{16,256}$/.test(value) ? Redacted.make(value) : undefined
    )
  ),
  encryptionKeys: Config.option(encryptionKeys),
  nodeHost: Config.option(text("NODE_HOST")),
  nodePort: Config.option(integer("NODE_PORT", 1, 65535)),
  drainSeconds: Config.option(integer("DRAIN_SECONDS", 0, 7200)),
  callsPerNode: integer("CALLS_PER_NODE", 1, 10_000).pipe(Config.withDefault(500)),
  roles: setting("ROLES", `all, or some of ${roles.join(", ")}`, (value): ReadonlySet<NodeRole> | undefined => {
    if (value === "all") return new Set(roles)
    const named = value.split(",").map((item) => item.trim())
    return named.every((item) => roles.some((role) => role === item))
      ? new Set(named as ReadonlyArray<NodeRole>)
      : undefined
  }).pipe(Config.withDefault(new Set(roles) as ReadonlySet<NodeRole>)),
  carrier: oneOf("CARRIER", carriers).pipe(Config.withDefault("simulated" as CarrierName)),
  twilioAccountSid: Config.option(
    setting(
      "TWILIO_ACCOUNT_SID",
      "the SID of an account, which begins with AC, not that of an API key (SK…)",
      (value) => (/^AC[0-9A-Za-z]{1,64}$/.test(value) ? value : undefined)
    )
  ),
  twilioAuthToken: Config.option(secret("TWILIO_AUTH_TOKEN")),
  twilioFromNumbers: Config.option(
    list("TWILIO_FROM_NUMBER", "one E.164 number, or several separated by commas", /^\+[1-9]\d{6,14}$/)
  ),
  twilioCallsPerSecond: integer("TWILIO_CALLS_PER_SECOND", 1, 1000).pipe(Config.withDefault(1)),
  twilioApiBaseUrl: apiUrl("TWILIO_API_BASE_URL").pipe(Config.withDefault("https://api.twilio.com")),
  openai: Config.all(languageModel("OPENAI")),
  inference: Config.all(languageModel("INFERENCE")),
  embedding: Config.all({
    ...languageModel("EMBEDDING"),
    dimensions: integer("EMBEDDING_DIMENSIONS", 1, 2000).pipe(Config.withDefault(512))
  }),
  google: Config.all({
    credentials: Config.option(text("GOOGLE_APPLICATION_CREDENTIALS")),
    project: Config.option(text("GOOGLE_PROJECT")),
    region: Config.option(
      setting("GOOGLE_REGION", "a region such as us, eu, global or asia-south1", (value) =>
        /^[a-z][a-z0-9-]{1,30}$/.test(value) ? value : undefined
      )
    ),
    speechEndpoint: Config.option(endpoint("GOOGLE_SPEECH_ENDPOINT")),
    ttsEndpoint: Config.option(endpoint("GOOGLE_TTS_ENDPOINT"))
  }),
  speechVendors: Config.all({
    deepgram: speechVendor("DEEPGRAM_API_KEY", "DEEPGRAM_URL"),
    cartesia: speechVendor("CARTESIA_API_KEY", "CARTESIA_URL"),
    elevenlabs: speechVendor("ELEVENLABS_API_KEY", "ELEVENLABS_URL"),
    soniox: speechVendor("SONIOX_API_KEY", "SONIOX_URL"),
    assemblyai: speechVendor("ASSEMBLYAI_API_KEY", "ASSEMBLYAI_URL"),
    sarvam: speechVendor("SARVAM_API_KEY", "SARVAM_URL")
  }),
  speechProfile: Config.option(text("SPEECH_PROFILE")),
  pricesFile: Config.option(text("PRICES_FILE")),
  providers: oneOf("PROVIDERS", ["auto", "local"]).pipe(Config.withDefault("auto" as const)),
  simulatorSpeed: setting("SIMULATOR_SPEED", "a number from 1 to 1000", (value) => {
    const number = Number(value)
    return number >= 1 && number <= 1000 ? number : undefined
  }).pipe(Config.withDefault(1)),
  simulatorFaults: faults("SIMULATOR_FAULTS").pipe(Config.withDefault({} as SimulatorFaults)),
  apiRateLimit: integer("API_RATE_LIMIT", 1, 10_000_000).pipe(Config.withDefault(600)),
  allowPrivateWebhooks: flag("ALLOW_PRIVATE_WEBHOOKS"),
  logFormat: Config.option(oneOf("LOG_FORMAT", ["json", "pretty"])),
  logLevel: oneOf("LOG_LEVEL", logLevels).pipe(Config.withDefault("info" as const)),
  otlpEndpoint: Config.option(httpUrl("OTEL_EXPORTER_OTLP_ENDPOINT"))
})

// Checks settings that depend on each other.
const resolve = Effect.fnUntraced(function* (raw: Config.Success<typeof settings>) {
  const { twilioAccountSid, twilioAuthToken, twilioFromNumbers, nodeHost, nodePort, adminHost, adminPort, ...rest } =
    raw
  const twilio = Option.all({
    accountSid: twilioAccountSid,
    authToken: twilioAuthToken,
    fromNumbers: twilioFromNumbers
  }).pipe(
    Option.map((required) => ({
      ...required,
      callsPerSecond: raw.twilioCallsPerSecond,
      apiBaseUrl: raw.twilioApiBaseUrl
    }))
  )
  if (raw.carrier === "twilio" && Option.isNone(twilio)) {
    return yield* new SettingError({
      message: "CARRIER=twilio needs TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN and TWILIO_FROM_NUMBER"
    })
  }
  if (Option.isSome(nodeHost) !== Option.isSome(nodePort)) {
    return yield* new SettingError({ message: "NODE_HOST and NODE_PORT must be set together" })
  }
  if (Option.isSome(adminHost) && Option.isNone(adminPort)) {
    return yield* new SettingError({ message: "ADMIN_HOST needs ADMIN_PORT" })
  }
  if (raw.port !== 0 && Option.contains(adminPort, raw.port)) {
    return yield* new SettingError({ message: "ADMIN_PORT must be another port than PORT" })
  }
  const admin = Option.map(adminPort, (port) => ({ host: Option.getOrElse(adminHost, () => raw.host), port }))
  const publicUrl = Option.getOrElse(raw.publicUrl, () => urlOf(raw))
  const sasl = Option.all({
    mechanism: raw.kafkaSaslMechanism,
    username: raw.kafkaSaslUsername,
    password: raw.kafkaSaslPassword
  })
  const saslParts: ReadonlyArray<Option.Option<unknown>> = [
    raw.kafkaSaslMechanism,
    raw.kafkaSaslUsername,
    raw.kafkaSaslPassword
  ]
  if (Option.isNone(sasl) && saslParts.some((part) => Option.isSome(part))) {
    return yield* new SettingError({
      message: "KAFKA_SASL_MECHANISM, KAFKA_SASL_USERNAME and KAFKA_SASL_PASSWORD must be set together"
    })
  }
  if (Option.isSome(raw.databaseDirectUrl) && Option.isNone(raw.databaseUrl)) {
    return yield* new SettingError({ message: "DATABASE_DIRECT_URL needs DATABASE_URL, which names the pooler" })
  }
  if (Option.isSome(raw.databaseReadUrl) && Option.isNone(raw.databaseUrl)) {
    return yield* new SettingError({ message: "DATABASE_READ_URL needs DATABASE_URL, the database that it copies" })
  }
  if (raw.blobStore === "s3" && Option.isNone(raw.s3Bucket)) {
    return yield* new SettingError({ message: "BLOB_STORE=s3 needs S3_BUCKET" })
  }
  if (Option.isSome(raw.s3AccessKeyId) !== Option.isSome(raw.s3SecretAccessKey)) {
    return yield* new SettingError({ message: "S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set together" })
  }
  // People of the simulated line miss nothing when their calls are cut off.
  const drainSeconds = Option.getOrElse(raw.drainSeconds, () =>
    raw.carrier === "simulated" ? 30 : longestCallSeconds + 60
  )
  return {
    ...rest,
    eventSource: Option.getOrElse(raw.publicUrl, () => "carillon"),
    publicUrl,
    consoleUrl: Option.orElse(raw.consoleUrl, () =>
      Option.isSome(adminPort) ? Option.none() : Option.map(raw.publicUrl, (url) => new URL(url).origin)
    ),
    s3:
      raw.blobStore === "s3"
        ? Option.map(raw.s3Bucket, (bucket) => ({
            bucket,
            prefix: raw.s3Prefix,
            region: raw.s3Region,
            endpoint: raw.s3Endpoint,
            key: Option.all({ id: raw.s3AccessKeyId, secret: raw.s3SecretAccessKey })
          }))
        : Option.none(),
    admin,
    adminUrl: Option.match(admin, { onNone: () => publicUrl, onSome: urlOf }),
    twilio,
    node: Option.all({ host: nodeHost, port: nodePort }),
    drainSeconds,
    // A probe every 5 s that has to fail three times.
    noticeSeconds: raw.carrier !== "simulated" && Option.isSome(nodePort) ? Math.min(15, drainSeconds / 4) : 1,
    kafka: Option.map(raw.kafkaBrokers, (brokers) => ({
      brokers,
      topicPrefix: raw.kafkaTopicPrefix,
      partitions: raw.kafkaPartitions,
      replication: raw.kafkaReplication,
      ssl: raw.kafkaSsl,
      sasl
    })),
    logFormat: Option.getOrElse(raw.logFormat, () => (process.stdout.isTTY ? "pretty" : "json") as "json" | "pretty")
  } satisfies Omit<Settings, "models" | "signOn">
})

/** Length of a call with the highest `callTimeoutMinutes`, s. */
const longestCallSeconds = 3_600

const urlOf = ({ host, port }: { readonly host: string; readonly port: number }) => `http://${reachable(host)}:${port}`

// Clients cannot connect to a wildcard address, so it becomes the loopback address.
const reachable = (host: string) =>
  host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host.includes(":") ? `[${host}]` : host

const formatIssues = SchemaIssue.makeFormatterStandardSchemaV1()

const describe = (cause: Config.ConfigError["cause"]): string =>
  Schema.isSchemaError(cause)
    ? formatIssues(cause.issue)
        .issues.map(({ message }) => message)
        .join("; ")
    : cause.message
