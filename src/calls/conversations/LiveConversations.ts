import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer, Queue, type Scope } from "effect"
import type { LiveLine } from "../../domain/calls/LiveCampaign.ts"
import { Signals } from "../../events/Signals.ts"
import { newId } from "../../platform/ids.ts"
import { keepGoing } from "../../platform/lifecycle/keep-going.ts"
import { type SealedPlace, Secrets } from "../../platform/secrets/Secrets.ts"
import { Leader } from "../../platform/sql/Leader.ts"
import type { StreamedAttempt } from "../attempts/Attempts.ts"

type Talk = Pick<StreamedAttempt, "id" | "organizationId" | "campaignId">

/**
 * What is being said in calls, for those who watch a campaign on whichever node. A talk is only asked what was said, and only
 * while somebody watches: nothing of a call waits for it, and it costs nothing when nobody does.
 */
export class LiveConversations extends Context.Service<
  LiveConversations,
  {
    /** While the scope lasts, this says what was said last in a talk; it is asked often, and must be quick. */
    readonly show: (talk: Talk, lines: () => ReadonlyArray<LiveLine>) => Effect.Effect<void, never, Scope.Scope>
    /** While the scope lasts, somebody watches the campaign. */
    readonly watch: (organizationId: number, campaignId: string) => Effect.Effect<void, never, Scope.Scope>
    /** Opens what is kept of an attempt; null: nothing. */
    readonly open: (
      organizationId: number,
      attemptId: string,
      sealed: string | null
    ) => Effect.Effect<ReadonlyArray<LiveLine>>
  }
