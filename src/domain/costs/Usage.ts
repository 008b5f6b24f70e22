import { Schema } from "effect"

export const UsageKind = Schema.Literals([
  "ear",
  "voice",
  "promptTokens",
  "cachedTokens",
  "completionTokens",
  "carrier"
]).annotate({
  description:
    "ear: milliseconds of sound sent to a recognizer. voice: characters sent to a voice. promptTokens: tokens of " +
    "prompts, without the cached ones. cachedTokens: tokens of prompts that the model read from its cache. " +
    "completionTokens: tokens that the model wrote. carrier: seconds that the carrier bills"
})
export type UsageKind = typeof UsageKind.Type

export const UsagePurpose = Schema.Literals([
  "conversation",
  "speculative",
  "analysis",
  "fixedLines",
  "transfer"
]).annotate({
  description:
    "conversation: during a call. speculative: for replies of a call that were discarded. " +
    "analysis: reading the transcript after the call. fixedLines: lines that were synthesized for all calls when the campaign started. " +
    "transfer: the carrier's calls to the people to whom a call was transferred"
})
export type UsagePurpose = typeof UsagePurpose.Type

/** The fields that are the same in usages whose quantities are added. */
const identity = {
  kind: UsageKind,
  purpose: UsagePurpose,
  vendor: Schema.String.annotate({ description: "The provider or carrier, such as google-speech" }),
  model: Schema.String.annotate({
    description: "The model or the tier of voices; for a carrier the prefix of its price. Empty where there is none"
  }),
  estimated: Schema.Boolean.annotate({
    description:
      "Whether the quantity is an estimate: a model reports no tokens for a reply that was interrupted. A token is " +
      "counted as four bytes of text"
  })
}

/** A quantity of one thing that a vendor bills. */
export const BilledUsage = Schema.Struct({
  ...identity,
  quantity: Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))
}).annotate({ identifier: "Usage" })
export type BilledUsage = typeof BilledUsage.Type

/** A usage with its cost. */
export interface CostLine extends BilledUsage {
  /** Whole micro-units; 0 without a price. */
  readonly micros: bigint
  /** Null when the price is unknown. */
  readonly currency: string | null
}

/** A usage with its cost, as clients read it. */
export const UsageCost = Schema.Struct({
  ...BilledUsage.fields,
  cost: Schema.NullOr(Schema.String).annotate({
    description: "A decimal number with six places; null when the price is unknown"
  }),
  currency: Schema.NullOr(Schema.String).annotate({ description: "Null when the price is unknown" })
}).annotate({ identifier: "UsageCost" })
export type UsageCost = typeof UsageCost.Type

/** Returns a text that is the same for usages of the same thing. */
export const usageKey = ({ estimated, kind, model, purpose, vendor }: BilledUsage): string =>
  JSON.stringify([purpose, kind, vendor, model, estimated])

/** Adds up the usages of the same thing, in the order in which each thing came first. */
export const addUsages = (usages: ReadonlyArray<BilledUsage>): ReadonlyArray<BilledUsage> => {
  const sums = new Map<string, BilledUsage>()
  for (const usage of usages) {
    const key = usageKey(usage)
    sums.set(key, { ...usage, quantity: (sums.get(key)?.quantity ?? 0) + usage.quantity })
  }
  return [...sums.values()].filter(({ quantity }) => quantity > 0)
}
