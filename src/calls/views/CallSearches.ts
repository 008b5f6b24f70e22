import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer } from "effect"
import type { Statement } from "effect/sql"
import { Prices } from "../../accounts/Prices.ts"
import { amountOf, microsOf } from "../../domain/costs/money.ts"
import { foldCase, foldName } from "../../domain/text/text.ts"
import {
  type CallCursor,
  type CallSearch,
  type FoundCalls,
  type ListedCall,
  writeCursor
} from "../../domain/views/CallSearch.ts"
import type { ResultSearch } from "../../domain/views/result-search.ts"
import { Secrets } from "../../platform/secrets/Secrets.ts"
import { Analyses } from "../outcomes/Analyses.ts"
import { wantedKeys } from "../outcomes/result-keys.ts"
import { callColumns, labelOfCalls } from "../queue/call-rows.ts"

/** Maximum number of calls that a page of a search reads. */
export const SearchReads = Context.Reference<{
  /** Maximum in the index that the page follows, while other filters remain. */
  readonly inOrder: number
  /** Maximum that a filter without an ordered index may leave; if it leaves more, the page follows another index. */
  readonly unordered: number
}>("carillon/calls/SearchReads", { defaultValue: () => ({ inOrder: 5_000, unordered: 2_000 }) })

/**
 * Searches the calls of an organization, the latest first. A page reads one index in the order of the list, from the
 * cursor on, and a limited number of its calls, so that no combination of filters makes it slow.
 */
export class CallSearches extends Context.Service<
  CallSearches,
  { readonly find: (organizationId: number, search: CallSearch) => Effect.Effect<FoundCalls> }
