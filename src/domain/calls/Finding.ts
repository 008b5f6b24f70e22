import type { Schema } from "effect"
import type { CallbackSlot } from "../calendar/callback-slot.ts"
import type { CallResults, ResultValue } from "./CallResult.ts"
import type { Commitment } from "./Commitment.ts"

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
  /** The values of the same variables with the words that show them, or why there is none. */
  readonly results: CallResults
  /** The values of the results that are no free text, for events. */
  readonly facts: Readonly<Record<string, ResultValue>>
  /** The promise of the person, by the variables that have a role in it. */
  readonly commitment: Commitment | null
  /** When the person wants to be called back, if the flow has a callback variable and they named a time. */
  readonly callback: CallbackSlot | null
}

/**
 * Whether a stored reason means that no model answered, so that a later analysis may find more. Earlier releases stored
 * each failure of a model as a finding.
 */
export const isWithoutAnswer = (undetermined: string): boolean => withoutAnswer.test(undetermined)

const withoutAnswer =
  /^(The conversation was not analyzed within|The model gave no answer|No answer within|The analysis (failed$|did not finish))/

/** The finding for a conversation that could not be classified, or could not be classified in time. */
export const undeterminedBecause = (reason: string): Finding => ({
  labelId: null,
  undetermined: reason,
  evidence: null,
  confidence: null,
  variables: {},
  results: {},
  facts: {},
  commitment: null,
  callback: null
})
