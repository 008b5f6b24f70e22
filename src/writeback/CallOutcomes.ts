import { PgClient } from "@effect/sql-pg"
import { Context, Deferred, Effect, Exit, Layer, Queue } from "effect"
import type { CallDelivery } from "./Deliveries.ts"
import { type CallState, dueOfCall, dueOfTag, type TagState } from "./due-deliveries.ts"
import { bodyOfCall, type ReportedOutcome } from "./payload.ts"
import { TranscriptLinks } from "./TranscriptLinks.ts"

/** A call, and the attempt that is asked about; null for its last one. */
export interface CallToTell {
  readonly organizationId: number
  readonly callId: string
  readonly tag: Tag | null
}

/** As it was told, whatever became of the call since. */
export interface Tag extends TagState {
  readonly intentLabelName: string | null
}

/** What there is to tell of calls to organizations that want to be told. */
export class CallOutcomes extends Context.Service<
  CallOutcomes,
  {
    readonly due: (calls: ReadonlyArray<CallToTell>) => Effect.Effect<ReadonlyArray<CallDelivery>>
    /** The same of one; those that are asked for at a time are read at a time. */
    readonly dueOf: (call: CallToTell) => Effect.Effect<ReadonlyArray<CallDelivery>>
  }
>()("carillon/writeback/CallOutcomes") {
  static readonly layer = Layer.effect(
    CallOutcomes,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const links = yield* TranscriptLinks

      // Of those who do not want to be told, or not of what ended before, there is no row; nor of a person who was erased.
      const read = (calls: ReadonlyArray<CallToTell>) => sql<CallRow>`select t.place - 1 as index, c.status, c.attempts,
          c.failure_reason as "failureReason", c.status = 'QUEUED' and c.priority = 0 as "waitsForCallback",
          c.callback_scheduled_at as "callbackAt",
          exists (select 1 from deliveries d where d.organization_id = c.organization_id and d.call_id = c.id
            and d.attempt_no = c.attempts and not d.is_end and d.body::json -> 'callback_time' is not null)
            as "announcedCallback",
          c.campaign_id as "campaignId", k.name as "campaignName", c.phone_number as "phoneNumber",
          p.metadata, o.identifier_key as "identifierKey", l.name as "labelName", c.intent_source as "intentSource",
          coalesce(a.started_at, c.started_at, c.scheduled_at, c.created_at) as "startedAt",
          coalesce(a.duration_seconds, 0) as "durationSeconds",
          case when w.share_transcript and exists (select 1 from talks s where s.organization_id = a.organization_id
            and s.attempt_id = a.id and s.transcript is not null) then a.id end as "sharedAttemptId"
        from unnest(${calls.map(({ organizationId }) => organizationId)}::int[],
            ${calls.map(({ callId }) => callId)}::uuid[], ${calls.map(({ tag }) => tag?.attempt ?? 0)}::int[])
            with ordinality t (organization_id, call_id, attempt_no, place)
          join write_back_configs w on w.organization_id = t.organization_id and w.webhook_enabled
          join calls c on c.organization_id = t.organization_id and c.id = t.call_id
          join campaigns k on k.organization_id = c.organization_id and k.id = c.campaign_id
          join organizations o on o.id = c.organization_id
          left join attempts a on a.organization_id = c.organization_id and a.call_id = c.id
            and a.attempt_no = coalesce(nullif(t.attempt_no, 0), c.attempts)
          left join contacts p on p.organization_id = c.organization_id and p.id = c.contact_id
          left join intent_labels l on l.organization_id = c.organization_id and l.id = c.intent_label_id
        where (a.ended_at is null or a.ended_at >= w.enabled_since or c.failure_reason = 'Callback Fulfilled')
          and c.phone_number not like '%*%'`

      const deliveryOf = Effect.fnUntraced(function* ({ callId, organizationId, tag }: CallToTell, row: CallRow) {
        const found = tag === null ? dueOfCall(row) : dueOfTag(tag)
        if (found === undefined) return []
        const { attempt: attemptNo, callbackAt, isEnd } = found
        const attemptId = row.sharedAttemptId
        const transcriptUrl = attemptId === null ? null : yield* links.make({ organizationId, attemptId })
        const said = tag === null ? row : { labelName: tag.intentLabelName, intentSource: tag.intentSource }
        const body = bodyOfCall({ ...row, ...said, transcriptUrl, callbackAt })
        return [{ organizationId, campaignId: row.campaignId, callId, attemptNo, isEnd, body }]
      })

      const dueOfEach = Effect.fnUntraced(function* (calls: ReadonlyArray<CallToTell>) {
        const ofEach = calls.map((): ReadonlyArray<CallDelivery> => [])
        for (const row of yield* read(calls)) {
          ofEach[Number(row.index)] = yield* deliveryOf(calls[Number(row.index)] as CallToTell, row)
        }
        return ofEach
      }, Effect.orDie)

      const asked = yield* Queue.unbounded<Asked>()
      yield* Queue.takeBetween(asked, 1, mostAtOnce).pipe(
        Effect.flatMap((batch) =>
          Effect.flatMap(Effect.exit(dueOfEach(batch.map(({ call }) => call))), (exit) =>
            Effect.forEach(
              batch,
              ({ answer }, index) =>
                Deferred.done(
                  answer,
                  Exit.map(exit, (ofEach) => ofEach[index] ?? [])
                ),
              { discard: true }
            )
          )
        ),
        Effect.forever,
        Effect.forkScoped
      )

      const dueOf = Effect.fnUntraced(function* (call: CallToTell) {
        const answer = yield* Deferred.make<ReadonlyArray<CallDelivery>>()
        yield* Queue.offer(asked, { call, answer })
        return yield* Deferred.await(answer)
      })

      const due = (calls: ReadonlyArray<CallToTell>) => Effect.map(dueOfEach(calls), (ofEach) => ofEach.flat())

      return CallOutcomes.of({ due, dueOf })
    })
  )
}

interface Asked {
  readonly call: CallToTell
  readonly answer: Deferred.Deferred<ReadonlyArray<CallDelivery>>
}

const mostAtOnce = 100

interface CallRow extends CallState, Omit<ReportedOutcome, "transcriptUrl"> {
  readonly index: string | number
  /** Set where there is a transcript and the organization shares it. */
  readonly sharedAttemptId: string | null
}
