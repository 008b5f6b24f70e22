import { isDeepStrictEqual } from "node:util"
import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer, Result, type Scope, Stream } from "effect"
import type { SqlError } from "effect/sql"
import { CampaignNotFound } from "../../campaigns/Campaigns.ts"
import type { LiveEvent, LiveOf } from "../../domain/views/LiveCampaign.ts"
import type { EventRecord } from "../../events/bus/EventRecord.ts"
import { EventStream } from "../../events/consumers/EventStream.ts"
import { type ReceivedEvent, readEvent } from "../../events/consumers/read-event.ts"
import { Signals } from "../../events/Signals.ts"
import { LiveConversations } from "../conversations/LiveConversations.ts"
import { Transcripts } from "../conversations/Transcripts.ts"
import { followCalls, resultsInTurn } from "./live-calls.ts"
import { progressRows } from "./live-progress.ts"

type Events = Stream.Stream<LiveEvent, SqlError.SqlError>

/** Streams the live calls of a campaign, the lines of their conversations, and their outcomes to watching operators. */
export class LiveCampaigns extends Context.Service<
  LiveCampaigns,
  {
    /** Streams the current progress, then events of all nodes while the scope lasts. */
    readonly follow: (
      organizationId: number,
      campaignId: string
    ) => Effect.Effect<Events, CampaignNotFound | SqlError.SqlError, Scope.Scope>
  }
>()("carillon/calls/LiveCampaigns") {
  static readonly layer = Layer.effect(
    LiveCampaigns,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const signals = yield* Signals
      const events = yield* EventStream
      const conversations = yield* LiveConversations
      const transcripts = yield* Transcripts

      const follow: LiveCampaigns["Service"]["follow"] = Effect.fnUntraced(function* (organizationId, campaignId) {
        const first = yield* progressOf(organizationId, campaignId)
        if (first === undefined) return yield* new CampaignNotFound()
        const records = yield* events.records
        yield* conversations.watch(organizationId, campaignId)
        const sent = { progress: first, checkedAt: performance.now() }
        const followed = followCalls({ sql, conversations, transcripts }, organizationId, campaignId)
        const calls: FollowedCalls = { ...followed, results: resultsInTurn(followed) }
        const linesChanged = yield* signals.listen(`live:${campaignId}`)
        const pause = Effect.andThen(Effect.sleep("100 millis"), Effect.timeoutOption(linesChanged, "400 millis"))
        const polls = Stream.map(Stream.fromEffectRepeat(pause), () => "poll" as const)
        const news = records.pipe(
          Stream.map(eventOf(organizationId, campaignId)),
          Stream.filter((event) => event !== undefined)
        )
        // In sequence, so that the lines of a call come before its result, and all events before the campaign's end.
        const changes = Stream.merge(Stream.concat(Stream.make("poll" as const), polls), news).pipe(
          Stream.mapEffect(
            (next): Effect.Effect<ReadonlyArray<LiveEvent>, SqlError.SqlError> =>
              next === "poll"
                ? changesNow(organizationId, campaignId, calls, sent)
                : newsOf(organizationId, next, calls, sent)
          ),
          Stream.flattenIterable
        )
        return Stream.concat(Stream.make<[LiveEvent]>(first), changes)
      })

      const progressOf = Effect.fnUntraced(function* (organizationId: number, campaignId: string) {
        const [found] = yield* progressRows(sql, sql`c.organization_id = ${organizationId} and c.id = ${campaignId}`)
        return found
      })

      // Sends a new status only with its event, so that a watcher receives all earlier events before the campaign ends.
      const newsOf = Effect.fnUntraced(function* (
        organizationId: number,
        event: EventOfCampaign,
        calls: FollowedCalls,
        sent: Sent
      ) {
        if (event.topic === "campaign-changed.v1") {
          const now = yield* progressOf(organizationId, event.data.campaignId)
          if (now?.status !== event.data.to) return []
          sent.progress = now
          calls.results.add(now)
          return [...(now.status === "COMPLETED" ? yield* calls.poll(true) : []), ...calls.results.take()]
        }
        const [call] = yield* sql<{ contactName: string }>`select contact_name from calls
          where organization_id = ${organizationId} and id = ${event.data.callId}`
        const news = liveEventOf(event, call?.contactName ?? "")
        const hasEnded = event.topic === "call-ended.v1"
        calls.results.add(news, hasEnded ? event.data : undefined)
        if (!hasEnded) return calls.results.take()
        const { attempt, callId, outcome } = event.data
        return [...(yield* calls.end(callId, attempt, outcome === "CONNECTED")), ...calls.results.take()]
      })

      const changesNow = Effect.fnUntraced(function* (
        organizationId: number,
        campaignId: string,
        calls: FollowedCalls,
        sent: Sent
      ) {
        // Read before the calls, so that a campaign without live calls is sent after the end of its last call.
        const progress = yield* newProgress(organizationId, campaignId, sent)
        const changes = [...(yield* calls.poll(false)), ...calls.results.take()]
        if (progress === undefined || calls.isWaiting()) return changes
        sent.progress = progress
        return [...changes, progress]
      })

      const newProgress = Effect.fnUntraced(function* (organizationId: number, campaignId: string, sent: Sent) {
        const now = performance.now()
        if (now - sent.checkedAt < 1_000) return undefined
        sent.checkedAt = now
        const progress = yield* progressOf(organizationId, campaignId)
        const isNew = progress?.status === sent.progress.status && !isDeepStrictEqual(progress, sent.progress)
        return isNew ? progress : undefined
      })

      return LiveCampaigns.of({ follow })
    })
  )
}

interface FollowedCalls extends ReturnType<typeof followCalls> {
  readonly results: ReturnType<typeof resultsInTurn<LiveEvent>>
}

/** The progress that was sent last, and when it was last read, ms. */
interface Sent {
  progress: LiveOf<"progress">
  checkedAt: number
}

const eventOf = (organizationId: number, campaignId: string) => (record: EventRecord) => {
  const event = Result.getOrUndefined(readEvent(record))
  if (event === undefined || !isOfCampaign(event)) return undefined
  return event.data.campaignId === campaignId && event.data.organizationId === organizationId ? event : undefined
}

/** An event of a campaign or of one of its calls. */
export type EventOfCampaign = Exclude<ReceivedEvent, { readonly topic: "person-erased.v1" }>
type CallEvent = Exclude<EventOfCampaign, { readonly topic: "campaign-changed.v1" }>

export const isOfCampaign = (event: ReceivedEvent): event is EventOfCampaign => event.topic !== "person-erased.v1"

/** Returns the event of a call for watchers. */
export const liveEventOf = ({ data, topic }: CallEvent, contactName: string): LiveEvent => {
  const { attempt, callId, phoneNumber } = data
  const person = { callId, contactName, phoneNumber, attempt }
  switch (topic) {
    case "call-ended.v1": {
      const { durationSeconds, failureReason, outcome, status } = data
      return { type: "ended", ...person, status, outcome, failureReason, durationSeconds }
    }
    case "call-tagged.v1": {
      const { intentLabelName, intentUndetermined, isPositive, journeyAction, nextAttemptAt, status } = data
      const next = nextAttemptAt?.toISOString() ?? null
      return {
        type: "tagged",
        ...person,
        status,
        intentLabelName,
        isPositive,
        intentUndetermined,
        journeyAction,
        nextAttemptAt: next
      }
    }
    case "call-suppressed.v1":
      return { type: "suppressed", ...person, scope: data.scope, reason: data.reason }
  }
}
