import { Context, Effect } from "effect"
import type { ProviderRole } from "../../domain/campaigns/provider-role.ts"
import type { Circuit } from "./circuit.ts"

/** The circuits of the providers that live calls use. */
export interface LiveCircuits {
  /** Adds a circuit; replaces an earlier one of the same role. */
  readonly add: (role: ProviderRole, circuit: Circuit) => void
  /** The roles whose circuit is open. */
  readonly open: () => ReadonlyArray<ProviderRole>
}

export const makeLiveCircuits = (): LiveCircuits => {
  const circuits = new Map<ProviderRole, Circuit>()
  return {
    add: (role, circuit) => void circuits.set(role, circuit),
    open: () => [...circuits].flatMap(([role, circuit]) => (circuit.isOpen() ? [role] : []))
  }
}

/** Those of this node. The providers of one process share them. */
export const CurrentLiveCircuits = Context.Reference<LiveCircuits>("carillon/providers/LiveCircuits", {
  defaultValue: makeLiveCircuits
})

/** Adds a circuit to those of this node. */
export const noteLiveCircuit = (role: ProviderRole, circuit: Circuit) =>
  Effect.map(CurrentLiveCircuits, (circuits) => circuits.add(role, circuit))
