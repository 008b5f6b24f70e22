import { isDeepStrictEqual } from "node:util"
import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer, Result, Scope, Stream } from "effect"
import type { SqlError } from "effect/sql"
import type { LiveEvent, LiveOf, OrganizationLiveEvent } from "../../domain/views/LiveCampaign.ts"
import { EventStream } from "../../events/consumers/EventStream.ts"
import { readEvent } from "../../events/consumers/read-event.ts"
import type { OutboxRow } from "../../events/outbox/OutboxCursor.ts"
import { LiveConversations } from "../conversations/LiveConversations.ts"
import { Transcripts } from "../conversations/Transcripts.ts"
import { type EventOfCampaign, isOfCampaign, liveEventOf } from "./LiveCampaigns.ts"
import { followCalls, resultsInTurn } from "./live-calls.ts"
import { progressRows } from "./live-progress.ts"

/** An event with its position; only results have one. */
export interface PlacedEvent {
  readonly id?: string
  readonly event: OrganizationLiveEvent
}

/** Streams what happens in all campaigns of an organization to watching operators. */
export class LiveOrganizations extends Context.Service<
  LiveOrganizations,
  {
    /**
     * Streams a snapshot, then the events of all nodes while the scope lasts. `lastId` is the last position that the
     * watcher has received: results since then are sent again.
     */
    readonly follow: (
      organizationId: number,
      lastId: string | undefined
    ) => Effect.Effect<Stream.Stream<PlacedEvent, SqlError.SqlError>, SqlError.SqlError, Scope.Scope>
  }
>()("carillon/calls/LiveOrganizations") {
  static readonly layer = Layer.effect(
    LiveOrganizations,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const events = yield* EventStream
      const conversations = yield* LiveConversations
      const transcripts = yield* Transcripts

      const follow: LiveOrganizations["Service"]["follow"] = Effect.fnUntraced(function* (organizationId, lastId) {
        const scope = yield* Scope.Scope
        // Opened first: an event that is committed from here on is in the stream.
        const records = yield* events.records
        const missed = yield* missedSince(lastId)
        const calls = followCalls({ sql, conversations, transcripts }, organizationId, null)
        const results = resultsInTurn<PlacedEvent>(calls)
        const sent = new Map<string, LiveOf<"progress">>()
        const watched = new Set<string>()
        let checkedAt = Number.NEGATIVE_INFINITY

        const watch = Effect.fnUntraced(function* (campaignId: string) {
          if (watched.has(campaignId)) return
          watched.add(campaignId)
          yield* Effect.provideService(conversations.watch(organizationId, campaignId), Scope.Scope, scope)
        })

        const progress = Effect.fnUntraced(function* () {
          const now = performance.now()
          if (now - checkedAt < 1_000) return []
          checkedAt = now
          const underWay = sql`c.organization_id = ${organizationId} and c.status in ('IN_PROGRESS', 'PAUSED')`
          const changed: Array<PlacedEvent> = []
          for (const found of yield* progressRows(sql, underWay)) {
            yield* watch(found.campaignId)
            if (isDeepStrictEqual(sent.get(found.campaignId), found)) continue
            sent.set(found.campaignId, found)
            changed.push({ event: found })
          }
          return changed
        })

        const poll = Effect.fnUntraced(function* () {
          const changes = yield* progress()
          const news = yield* calls.poll(false)
          return [...changes, ...news.flatMap(placed), ...results.take()]
        })

        const placed = (event: LiveEvent): ReadonlyArray<PlacedEvent> => {
          if (event.type === "progress") return [{ event }]
          const campaignId = calls.campaignOf(event)
          return campaignId === undefined ? [] : [{ event: { ...event, campaignId } }]
        }

        const newsOf = Effect.fnUntraced(function* ({ event, isLate, seq }: Placed) {
          const { campaignId } = event.data
          const id = String(seq)
          if (event.topic === "campaign-changed.v1") {
            const [now] = yield* progressRows(sql, sql`c.organization_id = ${organizationId} and c.id = ${campaignId}`)
            if (now === undefined) return []
            sent.set(campaignId, now)
            results.add({ id, event: now })
            return results.take()
          }
          const [call] = yield* sql<{ contactName: string }>`select contact_name from calls
            where organization_id = ${organizationId} and id = ${event.data.callId}`
          const news = { id, event: { ...liveEventOf(event, call?.contactName ?? ""), campaignId } }
          const hasEnded = event.topic === "call-ended.v1" && isLate !== true
          results.add(news, hasEnded ? event.data : undefined)
          if (!hasEnded) return results.take()
          const { attempt, callId, outcome } = event.data
          const ends = yield* calls.end(callId, attempt, outcome === "CONNECTED")
          return [...ends.flatMap(placed), ...results.take()]
        })

        const ours = placedIn(organizationId)
        const again = ours(missed.rows ?? []).map((one) => ({ ...one, isLate: true }))
        const repeated = new Set(again.map(({ seq }) => seq))
        const snapshot: PlacedEvent = {
          id: String(missed.position),
          event: { type: "snapshot", resumed: missed.rows !== undefined }
        }
        const polls = Stream.map(Stream.fromEffectRepeat(Effect.sleep("400 millis")), () => "poll" as const)
        const news = Stream.flattenIterable(Stream.map(records, (row) => (repeated.has(row.seq) ? [] : ours([row]))))
        // In sequence, so that the lines of a call come before its result.
        const inTurn = Stream.mapEffect(
          (next: "poll" | Placed): Effect.Effect<ReadonlyArray<PlacedEvent>, SqlError.SqlError> =>
            next === "poll" ? poll() : newsOf(next)
        )
        const since = Stream.fromIterable(again)
        const live = Stream.merge(polls, news)
        return Stream.concat(
          Stream.make(snapshot),
          Stream.flattenIterable(inTurn(Stream.concat(Stream.make("poll" as const), Stream.concat(since, live))))
        )
      })

      // Results older than the outbox keeps, or too many of them, are not sent again.
      const missedSince = Effect.fnUntraced(function* (lastId: string | undefined) {
        const [now] = yield* sql<{ first: number; last: number }>`select coalesce(min(seq), 0)::float8 as first,
          coalesce(max(seq), 0)::float8 as last from outbox`
        const { first, last } = now ?? { first: 0, last: 0 }
        const from = lastId !== undefined && /^\d{1,15}$/.test(lastId) ? Number(lastId) : undefined
        if (from === undefined || from > last || from < first - 1) return { position: last, rows: undefined }
        const rows = yield* sql<OutboxRow>`select seq::float8 as seq, id, topic, key, value, headers, created_at as at,
            'outbox:' || seq as origin
          from outbox where seq > ${from} and seq <= ${last} order by seq limit ${maxMissed + 1}`
        return rows.length > maxMissed ? { position: last, rows: undefined } : { position: from, rows }
      })

      return LiveOrganizations.of({ follow })
    })
  )
}

/** An event of the organization with its position in the outbox. */
interface Placed {
  readonly event: EventOfCampaign
  readonly seq: number
  /** Whether the watcher missed it: its conversation is not sent any more. */
  readonly isLate?: boolean
}

const placedIn =
  (organizationId: number) =>
  (rows: ReadonlyArray<OutboxRow>): ReadonlyArray<Placed> =>
    rows.flatMap((row) => {
      const event = Result.getOrUndefined(readEvent(row))
      const isOurs = event !== undefined && isOfCampaign(event) && event.data.organizationId === organizationId
      return isOurs ? [{ event, seq: row.seq }] : []
    })

/** Maximum number of events of all organizations that a watcher who comes back is sent again. */
const maxMissed = 5_000
