import type { PgClient } from "@effect/sql-pg"
import { Clock, Effect } from "effect"
import { maskPhoneNumber } from "../../domain/calendar/phone-number.ts"
import type { LiveEvent } from "../../domain/views/LiveCampaign.ts"
import type { LiveConversations } from "../conversations/LiveConversations.ts"
import type { Transcripts } from "../conversations/Transcripts.ts"
import { changesOf, type LiveCall, lastWords, type SentCall } from "./live-changes.ts"

interface Sources {
  readonly sql: PgClient.PgClient
  readonly conversations: LiveConversations["Service"]
  readonly transcripts: Transcripts["Service"]
}

/**
 * Follows the live calls of a campaign, or of all campaigns of the organization, for one watcher. Its effects must run one after the other. A conversation may
 * end before its last lines were read, so the end of a call is taken from the stored transcript.
 */
export const followCalls = (
  { conversations, sql, transcripts }: Sources,
  organizationId: number,
  campaignId: string | null
) => {
  const sent = new Map<string, SentCall>()
  /** The campaign of each call that was sent, until it has left. */
  const campaigns = new Map<string, string>()
  /** Attempts whose end was sent before its event arrived, or whose event arrived before the end was sent. */
  const halfEnded = new Set<string>()
  /** When an ended attempt was found without a stored conversation, ms. */
  const waitingSince = new Map<string, number>()
  let isFirst = true

  /** Returns the events since the last poll. `isLast` waits for no transcript. */
  const poll = Effect.fnUntraced(function* (isLast: boolean) {
    const rows = yield* sql<LiveRow>`${rowsWhere} a.organization_id = ${organizationId}
        ${campaignId === null ? sql`` : sql`and a.campaign_id = ${campaignId}`} and a.ended_at is null
      order by a.started_at, a.id`
    const live = yield* Effect.forEach(rows, liveCallOf)
    const ids = new Set(live.map(({ attemptId }) => attemptId))
    const gone = yield* leave(
      [...sent.values()].filter(({ attemptId }) => !ids.has(attemptId)),
      isLast
    )
    const news = live.flatMap((call) => take(call, isFirst))
    isFirst = false
    return [...gone, ...news]
  })

  const take = (call: LiveCall, isUnderWay: boolean) => {
    const changes = changesOf(sent.get(call.attemptId), call, isUnderWay)
    sent.set(call.attemptId, changes.sent)
    return changes.events
  }

  /** Returns the end of calls that are no longer live, as far as their conversations are stored. */
  const leave = Effect.fnUntraced(function* (calls: ReadonlyArray<SentCall>, isLast: boolean) {
    if (calls.length === 0) return []
    const open = yield* sql<{ id: string }>`select a.id
      from attempts a left join talks t on t.organization_id = a.organization_id and t.attempt_id = a.id
      where a.organization_id = ${organizationId} and a.id in ${sql.in(calls.map(({ attemptId }) => attemptId))}
        and coalesce(a.answered_at, a.stream_opened_at) is not null and t.ended_at is null`
    const ids = new Set(open.map(({ id }) => id))
    const now = yield* Clock.currentTimeMillis
    const ends = yield* Effect.forEach(
      calls,
      Effect.fnUntraced(function* (call): Effect.fn.Return<ReadonlyArray<LiveEvent>> {
        const { attemptId } = call
        const since = waitingSince.get(attemptId) ?? now
        if (ids.has(attemptId) && !isLast && now - since < longestWaitMillis) {
          waitingSince.set(attemptId, since)
          return []
        }
        waitingSince.delete(attemptId)
        sent.delete(attemptId)
        isSecond(keyOf(call))
        const stored = yield* transcripts.ofFinishedAttempt(organizationId, attemptId)
        return lastWords(call, stored?.transcript ?? [])
      })
    )
    return ends.flat()
  })

  /** Returns the end of the call whose attempt has ended, and all of it if it began after the last poll. */
  const end = Effect.fnUntraced(function* (callId: string, attempt: number, isConnected: boolean) {
    if (isSecond(keyOf({ attempt, callId }))) return []
    const known = [...sent.values()].find((call) => call.callId === callId && call.attempt === attempt)
    if (known !== undefined) return yield* leave([known], false)
    if (!isConnected) {
      halfEnded.delete(keyOf({ attempt, callId }))
      return []
    }
    const [row] = yield* sql<LiveRow>`${rowsWhere} a.organization_id = ${organizationId}
      and a.call_id = ${callId} and a.attempt_no = ${attempt}`
    if (row === undefined) return []
    const began = take(yield* liveCallOf({ ...row, lines: null }), false)
    return [
      ...began,
      ...(yield* leave(
        [...sent.values()].filter(({ attemptId }) => attemptId === row.attemptId),
        false
      ))
    ]
  })

  /** Notes one of the two ends of an attempt; returns whether the other was noted before. */
  const isSecond = (key: string) => {
    if (halfEnded.delete(key)) return true
    halfEnded.add(key)
    return false
  }

  const liveCallOf = Effect.fnUntraced(function* (row: LiveRow) {
    campaigns.set(row.callId, row.campaignId)
    const call: LiveCall = {
      attemptId: row.attemptId,
      callId: row.callId,
      contactName: row.contactName,
      phoneNumber: maskPhoneNumber(row.phoneNumber),
      attempt: row.attempt,
      state: row.answeredAt === null ? "RINGING" : "TALKING",
      since: (row.answeredAt ?? row.startedAt).toISOString(),
      ...(row.target !== null && { transfer: { target: row.target, isConnected: row.isConnected === true } }),
      lines: yield* conversations.open(organizationId, row.attemptId, row.lines)
    }
    return call
  })

  const rowsWhere = sql`select a.id as attempt_id, a.call_id, a.attempt_no as attempt,
      a.campaign_id, c.contact_name, a.phone_number, a.started_at,
      coalesce(a.answered_at, a.stream_opened_at) as answered_at, l.lines,
      t.target, t.is_connected
    from attempts a
      join calls c on c.organization_id = a.organization_id and c.id = a.call_id
      left join live_talks l on l.organization_id = a.organization_id and l.attempt_id = a.id
      left join lateral (
        select target, status = 'CONNECTED' as is_connected from transfer_tries
          where organization_id = a.organization_id and attempt_id = a.id and ended_at is null
          order by started_at desc limit 1
      ) t on true
    where `

  /** Returns the campaign of the call of an event that this follower has returned. */
  const campaignOf = ({ callId, type }: Exclude<LiveEvent, { readonly type: "progress" }>) => {
    const found = campaigns.get(callId)
    if (type === "left") campaigns.delete(callId)
    return found
  }

  /** Whether the last words of an attempt are still to come. */
  const isLive = ({ attempt, callId }: AttemptOf) =>
    [...sent.values()].some((call) => call.callId === callId && call.attempt === attempt)

  return { poll, end, campaignOf, isLive, isWaiting: () => waitingSince.size > 0 }
}

