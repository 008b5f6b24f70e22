import { checked, type LawOfCountry } from "../Law.ts"

export const philippines: LawOfCountry = {
  country: "PH",
  name: "Philippines",
  hours: [
    {
      id: "debt-hours",
      purposes: ["DEBT"],
      hours: "Mon-Sun 06:00-22:00",
      holidays: "OPEN",
      text: "SEC Memorandum Circular 18 of 2019, unfair debt collection; BSP Circular 1133",
      checked,
      confidence: "medium"
    },
    {
      id: "marketing-hours",
      purposes: ["MARKETING"],
      hours: "Mon-Sat 09:00-20:00",
      holidays: "OPEN",
      text: "No statute sets hours; a cautious reading",
      checked,
      confidence: "low"
    }
  ],
  notices: [
    {
      id: "recording",
      purposes: ["MARKETING", "DEBT", "SERVICE", "MEDICAL"],
      duty: "All parties must consent to a recording",
      text: "Republic Act 4200 (Anti-Wiretapping Act)",
      checked,
      confidence: "high"
    }
  ]
}