>()("carillon/calls/CallSearches") {
  static readonly layer = Layer.effect(
    CallSearches,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const { table } = yield* Prices
      const analyses = yield* Analyses
      const reads = yield* SearchReads
      const secrets = yield* Secrets
      const at = sql.literal("coalesce(c.started_at, c.created_at)")
      const latestFirst = sql.literal("order by coalesce(c.started_at, c.created_at) desc, c.id desc")
      const columns = sql.literal(callColumns)
      const withLabel = sql.literal(labelOfCalls)

      const find = Effect.fn("CallSearches.find")(function* (organizationId: number, search: CallSearch) {
        const labelIds =
          search.label === undefined ? undefined : yield* labelsOf(organizationId, search.label, search.campaignId)
        if (labelIds?.length === 0) return nothing
        const few = yield* fewOf(organizationId, search, labelIds)
        const walk = walkOf(organizationId, search, labelIds, few)
        const rows = yield* read(organizationId, search, walk)
        const shown = rows.slice(0, search.limit)
        const last = rows.length > search.limit ? shown.at(-1) : yield* endOf(walk)
        const data = yield* analyses.withResults(organizationId, shown.map(toListed))
        return { data, nextCursor: last === undefined ? null : writeCursor(cursorOf(last)) }
      }, Effect.orDie)

      // Each campaign has labels of its own: with a campaign, one label remains, which an index has in order. Looks for both
      // forms of the name, because earlier releases folded only its case.
      const labelsOf = (organizationId: number, name: string, campaignId: string | undefined) =>
        Effect.map(
          sql<{ id: string }>`select id from intent_labels where organization_id = ${organizationId}
            and folded_name = any(${[...new Set([foldName(name), foldCase(name)])]}::text[])
            ${campaignId === undefined ? sql`` : sql`and campaign_id = ${campaignId}`}`,
          (rows) => rows.map(({ id }) => id)
        )

      // Long and expensive calls, and calls with one of several labels, are in no index in the order of the list. Where
      // they are few, they are all read.
      const fewOf = Effect.fnUntraced(function* (
        organizationId: number,
        { costAtLeast, durationAtLeast, phoneNumber, ...search }: CallSearch,
        labelIds: ReadonlyArray<string> | undefined
      ) {
        if (phoneNumber !== undefined) return undefined
        const candidates = [
          ...when(
            resultOf(search),
            (result) =>
              sql<{ id: string }>`select k.call_id as id from result_keys k
              where k.organization_id = ${organizationId} and ${hasKey(organizationId, result)} limit ${reads.unordered + 1}`
          ),
          ...(labelIds === undefined || labelIds.length === 1
            ? []
            : [
                sql<{ id: string }>`select id from calls where organization_id = ${organizationId}
                  and intent_label_id = any(${labelIds}::uuid[]) limit ${reads.unordered + 1}`
              ]),
          ...(durationAtLeast === undefined || durationAtLeast === 0
            ? []
            : [
                sql<{ id: string }>`select id from calls where organization_id = ${organizationId} and duration > 0
                  and duration >= ${durationAtLeast} limit ${reads.unordered + 1}`
              ]),
          ...(costAtLeast === undefined
            ? []
            : [
                sql<{ id: string }>`select call_id as id from call_costs where organization_id = ${organizationId}
                  and micros > 0 and ${costs(costAtLeast)} limit ${reads.unordered + 1}`
              ])
        ]
        for (const statement of candidates) {
          const found = yield* statement
          if (found.length <= reads.unordered) return found.map(({ id }) => id)
        }
        return undefined
      })

      const resultOf = ({ value, variable }: Pick<CallSearch, "variable" | "value">): ResultSearch | undefined =>
        variable === undefined ? undefined : { variable, ...(value !== undefined && { value }) }

      const hasKey = (organizationId: number, result: ResultSearch) =>
        sql`k.digest in (${sql.csv(wantedKeys(secrets, organizationId, result).map((key) => sql`decode(${key}, 'hex')`))})`

      const costs = (amount: string) =>
        sql`${table === undefined ? sql`currency <> ''` : sql`currency = ${table.currency}`}
          and micros >= ${String(microsOf(amount) ?? 0n)}::bigint`

      /** Chooses the index to read, by the first filter that has one, and the filters that remain. */
      const walkOf = (
        organizationId: number,
        search: CallSearch,
        labelIds: ReadonlyArray<string> | undefined,
        few: ReadonlyArray<string> | undefined
      ): Walk => {
        const filters = filtersOf(organizationId, search, labelIds, few)
        const first = filters.find(({ index }) => index !== undefined)
        const { cursor, from, to } = search
        const times = [
          ...when(cursor, ({ at: time, id }) => sql`(${at}, c.id) < (${time}::timestamptz, ${id}::uuid)`),
          ...when(from, (time) => sql`${at} >= ${time}`),
          ...when(to, (time) => sql`${at} < ${time}`)
        ]
        return {
          conditions: sql.and([
            sql`c.organization_id = ${organizationId}`,
            ...(first === undefined ? [] : [first.condition]),
            ...times
          ]),
          filters: filters.filter((filter) => filter !== first).map(({ condition }) => condition),
          isBounded: first?.index !== "few"
        }
      }

      // Ordered by the number of calls that they usually leave, the fewest first.
      const filtersOf = (
        organizationId: number,
        search: CallSearch,
        labelIds: ReadonlyArray<string> | undefined,
        few: ReadonlyArray<string> | undefined
      ): ReadonlyArray<Filter> => {
        const {
          campaignId,
          costAtLeast,
          durationAtLeast,
          flagged,
          machine,
          outcome,
          phoneNumber,
          status,
          undetermined
        } = search
        return [
          ...when(phoneNumber, (number) => ({ index: "few" as const, condition: sql`c.phone_number = ${number}` })),
          ...when(few, (ids) => ({ index: "few" as const, condition: sql`c.id = any(${ids}::uuid[])` })),
          ...when(labelIds, ([id, ...others]) =>
            others.length === 0
              ? { index: "ordered" as const, condition: sql`c.intent_label_id = ${id as string}` }
              : { condition: hasOneOf([id as string, ...others]) }
          ),
          ...when(flagged, (isFlagged) =>
            isFlagged
              ? { index: "ordered" as const, condition: sql`c.flagged_for_review` }
              : { condition: sql`not c.flagged_for_review` }
          ),
          ...when(undetermined, (isUndetermined) =>
            isUndetermined
              ? { index: "ordered" as const, condition: sql`c.intent_undetermined` }
              : { condition: sql`not c.intent_undetermined` }
          ),
          ...when(campaignId, (id) => ({ index: "ordered" as const, condition: sql`c.campaign_id = ${id}` })),
          ...when(outcome, (name) => ({ index: "ordered" as const, condition: sql`c.outcome = ${name}` })),
          ...when(status, (name) => ({ index: "ordered" as const, condition: sql`c.status = ${name}` })),
          ...when(machine, (detail) => ({ condition: sql`c.machine = ${detail}` })),
          ...when(durationAtLeast, (seconds) => ({ condition: sql`c.duration >= ${seconds}` })),
          ...when(costAtLeast, (amount) => ({
            condition: sql`exists (select from call_costs k
            where k.organization_id = c.organization_id and k.call_id = c.id and ${costs(amount)})`
          })),
          ...when(resultOf(search), (result) => ({
            condition: sql`exists (select from result_keys k where k.organization_id = c.organization_id
            and k.call_id = c.id and ${hasKey(organizationId, result)})`
          }))
        ]
      }

      // A generic plan would parse the text of all ids again for each call, but parses a list in a subselect once. `is true`
      // keeps Postgres from making a join of it, which would lose the order of the calls.
      const hasOneOf = (labelIds: ReadonlyArray<string>) =>
        sql`(c.intent_label_id in (select unnest(${labelIds}::uuid[]))) is true`

      const read = (organizationId: number, { limit }: CallSearch, { conditions, filters, isBounded }: Walk) => {
        const length = filters.length === 0 ? limit + 1 : reads.inOrder
        // To find a few calls, a generic plan would read all calls in the order of the list. Behind `offset 0` the few are
        // read by their own index and sorted afterwards.
        const inner = isBounded
          ? sql`select c.*, ${at} as at from calls c where ${conditions} ${latestFirst} limit ${length}`
          : sql`select c.*, ${at} as at from calls c where ${conditions} offset 0`
        // The inner queries are in order already, so the page ends with its last call; only then its other data is read.
        return sql<ListedRow>`select ${columns}, c.machine, c.campaign_id, m.name as campaign_name, c.at,
            to_char(c.at at time zone 'UTC', ${timeFormat}) as cursor_at,
            (select json_agg(json_build_object('currency', k.currency, 'micros', k.micros::text))
              from call_costs k where k.organization_id = c.organization_id and k.call_id = c.id and k.parts > 0) as sums
          from (select c.* from (${inner}) c
            where ${filters.length === 0 ? sql`true` : sql.and(filters)} order by c.at desc, c.id desc limit ${limit + 1}) c
          join campaigns m on m.organization_id = ${organizationId} and m.id = c.campaign_id
          ${withLabel} order by c.at desc, c.id desc`
      }

      /** Returns the place at which the walk of a page ended, unless it reached the end of the list. */
      const endOf = Effect.fnUntraced(function* ({ conditions, filters, isBounded }: Walk) {
        if (filters.length === 0 || !isBounded) return undefined
        const [last] = yield* sql<Pick<ListedRow, "id" | "cursorAt">>`select c.id,
            to_char(${at} at time zone 'UTC', ${timeFormat}) as cursor_at
          from calls c where ${conditions} ${latestFirst} limit 1 offset ${reads.inOrder - 1}`
        return last
      })

      const toListed = ({ cursorAt: _, sums, ...call }: ListedRow): Omit<ListedCall, "results"> => {
        const currency = table?.currency ?? sums?.find((sum) => sum.currency !== "")?.currency ?? null
        const known = sums?.find((sum) => sum.currency === currency)
        const knownCost = known === undefined ? null : amountOf(BigInt(known.micros))
        return { ...call, currency, knownCost, cost: sums?.length === 1 ? knownCost : null }
      }

      return CallSearches.of({ find })
    })
  )
}

interface Walk {
  /** Select the calls that the page may read, by one index. */
  readonly conditions: Statement.Fragment
  /** The other conditions of the search, which every read call is checked for. */
  readonly filters: ReadonlyArray<Statement.Fragment>
  /** Whether the page reads a limited number of calls, in the order of the index. */
  readonly isBounded: boolean
}

interface Filter {
  readonly condition: Statement.Fragment
  /** Whether an index has the calls of this filter in the order of the list, or the calls are few; otherwise neither. */
  readonly index?: "ordered" | "few"
}

const when = <A, B>(value: A | undefined, then: (value: A) => B): ReadonlyArray<B> =>
  value === undefined ? [] : [then(value)]

interface ListedRow extends Omit<ListedCall, "currency" | "cost" | "knownCost" | "results"> {
  /** The time of the order with microseconds. */
  readonly cursorAt: string
  readonly sums: ReadonlyArray<{ readonly currency: string; readonly micros: string }> | null
}

const cursorOf = ({ cursorAt, id }: Pick<ListedRow, "cursorAt" | "id">): CallCursor => ({ at: cursorAt, id })

const nothing: FoundCalls = { data: [], nextCursor: null }
const timeFormat = 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'