/**
 * Keeps results in order: none overtakes an earlier one, or the last words of its call, whose conversation may be stored
 * after the call has ended.
 */
export const resultsInTurn = <A>({ isLive }: Pick<ReturnType<typeof followCalls>, "isLive">) => {
  const results: Array<{ readonly result: A; readonly after: AttemptOf | undefined }> = []
  return {
    add: (result: A, after?: AttemptOf) => void results.push({ result, after }),
    /** Returns the results whose turn has come. */
    take: (): ReadonlyArray<A> => {
      const early = results.findIndex(({ after }) => after !== undefined && isLive(after))
      return results.splice(0, early === -1 ? results.length : early).map(({ result }) => result)
    }
  }
}

type AttemptOf = Pick<LiveCall, "attempt" | "callId">

const keyOf = ({ attempt, callId }: AttemptOf) => `${callId} ${attempt}`

// Maximum wait for the transcript of an ended call, ms. A node that died stores none.
const longestWaitMillis = 2_000

interface LiveRow {
  readonly attemptId: string
  readonly campaignId: string
  readonly callId: string
  readonly attempt: number
  readonly contactName: string
  readonly phoneNumber: string
  readonly startedAt: Date
  readonly answeredAt: Date | null
  readonly lines: string | null
  /** Name of the target to whom the call is being transferred, or was connected. */
  readonly target: string | null
  readonly isConnected: boolean | null
}
