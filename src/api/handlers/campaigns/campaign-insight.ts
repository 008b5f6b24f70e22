import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { CampaignInsights } from "../../../calls/views/CampaignInsights.ts"
import { Campaigns } from "../../../campaigns/Campaigns.ts"
import { NumberLists } from "../../../contacts/registries/NumberLists.ts"
import { WaitReasons } from "../../../dialer/WaitReasons.ts"
import { purposesOf } from "../../../domain/campaigns/purposes.ts"
import { Preflights } from "../../../operations/checks/Preflights.ts"
import { AdminApi } from "../../contract/AdminApi.ts"
import { forOrganizationInPath } from "../for-organization.ts"

export const CampaignInsightLive = HttpApiBuilder.group(
  AdminApi,
  "campaignInsight",
  Effect.fnUntraced(function* (handlers) {
    const preflights = yield* Preflights
    const insights = yield* CampaignInsights
    const reasons = yield* WaitReasons
    const campaigns = yield* Campaigns
    const lists = yield* NumberLists
    const forOrganization = yield* forOrganizationInPath
    return handlers.handleAll({
      preflight: forOrganization((organizationId, { params }) => preflights.of(organizationId, params.campaignId)),
      insight: forOrganization(
        Effect.fnUntraced(function* (organizationId, { params }) {
          const insight = yield* insights.get(organizationId, params.campaignId)
          const campaign = yield* campaigns.get(organizationId, params.campaignId)
          const old = lists.tooOld({ organizationId, purposes: purposesOf(campaign) }, campaign.audienceId)
          return {
            ...insight,
            idle: yield* reasons.ofCampaign(campaign),
            oldLists: campaign.completedAt === null ? yield* old : []
          }
        })
      )
    })
  })
)
