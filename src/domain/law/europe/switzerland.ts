import { checked, type LawOfCountry } from "../Law.ts"

export const switzerland: LawOfCountry = {
  country: "CH",
  name: "Switzerland",
  holidays: {
    Neujahr: "01-01",
    Karfreitag: "easter-2",
    Ostermontag: "easter+1",
    Auffahrt: "easter+39",
    Pfingstmontag: "easter+50",
    Bundesfeier: "08-01",
    Weihnachten: "12-25",
    Stephanstag: "12-26"
  },
  hours: [
    {
      id: "marketing-hours",
      purposes: ["MARKETING"],
      hours: "Mon-Fri 08:00-20:00; Sat 09:00-16:00",
      holidays: "CLOSED",
      text: "Codes of the industry (CallNet.ch, SDV); no statute sets hours for all sectors",
      checked,
      confidence: "low",
      note: "Health insurers have an agreement of their own; holidays of cantons are not known to the product"
    }
  ],
  notices: [
    {
      id: "marketing-consent",
      purposes: ["MARKETING"],
      duty: "No calls to numbers that are not listed, or are listed with an asterisk, without a relationship; automated ones need consent",
      text: "UWG art. 3 (1) lit. o, u, v",
      checked,
      confidence: "high"
    },
    {
      id: "recording",
      purposes: ["MARKETING", "DEBT", "SERVICE", "MEDICAL"],
      duty: "Recording a conversation without the consent of all is a criminal offence",
      text: "StGB art. 179bis, 179ter",
      checked,
      confidence: "high"
    }
  ]
}
