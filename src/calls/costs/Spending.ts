import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer, Schema } from "effect"
import { Prices } from "../../accounts/Prices.ts"
import { SecurityLog } from "../../accounts/SecurityLog.ts"
import { CampaignNotFound } from "../../campaigns/Campaigns.ts"
import { costSummary } from "../../domain/costs/cost-summary.ts"
import { amountOf, microsOf } from "../../domain/costs/money.ts"
import { addLines } from "../../domain/costs/pricing.ts"
import type { CampaignCosts, Money, OrganizationCosts } from "../../domain/costs/Spending.ts"
import type { CostLine } from "../../domain/costs/Usage.ts"
import { transaction } from "../../platform/sql/transaction.ts"

/** The monthly spend cap is reached, or cannot be checked. The message says what to do. */
export class SpendCapReached extends Schema.TaggedError<SpendCapReached>()("SpendCapReached", {
  message: Schema.String
}) {}

/** The cap would have no effect. The message is for the client. */
export class SpendCapRefused extends Schema.TaggedError<SpendCapRefused>()("SpendCapRefused", {
  message: Schema.String
}) {}

/** The costs of campaigns and organizations, and their caps of a calendar month. */
export class Spending extends Context.Service<
  Spending,
  {
    readonly ofOrganization: (organizationId: number, month: string | undefined) => Effect.Effect<OrganizationCosts>
    readonly ofCampaign: (
      organizationId: number,
      campaignId: string,
      month: string | undefined
    ) => Effect.Effect<CampaignCosts, CampaignNotFound>
    /** Sets the cap of a campaign, or of the organization; null removes it. */
    readonly setCap: (
      organizationId: number,
      campaignId: string | null,
      cap: Money | null
    ) => Effect.Effect<void, CampaignNotFound | SpendCapRefused>
    /**
     * Fails when the cap of the campaign or of its organization is reached this month. It is reached, too, when this
     * node cannot know what is spent: without prices, or with prices in another currency.
     */
    readonly checkCaps: (campaignId: string) => Effect.Effect<void, SpendCapReached>
  }
