import { type SpokenLanguage, spokenLanguage, unspacedLanguages } from "../../domain/campaigns/spoken-languages.ts"
import { normalizeWords } from "../text/normalize-words.ts"

type Other = Exclude<SpokenLanguage, "en" | "hi">
type Alternatives = Readonly<Record<Other, string>>

/** Words by which a person shows that they listen. Alternatives have `|` between them, as in all tables of this file. */
export const listening: Alternatives = {
  ar: "نعم|أيوه|ايوه|أيوة|تمام|طيب|ماشي|أها|اها|فهمت|صحيح|مفهوم|اوكي|أوكي|ألو|الو",
  bn: "হ্যাঁ|হ্যা|হুম|হুঁ|আচ্ছা|জি|ঠিক আছে|ঠিক|বুঝেছি|বুঝলাম|বলুন|হ্যালো",
  de: "ja|jo|jawohl|genau|ach so|achso|klar|alles klar|gut|sehr gut|stimmt|richtig|verstehe|verstanden|ich verstehe|in ordnung|natürlich|sicher|gerne|hallo|na klar|super|prima",
  es: "sí|si|ajá|aja|claro|vale|bueno|bien|muy bien|ya|ya veo|entiendo|entendido|de acuerdo|correcto|exacto|así es|está bien|perfecto|dale|listo|órale|dígame|hola|aló|diga",
  fr: "oui|ouais|d accord|daccord|très bien|bien|je vois|je comprends|ah bon|hum|exact|exactement|tout à fait|c est ça|cest ça|entendu|bien sûr|parfait|allô",
  gu: "હા|હાજી|જી|હમ્મ|અચ્છા|સારું|બરાબર|ઠીક|ઠીક છે|સમજી ગયો|સમજી ગઈ|બોલો|હેલો",
  id: "ya|iya|oke|baik|betul|benar|oh gitu|begitu|mengerti|paham|siap|halo|he eh",
  it: "sì|si|certo|va bene|bene|ho capito|capito|capisco|esatto|giusto|già|d accordo|daccordo|perfetto|pronto|mi dica",
  ja: "はい|ええ|うん|うーん|ふーん|へえ|なるほど|そうですか|そうですね|そうです|分かりました|わかりました|承知しました|ああ|もしもし|了解です",
  kn: "ಹೌದು|ಹಾಂ|ಹಾ|ಹೂಂ|ಸರಿ|ಆಯ್ತು|ಓಕೆ|ಗೊತ್ತಾಯ್ತು|ಹೇಳಿ|ಹಲೋ",
  ko: "네|예|응|아|그래요|그렇군요|그렇죠|맞아요|알겠습니다|알겠어요|음|여보세요",
  ml: "അതെ|ആ|ഉം|ശരി|ഓക്കെ|മനസ്സിലായി|ഉവ്വ്|പറയൂ|ഹലോ",
  mr: "हो|होय|बरं|बर|ठीक आहे|बरोबर|समजलं|बोला",
  nl: "ja|jawel|oké|oke|precies|klopt|juist|goed|prima|inderdaad|ik begrijp het|ik snap het|duidelijk|zeker|hallo|tuurlijk",
  or: "ହଁ|ହଉ|ଠିକ୍|ଠିକ ଅଛି|ଠିକ୍ ଅଛି|ଆଚ୍ଛା|ବୁଝିଲି|କୁହନ୍ତୁ|ହେଲୋ",
  pa: "ਹਾਂ|ਹਾਂਜੀ|ਜੀ|ਹੂੰ|ਅੱਛਾ|ਠੀਕ|ਠੀਕ ਹੈ|ਸਮਝ ਗਿਆ|ਸਮਝ ਗਈ|ਦੱਸੋ|ਹੈਲੋ",
  pl: "tak|no tak|no dobrze|no dobra|no jasne|no właśnie|dobrze|dobra|okej|jasne|rozumiem|zgadza się|właśnie|oczywiście|słucham|halo|racja",
  pt: "sim|tá|tá bom|está bem|está bom|certo|claro|uhum|aham|ahã|hum|entendi|percebo|pois|pois é|pois não|isso|exato|beleza|tudo bem|perfeito|alô|tô ouvindo",
  ru: "да|ага|угу|так|понятно|понял|поняла|хорошо|ясно|конечно|верно|ладно|окей|слушаю|алло|ну да",
  ta: "ஆமாம்|ஆமா|ஆம்|ம்|ம்ம்|சரி|சரிங்க|ஓகே|புரியுது|புரிந்தது|சொல்லுங்க|ஹலோ",
  te: "అవును|ఆ|ఊ|సరే|సరేనండి|ఓకే|అర్థమైంది|అలాగే|చెప్పండి|హలో",
  th: "ค่ะ|ครับ|ใช่|อืม|อ๋อ|โอเค|เข้าใจค่ะ|เข้าใจครับ|ได้ค่ะ|ได้ครับ|ฮัลโหล",
  tr: "evet|tamam|tamamdır|anladım|hı hı|hıhı|peki|olur|doğru|tabii|tabi|aynen|buyurun|alo|iyi",
  ur: "ہاں|جی|اچھا|ٹھیک|ٹھیک ہے|ہمم|سمجھ گیا|سمجھ گئی|بولیں|بولیے|ہیلو|صحیح",
  vi: "vâng|dạ|ừ|ừm|ờ|đúng|đúng rồi|được|được rồi|à|hiểu rồi|vâng ạ|alô",
  zh: "嗯|对|对的|好|好的|是|是的|哦|喔|噢|啊|行|可以|知道了|明白|明白了|没错|喂|對|對的|沒錯"
}

