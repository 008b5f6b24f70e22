import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted, Stream } from "effect"
import { makeAccountCircuits } from "../../src/providers/account-circuits.ts"
import { CurrentLiveCircuits, makeLiveCircuits } from "../../src/providers/circuit/live-circuits.ts"
import { ProviderFailure } from "../../src/providers/contract/ProviderFailure.ts"
import { vendorServer } from "../support/fakes/vendors/vendor-server.ts"

describe("the circuit of an account", () => {
  it.live("probes by connecting, and closes the connection, since an open one may be billed", () =>
    Effect.gen(function* () {
      let isAway = true
      const server = yield* vendorServer({
        check: () => undefined,
        refuse: () => (isAway ? 503 : undefined),
        begin: () => ({})
      })
      const circuits = makeLiveCircuits()
      const circuitOf = yield* makeAccountCircuits("SPEECH_TO_TEXT", Number.POSITIVE_INFINITY).pipe(
        Effect.provideService(CurrentLiveCircuits, circuits)
      )
      const account = { provider: "soniox", baseUrl: server.url, apiKey: Redacted.make("so-test") }
      const circuit = yield* circuitOf(account, { provider: "soniox", url: server.url }, true, Effect.void)
      const away = new ProviderFailure({ provider: "soniox", reason: "it is away", retryable: true })
      for (let failures = 0; failures < 5; failures++) {
        yield* Effect.ignore(Stream.runDrain(circuit.protect(Stream.fail(away))))
      }
      assert.strictEqual(circuit.absence(), "SILENT")
      // The call that made the circuit does not know the circuits of the node, by which campaigns wait.
      assert.strictEqual(circuits.absenceOf({ role: "ear", vendor: "soniox" }), "SILENT")
      assert.deepStrictEqual([...circuits.away()], [["SPEECH_TO_TEXT", "SILENT"]])
      isAway = false
      yield* server.until(() => server.connections.length > 0)
      yield* server.until(() => server.openCount() === 0)
      assert.deepStrictEqual(server.problems, [])
    }).pipe(Effect.scoped)
  )
})
