import { PgClient } from "@effect/sql-pg"
import { Effect, Layer } from "effect"
import { Signals } from "../events/Signals.ts"
import { keepGoing } from "../platform/lifecycle/keep-going.ts"
import { why } from "../platform/observability/why.ts"
import { Leader } from "../platform/sql/Leader.ts"
import { ResultsCsv } from "./ResultsCsv.ts"

/** Keeps the results of campaigns that are over, for organizations that want it: one node for all. */
export const layer = Layer.effectDiscard(
  Effect.gen(function* () {
    const { whileLeading } = yield* Leader
    const signals = yield* Signals
    const sql = yield* PgClient.PgClient
    const { store } = yield* ResultsCsv

    // One that cannot be kept takes no other with it.
    const exportOne = ({ id, organizationId }: EndedCampaign) =>
      Effect.catchDefect(store(organizationId, id), (defect) =>
        Effect.logError(`The results of campaign ${id} could not be kept: ${why(defect)}`)
      )

    const work = Effect.gen(function* () {
      const changed = yield* signals.listen("campaigns")
      while (true) {
        const ended = yield* unexportedOf(sql)
        yield* Effect.forEach(
          ended.filter(({ isSettled }) => isSettled),
          exportOne
        )
        // Nobody tells of the last tag of a campaign that was cancelled.
        const isDone = ended.every(({ isSettled }) => isSettled)
        yield* Effect.timeoutOption(changed, isDone ? "1 minute" : "2 seconds")
      }
    }).pipe(Effect.scoped, keepGoing("Results cannot be kept"))
    yield* Effect.forkScoped(whileLeading(work))
  })
)

interface EndedCampaign {
  readonly organizationId: number
  readonly id: string
  /** Whether nothing more is to come of its calls: nobody talks, and every talk was understood. */
  readonly isSettled: boolean
}

const unexportedOf = (sql: PgClient.PgClient) => sql<EndedCampaign>`select c.organization_id as "organizationId", c.id,
    coalesce(f.in_progress + f.awaiting_tag, 0) = 0 as "isSettled"
  from write_back_configs w
    join campaigns c on c.organization_id = w.organization_id and c.completed_at >= w.csv_since
    left join campaign_figures f on f.organization_id = c.organization_id and f.campaign_id = c.id
  where w.csv_auto_export and c.status in ('COMPLETED', 'CANCELLED') and c.results_exported_at is null
  order by c.completed_at`
