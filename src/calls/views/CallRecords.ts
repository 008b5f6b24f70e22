import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer, Schema } from "effect"
import { CampaignNotFound } from "../../campaigns/Campaigns.ts"
import type { AttemptLogEntry, CallRecord, ExplainedCall } from "../../domain/calls/Call.ts"
import type { Listed, Page } from "../../domain/schema/page.ts"
import { makePageStarts, type PlaceOfPage, pageByKey } from "../../platform/sql/page-starts.ts"
import { ToolCalls } from "../conversations/ToolCalls.ts"
import { Transcripts } from "../conversations/Transcripts.ts"
import { TransferTries } from "../conversations/TransferTries.ts"
import { CallCosts } from "../costs/CallCosts.ts"
import { Analyses } from "../outcomes/Analyses.ts"
import { Decisions } from "../outcomes/Decisions.ts"
import { callColumns, labelOfCalls } from "../queue/call-rows.ts"

export class CallNotFound extends Schema.TaggedError<CallNotFound>()("CallNotFound", {}) {}

/** The stored facts about a call, without webhooks and documents. */
type RecordedCall = Omit<ExplainedCall, "deliveries" | "chunks">

/** Reads the call records of campaigns. */
export class CallRecords extends Context.Service<
  CallRecords,
  {
    /** Lists the calls of a campaign, newest first. */
    readonly list: (
      organizationId: number,
      campaignId: string,
      page: Page
    ) => Effect.Effect<Listed<CallRecord>, CampaignNotFound>
    readonly get: (
      organizationId: number,
      campaignId: string,
      callId: string
    ) => Effect.Effect<CallRecord, CampaignNotFound | CallNotFound>
    /** A call of any campaign with its attempts, transcript and decisions. */
    readonly explain: (organizationId: number, callId: string) => Effect.Effect<RecordedCall, CallNotFound>
  }
>()("carillon/calls/CallRecords") {
  static readonly layer = Layer.effect(
    CallRecords,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const decisions = yield* Decisions
      const transcripts = yield* Transcripts
      const toolCalls = yield* ToolCalls
      const transfers = yield* TransferTries
      const analyses = yield* Analyses
      const costs = yield* CallCosts
      const pageStarts = makePageStarts()
      const record = sql.literal(callColumns)
      const withLabel = sql.literal(labelOfCalls)

      const list = Effect.fn("CallRecords.list")(
        function* (organizationId: number, campaignId: string, page: Page) {
          const total = yield* count(organizationId, campaignId)
          // The inner query skips rows before the page by the index alone. Unchecked rows: a page must stay fast.
          const select = (place: PlaceOfPage) => sql<Omit<CallRecord, "results">>`select ${record}
            from (select id from calls where campaign_id = ${campaignId} ${pageByKey(sql, sql.literal("id"), place)}) page
            join calls c on c.organization_id = ${organizationId} and c.id = page.id
            ${withLabel} order by c.id desc`
          const rows = yield* pageStarts.read({ key: campaignId, page, total, idOf: ({ id }) => id }, select)
          return { data: yield* analyses.withResults(organizationId, rows), total }
        },
        Effect.catchTag("SqlError", Effect.die)
      )

      const count = Effect.fnUntraced(function* (organizationId: number, campaignId: string) {
        const [campaign] = yield* sql<{ total: number }>`select coalesce(f.total, 0) as total
          from campaigns c left join campaign_figures f on f.campaign_id = c.id
          where c.organization_id = ${organizationId} and c.id = ${campaignId}`
        return campaign === undefined ? yield* new CampaignNotFound() : campaign.total
      })

      const get = Effect.fn("CallRecords.get")(
        function* (organizationId: number, campaignId: string, callId: string) {
          yield* count(organizationId, campaignId)
          const found = yield* sql<Omit<CallRecord, "results">>`select ${record} from calls c ${withLabel}
            where c.organization_id = ${organizationId} and c.campaign_id = ${campaignId} and c.id = ${callId}`
          const [call] = yield* analyses.withResults(organizationId, found)
          return call ?? (yield* new CallNotFound())
        },
        Effect.catchTag("SqlError", Effect.die)
      )

      const explain = Effect.fn("CallRecords.explain")(
        function* (organizationId: number, callId: string) {
          const [call] = yield* sql<CallOfCampaign>`select ${record}, c.campaign_id, m.name as campaign_name,
              c.in_review_since, c.review_reason
            from calls c join campaigns m on m.organization_id = c.organization_id and m.id = c.campaign_id ${withLabel}
            where c.organization_id = ${organizationId} and c.id = ${callId}`
          if (call === undefined) return yield* new CallNotFound()
          return {
            ...call,
            attemptLog: yield* attemptsOf(organizationId, callId),
            ...(yield* transcripts.of(organizationId, callId)),
            toolCalls: yield* toolCalls.of(organizationId, callId),
            transfers: yield* transfers.of(organizationId, callId),
            ...(yield* analysisOf(organizationId, callId)),
            decisions: yield* decisions.of(organizationId, callId)
          }
        },
        Effect.catchTag("SqlError", Effect.die)
      )

      const analysisOf = Effect.fnUntraced(function* (organizationId: number, callId: string) {
        const found = (yield* analyses.of(organizationId, [callId])).get(callId)
        if (found === undefined) return { analysis: null, variables: {}, results: {} }
        const { commitment = null, noReminder = null, results = {}, variables, ...rest } = found
        const analysis = { ...rest, commitment, noReminder }
        return { analysis, variables, results }
      })

      const attemptsOf = Effect.fnUntraced(function* (organizationId: number, callId: string) {
        const costsOf = yield* costs.ofCall(organizationId, callId)
        const attempts = yield* sql<
          Omit<AttemptLogEntry, "costs">
        >`select a.attempt_no, a.kind, a.call_sid, a.caller_id, a.started_at, a.answered_at,
            a.ended_at, a.duration_seconds, a.outcome, a.failure_reason, a.answered_by, t.machine, a.flow_version,
            a.identity_confirmed_at
          from attempts a left join talks t on t.organization_id = a.organization_id and t.attempt_id = a.id
          where a.organization_id = ${organizationId} and a.call_id = ${callId} order by a.attempt_no`
        return attempts.map((attempt) => {
          const found = costsOf.get(attempt.attemptNo)
          return found === undefined ? attempt : { ...attempt, costs: found }
        })
      })

      return CallRecords.of({ list, get, explain })
    })
  )
}

type CallOfCampaign = Omit<CallRecord, "results"> &
  Pick<ExplainedCall, "campaignId" | "campaignName" | "inReviewSince" | "reviewReason">
