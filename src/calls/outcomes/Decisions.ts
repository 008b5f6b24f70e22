import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer } from "effect"
import type { Statement } from "effect/sql"
import type { Decision } from "../../domain/calls/Call.ts"

/** Stores the verdicts of the gates, which explain why a person was or was not called. */
export class Decisions extends Context.Service<
  Decisions,
  {
    /**
     * Appends the verdicts of one decision about a call, as a statement that may be a part of another one. The latest 20
     * trails are kept.
     */
    readonly record: (
      organizationId: number,
      callId: string,
      trail: ReadonlyArray<Omit<Decision, "at">>,
      at: Date
    ) => Statement.Statement<unknown>
    /** Appends the verdicts for many calls at once. */
    readonly recordAll: (
      organizationId: number,
      trails: ReadonlyArray<{ readonly callId: string; readonly trail: ReadonlyArray<Omit<Decision, "at">> }>,
      at: Date
    ) => Statement.Statement<unknown>
    /** Returns the verdicts about a call, oldest first. */
    readonly of: (organizationId: number, callId: string) => Effect.Effect<ReadonlyArray<Decision>>
    /** Returns the verdicts about many calls, by their ids. Calls without a verdict are left out. */
    readonly ofAll: (
      organizationId: number,
      callIds: ReadonlyArray<string>
    ) => Effect.Effect<ReadonlyMap<string, ReadonlyArray<Decision>>>
  }
>()("carillon/calls/Decisions") {
  static readonly layer = Layer.effect(
    Decisions,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient

      const record: Decisions["Service"]["record"] = (organizationId, callId, trail, at) =>
        recordAll(organizationId, [{ callId, trail }], at)

      const recordAll: Decisions["Service"]["recordAll"] = (organizationId, trails, at) => {
        const texts = trails.map(({ trail }) => JSON.stringify(compact(trail, at)))
        return sql`insert into call_decisions as t (organization_id, call_id, trails)
          select ${organizationId}::int, call_id, array[trail::jsonb]
            from unnest(${trails.map(({ callId }) => callId)}::uuid[], ${texts}::text[]) as n (call_id, trail)
          on conflict (organization_id, call_id) do update set updated_at = clock_timestamp(),
            trails = (t.trails || excluded.trails)[greatest(cardinality(t.trails) + 2 - ${maxTrails}, 1):]`
      }

      const of = Effect.fn("Decisions.of")(function* (organizationId: number, callId: string) {
        const [row] = yield* sql<{ trails: ReadonlyArray<Trail> }>`select to_jsonb(trails) as trails from call_decisions
          where organization_id = ${organizationId} and call_id = ${callId}`
        return row?.trails.flatMap(decisionsOf) ?? []
      }, Effect.orDie)

      const ofAll = Effect.fn("Decisions.ofAll")(function* (organizationId: number, callIds: ReadonlyArray<string>) {
        const rows = yield* sql<{
          callId: string
          trails: ReadonlyArray<Trail>
        }>`select call_id, to_jsonb(trails) as trails
          from call_decisions where organization_id = ${organizationId} and call_id = any(${callIds}::uuid[])`
        return new Map(rows.map(({ callId, trails }) => [callId, trails.flatMap(decisionsOf)]))
      }, Effect.orDie)

      return Decisions.of({ record, recordAll, of, ofAll })
    })
  )
}

/** Maximum number of trails per call. */
const maxTrails = 20

// The stored form of a trail, without field names to save space, because every attempt has a trail.
interface Trail {
  readonly at: string
  readonly verdicts: ReadonlyArray<readonly [Decision["gate"], Decision["verdict"], string?]>
}

const compact = (trail: ReadonlyArray<Omit<Decision, "at">>, at: Date): Trail => ({
  at: at.toISOString(),
  verdicts: trail.map(({ gate, verdict, detail }) => (detail === null ? [gate, verdict] : [gate, verdict, detail]))
})

const decisionsOf = ({ at, verdicts }: Trail): ReadonlyArray<Decision> =>
  verdicts.map(([gate, verdict, detail = null]) => ({ at: new Date(at), gate, verdict, detail }))
