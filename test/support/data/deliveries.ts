import { PgClient } from "@effect/sql-pg"
import { Effect } from "effect"
import { maskPhoneNumber } from "../../../src/domain/calendar/phone-number.ts"
import type { WriteBackChanges } from "../../../src/domain/delivery/WriteBack.ts"
import type { DomainEvent } from "../../../src/events/schemas/topics.ts"
import { newId } from "../../../src/platform/ids.ts"
import { Deliveries, type DeliveryAttempt, firstCursor } from "../../../src/writeback/Deliveries.ts"
import { Sender } from "../../../src/writeback/Sender.ts"
import { WriteBackConfigs } from "../../../src/writeback/WriteBackConfigs.ts"
import { rowsOf } from "./calls.ts"
import { newOrganization } from "./organizations.ts"

/** Sends all due deliveries, records the results and returns their number. */
export const sendDue = Effect.gen(function* () {
  const deliveries = yield* Deliveries
  const sender = yield* Sender
  const { claimed } = yield* deliveries.claim(1000, firstCursor)
  const attempted: Array<DeliveryAttempt> = []
  yield* sender.attempt(claimed, (one) => Effect.sync(() => attempted.push(one)))
  yield* deliveries.settle(attempted)
  return attempted.length
})

/** Reads and writes rows directly, without the services. */
export const rows = Effect.map(Effect.context<PgClient.PgClient>(), (context) =>
  rowsOf({ run: Effect.runPromiseWith(context) as never })
)

/** Creates an organization with a webhook at this address, and a campaign. */
export const organizationWithWebhook = Effect.fnUntraced(function* (
  webhookUrl: string,
  settings: WriteBackChanges = {}
) {
  const organizationId = yield* newOrganization
  const configs = yield* WriteBackConfigs
  yield* configs.put(organizationId, { webhookEnabled: true, webhookUrl, ...settings }, "test")
  const { campaign } = yield* rows
  return { organizationId, campaignId: yield* Effect.promise(() => campaign(organizationId)) }
})

/** Creates a labelled call with a conversation of 42 s that has just ended. */
export const taggedCall = Effect.fnUntraced(function* (
  { campaignId, organizationId }: { readonly campaignId: string; readonly organizationId: number },
  fields: Readonly<Record<string, unknown>> = {}
) {
  const { call, label, query } = yield* rows
  const startedAt = new Date(Date.now() - 60_000)
  return yield* Effect.promise(async () => {
    const labelId = await label(organizationId, campaignId, { name: "Interested" })
    const callId = await call(organizationId, campaignId, { status: "IN_PROGRESS", attempts: 1, started_at: startedAt })
    const attempt = {
      ...{ organization_id: organizationId, id: newId(), campaign_id: campaignId, call_id: callId, attempt_no: 1 },
      ...{ phone_number: callId, account: "", epoch: 1, reserved_minutes: 1, first_of_day: true },
      ...{ started_at: startedAt, lease_expires_at: startedAt, outcome: "CONNECTED", duration_seconds: 42 }
    }
    await query((sql) => sql`insert into attempts ${sql.insert({ ...attempt, ended_at: new Date(Date.now() + 1000) })}`)
    const tagged = { status: "COMPLETED", intent_label_id: labelId, intent_source: "auto", duration: 42, ...fields }
    await query((sql) => sql`update calls set ${sql.update(tagged)} where id = ${callId}`)
    const [row] = await query(
      (sql) => sql<{ contactId: string; phoneNumber: string }>`select contact_id as "contactId",
        phone_number as "phoneNumber" from calls where id = ${callId}`
    )
    const { contactId, phoneNumber } = row as { contactId: string; phoneNumber: string }
    return { organizationId, campaignId, callId, contactId, phoneNumber, labelId, startedAt }
  })
})

/** Returns the event of that label. */
export const taggedEvent = (
  call: Effect.Success<ReturnType<typeof taggedCall>>,
  fields: Partial<Extract<DomainEvent, { topic: "call-tagged.v1" }>["data"]> = {}
): DomainEvent => ({
  topic: "call-tagged.v1",
  data: {
    organizationId: call.organizationId,
    campaignId: call.campaignId,
    callId: call.callId,
    contactId: call.contactId,
    phoneNumber: maskPhoneNumber(call.phoneNumber),
    attempt: 1,
    intentLabelId: call.labelId,
    intentLabelName: "Interested",
    isPositive: true,
    intentSource: "auto",
    intentUndetermined: false,
    journeyAction: "MARK_COMPLETED",
    status: "COMPLETED",
    nextAttemptAt: null,
    ...fields
  }
})

/** Returns the deliveries of an organization, oldest first. */
export const deliveriesOf = (organizationId: number) =>
  PgClient.PgClient.use(
    (sql) => sql<{
      id: string
      kind: string
      callId: string | null
      attemptNo: number | null
      isEnd: boolean
      status: string
      attempts: number
      lastError: string | null
      dueIn: number | null
      body: string
    }>`select id, kind, call_id as "callId", attempt_no as "attemptNo", is_end as "isEnd", status, attempts,
        last_error as "lastError", extract(epoch from next_attempt_at - clock_timestamp())::float8 as "dueIn", body
      from deliveries where organization_id = ${organizationId} order by id`
  )

/** Moves all waiting deliveries forward, as if this much time had passed. */
export const letTimePass = (seconds: number) =>
  PgClient.PgClient.use(
    (sql) => sql`update deliveries set next_attempt_at = next_attempt_at - ${seconds} * interval '1 second'
      where next_attempt_at is not null`
  )
