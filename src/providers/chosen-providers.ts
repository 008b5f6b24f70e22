import { Option } from "effect"
import type { Settings } from "../platform/config.ts"
import type { LlmProvider } from "./contract/LanguageModel.ts"
import { endpointOf } from "./google/google-clients.ts"

/** The providers that the settings choose. */
export interface ChosenProviders {
  readonly speech: "google" | "local"
  readonly voice: "google" | "local"
  readonly models: Readonly<Record<LlmProvider, "openai" | "inference" | "local">>
  readonly embeddings: "openai" | "local"
}

/** A real carrier always gets real providers, even unconfigured ones: the stand-ins cannot understand a real person. */
export const chosenProviders = (settings: Settings): ChosenProviders => {
  const { carrier, embedding, google, inference, openai, providers } = settings
  if (providers === "local") {
    return {
      speech: "local",
      voice: "local",
      models: { HOSTED_API: "local", PLATFORM_INFERENCE: "local" },
      embeddings: "local"
    }
  }
  const isReal = carrier !== "simulated"
  const hasOpenAi = Option.isSome(openai.apiKey)
  const hasInference = Option.isSome(inference.baseUrl) && Option.isSome(inference.model)
  return {
    speech: isReal || isStandIn(google.speechEndpoint) ? "google" : "local",
    voice: isReal || isStandIn(google.ttsEndpoint) ? "google" : "local",
    models: {
      HOSTED_API: isReal || hasOpenAi ? "openai" : "local",
      PLATFORM_INFERENCE: isReal || hasInference ? "inference" : "local"
    },
    // A self-hosted server may need no key.
    embeddings: isReal || Option.isSome(embedding.baseUrl) || Option.isSome(embedding.apiKey) ? "openai" : "local"
  }
}

// Google's own services cannot understand simulated people; another server at that setting is meant to be used.
const isStandIn = (endpoint: Option.Option<string>) =>
  Option.isSome(endpoint) && !/(^|\.)googleapis\.com$/.test(endpointOf(endpoint, endpoint.value).host)
