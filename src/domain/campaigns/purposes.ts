import type { Purpose } from "../law/Law.ts"
import type { UseCaseType } from "./Campaign.ts"

/** The purpose that the law sees in a use case. A custom campaign may be anything, so it has the strictest rules. */
const purposeOfUseCase: Readonly<Record<UseCaseType, Purpose>> = {
  COLLECTIONS: "DEBT",
  LEAD_QUALIFICATION: "MARKETING",
  MEDICAL_BOOKING: "MEDICAL",
  CUSTOMER_SUPPORT: "SERVICE",
  EDUTECH: "MARKETING",
  CUSTOM: "MARKETING"
}

/**
 * The purposes whose rules a campaign follows. A stated purpose adds to that of the use case, and replaces it only for a
 * custom campaign, whose use case says nothing.
 */
export const purposesOf = (campaign: {
  readonly useCaseType: UseCaseType
  readonly purpose: Purpose | null
}): ReadonlyArray<Purpose> => {
  const usual = purposeOfUseCase[campaign.useCaseType]
  if (campaign.purpose === null || campaign.purpose === usual) return [usual]
  return campaign.useCaseType === "CUSTOM" ? [campaign.purpose] : [usual, campaign.purpose]
}
