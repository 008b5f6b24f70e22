import { checked, everyPurpose, type LawOfCountry } from "../Law.ts"

export const unitedKingdom: LawOfCountry = {
  country: "GB",
  name: "United Kingdom",
  hours: [
    {
      id: "marketing-hours",
      purposes: ["MARKETING"],
      hours: "Mon-Fri 08:00-21:00; Sat-Sun 09:00-18:00",
      holidays: "AS_SUNDAY",
      text: "DMA Code and guidance on telemarketing; no statute sets hours",
      checked,
      confidence: "low"
    },
    {
      id: "debt-hours",
      purposes: ["DEBT"],
      hours: "Mon-Sat 08:00-21:00; Sun 09:00-18:00",
      holidays: "AS_SUNDAY",
      text: "FCA Handbook, CONC 7.9.4: contact at reasonable times",
      checked,
      confidence: "low",
      note: "The rule names no hours; these are a cautious reading"
    }
  ],
  holidays: {
    "New Year's Day": "01-01 next",
    "Good Friday": "easter-2",
    "Easter Monday": "easter+1",
    "Early May": "mon 1 05",
    Spring: "mon -1 05",
    Summer: "mon -1 08",
    Christmas: "12-25 next",
    "Boxing Day": "12-26 next"
  },
  notices: [
    {
      id: "marketing-consent",
      purposes: ["MARKETING"],
      duty: "An automated call for marketing needs prior consent to such calls; live calls are screened against TPS and CTPS",
      text: "PECR 2003, regs 19, 21",
      checked,
      confidence: "high",
      note: "Whether a conversation with a machine is automated is disputed; the product treats it as automated"
    },
    {
      id: "recording",
      purposes: everyPurpose,
      duty: "Say that the call is recorded, and why",
      text: "UK GDPR art. 13; SI 2018/356",
      checked,
      confidence: "medium"
    }
  ],
  remarks: ["Bank holidays are those of England and Wales; substitutes for holidays on a Saturday are not known."]
}
