import { PgClient } from "@effect/sql-pg"
import { Cause, Context, Deferred, Effect, Exit, Layer, Queue, type Schema } from "effect"
import { Analyses } from "../calls/outcomes/Analyses.ts"
import type { CallResults } from "../domain/calls/CallResult.ts"
import type { Commitment } from "../domain/calls/Commitment.ts"
import { identifierOf } from "../domain/contacts/contact-identifier.ts"
import { isDatabaseAway } from "../platform/sql/database-errors.ts"
import { type CallDelivery, reportedBy } from "./Deliveries.ts"
import { type CallState, deliveryDueForCall, deliveryDueForTag, type TagState } from "./due-deliveries.ts"
import { RecordingLinks } from "./links/RecordingLinks.ts"
import { TranscriptLinks } from "./links/TranscriptLinks.ts"

/** A call whose outcome may have to be delivered; `tag` is null for its last attempt. */
export interface CallToNotify {
  readonly organizationId: number
  readonly callId: string
  readonly tag: PublishedTag | null
}

/** The tag as its event published it; the call may have changed since. */
export interface PublishedTag extends TagState {
  readonly intentLabelId: string | null
}

/** The number of the correction by a person; 0 for a label of the service. */
const correctionOf = (tag: PublishedTag | null) => tag?.correction ?? 0

/** Builds the deliveries of calls for organizations that have enabled their webhook. */
export class CallOutcomes extends Context.Service<
  CallOutcomes,
  {
    readonly deliveriesOf: (calls: ReadonlyArray<CallToNotify>) => Effect.Effect<ReadonlyArray<CallDelivery>>
    /** Returns the delivery of a single call; concurrent requests are read in one query. */
    readonly deliveriesOfOne: (call: CallToNotify) => Effect.Effect<ReadonlyArray<CallDelivery>>
  }
