import { checked, type LawOfCountry } from "../Law.ts"

export const portugal: LawOfCountry = {
  country: "PT",
  name: "Portugal",
  hours: [
    {
      id: "call-centre-hours",
      purposes: ["MARKETING", "DEBT", "SERVICE"],
      hours: "Mon-Sun 09:00-22:00",
      holidays: "OPEN",
      text: "Decreto-Lei 134/2009, calls made by call centres",
      checked,
      confidence: "medium"
    }
  ],
  notices: [
    {
      id: "marketing-consent",
      purposes: ["MARKETING"],
      duty: "An automated call for marketing needs prior express consent",
      text: "Lei 41/2004, art. 13.o-A",
      checked,
      confidence: "high"
    }
  ]
}
