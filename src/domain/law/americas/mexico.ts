import { checked, type LawOfCountry } from "../Law.ts"

export const mexico: LawOfCountry = {
  country: "MX",
  name: "Mexico",
  holidays: {
    "Año Nuevo": "01-01",
    Constitución: "mon 1 02",
    "Natalicio de Juárez": "mon 3 03",
    "Día del Trabajo": "05-01",
    Independencia: "09-16",
    Revolución: "mon 3 11",
    Navidad: "12-25"
  },
  hours: [
    {
      id: "marketing-hours",
      purposes: ["MARKETING"],
      hours: "Mon-Fri 09:00-20:00; Sat 09:00-18:00",
      holidays: "CLOSED",
      text: "Rules of CONDUSEF and PROFECO on calls for advertising (REUS, REPEP)",
      checked,
      confidence: "low"
    },
    {
      id: "debt-hours",
      purposes: ["DEBT"],
      hours: "Mon-Sat 07:00-22:00",
      holidays: "CLOSED",
      text: "CONDUSEF, Disposiciones aplicables a las entidades financieras en materia de despachos de cobranza",
      checked,
      confidence: "medium",
      note: "The hours are known; that no calls are made on Sundays and holidays is a cautious reading"
    }
  ],
  notices: [
    {
      id: "registry",
      purposes: ["MARKETING"],
      duty: "Numbers on REUS (finance) and REPEP (all others) are not called",
      text: "LPDUSF art. 8; LFPC art. 18",
      checked,
      confidence: "medium"
    }
  ]
}
