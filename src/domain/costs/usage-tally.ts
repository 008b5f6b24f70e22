import { addUsages, type BilledUsage, type UsagePurpose } from "./Usage.ts"

/** A usage as a provider counts it. */
export type CountedUsage = Omit<BilledUsage, "purpose" | "estimated"> & Partial<Pick<BilledUsage, "estimated">>

/** Takes what providers count. Returns at once and never throws. */
export interface UsageMeter {
  readonly add: (usage: CountedUsage) => void
}

/** Adds up what providers count for one call or one piece of work. */
export interface UsageTally {
  readonly meter: (purpose: UsagePurpose) => UsageMeter
  /** Returns a meter of work that may be discarded: speculative until `keep` is called. */
  readonly speculate: () => { readonly meter: UsageMeter; readonly keep: () => void }
  /** Returns all usage that was counted until now. */
  readonly usage: () => ReadonlyArray<BilledUsage>
}

export const makeUsageTally = (): UsageTally => {
  const lots: Array<{ purpose: UsagePurpose; counted: ReadonlyArray<BilledUsage> }> = []

  const begin = (purpose: UsagePurpose) => {
    const lot = { purpose, counted: [] as Array<BilledUsage> }
    lots.push(lot)
    const add: UsageMeter["add"] = (usage) => {
      // Audio is counted in many small parts.
      if (lot.counted.length >= mostUncounted) lot.counted = [...addUsages(lot.counted)]
      lot.counted.push({ ...usage, purpose, estimated: usage.estimated ?? false })
    }
    return { lot, meter: { add } }
  }

  return {
    meter: (purpose) => begin(purpose).meter,
    speculate: () => {
      const { lot, meter } = begin("speculative")
      const keep = () => {
        lot.purpose = "conversation"
      }
      return { meter, keep }
    },
    // Parts of a sound may be fractions of a millisecond.
    usage: () =>
      addUsages(lots.flatMap(({ counted, purpose }) => counted.map((usage) => ({ ...usage, purpose })))).map(
        (usage) => ({ ...usage, quantity: Math.round(usage.quantity) })
      )
  }
}

/** Maximum number of usages that are kept before they are added up. */
const mostUncounted = 256
