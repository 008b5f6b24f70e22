import { checked, type LawOfCountry } from "../Law.ts"

export const malaysia: LawOfCountry = {
  country: "MY",
  name: "Malaysia",
  hours: [
    {
      id: "marketing-hours",
      purposes: ["MARKETING", "DEBT"],
      hours: "Mon-Sat 09:00-20:00",
      holidays: "OPEN",
      text: "Bank Negara Malaysia on fair treatment and debt collection; no statute sets hours for marketing",
      checked,
      confidence: "low"
    }
  ],
  notices: [
    {
      id: "objection",
      purposes: ["MARKETING"],
      duty: "A person may stop direct marketing by written notice at any time",
      text: "Personal Data Protection Act 2010, s. 43",
      checked,
      confidence: "high"
    }
  ]
}
