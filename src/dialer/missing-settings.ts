import { Option } from "effect"
import type { FlowWithVariables } from "../domain/campaigns/Flow.ts"
import type { Settings } from "../platform/config.ts"

/** What the settings lack for calls of a flow, each in a sentence. A simulated person talks with the stand-ins. */
export const missingSettings = (
  settings: Settings,
  { llmProvider }: Pick<FlowWithVariables, "llmProvider">
): ReadonlyArray<string> => {
  const { carrier, google, inference, openai, providers } = settings
  if (carrier === "simulated") return []
  const models =
    llmProvider === "HOSTED_API"
      ? { OPENAI_API_KEY: openai.apiKey }
      : { INFERENCE_BASE_URL: inference.baseUrl, INFERENCE_MODEL: inference.model }
  const needed: Readonly<Record<string, Option.Option<unknown>>> =
    providers === "local" ? {} : { ...models, GOOGLE_APPLICATION_CREDENTIALS: google.credentials }
  return [
    ...Object.entries(needed).flatMap(([name, setting]) =>
      Option.isNone(setting) ? [`the setting ${name} is not set`] : []
    ),
    ...unreachable(settings)
  ]
}

/** Why Twilio cannot reach this service. Whoever puts a stand-in in its place knows what that reaches. */
export const unreachable = ({ publicUrl, twilio }: Settings): ReadonlyArray<string> => {
  const isTwilioItself = Option.exists(twilio, ({ apiBaseUrl }) => /\.twilio\.com$/.test(new URL(apiBaseUrl).hostname))
  return isTwilioItself && !publicUrl.startsWith("https://")
    ? ["the setting PUBLIC_URL is no https URL: Twilio reaches this service there, and opens wss only"]
    : []
}
