import { Effect, Layer, Logger } from "effect"
import { Organizations } from "../../../src/accounts/Organizations.ts"
import { SecurityLog } from "../../../src/accounts/SecurityLog.ts"
import { Usage } from "../../../src/accounts/Usage.ts"
import { Attempts } from "../../../src/calls/attempts/Attempts.ts"
import { Settlement } from "../../../src/calls/attempts/Settlement.ts"
import { Transcripts } from "../../../src/calls/conversations/Transcripts.ts"
import { ContactRemoval } from "../../../src/calls/erasure/ContactRemoval.ts"
import { Analyses } from "../../../src/calls/outcomes/Analyses.ts"
import { Decisions } from "../../../src/calls/outcomes/Decisions.ts"
import { Tagging } from "../../../src/calls/outcomes/Tagging.ts"
import { BestTimes } from "../../../src/calls/queue/BestTimes.ts"
import { CallQueue } from "../../../src/calls/queue/CallQueue.ts"
import { NextAttempts } from "../../../src/calls/queue/NextAttempts.ts"
import { NumberSuppression } from "../../../src/calls/queue/NumberSuppression.ts"
import { CallMoves } from "../../../src/calls/review/CallMoves.ts"
import { ReviewQueue } from "../../../src/calls/review/ReviewQueue.ts"
import { CallRecords } from "../../../src/calls/views/CallRecords.ts"
import { CampaignStates } from "../../../src/campaigns/CampaignStates.ts"
import { Campaigns } from "../../../src/campaigns/Campaigns.ts"
import { Flows } from "../../../src/campaigns/Flows.ts"
import { IntentLabels } from "../../../src/campaigns/IntentLabels.ts"
import { JourneyRules } from "../../../src/campaigns/JourneyRules.ts"
import { Carrier } from "../../../src/carriers/Carrier.ts"
import { Audiences } from "../../../src/contacts/Audiences.ts"
import { Contacts } from "../../../src/contacts/Contacts.ts"
import { DoNotContact } from "../../../src/contacts/DoNotContact.ts"
import { FrequencyCaps } from "../../../src/contacts/FrequencyCaps.ts"
import { PhoneLedger } from "../../../src/contacts/PhoneLedger.ts"
import { AccountPace } from "../../../src/dialer/AccountPace.ts"
import { AttemptEnds } from "../../../src/dialer/AttemptEnds.ts"
import { CampaignActors } from "../../../src/dialer/CampaignActor.ts"
import { CampaignControl } from "../../../src/dialer/CampaignControl.ts"
import { Claims } from "../../../src/dialer/Claims.ts"
import { Pace } from "../../../src/dialer/Pace.ts"
import { Readiness } from "../../../src/dialer/Readiness.ts"
import { Outbox } from "../../../src/events/outbox/Outbox.ts"
import { Signals } from "../../../src/events/Signals.ts"
import { AppConfig, readSettings } from "../../../src/platform/config.ts"
import { Secrets } from "../../../src/platform/secrets/Secrets.ts"
import * as Sql from "../../../src/platform/sql/Sql.ts"
import { makeDatabase } from "./test-database.ts"

/**
 * All that dialing consists of, with a carrier of the test's own, on an empty database or the one of the settings. Nothing
 * runs by itself.
 */
export const dialingServices = (carrier: Carrier["Service"], given?: Readonly<Record<string, string>>) => {
  const database = Effect.acquireRelease(Effect.promise(makeDatabase), ({ remove }) => Effect.promise(remove))
  const settings = Layer.effect(
    AppConfig,
    given === undefined ? Effect.flatMap(database, ({ settings }) => readSettings(settings)) : readSettings(given)
  )
  const sql = Layer.mergeAll(Sql.layer, Sql.SqlSession.layer)
  const events = Outbox.layer.pipe(Layer.provideMerge(Signals.layer))
  const accounts = Organizations.layer.pipe(Layer.provideMerge(Layer.mergeAll(SecurityLog.layer, Usage.layer)))
  const contacts = Layer.mergeAll(
    Contacts.layer,
    Audiences.layer,
    DoNotContact.layer,
    FrequencyCaps.layer,
    PhoneLedger.layer
  )
  const campaigns = Layer.mergeAll(IntentLabels.layer, JourneyRules.layer, CampaignStates.layer).pipe(
    Layer.provideMerge(Campaigns.layer),
    Layer.provideMerge(Flows.layer)
  )
  const calls = Layer.mergeAll(
    ContactRemoval.layer,
    Attempts.layer,
    Tagging.layer,
    ReviewQueue.layer,
    CallMoves.layer.pipe(Layer.provideMerge(CallRecords.layer), Layer.provideMerge(Decisions.layer))
  ).pipe(
    Layer.provideMerge(Transcripts.layer),
    Layer.provideMerge(Settlement.layer),
    Layer.provideMerge(Layer.mergeAll(NextAttempts.layer, Analyses.layer, CallQueue.layer, NumberSuppression.layer)),
    Layer.provideMerge(BestTimes.layer)
  )
  const nobody = Layer.succeed(CampaignActors, { wake: () => Effect.void })
  const dialer = Layer.mergeAll(CampaignControl.layer, Claims.layer, AttemptEnds.layer).pipe(
    Layer.provide(Layer.mergeAll(Readiness.layer, nobody)),
    Layer.provideMerge(Pace.layer),
    Layer.provide(AccountPace.layer)
  )
  return dialer.pipe(
    Layer.provideMerge(calls),
    Layer.provideMerge(Layer.succeed(Carrier, carrier)),
    Layer.provideMerge(campaigns),
    Layer.provideMerge(contacts),
    Layer.provideMerge(accounts),
    Layer.provideMerge(events),
    Layer.provide(Secrets.layer),
    Layer.provideMerge(sql),
    Layer.provideMerge(settings),
    Layer.provideMerge(Logger.layer([]))
  )
}

/** An organization with what a campaign needs. */
export const organizationToCall = Effect.gen(function* () {
  const { create } = yield* Organizations
  const { id } = yield* create({
    name: "Acme",
    timezone: "Asia/Kolkata",
    minutesQuota: 1000,
    callingWindow: null,
    complianceProfile: null,
    identifierKey: null,
    retentionDays: null
  })
  const flows = yield* Flows
  const flow = yield* flows.create(id, {
    name: "Reminder",
    systemInstruction: "Remind.",
    initialPrompt: "Hello.",
    type: "HYBRID",
    language: "en-US",
    voiceGender: "FEMALE",
    ttsProvider: "CLOUD_TTS",
    llmProvider: "HOSTED_API",
    allowInterrupts: true,
    knowledgeBaseId: null,
    variables: []
  })
  const audiences = yield* Audiences
  return { organizationId: id, flow, audience: yield* audiences.create(id, { name: "All" }) }
})
