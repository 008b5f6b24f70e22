import { checked, type LawOfCountry } from "../Law.ts"

export const spain: LawOfCountry = {
  country: "ES",
  name: "Spain",
  holidays: {
    "Año Nuevo": "01-01",
    Epifanía: "01-06",
    "Jueves Santo": "easter-3",
    "Viernes Santo": "easter-2",
    "Fiesta del Trabajo": "05-01",
    Asunción: "08-15",
    "Fiesta Nacional": "10-12",
    "Todos los Santos": "11-01",
    Constitución: "12-06",
    Inmaculada: "12-08",
    Navidad: "12-25"
  },
  hours: [
    {
      id: "marketing-hours",
      purposes: ["MARKETING"],
      hours: "Mon-Fri 09:00-21:00",
      holidays: "CLOSED",
      text: "TRLGDCU (RDL 1/2007), art. 96.2",
      checked,
      confidence: "high",
      note: "Holidays of regions and towns are not known to the product"
    }
  ],
  notices: [
    {
      id: "marketing-consent",
      purposes: ["MARKETING"],
      duty: "An unsolicited call for marketing needs prior consent; an automated one needs it expressly",
      text: "Ley 11/2022 (LGTel), art. 66.1",
      checked,
      confidence: "high"
    }
  ]
}
