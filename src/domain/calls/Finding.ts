import type { Schema } from "effect"
import type { CallbackSlot } from "../calendar/callback-slot.ts"

/** The result of analyzing a conversation. */
export interface Finding {
  /** The id of a label of the campaign; null if undetermined. */
  readonly labelId: string | null
  /** Why the label is undetermined, in words for operators; null with a label. */
  readonly undetermined: string | null
  /** The words of the transcript that support the label. */
  readonly evidence: string | null
  /** Confidence of the model, from 0 to 1. */
  readonly confidence: number | null
  /** The values of the flow's variables, each in its type. The callback variable is not included. */
  readonly variables: Readonly<Record<string, Schema.Json>>
  /** When the person wants to be called back, if the flow has a callback variable and they named a time. */
  readonly callback: CallbackSlot | null
}

/** The finding for a conversation that could not be classified, or could not be classified in time. */
export const undeterminedBecause = (reason: string): Finding => ({
  labelId: null,
  undetermined: reason,
  evidence: null,
  confidence: null,
  variables: {},
  callback: null
})
