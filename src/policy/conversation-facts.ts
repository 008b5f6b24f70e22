import type { ModelFallback } from "../domain/accounts/Organization.ts"
import type { ExplainedCall } from "../domain/calls/Call.ts"
import type { IntentLabel } from "../domain/campaigns/IntentLabel.ts"
import type { FlowWithVariables } from "../domain/flows/Flow.ts"
import type { NamedModel } from "../domain/flows/named-model.ts"

/** The facts of an ended conversation that an analysis needs. */
export interface ConversationFacts {
  readonly flow: Pick<FlowWithVariables, "llmProvider" | "language" | "variables">
  /** The model by name of the flow; null: none. */
  readonly model: NamedModel | null
  readonly modelFallback: ModelFallback
  readonly transcript: ExplainedCall["transcript"]
  /** The labels of the campaign. */
  readonly labels: ReadonlyArray<IntentLabel>
  /** Time of the call and zone of the person. Without it, "tomorrow" cannot become a date. */
  readonly at?: { readonly time: Date; readonly zone: string }
}