/** Words that stop the agent at once. */
const stopping: Alternatives = {
  ar: "لحظة|دقيقة|ثانية|انتظر|استنى|استني|لا|وقف|اسمع|اسمعني|عفوا",
  bn: "দাঁড়ান|থামুন|এক মিনিট|এক সেকেন্ড|না|শুনুন|রাখুন",
  de: "stopp|halt|warten sie|warte|moment|moment mal|einen moment|einen augenblick|eine sekunde|nein|nee|hören sie|entschuldigung|lassen sie mich",
  es: "alto|espere|espera|espéreme|un momento|un segundo|pare|oiga|perdón|disculpe|déjeme hablar",
  fr: "attendez|attends|un instant|une minute|une seconde|un moment|non|arrêtez|écoutez|pardon|excusez moi|laissez moi parler",
  gu: "ઊભા રહો|થોભો|એક મિનિટ|ના|સાંભળો|રાહ જુઓ",
  id: "tunggu|sebentar|bentar|berhenti|tidak|bukan|nggak|enggak|maaf|dengar dulu",
  it: "aspetti|aspetta|un attimo|un momento|un secondo|fermo|scusi|senta|ascolti|basta",
  ja: "待って|ちょっと待って|ちょっと|すみません|すいません|いや|いいえ|ストップ",
  kn: "ನಿಲ್ಲಿ|ಒಂದು ನಿಮಿಷ|ಇಲ್ಲ|ಬೇಡ|ಕೇಳಿ|ತಡೀರಿ",
  ko: "잠깐|잠깐만|잠깐만요|잠시만|잠시만요|아니|아니요|아뇨|그만|저기요",
  ml: "നിൽക്കൂ|ഒരു മിനിറ്റ്|അല്ല|ഇല്ല|വേണ്ട|കേൾക്കൂ",
  mr: "थांबा|एक मिनिट|नाही|नको|ऐका",
  nl: "wacht|wacht even|moment|momentje|een moment|ogenblik|nee|luister|laat me uitpraten",
  or: "ରୁହନ୍ତୁ|ଗୋଟେ ମିନିଟ|ନା|ଶୁଣନ୍ତୁ",
  pa: "ਰੁਕੋ|ਇੱਕ ਮਿੰਟ|ਨਹੀਂ|ਸੁਣੋ",
  pl: "chwila|chwilę|chwileczkę|moment|momencik|proszę poczekać|poczekaj|nie|przepraszam|zaraz",
  pt: "espera|espere|peraí|pera aí|um momento|um minuto|um minutinho|um segundo|pare|não|calma|escuta|escute|desculpa|desculpe",
  ru: "подождите|подожди|погодите|стоп|стойте|минутку|минуту|секунду|секундочку|нет|послушайте|извините",
  ta: "இருங்க|நில்லுங்க|ஒரு நிமிடம்|ஒரு நிமிஷம்|இல்லை|இல்ல|வேண்டாம்|கேளுங்க",
  te: "ఆగండి|ఒక్క నిమిషం|లేదు|వద్దు|వినండి",
  th: "เดี๋ยว|รอสักครู่|รอแป๊บ|หยุด|ไม่|ขอโทษ",
  tr: "dur|durun|bir dakika|bir saniye|bekleyin|bekle|hayır|dinleyin|dinle|pardon",
  ur: "رکیں|رکو|ایک منٹ|نہیں|سنیں|سنو",
  vi: "khoan|khoan đã|đợi|đợi đã|chờ|chờ chút|dừng|không|xin lỗi",
  zh: "等等|等一下|等会|等會|停|不是|不|稍等|慢着|你听我说"
}

interface Asking {
  /** A number, a code, a date or an address. */
  readonly digits: string
  /** Requests, in sentences that are no questions. */
  readonly requests: string
  /** The beginning of a question for a yes or a no, in languages without spaces anywhere in it. */
  readonly closed: string
}