>()("carillon/writeback/CallOutcomes") {
  static readonly layer = Layer.effect(
    CallOutcomes,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const links = yield* TranscriptLinks
      const recordingLinks = yield* RecordingLinks
      const analyses = yield* Analyses

      // Returns no row for organizations without an enabled webhook, for calls that ended before it
      // was enabled, or for erased people. Unchecked: decoding costs more than it protects on this
      // path.
      const read = (
        calls: ReadonlyArray<CallToNotify>
      ) => sql<CallRow>`select t.place - 1 as index, c.status, c.attempts,
          c.failure_reason, coalesce(c.awaits_tag_until > clock_timestamp(), false) as may_wait_for_label,
          c.status = 'QUEUED' and c.priority = 0 and c.reminder_for is null as waits_for_callback,
          c.status = 'QUEUED' and c.reminder_for is not null as waits_for_reminder,
          c.callback_scheduled_at as callback_at,
          exists (select 1 from deliveries d where d.organization_id = c.organization_id and d.call_id = c.id
            and ${sql.literal(reportedBy("d"))} = c.id and d.attempt_no = c.attempts and not d.is_end
            and d.body::json -> 'callback_time' is not null)
            as announced_callback,
          c.campaign_id, k.name as campaign_name, c.phone_number,
          p.metadata, o.identifier_key, l.name as label_name, c.intent_source,
          a.id is not null as has_attempt, a.attempt_no = c.attempts as is_last_attempt,
          w.send_results as sends_results, case when w.send_results then n.finding end as finding, a.id as attempt_id,
          case when w.send_results then (select s.machine ->> 'detail' from talks s
            where s.organization_id = a.organization_id and s.attempt_id = a.id) end as machine,
          n.attempt_id is not null as is_analyzed, nl.name as analyzed_label_name, pl.name as published_label_name,
          kl.name as corrected_label_name,
          coalesce(a.started_at, c.started_at, c.scheduled_at, c.created_at) as started_at,
          coalesce(a.duration_seconds, 0) as duration_seconds,
          case when w.share_transcript and exists (select 1 from talks s where s.organization_id = a.organization_id
            and s.attempt_id = a.id and s.transcript is not null and s.keeps_words) then a.id end as shared_attempt_id,
          w.share_recording as shares_recording, case when w.share_recording and exists (select 1 from recordings e
            where e.organization_id = a.organization_id and e.attempt_id = a.id and e.samples > 0) then a.id end
            as recorded_attempt_id
        from unnest(${calls.map(({ organizationId }) => organizationId)}::int[],
            ${calls.map(({ callId }) => callId)}::uuid[], ${calls.map(({ tag }) => tag?.attempt ?? 0)}::int[],
            ${calls.map(({ tag }) => tag?.intentLabelId ?? "")}::text[], ${calls.map(({ tag }) => correctionOf(tag))}::int[])
            with ordinality t (organization_id, call_id, attempt_no, label_id, correction_no, place)
          join write_back_configs w on w.organization_id = t.organization_id and w.webhook_enabled
          join calls c on c.organization_id = t.organization_id and c.id = t.call_id
          join campaigns k on k.organization_id = c.organization_id and k.id = c.campaign_id
          join organizations o on o.id = c.organization_id
          left join attempts a on a.organization_id = c.organization_id and a.call_id = c.id
            and a.attempt_no = coalesce(nullif(t.attempt_no, 0), c.attempts)
          left join contacts p on p.organization_id = c.organization_id and p.id = c.contact_id
          left join intent_labels l on l.organization_id = c.organization_id and l.id = c.intent_label_id
          left join analyses n on n.organization_id = a.organization_id and n.attempt_id = a.id
          left join intent_labels nl on nl.organization_id = c.organization_id and nl.campaign_id = c.campaign_id
            and nl.id = n.intent_label_id
          left join intent_labels pl on pl.organization_id = c.organization_id and pl.campaign_id = c.campaign_id
            and pl.id::text = t.label_id
          left join label_corrections r on r.organization_id = t.organization_id and r.call_id = t.call_id
            and r.correction_no = t.correction_no
          left join intent_labels kl on kl.organization_id = r.organization_id and kl.id = r.intent_label_id
        where (a.ended_at is null or a.ended_at >= w.enabled_since or c.failure_reason = 'Callback Fulfilled')
          and c.phone_number not like '%*%'`

      // Many organizations have no webhook, and Postgres plans the large statement above each time.
      const isAnyEnabled = Effect.fnUntraced(function* (calls: ReadonlyArray<CallToNotify>) {
        const ids = [...new Set(calls.map(({ organizationId }) => organizationId))]
        const enabled = yield* sql`select 1 from write_back_configs
          where webhook_enabled and organization_id = any(${ids}::int[]) limit 1`
        return enabled.length > 0
      })

      const deliveryOf = Effect.fnUntraced(function* ({ callId, organizationId, tag }: CallToNotify, row: CallRow) {
        const delivery = tag === null ? deliveryDueForCall(row) : deliveryDueForTag(tag)
        if (delivery === undefined) return []
        if (tag !== null && !row.hasAttempt) return []
        const correctionNo = correctionOf(tag)
        if (correctionNo > 0 && row.correctedLabelName === null) return []
        const { attempt: attemptNo, isEnd } = delivery
        const isCurrent = tag === null || row.isLastAttempt
        const callbackAt =
          delivery.callbackAt !== null && isCurrent ? (row.callbackAt ?? delivery.callbackAt) : delivery.callbackAt
        const attemptId = row.sharedAttemptId
        const transcriptUrl = attemptId === null ? null : yield* links.make({ organizationId, attemptId })
        const recorded = row.recordedAttemptId
        const recording = row.sharesRecording && {
          recordingUrl: recorded === null ? null : yield* recordingLinks.make({ organizationId, attemptId: recorded })
        }
        const label = tag === null ? row : labelOf(row, tag)
        const analyzed = row.sendsResults ? yield* analyzedOf(organizationId, row) : {}
        const body = webhookBody({ ...row, ...label, ...analyzed, ...recording, transcriptUrl, callbackAt })
        return [
          {
            organizationId,
            campaignId: row.campaignId,
            callId,
            attemptNo,
            isEnd,
            body,
            ...(correctionNo > 0 && { correctionNo })
          }
        ]
      })

      const analyzedOf = Effect.fnUntraced(function* (organizationId: number, { attemptId, finding }: CallRow) {
        if (attemptId === null || finding === null) return { results: {}, commitment: null }
        const { commitment = null, results = {} } = yield* analyses.open(organizationId, attemptId, finding)
        return { results, commitment }
      })

      const deliveriesOfEach = Effect.fnUntraced(function* (calls: ReadonlyArray<CallToNotify>) {
        const ofEach = calls.map((): ReadonlyArray<CallDelivery> => [])
        if (!(yield* isAnyEnabled(calls))) return ofEach
        for (const row of yield* read(calls)) {
          ofEach[Number(row.index)] = yield* deliveryOf(calls[Number(row.index)] as CallToNotify, row)
        }
        return ofEach
      }, Effect.orDie)

      const requests = yield* Queue.unbounded<PendingRequest>()
      // Another writer of the topics may name a call by anything, and a statement then fails for all: each is read alone.
      const answerAll = (batch: ReadonlyArray<PendingRequest>): Effect.Effect<void> =>
        Effect.flatMap(Effect.exit(deliveriesOfEach(batch.map(({ call }) => call))), (exit) =>
          Exit.isSuccess(exit) || batch.length === 1 || isDatabaseAway(Cause.squash(exit.cause))
            ? Effect.forEach(
                batch,
                ({ answer }, index) =>
                  Deferred.done(
                    answer,
                    Exit.map(exit, (ofEach) => ofEach[index] ?? [])
                  ),
                { discard: true }
              )
            : Effect.forEach(batch, (one) => answerAll([one]), { discard: true })
        )
      yield* Queue.takeBetween(requests, 1, maxBatch).pipe(Effect.flatMap(answerAll), Effect.forever, Effect.forkScoped)

      const deliveriesOfOne = Effect.fnUntraced(function* (call: CallToNotify) {
        const answer = yield* Deferred.make<ReadonlyArray<CallDelivery>>()
        yield* Queue.offer(requests, { call, answer })
        return yield* Deferred.await(answer)
      })

      const deliveriesOf = (calls: ReadonlyArray<CallToNotify>) =>
        Effect.map(deliveriesOfEach(calls), (ofEach) => ofEach.flat())

      return CallOutcomes.of({ deliveriesOf, deliveriesOfOne })
    })
  )
}

