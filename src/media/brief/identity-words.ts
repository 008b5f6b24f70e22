import type { SpokenLanguage } from "../../domain/campaigns/spoken-languages.ts"

/** How people answer the question whether they are the one who was called. */
interface IdentityWords {
  /** Sentences by which people say that they are, without their name. */
  readonly says: ReadonlyArray<string>
  /** The part of these words that only the person says. A relative, too, says yes to "May I speak to Asha?". */
  readonly speaks?: ReadonlyArray<string>
  /** Sentences by which people say that they are, with their name, which is "…" here. */
  readonly introduces: ReadonlyArray<string>
  /** Words beside such a sentence or a name, which show nothing by themselves. */
  readonly fillers: ReadonlyArray<string>
  /** Words that say it only if nothing else is said, and not clearly. */
  readonly hints?: ReadonlyArray<string>
}

export const identityWords: Readonly<Record<SpokenLanguage, IdentityWords>> = {
  ar: {
    says: ["نعم", "أجل", "اجل", "أيوه", "ايوه", "معك", "معاك", "أنا هو", "أنا هي"],
    introduces: ["أنا …", "انا …", "معك …", "معاك …", "… معك", "… معاك"],
    fillers: ["أنا", "هنا"]
  },
  bn: {
    says: ["হ্যাঁ", "হ্যা", "জি", "হ্যাঁ বলছি", "আমিই", "বলছি"],
    introduces: ["আমি …", "আমি … বলছি", "… বলছি"],
    fillers: ["আমি", "বলুন"]
  },
  de: {
    says: [
      "ja",
      "jawohl",
      "am apparat",
      "das bin ich",
      "bin ich",
      "ich bin es",
      "ich bins",
      "selbst am apparat",
      "genau",
      "richtig",
      "stimmt",
      "das stimmt",
      "das ist richtig",
      "ganz genau"
    ],
    speaks: ["am apparat", "selbst am apparat", "das bin ich", "bin ich", "ich bin es", "ich bins"],
    introduces: [
      "hier ist …",
      "hier ist die …",
      "hier ist der …",
      "hier spricht …",
      "hier …",
      "ich bin …",
      "ich bin die …",
      "ich bin der …",
      "mein name ist …",
      "ich heiße …",
      "… am apparat",
      "am apparat …",
      "… hier",
      "… am telefon"
    ],
    fillers: ["ich bin", "hier ist", "hier spricht", "hier", "am telefon", "bitte"],
    hints: ["das tun sie", "tun sie"]
  },
  en: {
    says: [
      "yes",
      "yeah",
      "yep",
      "yup",
      "speaking",
      "this is she",
      "this is he",
      "that is me",
      "thats me",
      "its me",
      "this is her",
      "this is him",
      "that is right",
      "thats right",
      "that is correct",
      "thats correct",
      "correct",
      "it is me",
      "you are speaking with her",
      "you are speaking with him",
      "you are speaking to her",
      "you are speaking to him",
      "youre speaking with her",
      "youre speaking with him",
      "youre speaking to her",
      "youre speaking to him"
    ],
    speaks: ["speaking", "this is she", "this is he", "this is her", "this is him", "that is me", "thats me", "its me"],
    introduces: [
      "this is …",
      "i am …",
      "im …",
      "my name is …",
      "it is …",
      "its …",
      "… speaking",
      "… here",
      "this is … speaking",
      "this is … here",
      "you are speaking with …",
      "you are speaking to …",
      "you are talking to …",
      "you are talking with …"
    ],
    fillers: ["i am", "im", "this is", "my name is", "here", "you are", "hello", "hi"],
    hints: ["it is", "i am", "you are", "you are indeed", "right", "indeed", "that is so"]
  },
  es: {
    says: [
      "sí",
      "si",
      "soy yo",
      "al habla",
      "con él",
      "con ella",
      "yo mismo",
      "yo misma",
      "el mismo",
      "él mismo",
      "ella misma",
      "la misma",
      "así es",
      "correcto",
      "exacto",
      "es correcto",
      "eso es"
    ],
    speaks: ["soy yo", "al habla", "con él", "con ella", "yo mismo", "yo misma", "el mismo", "la misma"],
    introduces: [
      "soy …",
      "habla …",
      "le habla …",
      "aquí …",
      "me llamo …",
      "mi nombre es …",
      "al habla …",
      "… al habla"
    ],
    fillers: ["soy", "habla", "mismo", "misma", "diga", "hola"],
    hints: ["lo soy", "soy"]
  },
  fr: {
    says: [
      "oui",
      "ouais",
      "moi-même",
      "c'est moi",
      "lui-même",
      "elle-même",
      "c'est lui-même",
      "c'est elle-même",
      "c'est bien moi",
      "c'est exact",
      "exact",
      "exactement",
      "tout à fait",
      "c'est ça"
    ],
    speaks: ["c'est moi", "lui-même", "elle-même", "c'est lui-même", "c'est elle-même", "c'est bien moi"],
    introduces: ["je suis …", "c'est …", "je m'appelle …", "mon nom est …", "… à l'appareil"],
    fillers: ["je suis", "c'est", "à l'appareil", "bonjour", "allô"],
    hints: ["je le suis", "en effet"]
  },
  gu: {
    says: ["હા", "હાજી", "જી", "બોલું છું", "હું જ છું", "હું જ"],
    introduces: ["હું … છું", "હું … બોલું છું", "… બોલું છું", "હું …"],
    fillers: ["હું", "છું", "બોલો"]
  },
  hi: {
    says: [
      "हाँ",
      "हां",
      "जी",
      "हाँ जी",
      "जी हाँ",
      "बोल रहा हूँ",
      "बोल रही हूँ",
      "मैं ही हूँ",
      "मैं ही",
      "haan",
      "ji",
      "haan ji",
      "ji haan",
      "bol raha hoon",
      "bol rahi hoon"
    ],
    speaks: ["बोल रहा हूँ", "बोल रही हूँ", "मैं ही हूँ", "मैं ही"],
    introduces: [
      "मैं …",
      "मैं … हूँ",
      "मैं … बोल रहा हूँ",
      "मैं … बोल रही हूँ",
      "… बोल रहा हूँ",
      "… बोल रही हूँ",
      "main … hoon",
      "main … bol raha hoon",
      "main … bol rahi hoon",
      "… bol raha hoon",
      "… bol rahi hoon",
      "main …"
    ],
    fillers: ["मैं", "हूँ", "बोलिए", "कहिए", "main"],
    hints: ["मैं हूँ"]
  },
  id: {
    says: ["ya", "iya", "betul", "saya sendiri", "dengan saya sendiri"],
    introduces: ["saya …", "ini …", "dengan …", "nama saya …", "saya sendiri …", "ini saya …"],
    fillers: ["saya", "ini", "dengan", "halo"]
  },
  it: {
    says: ["sì", "si", "sono io", "in persona", "sono proprio io", "esatto", "esattamente", "è esatto"],
    introduces: ["sono …", "mi chiamo …", "parla …", "sono io …", "… al telefono"],
    fillers: ["sono", "al telefono", "pronto"],
    hints: ["lo sono"]
  },
  ja: {
    says: ["はい", "ええ", "私です", "わたしです", "本人です", "そうです", "そうですが"],
    introduces: ["…です", "…と申します", "私が…です", "私は…です", "…本人です"],
    fillers: ["私", "です", "ですが"]
  },
  kn: {
    says: ["ಹೌದು", "ಹೌದ್ರಿ", "ಮಾತಾಡ್ತಿದ್ದೀನಿ", "ಮಾತನಾಡುತ್ತಿದ್ದೇನೆ", "ನಾನೇ"],
    introduces: ["ನಾನು …", "… ಮಾತಾಡ್ತಿದ್ದೀನಿ", "… ಮಾತನಾಡುತ್ತಿದ್ದೇನೆ", "ನಾನು … ಮಾತನಾಡುತ್ತಿದ್ದೇನೆ"],
    fillers: ["ನಾನು", "ಹೇಳಿ"]
  },
  ko: {
    says: ["네", "예", "본인입니다", "본인이에요", "접니다", "저예요", "전데요", "맞습니다", "맞아요", "그렇습니다"],
    introduces: ["…입니다", "저는…입니다", "제가…입니다", "…이에요", "…예요", "…인데요"],
    fillers: ["저는", "입니다"]
  },
  ml: {
    says: ["അതെ", "ഉവ്വ്", "ഞാൻ തന്നെ", "ഞാനാണ്", "സംസാരിക്കുന്നു"],
    introduces: ["ഞാൻ …", "ഞാൻ … ആണ്", "… സംസാരിക്കുന്നു"],
    fillers: ["ഞാൻ", "പറയൂ"]
  },
  mr: {
    says: ["हो", "होय", "बोलतोय", "बोलतेय", "बोलत आहे", "मीच"],
    introduces: ["मी …", "मी … बोलतोय", "मी … बोलतेय", "मी … बोलत आहे", "… बोलतोय", "… बोलतेय", "मी … आहे"],
    fillers: ["मी", "बोला", "आहे"]
  },
  nl: {
    says: [
      "ja",
      "daar spreekt u mee",
      "daar spreek je mee",
      "spreekt u mee",
      "dat ben ik",
      "ik ben het",
      "klopt",
      "dat klopt",
      "inderdaad"
    ],
    introduces: [
      "ik ben …",
      "u spreekt met …",
      "je spreekt met …",
      "met …",
      "dit is …",
      "hier …",
      "… hier",
      "mijn naam is …"
    ],
    fillers: ["ik ben", "u spreekt met", "met", "hallo"],
    hints: ["dat doet u"]
  },
  or: { says: ["ହଁ", "ଆଜ୍ଞା", "କହୁଛି", "ମୁଁ ହିଁ"], introduces: ["ମୁଁ …", "ମୁଁ … କହୁଛି", "… କହୁଛି"], fillers: ["ମୁଁ", "କୁହନ୍ତୁ"] },
  pa: {
    says: ["ਹਾਂ", "ਹਾਂਜੀ", "ਜੀ", "ਬੋਲ ਰਿਹਾ ਹਾਂ", "ਬੋਲ ਰਹੀ ਹਾਂ", "ਮੈਂ ਹੀ ਹਾਂ", "ਮੈਂ ਹੀ"],
    introduces: ["ਮੈਂ …", "ਮੈਂ … ਹਾਂ", "ਮੈਂ … ਬੋਲ ਰਿਹਾ ਹਾਂ", "ਮੈਂ … ਬੋਲ ਰਹੀ ਹਾਂ", "… ਬੋਲ ਰਿਹਾ ਹਾਂ", "… ਬੋਲ ਰਹੀ ਹਾਂ"],
    fillers: ["ਮੈਂ", "ਬੋਲੋ"]
  },
  pl: {
    says: ["tak", "to ja", "przy telefonie", "we własnej osobie", "zgadza się", "to prawda"],
    introduces: [
      "jestem …",
      "to ja …",
      "mówi …",
      "tu …",
      "nazywam się …",
      "… przy telefonie",
      "przy telefonie …",
      "tak to …"
    ],
    fillers: ["jestem", "słucham", "halo"],
    hints: ["jestem"]
  },
  pt: {
    says: [
      "sim",
      "sou eu",
      "sou eu mesmo",
      "sou eu mesma",
      "o próprio",
      "a própria",
      "é ele",
      "é ela",
      "isso",
      "isso mesmo",
      "correto",
      "exato"
    ],
    introduces: [
      "sou a …",
      "sou o …",
      "sou …",
      "eu sou …",
      "eu sou a …",
      "eu sou o …",
      "aqui é …",
      "aqui é a …",
      "aqui é o …",
      "meu nome é …",
      "… falando",
      "é a … falando",
      "é o … falando"
    ],
    fillers: ["sou", "aqui é", "falando", "alô", "é o", "é a"],
    hints: ["sou"]
  },
  ru: {
    says: ["да", "это я", "он самый", "она самая", "верно", "правильно", "совершенно верно"],
    introduces: ["я …", "это …", "это я …", "меня зовут …"],
    fillers: ["я", "слушаю", "алло", "это"]
  },
  ta: {
    says: ["ஆமாம்", "ஆமா", "ஆமாங்க", "ஆம்", "பேசுறேன்", "பேசுகிறேன்", "நான்தான்", "நான் தான்"],
    introduces: ["நான் …", "நான் … பேசுறேன்", "நான் … பேசுகிறேன்", "… பேசுறேன்", "… பேசுகிறேன்"],
    fillers: ["நான்", "சொல்லுங்க"]
  },
  te: {
    says: ["అవును", "ఔను", "మాట్లాడుతున్నాను", "నేనే"],
    introduces: ["నేను …", "నేను … మాట్లాడుతున్నాను", "… మాట్లాడుతున్నాను"],
    fillers: ["నేను", "చెప్పండి"]
  },
  th: {
    says: ["ใช่", "ครับ", "ค่ะ", "ผมเอง", "ฉันเอง", "ดิฉันเอง"],
    introduces: ["ผม…", "ฉัน…", "ดิฉัน…", "ผมชื่อ…", "ดิฉันชื่อ…", "…พูดสาย", "…พูด", "…เอง"],
    fillers: ["ผม", "ฉัน", "ดิฉัน"]
  },
  tr: {
    says: ["evet", "benim", "kendisiyim"],
    introduces: ["ben …", "benim adım …", "adım …", "… benim"],
    fillers: ["ben", "buyurun", "alo"]
  },
  ur: {
    says: ["ہاں", "جی", "جی ہاں", "بول رہا ہوں", "بول رہی ہوں", "میں ہی ہوں", "میں ہی"],
    introduces: ["میں …", "میں … ہوں", "میں … بول رہا ہوں", "میں … بول رہی ہوں", "… بول رہا ہوں", "… بول رہی ہوں"],
    fillers: ["میں", "ہوں", "بولیے"]
  },
  vi: {
    says: ["vâng", "đúng", "phải", "dạ", "tôi đây", "là tôi", "chính tôi"],
    introduces: ["tôi là …", "tôi …", "… đây", "… nghe", "là …", "tôi … đây"],
    fillers: ["tôi", "là", "nghe", "ạ", "đây", "alô"]
  },
  zh: {
    says: ["是", "是的", "对", "我就是", "是我", "本人", "就是我"],
    introduces: ["我是…", "我就是…", "我叫…", "这是…", "…本人"],
    fillers: ["我", "喂", "您好", "啊"]
  }
}
