import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { type SpeechPlan, SpeechProfiles } from "../../../src/accounts/speech/SpeechProfiles.ts"
import { ProviderAbsences } from "../../../src/calls/attempts/ProviderAbsences.ts"
import { Flows, type SpeakingFlow } from "../../../src/campaigns/Flows.ts"
import {
  type Absence,
  earRole,
  missingProvider,
  type ProviderRole,
  voiceRole
} from "../../../src/domain/flows/provider-role.ts"
import * as ProviderReporter from "../../../src/media/session/ProviderReporter.ts"
import { AppConfig, readSettings } from "../../../src/platform/config.ts"
import type { Circuit } from "../../../src/providers/circuit/circuit.ts"
import { CurrentLiveCircuits, makeLiveCircuits } from "../../../src/providers/circuit/live-circuits.ts"

const flowInUse: SpeakingFlow = {
  language: "en-IN",
  voiceGender: "FEMALE",
  ttsProvider: "CLOUD_TTS",
  initialPrompt: "Hello {{name}}.",
  organizationId: 1,
  campaignId: "01a1fdf0-5c1e-7000-8b6a-0e6d3f2f9a10"
}

const key = Redacted.make("own")
const plans: Readonly<Record<number, SpeechPlan>> = {
  1: { profiles: [], ownKeys: new Map() },
  2: { profiles: [], ownKeys: new Map([["deepgram", key]]) }
}

const circuit = (isOpen: () => boolean) => ({ absence: () => (isOpen() ? "SILENT" : undefined) }) as Circuit

describe("ProviderReporter", () => {
  it.effect("reports a role of an organization's calls as away when all vendors that these may use are", () => {
    const circuits = makeLiveCircuits()
    const open = new Set<string>()
    const reports: Array<ReadonlyMap<ProviderRole, Absence>> = []
    const accounts = {
      "google ear": { role: "ear", vendor: "google" },
      "google voice": { role: "voice", vendor: "google" }
    }
    for (const [name, account] of Object.entries(accounts))
      circuits.addAccount(
        account as { role: "ear"; vendor: string },
        circuit(() => open.has(name))
      )
    circuits.addAccount(
      { role: "ear", vendor: "deepgram", apiKey: key },
      circuit(() => open.has("own deepgram"))
    )

    const [first, second]: ReadonlyArray<SpeakingFlow> = [flowInUse, { ...flowInUse, organizationId: 2 }]
    const layer = ProviderReporter.layer.pipe(
      Layer.provide([
        Layer.mock(ProviderAbsences, {
          report: (_, away) => Effect.sync(() => void reports.push(away)),
          forget: () => Effect.void
        }),
        Layer.mock(Flows, { inUse: Effect.succeed([first, second].filter((one) => one !== undefined)) }),
        Layer.mock(SpeechProfiles, { plan: (id) => Effect.succeed(plans[id] as SpeechPlan) }),
        Layer.effect(
          AppConfig,
          readSettings({
            DEEPGRAM_URL: "ws://127.0.0.1:1",
            GOOGLE_SPEECH_ENDPOINT: "http://127.0.0.1:1",
            GOOGLE_TTS_ENDPOINT: "http://127.0.0.1:1"
          })
        ),
        Layer.succeed(CurrentLiveCircuits, circuits)
      ])
    )
    const needsOf = (organizationId: number) =>
      ({
        ...flowInUse,
        organizationId,
        hasSpeechKeys: organizationId === 2,
        llmProvider: "HOSTED_API",
        model: null,
        modelFallback: "NONE"
      }) as const
    const lastReport = Effect.gen(function* () {
      yield* TestClock.adjust("6 seconds")
      return new Map(reports.at(-1))
    })
    return Effect.gen(function* () {
      yield* Layer.build(layer)
      assert.deepStrictEqual([...(yield* lastReport)], [])

      open.add("google ear")
      const withoutGoogle = yield* lastReport
      assert.isTrue(withoutGoogle.has(earRole(flowInUse)))
      assert.match(missingProvider(needsOf(1), withoutGoogle) ?? "", /^The speech recognition does not answer/)
      // The second organization has a recognizer of its own.
      assert.isUndefined(missingProvider(needsOf(2), withoutGoogle))

      open.add("own deepgram").add("google voice")
      const withoutAny = yield* lastReport
      assert.match(missingProvider(needsOf(2), withoutAny) ?? "", /^The speech recognition/)
      assert.isTrue(withoutAny.has(voiceRole(flowInUse)))

      open.clear()
      assert.deepStrictEqual([...(yield* lastReport)], [])
    }).pipe(Effect.scoped)
  })
})
