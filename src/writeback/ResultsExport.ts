import { PgClient } from "@effect/sql-pg"
import { Effect, Layer } from "effect"
import { Signals } from "../events/Signals.ts"
import { keepGoing } from "../platform/lifecycle/keep-going.ts"
import { why } from "../platform/observability/why.ts"
import { SharedWork } from "../platform/sql/SharedWork.ts"
import { sliceOf } from "../platform/sql/slices.ts"
import { ResultsCsv } from "./ResultsCsv.ts"

/** Stores the results of finished campaigns, for organizations with `csvAutoExport`. Nodes share the campaigns. */
export const layer = Layer.effectDiscard(
  Effect.gen(function* () {
    const { inSlices } = yield* SharedWork
    const signals = yield* Signals
    const sql = yield* PgClient.PgClient
    const { store } = yield* ResultsCsv

    // A failed export does not stop the others.
    const exportOne = ({ id, organizationId }: EndedCampaign) =>
      Effect.catchDefect(store(organizationId, id), (defect) =>
        Effect.logError(`Could not store the results of campaign ${id}; retrying: ${why(defect)}`)
      )

    const work = (slices: ReadonlySet<number>) =>
      Effect.gen(function* () {
        const changed = yield* signals.listen("campaigns")
        while (true) {
          const ended = (yield* unexportedOf(sql)).filter(({ id }) => slices.has(sliceOf(id)))
          yield* Effect.forEach(
            ended.filter(({ isSettled }) => isSettled),
            exportOne
          )
          // No signal announces the last tag of a cancelled campaign, so look again soon.
          const isDone = ended.every(({ isSettled }) => isSettled)
          yield* Effect.timeoutOption(changed, isDone ? "1 minute" : "2 seconds")
        }
      }).pipe(Effect.scoped, keepGoing("Could not look for results to store; retrying"))
    yield* Effect.forkScoped(inSlices(work))
  })
)

interface EndedCampaign {
  readonly organizationId: number
  readonly id: string
  /** Whether the results are final: no call is waiting or live, and every conversation has been analyzed. */
  readonly isSettled: boolean
}

const unexportedOf = (sql: PgClient.PgClient) => sql<EndedCampaign>`select c.organization_id, c.id,
    coalesce(f.pending + f.queued + f.in_progress + f.awaiting_tag, 0) + coalesce(l.remaining, 0) = 0
      and not exists (select 1 from awaited_labels r
        join calls k on k.organization_id = r.organization_id and k.id = r.call_id
        where k.campaign_id = c.id) as is_settled
  from write_back_configs w
    join campaigns c on c.organization_id = w.organization_id and c.completed_at >= w.csv_since
    left join campaign_figures f on f.organization_id = c.organization_id and f.campaign_id = c.id
    left join campaign_fillings l on l.campaign_id = c.id
  where w.csv_auto_export and c.status in ('COMPLETED', 'CANCELLED') and c.results_exported_at is null
  order by c.completed_at`
