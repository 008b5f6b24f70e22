/** The languages of Twilio's own voices that the service has texts in; of each language, the usual one first. */
const languages = [
  ...["arb", "ar-AE", "ar-XA", "bn-IN", "cmn-CN", "zh-CN", "zh-HK", "zh-TW", "de-DE", "de-AT"],
  ...["en-US", "en-AU", "en-CA", "en-GB", "en-IE", "en-IN", "en-NZ", "en-ZA", "es-ES", "es-MX", "es-US"],
  ...["fr-FR", "fr-BE", "fr-CA", "gu-IN", "hi-IN", "id-ID", "it-IT", "ja-JP", "kn-IN", "ko-KR", "ml-IN", "mr-IN"],
  ...["nl-NL", "nl-BE", "pa-IN", "pl-PL", "pt-PT", "pt-BR", "ru-RU", "ta-IN", "te-IN", "th-TH", "tr-TR", "vi-VN"]
]

const baseOf = (language: string) => {
  const base = language.toLowerCase().split("-")[0] ?? ""
  return base === "arb" ? "ar" : base === "cmn" ? "zh" : base
}

/** Returns the language in which Twilio says a text of a language; undefined if it has no voice for it. */
export const sayableLanguage = (language: string): string | undefined =>
  languages.find((one) => one.toLowerCase() === language.toLowerCase()) ??
  languages.find((one) => baseOf(one) === baseOf(language))
