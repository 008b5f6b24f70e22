import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer } from "effect"
import { Consents } from "../../contacts/consents/Consents.ts"
import type { Decision } from "../../domain/calls/Call.ts"
import type { RecordedConsent } from "../../domain/contacts/Consent.ts"
import { nilUuid } from "../../domain/schema/uuid.ts"
import { Transcripts } from "../conversations/Transcripts.ts"
import { Decisions } from "../outcomes/Decisions.ts"

/** Evidence of one contact of a campaign: no quote of the conversation but its beginning. */
export interface AuditedCall {
  readonly id: string
  readonly contactId: string
  readonly contactName: string
  readonly phoneNumber: string
  readonly status: string
  readonly outcome: string | null
  readonly failureReason: string | null
  readonly suppression: string | null
  readonly suppressionReason: string | null
  readonly intentLabel: string | null
  readonly intentSource: string | null
  readonly attempts: ReadonlyArray<AuditedAttempt>
  /** The verdicts of the gates: why the contact was called when, or was not. */
  readonly decisions: ReadonlyArray<Decision>
  /** All recorded consents of the contact, withdrawn or not. */
  readonly consents: ReadonlyArray<RecordedConsent>
  readonly optOut: AuditedOptOut | null
}

interface AuditedAttempt {
  readonly id: string
  readonly callId: string
  readonly attemptNo: number
  readonly kind: string
  readonly callerId: string | null
  readonly flowVersion: number | null
  readonly startedAt: Date
  readonly answeredAt: Date | null
  readonly endedAt: Date | null
  readonly outcome: string | null
  readonly answeredBy: string | null
  readonly recordingConsent: string | null
  readonly identityConfirmedAt: Date | null
  readonly optedOut: boolean
  /** The result of a machine that answered, such as MESSAGE_LEFT; null: none did. */
  readonly machine: string | null
  /** The version of the rules of law by which the call was placed; null: the release kept none, or the person has called. */
  readonly lawVersion: string | null
  /** The first lines of the conversation as the line played them, with what was disclosed in them. */
  readonly firstLines: ReadonlyArray<FirstLine>
}

type FirstLine = Effect.Success<ReturnType<Transcripts["Service"]["firstLines"]>>[number]["lines"][number]

/** How a wish not to be called again took effect. */
interface AuditedOptOut {
  /** End of the attempt in which the person said it; null: it came in another way. */
  readonly saidUntil: Date | null
  /** When the number entered Do Not Contact; null: it is not there now. */
  readonly listedAt: Date | null
  readonly reason: string | null
  /** Time from the end of that attempt to the entry, s; an entry that was there before counts 0. */
  readonly secondsToEffect: number | null
  /** Calls that the organization placed to the number after the entry. */
  readonly callsAfter: number
}

/** Reads the calls of a campaign as evidence, page by page. */
export class AuditTrails extends Context.Service<
  AuditTrails,
  {
    /** The next calls of a campaign, in the order of their ids; empty when there are no more. */
    readonly after: (
      organizationId: number,
      campaignId: string,
      callId: string | undefined
    ) => Effect.Effect<ReadonlyArray<AuditedCall>>
  }
