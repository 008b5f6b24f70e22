import type { UseCaseType } from "./Campaign.ts"
import type { IntentLabel, RetryBehavior } from "./IntentLabel.ts"

/** An initial label of a campaign. The name is also stored as `seed`, which stays when the label is renamed. */
export type SeedLabel = Pick<IntentLabel, "name" | "color" | "isPositive" | "retryBehavior" | "isSystem">

/** The initial labels of a use case, the highest priority first. */
export const seedLabels = (useCase: UseCaseType): readonly [SeedLabel, ...ReadonlyArray<SeedLabel>] => [
  { ...suppressOrgWide(doNotCall), isSystem: true },
  suppressCampaign("Wrong Number"),
  neutral("Callback Requested"),
  ...labelsByUseCase[useCase],
  { ...label("Not Reachable", "#94a3b8"), isSystem: true }
]

/** The seed of the label that opt-outs get. */
export const doNotCall = "Do Not Call"

const label = (name: string, color: string, retryBehavior: RetryBehavior = "RETRYABLE"): SeedLabel => ({
  name,
  color,
  isPositive: false,
  retryBehavior,
  isSystem: false
})

const positive = (name: string): SeedLabel => ({ ...label(name, "#16a34a"), isPositive: true })
const neutral = (name: string) => label(name, "#2563eb")
const suppressCampaign = (name: string) => label(name, "#ea580c", "SUPPRESS_CAMPAIGN")
const suppressOrgWide = (name: string) => label(name, "#dc2626", "SUPPRESS_ORG_WIDE")

/** The labels of each use case, without the ones that every campaign has. */
const labelsByUseCase: Readonly<Record<UseCaseType, ReadonlyArray<SeedLabel>>> = {
  COLLECTIONS: [
    suppressOrgWide("Deceased"),
    suppressCampaign("Dispute or Fraud Claim"),
    positive("Already Paid"),
    positive("Promise to Pay"),
    positive("Payment Plan Requested"),
    suppressCampaign("Hardship"),
    neutral("Refused to Pay"),
    neutral("Third Party Answered"),
    neutral("Language Barrier")
  ],
  LEAD_QUALIFICATION: [
    positive("Hot Lead"),
    positive("Interested"),
    neutral("Needs Information"),
    suppressCampaign("Not Qualified"),
    suppressCampaign("Not Interested")
  ],
  MEDICAL_BOOKING: [
    neutral("Needs Clinician"),
    positive("Booked"),
    positive("Confirmed"),
    positive("Rescheduled"),
    suppressCampaign("Cancelled"),
    neutral("Undecided")
  ],
  CUSTOMER_SUPPORT: [
    neutral("Complaint"),
    neutral("Escalation Needed"),
    positive("Resolved"),
    positive("Satisfied"),
    neutral("Dissatisfied")
  ],
  EDUTECH: [
    positive("Demo or Visit Booked"),
    positive("Interested"),
    neutral("Fee Concern"),
    suppressCampaign("Enrolled Elsewhere"),
    suppressCampaign("Not Interested")
  ],
  CUSTOM: [positive("Positive"), neutral("Neutral"), suppressCampaign("Negative")]
}
