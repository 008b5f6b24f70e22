import { Option } from "effect"
import type { FlowWithVariables } from "../domain/Flow.ts"
import type { Settings } from "../platform/config.ts"

/** The settings that calls of a flow need and that are not there. A simulated person talks with the stand-ins. */
export const missingSettings = (
  { carrier, google, inference, openai, providers }: Settings,
  { llmProvider }: Pick<FlowWithVariables, "llmProvider">
): ReadonlyArray<string> => {
  if (carrier === "simulated" || providers === "local") return []
  const needed =
    llmProvider === "HOSTED_API"
      ? { OPENAI_API_KEY: openai.apiKey }
      : { INFERENCE_BASE_URL: inference.baseUrl, INFERENCE_MODEL: inference.model }
  const all: Readonly<Record<string, Option.Option<unknown>>> = {
    ...needed,
    GOOGLE_APPLICATION_CREDENTIALS: google.credentials
  }
  return Object.entries(all).flatMap(([name, setting]) => (Option.isNone(setting) ? [name] : []))
}
