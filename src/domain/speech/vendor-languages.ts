import { primaryLanguage } from "./primary-language.ts"
import type { EarVendor, VoiceVendor } from "./vendors.ts"

/** Returns whether a vendor recognizes a language, such as `hi-IN`, with one of its usual models. */
export const isHeardBy = (vendor: EarVendor, language: string): boolean =>
  knows(heard, vendor, language) && !(vendor === "sarvam" && !/-in$|^[^-]+$/i.test(language))

/** Returns whether a vendor speaks a language, such as `hi-IN`, with one of its usual models. */
export const isSpokenBy = (vendor: VoiceVendor, language: string): boolean =>
  knows(spoken, vendor, language) && !(vendor === "sarvam" && isForeignEnglish(language))

/** Returns the languages that a vendor speaks, as their first parts, such as `hi`. */
export const spokenLanguagesOf = (vendor: VoiceVendor): ReadonlyArray<string> => [...spoken[vendor]]

/** Sarvam speaks English with an Indian accent. */
const isForeignEnglish = (language: string) => usualCodeOf(language) === "en" && language.toLowerCase() !== "en-in"

/** Returns the code of a language, such as `no` of `nb-NO`, that recognizers know. */
export const heardCode = (language: string): string => {
  const primary = usualCodeOf(language)
  return primary === "fil" ? "tl" : primary
}

const knows = <Vendor extends string>(table: Languages<Vendor>, vendor: Vendor, language: string) =>
  table[vendor].has(usualCodeOf(language))

/** Returns the code by which most vendors know a language, such as `hi` for `hin-IN`. */
export const usualCodeOf = (language: string): string => {
  const primary = primaryLanguage(language)
  return otherNames[primary] ?? primary
}

// Codes of the same language.
const otherNames: Readonly<Record<string, string>> = {
  cmn: "zh",
  hin: "hi",
  ory: "or",
  arb: "ar",
  nb: "no",
  nn: "no",
  tl: "fil",
  iw: "he"
}

/** Languages by vendor. */
type Languages<Vendor extends string> = Readonly<Record<Vendor, ReadonlySet<string>>>

const set = (languages: string): ReadonlySet<string> => new Set(languages.split(" "))

const indian = "bn en gu hi kn ml mr or pa ta te"
const google =
  "af sq am ar hy as az eu bn bs bg my ca yue zh hr cs da nl en et fil fi fr gl ka de el gu he hi hu is id it ja jv kn kk km " +
  "rw ko lo lv lt mk ms ml mr mn ne no or fa pl pt pa ro ru sr si sk sl es su sw sv ta te th tr uk ur uz vi xh zu"

/** The languages of Deepgram's Flux, which understands turns. */
export const fluxLanguages = set("de en es fr hi it ja nl pt ru")

/** The languages of Nova-3 of Deepgram, all in one model. Other languages have models of their own. */
export const novaMixedLanguages = set(
  "af ar be bg bn bs ca cs da de el en es et fa fi fr gl gu he hi hr hu id it ja kn ko lt lv mk mr ms nl no pl pt ro " +
    "ru sk sl sr sv ta te th tl tr uk vi xh zh zu"
)

const heard: Languages<EarVendor> = {
  google: set(google),
  deepgram: new Set([...fluxLanguages, ...novaMixedLanguages, "fil", "hy", "ka", "kk", "ne", "pa", "ur"]),
  soniox: set(
    "af sq ar az eu be bn bs bg ca zh hr cs da nl en et fi fr gl de el gu he hi hu id it ja kn kk ko lv lt mk ms ml mr no fa " +
      "pl pt pa ro ru sr sk sl es sw sv fil ta te th tr uk ur vi cy"
  ),
  assemblyai: set("en es fr de it pt"),
  sarvam: set(`${indian} as brx doi kok ks mai mni ne sa sat sd ur`)
}

const spoken: Languages<VoiceVendor> = {
  google: set(google),
  elevenlabs: set("ar bg cs da de el en es fi fil fr hi hr hu id it ja ko ms nl no pl pt ro ru sk sv ta tr uk vi zh"),
  cartesia: set(
    "ar bg bn cs da de el en es fi fr gu he hi hr hu id it ja ka kn ko ml mr ms nl no pa pl pt ro ru sk sv ta te th fil tr uk " +
      "vi zh"
  ),
  deepgram: set("en es de fr nl it ja"),
  sarvam: set(indian)
}
