import { checked, type LawOfCountry } from "../Law.ts"

const ontario = {
  text: "Ontario, Collection and Debt Settlement Services Act, Reg. 74; other provinces are similar",
  checked,
  confidence: "medium"
} as const

export const canada: LawOfCountry = {
  country: "CA",
  name: "Canada",
  holidays: {
    "New Year's Day": "01-01 next",
    "Family Day (most provinces)": "mon 3 02",
    "Good Friday": "easter-2",
    "Canada Day": "07-01 next",
    "Civic Holiday (most provinces)": "mon 1 08",
    "Labour Day": "mon 1 09",
    "National Day for Truth and Reconciliation": "09-30",
    Thanksgiving: "mon 2 10",
    "Remembrance Day": "11-11",
    Christmas: "12-25 next",
    "Boxing Day": "12-26 next"
  },
  hours: [
    {
      id: "marketing-hours",
      purposes: ["MARKETING"],
      hours: "Mon-Fri 09:00-21:30; Sat-Sun 10:00-18:00",
      holidays: "OPEN",
      text: "CRTC Unsolicited Telecommunications Rules, Part III, s. 23, and Part IV",
      checked,
      confidence: "high"
    },
    {
      ...ontario,
      id: "debt-hours",
      purposes: ["DEBT"],
      hours: "Mon-Sat 08:00-21:00; Sun 13:00-17:00",
      holidays: "CLOSED"
    }
  ],
  caps: [
    {
      ...ontario,
      id: "debt-7-days",
      purposes: ["DEBT"],
      calls: 3,
      within: { hours: 7 * 24 },
      note: "Counts contacts after the first; here every attempt counts"
    }
  ],
  notices: [
    {
      id: "automated-consent",
      purposes: ["MARKETING"],
      duty: "An automated call for marketing needs express consent; others are screened against the National DNCL",
      text: "CRTC Unsolicited Telecommunications Rules, Part IV, s. 2, and Part II",
      checked,
      confidence: "high"
    }
  ]
}
