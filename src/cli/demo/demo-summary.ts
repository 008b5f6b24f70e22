import { Effect } from "effect"
import type { CallRecord } from "../../domain/calls/Call.ts"
import type { ApiClient } from "../admin-client.ts"
import { aligned } from "../output.ts"
import { inWords } from "../watch/watched.ts"

export interface Summary {
  readonly calls: number
  readonly answered: number
  readonly minutes: number
  readonly rows: ReadonlyArray<SummaryRow>
}

interface SummaryRow {
  readonly outcome: string
  readonly label: string
  readonly calls: number
  readonly minutes: number
}

export interface CampaignCalls {
  readonly id: string
  readonly name: string
  readonly calls: ReadonlyArray<CallRecord>
}

/** The calls of campaigns with at most one page of calls each. */
export const callsOf = (api: ApiClient, ids: ReadonlyArray<string>) =>
  Effect.forEach(ids, (id) =>
    Effect.gen(function* () {
      const params = { id }
      const { name } = yield* api.ask(({ campaigns }) => campaigns.get({ params }))
      const query = { page: 1, limit: 100 }
      const { data } = yield* api.ask(({ campaignCalls }) => campaignCalls.list({ params, query }))
      return { id, name, calls: data } satisfies CampaignCalls
    })
  )

/** Counts calls by outcome and label. */
export const summaryOf = (calls: ReadonlyArray<CallRecord>): Summary => {
  const groups = Map.groupBy(calls, (call) => `${outcomeOf(call)}\n${labelOf(call)}`)
  const rows = [...groups.values()].map((group): SummaryRow => {
    const [first] = group as [CallRecord]
    return { outcome: outcomeOf(first), label: labelOf(first), calls: group.length, minutes: minutesOf(group) }
  })
  return {
    calls: calls.length,
    answered: calls.filter(({ outcome }) => outcome === "CONNECTED").length,
    minutes: minutesOf(calls),
    rows: rows.sort((one, other) => other.calls - one.calls || (one.label < other.label ? -1 : 1))
  }
}

export const summaryTable = ({ answered, calls, minutes, rows }: Summary): string =>
  aligned([
    ["OUTCOME", "LABEL", "CALLS", "MINUTES"],
    ...rows.map(({ calls, label, minutes, outcome }) => [
      outcome,
      label,
      String(calls).padStart(5),
      minutes.toFixed(1).padStart(7)
    ]),
    [`${answered} answered`, "in all", String(calls).padStart(5), minutes.toFixed(1).padStart(7)]
  ])

// A call that was never placed has no outcome.
const outcomeOf = ({ outcome, status }: CallRecord) => inWords(outcome ?? status)

const labelOf = ({ intentLabel, outcome, suppressionReason }: CallRecord) =>
  intentLabel?.name ?? suppressionReason ?? (outcome === "CONNECTED" ? "Undetermined" : "-")

const minutesOf = (calls: ReadonlyArray<CallRecord>) =>
  Math.round(calls.reduce((seconds, { duration }) => seconds + duration, 0) / 6) / 10
