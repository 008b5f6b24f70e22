import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer, Schema } from "effect"
import { SecurityLog } from "../../accounts/SecurityLog.ts"
import { type CampaignNotFound, Campaigns } from "../../campaigns/Campaigns.ts"
import { isWithoutAnswer } from "../../domain/calls/Finding.ts"
import type { ReanalysisFilter } from "../../domain/calls/Reanalysis.ts"
import { nilUuid } from "../../domain/schema/uuid.ts"
import { transaction } from "../../platform/sql/transaction.ts"
import { Analyses } from "../outcomes/Analyses.ts"
import { AwaitedLabels } from "../outcomes/AwaitedLabels.ts"
import { CallNotFound } from "../views/CallRecords.ts"

/** The call cannot be analyzed again. */
export class NotAnalyzable extends Schema.TaggedError<NotAnalyzable>()("NotAnalyzable", { message: Schema.String }) {}

/** Has conversations analyzed again that got no label, on the request of an operator. */
export class Reanalyses extends Context.Service<
  Reanalyses,
  {
    /** Has the last conversation of a call analyzed soon. Refuses a call that has its label. */
    readonly one: (
      organizationId: number,
      callId: string,
      actor: string
    ) => Effect.Effect<void, CallNotFound | NotAnalyzable>
    /** Has all calls analyzed soon for which no model gave an answer; returns their number. */
    readonly all: (
      organizationId: number,
      filter: ReanalysisFilter,
      actor: string
    ) => Effect.Effect<number, CampaignNotFound>
  }
>()("carillon/calls/Reanalyses") {
  static readonly layer = Layer.effect(
    Reanalyses,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const analyses = yield* Analyses
      const awaited = yield* AwaitedLabels
      const campaigns = yield* Campaigns
      const log = yield* SecurityLog

      const find = Effect.fnUntraced(function* (organizationId: number, callId: string) {
        const [call] = yield* sql<FoundCall>`select a.id as attempt_id, c.campaign_id, c.status,
            coalesce(c.intent_source = 'auto', false) or exists (select from label_corrections k
              where k.organization_id = c.organization_id and k.call_id = c.id and k.attempt_no = c.attempts)
              as has_label,
            coalesce(a.outcome = 'CONNECTED' and a.answered_by is distinct from 'machine'
              and a.answered_by is distinct from 'fax' and t.heard and not t.opted_out, false) as has_conversation,
            t.transcript is not null as has_transcript
          from calls c
            left join attempts a on a.organization_id = c.organization_id and a.call_id = c.id
              and a.attempt_no = c.attempts
            left join talks t on t.organization_id = a.organization_id and t.attempt_id = a.id
          where c.organization_id = ${organizationId} and c.id = ${callId} for no key update of c`
        return call ?? (yield* new CallNotFound())
      })

      const queue = Effect.fnUntraced(function* (organizationId: number, callId: string) {
        const { attemptId, campaignId, ...call } = yield* find(organizationId, callId)
        const problem = problemOf(call)
        if (problem !== undefined || attemptId === null) return yield* new NotAnalyzable({ message: problem ?? "" })
        // An analysis without a label is replaced; one with a label has decided about the call.
        yield* analyses.reopen(organizationId, attemptId)
        yield* awaited.addNow(organizationId, attemptId)
        yield* campaigns.outdateExport(organizationId, campaignId)
      })

      const one = Effect.fn("Reanalyses.one")(
        function* (organizationId: number, callId: string, actor: string) {
          yield* queue(organizationId, callId)
          yield* log.append(organizationId, { actor, action: "call.analyze", target: callId, details: {} })
        },
        transaction(sql),
        Effect.catchTag("SqlError", Effect.die)
      )

      const unlabelled = (organizationId: number, { campaignId, since, until }: ReanalysisFilter, after: string) =>
        sql<{ id: string; awaits: boolean }>`select c.id, c.awaits_tag_until is not null as awaits
          from calls c where c.organization_id = ${organizationId} and c.id > ${after}
            and (${campaignId ?? null}::uuid is null or c.campaign_id = ${campaignId ?? null}::uuid)
            and (${since ?? null}::timestamptz is null or c.completed_at >= ${since ?? null})
            and (${until ?? null}::timestamptz is null or c.completed_at < ${until ?? null})
            and c.status = 'COMPLETED' and (c.intent_undetermined or c.awaits_tag_until is not null)
          order by c.id limit ${batchSize}`

      const all = Effect.fn("Reanalyses.all")(
        function* (organizationId: number, filter: ReanalysisFilter, actor: string) {
          if (filter.campaignId !== undefined) yield* campaigns.get(organizationId, filter.campaignId)
          let count = 0
          for (let after = nilUuid; ; ) {
            const calls = yield* unlabelled(organizationId, filter, after)
            const found = yield* analyses.of(
              organizationId,
              calls.map(({ id }) => id)
            )
            for (const { awaits, id } of calls) {
              if (!awaits && !isWithoutAnswer(found.get(id)?.undetermined ?? "")) continue
              count += yield* transaction(sql)(queue(organizationId, id)).pipe(
                Effect.as(1),
                Effect.catchTags({ CallNotFound: () => Effect.succeed(0), NotAnalyzable: () => Effect.succeed(0) })
              )
            }
            const last = calls.at(-1)
            if (last === undefined || calls.length < batchSize) break
            after = last.id
          }
          yield* log.append(organizationId, {
            actor,
            action: "call.analyze",
            target: filter.campaignId ?? "calls",
            details: { count, since: filter.since?.toISOString() ?? null, until: filter.until?.toISOString() ?? null }
          })
          return count
        },
        Effect.catchTag("SqlError", Effect.die)
      )

      return Reanalyses.of({ one, all })
    })
  )
}

interface FoundCall {
  readonly attemptId: string | null
  readonly campaignId: string
  readonly status: string
  readonly hasLabel: boolean
  readonly hasConversation: boolean
  readonly hasTranscript: boolean
}

const problemOf = ({
  hasConversation,
  hasLabel,
  hasTranscript,
  status
}: Omit<FoundCall, "attemptId" | "campaignId">) => {
  if (hasLabel) return "The call has its label: only a call without one is analyzed again"
  if (status !== "COMPLETED")
    return `The call is ${status}: only the conversation of a COMPLETED call is analyzed again`
  if (!hasConversation) return "The person said nothing in the last attempt of the call, so there is nothing to analyze"
  return hasTranscript ? undefined : "The transcript of the call is not stored any more"
}

/** Number of calls that are read at a time. */
const batchSize = 500
