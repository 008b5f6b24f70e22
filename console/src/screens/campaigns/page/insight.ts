import type { Answer } from "../../../api/contract.ts"

export type Insight = Answer<"GET", "/admin/v1/organizations/:id/campaigns/:campaignId/insight">
