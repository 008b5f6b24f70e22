import type { SpokenLanguage } from "../../domain/campaigns/spoken-languages.ts"

/** How people answer the question whether they are the one who was called. */
interface IdentityWords {
  /** Says that they are, without their name. */
  readonly says: ReadonlyArray<string>
  /** Words beside that or beside their name, which show nothing by themselves. */
  readonly fillers: ReadonlyArray<string>
}

export const identityWords: Readonly<Record<SpokenLanguage, IdentityWords>> = {
  ar: { says: ["نعم", "أجل", "اجل", "أيوه", "ايوه", "معك", "معاك", "أنا هو", "أنا هي"], fillers: ["أنا", "هنا"] },
  bn: { says: ["হ্যাঁ", "হ্যা", "জি", "হ্যাঁ বলছি", "আমিই", "বলছি"], fillers: ["আমি", "বলুন"] },
  de: {
    says: ["ja", "jawohl", "am apparat", "das bin ich", "bin ich", "ich bin es", "ich bins", "selbst am apparat"],
    fillers: ["ich bin", "hier ist", "hier spricht", "hier", "am telefon", "bitte", "genau"]
  },
  en: {
    says: ["yes", "yeah", "yep", "yup", "speaking", "this is she", "this is he", "that is me", "thats me", "its me"],
    fillers: ["i am", "im", "this is", "my name is", "here", "you are", "correct", "right", "hello", "hi"]
  },
  es: {
    says: ["sí", "si", "soy yo", "al habla", "con él", "con ella", "yo mismo", "yo misma", "el mismo", "la misma"],
    fillers: ["soy", "habla", "mismo", "misma", "diga", "hola"]
  },
  fr: {
    says: ["oui", "c'est moi", "lui-même", "elle-même", "c'est lui-même", "c'est elle-même", "c'est bien moi"],
    fillers: ["je suis", "c'est", "à l'appareil", "bonjour", "allô"]
  },
  gu: { says: ["હા", "હાજી", "જી", "બોલું છું", "હું જ છું", "હું જ"], fillers: ["હું", "છું", "બોલો"] },
  hi: {
    says: ["हाँ", "हां", "जी", "हाँ जी", "जी हाँ", "बोल रहा हूँ", "बोल रही हूँ", "मैं ही हूँ", "मैं ही", "haan", "ji"],
    fillers: ["मैं", "हूँ", "बोलिए", "कहिए", "main"]
  },
  id: {
    says: ["ya", "iya", "betul", "saya sendiri", "dengan saya sendiri"],
    fillers: ["saya", "ini", "dengan", "halo"]
  },
  it: { says: ["sì", "si", "sono io", "in persona", "sono proprio io"], fillers: ["sono", "al telefono", "pronto"] },
  ja: { says: ["はい", "ええ", "私です", "わたしです", "本人です"], fillers: ["私", "です", "ですが"] },
  kn: { says: ["ಹೌದು", "ಹೌದ್ರಿ", "ಮಾತಾಡ್ತಿದ್ದೀನಿ", "ಮಾತನಾಡುತ್ತಿದ್ದೇನೆ", "ನಾನೇ"], fillers: ["ನಾನು", "ಹೇಳಿ"] },
  ko: { says: ["네", "예", "본인입니다", "본인이에요", "접니다", "저예요", "전데요"], fillers: ["저는", "입니다"] },
  ml: { says: ["അതെ", "ഉവ്വ്", "ഞാൻ തന്നെ", "ഞാനാണ്", "സംസാരിക്കുന്നു"], fillers: ["ഞാൻ", "പറയൂ"] },
  mr: { says: ["हो", "होय", "बोलतोय", "बोलतेय", "बोलत आहे", "मीच"], fillers: ["मी", "बोला", "आहे"] },
  nl: {
    says: ["ja", "daar spreekt u mee", "daar spreek je mee", "spreekt u mee", "dat ben ik", "ik ben het"],
    fillers: ["ik ben", "u spreekt met", "met", "klopt", "hallo"]
  },
  or: { says: ["ହଁ", "ଆଜ୍ଞା", "କହୁଛି", "ମୁଁ ହିଁ"], fillers: ["ମୁଁ", "କୁହନ୍ତୁ"] },
  pa: { says: ["ਹਾਂ", "ਹਾਂਜੀ", "ਜੀ", "ਬੋਲ ਰਿਹਾ ਹਾਂ", "ਬੋਲ ਰਹੀ ਹਾਂ", "ਮੈਂ ਹੀ ਹਾਂ", "ਮੈਂ ਹੀ"], fillers: ["ਮੈਂ", "ਬੋਲੋ"] },
  pl: { says: ["tak", "to ja", "przy telefonie", "we własnej osobie"], fillers: ["jestem", "słucham", "halo"] },
  pt: {
    says: ["sim", "sou eu", "sou eu mesmo", "sou eu mesma", "o próprio", "a própria", "é ele", "é ela"],
    fillers: ["sou", "aqui é", "falando", "alô", "é o", "é a"]
  },
  ru: { says: ["да", "это я", "он самый", "она самая"], fillers: ["я", "слушаю", "алло", "это"] },
  ta: { says: ["ஆமாம்", "ஆமா", "ஆம்", "பேசுறேன்", "பேசுகிறேன்", "நான்தான்", "நான் தான்"], fillers: ["நான்", "சொல்லுங்க"] },
  te: { says: ["అవును", "ఔను", "మాట్లాడుతున్నాను", "నేనే"], fillers: ["నేను", "చెప్పండి"] },
  th: { says: ["ใช่", "ครับ", "ค่ะ", "ผมเอง", "ฉันเอง", "ดิฉันเอง"], fillers: ["ผม", "ฉัน", "ดิฉัน"] },
  tr: { says: ["evet", "benim", "kendisiyim"], fillers: ["ben", "buyurun", "alo"] },
  ur: {
    says: ["ہاں", "جی", "جی ہاں", "بول رہا ہوں", "بول رہی ہوں", "میں ہی ہوں", "میں ہی"],
    fillers: ["میں", "ہوں", "بولیے"]
  },
  vi: {
    says: ["vâng", "đúng", "phải", "dạ", "tôi đây", "là tôi", "chính tôi"],
    fillers: ["tôi", "là", "nghe", "ạ", "đây", "alô"]
  },
  zh: { says: ["是", "是的", "对", "我就是", "是我", "本人", "就是我"], fillers: ["我", "喂", "您好", "啊"] }
}
