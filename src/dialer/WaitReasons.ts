import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer } from "effect"
import { Decisions } from "../calls/outcomes/Decisions.ts"
import { CallQueue } from "../calls/queue/CallQueue.ts"
import { AccountPace } from "../carriers/AccountPace.ts"
import { closedPool } from "../domain/callers/caller-choice.ts"
import type { Decision } from "../domain/calls/Call.ts"
import type { Campaign } from "../domain/campaigns/Campaign.ts"
import type { CampaignInsight } from "../domain/views/CampaignInsight.ts"
import { type Conditions, callerPoolOf, conditionsOf, minutesLeft } from "./conditions.ts"
import { Pace } from "./Pace.ts"

/**
 * Explains why a call that is due is still waiting: the gates of the campaign, which hold for all
 * its calls.
 */
export class WaitReasons extends Context.Service<
  WaitReasons,
  {
    readonly now: (organizationId: number, callId: string) => Effect.Effect<ReadonlyArray<Decision>>
    /** Why a campaign places no call now; null while it does. */
    readonly ofCampaign: (campaign: Pick<Campaign, "id" | "status">) => Effect.Effect<CampaignInsight["idle"]>
  }
>()("carillon/dialer/WaitReasons") {
  static readonly layer = Layer.effect(
    WaitReasons,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const queue = yield* CallQueue
      const decisions = yield* Decisions
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

      const ofCampaign = Effect.fn("WaitReasons.ofCampaign")(function* ({
        id,
        status
      }: Pick<Campaign, "id" | "status">): Effect.fn.Return<CampaignInsight["idle"]> {
        const conditions = yield* conditionsOf(sql, id)
        const because = (gate: string, detail: string, until: Date | null = null) => ({ gate, detail, until })
        // A campaign that was never started has no conditions.
        if (conditions.status === undefined) return { status, reasons: [because("campaign", notRunning(status))] }
        const idle = (...reasons: NonNullable<CampaignInsight["idle"]>["reasons"]) => ({
          status: conditions.status,
          reasons
        })
        const paces: Paces = [
          [`${accountPace.callsPerSecond} calls a second that the carrier takes of all`, yield* accountPace.nextStartAt]
        ]
        const closed = gatesOf(conditions, paces).flatMap(({ detail, gate }) =>
          detail === null ? [] : [because(gate, detail)]
        )
        if (conditions.status !== "IN_PROGRESS" || closed.length > 0)
          return closed.length === 0 ? null : idle(...closed)
        const heads = yield* queue.heads(id)
        const [next] = heads.toSorted((one, other) => one.nextAttemptAt.getTime() - other.nextAttemptAt.getTime())
        if (next === undefined) {
          const { live, unfilled, untagged } = conditions
          if (unfilled > 0) return idle(because("due", `${unfilled} calls are still being added`))
          if (live > 0) return idle(because("due", `No call waits any more; ${live} are under way`))
          return idle(because("due", `No call waits any more; ${untagged} conversations are still being analyzed`))
        }
        if (next.nextAttemptAt.getTime() <= conditions.now) {
          const startsAt = (yield* pace.nextStartAt(id)) ?? 0
          if (startsAt - conditions.now < noticedMillis) return null
          const detail = mayBegin(`${conditions.callsPerMinute} calls a minute`, startsAt)
          return idle(because("pacing", detail, new Date(startsAt)))
        }
        const at = next.nextAttemptAt
        const decided = (yield* decisions.of(next.organizationId, next.id)).findLast(
          ({ verdict }) => verdict !== "PASS"
        )
        // A newer list ends this, not the time.
        if (decided?.gate === "dnc") return idle(because("dnc", decided.detail ?? ""))
        const detail = `The next call is due at ${at.toISOString()}`
        return idle(
          because("due", detail, at),
          ...(decided === undefined ? [] : [because(decided.gate, decided.detail ?? decided.gate, at)])
        )
      })

      return WaitReasons.of({ now, ofCampaign })
    })
  )
}

// Wait for the pace of a campaign from which on it counts as idle, ms: longer than the one between 3 calls a minute. After a
// lower pace the wait is up to a minute.
const noticedMillis = 21_000

type Paces = ReadonlyArray<readonly [of: string, nextStartAt: number | undefined]>

const mayBegin = (of: string, at: number) => `The next of ${of} may begin at ${new Date(at).toISOString()}`

const notRunning = (status: Campaign["status"]) => `The campaign is ${status}`

const gatesOf = (conditions: Conditions, paces: Paces) => {
  const { live, maxConcurrentCalls, minutesReserved, now, status, statusReason } = conditions
  const pool = callerPoolOf(conditions)
  const [pace] = paces.flatMap(([of, at = 0]) => (at > now ? [{ of, at }] : []))
  return [
    { gate: "campaign", detail: status === "IN_PROGRESS" ? statusReason : notRunning(status) },
    {
      gate: "quota",
      detail:
        minutesLeft(conditions) >= 1 ? null : `${minutesReserved} minutes are reserved by calls under way, none is left`
    },
    ...(pool === undefined ? [] : [{ gate: "caller" as const, detail: closedPool(pool)?.detail ?? null }]),
    {
      gate: "pacing",
      detail: pace === undefined ? null : mayBegin(pace.of, pace.at)
    },
    { gate: "slot", detail: live < maxConcurrentCalls ? null : `${live} of ${maxConcurrentCalls} calls are under way` }
  ] as const
}
