import { checked, type LawOfCountry } from "../Law.ts"

export const southAfrica: LawOfCountry = {
  country: "ZA",
  name: "South Africa",
  holidays: {
    "New Year's Day": "01-01 next",
    "Human Rights Day": "03-21 next",
    "Good Friday": "easter-2",
    "Family Day": "easter+1",
    "Freedom Day": "04-27 next",
    "Workers' Day": "05-01 next",
    "Youth Day": "06-16 next",
    "National Women's Day": "08-09 next",
    "Heritage Day": "09-24 next",
    "Day of Reconciliation": "12-16 next",
    "Christmas Day": "12-25 next",
    "Day of Goodwill": "12-26 next"
  },
  hours: [
    {
      id: "marketing-hours",
      purposes: ["MARKETING"],
      hours: "Mon-Fri 08:00-20:00; Sat 09:00-13:00",
      holidays: "CLOSED",
      text: "Consumer Protection Act 68 of 2008, s. 12; GN R293 of 2011",
      checked,
      confidence: "high"
    },
    {
      id: "debt-hours",
      purposes: ["DEBT"],
      hours: "Mon-Sat 08:00-20:00",
      holidays: "CLOSED",
      text: "Debt Collectors Act 114 of 1998, code of conduct: reasonable times",
      checked,
      confidence: "low"
    }
  ],
  notices: [
    {
      id: "marketing-consent",
      purposes: ["MARKETING"],
      duty: "An automated call for marketing needs prior consent",
      text: "Protection of Personal Information Act 4 of 2013, s. 69",
      checked,
      confidence: "high"
    }
  ]
}
