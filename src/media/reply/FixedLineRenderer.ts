import { Effect, Layer, Option } from "effect"
import { SpeechProfiles } from "../../accounts/speech/SpeechProfiles.ts"
import { CallCosts } from "../../calls/costs/CallCosts.ts"
import { Flows, type SpeakingFlow } from "../../campaigns/Flows.ts"
import { makeUsageTally } from "../../domain/costs/usage-tally.ts"
import { placeholdersOf } from "../../domain/flows/placeholders.ts"
import { Signals } from "../../events/Signals.ts"
import { AppConfig } from "../../platform/config.ts"
import { keepGoing } from "../../platform/lifecycle/keep-going.ts"
import { accountKey } from "../../providers/circuit/account-key.ts"
import { CurrentUsageMeter } from "../../providers/contract/CurrentUsageMeter.ts"
import type { ProviderFailure } from "../../providers/contract/ProviderFailure.ts"
import type { Voice } from "../../providers/contract/TextToSpeech.ts"
import { accountOfVoice, plannedVoices } from "../../providers/planned-speech.ts"
import { SynthesisCache } from "../../providers/SynthesisCache.ts"
import { fixedLineTexts, openingText } from "../fixed-lines/fixed-lines.ts"

/**
 * Renders the fixed lines of a campaign when it starts, on each node with the media role, so that
 * its first calls need not wait for them. A line that fails is tried again after a minute, and when
 * it is first said. The campaign that started last pays for the lines.
 */
export const layer = Layer.effectDiscard(
  Effect.gen(function* () {
    const settings = yield* AppConfig
    if (!settings.roles.has("media")) return
    const profiles = yield* SpeechProfiles
    const flows = yield* Flows
    const signals = yield* Signals
    const cache = yield* SynthesisCache
    const costs = yield* CallCosts

    const render = ({ campaign, text, voice }: Line) => {
      const tally = makeUsageTally()
      return cache
        .line({ voice, text })
        .pipe(
          Effect.provideService(CurrentUsageMeter, tally.meter("fixedLines")),
          Effect.ensuring(Effect.suspend(() => costs.addToCampaign(campaign, tally.usage())))
        )
    }

    /** Returns all lines of the flows that are the same in every call, each once for the voice that calls prefer. */
    const linesOf = Effect.fnUntraced(function* (inUse: ReadonlyArray<SpeakingFlow>) {
      const lines = new Map<string, Line>()
      for (const [organizationId, flowsOfOne] of Map.groupBy(inUse, (flow) => flow.organizationId)) {
        const plan = yield* profiles.plan(organizationId)
        for (const { campaignId, initialPrompt, language, ttsProvider, voiceGender } of flowsOfOne) {
          const [voice] = plannedVoices(settings, plan, { provider: ttsProvider, language, gender: voiceGender })
          if (voice === undefined) continue
          const openings = placeholdersOf(initialPrompt).length === 0 ? [openingText(language, initialPrompt)] : []
          const campaign = { organizationId, campaignId }
          for (const text of [...openings, ...fixedLineTexts(language)])
            lines.set(keyOf(voice, text), { voice, text, campaign })
        }
      }
      return lines
    })

    /** Renders lines, and returns the keys of the failed ones. */
    const renderAll = Effect.fnUntraced(function* (lines: ReadonlyArray<readonly [string, Line]>) {
      const failures = new Map<string, ProviderFailure>()
      yield* Effect.forEach(
        lines,
        ([key, line]) => Effect.catch(render(line), (failure) => Effect.sync(() => failures.set(key, failure))),
        { concurrency: 4, discard: true }
      )
      for (const { message } of [...failures.values()].slice(0, 1)) {
        yield* Effect.logWarning(
          `Could not render fixed lines (${failures.size}); trying again in a minute: ${message}`
        )
      }
      return failures.keys()
    })

    const work = Effect.gen(function* () {
      const changed = yield* signals.listen("campaigns")
      let known: Map<string, Line> = new Map()
      let failed: Iterable<string> = []
      while (true) {
        const lines = yield* linesOf(yield* flows.inUse)
        failed = [...failed, ...(yield* renderAll([...lines].filter(([key]) => !known.has(key))))]
        known = lines
        const isWoken = Option.isSome(yield* Effect.timeoutOption(changed, "1 minute"))
        if (isWoken) continue
        for (const key of failed) known.delete(key)
        failed = []
      }
    }).pipe(Effect.scoped, keepGoing("Could not render fixed lines"))
    yield* Effect.forkScoped(work)
  })
)

interface Line {
  readonly voice: Voice
  readonly text: string
  readonly campaign: Pick<SpeakingFlow, "organizationId" | "campaignId">
}

// The key of an organization is hidden in a voice, but distinguishes its account.
const keyOf = (voice: Voice, text: string) => JSON.stringify([voice, accountKey(accountOfVoice(voice)), text])
