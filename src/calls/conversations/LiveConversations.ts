import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer, Queue, type Scope } from "effect"
import type { LiveLine } from "../../domain/views/LiveCampaign.ts"
import { Signals } from "../../events/Signals.ts"
import { newId } from "../../platform/ids.ts"
import { keepGoing } from "../../platform/lifecycle/keep-going.ts"
import { Secrets } from "../../platform/secrets/Secrets.ts"
import { sealedColumn } from "../../platform/secrets/sealed-column.ts"
import { SharedWork } from "../../platform/sql/SharedWork.ts"
import type { StreamedAttempt } from "../attempts/Attempts.ts"

type Conversation = Pick<StreamedAttempt, "id" | "organizationId" | "campaignId">

/**
 * Shares the latest lines of conversations with the nodes on which operators watch a campaign. Reads the lines of a
 * conversation only while its campaign is watched; a call never waits for this service.
 */
export class LiveConversations extends Context.Service<
  LiveConversations,
  {
    /**
     * Registers a conversation while the scope lasts. `lines` returns its latest lines; it is called often, so must be
     * fast.
     */
    readonly show: (
      conversation: Conversation,
      lines: () => ReadonlyArray<LiveLine>
    ) => Effect.Effect<void, never, Scope.Scope>
    /** Marks the campaign as watched while the scope lasts. */
    readonly watch: (organizationId: number, campaignId: string) => Effect.Effect<void, never, Scope.Scope>
    /** Decrypts the stored lines of an attempt; `sealed` is null when there are none. */
    readonly open: (
      organizationId: number,
      attemptId: string,
      sealed: string | null
    ) => Effect.Effect<ReadonlyArray<LiveLine>>
  }
>()("carillon/calls/LiveConversations") {
  static readonly layer = Layer.effect(
    LiveConversations,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const signals = yield* Signals
      const secrets = yield* Secrets
      const { alone } = yield* SharedWork
      const live = new Map<string, LiveSource>()
      const stored = new Map<string, StoredLines>()
      const started = yield* Queue.sliding<void>(1)

      const show: LiveConversations["Service"]["show"] = (conversation, lines) =>
        Effect.acquireRelease(
          Effect.sync(() => {
            live.set(conversation.id, { ...conversation, lines })
            Queue.offerUnsafe(started, undefined)
          }),
          () => Effect.sync(() => live.delete(conversation.id))
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
            keepGoing("Could not record that a campaign is being watched; retrying")
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

      const store = Effect.fnUntraced(function* (watched: ReadonlySet<string>) {
        const changed = [...live.values()].flatMap((conversation): ReadonlyArray<StoredLines> => {
          if (!watched.has(conversation.campaignId)) return []
          const lines = conversation.lines()
          const text = JSON.stringify(lines)
          return lines.length === 0 || stored.get(conversation.id)?.text === text ? [] : [{ ...conversation, text }]
        })
        const over = [...stored.values()].filter(({ campaignId, id }) => !live.has(id) || !watched.has(campaignId))
        if (changed.length > 0) yield* write(changed)
        for (const conversation of changed) stored.set(conversation.id, conversation)
        if (over.length > 0) yield* remove(over)
        for (const { id } of over) stored.delete(id)
        for (const id of new Set([...changed, ...over].map(({ campaignId }) => campaignId)))
          yield* signals.send(`live:${id}`)
      })

      // Writes no row for an attempt that has ended in the meantime.
      const write = (conversations: ReadonlyArray<StoredLines>) => {
        const rows = conversations.map(({ id, organizationId, text }) => ({
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

      const remove = (conversations: ReadonlyArray<StoredLines>) =>
        sql`delete from live_talks l using unnest(${conversations.map(({ organizationId }) => organizationId)}::int[],
            ${conversations.map(({ id }) => id)}::uuid[]) t (organization_id, attempt_id)
          where l.organization_id = t.organization_id and l.attempt_id = t.attempt_id`

      const watchedCampaigns = sql<{ id: string }>`select distinct campaign_id as id from live_watchers
        where watched_until > clock_timestamp()`.pipe(Effect.map((rows) => new Set(rows.map(({ id }) => id))))

      /** Reads once which campaigns are watched, and shares their lines until the next read is due. */
      const shareOnce = Effect.fnUntraced(function* (watcherAdded: Effect.Effect<void>) {
        if (live.size === 0 && stored.size === 0) yield* Queue.take(started)
        const watched = yield* watchedCampaigns
        yield* store(watched)
        if (stored.size === 0 && ![...live.values()].some(({ campaignId }) => watched.has(campaignId))) {
          return yield* Effect.timeoutOption(watcherAdded, watchersMillis)
        }
        for (let passed = 0; passed < watchersMillis; passed += linesMillis) {
          yield* Effect.sleep(linesMillis)
          yield* store(watched)
        }
      })

      yield* Effect.addFinalizer(() => Effect.ignore(Effect.suspend(() => remove([...stored.values()]))))
      yield* signals.listen("watchers").pipe(
        Effect.flatMap((watcherAdded) => Effect.forever(shareOnce(watcherAdded))),
        Effect.scoped,
        keepGoing("Could not share the lines of live conversations; retrying"),
        Effect.forkScoped
      )
      yield* sweep(sql).pipe(
        Effect.andThen(Effect.sleep("20 seconds")),
        keepGoing("Could not remove the live lines that dead nodes left; retrying"),
        (work) => alone("lines that dead nodes left", work),
        Effect.forkScoped
      )
      return LiveConversations.of({ show, watch, open })
    })
  )
}

/** Removes the rows of watchers and conversations whose node has died. */
export const sweep = Effect.fnUntraced(function* (sql: PgClient.PgClient) {
  yield* sql`delete from live_watchers where watched_until < clock_timestamp()`
  yield* sql`delete from live_talks l where not exists (select from live_watchers w
      where w.organization_id = l.organization_id and w.campaign_id = l.campaign_id)
    or exists (select from attempts a
      where a.organization_id = l.organization_id and a.id = l.attempt_id and a.ended_at is not null)`
})

interface LiveSource extends Conversation {
  readonly lines: () => ReadonlyArray<LiveLine>
}

/** The lines that the row of a conversation contains, as JSON. */
interface StoredLines extends Conversation {
  readonly text: string
}

/** Interval between two reads of the watched campaigns, ms. */
const watchersMillis = 2_000
/** Interval between two updates of the lines, ms. */
const linesMillis = 200

export const sealedLiveLines = sealedColumn("live_talks", "lines", "attempt_id")
const placeOf = sealedLiveLines.place
