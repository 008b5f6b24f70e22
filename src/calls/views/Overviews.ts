import { PgClient } from "@effect/sql-pg"
import { Clock, Context, Effect, Layer } from "effect"
import { Usage } from "../../accounts/Usage.ts"
import type { Overview } from "../../domain/views/Overview.ts"
import { Dashboards } from "./Dashboard.ts"
import { makeKeptAnswers } from "./kept-answers.ts"

/** Reads an organization's calling now and today. A result is kept for a second, because many screens ask for it. */
export class Overviews extends Context.Service<
  Overviews,
  { readonly get: (organizationId: number) => Effect.Effect<Overview> }
>()("carillon/calls/Overviews") {
  static readonly layer = Layer.effect(
    Overviews,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const dashboards = yield* Dashboards
      const usage = yield* Usage

      const read = Effect.fn("Overviews.read")(function* (organizationId: number): Effect.fn.Return<Overview, unknown> {
        const generatedAt = new Date(yield* Clock.currentTimeMillis)
        const since = yield* startOfDay(organizationId)
        const [campaigns, live, starts, used, outcomes, labels] = yield* Effect.all(
          [
            dashboards.underWay(organizationId),
            liveOf(organizationId),
            startsOf(organizationId),
            usage.today(organizationId),
            outcomesOf(organizationId, since),
            labelsOf(organizationId, since)
          ],
          { concurrency: 3 }
        )
        const startsBy = new Map(starts.map(({ campaignId, count }) => [campaignId, count]))
        return {
          generatedAt,
          live,
          starts: {
            lastMinute: starts.reduce((sum, { count }) => sum + count, 0),
            allowedPerMinute: campaigns
              .filter(({ status }) => status === "IN_PROGRESS")
              .reduce((sum, { callsPerMinute }) => sum + callsPerMinute, 0)
          },
          today: {
            since,
            ...used,
            outcomes,
            labels: labels.flatMap(({ label, count }) => (label === null ? [] : [{ ...label, count }])),
            undetermined: labels.find(({ label }) => label === null)?.count ?? 0
          },
          campaigns: campaigns.map((campaign) => ({ ...campaign, startsInLastMinute: startsBy.get(campaign.id) ?? 0 }))
        }
      }, Effect.orDie)

      const startOfDay = Effect.fnUntraced(function* (organizationId: number) {
        const [row] = yield* sql<{ since: Date }>`select
            date_trunc('day', clock_timestamp() at time zone timezone) at time zone timezone as since
          from organizations where id = ${organizationId}`
        return row?.since ?? new Date(0)
      })

      const liveOf = Effect.fnUntraced(function* (organizationId: number) {
        const [row] = yield* sql<Overview["live"]>`select
            count(*) filter (where coalesce(answered_at, stream_opened_at) is null)::int as ringing,
            count(*) filter (where coalesce(answered_at, stream_opened_at) is not null)::int as talking
          from attempts where organization_id = ${organizationId} and ended_at is null`
        return row ?? { ringing: 0, talking: 0 }
      })

      // In two parts, because the live and the ended attempts have an index each.
      const startsOf = (organizationId: number) => sql<{
        campaignId: string
        count: number
      }>`select campaign_id, count(*)::int as count
        from (
          select campaign_id from attempts where organization_id = ${organizationId} and ended_at is null
            and kind = 'OUTBOUND' and started_at > clock_timestamp() - interval '1 minute'
          union all
          select campaign_id from attempts where organization_id = ${organizationId} and kind = 'OUTBOUND'
            and ended_at > clock_timestamp() - interval '1 minute' and started_at > clock_timestamp() - interval '1 minute'
        ) a group by campaign_id`

      const outcomesOf = (organizationId: number, since: Date) => sql<
        Overview["today"]["outcomes"][number]
      >`select outcome, count(*)::int as count
        from attempts where organization_id = ${organizationId} and ended_at >= ${since}
        group by outcome order by count(*) desc, outcome`

      // Labels of the same name in several campaigns are one; undetermined calls are those without a label.
      const labelsOf = (organizationId: number, since: Date) => sql<{
        label: Omit<Overview["today"]["labels"][number], "count"> | null
        count: number
      }>`select case when l.name is not null then json_build_object('name', l.name, 'color', min(l.color),
            'isPositive', l.is_positive) end as label, sum(c.count)::int as count
        from (select intent_label_id, count(*) as count from calls
            where organization_id = ${organizationId} and coalesce(started_at, created_at) >= ${since}
              and started_at is not null and (intent_label_id is not null or intent_undetermined)
            group by intent_label_id) c
          left join intent_labels l on l.organization_id = ${organizationId} and l.id = c.intent_label_id
        group by l.name, l.is_positive order by sum(c.count) desc, l.name`

      return Overviews.of({ get: yield* makeKeptAnswers(read, () => keptMillis) })
    })
  )
}

/** Time for which an answer is kept, ms. */
const keptMillis = 1_000