interface PendingRequest {
  readonly call: CallToNotify
  readonly answer: Deferred.Deferred<ReadonlyArray<CallDelivery>>
}

/** Maximum number of calls that one query reads. */
const maxBatch = 100

interface CallRow extends CallState, Omit<ReportedOutcome, "transcriptUrl"> {
  readonly index: string | number
  /** The attempt, when it has a transcript and the organization shares transcripts. */
  readonly sharedAttemptId: string | null
  readonly sharesRecording: boolean
  /** The attempt, when it has a recording and the organization shares recordings. */
  readonly recordedAttemptId: string | null
  readonly hasAttempt: boolean
  readonly attemptId: string | null
  /** Whether the organization receives the results of calls. */
  readonly sendsResults: boolean
  /** The sealed analysis of the attempt, when it has one and the organization receives results. */
  readonly finding: string | null
  readonly isLastAttempt: boolean | null
  /** Whether the conversation of the attempt was analyzed. */
  readonly isAnalyzed: boolean
  /** The label that the analysis found. */
  readonly analyzedLabelName: string | null
  /** The label that the event names, if the campaign has it. */
  readonly publishedLabelName: string | null
  /** The label of the correction that the event names, if there is such a correction. */
  readonly correctedLabelName: string | null
}

/**
 * Returns the label of a tagged attempt, from the rows where they have it. The event may come from Kafka, where another
 * writer of the topic could choose the label.
 */
const labelOf = (row: CallRow, tag: PublishedTag) => {
  if (correctionOf(tag) > 0) return { labelName: row.correctedLabelName, intentSource: null }
  if (row.isAnalyzed) {
    return { labelName: row.analyzedLabelName, intentSource: row.analyzedLabelName === null ? null : "auto" }
  }
  if (row.isLastAttempt && row.labelName !== null) return row
  // The call has continued after an attempt without a conversation.
  return { labelName: row.publishedLabelName, intentSource: row.publishedLabelName === null ? null : tag.intentSource }
}

/** The outcome of a call, as its organization receives it. */
interface ReportedOutcome {
  readonly campaignId: string
  readonly campaignName: string
  readonly phoneNumber: string
  /** Metadata of the contact; null when the contact was deleted. */
  readonly metadata: Schema.JsonObject | null
  readonly identifierKey: string | null
  readonly labelName: string | null
  readonly intentSource: string | null
  readonly startedAt: Date
  readonly durationSeconds: number
  readonly transcriptUrl: string | null
  /** Null when no callback was scheduled. */
  readonly callbackAt: Date | null
  /** Absent unless the organization switched them on. */
  readonly results?: CallResults
  readonly commitment?: Commitment | null
  /** How the attempt ended with a machine; null without one, and unless the organization receives results. */
  readonly machine: string | null
  /** Absent unless the organization switched it on; null without a recording. */
  readonly recordingUrl?: string | null
}

/** Returns the body of the webhook: exactly the fields that receivers rely on, and those that they switched on. */
const webhookBody = (outcome: ReportedOutcome): string => {
  const { identifier, type } = identifierOf(outcome.identifierKey, outcome)
  return JSON.stringify({
    contact_identifier: identifier,
    identifier_type: type,
    intent_label: outcome.labelName,
    intent_source: outcome.intentSource,
    intent_undetermined: outcome.labelName === null,
    call_timestamp: outcome.startedAt,
    campaign_id: outcome.campaignId,
    campaign_name: outcome.campaignName,
    call_duration_seconds: outcome.durationSeconds,
    transcript_url: outcome.transcriptUrl,
    ...(outcome.callbackAt !== null && { callback_time: outcome.callbackAt }),
    ...(outcome.results !== undefined && {
      results: outcome.results,
      commitment_data: outcome.commitment ?? null,
      machine: outcome.machine
    }),
    ...(outcome.recordingUrl !== undefined && { recording_url: outcome.recordingUrl })
  })
}
