import { addUsages, type Usage, type UsagePurpose } from "./Usage.ts"

/** A usage as a provider counts it. */
export type CountedUsage = Omit<Usage, "purpose" | "estimated"> & Partial<Pick<Usage, "estimated">>

/** Takes what providers count. Returns at once and never throws. */
export interface UsageMeter {
  readonly add: (usage: CountedUsage) => void
}

/** Adds up what providers count for one call or one piece of work. */
export interface UsageTally {
  readonly meter: (purpose: UsagePurpose) => UsageMeter
  /** Returns all usage that was counted until now. */
  readonly usage: () => ReadonlyArray<Usage>
}

export const makeUsageTally = (): UsageTally => {
  let counted: Array<Usage> = []
  return {
    meter: (purpose) => ({
      add: (usage) => {
        // Audio is counted in many small parts.
        if (counted.length >= mostUncounted) counted = [...addUsages(counted)]
        counted.push({ ...usage, purpose, estimated: usage.estimated ?? false })
      }
    }),
    // Parts of a sound may be fractions of a millisecond.
    usage: () => addUsages(counted).map((usage) => ({ ...usage, quantity: Math.round(usage.quantity) }))
  }
}

/** Maximum number of usages that are kept before they are added up. */
const mostUncounted = 256
