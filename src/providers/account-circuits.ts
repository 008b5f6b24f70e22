import { createHash } from "node:crypto"
import { Effect, Redacted, Scope } from "effect"
import type { ProviderRole } from "../domain/campaigns/provider-role.ts"
import { type Circuit, makeCircuit } from "./circuit/circuit.ts"
import { noteLiveCircuit } from "./circuit/live-circuits.ts"
import type { ProviderFailure } from "./contract/ProviderFailure.ts"
import { openSocket, type SocketAddress, type VendorAccount } from "./socket/ProviderSocket.ts"

/**
 * Circuits of accounts: the limit of one organization's account says nothing about others. Returns the circuit of an
 * account, which probes by connecting. Only those of the settings count for the whole node.
 */
export const makeAccountCircuits = Effect.fnUntraced(function* (role: ProviderRole, patienceMillis: number) {
  const scope = yield* Effect.scope
  const circuits = new Map<string, Circuit>()
  return Effect.fnUntraced(function* (account: VendorAccount, address: SocketAddress, isShared: boolean) {
    const key = `${account.provider} ${account.baseUrl} ${digestOf(account)}`
    const known = circuits.get(key)
    if (known !== undefined) return known
    const circuit = yield* makeCircuit({ provider: account.provider, probe: connecting(address), patienceMillis }).pipe(
      Effect.provideService(Scope.Scope, scope)
    )
    circuits.set(key, circuit)
    if (isShared) yield* noteLiveCircuit(role, circuit)
    return circuit
  })
})

/** Opens a socket and closes it. */
const connecting = (address: SocketAddress) =>
  Effect.callback<void, ProviderFailure>((resume) => {
    const socket = openSocket(address, {
      onOpen: () => resume(Effect.void),
      onText: () => undefined,
      onLost: (failure) => resume(Effect.fail(failure))
    })
    return Effect.sync(() => socket.close())
  })

const digestOf = ({ apiKey }: VendorAccount) => createHash("sha256").update(Redacted.value(apiKey)).digest("base64")
