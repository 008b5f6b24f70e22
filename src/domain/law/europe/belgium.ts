import { checked, type LawOfCountry } from "../Law.ts"

export const belgium: LawOfCountry = {
  country: "BE",
  name: "Belgium",
  holidays: {
    "New Year's Day": "01-01",
    "Easter Monday": "easter+1",
    "Labour Day": "05-01",
    Ascension: "easter+39",
    "Whit Monday": "easter+50",
    "National Day": "07-21",
    Assumption: "08-15",
    "All Saints": "11-01",
    Armistice: "11-11",
    Christmas: "12-25"
  },
  hours: [
    {
      id: "marketing-hours",
      purposes: ["MARKETING"],
      hours: "Mon-Fri 09:00-20:00; Sat 10:00-18:00",
      holidays: "CLOSED",
      text: "Codes of the industry (BDMA); no statute sets hours for all sectors",
      checked,
      confidence: "low"
    },
    {
      id: "debt-hours",
      purposes: ["DEBT"],
      hours: "Mon-Sun 08:00-22:00",
      holidays: "OPEN",
      text: "Code de droit économique, livre XIX; loi du 20 décembre 2002, art. 3",
      checked,
      confidence: "medium"
    }
  ],
  notices: [
    {
      id: "marketing-consent",
      purposes: ["MARKETING"],
      duty: "An automated call for marketing needs prior consent; others are screened against the list Do Not Call Me",
      text: "Code de droit économique, art. VI.110 to VI.112",
      checked,
      confidence: "high"
    }
  ]
}
