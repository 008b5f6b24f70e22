import { checked, type LawOfCountry } from "../Law.ts"

export const netherlands: LawOfCountry = {
  country: "NL",
  name: "Netherlands",
  holidays: {
    Nieuwjaarsdag: "01-01",
    "Goede Vrijdag": "easter-2",
    "Tweede paasdag": "easter+1",
    Koningsdag: "04-27",
    Bevrijdingsdag: "05-05",
    Hemelvaartsdag: "easter+39",
    "Tweede pinksterdag": "easter+50",
    "Eerste kerstdag": "12-25",
    "Tweede kerstdag": "12-26"
  },
  hours: [
    {
      id: "marketing-hours",
      purposes: ["MARKETING"],
      hours: "Mon-Fri 09:00-21:00; Sat 10:00-16:00",
      holidays: "CLOSED",
      text: "Code Telemarketing (CTM), Nederlandse Reclame Code",
      checked,
      confidence: "medium"
    }
  ],
  notices: [
    {
      id: "marketing-consent",
      purposes: ["MARKETING"],
      duty: "A call for marketing to a natural person needs prior consent, except for customers of the last three years",
      text: "Telecommunicatiewet, art. 11.7",
      checked,
      confidence: "high"
    }
  ]
}
