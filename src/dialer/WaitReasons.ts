import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer } from "effect"
import { CallQueue } from "../calls/queue/CallQueue.ts"
import type { Decision } from "../domain/calls/Call.ts"
import { AccountPace } from "./AccountPace.ts"
import { type Conditions, conditionsOf, minutesLeft } from "./conditions.ts"
import { Pace } from "./Pace.ts"

/**
 * Explains why a call that is due is still waiting: the gates of the campaign, which hold for all
 * its calls.
 */
export class WaitReasons extends Context.Service<
  WaitReasons,
  { readonly now: (organizationId: number, callId: string) => Effect.Effect<ReadonlyArray<Decision>> }
>()("carillon/dialer/WaitReasons") {
  static readonly layer = Layer.effect(
    WaitReasons,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const queue = yield* CallQueue
      const pace = yield* Pace
      const accountPace = yield* AccountPace

      const now = Effect.fn("WaitReasons.now")(function* (organizationId: number, callId: string) {
        const call = yield* queue.find(organizationId, callId)
        if (call === undefined) return []
        const conditions = yield* conditionsOf(sql, call.campaignId)
        // A call that is not due yet already has the reason that was recorded with its time.
        if (call.nextAttemptAt.getTime() > conditions.now) return []
        const gates = gatesOf(conditions, [
          [`${conditions.callsPerMinute} calls a minute`, yield* pace.nextStartAt(call.campaignId)],
          [`${accountPace.callsPerSecond} calls a second that the carrier takes of all`, yield* accountPace.nextStartAt]
        ])
        const closed = gates.findIndex(({ detail }) => detail !== null)
        return gates.slice(0, closed + 1).map(
          ({ detail, gate }): Decision => ({
            at: new Date(conditions.now),
            gate,
            verdict: detail === null ? "PASS" : "WAIT",
            detail
          })
        )
      })

      return WaitReasons.of({ now })
    })
  )
}

type Paces = ReadonlyArray<readonly [of: string, nextStartAt: number | undefined]>

const gatesOf = (conditions: Conditions, paces: Paces) => {
  const { live, maxConcurrentCalls, minutesReserved, now, status, statusReason } = conditions
  const [pace] = paces.flatMap(([of, at = 0]) => (at > now ? [{ of, at }] : []))
  return [
    { gate: "campaign", detail: status === "IN_PROGRESS" ? statusReason : `The campaign is ${status}` },
    {
      gate: "quota",
      detail:
        minutesLeft(conditions) >= 1 ? null : `${minutesReserved} minutes are reserved by calls under way, none is left`
    },
    {
      gate: "pacing",
      detail: pace === undefined ? null : `The next of ${pace.of} may begin at ${new Date(pace.at).toISOString()}`
    },
    { gate: "slot", detail: live < maxConcurrentCalls ? null : `${live} of ${maxConcurrentCalls} calls are under way` }
  ] as const
}
