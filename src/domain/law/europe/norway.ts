import { checked, type LawOfCountry } from "../Law.ts"

export const norway: LawOfCountry = {
  country: "NO",
  name: "Norway",
  holidays: {
    Nyttårsdag: "01-01",
    Skjærtorsdag: "easter-3",
    Langfredag: "easter-2",
    "Andre påskedag": "easter+1",
    "Offentlig høytidsdag": "05-01",
    Grunnlovsdag: "05-17",
    "Kristi himmelfartsdag": "easter+39",
    "Andre pinsedag": "easter+50",
    Juledag: "12-25, 12-26"
  },
  hours: [
    {
      id: "marketing-hours",
      purposes: ["MARKETING"],
      hours: "Mon-Fri 09:00-21:00",
      holidays: "CLOSED",
      text: "Markedsføringsloven, chapter 3, on calls to consumers",
      checked,
      confidence: "medium",
      note: "No calls on Saturdays, Sundays and holidays; the section is to be confirmed"
    }
  ],
  notices: [
    {
      id: "marketing-consent",
      purposes: ["MARKETING"],
      duty: "An automated call for marketing needs prior consent; live ones are screened against Reservasjonsregisteret",
      text: "Markedsføringsloven §§ 12–15",
      checked,
      confidence: "high"
    }
  ]
}
