import type { Answer } from "../../api/contract.ts"

type Dashboard = Answer<"GET", "/v1/campaigns/dashboard">["campaigns"][number]

/** The filters of the list, in the address. */
export interface CampaignFilter {
  readonly search?: string
  readonly status?: Dashboard["status"]
  readonly useCase?: Dashboard["useCaseType"]
}
