import type { SpokenLanguage } from "../../domain/campaigns/spoken-languages.ts"

/**
 * Questions whether the person is the one who was called, with "…" for the name. Parentheses hold alternatives. A question
 * whether the person is there, may come to the phone or takes a message is none of them: a relative says yes to it, too.
 */
export const identityQuestions: Readonly<Record<SpokenLanguage, ReadonlyArray<string>>> = {
  ar: ["(هل|) (أنا|انا|) (أتحدث|اتحدث|أتكلم|اتكلم) (مع|إلى) …", "(هل|) (معي|معاي) …", "(هل|) (أنت|انت|حضرتك) …"],
  bn: ["(আমি কি|কি আমি|আমি|) … (এর|র|) (সাথে|সঙ্গে) (কি|) কথা বলছি (কি|)", "আপনি (কি|) … (বলছেন|) (কি|)", "… বলছেন (কি|)"],
  de: [
    "(spreche|sprech|rede) ich (gerade|hier|jetzt|) (mit|da mit) …",
    "(ich spreche|ich rede) (gerade|hier|) mit …",
    "bin ich (hier|) mit … verbunden",
    "(sind sie|bist du|sie sind|du bist) (die|der|) …"
  ],
  en: [
    "(am i|i am|im) (now|) (speaking|talking) (with|to) …",
    "(may|can|could) i (just|) (know|ask|confirm|check) (if|whether|that|) (am i|i am|im) (speaking|talking) (with|to) …",
    "(can|could|would|will) you confirm (if|whether|that|) (am i|i am|im) (speaking|talking) (with|to) …",
    "(may|can|could) i (just|) (know|ask|confirm|check) (if|whether|that|) (this is|you are) …",
    "(can|could|would|will) you confirm (if|whether|that|) (this is|you are) …",
    "(is this|is that|is it|this is) … (speaking|)",
    "(are you|you are) …",
    "(am i|i am) through to …"
  ],
  es: [
    "(hablo|estoy hablando) con (la|el|) …",
    "(es|es usted|usted es|es ud|eres|eres tú|tú eres) (la|el|) …",
    "tengo el gusto de hablar con (la|el|) …"
  ],
  fr: [
    "suis je (bien|) (avec|en ligne avec|au téléphone avec) …",
    "(est ce que|) (parle je|je parle) (bien|) (à|avec) …",
    "(est ce que|) (vous êtes|êtes vous|tu es|es tu) (bien|) …",
    "(est ce|cest) (bien|) …"
  ],
  gu: ["(શું|) (હું|) … (સાથે|જોડે) વાત કરી (રહ્યો|રહી) છું", "(શું|) (તમે|આપ) … (છો|બોલો છો|બોલી રહ્યા છો)"],
  hi: [
    "(क्या|) (मैं|) … से (ही|) बात कर (रहा|रही) हूँ",
    "(क्या|) (मेरी|) (बात|) … से (ही|) (बात|) हो रही है",
    "(क्या|) आप (ही|) … (हैं|हो|ही हैं|बोल रहे हैं|बोल रही हैं)",
    "(क्या|) … (ही|) बोल (रहे|रही) हैं",
    "(kya|) (main|) … se baat kar (raha|rahi) (hoon|hun|hu)",
    "(kya|) (meri|) (baat|) … se (baat|) ho rahi hai",
    "(kya|) aap (hi|) … (hain|hai|ho|bol rahe hain|bol rahi hain)"
  ],
  id: [
    "(apakah|apa|) (benar|) (saya|) (sedang|) (berbicara|bicara) dengan …",
    "(apakah|apa|) (benar|) (ini|anda|kamu) (benar|) (dengan|) …",
    "(apakah|) benar (dengan|) …"
  ],
  it: ["(parlo|sto parlando) con (la|il|lo|) …", "(è lei|lei è|sei) (la|il|lo|) …"],
  ja: [
    "(失礼ですが|こちらは|あなたは|)…(さん|様|さま|)(のご|)(本人|ご本人|)(様|さん|)(でいらっしゃいますか|ですか|でしょうか|でよろしいでしょうか|でお間違いないでしょうか)"
  ],
  kn: ["(ನಾನು|) … (ಅವರೊಂದಿಗೆ|ಅವರ ಜೊತೆ|ಜೊತೆ|ಜೊತೆಗೆ|) (ಮಾತನಾಡುತ್ತಿದ್ದೇನೆಯೇ|ಮಾತನಾಡುತ್ತಿದ್ದೇನಾ|ಮಾತಾಡ್ತಿದ್ದೀನಾ)", "ನೀವು … (ಅವರಾ|ಅವರೇ|ಅವರೇನಾ|ಆ|)"],
  ko: [
    "(혹시|)…(고객|)(님|씨|)(본인|)(이|)(이신가요|신가요|이세요|세요|이십니까|십니까|인가요|맞으신가요|맞으세요|맞나요|맞습니까|되시나요|되세요)",
    "(혹시|)(제가|)(지금|)…(님|씨|)(과|와|이랑|하고)(통화|이야기|대화)(하고있나요|하고있는건가요|중인가요|하고있습니까)"
  ],
  ml: ["(ഞാൻ|) … (യോട്|യുമായി|ഉമായി|) (ആണോ|) സംസാരിക്കുന്നത്", "(ഇത്|നിങ്ങൾ|താങ്കൾ) … (ആണോ|തന്നെയാണോ|)"],
  mr: [
    "(मी|) … (शी|यांच्याशी|यांच्यासोबत|सोबत|) (बोलत आहे|बोलतोय|बोलतेय) (का|)",
    "(तुम्ही|आपण) … (आहात|बोलत आहात|बोलताय) (का|)"
  ],
  nl: ["(spreek ik|ik spreek) (nu|hier|) met …", "(bent u|u bent|ben jij|ben je|jij bent|je bent) (de|) …"],
  or: ["(ମୁଁ|) (କି|) … (ସହିତ|ସହ|ସାଙ୍ଗରେ) କଥା (ହେଉଛି|କହୁଛି) (କି|)", "ଆପଣ (କି|) … (କି|)"],
  pa: ["(ਕੀ|) (ਮੈਂ|) … ਨਾਲ ਗੱਲ ਕਰ (ਰਿਹਾ|ਰਹੀ) ਹਾਂ", "(ਕੀ|) ਤੁਸੀਂ … (ਹੋ|ਬੋਲ ਰਹੇ ਹੋ)"],
  pl: ["(czy|) (rozmawiam|mówię) (może|) (z|ze) …", "(czy|) to …", "czy …"],
  pt: [
    "(eu|) (estou falando|estou a falar|falo) com (a|o|) …",
    "(você|tu|quem fala) (é|és) (a|o|) …",
    "(a|o|) é (a|o|) …",
    "é (a|o|) … (quem fala|que fala|que está falando)"
  ],
  ru: ["(я|) (говорю|разговариваю) (с|со) …", "(это|вы|это вы) …"],
  ta: ["(நான்|) … (உடன்|இடம்|கூட|) (பேசுகிறேனா|பேசுறேனா)", "(நீங்கள்|நீங்க) … (ஆ|தானா|தானே|பேசுகிறீர்களா|பேசுறீங்களா|)"],
  te: ["(నేను|) … (తో|గారితో|) (మాట్లాడుతున్నానా|మాట్లాడుతున్నాను)", "మీరు … (గారా|గారేనా|ఏనా|)"],
  th: [
    "(ดิฉัน|ผม|ฉัน|)(กำลัง|)(พูดสาย|เรียนสาย|คุย|พูด)(อยู่|)กับ(คุณ|)…(อยู่|)(ใช่ไหม|ใช่มั้ย|หรือเปล่า|)(คะ|ครับ|)",
    "(นั่น|นี่|)(ใช่|คือ)(คุณ|)…(ใช่ไหม|ใช่มั้ย|ไหม|หรือเปล่า|)(คะ|ครับ|)",
    "คุณ…(ใช่ไหม|ใช่มั้ย|หรือเปล่า)(คะ|ครับ|)"
  ],
  tr: [
    "(ben|) … (ile|) (mi|mı) (görüşüyorum|konuşuyorum)",
    "(siz|) … (misiniz|mısınız|musunuz|müsünüz)",
    "(sen|) … (misin|mısın)"
  ],
  ur: ["(کیا|) (میں|) … سے (ہی|) بات کر (رہا|رہی) ہوں", "(کیا|) آپ (ہی|) … (ہیں|بول رہے ہیں|بول رہی ہیں)"],
  vi: [
    "(có phải|) (tôi|em|) (có|) (đang|) nói chuyện với … (phải không|không|)",
    "(có phải|) (đây|) là … (phải không|không|)",
    "(có phải|phải) … (không|)"
  ],
  zh: [
    "(请问|您好请问|)(您|你|您就|你就|)(是|就是)…(先生|女士|小姐|)(本人|)(吗|吧)",
    "(请问|)(我|)(现在|)(是|)(在|)(和|跟|与)…(先生|女士|小姐|)(通话|说话|讲话)吗"
  ]
}

