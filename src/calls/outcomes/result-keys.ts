import type { PgClient } from "@effect/sql-pg"
import { Effect } from "effect"
import type { CallResults } from "../../domain/calls/CallResult.ts"
import { type ResultSearch, resultTexts, wantedTexts } from "../../domain/views/result-search.ts"
import type { Secrets } from "../../platform/secrets/Secrets.ts"

/** The results of an analysis that is stored. */
export interface AnalyzedResults {
  readonly organizationId: number
  readonly attemptId: string
  readonly results: CallResults
}

/** Replaces the keys of calls by those of these analyses, except where the call has a later one. */
export const storeResultKeys = Effect.fnUntraced(function* (
  sql: PgClient.PgClient,
  secrets: Secrets["Service"],
  analyses: ReadonlyArray<AnalyzedResults>
) {
  if (analyses.length === 0) return
  const ids = sql`unnest(${analyses.map(({ organizationId }) => organizationId)}::int[],
    ${analyses.map(({ attemptId }) => attemptId)}::uuid[]) as u (organization_id, attempt_id)`
  yield* sql`delete from result_keys k using ${ids}
      join attempts own on own.organization_id = u.organization_id and own.id = u.attempt_id
      join attempts earlier on earlier.organization_id = own.organization_id and earlier.call_id = own.call_id
        and earlier.attempt_no <= own.attempt_no
    where k.organization_id = earlier.organization_id and k.attempt_id = earlier.id`
  const keys = analyses.flatMap(({ attemptId, organizationId, results }) =>
    resultTexts(results).map((text) => ({
      organizationId,
      attemptId,
      digest: Buffer.from(keyOf(secrets.digest("result", placed(organizationId, text)))).toString("hex")
    }))
  )
  yield* sql`insert into result_keys (organization_id, digest, call_id, attempt_id)
    select u.organization_id, decode(u.digest, 'hex'), own.call_id, u.attempt_id
    from unnest(${keys.map(({ organizationId }) => organizationId)}::int[], ${keys.map(({ attemptId }) => attemptId)}::uuid[],
        ${keys.map(({ digest }) => digest)}::text[]) as u (organization_id, attempt_id, digest)
      join attempts own on own.organization_id = u.organization_id and own.id = u.attempt_id
    where not exists (select from analyses n
      join attempts later on later.organization_id = n.organization_id and later.id = n.attempt_id
      where n.organization_id = own.organization_id and n.call_id = own.call_id and later.attempt_no > own.attempt_no)
    on conflict do nothing`
  yield* sql`update analyses n set has_result_keys = true from ${ids}
    where n.organization_id = u.organization_id and n.attempt_id = u.attempt_id and not n.has_result_keys`
})

/** Returns the keys to search for, made with each encryption key of this node: a found call has one of them. */
export const wantedKeys = (
  secrets: Secrets["Service"],
  organizationId: number,
  search: ResultSearch
): ReadonlyArray<string> =>
  wantedTexts(search)
    .flatMap((text) => secrets.digests("result", placed(organizationId, text)))
    .map((digest) => Buffer.from(keyOf(digest)).toString("hex"))

// The keys of one organization say nothing about those of another.
const placed = (organizationId: number, text: string) => `${organizationId} ${text}`

// Half a digest: a call that is found by chance is less likely than any other mistake.
const keyOf = (digest: Uint8Array) => digest.subarray(0, 16)
