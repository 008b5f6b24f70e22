import { checked, type LawOfCountry } from "../Law.ts"

const consumerCode = {
  text: "Central Bank of Ireland, Consumer Protection Code, unsolicited contact and arrears handling",
  checked,
  confidence: "medium"
} as const

export const ireland: LawOfCountry = {
  country: "IE",
  name: "Ireland",
  holidays: {
    "New Year's Day": "01-01",
    "St Brigid's Day": "mon 1 02",
    "St Patrick's Day": "03-17",
    "Easter Monday": "easter+1",
    "May Day": "mon 1 05",
    "June Holiday": "mon 1 06",
    "August Holiday": "mon 1 08",
    "October Holiday": "mon -1 10",
    "Christmas Day": "12-25",
    "St Stephen's Day": "12-26"
  },
  hours: [
    {
      ...consumerCode,
      id: "regulated-hours",
      purposes: ["MARKETING", "DEBT"],
      hours: "Mon-Sat 09:00-21:00",
      holidays: "CLOSED",
      note: "Written for regulated firms; applied to all"
    }
  ],
  caps: [
    {
      ...consumerCode,
      id: "debt-month",
      purposes: ["DEBT"],
      calls: 3,
      within: { hours: 31 * 24 },
      note: "Three unsolicited communications in a calendar month; counted over 31 days"
    }
  ],
  notices: [
    {
      id: "marketing-consent",
      purposes: ["MARKETING"],
      duty: "An automated call for marketing, and any call to a mobile, needs prior consent",
      text: "SI 336/2011, reg. 13",
      checked,
      confidence: "high"
    }
  ]
}