/** Greetings, in any language: a question of nothing but these and the name is one for the person, too. */
export const greetings: ReadonlyArray<string> = [
  ..."hello|hi|hey|good morning|good afternoon|good evening|good day|namaste|namaskar|नमस्ते|नमस्कार|हैलो|हेलो".split("|"),
  ..."নমস্কার|নমস্তে|હેલો|નમસ્તે|ਸਤ ਸ੍ਰੀ ਅਕਾਲ|ନମସ୍କାର|வணக்கம்|నమస్తే|నమస్కారం|ನಮಸ್ಕಾರ|നമസ്കാരം|ഹലോ|مرحبا|أهلا".split("|"),
  ..."السلام عليكم|السلام علیکم|ہیلو|hallo|guten tag|guten morgen|guten abend|hola|buenos días|buenas tardes".split(
    "|"
  ),
  ..."buenas noches|buenas|bonjour|bonsoir|allô|buongiorno|buonasera|pronto|olá|oi|alô|bom dia|boa tarde|boa noite".split(
    "|"
  ),
  ..."goedemorgen|goedemiddag|goedenavond|goedendag|dag|dzień dobry|dobry wieczór|halo|здравствуйте|добрый день".split(
    "|"
  ),
  ..."доброе утро|добрый вечер|алло|merhaba|alo|iyi günler|selamat pagi|selamat siang|selamat sore|selamat malam".split(
    "|"
  ),
  ..."xin chào|chào".split("|")
]

