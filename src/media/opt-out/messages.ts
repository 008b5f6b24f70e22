/**
 * Returns what a person says before they ask for messages: "do not call me" of "do not call me, send a WhatsApp". Such
 * a wish does not limit the one before it.
 */
export const beforeMessages = (sentence: string): ReadonlyArray<string> =>
  [...sentence.matchAll(messages)].slice(0, most).map(({ index }) => sentence.slice(0, index))

// Maximum number of such wishes that are looked at: each costs a search.
const most = 3

const wayThere = [
  "just|only|please|but|and|instead|rather|lieber|besser|sondern|bitte|nur|aber|und|mejor|pero|solo|y|plut[oô]t|mais|et",
  "piuttosto|meglio|ma|e|mas|s[oó]|melhor|liever|maar|alleen|en|tylko|ale|prosz[eę]|lepiej|лучше|просто|а|но|ama|sadece",
  "l[uü]tfen|tapi|cukup|tolong|nhưng|chỉ|hãy|بس|لكن|فقط|लेकिन|बस|आप|और|aap|bas|aur|lekin"
].join("|")

// In scripts without spaces they may follow directly.
const unspaced =
  "发(?!现|生)|發(?!現|生)|写信|微信|短信|LINEで|メール|メッセージ|ショートメール|문자|카톡|메일|메시지|ส่ง|ไลน์|ข้อความ|แชท"

const written = [
  "send|text|message|msg|e-?mail|mail|write|whats ?app|(?:wa|sms|dm)(?!\\p{L})|chat",
  "schreib|schick|sende|(?:per|über) (?:whatsapp|e-?mail|mail|sms|brief)|m[aá]nd|env[ií]|invi|escr[ií]b|escrev|[eé]cri[svt]|scriv",
  "envoy|stuur|schrijf|app(?:t|en|je)?(?!\\p{L})|napis|pisz|wy[sś]l|напиш|пиш|отправ|присл|yaz|mesaj|kirim|nhắn|gửi|viết",
  "[اأ]رسل|ابعث|ابعت|اكتب|راسل|واتس|رسال|व्हाट्स|वॉट्स|वाट्स|व्हॉट्स|मैसेज|मेसेज|संदेश|হোয়াটস|হোয়াটস|মেসেজ|এসএমএস",
  "வாட்ஸ்|மெசேஜ்|వాట్స|మెసేజ్|ವಾಟ್ಸ|ಮೆಸೇಜ್|വാട്സ|വാട്ട്സ|മെസേജ്|વોટ્સ|વ્હોટ્સ|મેસેજ|ਵਟਸ|ਵੱਟਸ|ਵ੍ਹਟਸ|ਮੈਸੇਜ",
  "ହ୍ୱାଟ|ମେସେଜ|واٹس|وٹس|میسج|پیغام"
].join("|")

const messages = new RegExp(
  `(?:(?<=[\\s,،、，])(?:(?:${wayThere})\\s+){0,2}(?:${written})|[\\s、，]*(?:${unspaced}))`,
  "giu"
)
