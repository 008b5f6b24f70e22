import { checked, type LawOfCountry } from "../Law.ts"

export const sweden: LawOfCountry = {
  country: "SE",
  name: "Sweden",
  holidays: {
    Nyårsdagen: "01-01",
    "Trettondedag jul": "01-06",
    Långfredagen: "easter-2",
    "Annandag påsk": "easter+1",
    "Första maj": "05-01",
    "Kristi himmelsfärdsdag": "easter+39",
    Nationaldagen: "06-06",
    Julafton: "12-24",
    Juldagen: "12-25, 12-26",
    Nyårsafton: "12-31"
  },
  hours: [
    {
      id: "marketing-hours",
      purposes: ["MARKETING"],
      hours: "Mon-Fri 08:00-21:00; Sat 10:00-16:00",
      holidays: "CLOSED",
      text: "Ethical rules of the trade for telephone sales (Kontakta, SWEDMA)",
      checked,
      confidence: "low",
      note: "The moving eves of midsummer and All Saints fall on Fridays and Saturdays and are not known"
    }
  ],
  notices: [
    {
      id: "marketing-consent",
      purposes: ["MARKETING"],
      duty: "An automated call for marketing needs prior consent; live ones are screened against NIX",
      text: "Marknadsföringslagen (2008:486), 19–21 §§",
      checked,
      confidence: "high"
    }
  ]
}
