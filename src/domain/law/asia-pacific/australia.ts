import { checked, type LawOfCountry } from "../Law.ts"

const guideline = {
  text: "ACCC and ASIC, Debt collection guideline (RG 96), part 2",
  checked,
  confidence: "high"
} as const

export const australia: LawOfCountry = {
  country: "AU",
  name: "Australia",
  holidays: {
    "New Year's Day": "01-01 next",
    "Australia Day": "01-26 next",
    "Good Friday": "easter-2",
    "Easter Monday": "easter+1",
    "Anzac Day": "04-25",
    "Christmas Day": "12-25",
    "Boxing Day": "12-26"
  },
  hours: [
    {
      id: "marketing-hours",
      purposes: ["MARKETING"],
      hours: "Mon-Fri 09:00-20:00; Sat 09:00-17:00",
      holidays: "CLOSED",
      text: "Telecommunications (Telemarketing and Research Calls) Industry Standard 2017",
      checked,
      confidence: "high",
      note: "Only the national public holidays that the standard names"
    },
    {
      ...guideline,
      id: "debt-hours",
      purposes: ["DEBT"],
      hours: "Mon-Fri 07:30-21:00; Sat-Sun 09:00-21:00",
      holidays: "CLOSED"
    }
  ],
  caps: [
    { ...guideline, id: "debt-7-days", purposes: ["DEBT"], calls: 3, within: { hours: 7 * 24 } },
    {
      ...guideline,
      id: "debt-month",
      purposes: ["DEBT"],
      calls: 10,
      within: { hours: 31 * 24 },
      note: "Ten contacts a month; counted over 31 days"
    }
  ],
  notices: [
    {
      id: "registry",
      purposes: ["MARKETING"],
      duty: "Numbers on the Do Not Call Register are not called without consent",
      text: "Do Not Call Register Act 2006, s. 11",
      checked,
      confidence: "high"
    },
    {
      id: "recording",
      purposes: ["MARKETING", "DEBT", "SERVICE", "MEDICAL"],
      duty: "Several states need the consent of all parties to a recording",
      text: "Surveillance devices acts of the states",
      checked,
      confidence: "medium"
    }
  ]
}
