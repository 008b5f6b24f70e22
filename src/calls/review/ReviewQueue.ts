import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer, Schema } from "effect"
import { SecurityLog } from "../../accounts/SecurityLog.ts"
import type { CallInReview, CallRecord } from "../../domain/calls/Call.ts"
import { type Listed, offsetOf, type Page } from "../../domain/schema/page.ts"
import { transaction } from "../../platform/sql/transaction.ts"
import { Analyses } from "../outcomes/Analyses.ts"
import { callColumns, labelOfCalls } from "../queue/call-rows.ts"
import { CallNotFound } from "../views/CallRecords.ts"

export class NotInReview extends Schema.TaggedError<NotInReview>()("NotInReview", {}) {}

/** Calls that a person should review: a journey rule flagged them, or the time of a callback is unclear. */
export class ReviewQueue extends Context.Service<
  ReviewQueue,
  {
    /** Lists the calls in review, the longest waiting first. */
    readonly list: (organizationId: number, page: Page) => Effect.Effect<Listed<CallInReview>>
    /** Removes a call from the queue until it is flagged again. Its record keeps the flag. */
    readonly resolve: (
      organizationId: number,
      callId: string,
      review: { readonly note: string | null; readonly actor: string }
    ) => Effect.Effect<CallRecord, CallNotFound | NotInReview>
  }
>()("carillon/calls/ReviewQueue") {
  static readonly layer = Layer.effect(
    ReviewQueue,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const analyses = yield* Analyses
      const log = yield* SecurityLog
      const columns = sql.literal(callColumns)
      const withLabel = sql.literal(labelOfCalls)

      const list = Effect.fn("ReviewQueue.list")(function* (organizationId: number, page: Page) {
        const [counted] = yield* sql<{ total: number }>`select count(*)::int as total from calls
          where organization_id = ${organizationId} and in_review_since is not null`
        const calls = yield* sql<Flagged>`select ${columns}, c.campaign_id, m.name as campaign_name,
            c.in_review_since, c.review_reason
          from calls c join campaigns m on m.organization_id = c.organization_id and m.id = c.campaign_id ${withLabel}
          where c.organization_id = ${organizationId} and c.in_review_since is not null
          order by c.in_review_since, c.id limit ${page.limit} offset ${offsetOf(page)}`
        const found = yield* analyses.of(
          organizationId,
          calls.map(({ id }) => id)
        )
        const data = calls.map((call) => {
          const { callbackSaid = null, evidence = null, results = {} } = found.get(call.id) ?? {}
          return { ...call, evidence, callbackSaid, results }
        })
        return { data, total: counted?.total ?? 0 }
      }, Effect.orDie)

      const resolve: ReviewQueue["Service"]["resolve"] = Effect.fn("ReviewQueue.resolve")(
        function* (organizationId, callId, { actor, note }) {
          const resolved = yield* sql`update calls set in_review_since = null, review_reason = null
            where organization_id = ${organizationId} and id = ${callId} and in_review_since is not null returning 1`
          const found = yield* sql<Omit<CallRecord, "results">>`select ${columns} from calls c ${withLabel}
            where c.organization_id = ${organizationId} and c.id = ${callId}`
          const [call] = yield* analyses.withResults(organizationId, found)
          if (call === undefined) return yield* new CallNotFound()
          if (resolved.length === 0) return yield* new NotInReview()
          yield* log.append(organizationId, { actor, action: "call.review", target: callId, details: { note } })
          return call
        },
        transaction(sql),
        Effect.catchTag("SqlError", Effect.die)
      )

      return ReviewQueue.of({ list, resolve })
    })
  )
}

type Flagged = Omit<CallInReview, "evidence" | "callbackSaid" | "results">
