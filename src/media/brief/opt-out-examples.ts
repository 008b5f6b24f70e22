import { type SpokenLanguage, spokenLanguage } from "../../domain/campaigns/spoken-languages.ts"

/** Returns how people ask for no more calls without saying so, in each of the languages; English is always there. */
export const optOutExamples = (languages: ReadonlyArray<string>): ReadonlyArray<string> => {
  const known = languages.flatMap((code) => spokenLanguage(code) ?? [])
  return [...new Set<SpokenLanguage>(["en", ...known])].map((language) => examples[language])
}

const examples: Readonly<Record<SpokenLanguage, string>> = {
  ar: "انسوا هذا الرقم",
  bn: "এই নম্বরটা ভুলে যান",
  de: "Vergessen Sie diese Nummer",
  en: "Lose my number",
  es: "Olvídense de este número",
  fr: "Oubliez ce numéro",
  gu: "આ નંબર ભૂલી જાઓ",
  hi: "यह नंबर भूल जाइए",
  id: "Lupakan nomor ini",
  it: "Dimenticatevi di questo numero",
  ja: "この番号は忘れてください",
  kn: "ಈ ನಂಬರ್ ಮರೆತುಬಿಡಿ",
  ko: "이 번호는 잊어 주세요",
  ml: "ഈ നമ്പർ മറന്നേക്കൂ",
  mr: "हा नंबर विसरून जा",
  nl: "Vergeet dit nummer",
  or: "ଏହି ନମ୍ବର ଭୁଲି ଯାଆନ୍ତୁ",
  pa: "ਇਹ ਨੰਬਰ ਭੁੱਲ ਜਾਓ",
  pl: "Proszę zapomnieć ten numer",
  pt: "Esqueçam este número",
  ru: "Забудьте этот номер",
  ta: "இந்த நம்பரை மறந்துடுங்க",
  te: "ఈ నంబర్ మర్చిపోండి",
  th: "ลืมเบอร์นี้ไปได้เลย",
  tr: "Bu numarayı unutun",
  ur: "یہ نمبر بھول جائیں",
  vi: "Hãy quên số này đi",
  zh: "请忘掉这个号码"
}
