import { checked, type LawOfCountry } from "../Law.ts"

export const kenya: LawOfCountry = {
  country: "KE",
  name: "Kenya",
  hours: [
    {
      id: "marketing-hours",
      purposes: ["MARKETING", "DEBT"],
      hours: "Mon-Sat 08:00-20:00",
      holidays: "OPEN",
      text: "CBK (Digital Credit Providers) Regulations 2022 and consumer protection rules of the CA; no hours are set",
      checked,
      confidence: "low"
    }
  ],
  notices: [
    {
      id: "marketing-consent",
      purposes: ["MARKETING"],
      duty: "Data are used for direct marketing only with consent, and with a way to opt out in each contact",
      text: "Data Protection Act 2019, s. 37; General Regulations 2021, part III",
      checked,
      confidence: "medium"
    }
  ]
}
