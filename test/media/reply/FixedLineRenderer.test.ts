import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Logger, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { type SpeechPlan, SpeechProfiles } from "../../../src/accounts/speech/SpeechProfiles.ts"
import { CallCosts } from "../../../src/calls/costs/CallCosts.ts"
import { Flows, type SpeakingFlow } from "../../../src/campaigns/Flows.ts"
import type { SpeechPreferences } from "../../../src/domain/speech/SpeechProfile.ts"
import { Signals } from "../../../src/events/Signals.ts"
import { fixedLineTexts } from "../../../src/media/fixed-lines/fixed-lines.ts"
import * as FixedLineRenderer from "../../../src/media/reply/FixedLineRenderer.ts"
import { AppConfig, readSettings } from "../../../src/platform/config.ts"
import { CurrentUsageMeter } from "../../../src/providers/contract/CurrentUsageMeter.ts"
import { SynthesisCache } from "../../../src/providers/SynthesisCache.ts"
import { tooMany } from "../session/scripted-providers.ts"

const flow: SpeakingFlow = {
  language: "en-IN",
  voiceGender: "FEMALE",
  ttsProvider: "CLOUD_TTS",
  initialPrompt: "Hello {{name}}.",
  organizationId: 1,
  campaignId: "01a1fdf0-5c1e-7000-8b6a-0e6d3f2f9a10"
}

/** The second organization prefers a voice of its own. */
const profiles: Readonly<Record<number, SpeechPreferences>> = {
  2: { voices: { en: { CLOUD_TTS: [{ vendor: "google", voiceId: "Puck" }] } } }
}

/** The third and the fourth organization each have a key of their own. */
const ownKeys: Readonly<Record<number, SpeechPlan["ownKeys"]>> = {
  3: new Map([["elevenlabs", Redacted.make("one")]]),
  4: new Map([["elevenlabs", Redacted.make("other")]])
}

/** The renderer with flows in use, a signal and a cache that the test controls. */
const setUp = (
  line: SynthesisCache["Service"]["line"] = () => Effect.succeed({ text: "", audio: new Uint8Array(1) }),
  roles = "all"
) => {
  const inUse: Array<SpeakingFlow> = []
  const rendered: Array<string> = []
  const log: Array<string> = []
  const paid: Array<unknown> = []
  const wakers: Array<() => void> = []
  const layer = FixedLineRenderer.layer.pipe(
    Layer.provide([
      Layer.mock(CallCosts, {
        addToCampaign: (campaign, usage) => Effect.sync(() => void (usage.length > 0 && paid.push({ campaign, usage })))
      }),
      Layer.mock(Flows, { inUse: Effect.sync(() => [...inUse]) }),
      Layer.mock(SpeechProfiles, {
        plan: (id) => Effect.succeed({ profiles: [profiles[id] ?? {}], ownKeys: ownKeys[id] ?? new Map() })
      }),
      Layer.mock(Signals, {
        listen: () =>
          Effect.succeed(
            Effect.callback<void>((resume) => {
              wakers.push(() => resume(Effect.void))
            })
          )
      }),
      Layer.mock(SynthesisCache, {
        line: (asked) => {
          const name = asked.voice.choice?.voiceId ?? asked.voice.provider
          rendered.push(`${name} ${asked.voice.gender} ${asked.text}`)
          return line(asked)
        }
      }),
      Layer.effect(AppConfig, readSettings({ ROLES: roles, ELEVENLABS_URL: "ws://127.0.0.1:1" })),
      Logger.layer([Logger.make(({ message }) => log.push(String(message)))])
    ])
  )
  const settle = Effect.forEach(Array.from({ length: 50 }), () => Effect.yieldNow, { discard: true })
  const wake = Effect.suspend(() => {
    for (const waker of wakers.splice(0)) waker()
    return settle
  })
  return { inUse, rendered, log, paid, wake, build: Effect.andThen(Layer.build(layer), settle) }
}

const all = (gender = "FEMALE") => fixedLineTexts("en-IN").map((text) => `CLOUD_TTS ${gender} ${text}`)

