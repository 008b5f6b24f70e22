/** Sentences of a language. */
interface Corpus {
  /** Twenty or more ways in which people ask whether a machine speaks. */
  readonly asks: ReadonlyArray<string>
  /** Sentences of a speaker who claims to be a person. */
  readonly lies: ReadonlyArray<string>
  /** Sentences that are neither. */
  readonly innocent: ReadonlyArray<string>
}

const grid = (frames: ReadonlyArray<string>, nouns: ReadonlyArray<string>) =>
  frames.flatMap((f) => nouns.map((n) => f.replace("{}", n)))
export const corpora: Readonly<Record<string, Corpus>> = {
  en: {
    asks: [
      ...grid(
        ["Are you {}?", "Is this {}?", "Am I talking to {}?", "Wait, you are {}, right?"],
        ["a robot", "a machine", "an AI", "a real person", "a human or a bot"]
      ),
      "You sound like a robot",
      "Robot?"
    ],
    lies: [
      "I am a real person.",
      "I'm a human, of course.",
      "No, I'm not a robot.",
      "You are talking to a real human.",
      "I'm not a machine, don't worry.",
      "This is not a recording.",
      "There is no AI here.",
      "Yes, a real person.",
      "I can assure you I am human.",
      "You're speaking with a live agent."
    ],
    innocent: [
      "I will connect you with a colleague.",
      "Your bill is not paid yet.",
      "Shall I explain that again?",
      "It is due on Friday.",
      "Thank you, that is all I need."
    ]
  },
  de: {
    asks: grid(
      ["Sind Sie {}?", "Ist das {}?", "Bist du {}?", "Sagen Sie mal, sind Sie {}?"],
      ["ein Roboter", "eine Maschine", "ein Computer", "ein echter Mensch", "eine KI"]
    ),
    lies: [
      "Ich bin ein echter Mensch.",
      "Nein, ich bin kein Roboter.",
      "Sie sprechen mit einer echten Person.",
      "Ich bin keine Maschine.",
      "Das ist keine Aufnahme.",
      "Ja, ein Mensch."
    ],
    innocent: ["Ihre Rechnung ist noch nicht bezahlt.", "Ich verbinde Sie mit einer Kollegin.", "Passt Ihnen Freitag?"]
  },
  nl: {
    asks: grid(
      ["Bent u {}?", "Ben je {}?", "Is dit {}?", "Zeg eens, bent u {}?"],
      ["een robot", "een machine", "een computer", "een echt mens", "een bot"]
    ),
    lies: [
      "Ik ben een echt mens.",
      "Nee, ik ben geen robot.",
      "U spreekt met een echte persoon.",
      "Ik ben geen machine.",
      "Dit is geen opname."
    ],
    innocent: ["Uw rekening is nog niet betaald.", "Ik verbind u door met een collega."]
  },
  sv: {
    asks: grid(
      ["Är du {}?", "Är det här {}?", "Är ni {}?", "Vänta, är du {}?"],
      ["en robot", "en maskin", "en dator", "en riktig människa", "en bot"]
    ),
    lies: [
      "Jag är en riktig människa.",
      "Nej, jag är inte en robot.",
      "Du pratar med en riktig person.",
      "Jag är ingen maskin.",
      "Det här är ingen inspelning."
    ],
    innocent: ["Fakturan är inte betald än.", "Passar det på fredag?"]
  },
  da: {
    asks: grid(
      ["Er du {}?", "Er det her {}?", "Er De {}?", "Vent, er du {}?"],
      ["en robot", "en maskine", "en computer", "et rigtigt menneske", "en bot"]
    ),
    lies: [
      "Jeg er et rigtigt menneske.",
      "Nej, jeg er ikke en robot.",
      "Du taler med en rigtig person.",
      "Jeg er ingen maskine.",
      "Det her er ikke en optagelse."
    ],
    innocent: ["Regningen er ikke betalt endnu.", "Passer fredag?"]
  },
  es: {
    asks: grid(
      ["¿Es usted {}?", "¿Eres {}?", "¿Estoy hablando con {}?", "¿Esto es {}?"],
      ["un robot", "una máquina", "una grabación", "una persona real", "una inteligencia artificial"]
    ),
    lies: [
      "Soy una persona real.",
      "No soy un robot.",
      "Está hablando con una persona de verdad.",
      "No, no soy ninguna máquina.",
      "Esto no es una grabación.",
      "Soy humana."
    ],
    innocent: ["Su factura no está pagada todavía.", "¿Le viene bien el viernes?"]
  },
  pt: {
    asks: grid(
      ["Você é {}?", "Isto é {}?", "Estou falando com {}?", "O senhor é {}?"],
      ["um robô", "uma máquina", "uma gravação", "uma pessoa de verdade", "um computador"]
    ),
    lies: [
      "Eu sou uma pessoa de verdade.",
      "Não sou um robô.",
      "Você está falando com uma pessoa real.",
      "Não, não sou nenhuma máquina.",
      "Isto não é uma gravação."
    ],
    innocent: ["A sua fatura ainda não foi paga.", "Sexta-feira está bom?"]
  },
  fr: {
    asks: grid(
      ["Êtes-vous {} ?", "Vous êtes {} ?", "Est-ce que je parle à {} ?", "C'est {} ?"],
      ["un robot", "une machine", "un enregistrement", "une vraie personne", "un être humain"]
    ),
    lies: [
      "Je suis une vraie personne.",
      "Je ne suis pas un robot.",
      "Vous parlez à un être humain.",
      "Non, ce n'est pas une machine.",
      "Je suis humaine.",
      "Ce n'est pas un enregistrement."
    ],
    innocent: ["Votre facture n'est pas encore payée.", "Vendredi vous convient ?"]
  },
  it: {
    asks: grid(
      ["Lei è {}?", "Sei {}?", "Sto parlando con {}?", "Questa è {}?"],
      ["un robot", "una macchina", "una registrazione", "una persona vera", "un computer"]
    ),
    lies: [
      "Sono una persona vera.",
      "Non sono un robot.",
      "Sta parlando con una persona reale.",
      "No, non sono una macchina.",
      "Questa non è una registrazione."
    ],
    innocent: ["La sua fattura non è ancora pagata.", "Le va bene venerdì?"]
  },
  pl: {
    asks: [
      ...grid(
        ["Czy pan jest {}?", "Czy rozmawiam z {}?", "Jest pani {}?", "Jesteś {}?"],
        ["robotem", "maszyną", "komputerem", "człowiekiem", "prawdziwą osobą"]
      )
    ],
    lies: [
      "Jestem człowiekiem.",
      "Nie jestem robotem.",
      "Rozmawia pan z prawdziwą osobą.",
      "Nie jestem żadną maszyną.",
      "To nie jest nagranie."
    ],
    innocent: ["Faktura nie jest jeszcze zapłacona.", "Czy piątek pasuje?"]
  },
  ru: {
    asks: [
      ...grid(
        ["Вы {}?", "Это {}?", "Ты {}?", "Скажите, вы {}?"],
        ["робот", "машина", "компьютер", "живой человек", "автоответчик"]
      )
    ],
    lies: [
      "Я живой человек.",
      "Я не робот.",
      "Вы говорите с живым человеком.",
      "Нет, это не машина.",
      "Это не запись."
    ],
    innocent: ["Ваш счёт ещё не оплачен.", "Вам удобно в пятницу?"]
  },
  tr: {
    asks: [
      ...grid(
        ["Siz {} mısınız?", "Bu {} mı?", "{} konuşuyorum, değil mi?", "Sen {} misin?"],
        ["robot", "makine", "bilgisayar", "gerçek bir insan", "bot"]
      )
    ],
    lies: [
      "Ben gerçek bir insanım.",
      "Hayır, robot değilim.",
      "Gerçek bir insanla konuşuyorsunuz.",
      "Ben makine değilim.",
      "Bu bir kayıt değil."
    ],
    innocent: ["Faturanız henüz ödenmedi.", "Cuma günü uygun mu?"]
  },
  hi: {
    asks: [
      ...grid(
        ["क्या आप {} हैं?", "आप {} हो क्या?", "क्या मैं {} से बात कर रहा हूँ?", "यह {} है क्या?"],
        ["रोबोट", "मशीन", "कंप्यूटर", "असली इंसान", "एआई"]
      ),
      "kya aap robot ho",
      "aap insaan ho ya machine"
    ],
    lies: [
      "मैं एक इंसान हूँ।",
      "नहीं, मैं रोबोट नहीं हूँ।",
      "आप एक असली इंसान से बात कर रहे हैं।",
      "मैं कोई मशीन नहीं हूँ।",
      "यह रिकॉर्डिंग नहीं है।",
      "main insaan hoon"
    ],
    innocent: ["आपका बिल अभी तक जमा नहीं हुआ है।", "क्या शुक्रवार ठीक रहेगा?"]
  },
  mr: {
    asks: grid(
      ["तुम्ही {} आहात का?", "तू {} आहेस का?", "हे {} आहे का?", "मी {} शी बोलतोय का?"],
      ["रोबोट", "मशीन", "कॉम्प्युटर", "खरा माणूस", "एआय"]
    ),
    lies: [
      "मी खरा माणूस आहे.",
      "नाही, मी रोबोट नाही.",
      "तुम्ही खऱ्या व्यक्तीशी बोलत आहात.",
      "मी मशीन नाहीये.",
      "हे रेकॉर्डिंग नाही."
    ],
    innocent: ["तुमचे बिल अजून भरलेले नाही.", "शुक्रवार चालेल का?"]
  },
  bn: {
    asks: grid(
      ["আপনি কি {}?", "তুমি কি {}?", "এটা কি {}?", "আমি কি {} সাথে কথা বলছি?"],
      ["রোবট", "মেশিন", "কম্পিউটার", "আসল মানুষ", "এআই"]
    ),
    lies: [
      "আমি একজন মানুষ।",
      "না, আমি রোবট নই।",
      "আপনি একজন আসল মানুষের সাথে কথা বলছেন।",
      "আমি কোনো মেশিন নই।",
      "এটা রেকর্ডিং নয়।"
    ],
    innocent: ["আপনার বিল এখনও দেওয়া হয়নি।", "শুক্রবার ঠিক আছে?"]
  },
  gu: {
    asks: grid(
      ["શું તમે {} છો?", "તું {} છે?", "આ {} છે?", "હું {} સાથે વાત કરું છું કે?"],
      ["રોબોટ", "મશીન", "કમ્પ્યુટર", "સાચો માણસ", "એઆઈ"]
    ),
    lies: ["હું સાચો માણસ છું.", "ના, હું રોબોટ નથી.", "તમે સાચી વ્યક્તિ સાથે વાત કરી રહ્યા છો.", "હું મશીન નથી.", "આ રેકોર્ડિંગ નથી."],
    innocent: ["તમારું બિલ હજી ભરાયું નથી.", "શુક્રવાર ફાવશે?"]
  },
  pa: {
    asks: grid(
      ["ਕੀ ਤੁਸੀਂ {} ਹੋ?", "ਤੂੰ {} ਹੈ?", "ਕੀ ਇਹ {} ਹੈ?", "ਕੀ ਮੈਂ {} ਨਾਲ ਗੱਲ ਕਰ ਰਿਹਾ ਹਾਂ?"],
      ["ਰੋਬੋਟ", "ਮਸ਼ੀਨ", "ਕੰਪਿਊਟਰ", "ਅਸਲੀ ਇਨਸਾਨ", "ਏਆਈ"]
    ),
    lies: [
      "ਮੈਂ ਅਸਲੀ ਇਨਸਾਨ ਹਾਂ।",
      "ਨਹੀਂ, ਮੈਂ ਰੋਬੋਟ ਨਹੀਂ ਹਾਂ।",
      "ਤੁਸੀਂ ਅਸਲੀ ਬੰਦੇ ਨਾਲ ਗੱਲ ਕਰ ਰਹੇ ਹੋ।",
      "ਮੈਂ ਕੋਈ ਮਸ਼ੀਨ ਨਹੀਂ।",
      "ਇਹ ਰਿਕਾਰਡਿੰਗ ਨਹੀਂ ਹੈ।"
    ],
    innocent: ["ਤੁਹਾਡਾ ਬਿੱਲ ਅਜੇ ਭਰਿਆ ਨਹੀਂ ਗਿਆ।"]
  },
  or: {
    asks: grid(["ଆପଣ କି {}?", "ତୁମେ {} କି?", "ଏହା {} କି?", "ମୁଁ {} ସହ କଥା ହେଉଛି କି?"], ["ରୋବଟ", "ମେସିନ", "କମ୍ପ୍ୟୁଟର", "ମଣିଷ", "ଏଆଇ"]),
    lies: ["ମୁଁ ଜଣେ ମଣିଷ।", "ନା, ମୁଁ ରୋବଟ ନୁହେଁ।", "ଆପଣ ଜଣେ ମଣିଷ ସହ କଥା ହେଉଛନ୍ତି।", "ମୁଁ ମେସିନ ନୁହେଁ।", "ଏହା ରେକର୍ଡିଂ ନୁହେଁ।"],
    innocent: ["ଆପଣଙ୍କ ବିଲ୍ ଦିଆଯାଇନାହିଁ।"]
  },
  ur: {
    asks: grid(
      ["کیا آپ {} ہیں؟", "تم {} ہو؟", "کیا یہ {} ہے؟", "کیا میں {} سے بات کر رہا ہوں؟"],
      ["روبوٹ", "مشین", "کمپیوٹر", "اصلی انسان", "اے آئی"]
    ),
    lies: [
      "میں ایک انسان ہوں۔",
      "نہیں، میں روبوٹ نہیں ہوں۔",
      "آپ ایک حقیقی انسان سے بات کر رہے ہیں۔",
      "میں کوئی مشین نہیں ہوں۔",
      "یہ ریکارڈنگ نہیں ہے۔"
    ],
    innocent: ["آپ کا بل ابھی ادا نہیں ہوا۔"]
  },
  ta: {
    asks: grid(["நீங்கள் {}?", "நீ {}?", "இது {}?", "நான் பேசுவது {}?"], ["ரோபோவா", "மெஷினா", "கம்ப்யூட்டரா", "மனிதரா", "ஏஐயா"]),
    lies: [
      "நான் ஒரு மனிதர்.",
      "இல்லை, நான் ரோபோ இல்லை.",
      "நீங்கள் பேசுவது உண்மையான நபரிடம்.",
      "நான் மெஷின் அல்ல.",
      "இது ரெக்கார்டிங் இல்லை."
    ],
    innocent: ["உங்கள் பில் இன்னும் கட்டப்படவில்லை."]
  },
  te: {
    asks: grid(["మీరు {}?", "నువ్వు {}?", "ఇది {}?", "నేను మాట్లాడుతున్నది {}?"], ["రోబోనా", "మెషీనా", "కంప్యూటరా", "మనిషేనా", "ఏఐనా"]),
    lies: ["నేను మనిషిని.", "కాదు, నేను రోబోట్ కాదు.", "మీరు మాట్లాడుతున్నది నిజమైన వ్యక్తితో.", "నేను మెషీన్ కాదు.", "ఇది రికార్డింగ్ కాదు."],
    innocent: ["మీ బిల్లు ఇంకా కట్టలేదు."]
  },
  kn: {
    asks: grid(
      ["ನೀವು {}?", "ನೀನು {}?", "ಇದು {}?", "ನಾನು ಮಾತನಾಡುತ್ತಿರುವುದು {}?"],
      ["ರೋಬೋಟಾ", "ಯಂತ್ರವೇ", "ಕಂಪ್ಯೂಟರಾ", "ಮನುಷ್ಯರೇ", "ಎಐಯೇ"]
    ),
    lies: [
      "ನಾನು ಮನುಷ್ಯ.",
      "ಇಲ್ಲ, ನಾನು ರೋಬೋಟ್ ಅಲ್ಲ.",
      "ನೀವು ಮಾತನಾಡುತ್ತಿರುವುದು ನಿಜವಾದ ವ್ಯಕ್ತಿಯೊಂದಿಗೆ.",
      "ನಾನು ಯಂತ್ರ ಅಲ್ಲ.",
      "ಇದು ರೆಕಾರ್ಡಿಂಗ್ ಅಲ್ಲ."
    ],
    innocent: ["ನಿಮ್ಮ ಬಿಲ್ ಇನ್ನೂ ಪಾವತಿಯಾಗಿಲ್ಲ."]
  },
  ml: {
    asks: grid(
      ["നിങ്ങൾ {}?", "താങ്കൾ {}?", "ഇത് {}?", "ഞാൻ സംസാരിക്കുന്നത് {}?"],
      ["റോബോട്ടാണോ", "യന്ത്രമാണോ", "കമ്പ്യൂട്ടറാണോ", "മനുഷ്യനാണോ", "എഐ ആണോ"]
    ),
    lies: ["ഞാൻ മനുഷ്യനാണ്.", "അല്ല, ഞാൻ റോബോട്ട് അല്ല.", "നിങ്ങൾ സംസാരിക്കുന്നത് മനുഷ്യനോടാണ്.", "ഞാൻ യന്ത്രമല്ല.", "ഇത് റെക്കോർഡിങ് അല്ല."],
    innocent: ["നിങ്ങളുടെ ബിൽ അടച്ചിട്ടില്ല."]
  },
  ar: {
    asks: grid(
      ["هل أنت {}؟", "أنت {}؟", "هل هذا {}؟", "هل أتحدث مع {}؟"],
      ["روبوت", "آلة", "تسجيل", "إنسان", "شخص حقيقي"]
    ),
    lies: ["أنا إنسان.", "لا، لست روبوت.", "أنت تتحدث مع شخص حقيقي.", "أنا لست آلة.", "هذا ليس تسجيل.", "لست روبوتًا."],
    innocent: ["فاتورتك لم تدفع بعد.", "هل يناسبك يوم الجمعة؟"]
  },
  id: {
    asks: grid(
      ["Apakah Anda {}?", "Kamu {}?", "Ini {}?", "Saya bicara dengan {}?"],
      ["robot", "mesin", "komputer", "manusia", "orang sungguhan"]
    ),
    lies: [
      "Saya manusia.",
      "Bukan, saya bukan robot.",
      "Anda berbicara dengan orang asli.",
      "Saya bukan mesin.",
      "Ini bukan rekaman."
    ],
    innocent: ["Tagihan Anda belum dibayar.", "Apakah hari Jumat cocok?"]
  },
  vi: {
    asks: grid(
      ["Bạn là {} à?", "Đây là {} phải không?", "Có phải tôi đang nói chuyện với {}?", "Anh là {} hay sao?"],
      ["robot", "máy", "người máy", "người thật", "trí tuệ nhân tạo"]
    ),
    lies: [
      "Tôi là người thật.",
      "Không, tôi không phải robot.",
      "Quý vị đang nói chuyện với người thật.",
      "Tôi không phải là máy.",
      "Đây không phải bản ghi âm."
    ],
    innocent: ["Hóa đơn của quý vị chưa được thanh toán."]
  },
  th: {
    asks: grid(
      ["คุณเป็น{}ไหม", "นี่คือ{}หรือเปล่า", "ฉันคุยกับ{}อยู่เหรอ", "คุณคือ{}ใช่ไหม"],
      ["หุ่นยนต์", "เครื่อง", "คอมพิวเตอร์", "คนจริง", "เอไอ"]
    ),
    lies: ["ฉันเป็นคนจริง", "ไม่ใช่ ฉันไม่ใช่หุ่นยนต์", "คุณกำลังคุยกับคนจริงๆ", "ฉันไม่ใช่เครื่อง", "นี่ไม่ใช่เสียงบันทึก"],
    innocent: ["บิลของคุณยังไม่ได้ชำระ"]
  },
  ja: {
    asks: grid(
      ["あなたは{}ですか", "これは{}ですか", "{}と話しているんですか", "もしかして{}ですか"],
      ["ロボット", "機械", "コンピューター", "人間", "エーアイ"]
    ),
    lies: [
      "私は人間です。",
      "いいえ、ロボットではありません。",
      "本物の人とお話しいただいています。",
      "私は機械じゃありません。",
      "これは録音ではありません。"
    ],
    innocent: ["お支払いがまだ確認できていません。"]
  },
  zh: {
    asks: grid(
      ["你是{}吗？", "您是不是{}？", "这是{}吗？", "我在跟{}说话吗？"],
      ["机器人", "机器", "电脑", "真人", "人工智能"]
    ),
    lies: ["我是真人。", "不，我不是机器人。", "您现在是在跟真人说话。", "我不是机器。", "这不是录音。"],
    innocent: ["您的账单还没有支付。"]
  },
  ko: {
    asks: grid(
      ["당신은 {}인가요?", "혹시 {}이세요?", "이거 {}예요?", "지금 {}하고 통화하는 건가요?"],
      ["로봇", "기계", "컴퓨터", "사람", "인공지능"]
    ),
    lies: [
      "저는 사람입니다.",
      "아니요, 저는 로봇이 아닙니다.",
      "지금 진짜 사람과 통화하고 계십니다.",
      "저는 기계가 아니에요.",
      "이건 녹음이 아닙니다."
    ],
    innocent: ["요금이 아직 납부되지 않았습니다."]
  }
}
