import { Effect, Layer } from "effect"
import { SpeechProfiles } from "../../accounts/SpeechProfiles.ts"
import { CallCosts } from "../../calls/costs/CallCosts.ts"
import { Flows, type SpeakingFlow } from "../../campaigns/Flows.ts"
import { placeholdersOf } from "../../domain/campaigns/placeholders.ts"
import { makeUsageTally } from "../../domain/costs/usage-tally.ts"
import { Signals } from "../../events/Signals.ts"
import { AppConfig } from "../../platform/config.ts"
import { keepGoing } from "../../platform/lifecycle/keep-going.ts"
import { accountKey } from "../../providers/circuit/account-key.ts"
import { CurrentUsageMeter } from "../../providers/contract/CurrentUsageMeter.ts"
import type { Voice } from "../../providers/contract/TextToSpeech.ts"
import { accountOfVoice, plannedVoices } from "../../providers/planned-speech.ts"
import { SynthesisCache } from "../../providers/SynthesisCache.ts"
import { fixedLineTexts, openingText } from "../conversation/fixed-lines.ts"

/**
 * Renders the fixed lines of a campaign when it starts, on each node with the media role, so that
 * its first calls need not wait for them. A line that is missed or fails is rendered when it is
 * first said. The campaign that started last pays for the lines.
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
      return cache.line({ voice, text }).pipe(
        Effect.catch((failure) =>
          Effect.logWarning(`Could not render a fixed line; it will be rendered when first said: ${failure.message}`)
        ),
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

    const work = Effect.gen(function* () {
      const changed = yield* signals.listen("campaigns")
      let known: ReadonlyMap<string, Line> = new Map()
      while (true) {
        const lines = yield* linesOf(yield* flows.inUse)
        const added = [...lines].filter(([key]) => !known.has(key))
        yield* Effect.forEach(added, ([, line]) => render(line), { concurrency: 4, discard: true })
        known = lines
        yield* Effect.timeoutOption(changed, "1 minute")
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