/** Words of courtesy beside a question for the person, in any language. */
export const courtesies: ReadonlyArray<string> = [
  ..."please|sorry|excuse me|thank you|okay|ok|so|and|just to confirm|to confirm|right|correct|isnt it|ji|जी|জি".split(
    "|"
  ),
  ..."જી|ਜੀ|ଆଜ୍ଞା|గారు|من فضلك|لو سمحت|bitte|entschuldigung|richtig|por favor|verdad|correcto|disculpe".split("|"),
  ..."sil vous plaît|excusez moi|nest ce pas|per favore|scusi|giusto|alstublieft|toch|proszę|prawda".split("|"),
  ..."пожалуйста|верно|да|ya|dạ|vâng|ạ|thưa".split("|")
]

/** Titles before or after a name, which are no part of it. */
export const titles: ReadonlySet<string> = new Set([
  ..."mr|mrs|ms|miss|mister|madam|maam|dr|doctor|prof|professor|sir|shri|shrimati|smt|sri|herr|frau|fräulein".split(
    "|"
  ),
  ..."señor|señora|señorita|sr|sra|srta|don|doña|monsieur|madame|mademoiselle|mme|mlle|signor|signora|signore|dottore".split(
    "|"
  ),
  ..."dottoressa|senhor|senhora|dona|meneer|mevrouw|mijnheer|heer|pan|pani|panem|panią|pana|госпожа|господин".split(
    "|"
  ),
  ..."госпожой|господином|bay|bayan|bey|beyle|hanım|hanımla|bapak|ibu|pak|bu|saudara|anh|chị|ông|bà|cô".split("|"),
  ..."السيد|السيدة|جناب|محترمہ|صاحب|श्री|श्रीमती|सुश्री|শ্রী|திரு|திருமதி|శ్రీ|ಶ್ರೀ|ശ്രീ|શ્રી|ਸ਼੍ਰੀ|ଶ୍ରୀ".split("|")
])

/** Parts of family names that are words of their language, too. */
export const nameParticles: ReadonlySet<string> = new Set(
  "de|la|las|los|le|les|du|des|del|della|delle|dei|degli|da|do|dos|das|di|van|der|den|het|ter|ten|te|von|vom|zu|zum|zur|af|av|bin|binti|ibn|ben|abu|al|el|ul|ur|un|y|e|i|und|and|st|san|mac|mc|s o|d o|w o|بن|ابن|أبو|ال".split(
    "|"
  )
)
