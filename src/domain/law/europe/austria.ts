import { checked, type LawOfCountry } from "../Law.ts"

export const austria: LawOfCountry = {
  country: "AT",
  name: "Austria",
  holidays: {
    Neujahr: "01-01",
    "Heilige Drei Könige": "01-06",
    Ostermontag: "easter+1",
    Staatsfeiertag: "05-01",
    "Christi Himmelfahrt": "easter+39",
    Pfingstmontag: "easter+50",
    Fronleichnam: "easter+60",
    "Mariä Himmelfahrt": "08-15",
    Nationalfeiertag: "10-26",
    Allerheiligen: "11-01",
    "Mariä Empfängnis": "12-08",
    Christtag: "12-25",
    Stefanitag: "12-26"
  },
  hours: [
    {
      id: "marketing-hours",
      purposes: ["MARKETING"],
      hours: "Mon-Fri 08:00-20:00; Sat 09:00-18:00",
      holidays: "CLOSED",
      text: "No statute sets hours; a cautious reading of the custom of the trade",
      checked,
      confidence: "low"
    }
  ],
  notices: [
    {
      id: "marketing-consent",
      purposes: ["MARKETING"],
      duty: "A call for marketing needs prior consent, and must show a number",
      text: "TKG 2021, § 174",
      checked,
      confidence: "high"
    }
  ]
}
