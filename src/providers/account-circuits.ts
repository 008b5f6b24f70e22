import { Effect, Exit, Scope } from "effect"
import type { ProviderRole } from "../domain/flows/provider-role.ts"
import { keyDigest } from "./circuit/account-key.ts"
import { type Circuit, makeCircuit } from "./circuit/circuit.ts"
import { CurrentLiveCircuits, noteAccountCircuit, noteLiveCircuit } from "./circuit/live-circuits.ts"
import type { ProviderFailure } from "./contract/ProviderFailure.ts"
import { openSocket, type ProviderSocket, type SocketAddress, type VendorAccount } from "./socket/ProviderSocket.ts"

/**
 * Makes a circuit for each account, because the limit of one organization's account says nothing about others. A circuit
 * probes by connecting, or by `useAccount` while the vendor refuses the account. Only the circuits of accounts in the
 * settings count for the whole node.
 */
export const makeAccountCircuits = Effect.fnUntraced(function* (role: ProviderRole, patienceMillis: number) {
  const scope = yield* Effect.scope
  const ofNode = yield* CurrentLiveCircuits
  const circuits = new Map<string, AccountCircuit>()
  const shared = new Set<Circuit>()

  const circuitOf = Effect.fnUntraced(function* (
    account: VendorAccount,
    address: SocketAddress,
    useAccount: Effect.Effect<unknown, ProviderFailure>
  ) {
    const key = `${account.provider} ${account.baseUrl} ${keyDigest(account.apiKey)}`
    const known = circuits.get(key)
    if (known !== undefined) return known
    const ownScope = yield* Scope.fork(scope)
    const circuit = yield* makeCircuit({
      provider: account.provider,
      probe: connecting(address),
      probeAccount: useAccount,
      patienceMillis
    }).pipe(Effect.provideService(Scope.Scope, ownScope))
    const made: AccountCircuit = {
      circuit,
      forget: Effect.suspend(() => {
        // An organization may have the same key as the settings, whose circuit stays.
        if (shared.has(circuit)) return Effect.void
        circuits.delete(key)
        return Scope.close(ownScope, Exit.void)
      })
    }
    circuits.set(key, made)
    return made
  })

  return Effect.fnUntraced(
    function* (
      account: VendorAccount,
      address: SocketAddress,
      isShared: boolean,
      /** A small request, for vendors that refuse a key only after they have accepted the connection. */
      useAccount: Effect.Effect<unknown, ProviderFailure>
    ) {
      const { circuit, forget } = yield* circuitOf(account, address, useAccount)
      const of = role === "SPEECH_TO_TEXT" ? "ear" : "voice"
      const own = isShared ? {} : { apiKey: account.apiKey }
      yield* noteAccountCircuit({ role: of, vendor: account.provider, ...own }, circuit, isShared ? undefined : forget)
      if (isShared && !shared.has(circuit)) {
        shared.add(circuit)
        yield* noteLiveCircuit(role, circuit)
      }
      return circuit
    },
    // Taken from the node, because a circuit outlives the call that first needed it.
    Effect.provideService(Scope.Scope, scope),
    Effect.provideService(CurrentLiveCircuits, ofNode)
  )
})

interface AccountCircuit {
  readonly circuit: Circuit
  /** Ends the probes. A later request of the account makes another circuit. */
  readonly forget: Effect.Effect<void>
}

/** Opens a socket and closes it. */
const connecting = (address: SocketAddress) =>
  Effect.suspend(() => {
    let socket: ProviderSocket | undefined
    return Effect.callback<void, ProviderFailure>((resume) => {
      socket = openSocket(address, {
        onOpen: () => resume(Effect.void),
        onText: () => undefined,
        onLost: (failure) => resume(Effect.fail(failure))
      })
    }).pipe(Effect.ensuring(Effect.sync(() => socket?.close())))
  })
