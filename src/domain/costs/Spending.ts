import { Schema } from "effect"
import { Amount, Currency } from "./money.ts"
import { UsageCost } from "./Usage.ts"

export const Money = Schema.Struct({ amount: Amount, currency: Currency }).annotate({ identifier: "Money" })
export type Money = typeof Money.Type

/** The cap of a calendar month. */
export const SpendCap = Schema.Struct({
  monthly: Schema.NullOr(Money).annotate({
    description: "The most that may be spent in a calendar month, in the currency of PRICES_FILE; null removes the cap"
  })
}).annotate({ identifier: "SpendCap" })
export type SpendCap = typeof SpendCap.Type

/** The months that costs are summed over. */
export const CostsOfMonth = {
  month: Schema.optionalKey(
    Schema.String.annotate({
      description: "YYYY-MM, or all; the current month by default. A call belongs to the month in which it began",
      examples: ["2030-01"]
    }).check(
      Schema.makeFilter((text) =>
        /^(\d{4}-(0[1-9]|1[0-2])|all)$/.test(text) ? undefined : "must be a month such as 2030-01, or all"
      )
    )
  )
}

const sums = {
  currency: Schema.NullOr(Schema.String).annotate({ description: "Null while no price is known" }),
  cost: Schema.NullOr(Schema.String).annotate({
    description: "A decimal number with six places; null when the price of a part is unknown, or in another currency"
  }),
  knownCost: Schema.NullOr(Schema.String).annotate({
    description: "The sum of the parts whose price is known. The caps count this"
  })
}

/** The costs of one attempt. */
export const AttemptCosts = Schema.Struct({ ...sums, usage: Schema.Array(UsageCost) }).annotate({
  identifier: "AttemptCosts"
})

const ofMonth = {
  month: Schema.String.annotate({ description: "The month, in the time zone of the organization, or all" }),
  cap: SpendCap.fields.monthly.annotate({ description: "The monthly spend cap; null without one" })
}

export const CampaignCosts = Schema.Struct({
  campaignId: Schema.String,
  ...ofMonth,
  ...sums,
  usage: Schema.Array(UsageCost)
}).annotate({ identifier: "CampaignCosts" })
export type CampaignCosts = typeof CampaignCosts.Type

export const OrganizationCosts = Schema.Struct({
  ...ofMonth,
  ...sums,
  note: Schema.NullOr(Schema.String).annotate({
    description: "The note of PRICES_FILE on its prices; null without one"
  }),
  usage: Schema.Array(UsageCost),
  campaigns: Schema.Array(
    Schema.Struct({ campaignId: Schema.String, campaignName: Schema.String, ...sums }).annotate({
      identifier: "CostsOfOneCampaign"
    })
  ).annotate({ description: "The campaigns with usage in the month, the newest first" })
}).annotate({ identifier: "OrganizationCosts" })
export type OrganizationCosts = typeof OrganizationCosts.Type
