import { Option } from "effect"
import type { LanguageModelSettings, Settings } from "../platform/config.ts"
import type { Part } from "./contract/doctor.ts"

/** What the settings say about the parts that are not asked. */
export const unaskedParts = (settings: Settings): ReadonlyArray<Part> => [
  ...languageModels(settings),
  ...speech(settings),
  telemetry(settings)
]

/** Where a URL leads, without what may be secret in it: password and query. */
export const placeOf = (url: string): string => {
  const { host, pathname } = new URL(url)
  return `${host}${pathname.replace(/\/$/, "")}`
}

const languageModels = (settings: Settings): ReadonlyArray<Part> => {
  const { openai, inference, embedding } = settings
  return [
    provider(settings, {
      part: "language-model",
      missing: lacking({ OPENAI_API_KEY: openai.apiKey }),
      uses: modelAt(openai, "api.openai.com"),
      serves: "Flows with the llmProvider HOSTED_API"
    }),
    provider(settings, {
      part: "inference",
      missing: lacking({ INFERENCE_BASE_URL: inference.baseUrl, INFERENCE_MODEL: inference.model }),
      uses: modelAt(inference, "no server"),
      serves: "Flows with the llmProvider PLATFORM_INFERENCE"
    }),
    provider(settings, {
      part: "embeddings",
      // A server of one's own may need no key.
      missing: Option.isSome(embedding.baseUrl) ? [] : lacking({ EMBEDDING_API_KEY: embedding.apiKey }),
      uses: `${modelAt(embedding, "api.openai.com")}, ${embedding.dimensions} dimensions`,
      serves: "Knowledge bases"
    })
  ]
}

const speech = (settings: Settings): ReadonlyArray<Part> => {
  const { credentials, speechEndpoint, ttsEndpoint } = settings.google
  const missing = lacking({ GOOGLE_APPLICATION_CREDENTIALS: credentials })
  // A simulated person has no voice that a real model would understand.
  const standIn = settings.carrier === "simulated"
  return [
    provider(settings, {
      part: "speech-to-text",
      missing,
      uses: `Google at ${Option.getOrElse(speechEndpoint, () => "speech.googleapis.com")}`,
      serves: "Calls",
      standIn
    }),
    provider(settings, {
      part: "text-to-speech",
      missing,
      uses: `Google at ${Option.getOrElse(ttsEndpoint, () => "texttospeech.googleapis.com")}`,
      serves: "Calls",
      standIn
    })
  ]
}

const telemetry = ({ otlpEndpoint }: Settings): Part =>
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

interface Provider extends Pick<Part, "part" | "missing" | "uses"> {
  /** Who uses it. */
  readonly serves: string
  /** That the stand-in is used in any case. */
  readonly standIn?: boolean
}

const provider = (
  { carrier, providers }: Settings,
  { part, missing, uses, serves, standIn = false }: Provider
): Part => {
  const complete = missing.length === 0
  const base = complete ? configured(part) : notConfigured(part, missing)
  if (standIn || providers === "local" || (!complete && carrier === "simulated")) {
    return { ...base, status: "BUILT_IN", uses: "the local stand-in", affects: `${serves} use the stand-in` }
  }
  return complete
    ? { ...base, status: "UNCHECKED", uses, affects: `${serves} use it` }
    : { ...base, status: "OFF", uses: "nothing", affects: `${serves} need it: without it no such campaign starts` }
}

const lacking = (settings: Readonly<Record<string, Option.Option<unknown>>>) =>
  Object.keys(settings).filter((name) => settings[name] === undefined || Option.isNone(settings[name]))

const modelAt = ({ baseUrl, model }: LanguageModelSettings, otherwise: string) => {
  const place = Option.match(baseUrl, { onNone: () => otherwise, onSome: placeOf })
  return Option.match(model, { onNone: () => place, onSome: (name) => `${name} at ${place}` })
}

const configured = (part: Part["part"]) =>
  ({ part, configured: true, reachable: null, problem: null, missing: [] }) as const

const notConfigured = (part: Part["part"], missing: ReadonlyArray<string>) =>
  ({ part, configured: false, reachable: null, problem: null, missing }) as const