>()("carillon/calls/AuditTrails") {
  static readonly layer = Layer.effect(
    AuditTrails,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const consents = yield* Consents
      const decisions = yield* Decisions
      const transcripts = yield* Transcripts

      const after: AuditTrails["Service"]["after"] = Effect.fn("AuditTrails.after")(function* (
        organizationId,
        campaignId,
        callId = nilUuid
      ) {
        const calls =
          yield* sql<CallRow>`select c.id, c.contact_id, c.contact_name, c.phone_number, c.status, c.outcome,
            c.failure_reason, c.suppression, c.suppression_reason, l.name as intent_label, c.intent_source
          from (select * from calls where organization_id = ${organizationId} and campaign_id = ${campaignId}
              and id > ${callId} order by id limit ${pageSize}) c
            left join intent_labels l on l.organization_id = c.organization_id and l.campaign_id = c.campaign_id
              and l.id = c.intent_label_id
          order by c.id`
        const ids = calls.map(({ id }) => id)
        const numbers = calls.map(({ phoneNumber }) => phoneNumber)
        const [recorded, attempts, trails, lines, entries] = [
          yield* consents.of(organizationId, [...new Set(numbers)]),
          yield* attemptsOf(organizationId, ids),
          yield* decisions.ofAll(organizationId, ids),
          yield* transcripts.firstLines(organizationId, ids),
          yield* entriesOf(organizationId, ids)
        ]
        const linesOf = new Map(lines.map((one) => [one.attemptId, one.lines]))
        const attemptsByCall = Map.groupBy(attempts, (attempt) => attempt.callId)
        const consentsOf = Map.groupBy(recorded, (consent) => consent.phoneNumber)
        const entryOf = new Map(entries.map((entry) => [entry.phoneNumber, entry]))
        return calls.map((call) => {
          const own = (attemptsByCall.get(call.id) ?? []).map((attempt) => ({
            ...attempt,
            firstLines: linesOf.get(attempt.id) ?? []
          }))
          const entry = entryOf.get(call.phoneNumber)
          return {
            ...call,
            attempts: own,
            decisions: trails.get(call.id) ?? [],
            consents: consentsOf.get(call.phoneNumber) ?? [],
            optOut: optOutOf(own, entry)
          }
        })
      }, Effect.orDie)

      const attemptsOf = (organizationId: number, ids: ReadonlyArray<string>) =>
        sql<
          Omit<AuditedAttempt, "firstLines">
        >`select a.id, a.call_id, a.attempt_no, a.kind, a.caller_id, a.flow_version,
            a.started_at, a.answered_at, a.ended_at, a.outcome, a.answered_by, a.recording_consent,
            a.identity_confirmed_at, coalesce(t.opted_out, false) as opted_out,
            t.machine ->> 'detail' as machine, a.law_version
          from attempts a left join talks t on t.organization_id = a.organization_id and t.attempt_id = a.id
          where a.organization_id = ${organizationId} and a.call_id = any(${ids}::uuid[])
          order by a.call_id, a.attempt_no`

      const entriesOf = (organizationId: number, ids: ReadonlyArray<string>) =>
        sql<Entry>`select d.phone_number, d.reason, d.created_at as listed_at,
            (select count(*)::int from calls o
                join attempts a on a.organization_id = o.organization_id and a.call_id = o.id
              where o.organization_id = d.organization_id and o.phone_number = d.phone_number
                and a.kind = 'OUTBOUND' and a.started_at > d.created_at) as calls_after
          from do_not_contact d
          where d.organization_id = ${organizationId} and d.digest is null and d.phone_number in (select phone_number from calls
            where organization_id = ${organizationId} and id = any(${ids}::uuid[]))`

      return AuditTrails.of({ after })
    })
  )
}

type CallRow = Omit<AuditedCall, "attempts" | "consents" | "decisions" | "optOut">

interface Entry {
  readonly phoneNumber: string
  readonly reason: string
  readonly listedAt: Date
  readonly callsAfter: number
}

const optOutOf = (attempts: ReadonlyArray<AuditedAttempt>, entry: Entry | undefined): AuditedOptOut | null => {
  const said = attempts.find(({ optedOut }) => optedOut)
  if (said === undefined && entry === undefined) return null
  const saidUntil = said?.endedAt ?? null
  const listedAt = entry?.listedAt ?? null
  return {
    saidUntil,
    listedAt,
    reason: entry?.reason ?? null,
    secondsToEffect:
      saidUntil === null || listedAt === null ? null : Math.max(0, (listedAt.getTime() - saidUntil.getTime()) / 1_000),
    callsAfter: entry?.callsAfter ?? 0
  }
}

/** Number of calls of a page. */
const pageSize = 500