/** How the agent asks for words that are dictated. `*` is the rest of a word. */
const asking: Readonly<Record<Other, Asking>> = {
  ar: {
    digits: "رقم*|الرقم|أرقام|الأرقام|رمز*|الرمز|تاريخ*|عنوان*|العنوان|البريد",
    requests: "من فضلك|أعطني|اذكر|قل|أخبرني|يرجى|الرجاء",
    closed: "هل هذا|هل هذه|هل لديك"
  },
  bn: {
    digits: "নম্বর*|নাম্বার*|তারিখ*|ঠিকানা*|পিন*|কোড*|ইমেইল*",
    requests: "বলুন|দিন|দয়া|জানান|বলবেন",
    closed: "এটা কি|এটি কি"
  },
  de: {
    digits: "*nummer*|*datum|geburtstag|*adresse|anschrift|postleitzahl|ziffer*|pin|*code|iban",
    requests: "bitte|nennen|sagen|geben|wiederholen|buchstabieren|tippen|brauche|benötige",
    closed: "ist|sind|war|stimmt|haben|hat|soll|sollen|wird|möchten|wollen"
  },
  es: {
    digits: "número*|dígito*|código*|fecha*|dirección|domicilio|correo|clave|pin|dni|cédula",
    requests: "por favor|dígame|dime|deme|deletree|indique|repita|necesito|marque",
    closed: "es|está|tiene|son|fue|sigue|quiere|desea"
  },
  fr: {
    digits: "numéro*|chiffre*|code*|date|adresse*|mail|courriel|iban",
    requests: "sil vous plaît|donnez|dites|indiquez|épelez|répétez|composez",
    closed: "est ce bien|est ce toujours|avez vous|est il|voulez vous|souhaitez vous|cest"
  },
  gu: {
    digits: "નંબર*|તારીખ*|સરનામું|પિન|કોડ*",
    requests: "કહો|જણાવો|આપો|બોલો",
    closed: "શું આ|આ"
  },
  id: {
    digits: "nomor*|angka*|digit|kode|tanggal*|alamat*|email|pin|nik",
    requests: "tolong|mohon|sebutkan|silakan|ulangi|berikan|masukkan",
    closed: "apakah ini|apakah itu|apakah benar|benar|ini"
  },
  it: {
    digits: "numero|numeri|cifre|codice*|data|indirizzo|mail|email|iban",
    requests: "per favore|mi dica|mi dia|dica|ripeta|scandisca|indichi",
    closed: "è|ha|sono|era|vuole"
  },
  ja: {
    digits: "番号|暗証|生年月日|日付|住所|メールアドレス|郵便",
    requests: "ください|下さい|お願い|お聞かせ|教えて",
    closed: "でよろしい|でお間違い|でしょうか"
  },
  kn: {
    digits: "ಸಂಖ್ಯೆ*|ನಂಬರ*|ದಿನಾಂಕ*|ವಿಳಾಸ*|ಪಿನ್|ಕೋಡ್*",
    requests: "ಹೇಳಿ|ತಿಳಿಸಿ|ಕೊಡಿ|ದಯವಿಟ್ಟು",
    closed: "ಇದು"
  },
  ko: {
    digits: "*번호*|숫자*|생년월일*|날짜*|주소*|이메일*|코드*",
    requests: "말씀*|알려*|불러*|입력*|부탁*|주세요",
    closed: "이 번호|이 주소"
  },
  ml: {
    digits: "നമ്പർ*|നമ്പറ*|തീയതി*|വിലാസ*|പിൻ|കോഡ്*",
    requests: "പറയ*|നൽക*|ദയവായി|തരൂ",
    closed: "ഇത്"
  },
  mr: {
    digits: "number|क्रमांक|तारीख|पत्ता|पिन|कोड",
    requests: "सांगा|सांगाल|द्या|कृपया",
    closed: "हा|ही|हे"
  },
  nl: {
    digits: "*nummer|cijfer*|*code|*datum|*adres|iban",
    requests: "graag|alstublieft|noem|zeg|geef|spel|herhaal|toets",
    closed: "is|zijn|heeft|hebt|klopt|was|wilt|zal"
  },
  or: { digits: "ନମ୍ବର*|ତାରିଖ*|ଠିକଣା*|ପିନ|କୋଡ", requests: "କୁହନ୍ତୁ|ଦିଅନ୍ତୁ|ଦୟାକରି", closed: "ଏହା" },
  pa: { digits: "ਨੰਬਰ|ਤਾਰੀਖ|ਪਿੰਨ|ਕੋਡ|ਈਮੇਲ", requests: "ਦੱਸੋ|ਦਿਓ|ਕਿਰਪਾ", closed: "ਕੀ ਇਹ|ਇਹ" },
  pl: {
    digits: "numer*|cyfr*|kod*|data|datę|daty|adres*|mail*|pesel*",
    requests: "proszę|podać|podaj|powtórz*|wpisz|przeliter*",
    closed: "czy to|czy ten|czy ma|czy jest"
  },
  pt: {
    digits: "número*|dígito*|código*|data|endereço|email|cpf|cep|senha|nif",
    requests: "por favor|diga|informe|confirme|repita|preciso|digite|soletre|fale",
    closed: "é|está|tem|foi|quer|deseja"
  },
  ru: {
    digits: "номер*|цифр*|код*|дата|дату|даты|адрес*|почт*|индекс*",
    requests: "пожалуйста|назовите|скажите|продиктуйте|повторите|введите",
    closed: "это|у вас|верно|правильно"
  },
  ta: {
    digits: "எண்|எண்ணை*|நம்பர*|தேதி*|முகவரி*|பின்கோட*",
    requests: "சொல்லுங்க*|சொல்லவும்|கொடுங்க*|தயவு",
    closed: "இது"
  },
  te: {
    digits: "నంబర*|నెంబర*|సంఖ్య*|తేదీ*|చిరునామా*|పిన్|కోడ్*|అడ్రస్*",
    requests: "చెప్పండి|ఇవ్వండి|దయచేసి",
    closed: "ఇది"
  },
  th: {
    digits: "หมายเลข|เบอร์|รหัส|วันเกิด|ที่อยู่|อีเมล",
    requests: "กรุณา|ขอ|บอก|แจ้ง",
    closed: "ใช่ไหม|ใช่มั้ย|ถูกต้อง"
  },
  tr: {
    digits: "numara*|rakam*|kod*|tarih*|adres*|posta*",
    requests: "lütfen|söyle*|verin|paylaş*|tekrar*|tuşla*",
    closed: "bu"
  },
  ur: { digits: "نمبر|تاریخ|کوڈ|میل|ہندسے", requests: "بتائیں|بتائیے|بتا|دیں|براہ", closed: "کیا یہ|یہ" },
  vi: {
    digits: "số điện thoại|số tài khoản|số hợp đồng|số thẻ|số căn cước|mã|ngày sinh|địa chỉ|email",
    requests: "vui lòng|xin|cho biết|đọc|nhập|cung cấp",
    closed: "đây|có phải"
  },
  zh: {
    digits: "号码|號碼|账号|帳號|卡号|验证码|生日|日期|地址|邮箱|密码|身份证",
    requests: "请|請|告诉|提供|说一下|输入",
    closed: "这是|這是|是不是|对吗|正确吗|對嗎"
  }
}