>()("carillon/calls/Spending") {
  static readonly layer = Layer.effect(
    Spending,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const log = yield* SecurityLog
      const { table } = yield* Prices

      const monthNow = Effect.fnUntraced(function* (organizationId: number) {
        const [row] = yield* sql<{ month: string }>`select
          to_char(clock_timestamp() at time zone timezone, 'YYYY-MM') as month
          from organizations where id = ${organizationId}`
        return row?.month ?? allMonths
      })

      const linesOf = Effect.fnUntraced(function* (organizationId: number, campaignId: string | null, month: string) {
        const rows = yield* sql<SumRow>`select campaign_id, purpose, kind, vendor, model, estimated,
            nullif(currency, '') as currency, sum(quantity)::text as quantity, sum(micros)::text as micros
          from campaign_costs where organization_id = ${organizationId}
            and (${campaignId}::uuid is null or campaign_id = ${campaignId}::uuid)
            and (${month} = ${allMonths} or to_char(month, 'YYYY-MM') = ${month})
          group by campaign_id, purpose, kind, vendor, model, estimated, currency
          having sum(quantity) <> 0 or sum(micros) <> 0
          order by campaign_id desc, purpose, kind, vendor, model, estimated, currency`
        return rows.map(({ campaignId, micros, quantity, ...usage }) => ({
          campaignId,
          line: { ...usage, quantity: Number(quantity), micros: BigInt(micros) } satisfies CostLine
        }))
      })

      const capOf = Effect.fnUntraced(function* (organizationId: number, campaignId: string) {
        const [cap] = yield* sql<{ micros: string; currency: string }>`select micros::text as micros, currency
          from spend_caps where organization_id = ${organizationId} and campaign_id = ${campaignId}`
        return cap === undefined ? null : { amount: amountOf(BigInt(cap.micros)), currency: cap.currency }
      })

      const ofOrganization: Spending["Service"]["ofOrganization"] = Effect.fn("Spending.ofOrganization")(function* (
        organizationId,
        given
      ) {
        const month = given ?? (yield* monthNow(organizationId))
        const found = yield* linesOf(organizationId, null, month)
        const byCampaign = Map.groupBy(found, ({ campaignId }) => campaignId)
        const names = yield* sql<{ id: string; name: string }>`select id, name from campaigns
            where organization_id = ${organizationId} and id = any(${[...byCampaign.keys()]}::uuid[]) order by id desc`
        return {
          month,
          cap: yield* capOf(organizationId, wholeOrganization),
          ...costSummary(addLines(found.map(({ line }) => line)), table?.currency),
          note: table?.note ?? null,
          campaigns: names.map(({ id, name }) => {
            const lines = (byCampaign.get(id) ?? []).map(({ line }) => line)
            const { usage: _, ...sums } = costSummary(lines, table?.currency)
            return { campaignId: id, campaignName: name, ...sums }
          })
        }
      }, Effect.orDie)

      const ofCampaign: Spending["Service"]["ofCampaign"] = Effect.fn("Spending.ofCampaign")(
        function* (organizationId, campaignId, given) {
          yield* requireCampaign(organizationId, campaignId)
          const month = given ?? (yield* monthNow(organizationId))
          const lines = (yield* linesOf(organizationId, campaignId, month)).map(({ line }) => line)
          const cap = yield* capOf(organizationId, campaignId)
          return { campaignId, month, cap, ...costSummary(lines, table?.currency) }
        },
        Effect.catchTag("SqlError", Effect.die)
      )

      const requireCampaign = Effect.fnUntraced(function* (organizationId: number, campaignId: string) {
        const found =
          yield* sql`select 1 from campaigns where organization_id = ${organizationId} and id = ${campaignId}`
        if (found.length === 0) return yield* new CampaignNotFound()
      })

      const setCap: Spending["Service"]["setCap"] = Effect.fn("Spending.setCap")(
        function* (organizationId, campaignId, cap) {
          if (campaignId !== null) yield* requireCampaign(organizationId, campaignId)
          const key = campaignId ?? wholeOrganization
          if (cap === null) {
            yield* sql`delete from spend_caps where organization_id = ${organizationId} and campaign_id = ${key}`
          } else {
            const unknown = unknownCosts(cap.currency)
            if (unknown !== undefined) {
              const message = `${unknown.why}, and the cap could never be reached: ${unknown.remedy}`
              return yield* new SpendCapRefused({ message })
            }
            const micros = String(microsOf(cap.amount))
            yield* sql`insert into spend_caps (organization_id, campaign_id, micros, currency)
              values (${organizationId}, ${key}, ${micros}::bigint, ${cap.currency})
              on conflict (organization_id, campaign_id)
                do update set micros = excluded.micros, currency = excluded.currency`
          }
          const target = campaignId ?? String(organizationId)
          yield* log.append(organizationId, { action: "spend-cap.set", target, details: { monthly: cap } })
        },
        transaction(sql),
        Effect.catchTag("SqlError", Effect.die)
      )

      const unknownCosts = (currency: string) => {
        if (table === undefined) {
          return {
            why: "There are no prices, so what calls cost is not known",
            remedy: "name a file of prices in the setting PRICES_FILE, as docs/costs.md describes, and restart"
          }
        }
        return table.currency === currency
          ? undefined
          : {
              why: `The prices of PRICES_FILE are in ${table.currency}, so what calls cost in ${currency} is not known`,
              remedy: `give the cap in ${table.currency}`
            }
      }

      const checkCaps: Spending["Service"]["checkCaps"] = Effect.fn("Spending.checkCaps")(
        function* (campaignId) {
          const caps = yield* sql<CapRow>`select c.campaign_id = ${wholeOrganization} as of_organization,
              c.micros::text as micros, c.currency,
              coalesce(sum(s.micros) filter (where s.currency = c.currency), 0)::text as spent
            from campaigns m join spend_caps c on c.organization_id = m.organization_id
                and c.campaign_id in (${wholeOrganization}, m.id)
              join organizations o on o.id = c.organization_id
              left join campaign_costs s on s.organization_id = c.organization_id
                and s.month = date_trunc('month', clock_timestamp() at time zone o.timezone)::date
                and (c.campaign_id = ${wholeOrganization} or s.campaign_id = c.campaign_id)
            where m.id = ${campaignId}
            group by c.campaign_id, c.micros, c.currency order by c.campaign_id`
          for (const { currency, micros, ofOrganization, spent } of caps) {
            const cap = `The monthly spend cap of the ${ofOrganization ? "organization" : "campaign"}`
            const unknown = unknownCosts(currency)
            if (unknown !== undefined) {
              const message = `${cap} cannot be checked: ${unknown.why}; ${unknown.remedy}, or remove the cap`
              return yield* new SpendCapReached({ message })
            }
            if (BigInt(spent) < BigInt(micros)) continue
            const amounts = `${amountOf(BigInt(spent))} of ${amountOf(BigInt(micros))} ${currency} are spent`
            return yield* new SpendCapReached({
              message: `${cap} is reached, ${amounts}: raise it or wait for the next month`
            })
          }
        },
        Effect.catchTag("SqlError", Effect.die)
      )

      return Spending.of({ ofOrganization, ofCampaign, setCap, checkCaps })
    })
  )
}

const allMonths = "all"

// The cap of an organization has this id in place of a campaign's.
const wholeOrganization = "00000000-0000-0000-0000-000000000000"

interface SumRow extends Omit<CostLine, "quantity" | "micros"> {
  readonly campaignId: string
  readonly quantity: string
  readonly micros: string
}

interface CapRow {
  readonly ofOrganization: boolean
  readonly micros: string
  readonly currency: string
  readonly spent: string
}
