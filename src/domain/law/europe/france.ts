import { checked, type LawOfCountry } from "../Law.ts"

const consumerCode = { text: "Code de la consommation, art. D. 223-9", checked, confidence: "high" } as const

export const france: LawOfCountry = {
  country: "FR",
  name: "France",
  holidays: {
    "New Year's Day": "01-01",
    "Easter Monday": "easter+1",
    "Labour Day": "05-01",
    "Victory Day": "05-08",
    Ascension: "easter+39",
    "Whit Monday": "easter+50",
    "National Day": "07-14",
    Assumption: "08-15",
    "All Saints": "11-01",
    "Armistice Day": "11-11",
    "Christmas Day": "12-25",
    "Good Friday (Alsace-Moselle)": "easter-2",
    "St Stephen's Day (Alsace-Moselle)": "12-26"
  },
  hours: [
    {
      ...consumerCode,
      id: "marketing-hours",
      purposes: ["MARKETING"],
      hours: "Mon-Fri 10:00-13:00 14:00-20:00",
      holidays: "CLOSED",
      note: "Express consent opens other hours; the product does not derive that from a recorded consent"
    }
  ],
  caps: [
    {
      ...consumerCode,
      id: "marketing-30-days",
      purposes: ["MARKETING"],
      calls: 4,
      within: { hours: 30 * 24 },
      note: "The same trader, whichever campaign"
    }
  ],
  pauses: [{ ...consumerCode, id: "marketing-refusal", purposes: ["MARKETING"], after: "REFUSAL", days: 60 }],
  notices: [
    {
      id: "marketing-consent",
      purposes: ["MARKETING"],
      duty: "Since 11 August 2026 a call for marketing needs prior consent, except in the course of a contract",
      text: "Code de la consommation, art. L. 223-1, as amended by loi no 2025-594",
      checked,
      confidence: "medium"
    }
  ],
  remarks: ["Overseas departments have country codes of their own and are not covered by this entry."]
}
