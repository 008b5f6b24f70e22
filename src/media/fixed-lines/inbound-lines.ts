import type { SpokenLanguage } from "../../domain/campaigns/spoken-languages.ts"

/** The lines for a person who calls a number of the service. Verb forms depend neither on the gender of the speaker nor on that of the listener. */
interface InboundLines {
  /** Said before the opening to a person who calls back. */
  readonly "called back": string
  /** Said to a person for whom there is no conversation. */
  readonly "no conversation": string
  /** Says which key ends all calls to the number. */
  readonly "opt-out key": string
}

/** Returns the lines of a language. */
export const inboundLinesIn = (language: SpokenLanguage): InboundLines => {
  const [calledBack, noConversation, optOutKey] = lines[language]
  return { "called back": calledBack, "no conversation": noConversation, "opt-out key": optOutKey }
}

const lines: Readonly<
  Record<SpokenLanguage, readonly [calledBack: string, noConversation: string, optOutKey: string]>
> = {
  en: [
    "Thank you for calling back.",
    "This number places automated calls. There is no message for you at the moment.",
    "If you do not want to be called any more, press 9."
  ],
  de: [
    "Vielen Dank für Ihren Rückruf.",
    "Von dieser Nummer kommen automatische Anrufe. Im Moment liegt keine Nachricht für Sie vor.",
    "Wenn Sie nicht mehr angerufen werden möchten, drücken Sie die 9."
  ],
  nl: [
    "Bedankt voor het terugbellen.",
    "Dit nummer belt automatisch. Er is op dit moment geen bericht voor u.",
    "Wilt u niet meer gebeld worden, druk dan op 9."
  ],
  fr: [
    "Merci de nous rappeler.",
    "Ce numéro passe des appels automatiques. Il n'y a pas de message pour vous pour le moment.",
    "Si vous ne souhaitez plus être appelé, appuyez sur 9."
  ],
  es: [
    "Gracias por devolver la llamada.",
    "Este número realiza llamadas automáticas. En este momento no hay ningún mensaje para usted.",
    "Si no desea recibir más llamadas, pulse 9."
  ],
  it: [
    "Grazie per aver richiamato.",
    "Questo numero effettua chiamate automatiche. Al momento non ci sono messaggi per lei.",
    "Se non desidera più ricevere chiamate, prema 9."
  ],
  pt: [
    "Obrigado por retornar a ligação.",
    "Este número faz chamadas automáticas. Neste momento não há mensagem para si.",
    "Se não quiser receber mais chamadas, carregue em 9."
  ],
  pl: [
    "Dziękujemy za oddzwonienie.",
    "Z tego numeru dzwoni automat. W tej chwili nie ma dla Państwa wiadomości.",
    "Aby nie otrzymywać więcej połączeń, proszę nacisnąć 9."
  ],
  ru: [
    "Спасибо, что перезвонили.",
    "С этого номера поступают автоматические звонки. Сейчас для вас нет сообщения.",
    "Если вы не хотите больше получать звонки, нажмите 9."
  ],
  tr: [
    "Geri aradığınız için teşekkürler.",
    "Bu numara otomatik aramalar yapar. Şu anda sizin için bir mesaj yok.",
    "Bir daha aranmak istemiyorsanız 9'a basın."
  ],
  ar: [
    "شكرا على معاودة الاتصال.",
    "هذا الرقم يجري مكالمات آلية. لا توجد رسالة لك في الوقت الحالي.",
    "لعدم تلقي أي مكالمات أخرى، اضغط 9."
  ],
  id: [
    "Terima kasih sudah menelepon kembali.",
    "Nomor ini melakukan panggilan otomatis. Saat ini tidak ada pesan untuk Anda.",
    "Jika tidak ingin ditelepon lagi, tekan 9."
  ],
  vi: [
    "Cảm ơn bạn đã gọi lại.",
    "Số này thực hiện các cuộc gọi tự động. Hiện không có tin nhắn nào cho bạn.",
    "Nếu không muốn nhận cuộc gọi nữa, hãy bấm phím 9."
  ],
  th: ["ขอบคุณที่โทรกลับ", "หมายเลขนี้ใช้โทรออกอัตโนมัติ ขณะนี้ไม่มีข้อความถึงคุณ", "หากไม่ต้องการรับสายอีก กด 9"],
  ja: [
    "折り返しのお電話ありがとうございます。",
    "この番号は自動音声で電話をかけています。現在お伝えするご用件はございません。",
    "今後の電話を希望されない場合は、9を押してください。"
  ],
  ko: [
    "다시 전화해 주셔서 감사합니다.",
    "이 번호는 자동 전화를 거는 번호입니다. 현재 전해 드릴 내용이 없습니다.",
    "더 이상 전화를 원하지 않으시면 9번을 눌러 주세요."
  ],
  zh: ["感谢您回电。", "此号码用于自动拨打电话。目前没有给您的留言。", "如果不希望再接到电话，请按9。"],
  hi: [
    "वापस कॉल करने के लिए धन्यवाद।",
    "इस नंबर से स्वचालित कॉल की जाती हैं। अभी आपके लिए कोई संदेश नहीं है।",
    "अगर आप आगे कॉल नहीं चाहते, तो 9 दबाइए।"
  ],
  bn: [
    "ফিরে ফোন করার জন্য ধন্যবাদ।",
    "এই নম্বর থেকে স্বয়ংক্রিয় ফোন করা হয়। এই মুহূর্তে আপনার জন্য কোনো বার্তা নেই।",
    "আর ফোন পেতে না চাইলে 9 চাপুন।"
  ],
  gu: [
    "પાછો ફોન કરવા બદલ આભાર.",
    "આ નંબર પરથી સ્વચાલિત કૉલ કરવામાં આવે છે. હમણાં તમારા માટે કોઈ સંદેશ નથી.",
    "જો તમારે હવે કૉલ ન જોઈતા હોય, તો 9 દબાવો."
  ],
  kn: [
    "ಮರಳಿ ಕರೆ ಮಾಡಿದ್ದಕ್ಕೆ ಧನ್ಯವಾದ.",
    "ಈ ಸಂಖ್ಯೆಯಿಂದ ಸ್ವಯಂಚಾಲಿತ ಕರೆಗಳನ್ನು ಮಾಡಲಾಗುತ್ತದೆ. ಈಗ ನಿಮಗಾಗಿ ಯಾವುದೇ ಸಂದೇಶವಿಲ್ಲ.",
    "ಇನ್ನು ಕರೆಗಳು ಬೇಡವಾದರೆ 9 ಒತ್ತಿ."
  ],
  ml: [
    "തിരിച്ചു വിളിച്ചതിന് നന്ദി.",
    "ഈ നമ്പറിൽ നിന്ന് ഓട്ടോമേറ്റഡ് കോളുകൾ വരുന്നു. ഇപ്പോൾ നിങ്ങൾക്കായി സന്ദേശമൊന്നുമില്ല.",
    "ഇനി കോളുകൾ വേണ്ടെങ്കിൽ 9 അമർത്തുക."
  ],
  mr: [
    "परत फोन केल्याबद्दल धन्यवाद.",
    "या नंबरवरून स्वयंचलित कॉल केले जातात. सध्या तुमच्यासाठी कोणताही संदेश नाही.",
    "पुढे कॉल नको असल्यास 9 दाबा."
  ],
  or: ["ପୁଣି ଫୋନ୍ କରିଥିବାରୁ ଧନ୍ୟବାଦ।", "ଏହି ନମ୍ବରରୁ ସ୍ୱୟଂଚାଳିତ କଲ୍ କରାଯାଏ। ଏବେ ଆପଣଙ୍କ ପାଇଁ କୌଣସି ବାର୍ତ୍ତା ନାହିଁ।", "ଆଉ କଲ୍ ଚାହୁଁନଥିଲେ 9 ଦବାନ୍ତୁ।"],
  pa: [
    "ਵਾਪਸ ਫ਼ੋਨ ਕਰਨ ਲਈ ਧੰਨਵਾਦ।",
    "ਇਸ ਨੰਬਰ ਤੋਂ ਆਟੋਮੈਟਿਕ ਕਾਲਾਂ ਕੀਤੀਆਂ ਜਾਂਦੀਆਂ ਹਨ। ਇਸ ਵੇਲੇ ਤੁਹਾਡੇ ਲਈ ਕੋਈ ਸੁਨੇਹਾ ਨਹੀਂ ਹੈ।",
    "ਜੇ ਤੁਸੀਂ ਅੱਗੇ ਕਾਲਾਂ ਨਹੀਂ ਚਾਹੁੰਦੇ, ਤਾਂ 9 ਦਬਾਓ।"
  ],
  ta: [
    "திரும்ப அழைத்ததற்கு நன்றி.",
    "இந்த எண்ணிலிருந்து தானியங்கி அழைப்புகள் செய்யப்படுகின்றன. இப்போது உங்களுக்கு எந்தச் செய்தியும் இல்லை.",
    "இனி அழைப்புகள் வேண்டாம் என்றால் 9 ஐ அழுத்துங்கள்."
  ],
  te: [
    "తిరిగి ఫోన్ చేసినందుకు ధన్యవాదాలు.",
    "ఈ నంబర్ నుండి ఆటోమేటిక్ కాల్స్ చేయబడతాయి. ప్రస్తుతం మీ కోసం ఎలాంటి సందేశం లేదు.",
    "ఇకపై కాల్స్ వద్దనుకుంటే 9 నొక్కండి."
  ],
  ur: [
    "واپس کال کرنے کا شکریہ۔",
    "اس نمبر سے خودکار کالیں کی جاتی ہیں۔ اس وقت آپ کے لیے کوئی پیغام نہیں ہے۔",
    "اگر آپ آئندہ کال نہیں چاہتے تو 9 دبائیے۔"
  ]
}
