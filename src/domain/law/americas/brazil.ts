import { checked, type LawOfCountry } from "../Law.ts"

export const brazil: LawOfCountry = {
  country: "BR",
  name: "Brazil",
  holidays: {
    "Confraternização Universal": "01-01",
    Carnaval: "easter-48, easter-47",
    "Sexta-feira Santa": "easter-2",
    Tiradentes: "04-21",
    "Dia do Trabalho": "05-01",
    "Corpus Christi": "easter+60",
    Independência: "09-07",
    "Nossa Senhora Aparecida": "10-12",
    Finados: "11-02",
    República: "11-15",
    "Consciência Negra": "11-20",
    Natal: "12-25"
  },
  hours: [
    {
      id: "marketing-hours",
      purposes: ["MARKETING"],
      hours: "Mon-Fri 09:00-21:00; Sat 10:00-16:00",
      holidays: "CLOSED",
      text: "Código de ética PROBARE; laws of several states name similar hours",
      checked,
      confidence: "medium",
      note: "No federal law sets hours; the strictest of the laws of states is not known for each state"
    },
    {
      id: "debt-hours",
      purposes: ["DEBT"],
      hours: "Mon-Fri 08:00-20:00; Sat 08:00-14:00",
      holidays: "CLOSED",
      text: "Código de Defesa do Consumidor, art. 42; laws of states on the hours of collection",
      checked,
      confidence: "low"
    }
  ],
  notices: [
    {
      id: "prefix",
      purposes: ["MARKETING"],
      duty: "Calls for telemarketing use numbers with the prefix 0303; the list Não Me Perturbe is consulted",
      text: "Anatel, Ato 10.413/2021 and its successors",
      checked,
      confidence: "medium"
    }
  ]
}
