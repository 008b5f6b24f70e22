import { Option } from "effect"
import type { Settings } from "../platform/config.ts"
import type { LlmProvider } from "./contract/LanguageModel.ts"
import { endpointOf } from "./google/google-clients.ts"

/** Who hears, speaks and thinks with these settings. */
export interface ChosenProviders {
  readonly speech: "google" | "local"
  readonly voice: "google" | "local"
  readonly models: Readonly<Record<LlmProvider, "openai" | "inference" | "local">>
  readonly embeddings: "openai" | "local"
}

/** With a real carrier those of the settings, also where some are missing: the stand-ins understand no one. */
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
    // A server of one's own may need no key.
    embeddings: isReal || Option.isSome(embedding.baseUrl) || Option.isSome(embedding.apiKey) ? "openai" : "local"
  }
}

// Google's own services understand no simulated person; a server that stands in for them is there to be used.
const isStandIn = (endpoint: Option.Option<string>) =>
  Option.isSome(endpoint) && !/(^|\.)googleapis\.com$/.test(endpointOf(endpoint, endpoint.value).host)
