import { checked, type LawOfCountry } from "../Law.ts"

const resolution = {
  text: "Cabinet Resolution 56 of 2024 on the marketing of products and services by telephone",
  checked,
  confidence: "high"
} as const

export const emirates: LawOfCountry = {
  country: "AE",
  name: "United Arab Emirates",
  hours: [
    { ...resolution, id: "marketing-hours", purposes: ["MARKETING"], hours: "Mon-Sun 09:00-18:00", holidays: "OPEN" },
    {
      id: "debt-hours",
      purposes: ["DEBT"],
      hours: "Mon-Sun 09:00-20:00",
      holidays: "OPEN",
      text: "CBUAE, Consumer Protection Standards, debt collection",
      checked,
      confidence: "medium"
    }
  ],
  caps: [
    {
      ...resolution,
      id: "marketing-day",
      purposes: ["MARKETING"],
      calls: 1,
      within: "DAY",
      note: "Holds for a person who does not answer or ends the call; applied to all"
    },
    {
      ...resolution,
      id: "marketing-7-days",
      purposes: ["MARKETING"],
      calls: 2,
      within: { hours: 7 * 24 },
      note: "Holds for a person who does not answer or ends the call; applied to all"
    }
  ],
  pauses: [
    {
      ...resolution,
      id: "marketing-refusal",
      purposes: ["MARKETING"],
      after: "REFUSAL",
      days: 365,
      note: "A person who refused is not called again about the offer; the product looks back one year"
    }
  ],
  notices: [
    {
      ...resolution,
      id: "approval",
      purposes: ["MARKETING"],
      duty: "Telemarketing needs an approval, a number registered for it, and a check of the Do Not Call register"
    }
  ]
}
