import { checked, type LawOfCountry } from "../Law.ts"

export const newZealand: LawOfCountry = {
  country: "NZ",
  name: "New Zealand",
  holidays: {
    "New Year's Day": "01-01 next",
    "Day after New Year's Day": "01-02 next",
    "Waitangi Day": "02-06 next",
    "Good Friday": "easter-2",
    "Easter Monday": "easter+1",
    "Anzac Day": "04-25 next",
    "King's Birthday": "mon 1 06",
    "Labour Day": "mon 4 10",
    Christmas: "12-25 next",
    "Boxing Day": "12-26 next"
  },
  hours: [
    {
      id: "marketing-hours",
      purposes: ["MARKETING"],
      hours: "Mon-Fri 09:00-20:00; Sat 10:00-17:00",
      holidays: "CLOSED",
      text: "Marketing Association, Telemarketing Code of Practice; no statute sets hours",
      checked,
      confidence: "low",
      note: "Matariki moves by the Maori calendar and is not known"
    }
  ]
}
