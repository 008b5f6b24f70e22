import { checked, type LawOfCountry } from "./Law.ts"

const strictest = {
  purposes: ["MARKETING", "DEBT"],
  text: "The product's own: the strictest values that several of the entries share",
  checked,
  confidence: "low"
} as const

/** Holds for numbers of countries without an entry, and for numbers whose country is unknown. */
export const countryWithoutEntry: LawOfCountry = {
  country: "OTHER",
  name: "Countries without an entry",
  hours: [
    { ...strictest, id: "hours", hours: "Mon-Fri 09:00-20:00; Sat 10:00-16:00", holidays: "OPEN" },
    {
      ...strictest,
      id: "service-hours",
      purposes: ["SERVICE", "MEDICAL"],
      hours: "Mon-Sun 09:00-20:00",
      holidays: "OPEN"
    }
  ],
  caps: [
    { ...strictest, id: "7-days", calls: 3, within: { hours: 7 * 24 } },
    { ...strictest, id: "30-days", purposes: ["MARKETING"], calls: 4, within: { hours: 30 * 24 } }
  ],
  pauses: [{ ...strictest, id: "refusal", purposes: ["MARKETING"], after: "REFUSAL", days: 60 }],
  remarks: ["Public holidays of these countries are not known to the product."]
}
