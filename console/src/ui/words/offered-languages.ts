import { spokenLanguages } from "../../../../src/domain/campaigns/spoken-languages.ts"

const regions: Readonly<Record<string, ReadonlyArray<string>>> = {
  ar: ["AE", "EG", "SA"],
  de: ["DE", "AT", "CH"],
  en: ["US", "GB", "IN", "AU"],
  es: ["ES", "MX", "US"],
  fr: ["FR", "CA"],
  nl: ["NL", "BE"],
  pt: ["BR", "PT"],
  id: ["ID"],
  it: ["IT"],
  ja: ["JP"],
  ko: ["KR"],
  pl: ["PL"],
  ru: ["RU"],
  th: ["TH"],
  tr: ["TR"],
  ur: ["PK", "IN"],
  vi: ["VN"],
  zh: ["CN", "TW"]
}

/** The language codes that forms offer. A language without a line in `regions` is one of India. */
export const offeredLanguages: ReadonlyArray<string> = spokenLanguages.flatMap((language) =>
  (regions[language] ?? ["IN"]).map((region) => `${language}-${region}`)
)
