import type { SpokenLanguage } from "../../domain/campaigns/spoken-languages.ts"

/** Phrases of machines in a language. Each may be the beginning of a longer word. */
interface MachinePhrases {
  readonly voicemail: ReadonlyArray<string>
  readonly screening: ReadonlyArray<string>
  /** Phrases that people use as well, once they know that they are called: "the number you called is wrong". */
  readonly early: { readonly voicemail: ReadonlyArray<string>; readonly screening: ReadonlyArray<string> }
  /** How a menu says "press"; several of them in one announcement make it a menu. */
  readonly press: ReadonlyArray<string>
  /** Requests to wait until a person comes. */
  readonly hold: ReadonlyArray<string>
}

// "Please leave a message with my wife" and "leave me alone" are the words of a person. The last word of an interim
// result may be the beginning of "with".
const message =
  "(?:a |an |your |us a |me a |him a |her a |them a )?(?:(?:brief|short|detailed|quick|voice|text) )*message"
const notWithSomebody = "(?! (?:with|to|for|through|on|at) (?!the (?:tone|beep)))(?! \\S+$)"
const digit = "(?:[0-9]|zero|one|two|three|four|five|six|seven|eight|nine|star|pound|hash)"

// "The number you called is not hers any more" is said by a person.
const outOfReach =
  "(?:is|has been|may be|does|can ?not|cant) (?:currently |temporarily |presently |now )?(?:be (?:reached|completed|connected)|not (?:in service|reachable|available|responding|answering|valid|exist)|invalid|incorrect|unavailable|(?:switched|turned|powered) off|busy|disconnected|out of (?:service|coverage|reach))"

/** Patterns for words between single spaces, in lower case and without apostrophes. */
export const english = {
  voicemail: [
    new RegExp(` please (?:leave|record) ${message}${notWithSomebody} `),
    new RegExp(` (?:leave|record) ${message} (?:(?:after|at) the (?:tone|beep)|and (?:i|we)(?: will|ll) )`),
    / leave (?:me |us )?your name /,
    / (?:after|at) the (?:tone|beep|sound of the (?:tone|beep)) /,
    / (?:you(?:ve| have) reached|this is) (?:the )?(?:\S+ ){0,4}(?:voice ?mail|mailbox|answering (?:machine|service)) /,
    / your call has been forwarded /,
    / voice ?(?:mail|messag\w+) (?:box|system|service) /,
    / mailbox is full /,
    new RegExp(
      ` (?:number|subscriber|mobile) (?:that )?(?:you have|youve|you) (?:called|dialed|dialled) ${outOfReach} `
    ),
    / record your message /,
    / when you (?:have|are) (?:finished|done) (?:recording|you may hang up) /
  ],
  screening: [
    / screening (?:your call|this call|(?:their |his |her )?calls) /,
    / (?:record|state|say) (?:your name and )?(?:the )?reason (?:for|of) (?:your |the )?call/
  ],
  /** Phrases of assistants, whatever phrases of mailboxes come with them. */
  assistant: [
    / call screening /,
    / screening service /,
    / see if this person is available /,
    / before i try to connect you /
  ],
  /** Phrases that people use as well, once they know that they are called. */
  early: {
    voicemail: [
      / (?:cannot|cant|can not|unable to|not able to) (?:come|get|make it) to the phone /,
      / (?:cannot|cant|unable to|not able to) (?:take|answer|pick up) your call /,
      // People have missed one, too: a mailbox says what follows from it.
      / missed your call (?:\S+ ){0,8}(?:leave|(?:ill|i will|well|we will) (?:get back|call|ring|return)) /,
      / (?:person|number|subscriber|customer|party|caller|user|mobile) (?:that )?(?:you are|youre|you have|youve|you) (?:calling|trying to|called|dialed|dialled) /
    ],
    screening: [
      / (?:state|say|record|tell me) your (?:full )?name (?:and|after) /,
      / (?:say|tell me|state) (?:who you are and )?why youre calling /
    ]
  },
  press: new RegExp(`(?<= )(?:press|dial|push|hit|enter) (?:the )?(?:number |key |button )?${digit}(?= )`, "g"),
  hold: [
    / (?:(?:one|a|just a) (?:moment|sec|second|minute)|hang on|hold on|bear with me|please (?:hold|wait)|hold the line|stay on the line|remain on the line|connect(?:ing)? (?:you|your call)|transferr?ing|putting you through|will be with you|your call is important|trying to reach) /,
    / (?:ill|i will|let me|lemme|im going to|im gonna) (?:(?:just|quickly|go|go and) )?(?:get|fetch|grab|call|pass|put|give|hand) (?:you |it |the phone )?(?:over |on )?(?:to )?(?:my|her|him|them|mom|mum|dad) /,
    / (?:ill|i will|let me|lemme) (?:just )?(?:see|check) if (?:he|she|theyre|they are|hes|shes) /
  ]
}

