import { checked, type LawOfCountry } from "../Law.ts"

export const denmark: LawOfCountry = {
  country: "DK",
  name: "Denmark",
  holidays: {
    Nytårsdag: "01-01",
    Skærtorsdag: "easter-3",
    Langfredag: "easter-2",
    "2. påskedag": "easter+1",
    "Kristi himmelfartsdag": "easter+39",
    "2. pinsedag": "easter+50",
    Grundlovsdag: "06-05",
    Juleaften: "12-24",
    Juledag: "12-25, 12-26"
  },
  hours: [
    {
      id: "marketing-hours",
      purposes: ["MARKETING"],
      hours: "Mon-Fri 09:00-20:00; Sat 10:00-16:00",
      holidays: "CLOSED",
      text: "No statute sets hours for calls that were asked for; a cautious reading",
      checked,
      confidence: "low"
    }
  ],
  notices: [
    {
      id: "marketing-consent",
      purposes: ["MARKETING"],
      duty: "No call to a consumer to conclude a contract without a prior request, but for a few kinds of goods",
      text: "Forbrugeraftaleloven § 4; markedsføringsloven § 10",
      checked,
      confidence: "high"
    }
  ]
}
