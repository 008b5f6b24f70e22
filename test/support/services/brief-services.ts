import { Layer, Logger, ManagedRuntime } from "effect"
import { Organizations } from "../../../src/accounts/Organizations.ts"
import { SecurityLog } from "../../../src/accounts/SecurityLog.ts"
import { Usage } from "../../../src/accounts/Usage.ts"
import { Attempts } from "../../../src/calls/attempts/Attempts.ts"
import { BestTimes } from "../../../src/calls/queue/BestTimes.ts"
import { ContactHistories } from "../../../src/calls/views/ContactHistories.ts"
import { Campaigns } from "../../../src/campaigns/Campaigns.ts"
import { Flows } from "../../../src/campaigns/Flows.ts"
import { Audiences } from "../../../src/contacts/Audiences.ts"
import { Contacts } from "../../../src/contacts/Contacts.ts"
import { DoNotContact } from "../../../src/contacts/DoNotContact.ts"
import { PhoneLedger } from "../../../src/contacts/PhoneLedger.ts"
import type { NewOrganization } from "../../../src/domain/accounts/Organization.ts"
import type { NewFlow } from "../../../src/domain/campaigns/Flow.ts"
import type { NewContact } from "../../../src/domain/contacts/Contact.ts"
import { Signals } from "../../../src/events/Signals.ts"
import { Briefs } from "../../../src/media/brief/Briefs.ts"
import { AppConfig, readSettings } from "../../../src/platform/config.ts"
import { newId } from "../../../src/platform/ids.ts"
import { Secrets } from "../../../src/platform/secrets/Secrets.ts"
import * as Sql from "../../../src/platform/sql/Sql.ts"
import { rowsOf } from "../data/calls.ts"
import { newPhoneNumber } from "../data/phone-numbers.ts"
import { makeDatabase } from "./test-database.ts"

/** All that a brief is read from, on an empty database of its own. Nothing runs by itself. */
export const briefServices = async () => {
  const { remove, settings } = await makeDatabase()
  const services = Briefs.layer.pipe(
    Layer.provideMerge(ContactHistories.layer),
    Layer.provideMerge(Layer.mergeAll(Attempts.layer, Campaigns.layer, BestTimes.layer)),
    Layer.provideMerge(
      Layer.mergeAll(Flows.layer, Contacts.layer, Audiences.layer, DoNotContact.layer, PhoneLedger.layer)
    ),
    Layer.provideMerge(Organizations.layer),
    Layer.provideMerge(Layer.mergeAll(SecurityLog.layer, Usage.layer, Secrets.layer, Signals.layer)),
    Layer.provideMerge(Layer.mergeAll(Sql.layer, Sql.SqlSession.layer)),
    Layer.provideMerge(Layer.effect(AppConfig, readSettings(settings))),
    Layer.provideMerge(Logger.layer([]))
  )
  const runtime = ManagedRuntime.make(services)
  const run = runtime.runPromise
  const rows = rowsOf({ run: run as Parameters<typeof rowsOf>[0]["run"] })

  const organization = async (fields: Partial<NewOrganization> = {}) =>
    (
      await run(
        Organizations.use(({ create }) =>
          create({
            name: "Acme",
            timezone: "UTC",
            minutesQuota: 1_000,
            callingWindow: null,
            complianceProfile: null,
            identifierKey: null,
            retentionDays: null,
            ...fields
          })
        )
      )
    ).id

  const flow = async (organizationId: number, fields: Partial<NewFlow> = {}) =>
    (
      await run(
        Flows.use(({ create }) =>
          create(organizationId, {
            name: "Reminder",
            systemInstruction: "Remind politely.",
            initialPrompt: "Hello.",
            type: "HYBRID",
            language: "en-IN",
            voiceGender: "FEMALE",
            ttsProvider: "CLOUD_TTS",
            llmProvider: "HOSTED_API",
            allowInterrupts: true,
            knowledgeBaseId: null,
            variables: [],
            ...fields
          })
        )
      )
    ).id

  const contact = (organizationId: number, fields: Partial<NewContact> = {}) =>
    run(
      Contacts.use(({ create }) => create(organizationId, { name: "Asha", phoneNumber: newPhoneNumber(), ...fields }))
    )

  /** An attempt of a call, live unless the fields end it. */
  const attempt = async (
    call: { readonly organizationId: number; readonly campaignId: string; readonly callId: string },
    fields: Readonly<Record<string, unknown>> = {}
  ) => {
    const id = newId()
    const row = {
      organization_id: call.organizationId,
      id,
      campaign_id: call.campaignId,
      call_id: call.callId,
      attempt_no: 1,
      phone_number: newPhoneNumber(),
      account: "a",
      epoch: 1,
      reserved_minutes: 5,
      first_of_day: true,
      started_at: new Date(),
      lease_expires_at: new Date(),
      ...fields
    }
    await rows.query((sql) => sql`insert into attempts ${sql.insert(row)}`)
    return { id, account: "a", callSid: null, ...call }
  }

  const stop = async () => {
    await runtime.dispose()
    await remove()
  }

  return { run, rows, organization, flow, contact, attempt, stop }
}
