import { randomUUID } from "node:crypto"
import type { PgClient } from "@effect/sql-pg"
import { Effect, Layer, ManagedRuntime } from "effect"
import type { Statement } from "effect/sql"
import type { LiveAttempt } from "../../../src/calls/attempts/Attempts.ts"
import { type TranscriptRecord, Transcripts } from "../../../src/calls/conversations/Transcripts.ts"
import { Campaigns } from "../../../src/campaigns/Campaigns.ts"
import { type CallEnd, type CarrierCall, NoClearAnswer } from "../../../src/carriers/Carrier.ts"
import { Contacts } from "../../../src/contacts/Contacts.ts"
import { encodeContacts } from "../../../src/contacts/encoded-contacts.ts"
import { Dispatch } from "../../../src/dialer/Dispatch.ts"
import type { Campaign } from "../../../src/domain/campaigns/Campaign.ts"
import type { TopicName } from "../../../src/events/schemas/topics.ts"
import { newId } from "../../../src/platform/ids.ts"
import { dialingServices } from "../services/dialing.ts"
import { stillCarrier, stillNode } from "../services/still-carrier.ts"
import { rowsOf } from "./calls.ts"
import { organizationReadyToCall } from "./organizations.ts"
import { newPhoneNumber } from "./phone-numbers.ts"

/** A live call whose media stream is open. */
export interface OpenCall {
  readonly organizationId: number
  readonly campaignId: string
  readonly callId: string
  /** Id of the attempt. */
  readonly id: string
  readonly callSid: string
  readonly contactId: string
  readonly phoneNumber: string
}

/** States of calls at the carrier. The carrier cannot answer for other calls. */
const known = new Map<string, CarrierCall | "NOT_PLACED">()

const carrier = stillCarrier({
  originate: () => Effect.die("No call may be placed"),
  lookUp: ({ attemptId }) =>
    Effect.suspend(() => {
      const found = known.get(attemptId)
      return found === undefined ? Effect.fail(new NoClearAnswer({ reason: "a test" })) : Effect.succeed(found)
    }),
  hangUp: () => Effect.void
})

/** Makes live calls and ends them, without a line and media, on a new database or that of the settings. */
export const startLiveCalls = (settings?: Readonly<Record<string, string>>) => {
  const runtime = ManagedRuntime.make(servicesOn(settings))
  const run: Run = (effect) => runtime.runPromise(effect)
  return { ...liveCallsOn(run), stop: runtime.dispose }
}

const servicesOn = (settings?: Readonly<Record<string, string>>) =>
  Dispatch.layer.pipe(Layer.provide(stillNode), Layer.provideMerge(dialingServices(carrier, settings)))

type Run = <A, E>(effect: Effect.Effect<A, E, Layer.Success<ReturnType<typeof servicesOn>>>) => Promise<A>

