import { amountOf } from "./money.ts"
import type { CostLine, UsageCost } from "./Usage.ts"

/** A sum of costs as clients read it. */
export interface CostSummary {
  /** The currency of the sums; null while no price is known. */
  readonly currency: string | null
  /** The cost of all usage; null when a part of it is unknown or in another currency. */
  readonly cost: string | null
  /** The cost of the usage whose price is known; null without a currency. */
  readonly knownCost: string | null
  readonly usage: ReadonlyArray<UsageCost>
}

/** Sums lines in a currency: that of the price table, or else that of the lines. */
export const costSummary = (lines: ReadonlyArray<CostLine>, tableCurrency: string | undefined): CostSummary => {
  const currency = tableCurrency ?? lines.find((line) => line.currency !== null)?.currency ?? null
  const known = lines.filter((line) => line.currency !== null && line.currency === currency)
  const knownCost = currency === null ? null : amountOf(known.reduce((sum, { micros }) => sum + micros, 0n))
  return {
    currency,
    cost: known.length === lines.length ? knownCost : null,
    knownCost,
    usage: lines.map(({ micros, ...usage }) => ({ ...usage, cost: usage.currency === null ? null : amountOf(micros) }))
  }
}
