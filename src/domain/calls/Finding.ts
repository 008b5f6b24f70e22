import type { Schema } from "effect"
import type { CallbackSlot } from "../calendar/callback-slot.ts"

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

/** A talk that could not be classified, or whose tag did not come in time. */
export const undeterminedBecause = (reason: string): Finding => ({
  labelId: null,
  undetermined: reason,
  evidence: null,
  confidence: null,
  variables: {},
  callback: null
})