>()("carillon/calls/LiveTalks") {
  static readonly layer = Layer.effect(
    LiveConversations,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const signals = yield* Signals
      const secrets = yield* Secrets
      const { whileLeading } = yield* Leader
      const shown = new Map<string, Shown>()
      const kept = new Map<string, Kept>()
      const begun = yield* Queue.sliding<void>(1)

      const show: LiveConversations["Service"]["show"] = (talk, lines) =>
        Effect.acquireRelease(
          Effect.sync(() => {
            shown.set(talk.id, { ...talk, lines })
            Queue.offerUnsafe(begun, undefined)
          }),
          () => Effect.sync(() => shown.delete(talk.id))
        )

      const watch: LiveConversations["Service"]["watch"] = Effect.fnUntraced(function* (organizationId, campaignId) {
        const id = newId()
        const renew = sql`insert into live_watchers (organization_id, id, campaign_id, watched_until)
          values (${organizationId}, ${id}, ${campaignId}, clock_timestamp() + interval '15 seconds')
          on conflict (organization_id, id) do update set watched_until = excluded.watched_until`
        yield* Effect.acquireRelease(Effect.orDie(renew), () =>
          Effect.ignore(sql`delete from live_watchers where organization_id = ${organizationId} and id = ${id}`)
        )
        yield* signals.send("watchers")
        yield* Effect.forkScoped(
          Effect.sleep("5 seconds").pipe(
            Effect.andThen(renew),
            Effect.forever,
            keepGoing("That somebody watches cannot be kept")
          )
        )
      })

      const open: LiveConversations["Service"]["open"] = Effect.fnUntraced(function* (
        organizationId,
        attemptId,
        sealed
      ) {
        if (sealed === null) return []
        return JSON.parse(yield* secrets.open(sealed, placeOf(organizationId, attemptId))) as ReadonlyArray<LiveLine>
      }, Effect.orDie)

      const keepShown = Effect.fnUntraced(function* (watched: ReadonlySet<string>) {
        const fresh = [...shown.values()].flatMap((talk): ReadonlyArray<Kept> => {
          if (!watched.has(talk.campaignId)) return []
          const lines = talk.lines()
          const text = JSON.stringify(lines)
          return lines.length === 0 || kept.get(talk.id)?.text === text ? [] : [{ ...talk, text }]
        })
        const over = [...kept.values()].filter(({ campaignId, id }) => !shown.has(id) || !watched.has(campaignId))
        if (fresh.length > 0) yield* write(fresh)
        for (const talk of fresh) kept.set(talk.id, talk)
        if (over.length > 0) yield* remove(over)
        for (const { id } of over) kept.delete(id)
        for (const id of new Set([...fresh, ...over].map(({ campaignId }) => campaignId)))
          yield* signals.send(`live:${id}`)
      })

      // An attempt that is over by now gets no row.
      const write = (talks: ReadonlyArray<Kept>) => {
        const rows = talks.map(({ id, organizationId, text }) => ({
          organization_id: organizationId,
          attempt_id: id,
          lines: secrets.seal(text, placeOf(organizationId, id))
        }))
        return sql`insert into live_talks (organization_id, attempt_id, campaign_id, lines)
          select a.organization_id, a.id, a.campaign_id, t.lines
            from jsonb_to_recordset(${sql.json(rows)}::jsonb) t (organization_id integer, attempt_id uuid, lines text)
            join attempts a on a.organization_id = t.organization_id and a.id = t.attempt_id and a.ended_at is null
          on conflict (organization_id, attempt_id) do update set lines = excluded.lines`
      }

      const remove = (talks: ReadonlyArray<Kept>) =>
        sql`delete from live_talks l using unnest(${talks.map(({ organizationId }) => organizationId)}::int[],
            ${talks.map(({ id }) => id)}::uuid[]) t (organization_id, attempt_id)
          where l.organization_id = t.organization_id and l.attempt_id = t.attempt_id`

      const watchedOnes = sql<{ id: string }>`select distinct campaign_id as id from live_watchers
        where watched_until > clock_timestamp()`.pipe(Effect.map((rows) => new Set(rows.map(({ id }) => id))))

      /** Looks once whether somebody watches, and shows them what is said for as long as that is believed. */
      const turn = Effect.fnUntraced(function* (watchersCame: Effect.Effect<void>) {
        if (shown.size === 0 && kept.size === 0) yield* Queue.take(begun)
        const watched = yield* watchedOnes
        yield* keepShown(watched)
        if (kept.size === 0 && ![...shown.values()].some(({ campaignId }) => watched.has(campaignId))) {
          return yield* Effect.timeoutOption(watchersCame, lookMillis)
        }
        for (let passed = 0; passed < lookMillis; passed += showMillis) {
          yield* Effect.sleep(showMillis)
          yield* keepShown(watched)
        }
      })

      yield* Effect.addFinalizer(() => Effect.ignore(Effect.suspend(() => remove([...kept.values()]))))
      yield* signals.listen("watchers").pipe(
        Effect.flatMap((watchersCame) => Effect.forever(turn(watchersCame))),
        Effect.scoped,
        keepGoing("What is said in calls cannot be shown"),
        Effect.forkScoped
      )
      yield* sweep(sql).pipe(
        Effect.andThen(Effect.sleep("20 seconds")),
        keepGoing("What a node has left of live talks could not be removed"),
        whileLeading,
        Effect.forkScoped
      )
      return LiveConversations.of({ show, watch, open })
    })
  )
}

/** What is left by nodes and watchers that have died. */
export const sweep = Effect.fnUntraced(function* (sql: PgClient.PgClient) {
  yield* sql`delete from live_watchers where watched_until < clock_timestamp()`
  yield* sql`delete from live_talks l where not exists (select from live_watchers w
      where w.organization_id = l.organization_id and w.campaign_id = l.campaign_id)
    or exists (select from attempts a
      where a.organization_id = l.organization_id and a.id = l.attempt_id and a.ended_at is not null)`
})

interface Shown extends Talk {
  readonly lines: () => ReadonlyArray<LiveLine>
}

/** What stands in the row of a talk. */
interface Kept extends Talk {
  readonly text: string
}

const lookMillis = 2_000
const showMillis = 200

const placeOf = (organizationId: number, rowId: string): SealedPlace => ({
  organizationId,
  table: "live_talks",
  column: "lines",
  rowId
})
