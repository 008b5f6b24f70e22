import { checked, type LawOfCountry } from "../Law.ts"

export const poland: LawOfCountry = {
  country: "PL",
  name: "Poland",
  holidays: {
    "Nowy Rok": "01-01",
    "Trzech Króli": "01-06",
    "Poniedziałek Wielkanocny": "easter+1",
    "Święto Pracy": "05-01",
    "Święto Konstytucji": "05-03",
    "Boże Ciało": "easter+60",
    Wniebowzięcie: "08-15",
    "Wszystkich Świętych": "11-01",
    "Święto Niepodległości": "11-11",
    Wigilia: "12-24",
    "Boże Narodzenie": "12-25, 12-26"
  },
  hours: [
    {
      id: "marketing-hours",
      purposes: ["MARKETING"],
      hours: "Mon-Sat 08:00-20:00",
      holidays: "CLOSED",
      text: "Codes of the industry (SMB, PZPM); no statute sets hours",
      checked,
      confidence: "low"
    },
    {
      id: "debt-hours",
      purposes: ["DEBT"],
      hours: "Mon-Sat 08:00-20:00",
      holidays: "CLOSED",
      text: "Zasady Dobrych Praktyk ZPF: no contact at night, on Sundays and holidays",
      checked,
      confidence: "low"
    }
  ],
  notices: [
    {
      id: "marketing-consent",
      purposes: ["MARKETING"],
      duty: "An automated or live call for marketing needs prior consent",
      text: "Prawo komunikacji elektronicznej 2024, art. 398",
      checked,
      confidence: "high"
    }
  ]
}
