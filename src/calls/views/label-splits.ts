import type { PgClient } from "@effect/sql-pg"
import { Effect } from "effect"
import type { Statement } from "effect/sql"
import { type CountRow, countRows, type LabelRow, labelRows } from "./dashboard-rows.ts"

/** The calls of a campaign by label. */
export interface LabelSplit {
  /** Number of calls with a positive label. */
  readonly positive: number
  /** The labels with their counts for the answer: JSON in UTF-8. */
  readonly json: Uint8Array
}

export const noLabels: LabelSplit = { positive: 0, json: Buffer.from("[]") }

/**
 * Returns a function that reads the label splits of campaigns, by their ids. A thousand campaigns have ten thousand labels
 * of more than a megabyte as JSON. The labels of a campaign that has started never change, so they are kept, and written
 * anew only when a count has changed.
 */
export const makeLabelSplits = (sql: PgClient.PgClient) => {
  const kept = new Map<string, Kept>()
  return Effect.fnUntraced(function* (chosen: Statement.Fragment) {
    const counts = yield* countRows(sql, chosen)
    const unknown = counts.flatMap(({ campaignId }) => (kept.has(campaignId) ? [] : [campaignId]))
    const read = Map.groupBy(unknown.length === 0 ? [] : yield* labelRows(sql, unknown), ({ campaignId }) => campaignId)
    return new Map(
      counts.map((row) => {
        const { campaignId } = row
        const before = kept.get(campaignId)
        const labels = before?.labels ?? (read.get(campaignId) ?? []).map(toText)
        const split = before !== undefined && isSame(before.counts, row) ? before.split : splitOf(labels, row)
        // The first is the least recently used.
        kept.delete(campaignId)
        if (before !== undefined || read.get(campaignId)?.[0]?.isFixed === true) {
          kept.set(campaignId, { labels, counts: row, split })
        }
        if (kept.size > maxKept) kept.delete(kept.keys().next().value ?? "")
        return [campaignId, split]
      })
    )
  })
}

/** Maximum number of campaigns whose labels are kept: some 15 MB. */
const maxKept = 5_000

interface Kept {
  readonly labels: ReadonlyArray<LabelText>
  readonly counts: CountRow
  readonly split: LabelSplit
}

interface LabelText {
  readonly id: string
  readonly isPositive: boolean
  /** The label as JSON up to its count. */
  readonly beginning: string
}

const toText = ({ color, id, isPositive, name }: LabelRow): LabelText => ({
  id,
  isPositive,
  beginning: `${JSON.stringify({ id, name, color, isPositive }).slice(0, -1)},"count":`
})

const isSame = (one: CountRow, other: CountRow) => one.folded === other.folded && one.open === other.open

const splitOf = (labels: ReadonlyArray<LabelText>, { folded, open }: CountRow): LabelSplit => {
  const [first, second] = [folded, open].map((text) => JSON.parse(text ?? "{}") as Partial<Record<string, number>>)
  const countOf = (id: string) => (first?.[id] ?? 0) + (second?.[id] ?? 0)
  return {
    positive: labels.reduce((sum, { id, isPositive }) => (isPositive ? sum + countOf(id) : sum), 0),
    json: Buffer.from(`[${labels.map(({ beginning, id }) => `${beginning}${countOf(id)}}`).join(",")}]`)
  }
}
