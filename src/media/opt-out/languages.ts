import type { SpokenLanguage } from "../../domain/campaigns/spoken-languages.ts"
import type { netOf } from "./phrases.ts"
import { kannada, malayalam, tamil, telugu } from "./words/dravidian.ts"
import { chinese, japanese, korean } from "./words/east-asian.ts"
import { bengali, odia } from "./words/eastern-indian.ts"
import { dutch, german } from "./words/germanic.ts"
import { arabic, turkish } from "./words/middle-eastern.ts"
import { french, italian, portuguese, spanish } from "./words/romance.ts"
import { polish, russian } from "./words/slavic.ts"
import { indonesian, thai, vietnamese } from "./words/southeast-asian.ts"
import { gujarati, marathi, punjabi, urdu } from "./words/western-indian.ts"

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
