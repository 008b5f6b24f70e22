import { Context, Effect } from "effect"
import { type Absence, absenceOfAll, type ProviderRole } from "../../domain/flows/provider-role.ts"
import { accountKey, type SpeechAccount } from "./account-key.ts"
import type { Circuit } from "./circuit.ts"

/** The circuits of the providers that live calls use. */
export interface LiveCircuits {
  /** Adds a circuit. A role is away when all its circuits are open. */
  readonly add: (role: ProviderRole, circuit: Circuit) => void
  /** Removes a circuit. */
  readonly remove: (role: ProviderRole, circuit: Circuit) => void
  /** Adds the circuit of an account. An organization's account has `forget`, because it may no longer be needed one day. */
  readonly addAccount: (account: SpeechAccount, circuit: Circuit, forget?: Effect.Effect<void>) => void
  /** Forgets the circuits of organizations' accounts that are away and not among these: their keys may be gone. */
  readonly forgetBut: (needed: ReadonlyArray<SpeechAccount>) => Effect.Effect<void>
  /** Why an account is away; undefined for one that is not, or that no call has used. */
  readonly absenceOf: (account: SpeechAccount) => Absence | undefined
  /** Whether any account is away. */
  readonly isAnyAway: () => boolean
  /** The roles that are away, and why. */
  readonly away: () => ReadonlyMap<ProviderRole, Absence>
}

export const makeLiveCircuits = (): LiveCircuits => {
  const circuits = new Map<ProviderRole, Array<Circuit>>()
  const accounts = new Map<string, { readonly circuit: Circuit; readonly forget: Effect.Effect<void> | undefined }>()
  return {
    addAccount: (account, circuit, forget) => void accounts.set(accountKey(account), { circuit, forget }),
    forgetBut: (needed) =>
      Effect.suspend(() => {
        const kept = new Set(needed.map(accountKey))
        const gone = [...accounts].flatMap(([key, { circuit, forget }]) =>
          forget === undefined || kept.has(key) || circuit.absence() === undefined ? [] : [{ key, forget }]
        )
        for (const { key } of gone) accounts.delete(key)
        return Effect.forEach(gone, ({ forget }) => forget, { discard: true })
      }),
    absenceOf: (account) => accounts.get(accountKey(account))?.circuit.absence(),
    isAnyAway: () => [...accounts.values()].some(({ circuit }) => circuit.absence() !== undefined),
    add: (role, circuit) => void circuits.set(role, [...(circuits.get(role) ?? []), circuit]),
    remove: (role, circuit) => {
      const others = (circuits.get(role) ?? []).filter((one) => one !== circuit)
      if (others.length === 0) circuits.delete(role)
      else circuits.set(role, others)
    },
    away: () => {
      const away = new Map<ProviderRole, Absence>()
      for (const [role, all] of circuits) {
        const absence = absenceOfAll(all.map((one) => one.absence()))
        if (absence !== undefined) away.set(role, absence)
      }
      return away
    }
  }
}

/** The circuits of this node. The providers of one process share them. */
export const CurrentLiveCircuits = Context.Reference<LiveCircuits>("carillon/providers/LiveCircuits", {
  defaultValue: makeLiveCircuits
})

/** Adds a circuit to those of this node, until the scope closes. */
export const noteLiveCircuit = Effect.fnUntraced(function* (role: ProviderRole, circuit: Circuit) {
  const circuits = yield* CurrentLiveCircuits
  yield* Effect.acquireRelease(
    Effect.sync(() => circuits.add(role, circuit)),
    () => Effect.sync(() => circuits.remove(role, circuit))
  )
})

/** Adds the circuit of an account to those of this node. */
export const noteAccountCircuit = (account: SpeechAccount, circuit: Circuit, forget?: Effect.Effect<void>) =>
  Effect.map(CurrentLiveCircuits, (circuits) => circuits.addAccount(account, circuit, forget))
