import { checked, type LawOfCountry } from "../Law.ts"

const regulation = {
  text: "POJK 22/2023, consumer protection in financial services",
  checked,
  confidence: "medium"
} as const

export const indonesia: LawOfCountry = {
  country: "ID",
  name: "Indonesia",
  holidays: {
    "Tahun Baru": "01-01",
    "Isra Mikraj": "hijri 07-27",
    Imlek: "2026-02-17, 2027-02-06, 2028-01-26",
    Nyepi: "2026-03-19, 2027-03-08, 2028-03-26",
    "Wafat Yesus Kristus": "easter-2",
    "Hari Buruh": "05-01",
    "Kenaikan Yesus Kristus": "easter+39",
    Waisak: "2026-05-31, 2027-05-20, 2028-05-09",
    Pancasila: "06-01",
    "Idul Fitri": "hijri 10-01, hijri 10-02",
    "Idul Adha": "hijri 12-10",
    "Tahun Baru Islam": "hijri 01-01",
    "Maulid Nabi": "hijri 03-12",
    Kemerdekaan: "08-17",
    Natal: "12-25"
  },
  hours: [
    {
      ...regulation,
      id: "debt-hours",
      purposes: ["DEBT"],
      hours: "Mon-Sat 08:00-20:00",
      holidays: "CLOSED",
      note: "Article 62; Imlek, Nyepi and Waisak are known until 2028"
    },
    {
      ...regulation,
      id: "marketing-hours",
      purposes: ["MARKETING"],
      hours: "Mon-Sat 08:00-18:00",
      holidays: "CLOSED",
      note: "Written for financial services; applied to all"
    }
  ]
}
