import type { ExplainedCall } from "../domain/calls/Call.ts"
import type { FlowWithVariables } from "../domain/campaigns/Flow.ts"
import type { IntentLabel } from "../domain/campaigns/IntentLabel.ts"

/** A talk that is over. */
export interface Talked {
  readonly flow: Pick<FlowWithVariables, "llmProvider" | "language" | "variables">
  readonly transcript: ExplainedCall["transcript"]
  /** Of its campaign, by their order. */
  readonly labels: ReadonlyArray<IntentLabel>
  /** When it was, and in which zone the person is: without it no day that was named by "tomorrow" becomes a date. */
  readonly at?: { readonly time: Date; readonly zone: string }
}
