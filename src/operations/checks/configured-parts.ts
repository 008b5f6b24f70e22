import { Option } from "effect"
import { type ExaminedPart, earPart, voicePart } from "../../domain/operations/Examination.ts"
import { earVendors, type KeyVendor, voiceVendors } from "../../domain/speech/vendors.ts"
import type { LanguageModelSettings, NamedModelSettings, Settings } from "../../platform/config.ts"
import { chosenProviders } from "../../providers/chosen-providers.ts"
import { type Endpoint, isConfigured, speechEndpoint, voiceEndpoint } from "../../providers/google/google-clients.ts"
import { isUsable, urlOf } from "../../providers/vendor-accounts.ts"

/** Describes, from the settings alone, the parts that can hardly be checked. */
export const configuredParts = (settings: Settings): ReadonlyArray<ExaminedPart> => [
  ...languageModels(settings),
  ...speech(settings),
  telemetry(settings)
]

/** Returns host and path of a URL, without the parts that may be secret: password and query. */
export const placeOf = (url: string): string => {
  const { host, pathname } = new URL(url)
  return `${host}${pathname.replace(/\/$/, "")}`
}

const languageModels = (settings: Settings): ReadonlyArray<ExaminedPart> => {
  const { openai, inference, embedding } = settings
  const { embeddings, models } = chosenProviders(settings)
  // A self-hosted server may need no key.
  const embeddingNeeds = Option.isSome(embedding.baseUrl) ? [] : unset({ EMBEDDING_API_KEY: embedding.apiKey })
  return [
    provider({
      part: "language-model",
      missing: unset({ OPENAI_API_KEY: openai.apiKey }),
      uses: modelAt(openai, "api.openai.com"),
      serves: "Flows with the llmProvider HOSTED_API",
      isLocal: models.HOSTED_API === "local"
    }),
    provider({
      part: "inference",
      missing: unset({ INFERENCE_BASE_URL: inference.baseUrl, INFERENCE_MODEL: inference.model }),
      uses: modelAt(inference, "no server"),
      serves: "Flows with the llmProvider PLATFORM_INFERENCE",
      isLocal: models.PLATFORM_INFERENCE === "local"
    }),
    ...settings.models.map((named) =>
      provider({
        part: "named-model",
        missing: [],
        uses: namedModelUse(named),
        serves: `Flows with the model ${named.name}`,
        isLocal: settings.providers === "local"
      })
    ),
    provider({
      part: "embeddings",
      missing: embeddingNeeds,
      uses: `${modelAt(embedding, "api.openai.com")}, ${embedding.dimensions} dimensions`,
      serves: "Knowledge bases",
      without: "without it no document becomes READY, and calls are answered without them",
      isLocal: embeddings === "local"
    })
  ]
}

/** Describes a model by name; no two models have the same description. */
export const namedModelUse = ({ baseUrl, model, name }: NamedModelSettings) =>
  `${name}: ${model} at ${placeOf(baseUrl)}`

const speech = (settings: Settings): ReadonlyArray<ExaminedPart> => {
  const { google } = settings
  const chosen = chosenProviders(settings)
  const missingAt = (endpoint: Endpoint) =>
    isConfigured(google, endpoint) ? [] : unset({ GOOGLE_APPLICATION_CREDENTIALS: google.credentials })
  const [ear, voice] = [speechEndpoint(google), voiceEndpoint(google)]
  const ears = earVendors.filter((vendor) => vendor !== "google").filter((vendor) => hasKey(settings, vendor))
  const voices = voiceVendors.filter((vendor) => vendor !== "google").filter((vendor) => hasKey(settings, vendor))
  return [
    provider({
      part: "speech-to-text",
      missing: missingAt(ear),
      uses: `Google at ${ear.host}`,
      serves: "Calls",
      ...(ears.length > 0 && { without: `without it they use ${ears.join(", ")} only` }),
      isLocal: chosen.speech === "local"
    }),
    provider({
      part: "text-to-speech",
      missing: missingAt(voice),
      uses: `Google at ${voice.host}`,
      serves: "Calls",
      ...(voices.length > 0 && { without: `without it they use ${voices.join(", ")} only` }),
      isLocal: chosen.voice === "local"
    }),
    ...ears.map((vendor) => vendorPart(settings, earPart(vendor), vendor)),
    ...voices.map((vendor) => vendorPart(settings, voicePart(vendor), vendor))
  ]
}

const hasKey = ({ providers, speechVendors }: Settings, vendor: KeyVendor) =>
  providers !== "local" && Option.isSome(speechVendors[vendor].apiKey)

const vendorPart = (settings: Settings, part: ExaminedPart["part"], vendor: KeyVendor): ExaminedPart => ({
  ...configured(part),
  status: "UNCHECKED",
  uses: `${vendor} at ${placeOf(urlOf(settings, vendor))}`,
  affects: isUsable(settings, vendor, false)
    ? "Calls use it"
    : `Calls on a real carrier use it: it does not understand the people of the simulated one, unless ${vendor.toUpperCase()}_URL names a server that does`
})

const telemetry = ({ otlpEndpoint }: Settings): ExaminedPart =>
  Option.match(otlpEndpoint, {
    onNone: () => ({
      ...notConfigured("telemetry", ["OTEL_EXPORTER_OTLP_ENDPOINT"]),
      status: "OFF",
      uses: "nothing",
      affects: "Traces, metrics and logs are exported nowhere; /metrics and the log stay"
    }),
    onSome: (url) => ({
      ...configured("telemetry"),
      status: "UNCHECKED",
      uses: `the collector at ${placeOf(url)}`,
      affects: "Traces, metrics and logs are exported there"
    })
  })

interface Provider extends Pick<ExaminedPart, "part" | "missing" | "uses"> {
  /** The feature that uses the provider. */
  readonly serves: string
  /** Consequence of a missing provider, where campaigns start without it. */
  readonly without?: string
  /** Whether a stand-in is used. */
  readonly isLocal: boolean
}

const noStart = "without it no such campaign starts"

const provider = ({ part, missing, uses, serves, without = noStart, isLocal }: Provider): ExaminedPart => {
  const complete = missing.length === 0
  const base = complete ? configured(part) : notConfigured(part, missing)
  if (isLocal) return { ...base, status: "BUILT_IN", uses: "the local stand-in", affects: `${serves} use the stand-in` }
  return complete
    ? { ...base, status: "UNCHECKED", uses, affects: `${serves} use it` }
    : { ...base, status: "OFF", uses: "nothing", affects: `${serves} need it: ${without}` }
}

const unset = (settings: Readonly<Record<string, Option.Option<unknown>>>) =>
  Object.keys(settings).filter((name) => settings[name] === undefined || Option.isNone(settings[name]))

const modelAt = ({ baseUrl, model }: LanguageModelSettings, otherwise: string) => {
  const place = Option.match(baseUrl, { onNone: () => otherwise, onSome: placeOf })
  return Option.match(model, { onNone: () => place, onSome: (name) => `${name} at ${place}` })
}

const configured = (part: ExaminedPart["part"]) =>
  ({ part, configured: true, reachable: null, problem: null, missing: [] }) as const

const notConfigured = (part: ExaminedPart["part"], missing: ReadonlyArray<string>) =>
  ({ part, configured: false, reachable: null, problem: null, missing }) as const
