import { checked, type LawOfCountry } from "../Law.ts"

export const germany: LawOfCountry = {
  country: "DE",
  name: "Germany",
  holidays: {
    Neujahr: "01-01",
    Karfreitag: "easter-2",
    Ostermontag: "easter+1",
    "Tag der Arbeit": "05-01",
    "Christi Himmelfahrt": "easter+39",
    Pfingstmontag: "easter+50",
    "Tag der Deutschen Einheit": "10-03",
    "Erster Weihnachtstag": "12-25",
    "Zweiter Weihnachtstag": "12-26"
  },
  hours: [
    {
      id: "marketing-hours",
      purposes: ["MARKETING"],
      hours: "Mon-Sat 08:00-20:00",
      holidays: "CLOSED",
      text: "Codes of the direct marketing and call centre associations (DDV, CCV); no statute sets hours",
      checked,
      confidence: "low",
      note: "Holidays of single states are not known to the product"
    }
  ],
  notices: [
    {
      id: "marketing-consent",
      purposes: ["MARKETING"],
      duty: "A call to a consumer needs express prior consent, kept for five years",
      text: "UWG §§ 7, 7a",
      checked,
      confidence: "high"
    },
    {
      id: "recording",
      purposes: ["MARKETING", "DEBT", "SERVICE", "MEDICAL"],
      duty: "Recording speech without the consent of the person is a criminal offence",
      text: "StGB § 201",
      checked,
      confidence: "high"
    }
  ]
}
