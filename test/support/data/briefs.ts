import { ManagedRuntime } from "effect"
import { Organizations } from "../../../src/accounts/Organizations.ts"
import { Flows } from "../../../src/campaigns/Flows.ts"
import { Contacts } from "../../../src/contacts/Contacts.ts"
import type { NewOrganization } from "../../../src/domain/accounts/Organization.ts"
import type { NewContact } from "../../../src/domain/contacts/Contact.ts"
import type { NewFlow } from "../../../src/domain/flows/Flow.ts"
import { newId } from "../../../src/platform/ids.ts"
import { makeDatabase } from "../servers/test-database.ts"
import { briefServicesOn } from "../services/briefs.ts"
import { rowsOf } from "./calls.ts"
import { acme, reminder } from "./organizations.ts"
import { newPhoneNumber } from "./phone-numbers.ts"

/** Rows that a brief is read from, on an empty database of their own. No dialer or worker runs. */
export const briefServices = async () => {
  const { remove, settings } = await makeDatabase()
  const runtime = ManagedRuntime.make(briefServicesOn(settings))
  const run = runtime.runPromise
  const rows = rowsOf({ run: run as Parameters<typeof rowsOf>[0]["run"] })

  const organization = async (fields: Partial<NewOrganization> = {}) =>
    (await run(Organizations.use(({ create }) => create({ ...acme, ...fields })))).id

  const flow = async (organizationId: number, fields: Partial<NewFlow> = {}) =>
    (await run(Flows.use(({ create }) => create(organizationId, { ...reminder, language: "en-IN", ...fields })))).id

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