/** The phrases of all other languages in which an opt-out is understood. */
export const machinePhrases: Readonly<Record<Exclude<SpokenLanguage, "en">, MachinePhrases>> = {
  hi: {
    voicemail: [
      "संदेश छोड़",
      "सन्देश छोड़",
      "मैसेज छोड़",
      "अपना संदेश रिकॉर्ड",
      "बीप के बाद",
      "टोन के बाद",
      "वॉइसमेल",
      "वॉयसमेल",
      "वॉइस मेल",
      "beep ke baad",
      "tone ke baad",
      "sandesh chhod",
      "message chhod"
    ],
    screening: ["अपना नाम और कॉल", "apna naam aur call", "कॉल स्क्रीनिंग"],
    early: {
      voicemail: [
        "जिस नंबर पर आप",
        "जिस नंबर को आप",
        "जिस नंबर से आप",
        "जिस व्यक्ति को आप",
        "जिस व्यक्ति से आप",
        "आप जिस नंबर",
        "आप जिस व्यक्ति",
        "डायल किया गया नंबर",
        "डायल किया हुआ नंबर",
        "कवरेज क्षेत्र",
        "पहुंच से बाहर",
        "सभी लाइनें व्यस्त",
        "jis number par"
      ],
      screening: ["कॉल करने का कारण", "कॉल करने की वजह", "call karne ki wajah", "call karne ka karan"]
    },
    press: ["दबाएं", "दबाइए", "दबाइये", "दबाये", "dabaye", "dabaiye", "dabayen"],
    hold: [
      "लाइन पर बने",
      "प्रतीक्षा",
      "इंतज़ार",
      "रुकिए",
      "होल्ड",
      "एक मिनट",
      "line par bane",
      "pratiksha",
      "ek minute",
      "ek minat",
      "बुलाता हूँ",
      "बुलाती हूँ",
      "बुला देता",
      "बुला देती",
      "बुला लाता",
      "बुला लाती",
      "bulata hoon",
      "bulati hoon",
      "bulata hun",
      "bulati hun",
      "bula deta",
      "bula deti",
      "फ़ोन देता हूँ",
      "फ़ोन देती हूँ",
      "phone deta hoon",
      "phone deti hoon"
    ]
  },
  bn: {
    voicemail: ["বিপের পর", "টোনের পর", "বার্তা রাখুন", "বার্তা রেখে", "মেসেজ রাখুন", "ভয়েসমেইল", "ভয়েস মেইল"],
    screening: ["আপনার নাম এবং কল"],
    early: {
      voicemail: ["আপনি যে নম্বরে", "ডায়ালকৃত নম্বর", "মোবাইল সংযোগ দেওয়া সম্ভব", "মোবাইল সংযোগ দেয়া সম্ভব"],
      screening: ["কল করার কারণ"]
    },
    press: ["চাপুন", "টিপুন", "প্রেস করুন"],
    hold: ["অপেক্ষা করুন", "লাইনে থাকুন", "এক মিনিট"]
  },
  ta: {
    voicemail: ["பீப் ஒலிக்கு", "ஒலிக்குப் பிறகு", "செய்தியை விடு", "செய்தியை பதிவு", "குரல் அஞ்சல்", "வாய்ஸ்மெயில்"],
    screening: ["உங்கள் பெயரையும்"],
    early: {
      voicemail: ["நீங்கள் அழைத்த எண்", "நீங்கள் அழைக்கும் எண்", "நீங்கள் டயல் செய்த", "நீங்கள் தொடர்பு கொண்ட", "நீங்கள் தொடர்பு கொள்ள விரும்பும்"],
      screening: ["அழைப்பதற்கான காரண"]
    },
    press: ["அழுத்தவும்", "அழுத்துங்கள்", "ஐ அழுத்த"],
    hold: ["காத்திருக்கவும்", "காத்திருங்கள்", "இணைப்பில் இருங்கள்", "ஒரு நிமிடம்"]
  },
  te: {
    voicemail: ["బీప్ తర్వాత", "బీప్ శబ్దం తర్వాత", "సందేశాన్ని వదల", "సందేశం వదల", "మీ సందేశాన్ని రికార్డ్", "వాయిస్ మెయిల్", "వాయిస్‌మెయిల్"],
    screening: ["మీ పేరు మరియు"],
    early: { voicemail: ["మీరు కాల్ చేసిన నంబర్", "మీరు డయల్ చేసిన", "మీరు ప్రయత్నిస్తున్న"], screening: ["కాల్ చేయడానికి కారణ"] },
    press: ["నొక్కండి", "ప్రెస్ చేయండి"],
    hold: ["వేచి ఉండండి", "లైన్‌లో ఉండండి", "ఒక్క నిమిషం"]
  },
  mr: {
    voicemail: ["बीप नंतर", "बीपनंतर", "टोन नंतर", "संदेश ठेवा", "संदेश सोडा", "निरोप ठेवा", "व्हॉइसमेल", "व्हॉइस मेल"],
    screening: ["तुमचे नाव आणि"],
    early: { voicemail: ["आपण ज्या नंबर", "आपण डायल केलेला", "आपण संपर्क करू इच्छित"], screening: ["कॉल करण्याचे कारण"] },
    press: ["दाबा"],
    hold: ["प्रतीक्षा करा", "थांबा", "लाईनवर रहा", "एक मिनिट"]
  },
  gu: {
    voicemail: ["બીપ પછી", "ટોન પછી", "સંદેશ છોડ", "મેસેજ છોડ", "સંદેશો છોડ", "વોઇસમેલ", "વૉઇસમેઇલ"],
    screening: ["તમારું નામ અને"],
    early: { voicemail: ["તમે જે નંબર", "તમે ડાયલ કરેલ"], screening: ["કૉલ કરવાનું કારણ"] },
    press: ["દબાવો"],
    hold: ["રાહ જુઓ", "લાઇન પર રહો", "એક મિનિટ"]
  },
  kn: {
    voicemail: ["ಬೀಪ್ ನಂತರ", "ಬೀಪ್ ಶಬ್ದದ ನಂತರ", "ಸಂದೇಶವನ್ನು ಬಿಡ", "ಸಂದೇಶ ಬಿಡ", "ಧ್ವನಿ ಅಂಚೆ", "ವಾಯ್ಸ್ ಮೇಲ್"],
    screening: ["ನಿಮ್ಮ ಹೆಸರು ಮತ್ತು"],
    early: { voicemail: ["ನೀವು ಕರೆ ಮಾಡಿದ", "ನೀವು ಕರೆ ಮಾಡುತ್ತಿರುವ", "ನೀವು ಡಯಲ್ ಮಾಡಿದ"], screening: ["ಕರೆಯ ಕಾರಣ"] },
    press: ["ಒತ್ತಿ", "ಪ್ರೆಸ್ ಮಾಡಿ"],
    hold: ["ನಿರೀಕ್ಷಿಸಿ", "ಲೈನ್‌ನಲ್ಲಿರಿ", "ಒಂದು ನಿಮಿಷ"]
  },
  ml: {
    voicemail: [
      "ബീപ്പിന് ശേഷം",
      "ബീപ് ശബ്ദത്തിന്",
      "ബീപ്പ് ശബ്ദത്തിന്",
      "സന്ദേശം നൽക",
      "സന്ദേശം രേഖപ്പെടുത്ത",
      "വോയ്‌സ്മെയിൽ",
      "വോയ്സ് മെയിൽ"
    ],
    screening: ["നിങ്ങളുടെ പേരും"],
    early: { voicemail: ["നിങ്ങൾ വിളിച്ച", "നിങ്ങൾ വിളിക്കുന്ന", "നിങ്ങൾ ഡയൽ ചെയ്ത"], screening: ["വിളിക്കുന്നതിന്റെ കാരണം"] },
    press: ["അമർത്തുക", "അമർത്തൂ"],
    hold: ["കാത്തിരിക്കുക", "ലൈനിൽ തുടരുക", "ഒരു നിമിഷം"]
  },
  pa: {
    voicemail: ["ਬੀਪ ਤੋਂ ਬਾਅਦ", "ਟੋਨ ਤੋਂ ਬਾਅਦ", "ਸੁਨੇਹਾ ਛੱਡ", "ਸੰਦੇਸ਼ ਛੱਡ", "ਮੈਸੇਜ ਛੱਡ", "ਵੌਇਸਮੇਲ", "ਵੌਇਸ ਮੇਲ"],
    screening: ["ਆਪਣਾ ਨਾਮ ਅਤੇ"],
    early: { voicemail: ["ਜਿਸ ਨੰਬਰ ਤੇ ਤੁਸੀਂ", "ਤੁਸੀਂ ਜਿਸ ਨੰਬਰ"], screening: ["ਕਾਲ ਕਰਨ ਦਾ ਕਾਰਨ"] },
    press: ["ਦਬਾਓ"],
    hold: ["ਉਡੀਕ ਕਰੋ", "ਲਾਈਨ ਤੇ ਰਹੋ", "ਇੱਕ ਮਿੰਟ"]
  },
  or: {
    voicemail: ["ବିପ୍ ପରେ", "ବିପ ପରେ", "ଟୋନ୍ ପରେ", "ବାର୍ତ୍ତା ଛାଡ", "ମେସେଜ୍ ଛାଡ", "ଭଏସମେଲ"],
    screening: ["ଆପଣଙ୍କ ନାମ ଏବଂ"],
    early: { voicemail: ["ଆପଣ ଯେଉଁ ନମ୍ବର"], screening: ["କଲ୍ କରିବାର କାରଣ"] },
    press: ["ଦବାନ୍ତୁ", "ଦାବନ୍ତୁ"],
    hold: ["ଅପେକ୍ଷା କରନ୍ତୁ", "ଲାଇନରେ ରୁହନ୍ତୁ"]
  },
  ur: {
    voicemail: ["بیپ کے بعد", "ٹون کے بعد", "پیغام چھوڑ", "میسج چھوڑ", "پیغام ریکارڈ", "وائس میل"],
    screening: ["اپنا نام اور کال"],
    early: { voicemail: ["جس نمبر پر آپ", "آپ کا مطلوبہ نمبر", "آپ کے مطلوبہ نمبر"], screening: ["کال کرنے کی وجہ"] },
    press: ["دبائیں", "دبائیے"],
    hold: ["انتظار کریں", "انتظار فرمائیں", "لائن پر رہیں", "ایک منٹ"]
  },
  ar: {
    voicemail: [
      "بعد سماع الصافرة",
      "بعد الصافرة",
      "بعد النغمة",
      "بعد سماع النغمة",
      "اترك رسالة",
      "اترك رسالتك",
      "ترك رسالة",
      "البريد الصوتي"
    ],
    screening: ["اسمك وسبب"],
    early: {
      voicemail: [
        "الرقم الذي طلبته",
        "الرقم المطلوب",
        "الهاتف المطلوب",
        "الهاتف الذي طلبته",
        "الرقم غير موجود بالخدمة",
        "بالرقم المطلوب"
      ],
      screening: ["سبب الاتصال", "سبب مكالمتك", "اذكر اسمك"]
    },
    press: ["اضغط", "الرجاء الضغط"],
    hold: ["انتظر", "الانتظار", "ابق على الخط", "لحظة"]
  },
  de: {
    voicemail: [
      "nach dem ton",
      "nach dem piep",
      "nach dem pfeifton",
      "hinterlasse eine nachricht",
      "mailbox von",
      "anrufbeantworter von",
      "voicemail von",
      "nachricht aufsprechen",
      "hinterlassen sie eine nachricht",
      "hinterlassen sie bitte eine",
      "hinterlassen sie uns",
      "hinterlassen sie ihre nachricht",
      "hinterlasse mir eine nachricht",
      "hinterlasst mir",
      "hinterlasst eine nachricht",
      "sprecht mir was drauf",
      "sprich mir was drauf",
      "sprachbox",
      "nach dem signalton",
      "nach dem tonsignal"
    ],
    screening: ["ihren namen und den grund", "deinen namen und den grund", "anruffilter"],
    early: {
      voicemail: [
        "hinterlassen sie",
        "der gewünschte gesprächspartner",
        "der von ihnen gewählte",
        "die von ihnen gewählte",
        "der angerufene teilnehmer",
        "der teilnehmer ist",
        "nach dem signal",
        "hinterlasst",
        "diese rufnummer ist uns nicht bekannt",
        "kein anschluss unter dieser nummer",
        "rufnummer ist nicht vergeben",
        "ich bin gerade nicht erreichbar",
        "ich bin im moment nicht erreichbar",
        "ich bin zurzeit nicht erreichbar"
      ],
      screening: [
        "nennen sie ihren namen",
        "sagen sie ihren namen",
        "grund ihres anrufs",
        "grund für ihren anruf",
        "grund deines anrufs",
        "grund für deinen anruf",
        "weshalb sie anrufen"
      ]
    },
    press: ["drücken sie", "wählen sie", "drücke die"],
    hold: [
      "bleiben sie",
      "bitte warten",
      "einen moment",
      "moment bitte",
      "moment mal",
      "einen augenblick",
      "augenblick bitte",
      "werden verbunden",
      "ich verbinde",
      "ich hole ihn",
      "ich hole sie",
      "ich hole mal",
      "ich hole mein",
      "ich hol ihn",
      "ich hol sie",
      "ich hol mal",
      "ich hol mein",
      "ich gebe sie weiter",
      "ich gebe ihnen meine frau",
      "ich gebe ihnen meinen mann",
      "ich gebe ihnen mal",
      "ich reiche sie weiter"
    ]
  },
  es: {
    voicemail: [
      "después del tono",
      "después de la señal",
      "después del bip",
      "al escuchar el tono",
      "tras la señal",
      "tras el tono",
      "deje su mensaje",
      "deja tu mensaje",
      "deje un mensaje",
      "deja un mensaje",
      "dejar un mensaje después",
      "buzón de voz",
      "contestador automático",
      "correo de voz",
      "grabe su mensaje",
      "graba tu mensaje",
      "contestador de"
    ],
    screening: ["grabe su nombre", "nombre y el motivo", "filtro de llamadas", "nombre y por qué llama"],
    early: {
      voicemail: [
        "el número que usted marcó",
        "el número al que llama",
        "el número que ha marcado",
        "el teléfono al que llama",
        "el número marcado",
        "el número que marcó",
        "fuera del área de servicio",
        "fuera de cobertura",
        "no puedo atenderte"
      ],
      screening: [
        "diga su nombre",
        "indique su nombre",
        "motivo de su llamada",
        "motivo de la llamada",
        "motivo de tu llamada"
      ]
    },
    press: ["marque", "pulse", "oprima", "presione", "digite"],
    hold: [
      "no cuelgue",
      "un momento",
      "un momentito",
      "un segundo",
      "espere",
      "permanezca en la línea",
      "le comunico",
      "le paso",
      "se lo paso",
      "se la paso",
      "te lo paso",
      "te la paso",
      "ahora se pone",
      "voy por mi",
      "voy por él",
      "voy por ella",
      "voy a buscarl",
      "voy a buscar a",
      "voy a llamarlo",
      "voy a llamarla",
      "voy a llamar a mi"
    ]
  },
  fr: {
    voicemail: [
      "après le bip",
      "après le signal",
      "après la tonalité",
      "laissez un message",
      "laissez votre message",
      "laissez moi un message",
      "laisser un message après",
      "messagerie vocale",
      "répondeur de",
      "boîte vocale",
      "laissez un petit message",
      "laissez nous un message",
      "répondeur d",
      "vous êtes sur la messagerie",
      "vous êtes bien sur la messagerie"
    ],
    screening: ["votre nom et le motif", "votre nom et la raison", "filtrage d appels", "filtrage dappels"],
    early: {
      voicemail: [
        "le numéro que vous avez",
        "votre correspondant est",
        "votre correspondant n est",
        "votre correspondant nest",
        "vous êtes bien sur le portable",
        "vous êtes sur le portable",
        "la messagerie sfr",
        "le numéro que vous demandez",
        "le correspondant que vous",
        "le numéro demandé"
      ],
      screening: ["indiquez votre nom", "dites votre nom", "motif de votre appel", "raison de votre appel"]
    },
    press: ["tapez", "appuyez sur", "faites le"],
    hold: [
      "ne quittez pas",
      "un instant",
      "un moment",
      "une seconde",
      "une minute",
      "patientez",
      "patienter",
      "restez en ligne",
      "mise en relation",
      "je vous le passe",
      "je vous la passe",
      "je te le passe",
      "je te la passe",
      "je vous passe ma",
      "je vous passe mon",
      "je vais le chercher",
      "je vais la chercher",
      "je vais chercher ma",
      "je vais chercher mon",
      "je lappelle"
    ]
  },
  it: {
    voicemail: [
      "dopo il segnale",
      "dopo il bip",
      "dopo il beep",
      "dopo il tono",
      "lasciate un messaggio",
      "lascia un messaggio",
      "lasci un messaggio",
      "segreteria telefonica",
      "casella vocale"
    ],
    screening: ["nome e il motivo", "filtro chiamate"],
    early: {
      voicemail: [
        "il cliente da lei chiamato",
        "lutente da lei chiamato",
        "l utente da lei chiamato",
        "il numero da lei",
        "il cliente chiamato",
        "il numero selezionato"
      ],
      screening: [
        "dica il suo nome",
        "indichi il suo nome",
        "motivo della chiamata",
        "motivo della sua chiamata",
        "motivo della tua chiamata"
      ]
    },
    press: ["prema", "digiti", "premere", "digitare"],
    hold: ["attenda", "attendere", "un momento", "resti in linea", "rimanga in linea", "un attimo"]
  },
  pt: {
    voicemail: [
      "após o sinal",
      "depois do sinal",
      "após o bip",
      "depois do bip",
      "após o tom",
      "deixe sua mensagem",
      "deixe a sua mensagem",
      "deixe seu recado",
      "deixe o seu recado",
      "deixe uma mensagem",
      "caixa postal",
      "correio de voz",
      "deixe mensagem",
      "deixe recado",
      "grave seu recado",
      "grave sua mensagem",
      "grave a sua mensagem"
    ],
    screening: ["nome e o motivo", "filtro de ligações"],
    early: {
      voicemail: [
        "o número que você ligou",
        "o número chamado",
        "o cliente para o qual",
        "o telefone chamado",
        "o número que você discou",
        "este número não existe",
        "o cliente que contactou",
        "fora da área de cobertura"
      ],
      screening: ["diga seu nome", "diga o seu nome", "motivo da ligação", "motivo da chamada"]
    },
    press: ["digite", "tecle", "pressione", "disque", "marque", "prima"],
    hold: ["aguarde", "um momento", "permaneça na linha", "não desligue", "um instante"]
  },
  nl: {
    voicemail: [
      "na de piep",
      "na de toon",
      "na het signaal",
      "spreek een bericht in",
      "spreek uw bericht in",
      "laat een bericht achter",
      "laat uw bericht achter",
      "voicemail van",
      "bericht achterlaten na"
    ],
    screening: ["naam en de reden", "naam en waarom"],
    early: {
      voicemail: [
        "het door u gekozen nummer",
        "de persoon die u belt",
        "de door u gekozen",
        "dit nummer is niet in gebruik",
        "nummer dat u heeft gekozen"
      ],
      screening: ["noem uw naam", "zeg uw naam", "reden van uw gesprek", "reden van uw oproep", "reden van je oproep"]
    },
    press: ["toets", "druk op", "kies"],
    hold: ["blijf aan de lijn", "blijft u aan de lijn", "een moment", "even geduld", "ogenblik"]
  },
  pl: {
    voicemail: [
      "po sygnale",
      "po usłyszeniu sygnału",
      "zostaw wiadomość",
      "pozostaw wiadomość",
      "zostawić wiadomość po",
      "poczta głosowa",
      "poczty głosowej",
      "skrzynka głosowa",
      "automatyczna sekretarka",
      "nagrać wiadomość",
      "nagraj wiadomość"
    ],
    screening: ["imię i powód", "imię oraz powód", "imię i cel"],
    early: {
      voicemail: [
        "abonent jest",
        "abonent nie",
        "wybrany numer",
        "abonent czasowo",
        "abonent ma wyłączony",
        "numer nie istnieje",
        "nie ma takiego numeru"
      ],
      screening: ["podaj swoje imię", "proszę podać imię", "powód rozmowy", "cel rozmowy", "powód połączenia"]
    },
    press: ["wybierz", "naciśnij", "wciśnij"],
    hold: ["proszę czekać", "proszę zaczekać", "chwileczkę", "pozostań na linii", "łączę"]
  },
  ru: {
    voicemail: [
      "после сигнала",
      "после звукового сигнала",
      "после гудка",
      "оставьте сообщение",
      "оставьте ваше сообщение",
      "оставить сообщение после",
      "голосовая почта",
      "голосовой почты",
      "автоответчик",
      "аппарат абонента",
      "голосовой помощник абонента"
    ],
    screening: ["я голосовой помощник", "вас приветствует секретарь", "вас приветствует голосовой"],
    early: {
      voicemail: [
        "абонент временно",
        "абонент не отвечает",
        "набранный вами номер",
        "абонент недоступен",
        "абонент сейчас",
        "абонент не может",
        "абонента выключен",
        "набранный номер",
        "неправильно набран номер"
      ],
      screening: [
        "назовите ваше имя",
        "представьтесь и",
        "причину звонка",
        "цель звонка",
        "по какому вопросу звоните",
        "по какому вопросу вы звоните"
      ]
    },
    press: ["нажмите", "наберите"],
    hold: ["оставайтесь на линии", "подождите", "минутку", "ожидайте", "соединяю"]
  },
  tr: {
    voicemail: [
      "sinyal sesinden sonra",
      "bip sesinden sonra",
      "sinyalden sonra",
      "mesajınızı bırak",
      "mesaj bırakın",
      "mesaj bırakabilirsiniz",
      "sesli mesaj",
      "telesekreter"
    ],
    screening: ["adınızı ve arama"],
    early: {
      voicemail: ["aradığınız kişi", "aradığınız numara", "aradığınız abone"],
      screening: ["adınızı söyleyin", "arama nedeniniz"]
    },
    press: ["basın", "basınız", "tuşlayın", "tuşlayınız"],
    hold: ["hatta kalın", "lütfen bekleyin", "bekleyiniz", "bir dakika", "bağlıyorum"]
  },
  id: {
    voicemail: [
      "setelah nada",
      "setelah bunyi",
      "setelah bip",
      "tinggalkan pesan",
      "tinggalkan pesan anda",
      "kotak suara",
      "pesan suara"
    ],
    screening: ["nama anda dan alasan"],
    early: {
      voicemail: [
        "nomor yang anda tuju",
        "nomor yang anda hubungi",
        "nomor telepon yang anda",
        "telepon yang anda tuju",
        "nomor yang anda putar",
        "pulsa anda tidak"
      ],
      screening: ["sebutkan nama anda", "alasan panggilan", "tujuan anda menelepon"]
    },
    press: ["tekan"],
    hold: ["mohon tunggu", "harap tunggu", "tetap di saluran", "sebentar"]
  },
  vi: {
    voicemail: [
      "sau tiếng bíp",
      "sau tiếng bip",
      "sau tín hiệu",
      "để lại lời nhắn",
      "để lại tin nhắn",
      "hộp thư thoại"
    ],
    screening: ["tên và lý do"],
    early: {
      voicemail: ["số máy quý khách", "thuê bao quý khách", "số điện thoại quý khách"],
      screening: ["lý do cuộc gọi", "lý do gọi", "cho biết tên"]
    },
    press: ["nhấn phím", "bấm phím", "nhấn số", "bấm số"],
    hold: ["vui lòng chờ", "xin chờ", "giữ máy", "chờ một chút"]
  },
  th: {
    voicemail: ["หลังเสียงสัญญาณ", "หลังสัญญาณ", "หลังเสียงบี๊บ", "ฝากข้อความ", "ฝากเสียง", "กล่องข้อความเสียง"],
    screening: [],
    early: { voicemail: ["หมายเลขที่ท่านเรียก", "เลขหมายที่ท่านเรียก"], screening: ["แจ้งชื่อ", "เหตุผลที่โทร"] },
    press: ["กด"],
    hold: ["กรุณารอ", "รอสักครู่", "ถือสายรอ"]
  },
  zh: {
    voicemail: [
      "嘟声后",
      "哔声后",
      "提示音后",
      "信号声后",
      "听到提示音",
      "请留言",
      "请您留言",
      "语音信箱",
      "语音邮箱",
      "嘟聲後",
      "嗶聲後",
      "請留言",
      "語音信箱"
    ],
    screening: ["说出您的姓名", "您的姓名和", "机主的智能助理", "机主的助理", "機主的助理", "姓名和来电"],
    early: {
      voicemail: [
        "您拨打的电话",
        "您拨打的号码",
        "您所拨打的",
        "您撥的電話",
        "您拨打的用户",
        "您呼叫的用户",
        "您拨叫的用户",
        "你所拨打的",
        "您所撥的",
        "暂时无法接通"
      ],
      screening: ["来电原因", "來電原因", "有什么事需要转达"]
    },
    press: ["请按", "請按"],
    hold: ["请稍等", "请稍候", "请不要挂", "請稍候", "请等待", "稍等"]
  },
  ja: {
    voicemail: [
      "発信音の後",
      "発信音のあと",
      "ピーという音",
      "ピーッという音",
      "メッセージをお残し",
      "メッセージを残し",
      "メッセージをどうぞ",
      "メッセージをお入れ",
      "留守番電話",
      "おかけになった電話",
      "お掛けになった電話"
    ],
    screening: ["お名前をおっしゃって", "お名前と通話の目的"],
    early: {
      voicemail: ["電話に出ることができません", "電話に出られません", "お呼びしましたが", "ただいま留守にして"],
      screening: ["お名前とご用件"]
    },
    press: ["を押して", "をおして"],
    hold: ["お待ちください", "お待ち下さい", "お待ちくださいませ", "少々お待ち"]
  },
  ko: {
    voicemail: [
      "삐 소리 후",
      "삐소리 후",
      "소리가 난 후",
      "음성 사서함",
      "음성사서함",
      "메시지를 남겨",
      "음성을 남겨",
      "고객님께서 전화를",
      "소리샘으로 연결"
    ],
    screening: [],
    early: {
      voicemail: ["연결이 되지 않아", "전화를 받을 수 없", "지금 거신 번호", "통화 중이어서"],
      screening: ["성함과 용건", "이름과 용건", "전화하신 이유", "전화 용건을"]
    },
    press: ["번을 눌러", "번을 누르", "버튼을 눌러"],
    hold: ["잠시만 기다려", "잠시 기다려", "끊지 말고", "기다려 주"]
  }
}
