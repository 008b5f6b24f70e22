import { checked, type LawOfCountry } from "../Law.ts"

export const india: LawOfCountry = {
  country: "IN",
  name: "India",
  hours: [
    {
      id: "promotional-hours",
      purposes: ["MARKETING"],
      hours: "Mon-Sun 10:00-21:00",
      holidays: "OPEN",
      text: "TRAI, TCCCPR 2018, and the scrubbing of promotional traffic by operators",
      checked,
      confidence: "medium",
      note: "The bands of a person's own preference (days, hours, categories) are not known to the product"
    },
    {
      id: "recovery-hours",
      purposes: ["DEBT"],
      hours: "Mon-Sun 08:00-19:00",
      holidays: "OPEN",
      text: "RBI circular on outsourcing and recovery agents, 12 August 2022",
      checked,
      confidence: "high",
      note: "Directions drafted in 2026 also bar calls at festivals and bereavements; their final text is not known"
    }
  ],
  series: [
    {
      id: "promotional-series",
      purposes: ["MARKETING"],
      prefix: "+91140",
      binding: "ONLY",
      says: "Promotional calls come from numbers of the 140 series, and no other calls do",
      text: "TRAI, TCCCPR 2018, second amendment of 2025",
      checked,
      confidence: "medium",
      note: "The preference register is a list that you upload"
    },
    {
      id: "service-series",
      purposes: ["DEBT", "SERVICE", "MEDICAL"],
      prefix: "+911600",
      binding: "IF_OWNED",
      says: "Service and transactional calls of banks, insurers and government come from the 1600 series",
      text: "TRAI directions of 2025 and 2026 on the 1600 series",
      checked,
      confidence: "medium",
      note: "The product does not know who is regulated: it uses numbers of the series where the organization has them"
    }
  ]
}
