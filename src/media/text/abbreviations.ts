const setOf = (...words: ReadonlyArray<string>) =>
  new Set(words.flatMap((of) => of.split(" ").map((word) => `${word}.`)))

/** Abbreviations after which a word or a number always follows. */
export const titles = setOf(
  "dr mr mrs ms prof rev hon smt shri sri rs inr st mt vs viz e.g i.e eg ie pvt m/s approx sr",
  // German and Dutch.
  "hr fr nr bzw ca inkl zzgl ggf evtl z.b d.h u.a i.d.r o.ä dhr mevr mw bijv t.a.v",
  // Spanish, Portuguese, Italian and French.
  "sra srta ud uds dra exmo exma sig sig.ra sig.na dott dott.ssa ing avv mm mme mlle",
  // Polish and Russian.
  "p np tzn tzw ul godz г ул д тел",
  // Turkish, Indonesian and Vietnamese.
  "sn bpk sdr sdri yth jl rp tp ts ths",
  // Hindi, Marathi, Bengali, Punjabi, Odia and Gujarati.
  "डॉ श्री श्रीमती प्रो रु नं कु सौ क्र ডা ড মি মিসেস মো নং ਡਾ ਸ੍ਰੀ ਰੁ ਨੰ ଡା ଡଃ ଶ୍ରୀ ନଂ ડૉ ડો શ્રી શ્રીમતી રૂ નં",
  // Tamil, Telugu, Kannada and Malayalam.
  "திரு திருமதி டாக்டர் ரூ எண் డా శ్రీ శ్రీమతి రూ నం ಡಾ ಶ್ರೀ ಶ್ರೀಮತಿ ರೂ ಸಂ ഡോ ശ്രീ ശ്രീമതി രൂ നം"
)

/** Abbreviations that may be the last word of a sentence. */
export const shortened = setOf(
  "no etc ltd inc co corp jr dept ext tel jan feb mar apr jun jul aug sep sept oct nov dec mon tue tues wed thu thurs",
  "fri sat sun usw enz руб коп dst vb",
  // Months in German, Dutch, Spanish, Portuguese, French, Italian, Turkish, Indonesian and Russian, without those that are
  // words of a language too, such as "ago": the voice waits for the next word after an abbreviation.
  "jän febr okt dez mrt ene abr dic fev janv févr avr juil déc giu lug ott şub ağu eyl agt",
  "янв фев февр апр авг сен сент окт ноя нояб дек"
)

/** A German month, which follows the number of its day and a full stop. */
export const monthAfterDay =
  /^(jan(uar)?|jän(ner)?|feb(r|ruar)?|märz|apr(il)?|mai|juni|juli|aug(ust)?|sept?(ember)?|okt(ober)?|nov(ember)?|dez(ember)?)(?!\p{L})/iu
