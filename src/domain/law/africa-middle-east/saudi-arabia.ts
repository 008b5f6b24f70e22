import { checked, type LawOfCountry } from "../Law.ts"

export const saudiArabia: LawOfCountry = {
  country: "SA",
  name: "Saudi Arabia",
  hours: [
    {
      id: "marketing-hours",
      purposes: ["MARKETING"],
      hours: "Mon-Sun 09:00-20:00",
      holidays: "OPEN",
      text: "CST rules against spam and on telemarketing; PDPL art. 25",
      checked,
      confidence: "low"
    },
    {
      id: "debt-hours",
      purposes: ["DEBT"],
      hours: "Mon-Sun 08:00-20:00",
      holidays: "OPEN",
      text: "SAMA, Debt Collection Regulations and Procedures",
      checked,
      confidence: "low"
    }
  ],
  notices: [
    {
      id: "marketing-consent",
      purposes: ["MARKETING"],
      duty: "Marketing needs the prior consent of the person, who can withdraw it at any time",
      text: "Personal Data Protection Law, art. 25, 26",
      checked,
      confidence: "medium"
    }
  ]
}
