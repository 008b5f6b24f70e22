import type { SpokenLanguage } from "../../domain/campaigns/spoken-languages.ts"
import { kannada, malayalam, tamil, telugu } from "./dravidian.ts"
import { chinese, japanese, korean } from "./east-asian.ts"
import { bengali, odia } from "./eastern-indian.ts"
import { dutch, german } from "./germanic.ts"
import { arabic, turkish } from "./middle-eastern.ts"
import type { netOf } from "./phrases.ts"
import { french, italian, portuguese, spanish } from "./romance.ts"
import { polish, russian } from "./slavic.ts"
import { indonesian, thai, vietnamese } from "./southeast-asian.ts"
import { gujarati, marathi, punjabi, urdu } from "./western-indian.ts"

/** The languages with phrases of their own, besides English and Hindi, which are listened for apart. */
export const nets: Readonly<Record<Exclude<SpokenLanguage, "en" | "hi">, ReturnType<typeof netOf>>> = {
  ar: arabic,
  bn: bengali,
  de: german,
  es: spanish,
  fr: french,
  gu: gujarati,
  id: indonesian,
  it: italian,
  ja: japanese,
  kn: kannada,
  ko: korean,
  ml: malayalam,
  mr: marathi,
  nl: dutch,
  or: odia,
  pa: punjabi,
  pl: polish,
  pt: portuguese,
  ru: russian,
  ta: tamil,
  te: telugu,
  th: thai,
  tr: turkish,
  ur: urdu,
  vi: vietnamese,
  zh: chinese
}
