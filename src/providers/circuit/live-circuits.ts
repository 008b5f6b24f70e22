import { Context, Effect } from "effect"
import type { ProviderRole } from "../../domain/campaigns/provider-role.ts"
import type { Circuit } from "./circuit.ts"

/** The circuits of the providers that live calls use. */
export interface LiveCircuits {
  /** Adds a circuit. A role is away when all its circuits are open. */
  readonly add: (role: ProviderRole, circuit: Circuit) => void
  /** The roles that are away. */
  readonly open: () => ReadonlyArray<ProviderRole>
}

export const makeLiveCircuits = (): LiveCircuits => {
  const circuits = new Map<ProviderRole, Array<Circuit>>()
  return {
    add: (role, circuit) => void circuits.set(role, [...(circuits.get(role) ?? []), circuit]),
    open: () => [...circuits].flatMap(([role, all]) => (all.every((one) => one.isOpen()) ? [role] : []))
  }
}

/** Those of this node. The providers of one process share them. */
export const CurrentLiveCircuits = Context.Reference<LiveCircuits>("carillon/providers/LiveCircuits", {
  defaultValue: makeLiveCircuits
})

/** Adds a circuit to those of this node. */
export const noteLiveCircuit = (role: ProviderRole, circuit: Circuit) =>
  Effect.map(CurrentLiveCircuits, (circuits) => circuits.add(role, circuit))
