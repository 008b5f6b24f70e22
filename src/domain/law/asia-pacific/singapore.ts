import { checked, type LawOfCountry } from "../Law.ts"

export const singapore: LawOfCountry = {
  country: "SG",
  name: "Singapore",
  hours: [
    {
      id: "marketing-hours",
      purposes: ["MARKETING", "DEBT"],
      hours: "Mon-Sat 09:00-20:00",
      holidays: "OPEN",
      text: "No statute sets hours; a cautious reading of the codes of finance and credit collection",
      checked,
      confidence: "low"
    }
  ],
  notices: [
    {
      id: "registry",
      purposes: ["MARKETING"],
      duty: "Numbers are checked against the Do Not Call Registry, unless there is clear consent",
      text: "Personal Data Protection Act 2012, Part 9, s. 43",
      checked,
      confidence: "high"
    }
  ]
}
