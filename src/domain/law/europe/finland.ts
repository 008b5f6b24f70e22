import { checked, type LawOfCountry } from "../Law.ts"

export const finland: LawOfCountry = {
  country: "FI",
  name: "Finland",
  holidays: {
    Uudenvuodenpäivä: "01-01",
    Loppiainen: "01-06",
    Pitkäperjantai: "easter-2",
    "Toinen pääsiäispäivä": "easter+1",
    Vappu: "05-01",
    Helatorstai: "easter+39",
    Itsenäisyyspäivä: "12-06",
    Jouluaatto: "12-24",
    Joulupäivä: "12-25, 12-26"
  },
  hours: [
    {
      id: "marketing-hours",
      purposes: ["MARKETING"],
      hours: "Mon-Fri 09:00-20:00; Sat 10:00-18:00",
      holidays: "CLOSED",
      text: "Rules of the trade for telephone marketing (ASML)",
      checked,
      confidence: "low"
    }
  ],
  notices: [
    {
      id: "marketing-consent",
      purposes: ["MARKETING"],
      duty: "An automated call for marketing needs prior consent; a contract by telephone needs a written confirmation",
      text: "Laki sähköisen viestinnän palveluista 917/2014, §§ 200–202; kuluttajansuojalaki 6:12",
      checked,
      confidence: "medium"
    }
  ]
}