const isUnspaced = (language: string) => unspacedLanguages.has(language)

/** Returns a pattern of the phrases of all languages, for normalized words. Without spaces a phrase may end anywhere. */
const anyLanguage = (table: Alternatives) => {
  const phrasesOf = (hasSpaces: boolean) => {
    const all = Object.entries(table)
      .filter(([language]) => isUnspaced(language) !== hasSpaces)
      .flatMap(([, phrases]) => phrases.split("|"))
      .map((phrase) => normalizeWords(phrase))
    return [...new Set(all)].toSorted((one, other) => other.length - one.length).join("|")
  }
  return `(?:(?:${phrasesOf(true)})(?!\\S)|(?:${phrasesOf(false)}))`
}

export const anyListening = anyLanguage(listening)
export const anyStopping = anyLanguage(stopping)

interface AskingPatterns {
  readonly digits: RegExp
  readonly requests: RegExp
  readonly closed: RegExp
}

const patterns = new Map<Other, AskingPatterns>()

/** Returns how the agent asks for what is dictated, in the languages of a call besides English and Hindi. */
export const askingIn = (languages: ReadonlyArray<string>): ReadonlyArray<AskingPatterns> =>
  [...new Set(languages.map(spokenLanguage))]
    .filter((language) => language !== undefined && language !== "en" && language !== "hi")
    .map((language) => {
      const known = patterns.get(language) ?? patternsOf(language)
      patterns.set(language, known)
      return known
    })

const patternsOf = (language: Other): AskingPatterns => {
  const { closed, digits, requests } = asking[language]
  const phrases = (list: string) => `(?:${list.replaceAll("*", "\\S*")})`
  const within = (list: string) => new RegExp(isUnspaced(language) ? phrases(list) : `(?<!\\S)${phrases(list)}(?!\\S)`)
  return {
    digits: within(digits),
    requests: within(requests),
    closed: isUnspaced(language) ? within(closed) : new RegExp(`^${phrases(closed)}(?!\\S)`)
  }
}
