import { Context } from "effect"
import { accountKey, type SpeechAccount } from "./account-key.ts"
import { afterAnswer, afterMissed, beginTrial, isDemoted, type SpeedState, unmeasured } from "./speed-state.ts"

/** How fast the accounts answer this node. */
export interface VendorSpeeds {
  readonly note: (account: SpeechAccount, millis: number) => void
  /** Notes that an account had no answer where another had one. */
  readonly noteMissed: (account: SpeechAccount) => void
  /** Returns the list with slow accounts last, except one whose trial is due. */
  readonly ordered: <A>(list: ReadonlyArray<A>, accountOf: (one: A) => SpeechAccount) => ReadonlyArray<A>
}

export const makeVendorSpeeds = (now: () => number = () => performance.now()): VendorSpeeds => {
  const states = new Map<string, SpeedState>()
  const stateOf = (key: string) => states.get(key) ?? unmeasured

  const isPreferred = (account: SpeechAccount) => {
    const key = accountKey(account)
    if (!isDemoted(stateOf(key))) return true
    const { isTrial, state } = beginTrial(stateOf(key), now())
    states.set(key, state)
    return isTrial
  }

  return {
    note: (account, millis) => {
      const key = accountKey(account)
      states.set(key, afterAnswer(stateOf(key), millis, now()))
    },
    noteMissed: (account) => {
      const key = accountKey(account)
      states.set(key, afterMissed(stateOf(key), now()))
    },
    ordered: (list, accountOf) => {
      const accounts = new Map(list.map((one) => [accountKey(accountOf(one)), accountOf(one)]))
      if (accounts.size < 2) return list
      const preferred = new Set([...accounts].flatMap(([key, account]) => (isPreferred(account) ? [key] : [])))
      const [first, last] = [true, false].map((wanted) =>
        list.filter((one) => preferred.has(accountKey(accountOf(one))) === wanted)
      )
      return [...(first ?? []), ...(last ?? [])]
    }
  }
}

/** The speeds of this node, which all providers of the process share. */
export const CurrentVendorSpeeds = Context.Reference<VendorSpeeds>("carillon/providers/VendorSpeeds", {
  defaultValue: () => makeVendorSpeeds()
})
