import type { ModelFallback } from "../accounts/Organization.ts"
import type { Flow } from "./Flow.ts"

type LlmProvider = (typeof Flow.Type)["llmProvider"]

/**
 * Returns the models that may read a conversation, the flow's own first. A model by name is neither private nor hosted:
 * it replaces no other model, and only the private one, or with ANY each of the two, may replace it.
 */
export const modelsAllowed = <Named = never>(
  { llmProvider, model }: { readonly llmProvider: LlmProvider; readonly model: Named | null },
  fallback: ModelFallback
): ReadonlyArray<LlmProvider | Named> => {
  const other = llmProvider === "HOSTED_API" ? "PLATFORM_INFERENCE" : "HOSTED_API"
  const others: ReadonlyArray<LlmProvider> = model === null ? [other] : [llmProvider, other]
  const mayReplace = (one: LlmProvider) =>
    fallback === "ANY" || (fallback === "TO_PRIVATE" && one === "PLATFORM_INFERENCE")
  return [model ?? llmProvider, ...others.filter(mayReplace)]
}