/** The same with the services of a server, which may be running. */
export const liveCallsOn = (run: Run) => {
  const rows = rowsOf({ run } as Parameters<typeof rowsOf>[0])

  const organization = async () => {
    const { audience, flow, organizationId } = await run(organizationReadyToCall)

    /** Creates a campaign with this status. */
    const campaign = async (status: Campaign["status"] = "IN_PROGRESS"): Promise<string> => {
      const { id } = await run(
        Campaigns.use(({ create }) =>
          create(organizationId, {
            name: "Spring",
            useCaseType: "CUSTOM",
            flowId: flow.id,
            audienceId: audience.id,
            callsPerMinute: 60,
            maxConcurrentCalls: 10,
            callTimeoutMinutes: 5,
            maxRetries: 3,
            retryDelayMinutes: 60,
            retryDelaysMinutes: [],
            retryWithinWindow: false,
            bestTimeOptimization: false,
            endAt: null,
            scheduledAt: null,
            timezone: null
          })
        )
      )
      if (status !== "DRAFT") await rows.query((sql) => sql`update campaigns set status = ${status} where id = ${id}`)
      return id
    }

    const contact = async (phoneNumber = newPhoneNumber()): Promise<{ id: string; phoneNumber: string }> => {
      const upserted = await run(
        Contacts.use(({ upsert }) => upsert(organizationId, encodeContacts([{ name: "Asha", phoneNumber }])))
      )
      return { id: upserted.contactIds[0] as string, phoneNumber }
    }

    /** Inserts a waiting call of a campaign. */
    const waiting = ({ id, phoneNumber }: { id: string; phoneNumber: string }, campaignId: string) =>
      rows.call(organizationId, campaignId, { contact_id: id, phone_number: phoneNumber })

    /** Inserts a live call. */
    const liveCall = async (
      campaignId: string,
      { isOpen = true, to }: { isOpen?: boolean; to?: { id: string; phoneNumber: string } } = {}
    ): Promise<OpenCall> => {
      const { id: contactId, phoneNumber } = to ?? (await contact())
      const fields = { contact_id: contactId, phone_number: phoneNumber }
      const callId = await rows.call(organizationId, campaignId, fields)
      return begin({ organizationId, campaignId, callId, contactId, phoneNumber }, { isOpen })
    }

    return { id: organizationId, campaign, contact, waiting, liveCall }
  }

  /** Starts the next attempt of a call. */
  const begin = async (call: Omit<OpenCall, "id" | "callSid">, { isOpen = true } = {}): Promise<OpenCall> => {
    const id = newId()
    const callSid = `CA${randomUUID().replaceAll("-", "")}`
    const { callId, campaignId, organizationId, phoneNumber } = call
    await rows.query(
      (sql) => sql`with begun as (
          update calls set status = 'IN_PROGRESS', attempts = attempts + 1, next_attempt_at = null, outcome = null,
            failure_reason = null, call_sid = ${callSid}, started_at = clock_timestamp(),
            extra_attempts = extra_attempts + case when reminder_for is null then 0 else 1 end
          where id = ${callId} returning attempts, reminder_for
        )
        insert into attempts (organization_id, id, campaign_id, call_id, attempt_no, phone_number, account, epoch,
          reserved_minutes, first_of_day, started_at, lease_expires_at, call_sid, reminder_for, stream_opened_at)
        select ${organizationId}::int, ${id}::uuid, ${campaignId}::uuid, ${callId}::uuid, attempts, ${phoneNumber},
          'a test', 0, 0, false, clock_timestamp(), clock_timestamp() + interval '10 minutes', ${callSid}, reminder_for,
          case when ${isOpen} then clock_timestamp() end from begun`
    )
    return { ...call, id, callSid }
  }

  const record = (fields: Partial<TranscriptRecord> = {}): TranscriptRecord => ({
    transcript: [],
    turns: [],
    heard: false,
    optedOut: false,
    failed: false,
    ...fields
  })

  const conversations = {
    noteHeard: (openCall: OpenCall) => run(Transcripts.use(({ noteHeard }) => noteHeard(openCall))),
    noteOptOut: (openCall: OpenCall) => run(Transcripts.use(({ noteOptOut }) => noteOptOut(openCall))),
    end: (openCall: OpenCall, fields: Partial<TranscriptRecord> = {}) =>
      run(Transcripts.use(({ end }) => end(openCall, record(fields)))),
    of: (organizationId: number, callId: string) => run(Transcripts.use(({ of }) => of(organizationId, callId)))
  }

  const connected = (durationSeconds = 30): CallEnd => ({ outcome: "CONNECTED", durationSeconds, answeredBy: null })

  /** Reports the end of a call, as the carrier does. */
  const reportEnd = ({ callSid, id }: OpenCall, end: CallEnd) =>
    run(Dispatch.use(({ handle }) => handle({ ...end, kind: "ended", attemptId: id, callSid })))

  /** Looks up a call at the carrier, for an attempt that was live a moment ago. */
  const lookUp = (
    { callSid, id, phoneNumber }: OpenCall,
    found: CallEnd | "NOT_PLACED" | undefined,
    leaseMillis = 1e6
  ) => {
    const isEnd = typeof found === "object"
    if (isEnd) known.set(id, { callSid, state: "ended", event: { ...found, kind: "ended", attemptId: id, callSid } })
    else if (found !== undefined) known.set(id, found)
    const asked = {
      id,
      phoneNumber,
      callerId: null,
      account: "a test",
      startedAt: new Date(),
      ageMillis: 61_000,
      leaseMillis
    }
    const attempt: LiveAttempt = { ...asked, callSid: found === "NOT_PLACED" ? null : callSid }
    return run(Dispatch.use((dispatch) => dispatch.lookUp(attempt)))
  }

  const one = async <A extends object>(statement: (sql: PgClient.PgClient) => Statement.Statement<A>): Promise<A> => {
    const [row] = await rows.query(statement)
    if (row === undefined) throw new Error("The query returned no row")
    return row
  }

  const callOf = ({ callId }: Pick<OpenCall, "callId">) =>
    one(
      (
        sql
      ) => sql<CallState>`select c.status, c.attempts, c.outcome, c.failure_reason as "failureReason", c.suppression,
          c.suppression_reason as "suppressionReason", l.name as label, c.intent_source as source,
          c.intent_undetermined as undetermined, c.journey_action as "journeyAction", c.connected, c.duration,
          c.next_attempt_at is not null as waits, c.awaits_tag_until > clock_timestamp() as "awaitsTag",
          c.next_attempt_at as next, c.callback_scheduled_at as "callbackAt", c.callback_adjusted as "isAdjusted",
          c.flagged_for_review as flagged, c.in_review_since is not null as "inReview"
        from calls c left join intent_labels l on l.id = c.intent_label_id where c.id = ${callId}`
    )

  const attemptOf = ({ id }: OpenCall) =>
    one(
      (sql) => sql<{ outcome: string | null; seconds: number }>`select outcome, duration_seconds as seconds
        from attempts where id = ${id}`
    )

  /** Returns the entries of a number on Do Not Contact. */
  const entriesOf = ({ organizationId, phoneNumber }: Pick<OpenCall, "organizationId" | "phoneNumber">) =>
    rows.query(
      (sql) => sql<{ reason: string; label: string; campaign: string }>`select reason, intent_label as label,
        source_campaign_name as campaign from do_not_contact
        where organization_id = ${organizationId} and phone_number = ${phoneNumber}`
    )

  /** Returns all events of a call, in order. */
  const eventsOf = async ({ callId }: Pick<OpenCall, "callId">): Promise<ReadonlyArray<any>> => {
    const events = await rows.query(
      (sql) => sql<{ topic: TopicName; value: string }>`select topic, convert_from(value, 'UTF8') as value from outbox
        where convert_from(value, 'UTF8')::json ->> 'callId' = ${callId} order by seq`
    )
    return events.map(({ topic, value }) => ({ topic, ...JSON.parse(value) }))
  }

  return {
    ...rows,
    run,
    organization,
    begin,
    conversations,
    connected,
    reportEnd,
    lookUp,
    callOf,
    attemptOf,
    entriesOf,
    eventsOf
  }
}

export interface CallState {
  readonly status: string
  readonly attempts: number
  readonly outcome: string | null
  readonly failureReason: string | null
  readonly suppression: string | null
  readonly suppressionReason: string | null
  readonly label: string | null
  readonly source: string | null
  readonly undetermined: boolean
  readonly journeyAction: string | null
  readonly connected: boolean
  readonly duration: number
  readonly waits: boolean
  readonly awaitsTag: boolean | null
  readonly next: Date | null
  readonly callbackAt: Date | null
  readonly isAdjusted: boolean
  readonly flagged: boolean
  readonly inReview: boolean
}

/** Expected state of a call in which the person asked not to be called again. */
export const suppressedAs = (label: string | null = "Do Not Call") => ({
  status: "SUPPRESSED",
  suppression: "ORGANIZATION",
  suppressionReason: label ?? "Do Not Contact",
  failureReason: null,
  label,
  source: "auto",
  undetermined: label === null,
  journeyAction: "SUPPRESS_ORG_WIDE",
  waits: false,
  awaitsTag: null
})
