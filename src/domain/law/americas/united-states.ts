import { checked, everyPurpose, type LawOfCountry } from "../Law.ts"
import { states } from "./us-states.ts"

const regulationF = { text: "CFPB Regulation F, 12 CFR 1006.14(b)(2)", checked, confidence: "high" } as const

export const unitedStates: LawOfCountry = {
  country: "US",
  name: "United States",
  hours: [
    {
      id: "marketing-hours",
      purposes: ["MARKETING"],
      hours: "Mon-Sun 08:00-21:00",
      holidays: "OPEN",
      text: "TCPA, 47 CFR 64.1200(c)(1); TSR, 16 CFR 310.4(c)",
      checked,
      confidence: "high"
    },
    {
      id: "debt-hours",
      purposes: ["DEBT"],
      hours: "Mon-Sun 08:00-21:00",
      holidays: "OPEN",
      text: "FDCPA, 15 USC 1692c(a)(1); 12 CFR 1006.6(b)(1)",
      checked,
      confidence: "high"
    }
  ],
  caps: [
    {
      ...regulationF,
      id: "debt-7-days",
      purposes: ["DEBT"],
      calls: 7,
      within: { hours: 7 * 24 },
      note: "The rule counts calls about each debt; here all calls of the organization to the number count"
    },
    {
      id: "medical-day",
      purposes: ["MEDICAL"],
      calls: 1,
      within: "DAY",
      text: "TCPA, 47 CFR 64.1200(a)(3)(v) and (a)(9)(iv), exempted calls for health care",
      checked,
      confidence: "medium",
      note: "Holds for calls without consent; applied to all"
    },
    {
      id: "medical-7-days",
      purposes: ["MEDICAL"],
      calls: 3,
      within: { hours: 7 * 24 },
      text: "TCPA, 47 CFR 64.1200(a)(3)(v) and (a)(9)(iv), exempted calls for health care",
      checked,
      confidence: "medium",
      note: "Holds for calls without consent; applied to all"
    }
  ],
  pauses: [
    {
      ...regulationF,
      id: "debt-conversation",
      purposes: ["DEBT"],
      after: "CONVERSATION",
      days: 7,
      note: "The day of the conversation is the first of the seven; a callback that the person asked for is exempt"
    }
  ],
  notices: [
    {
      id: "automated-consent",
      purposes: everyPurpose,
      duty: "A call with an artificial voice needs prior express consent, in writing for marketing",
      text: "47 USC 227(b); FCC 24-17",
      checked,
      confidence: "high"
    },
    {
      id: "identity",
      purposes: everyPurpose,
      duty: "State at the beginning who calls, and in the call a number to call back; for marketing offer an automated opt-out",
      text: "47 CFR 64.1200(b)",
      checked,
      confidence: "high"
    }
  ],
  areas: states,
  remarks: [
    "The rules of a state apply to the numbers with its area codes, wherever the person is now.",
    "States that are not listed have no stricter hours or caps that the product knows."
  ]
}
