import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer, type Schema } from "effect"
import type { CallResults } from "../../domain/calls/CallResult.ts"
import type { Commitment } from "../../domain/calls/Commitment.ts"
import { Secrets } from "../../platform/secrets/Secrets.ts"
import { type SealedColumn, sealedColumn } from "../../platform/secrets/sealed-column.ts"
import { transaction } from "../../platform/sql/transaction.ts"
import type { EndingAttempt } from "../attempts/ended-attempts.ts"
import { storeResultKeys } from "./result-keys.ts"

/** The stored result of an analysis, except the label. */
export interface Details {
  readonly undetermined: string | null
  readonly evidence: string | null
  readonly confidence: number | null
  /** The words of the person about the time of a callback. */
  readonly callbackSaid: string | null
  readonly variables: Readonly<Record<string, Schema.Json>>
  /** Absent in analyses of earlier releases. */
  readonly results?: CallResults
  /** The promise of the person; absent in analyses of earlier releases. */
  readonly commitment?: Commitment | null
  /** Why no reminder of the promise is made, although the journey rule asks for one. */
  readonly noReminder?: string | null
}

/** Stores analyses of conversations, encrypted at rest; they are removed together with the transcripts. */
export class Analyses extends Context.Service<
  Analyses,
  {
    /** Whether the attempt has an analysis, other than one that was given up because it was late. */
    readonly isFinal: (organizationId: number, attemptId: string) => Effect.Effect<boolean>
    /** Lets a later analysis replace this one, unless it found a label. */
    readonly reopen: (organizationId: number, attemptId: string) => Effect.Effect<void>
    /** Stores the analysis of an attempt; replaces an earlier one. */
    readonly store: (
      attempt: Pick<EndingAttempt, "organizationId" | "id" | "callId">,
      analysis: { readonly labelId: string | null; readonly isGivenUp: boolean; readonly details: Details }
    ) => Effect.Effect<void>
    /** The latest analysis of each call, by call id. */
    readonly of: (
      organizationId: number,
      callIds: ReadonlyArray<string>
    ) => Effect.Effect<ReadonlyMap<string, RecordedAnalysis>>
    /** Opens the stored result of an analysis. */
    readonly open: (organizationId: number, attemptId: string, finding: string) => Effect.Effect<Details>
    /** Adds the results of the latest analysis of each call. */
    readonly withResults: <C extends { readonly id: string; readonly attempts: number }>(
      organizationId: number,
      calls: ReadonlyArray<C>
    ) => Effect.Effect<ReadonlyArray<C & { readonly results: CallResults }>>
  }
>()("carillon/calls/Analyses") {
  static readonly layer = Layer.effect(
    Analyses,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const secrets = yield* Secrets

      const isFinal = Effect.fnUntraced(function* (organizationId: number, attemptId: string) {
        const found = yield* sql`select 1 from analyses
          where organization_id = ${organizationId} and attempt_id = ${attemptId} and not given_up`
        return found.length > 0
      }, Effect.orDie)

      const reopen = Effect.fnUntraced(function* (organizationId: number, attemptId: string) {
        yield* sql`update analyses set given_up = true, has_result_keys = false
          where organization_id = ${organizationId} and attempt_id = ${attemptId} and intent_label_id is null`
      }, Effect.orDie)

      const store: Analyses["Service"]["store"] = Effect.fnUntraced(
        function* ({ callId, id, organizationId }, { details, isGivenUp, labelId }) {
          yield* sql`insert into analyses ${sql.insert({
            organizationId,
            attemptId: id,
            callId,
            intentLabelId: labelId,
            finding: secrets.seal(JSON.stringify(details), placeOf(organizationId, id)),
            givenUp: isGivenUp
          })} on conflict (organization_id, attempt_id) do update set intent_label_id = excluded.intent_label_id,
          finding = excluded.finding, given_up = excluded.given_up`
          yield* storeResultKeys(sql, secrets, [{ organizationId, attemptId: id, results: details.results ?? {} }])
        },
        transaction(sql),
        Effect.orDie
      )

      const open: Analyses["Service"]["open"] = (organizationId, attemptId, finding) =>
        Effect.orDie(
          Effect.map(secrets.open(finding, placeOf(organizationId, attemptId)), (text) => JSON.parse(text) as Details)
        )

      const of: Analyses["Service"]["of"] = Effect.fn("Analyses.of")(function* (organizationId, callIds) {
        const rows = yield* sql<StoredAnalysis>`select distinct on (n.call_id) n.call_id,
            n.attempt_id, a.attempt_no, l.name as intent_label, n.finding
          from analyses n
            join attempts a on a.organization_id = n.organization_id and a.id = n.attempt_id
            left join intent_labels l on l.organization_id = n.organization_id and l.id = n.intent_label_id
          where n.organization_id = ${organizationId} and n.call_id = any(${callIds}::uuid[])
          order by n.call_id, a.attempt_no desc`
        const opened = yield* Effect.forEach(rows, ({ attemptId, callId, finding, ...row }) =>
          Effect.map(open(organizationId, attemptId, finding), (details) => [callId, { ...row, ...details }] as const)
        )
        return new Map(opened)
      }, Effect.orDie)

      const withResults: Analyses["Service"]["withResults"] = Effect.fnUntraced(function* (organizationId, calls) {
        const placed = calls.filter(({ attempts }) => attempts > 0).map(({ id }) => id)
        const found = placed.length === 0 ? undefined : yield* of(organizationId, placed)
        return calls.map((call) => ({ ...call, results: found?.get(call.id)?.results ?? {} }))
      })

      return Analyses.of({ isFinal, reopen, store, of, open, withResults })
    })
  )
}

export interface RecordedAnalysis extends Details {
  readonly attemptNo: number
  readonly intentLabel: string | null
}

interface StoredAnalysis {
  readonly callId: string
  readonly attemptId: string
  readonly attemptNo: number
  readonly intentLabel: string | null
  readonly finding: string
}

export const sealedFindings: SealedColumn = {
  ...sealedColumn("analyses", "finding", "attempt_id"),
  digestAnew: (sql, secrets, rows) =>
    storeResultKeys(
      sql,
      secrets,
      rows.map(({ organizationId, rowId, text }) => ({
        organizationId,
        attemptId: rowId,
        results: (JSON.parse(text) as Details).results ?? {}
      }))
    )
}
const placeOf = sealedFindings.place
