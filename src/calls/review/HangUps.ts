import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer, Schema } from "effect"
import { SecurityLog } from "../../accounts/SecurityLog.ts"
import { Signals } from "../../events/Signals.ts"
import { transaction } from "../../platform/sql/transaction.ts"
import { CallNotFound } from "../views/CallRecords.ts"

export class NotUnderWay extends Schema.TaggedError<NotUnderWay>()("NotUnderWay", {}) {}

/** Ends live calls on the request of an operator. The node that carries out the campaign asks the carrier. */
export class HangUps extends Context.Service<
  HangUps,
  {
    /** Has the live attempt of a call hung up soon. Returns the number of the attempt. */
    readonly request: (
      organizationId: number,
      callId: string,
      actor: string
    ) => Effect.Effect<{ readonly callId: string; readonly attempt: number }, CallNotFound | NotUnderWay>
  }
>()("carillon/calls/HangUps") {
  static readonly layer = Layer.effect(
    HangUps,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const log = yield* SecurityLog
      const signals = yield* Signals

      const request = Effect.fn("HangUps.request")(
        function* (organizationId: number, callId: string, actor: string) {
          const [call] = yield* sql`select 1 from calls where organization_id = ${organizationId} and id = ${callId}`
          if (call === undefined) return yield* new CallNotFound()
          const [live] = yield* sql<{ campaignId: string; attempt: number }>`update attempts
            set hang_up_requested_at = coalesce(hang_up_requested_at, clock_timestamp())
            where organization_id = ${organizationId} and call_id = ${callId} and ended_at is null
            returning campaign_id, attempt_no as attempt`
          if (live === undefined) return yield* new NotUnderWay()
          const { attempt, campaignId } = live
          yield* log.append(organizationId, { actor, action: "call.hang-up", target: callId, details: { attempt } })
          yield* signals.send(`refused:${campaignId}`)
          return { callId, attempt }
        },
        transaction(sql),
        Effect.catchTag("SqlError", Effect.die)
      )

      return HangUps.of({ request })
    })
  )
}
