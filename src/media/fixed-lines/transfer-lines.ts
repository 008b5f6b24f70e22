import type { SpokenLanguage } from "../../domain/campaigns/spoken-languages.ts"

/** The lines of the agent around a transfer to another person. */
export interface TransferLines {
  /** Before the person is connected, if the model says nothing itself. */
  readonly connecting: string
  /** While the target is called. */
  readonly holding: string
  /** No target took the call. */
  readonly "nobody there": string
  /** No target took the call, and the agent may set a callback. */
  readonly "nobody there, callback": string
  /** To the target, before what the call is about. */
  readonly "caller waiting": string
  /** To the target, after it. */
  readonly "take the call": string
  readonly "target connected": string
  /** To a target that answers after the person has left. */
  readonly "caller gone": string
}

/** Returns the lines of a language. */
export const transferLinesIn = (language: SpokenLanguage): TransferLines => lines[language]

/** A language in the order of the members of `TransferLines`; the two questions after the third line are separate. */
type Written = readonly [
  connecting: string,
  holding: string,
  nobody: string,
  otherHelp: string,
  whenToCall: string,
  callerWaiting: string,
  takeTheCall: string,
  connected: string,
  callerGone: string
]

const linesOf = (written: Written): TransferLines => {
  const [connecting, holding, nobody, otherHelp, whenToCall, callerWaiting, takeTheCall, connected, callerGone] =
    written
  return {
    connecting,
    holding,
    "nobody there": `${nobody} ${otherHelp}`,
    "nobody there, callback": `${nobody} ${whenToCall}`,
    "caller waiting": callerWaiting,
    "take the call": takeTheCall,
    "target connected": connected,
    "caller gone": callerGone
  }
}

