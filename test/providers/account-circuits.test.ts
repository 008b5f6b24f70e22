import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted, Stream } from "effect"
import { TestClock } from "effect/testing"
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

  it.effect("is forgotten with its probes, if it is of an organization and no call needs the account", () =>
    Effect.gen(function* () {
      const circuits = makeLiveCircuits()
      const circuitOf = yield* makeAccountCircuits("SPEECH_TO_TEXT", Number.POSITIVE_INFINITY).pipe(
        Effect.provideService(CurrentLiveCircuits, circuits)
      )
      const own = { role: "ear", vendor: "soniox", apiKey: Redacted.make("so-own") } as const
      const account = { provider: "soniox", baseUrl: "ws://127.0.0.1:1", apiKey: own.apiKey }
      const refusal = new ProviderFailure({
        provider: "soniox",
        reason: "it refuses the key",
        retryable: false,
        refusesAccount: true
      })
      let probes = 0
      const use = Effect.suspend(() => {
        probes++
        return Effect.fail(refusal)
      })
      const ask = circuitOf(account, { provider: "soniox", url: account.baseUrl }, false, use)
      const circuit = yield* ask
      yield* Effect.ignore(Stream.runDrain(circuit.protect(Stream.fail(refusal))))
      yield* TestClock.adjust("2 seconds")
      assert.strictEqual(circuits.absenceOf(own), "REFUSED")
      yield* circuits.forgetBut([own])
      assert.isTrue(circuits.isAnyAway())
      assert.strictEqual(yield* ask, circuit)

      yield* circuits.forgetBut([{ ...own, apiKey: Redacted.make("so-new") }])
      assert.isFalse(circuits.isAnyAway())
      const before = probes
      assert.isAbove(before, 1)
      yield* TestClock.adjust("1 hour")
      assert.strictEqual(probes, before)
      assert.isUndefined((yield* ask).absence())
    })
  )

  it.effect("is kept if it is of the settings, also where an organization has set the same key", () =>
    Effect.gen(function* () {
      const circuits = makeLiveCircuits()
      const circuitOf = yield* makeAccountCircuits("SPEECH_TO_TEXT", Number.POSITIVE_INFINITY).pipe(
        Effect.provideService(CurrentLiveCircuits, circuits)
      )
      const account = { provider: "soniox", baseUrl: "ws://127.0.0.1:1", apiKey: Redacted.make("so-both") }
      const ask = (isShared: boolean) =>
        circuitOf(account, { provider: "soniox", url: account.baseUrl }, isShared, Effect.void)
      const circuit = yield* ask(false)
      yield* ask(true)
      const away = new ProviderFailure({ provider: "soniox", reason: "it is away", retryable: true })
      for (let failures = 0; failures < 5; failures++) {
        yield* Effect.ignore(Stream.runDrain(circuit.protect(Stream.fail(away))))
      }
      yield* circuits.forgetBut([])
      assert.strictEqual(yield* ask(true), circuit)
      assert.deepStrictEqual([...circuits.away()], [["SPEECH_TO_TEXT", "SILENT"]])
    })
  )
})