describe("FixedLineRenderer", () => {
  it.effect("renders the lines of a voice once, when the first campaign with it starts", () => {
    const { build, inUse, rendered, wake } = setUp()
    return Effect.gen(function* () {
      yield* build
      assert.deepStrictEqual(rendered, [])
      inUse.push(flow, { ...flow, initialPrompt: "Good day {{name}}." })
      yield* wake
      assert.deepStrictEqual(rendered.toSorted(), all().toSorted())
      inUse.push({ ...flow, initialPrompt: "Hello {{age}}." })
      yield* wake
      assert.lengthOf(rendered, all().length)
      inUse.push({ ...flow, voiceGender: "MALE" })
      yield* wake
      assert.deepStrictEqual(rendered.slice(all().length).toSorted(), all("MALE").toSorted())
    })
  })

  it.effect("has the campaign that started pay for what a line sends to the voice", () => {
    const { build, inUse, paid } = setUp(({ text }) =>
      Effect.map(CurrentUsageMeter, (meter) => {
        if (text === "Good day.") meter.add({ kind: "voice", vendor: "some", model: "", quantity: text.length })
        return { text, audio: new Uint8Array(1) }
      })
    )
    return Effect.gen(function* () {
      inUse.push({ ...flow, initialPrompt: "Good day." })
      yield* build
      const { campaignId, organizationId } = flow
      const usage = { kind: "voice", purpose: "fixedLines", vendor: "some", model: "", estimated: false, quantity: 9 }
      assert.deepStrictEqual(paid, [{ campaign: { organizationId, campaignId }, usage: [usage] }])
    })
  })

  it.effect("renders the lines of the voice that the organization's speech profile prefers", () => {
    const { build, inUse, rendered } = setUp()
    return Effect.gen(function* () {
      inUse.push(flow, { ...flow, organizationId: 2 })
      yield* build
      const others = all().map((line) => line.replace("CLOUD_TTS", "Puck"))
      assert.deepStrictEqual(rendered.toSorted(), [...all(), ...others].toSorted())
    })
  })

  it.effect("renders the lines for each key that speaks them, and once for organizations with the same", () => {
    const { build, inUse, rendered } = setUp()
    return Effect.gen(function* () {
      inUse.push(flow, ...[3, 4, 5].map((organizationId) => ({ ...flow, organizationId })))
      yield* build
      assert.lengthOf(rendered, 3 * all().length)
    })
  })

  it.effect("renders an opening without placeholders", () => {
    const { build, inUse, rendered, wake } = setUp()
    return Effect.gen(function* () {
      inUse.push({ ...flow, initialPrompt: " Good\nday. " })
      yield* build
      yield* wake
      assert.deepStrictEqual(rendered.toSorted(), [...all(), "CLOUD_TTS FEMALE Good day."].toSorted())
    })
  })

  it.effect("finds new flows without a signal", () => {
    const { build, inUse, rendered } = setUp()
    return Effect.gen(function* () {
      yield* build
      inUse.push(flow)
      yield* TestClock.adjust("1 minute")
      assert.lengthOf(rendered, all().length)
    })
  })

  it.effect("tries the lines that failed again after a minute, and only these", () => {
    const [refused] = fixedLineTexts("en-IN")
    const line: SynthesisCache["Service"]["line"] = ({ text }) =>
      text === refused ? Effect.fail(tooMany) : Effect.succeed({ text, audio: new Uint8Array(1) })
    const { build, inUse, log, rendered, wake } = setUp(line)
    return Effect.gen(function* () {
      inUse.push(flow)
      yield* build
      assert.lengthOf(rendered, all().length)
      assert.deepStrictEqual(log, ["Could not render fixed lines (1); trying again in a minute: p: HTTP 429"])
      yield* wake
      assert.lengthOf(rendered, all().length)
      yield* TestClock.adjust("1 minute")
      assert.deepStrictEqual(rendered.slice(all().length), [`CLOUD_TTS FEMALE ${refused}`])
    })
  })

  it.effect("renders a few at a time", () => {
    let atOnce = 0
    let most = 0
    const { build, inUse } = setUp(() =>
      Effect.sync(() => {
        most = Math.max(most, ++atOnce)
      }).pipe(
        Effect.andThen(Effect.sleep(100)),
        Effect.ensuring(Effect.sync(() => atOnce--)),
        Effect.as({ text: "", audio: new Uint8Array(1) })
      )
    )
    return Effect.gen(function* () {
      inUse.push(flow)
      yield* build
      yield* TestClock.adjust("1 second")
      assert.strictEqual(most, 4)
    })
  })

  it.effect("does nothing without the media role", () => {
    const { build, inUse, rendered, wake } = setUp(undefined, "api,workers")
    return Effect.gen(function* () {
      inUse.push(flow)
      yield* build
      yield* wake
      assert.deepStrictEqual(rendered, [])
    })
  })
})
