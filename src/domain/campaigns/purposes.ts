import type { Purpose } from "../law/Law.ts"
import type { UseCaseType } from "./Campaign.ts"

/**
 * The purposes whose rules a campaign follows. A stated purpose adds to that of the use case, and replaces it only for a
 * custom campaign, whose use case says nothing and so has the strictest rules.
 */
export const purposesOf = (campaign: {
  readonly useCaseType: UseCaseType
  readonly purpose: Purpose | null
}): ReadonlyArray<Purpose> => {
  const usual = purposeByUseCase.get(campaign.useCaseType) ?? "MARKETING"
  if (campaign.purpose === null || campaign.purpose === usual) return [usual]
  return campaign.useCaseType === "CUSTOM" ? [campaign.purpose] : [usual, campaign.purpose]
}

// A use case that may be several things counts as the strictest.
const purposeByUseCase = new Map<UseCaseType, Purpose>([
  ["COLLECTIONS", "DEBT"],
  ["MEDICAL_BOOKING", "MEDICAL"],
  ["CUSTOMER_SUPPORT", "SERVICE"]
])
