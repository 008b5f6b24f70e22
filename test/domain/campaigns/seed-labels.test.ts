import { expect, it } from "@effect/vitest"
import { UseCaseType } from "../../../src/domain/campaigns/Campaign.ts"
import { seedLabels } from "../../../src/domain/campaigns/seed-labels.ts"
import { foldCase } from "../../../src/domain/text/text.ts"

/** Each label as its name, then `+` for positive, `C` or `O` for suppression by campaign or organization, `S` for system. */
const written = (useCase: UseCaseType) =>
  seedLabels(useCase).map(({ name, isPositive, retryBehavior, isSystem }) =>
    [
      name,
      ...(isPositive ? ["+"] : []),
      ...(retryBehavior === "SUPPRESS_CAMPAIGN" ? ["C"] : retryBehavior === "SUPPRESS_ORG_WIDE" ? ["O"] : []),
      ...(isSystem ? ["S"] : [])
    ].join(" ")
  )

const between: Readonly<Record<UseCaseType, ReadonlyArray<string>>> = {
  COLLECTIONS: [
    "Deceased O",
    "Dispute or Fraud Claim C",
    "Already Paid +",
    "Promise to Pay +",
    "Payment Plan Requested +",
    "Hardship C",
    "Refused to Pay",
    "Third Party Answered",
    "Language Barrier"
  ],
  LEAD_QUALIFICATION: ["Hot Lead +", "Interested +", "Needs Information", "Not Qualified C", "Not Interested C"],
  MEDICAL_BOOKING: ["Needs Clinician", "Booked +", "Confirmed +", "Rescheduled +", "Cancelled C", "Undecided"],
  CUSTOMER_SUPPORT: ["Complaint", "Escalation Needed", "Resolved +", "Satisfied +", "Dissatisfied"],
  EDUTECH: ["Demo or Visit Booked +", "Interested +", "Fee Concern", "Enrolled Elsewhere C", "Not Interested C"],
  CUSTOM: ["Positive +", "Neutral", "Negative C"]
}

it.each(UseCaseType.literals)("%s has the specified labels, in order", (useCase) => {
  expect(written(useCase)).toEqual([
    "Do Not Call O S",
    "Wrong Number C",
    "Callback Requested",
    ...between[useCase],
    "Not Reachable S"
  ])
})

it.each(UseCaseType.literals)("the labels of %s have distinct names and valid colours", (useCase) => {
  const labels = seedLabels(useCase)
  expect(new Set(labels.map(({ name }) => foldCase(name))).size).toBe(labels.length)
  for (const { color } of labels) expect(color).toMatch(/^#[0-9a-f]{6}$/)
})
