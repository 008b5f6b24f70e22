import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Exit, Layer } from "effect"
import { CampaignNotFound } from "../../campaigns/Campaigns.ts"
import type { CampaignInsight } from "../../domain/views/CampaignInsight.ts"
import { makeKeptAnswers } from "./kept-answers.ts"

type Insight = Omit<CampaignInsight, "idle" | "oldLists">

/**
 * Reads how a campaign has gone: its funnel, its labels by day, its queue, and when people answer. A read passes over all
 * calls of the campaign, so all viewers get the same answer for 20 times as long as the read took, at most 30 seconds.
 */
export class CampaignInsights extends Context.Service<
  CampaignInsights,
  { readonly get: (organizationId: number, campaignId: string) => Effect.Effect<Insight, CampaignNotFound> }
>()("carillon/calls/CampaignInsights") {
  static readonly layer = Layer.effect(
    CampaignInsights,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient

      const read = Effect.fn("CampaignInsights.read")(
        function* (organizationId: number, campaignId: string) {
          const [campaign] = yield* sql<{ timezone: string }>`select coalesce(c.timezone, o.timezone) as timezone
            from campaigns c join organizations o on o.id = c.organization_id
            where c.organization_id = ${organizationId} and c.id = ${campaignId}`
          if (campaign === undefined) return yield* new CampaignNotFound()
          const { timezone } = campaign
          const [funnel, days, retryQueue, hours] = yield* Effect.all(
            [
              funnelOf(campaignId),
              daysOf(organizationId, campaignId, timezone),
              queueOf(campaignId, timezone),
              hoursOf(campaignId, timezone)
            ],
            { concurrency: 2 }
          )
          return {
            timezone,
            funnel: funnel[0] ?? { contacts: 0, called: 0, connected: 0, labelled: 0, positive: 0 },
            labelsByDay: days,
            retryQueue,
            answersByHour: everyHour.map((hour) => {
              const { answered, attempts } = hours.find((one) => one.hour === hour) ?? { attempts: 0, answered: 0 }
              return { hour, attempts, answered, rate: attempts === 0 ? null : answered / attempts }
            })
          }
        },
        Effect.catchTag("SqlError", Effect.die)
      )

      const funnelOf = (campaignId: string) =>
        sql<Insight["funnel"]>`select coalesce((select f.total from campaign_figures f
              where f.campaign_id = ${campaignId}), 0) + coalesce((select remaining from campaign_fillings
              where campaign_id = ${campaignId}), 0) as contacts,
            count(*) filter (where c.attempts > 0)::int as called,
            count(*) filter (where c.connected)::int as connected,
            count(*) filter (where c.connected and c.intent_label_id is not null)::int as labelled,
            count(*) filter (where c.connected and l.is_positive)::int as positive
          from calls c
            left join intent_labels l on l.organization_id = c.organization_id and l.id = c.intent_label_id
          where c.campaign_id = ${campaignId}`

      const daysOf = (organizationId: number, campaignId: string, timezone: string) =>
        sql<
          Insight["labelsByDay"][number]
        >`select day, coalesce(json_agg(json_build_object('id', l.id, 'name', l.name, 'color',
              l.color, 'isPositive', l.is_positive, 'count', d.calls) order by l.sort_order)
              filter (where l.id is not null), '[]') as labels,
            coalesce(sum(d.calls) filter (where l.id is null), 0)::int as undetermined
          from (select to_char(started_at at time zone ${timezone}, 'YYYY-MM-DD') as day, intent_label_id, count(*)::int as calls
              from calls where campaign_id = ${campaignId} and coalesce(started_at, created_at) > now() - interval '60 days'
                and started_at is not null and (intent_label_id is not null or intent_undetermined)
              group by 1, 2) d
            left join intent_labels l on l.organization_id = ${organizationId} and l.id = d.intent_label_id
          group by day order by day`

      // Not the hours of UTC: where the time differs by half an hour, 9 o'clock is the middle of one.
      const queueOf = (campaignId: string, timezone: string) =>
        sql<
          Insight["retryQueue"][number]
        >`select date_trunc('hour', greatest(next_attempt_at, now()), ${timezone}) as hour,
            count(*) filter (where priority = 0 and reminder_for is null)::int as callbacks,
            count(*) filter (where priority = 0 and reminder_for is not null)::int as reminders, count(*) filter (where priority = 1)::int as retries,
            count(*) filter (where priority = 2)::int as first
          from calls where campaign_id = ${campaignId} and next_attempt_at is not null group by 1 order by 1`

      const hoursOf = (campaignId: string, timezone: string) =>
        sql<{ hour: number; attempts: number; answered: number }>`select
            extract(hour from started_at at time zone ${timezone})::int as hour, count(*)::int as attempts,
            count(*) filter (where outcome = 'CONNECTED')::int as answered
          from attempts where campaign_id = ${campaignId} and kind = 'OUTBOUND' and ended_at > now() - interval '60 days' group by 1`

      const keptRead = yield* makeKeptAnswers(
        (key: string) => {
          const [organizationId, campaignId = ""] = key.split("/")
          return read(Number(organizationId), campaignId)
        },
        (exit, tookMillis) => (Exit.isSuccess(exit) ? Math.min(20 * tookMillis, longestKeptMillis) : 0)
      )
      return CampaignInsights.of({
        get: (organizationId, campaignId) => keptRead(`${organizationId}/${campaignId}`)
      })
    })
  )
}

const everyHour = Array.from({ length: 24 }, (_, hour) => hour)

/** Maximum time for which an answer is kept, ms. */
const longestKeptMillis = 30_000
