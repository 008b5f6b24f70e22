import { Context, type Effect } from "effect"
import type { ExplainedCall } from "../domain/Call.ts"
import type { Finding } from "../domain/Finding.ts"
import type { FlowWithVariables } from "../domain/Flow.ts"
import type { IntentLabel } from "../domain/IntentLabel.ts"

export type { Finding }

/** A talk that is over. */
export interface Talked {
  readonly flow: Pick<FlowWithVariables, "llmProvider" | "language" | "variables">
  readonly transcript: ExplainedCall["transcript"]
  /** Of its campaign, by their order. */
  readonly labels: ReadonlyArray<IntentLabel>
}

/** Reads what was said. */
export class Analysis extends Context.Service<
  Analysis,
  {
    /** Never fails: what cannot be made out is undetermined, and says why. */
    readonly of: (talked: Talked) => Effect.Effect<Finding>
  }
>()("carillon/policy/Analysis") {}
