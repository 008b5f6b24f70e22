import { Effect, Layer } from "effect"
import { SpeechProfiles } from "../../accounts/speech/SpeechProfiles.ts"
import { ProviderAbsences } from "../../calls/attempts/ProviderAbsences.ts"
import { Flows } from "../../campaigns/Flows.ts"
import { absenceOfAll, earRole, type ProviderRole, voiceRole } from "../../domain/flows/provider-role.ts"
import { AppConfig } from "../../platform/config.ts"
import { newId } from "../../platform/ids.ts"
import { keepGoing } from "../../platform/lifecycle/keep-going.ts"
import type { SpeechAccount } from "../../providers/circuit/account-key.ts"
import { CurrentLiveCircuits } from "../../providers/circuit/live-circuits.ts"
import { accountOfEar, accountOfVoice, plannedEars, plannedVoices } from "../../providers/planned-speech.ts"

/**
 * Reports which providers are away from this node, so that no call is placed that no node could
 * hold. Runs on each node with the role media.
 */
export const layer = Layer.effectDiscard(
  Effect.gen(function* () {
    const settings = yield* AppConfig
    if (!settings.roles.has("media")) return
    const absences = yield* ProviderAbsences
    const circuits = yield* CurrentLiveCircuits
    const flows = yield* Flows
    const profiles = yield* SpeechProfiles
    const node = newId()
    yield* Effect.addFinalizer(() => Effect.ignoreCause(absences.forget(node)))
    let reported: string | undefined
    let reportedAt = 0

    // An organization may have vendors of its own, so its calls may need others than those of the settings.
    const readNeeds = Effect.gen(function* () {
      const needs = new Map<ProviderRole, ReadonlyArray<SpeechAccount>>()
      const own: Array<SpeechAccount> = []
      for (const [organizationId, flowsOfOne] of Map.groupBy(yield* flows.inUse, (flow) => flow.organizationId)) {
        const plan = yield* profiles.plan(organizationId)
        for (const [vendor, apiKey] of plan.ownKeys)
          own.push({ role: "ear", vendor, apiKey }, { role: "voice", vendor, apiKey })
        for (const flow of flowsOfOne) {
          const { language, ttsProvider, voiceGender } = flow
          const voice = { provider: ttsProvider, language, gender: voiceGender }
          needs.set(earRole(flow), plannedEars(settings, plan, language).map(accountOfEar))
          needs.set(voiceRole(flow), plannedVoices(settings, plan, voice).map(accountOfVoice))
        }
      }
      // The key of an account that is away may have been replaced or removed meanwhile.
      yield* circuits.forgetBut(own)
      return needs
    })
    const needs = yield* Effect.cachedWithTTL(readNeeds, "5 seconds")
    const speechAway = Effect.map(needs, (known) =>
      [...known].flatMap(([role, accounts]) => {
        const absence = absenceOfAll(accounts.map(circuits.absenceOf))
        return absence === undefined ? [] : [[role, absence] as const]
      })
    )

    const work = Effect.gen(function* () {
      while (true) {
        const away = new Map([...circuits.away(), ...(circuits.isAnyAway() ? yield* speechAway : [])])
        const state = [...away].join()
        if (state !== reported || performance.now() - reportedAt >= refreshMillis) {
          yield* absences.report(node, away)
          reported = state
          reportedAt = performance.now()
        }
        yield* Effect.sleep(lookMillis)
      }
    }).pipe(keepGoing("Could not report the providers that are away; retrying"))
    yield* Effect.forkScoped(work)
  })
)

// Interval between two looks at the circuits, ms.
const lookMillis = 250
// Interval between two reports of the same state, ms: a report counts for 30 s.
const refreshMillis = 10_000
