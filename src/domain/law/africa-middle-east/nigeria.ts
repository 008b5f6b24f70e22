import { checked, type LawOfCountry } from "../Law.ts"

export const nigeria: LawOfCountry = {
  country: "NG",
  name: "Nigeria",
  hours: [
    {
      id: "marketing-hours",
      purposes: ["MARKETING"],
      hours: "Mon-Sun 08:00-20:00",
      holidays: "OPEN",
      text: "NCC directions on unsolicited messages and calls",
      checked,
      confidence: "medium",
      note: "Written for messages; applied to calls"
    },
    {
      id: "debt-hours",
      purposes: ["DEBT"],
      hours: "Mon-Sat 08:00-20:00",
      holidays: "OPEN",
      text: "FCCPC on digital and consumer lending: no harassment; the hours are a cautious reading",
      checked,
      confidence: "low"
    }
  ],
  notices: [
    {
      id: "registry",
      purposes: ["MARKETING"],
      duty: "Persons on the Do Not Disturb service (2442) are not called for marketing",
      text: "NCC direction of 2016 on Do Not Disturb",
      checked,
      confidence: "medium"
    }
  ]
}
