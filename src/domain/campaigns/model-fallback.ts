import type { ModelFallback } from "../accounts/Organization.ts"
import type { Flow } from "./Flow.ts"

type LlmProvider = (typeof Flow.Type)["llmProvider"]

/** Returns the models that may read a conversation, the flow's own first. */
export const modelsAllowed = (own: LlmProvider, fallback: ModelFallback): ReadonlyArray<LlmProvider> => {
  const other = own === "HOSTED_API" ? "PLATFORM_INFERENCE" : "HOSTED_API"
  const mayReplace = fallback === "ANY" || (fallback === "TO_PRIVATE" && other === "PLATFORM_INFERENCE")
  return mayReplace ? [own, other] : [own]
}
