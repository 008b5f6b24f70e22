import type { UseCaseType } from "./Campaign.ts"
import type { IntentLabel, RetryBehavior } from "./IntentLabel.ts"

/** An initial label of a campaign. Its name here is stored as its `seed` and survives renaming. */
export type SeedLabel = Pick<IntentLabel, "name" | "color" | "isPositive" | "retryBehavior" | "isSystem">

/** The initial labels of a use case, the highest priority first. */
export const seedLabels = (useCase: UseCaseType): readonly [SeedLabel, ...ReadonlyArray<SeedLabel>] => [
  forGood("Do Not Call"),
  noMore("Wrong Number"),
  open("Callback Requested"),
  ...between[useCase],
  { ...label("Not Reachable", "#94a3b8"), isSystem: true }
]

const label = (name: string, color: string, retryBehavior: RetryBehavior = "RETRYABLE"): SeedLabel => ({
  name,
  color,
  isPositive: false,
  retryBehavior,
  isSystem: false
})

const positive = (name: string): SeedLabel => ({ ...label(name, "#16a34a"), isPositive: true })
const open = (name: string) => label(name, "#2563eb")
const noMore = (name: string) => label(name, "#ea580c", "SUPPRESS_CAMPAIGN")
const forGood = (name: string) => label(name, "#dc2626", "SUPPRESS_ORG_WIDE")

const between: Readonly<Record<UseCaseType, ReadonlyArray<SeedLabel>>> = {
  COLLECTIONS: [
    forGood("Deceased"),
    noMore("Dispute or Fraud Claim"),
    positive("Already Paid"),
    positive("Promise to Pay"),
    positive("Payment Plan Requested"),
    noMore("Hardship"),
    open("Refused to Pay"),
    open("Third Party Answered"),
    open("Language Barrier")
  ],
  LEAD_QUALIFICATION: [
    positive("Hot Lead"),
    positive("Interested"),
    open("Needs Information"),
    noMore("Not Qualified"),
    noMore("Not Interested")
  ],
  MEDICAL_BOOKING: [
    open("Needs Clinician"),
    positive("Booked"),
    positive("Confirmed"),
    positive("Rescheduled"),
    noMore("Cancelled"),
    open("Undecided")
  ],
  CUSTOMER_SUPPORT: [
    open("Complaint"),
    open("Escalation Needed"),
    positive("Resolved"),
    positive("Satisfied"),
    open("Dissatisfied")
  ],
  EDUTECH: [
    positive("Demo or Visit Booked"),
    positive("Interested"),
    open("Fee Concern"),
    noMore("Enrolled Elsewhere"),
    noMore("Not Interested")
  ],
  CUSTOM: [positive("Positive"), open("Neutral"), noMore("Negative")]
}
