import { Context, type Effect, type Schema } from "effect"
import type { CallbackSlot } from "../domain/callback-slot.ts"
import type { ExplainedCall } from "../domain/Call.ts"
import type { FlowWithVariables } from "../domain/Flow.ts"
import type { IntentLabel } from "../domain/IntentLabel.ts"

/** A talk that is over. */
export interface Talked {
  readonly flow: Pick<FlowWithVariables, "llmProvider" | "language" | "variables">
  readonly transcript: ExplainedCall["transcript"]
  /** Of its campaign, by their order. */
  readonly labels: ReadonlyArray<IntentLabel>
}

/** What a talk came to. */
export interface Finding {
  /** One of the set; null when it is undetermined. */
  readonly labelId: string | null
  /** Why it is undetermined, for people; null with a label. */
  readonly undetermined: string | null
  /** The words of the transcript that show it, and how sure the model was. */
  readonly evidence: string | null
  readonly confidence: number | null
  /** Of the flow's variables what was said, each of its type. The time of a callback is not among them. */
  readonly variables: Readonly<Record<string, Schema.Json>>
  /** When the person wants to be called, if the flow asks for that and they said so. */
  readonly callback: CallbackSlot | null
}

/** Reads what was said. */
export class Analysis extends Context.Service<
  Analysis,
  {
    /** Never fails: what cannot be made out is undetermined, and says why. */
    readonly of: (talked: Talked) => Effect.Effect<Finding>
  }
>()("carillon/policy/Analysis") {}
