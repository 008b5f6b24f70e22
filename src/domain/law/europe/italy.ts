import { checked, type LawOfCountry } from "../Law.ts"

export const italy: LawOfCountry = {
  country: "IT",
  name: "Italy",
  holidays: {
    Capodanno: "01-01",
    Epifania: "01-06",
    "Lunedì dell'Angelo": "easter+1",
    Liberazione: "04-25",
    "Festa del Lavoro": "05-01",
    "Festa della Repubblica": "06-02",
    Ferragosto: "08-15",
    "San Francesco": "10-04",
    Ognissanti: "11-01",
    Immacolata: "12-08",
    Natale: "12-25",
    "Santo Stefano": "12-26"
  },
  hours: [
    {
      id: "marketing-hours",
      purposes: ["MARKETING"],
      hours: "Mon-Fri 09:00-20:00; Sat 10:00-19:00",
      holidays: "CLOSED",
      eves: "AS_SATURDAY",
      text: "Codice di condotta telemarketing e teleselling, Garante privacy, 9 March 2023",
      checked,
      confidence: "medium",
      note: "Binding for the members of the code; applied to all"
    }
  ],
  notices: [
    {
      id: "marketing-consent",
      purposes: ["MARKETING"],
      duty: "An automated call for marketing needs prior consent; the Registro delle Opposizioni is consulted before",
      text: "D.lgs. 196/2003, art. 130; DPR 26/2022",
      checked,
      confidence: "high"
    }
  ]
}