const lines: Readonly<Record<SpokenLanguage, TransferLines>> = {
  en: linesOf([
    "I will connect you with a colleague. One moment, please.",
    "I am still trying to reach a colleague. Please stay on the line.",
    "I am sorry, nobody can take your call at the moment.",
    "How else can I help you?",
    "When would it suit you to be called back?",
    "Hello, this is an automated assistant. A person on the phone asks for you.",
    "To take the call, press 1 or say yes.",
    "Thank you, I am connecting you.",
    "The person has hung up in the meantime. Goodbye."
  ]),
  de: linesOf([
    "Ich verbinde Sie mit einem Mitarbeiter. Einen Moment, bitte.",
    "Ich versuche noch, jemanden zu erreichen. Bitte bleiben Sie am Apparat.",
    "Leider kann gerade niemand Ihr Gespräch annehmen.",
    "Wie kann ich Ihnen sonst helfen?",
    "Wann passt Ihnen ein Rückruf?",
    "Guten Tag, hier ist ein automatischer Assistent. Am Telefon ist jemand, der mit Ihnen sprechen möchte.",
    "Um das Gespräch anzunehmen, drücken Sie die 1 oder sagen Sie ja.",
    "Danke, ich verbinde.",
    "Die Person hat inzwischen aufgelegt. Auf Wiederhören."
  ]),
  nl: linesOf([
    "Ik verbind u door met een medewerker. Een ogenblik, alstublieft.",
    "Ik probeer nog een medewerker te bereiken. Blijft u alstublieft aan de lijn.",
    "Sorry, niemand kan uw gesprek nu aannemen.",
    "Waarmee kan ik u verder helpen?",
    "Wanneer mogen wij u terugbellen?",
    "Goedendag, dit is een automatische assistent. Er is iemand aan de telefoon die naar u vraagt.",
    "Druk op 1 of zeg ja om het gesprek aan te nemen.",
    "Dank u, ik verbind u door.",
    "De persoon heeft intussen opgehangen. Tot ziens."
  ]),
  fr: linesOf([
    "Je vous mets en relation avec un collègue. Un instant, s'il vous plaît.",
    "J'essaie toujours de joindre un collègue. Restez en ligne, s'il vous plaît.",
    "Je suis désolé, personne ne peut prendre votre appel pour le moment.",
    "Comment puis-je vous aider autrement ?",
    "Quand pouvons-nous vous rappeler ?",
    "Bonjour, ceci est un assistant automatique. Une personne au téléphone vous demande.",
    "Pour prendre l'appel, appuyez sur 1 ou dites oui.",
    "Merci, je vous mets en relation.",
    "La personne a raccroché entre-temps. Au revoir."
  ]),
  es: linesOf([
    "Le comunico con un compañero. Un momento, por favor.",
    "Sigo intentando localizar a un compañero. No cuelgue, por favor.",
    "Lo siento, nadie puede atender su llamada en este momento.",
    "¿En qué más puedo ayudarle?",
    "¿Cuándo le conviene que le llamemos?",
    "Hola, soy un asistente automático. Una persona al teléfono pregunta por usted.",
    "Para atender la llamada, pulse 1 o diga sí.",
    "Gracias, le comunico.",
    "La persona ha colgado entretanto. Adiós."
  ]),
  it: linesOf([
    "La metto in contatto con un collega. Un momento, per favore.",
    "Sto ancora cercando di raggiungere un collega. Resti in linea, per favore.",
    "Mi dispiace, al momento nessuno può rispondere.",
    "In che altro modo posso aiutarla?",
    "Quando possiamo richiamarla?",
    "Buongiorno, questo è un assistente automatico. Una persona al telefono chiede di lei.",
    "Per rispondere, prema 1 o dica sì.",
    "Grazie, la metto in contatto.",
    "Nel frattempo la persona ha riattaccato. Arrivederci."
  ]),
  pt: linesOf([
    "Vou passar a chamada a um colega. Um momento, por favor.",
    "Ainda estou a tentar falar com um colega. Aguarde em linha, por favor.",
    "Lamento, neste momento ninguém pode atender.",
    "Em que mais posso ajudar?",
    "Quando podemos ligar de volta?",
    "Olá, este é um assistente automático. Uma pessoa ao telefone pergunta por você.",
    "Para atender a chamada, carregue em 1 ou diga sim.",
    "Obrigado, vou fazer a ligação.",
    "A pessoa desligou entretanto. Adeus."
  ]),
  pl: linesOf([
    "Połączę z pracownikiem. Proszę chwilę poczekać.",
    "Nadal próbuję połączyć z pracownikiem. Proszę pozostać na linii.",
    "Przykro mi, w tej chwili nikt nie może odebrać.",
    "W czym jeszcze mogę pomóc?",
    "Kiedy możemy oddzwonić?",
    "Dzień dobry, tu automatyczny asystent. Osoba przy telefonie prosi o rozmowę.",
    "Aby odebrać rozmowę, proszę nacisnąć 1 lub powiedzieć tak.",
    "Dziękuję, łączę.",
    "Ta osoba już się rozłączyła. Do widzenia."
  ]),
  ru: linesOf([
    "Я соединю вас с сотрудником. Одну минуту, пожалуйста.",
    "Я всё ещё пытаюсь связаться с сотрудником. Пожалуйста, оставайтесь на линии.",
    "К сожалению, сейчас никто не может ответить.",
    "Чем ещё я могу помочь?",
    "Когда вам удобно, чтобы мы перезвонили?",
    "Здравствуйте, это автоматический помощник. С вами хочет поговорить человек.",
    "Чтобы принять звонок, нажмите 1 или скажите да.",
    "Спасибо, соединяю.",
    "Человек уже повесил трубку. До свидания."
  ]),
  tr: linesOf([
    "Sizi bir çalışanımıza bağlıyorum. Bir saniye lütfen.",
    "Hâlâ bir çalışanımıza ulaşmaya çalışıyorum. Lütfen hatta kalın.",
    "Üzgünüm, şu anda kimse görüşmenizi alamıyor.",
    "Size başka nasıl yardımcı olabilirim?",
    "Sizi ne zaman geri arayalım?",
    "Merhaba, ben otomatik bir asistanım. Telefondaki bir kişi sizinle görüşmek istiyor.",
    "Görüşmeyi almak için 1'e basın veya evet deyin.",
    "Teşekkürler, bağlıyorum.",
    "Kişi bu arada telefonu kapattı. Hoşça kalın."
  ]),
  ar: linesOf([
    "سأوصلك بأحد الزملاء. لحظة من فضلك.",
    "ما زلت أحاول الوصول إلى أحد الزملاء. ابق على الخط من فضلك.",
    "عذرًا، لا أحد يستطيع الرد على مكالمتك الآن.",
    "كيف يمكنني مساعدتك أيضًا؟",
    "متى يناسبك أن نعاود الاتصال بك؟",
    "مرحبًا، هذا مساعد آلي. شخص على الهاتف يطلب التحدث إليك.",
    "للرد على المكالمة اضغط 1 أو قل نعم.",
    "شكرًا، سأوصلك الآن.",
    "أنهى الشخص المكالمة في هذه الأثناء. مع السلامة."
  ]),
  id: linesOf([
    "Saya akan menghubungkan Anda dengan rekan kami. Mohon tunggu sebentar.",
    "Saya masih mencoba menghubungi rekan kami. Mohon tetap di telepon.",
    "Maaf, saat ini tidak ada yang dapat menerima panggilan Anda.",
    "Apa lagi yang dapat saya bantu?",
    "Kapan sebaiknya kami menelepon Anda kembali?",
    "Halo, ini asisten otomatis. Seseorang di telepon ingin berbicara dengan Anda.",
    "Untuk menerima panggilan, tekan 1 atau katakan ya.",
    "Terima kasih, saya hubungkan.",
    "Orang tersebut sudah menutup telepon. Sampai jumpa."
  ]),
  vi: linesOf([
    "Tôi sẽ nối máy cho bạn với đồng nghiệp. Xin chờ một chút.",
    "Tôi vẫn đang cố gắng liên lạc với đồng nghiệp. Xin vui lòng giữ máy.",
    "Xin lỗi, hiện không có ai có thể nhận cuộc gọi của bạn.",
    "Tôi có thể giúp gì khác cho bạn?",
    "Khi nào chúng tôi có thể gọi lại cho bạn?",
    "Xin chào, đây là trợ lý tự động. Có một người trên điện thoại muốn nói chuyện với bạn.",
    "Để nhận cuộc gọi, hãy bấm phím 1 hoặc nói có.",
    "Cảm ơn, tôi đang nối máy.",
    "Người đó đã gác máy. Tạm biệt."
  ]),
  th: linesOf([
    "ฉันจะโอนสายให้เจ้าหน้าที่ กรุณารอสักครู่",
    "ฉันยังพยายามติดต่อเจ้าหน้าที่อยู่ กรุณาถือสายรอ",
    "ขออภัย ขณะนี้ไม่มีใครรับสายได้",
    "มีอะไรอื่นให้ช่วยไหม",
    "สะดวกให้โทรกลับเมื่อไร",
    "สวัสดี นี่คือผู้ช่วยอัตโนมัติ มีคนในสายต้องการคุยกับคุณ",
    "หากต้องการรับสาย กด 1 หรือพูดว่าใช่",
    "ขอบคุณ กำลังโอนสาย",
    "บุคคลนั้นวางสายไปแล้ว ลาก่อน"
  ]),
  ja: linesOf([
    "担当者におつなぎします。少々お待ちください。",
    "ただいま担当者に連絡しています。そのままお待ちください。",
    "申し訳ありません。ただいま電話に出られる者がおりません。",
    "ほかにご用件はございますか。",
    "いつ折り返しお電話すればよろしいでしょうか。",
    "こちらは自動音声アシスタントです。お電話口の方がお話しを希望しています。",
    "電話に出る場合は1を押すか、はいと言ってください。",
    "ありがとうございます。おつなぎします。",
    "相手の方は電話を切りました。失礼いたします。"
  ]),
  ko: linesOf([
    "담당자에게 연결해 드리겠습니다. 잠시만 기다려 주세요.",
    "아직 담당자에게 연락하고 있습니다. 끊지 말고 기다려 주세요.",
    "죄송합니다. 지금은 전화를 받을 수 있는 사람이 없습니다.",
    "다른 도움이 필요하신가요?",
    "언제 다시 전화드리면 될까요?",
    "안녕하세요, 자동 안내입니다. 통화를 원하는 분이 기다리고 있습니다.",
    "전화를 받으시려면 1번을 누르거나 네라고 말씀해 주세요.",
    "감사합니다. 연결하겠습니다.",
    "상대방이 전화를 끊었습니다. 안녕히 계세요."
  ]),
  zh: linesOf([
    "我为您转接同事，请稍等。",
    "我还在联系同事，请不要挂断。",
    "很抱歉，现在没有人能接听您的电话。",
    "还有什么可以帮您？",
    "什么时候方便给您回电？",
    "您好，这里是自动助理。电话里有人想和您通话。",
    "接听请按1或说是。",
    "谢谢，正在为您接通。",
    "对方已经挂断。再见。"
  ]),
  hi: linesOf([
    "मैं आपको हमारे सहकर्मी से जोड़ती हूँ। कृपया एक क्षण।",
    "मैं अभी सहकर्मी से संपर्क करने की कोशिश कर रही हूँ। कृपया लाइन पर बने रहिए।",
    "माफ़ कीजिए, अभी कोई आपकी कॉल नहीं ले सकता।",
    "मैं आपकी और क्या मदद कर सकती हूँ?",
    "आपको वापस कॉल कब करें?",
    "नमस्ते, यह एक स्वचालित सहायक है। फ़ोन पर एक व्यक्ति आपसे बात करना चाहते हैं।",
    "कॉल लेने के लिए 1 दबाइए या हाँ कहिए।",
    "धन्यवाद, मैं जोड़ रही हूँ।",
    "उस व्यक्ति ने फ़ोन रख दिया है। नमस्ते।"
  ]),
  bn: linesOf([
    "আমি আপনাকে আমাদের সহকর্মীর সঙ্গে যুক্ত করছি। একটু অপেক্ষা করুন।",
    "আমি এখনও সহকর্মীর সঙ্গে যোগাযোগের চেষ্টা করছি। অনুগ্রহ করে লাইনে থাকুন।",
    "দুঃখিত, এখন কেউ আপনার কল নিতে পারছেন না।",
    "আর কীভাবে সাহায্য করতে পারি?",
    "কখন আপনাকে আবার ফোন করব?",
    "নমস্কার, এটি একটি স্বয়ংক্রিয় সহকারী। ফোনে একজন আপনার সঙ্গে কথা বলতে চান।",
    "কল নিতে 1 চাপুন বা হ্যাঁ বলুন।",
    "ধন্যবাদ, আমি যুক্ত করছি।",
    "ওই ব্যক্তি ফোন রেখে দিয়েছেন। নমস্কার।"
  ]),
  gu: linesOf([
    "હું તમને અમારા સહકર્મી સાથે જોડું છું. કૃપા કરીને એક ક્ષણ.",
    "હું હજી સહકર્મીનો સંપર્ક કરવાનો પ્રયત્ન કરું છું. કૃપા કરીને લાઇન પર રહો.",
    "માફ કરશો, હમણાં કોઈ તમારો કૉલ લઈ શકતું નથી.",
    "હું બીજી શું મદદ કરી શકું?",
    "તમને ફરી ક્યારે ફોન કરીએ?",
    "નમસ્તે, આ એક સ્વચાલિત સહાયક છે. ફોન પર એક વ્યક્તિ તમારી સાથે વાત કરવા માંગે છે.",
    "કૉલ લેવા માટે 1 દબાવો અથવા હા કહો.",
    "આભાર, હું જોડું છું.",
    "તે વ્યક્તિએ ફોન મૂકી દીધો છે. આવજો."
  ]),
  kn: linesOf([
    "ನಾನು ನಿಮ್ಮನ್ನು ಸಹೋದ್ಯೋಗಿಗೆ ಸಂಪರ್ಕಿಸುತ್ತೇನೆ. ದಯವಿಟ್ಟು ಒಂದು ಕ್ಷಣ.",
    "ನಾನು ಇನ್ನೂ ಸಹೋದ್ಯೋಗಿಯನ್ನು ಸಂಪರ್ಕಿಸಲು ಪ್ರಯತ್ನಿಸುತ್ತಿದ್ದೇನೆ. ದಯವಿಟ್ಟು ಲೈನ್‌ನಲ್ಲಿರಿ.",
    "ಕ್ಷಮಿಸಿ, ಈಗ ಯಾರೂ ನಿಮ್ಮ ಕರೆ ತೆಗೆದುಕೊಳ್ಳಲು ಸಾಧ್ಯವಿಲ್ಲ.",
    "ನಾನು ಬೇರೆ ಏನು ಸಹಾಯ ಮಾಡಬಹುದು?",
    "ನಿಮಗೆ ಯಾವಾಗ ಮತ್ತೆ ಕರೆ ಮಾಡಬೇಕು?",
    "ನಮಸ್ಕಾರ, ಇದು ಸ್ವಯಂಚಾಲಿತ ಸಹಾಯಕ. ಫೋನ್‌ನಲ್ಲಿ ಒಬ್ಬರು ನಿಮ್ಮೊಂದಿಗೆ ಮಾತನಾಡಲು ಬಯಸುತ್ತಾರೆ.",
    "ಕರೆ ತೆಗೆದುಕೊಳ್ಳಲು 1 ಒತ್ತಿ ಅಥವಾ ಹೌದು ಎಂದು ಹೇಳಿ.",
    "ಧನ್ಯವಾದ, ನಾನು ಸಂಪರ್ಕಿಸುತ್ತಿದ್ದೇನೆ.",
    "ಆ ವ್ಯಕ್ತಿ ಫೋನ್ ಇಟ್ಟಿದ್ದಾರೆ. ನಮಸ್ಕಾರ."
  ]),
  ml: linesOf([
    "ഞാൻ നിങ്ങളെ ഒരു സഹപ്രവർത്തകനുമായി ബന്ധിപ്പിക്കാം. ദയവായി ഒരു നിമിഷം.",
    "ഞാൻ ഇപ്പോഴും സഹപ്രവർത്തകനെ ബന്ധപ്പെടാൻ ശ്രമിക്കുകയാണ്. ദയവായി ലൈനിൽ തുടരൂ.",
    "ക്ഷമിക്കണം, ഇപ്പോൾ ആർക്കും നിങ്ങളുടെ കോൾ എടുക്കാൻ കഴിയില്ല.",
    "മറ്റെന്തെങ്കിലും സഹായം വേണോ?",
    "എപ്പോൾ തിരിച്ചു വിളിക്കണം?",
    "നമസ്കാരം, ഇത് ഒരു ഓട്ടോമേറ്റഡ് സഹായിയാണ്. ഫോണിൽ ഒരാൾ നിങ്ങളോട് സംസാരിക്കാൻ ആഗ്രഹിക്കുന്നു.",
    "കോൾ എടുക്കാൻ 1 അമർത്തുക അല്ലെങ്കിൽ അതെ എന്ന് പറയുക.",
    "നന്ദി, ഞാൻ ബന്ധിപ്പിക്കുന്നു.",
    "ആ വ്യക്തി ഫോൺ വെച്ചു. നമസ്കാരം."
  ]),
  mr: linesOf([
    "मी तुम्हाला आमच्या सहकाऱ्याशी जोडते. कृपया एक क्षण.",
    "मी अजून सहकाऱ्याशी संपर्क करण्याचा प्रयत्न करत आहे. कृपया लाइनवर राहा.",
    "माफ करा, आत्ता कोणीही तुमचा कॉल घेऊ शकत नाही.",
    "मी आणखी काय मदत करू?",
    "तुम्हाला परत कधी फोन करू?",
    "नमस्कार, हा स्वयंचलित सहाय्यक आहे. फोनवर एक व्यक्ती तुमच्याशी बोलू इच्छिते.",
    "कॉल घेण्यासाठी 1 दाबा किंवा होय म्हणा.",
    "धन्यवाद, मी जोडते.",
    "त्या व्यक्तीने फोन ठेवला आहे. नमस्कार."
  ]),
  or: linesOf([
    "ମୁଁ ଆପଣଙ୍କୁ ଆମର ସହକର୍ମୀଙ୍କ ସହ ଯୋଡୁଛି। ଦୟାକରି ଏକ ମୁହୂର୍ତ୍ତ।",
    "ମୁଁ ଏବେ ବି ସହକର୍ମୀଙ୍କୁ ଯୋଗାଯୋଗ କରିବାକୁ ଚେଷ୍ଟା କରୁଛି। ଦୟାକରି ଲାଇନରେ ରୁହନ୍ତୁ।",
    "କ୍ଷମା କରନ୍ତୁ, ଏବେ କେହି ଆପଣଙ୍କ କଲ୍ ନେଇପାରିବେ ନାହିଁ।",
    "ମୁଁ ଆଉ କଣ ସାହାଯ୍ୟ କରିପାରିବି?",
    "ଆପଣଙ୍କୁ କେବେ ପୁଣି ଫୋନ୍ କରିବୁ?",
    "ନମସ୍କାର, ଏହା ଏକ ସ୍ୱୟଂଚାଳିତ ସହାୟକ। ଫୋନରେ ଜଣେ ଆପଣଙ୍କ ସହ କଥା ହେବାକୁ ଚାହାନ୍ତି।",
    "କଲ୍ ନେବା ପାଇଁ 1 ଦବାନ୍ତୁ କିମ୍ବା ହଁ କୁହନ୍ତୁ।",
    "ଧନ୍ୟବାଦ, ମୁଁ ଯୋଡୁଛି।",
    "ସେହି ବ୍ୟକ୍ତି ଫୋନ୍ ରଖିଦେଇଛନ୍ତି। ନମସ୍କାର।"
  ]),
  pa: linesOf([
    "ਮੈਂ ਤੁਹਾਨੂੰ ਸਾਡੇ ਸਾਥੀ ਨਾਲ ਜੋੜਦੀ ਹਾਂ। ਕਿਰਪਾ ਕਰਕੇ ਇੱਕ ਪਲ।",
    "ਮੈਂ ਅਜੇ ਸਾਥੀ ਨਾਲ ਸੰਪਰਕ ਕਰਨ ਦੀ ਕੋਸ਼ਿਸ਼ ਕਰ ਰਹੀ ਹਾਂ। ਕਿਰਪਾ ਕਰਕੇ ਲਾਈਨ 'ਤੇ ਰਹੋ।",
    "ਮਾਫ਼ ਕਰਨਾ, ਇਸ ਵੇਲੇ ਕੋਈ ਤੁਹਾਡੀ ਕਾਲ ਨਹੀਂ ਲੈ ਸਕਦਾ।",
    "ਮੈਂ ਹੋਰ ਕੀ ਮਦਦ ਕਰ ਸਕਦੀ ਹਾਂ?",
    "ਤੁਹਾਨੂੰ ਵਾਪਸ ਕਦੋਂ ਫ਼ੋਨ ਕਰੀਏ?",
    "ਸਤ ਸ੍ਰੀ ਅਕਾਲ, ਇਹ ਇੱਕ ਆਟੋਮੈਟਿਕ ਸਹਾਇਕ ਹੈ। ਫ਼ੋਨ 'ਤੇ ਇੱਕ ਵਿਅਕਤੀ ਤੁਹਾਡੇ ਨਾਲ ਗੱਲ ਕਰਨਾ ਚਾਹੁੰਦਾ ਹੈ।",
    "ਕਾਲ ਲੈਣ ਲਈ 1 ਦਬਾਓ ਜਾਂ ਹਾਂ ਕਹੋ।",
    "ਧੰਨਵਾਦ, ਮੈਂ ਜੋੜ ਰਹੀ ਹਾਂ।",
    "ਉਸ ਵਿਅਕਤੀ ਨੇ ਫ਼ੋਨ ਰੱਖ ਦਿੱਤਾ ਹੈ। ਸਤ ਸ੍ਰੀ ਅਕਾਲ।"
  ]),
  ta: linesOf([
    "உங்களை எங்கள் பணியாளருடன் இணைக்கிறேன். தயவுசெய்து ஒரு நிமிடம்.",
    "பணியாளரைத் தொடர்பு கொள்ள இன்னும் முயல்கிறேன். தயவுசெய்து இணைப்பில் இருங்கள்.",
    "மன்னிக்கவும், இப்போது யாரும் உங்கள் அழைப்பை எடுக்க முடியவில்லை.",
    "வேறு எப்படி உதவலாம்?",
    "உங்களை எப்போது திரும்ப அழைக்கலாம்?",
    "வணக்கம், இது ஒரு தானியங்கி உதவியாளர். தொலைபேசியில் ஒருவர் உங்களுடன் பேச விரும்புகிறார்.",
    "அழைப்பை எடுக்க 1 ஐ அழுத்துங்கள் அல்லது ஆம் என்று சொல்லுங்கள்.",
    "நன்றி, இணைக்கிறேன்.",
    "அவர் இணைப்பைத் துண்டித்துவிட்டார். வணக்கம்."
  ]),
  te: linesOf([
    "మిమ్మల్ని మా సహోద్యోగితో కలుపుతాను. దయచేసి ఒక్క క్షణం.",
    "సహోద్యోగిని సంప్రదించడానికి ఇంకా ప్రయత్నిస్తున్నాను. దయచేసి లైన్‌లో ఉండండి.",
    "క్షమించండి, ప్రస్తుతం ఎవరూ మీ కాల్ తీసుకోలేరు.",
    "మీకు ఇంకా ఎలా సహాయపడగలను?",
    "మీకు తిరిగి ఎప్పుడు ఫోన్ చేయాలి?",
    "నమస్కారం, ఇది ఆటోమేటిక్ సహాయకం. ఫోన్‌లో ఒకరు మీతో మాట్లాడాలనుకుంటున్నారు.",
    "కాల్ తీసుకోవడానికి 1 నొక్కండి లేదా అవును అనండి.",
    "ధన్యవాదాలు, కలుపుతున్నాను.",
    "ఆ వ్యక్తి ఫోన్ పెట్టేశారు. నమస్కారం."
  ]),
  ur: linesOf([
    "میں آپ کو ہمارے ساتھی سے ملاتی ہوں۔ براہ کرم ایک لمحہ۔",
    "میں ابھی ساتھی سے رابطے کی کوشش کر رہی ہوں۔ براہ کرم لائن پر رہیے۔",
    "معذرت، اس وقت کوئی آپ کی کال نہیں لے سکتا۔",
    "میں اور کیا مدد کر سکتی ہوں؟",
    "آپ کو واپس کب کال کریں؟",
    "السلام علیکم، یہ ایک خودکار معاون ہے۔ فون پر ایک شخص آپ سے بات کرنا چاہتے ہیں۔",
    "کال لینے کے لیے 1 دبائیے یا ہاں کہیے۔",
    "شکریہ، میں ملا رہی ہوں۔",
    "وہ شخص فون رکھ چکے ہیں۔ خدا حافظ۔"
  ])
}
