import { assert, describe, it } from "@effect/vitest"
import { makeSentenceSplitter } from "../../../src/media/text/sentences.ts"
import { makeRandom } from "../../support/random.ts"

const { PROVE, TEST_SEED } = process.env
const seed = Number(TEST_SEED)
const runs = PROVE === "full" ? 5_000 : 300

type Random = () => number
const below = (random: Random, limit: number) => Math.floor(random() * limit)
const oneOf = <A>(random: Random, items: ReadonlyArray<A>) => items[below(random, items.length)]!

const cut = (tokens: ReadonlyArray<string>) => {
  const { add, end } = makeSentenceSplitter()
  return [...tokens.flatMap((token) => add(token)), ...end()]
}

/** Splits a text after a first sentence, so that no early clause is cut off. */
const sentencesOf = (text: string) => cut(["Ok. ", text]).slice(1)

/** Written texts with their spoken form. */
const pieces: ReadonlyArray<readonly [string, string]> = [
  ..."Hello morning, नमस्ते, क्या is it? Yes! Well... है। ₹1,50,000.50 4:30 p.m. Dr. Mr. Rs. 500 e.g. etc. 12/05/2027. 5, No. snake_case 2*3 क्‍ष"
    .split(" ")
    .map((word) => [word, word] as const),
  ["https://a.in/_x?y=1.5", "https://a.in/_x?y=1.5"],
  ["a_b_@mail.co.in", "a_b_@mail.co.in"],
  ["**bold**", "bold"],
  ["**two words.**", "two words."],
  ["*it*,", "it,"],
  ["_it_.", "it."],
  ["`code`", "code"],
  ["[our site](https://x.com/a.b).", "our site."],
  ["fine👍🏽", "fine"],
  ["👨‍👩‍👧", ""],
  ["🇮🇳!", "!"],
  ["1️⃣", "1"],
  ["\n# Title\n", "Title."],
  ["\n- item\n", "item."],
  ["\n\n* **item:**\n", "item:"],
  ["\n1. item\n", "1. item."],
  ["\n---\n", ""],
  ["\n> - quoted\n", "quoted."],
  ['<break time="1 s" />', ""],
  ["<b>loud</b>,", "loud,"],
  ["5 <6 <x and> y", "5 <6 <x and> y"],
  ["\u202e\ud800a\u200bb\u2066\udc00", "ab"],
  ["𑄌𑄋𑄴", "𑄌𑄋𑄴"],
  ["हाँ।।", "हाँ।।"],
  ..."كيف حالك؟ نعم، وبعد؛ جی۔ «جی؟» 您好，先生。 好！」 はい、そうです。 ｡ ok?好 네? ¿Qué? „Ja.“ z.B. ค่ะ Ελλάδα；"
    .split(" ")
    .map((word) => [word, word] as const),
  ["“ठीक।”", "“ठीक।”"]
]

describe("sentences", () => {
  it("come as soon as they are complete", () => {
    const { add, end } = makeSentenceSplitter()
    assert.deepStrictEqual(add("Good morning. How"), ["Good morning."])
    assert.deepStrictEqual(add(" are you?"), [])
    assert.deepStrictEqual(add(" Fine"), ["How are you?"])
    assert.deepStrictEqual(add("! नमस्ते।आप"), ["Fine!", "नमस्ते।"])
    assert.deepStrictEqual(add(" कैसे हैं\nगया"), ["आप कैसे हैं"])
    assert.deepStrictEqual(end(), ["गया"])
    assert.deepStrictEqual(end(), [])
  })

  it("begin with a clause of at least 20 characters, and only the first does", () => {
    assert.deepStrictEqual(
      cut(["Sure, I can help you with that, and more, if you have the time, too. Is it, say, fine?"]),
      ["Sure, I can help you with that,", "and more, if you have the time, too.", "Is it, say, fine?"]
    )
    assert.deepStrictEqual(cut(["Yes. Of all that I know today, nothing helps."]), [
      "Yes.",
      "Of all that I know today, nothing helps."
    ])
    assert.deepStrictEqual(cut(["You owe us a sum of 1, 2 or 3 lakh"]), ["You owe us a sum of 1, 2 or 3 lakh"])
    assert.deepStrictEqual(cut(["aaaa aaaa aaaa aaaa, b"]).length, 2)
    assert.deepStrictEqual(cut(["aaaa aaaa aaaa aaa, b"]).length, 1)
  })

  it("do not end within numbers, times, abbreviations, names and addresses", () => {
    for (const text of [
      "It is ₹1,50,000.50 in all, or Rs. 500 a day.",
      "Call at 4:30 p.m. on 12.05.2027 or on 3. 5. 2027, please.",
      "Dr. Rao and Mr. A. P. Singh of Rao Pvt. Ltd. are here, e.g. today, i.e. now.",
      "See https://a.in/x.y?z=1.5!a or www.a.in or mail a.b@c.co.in for more etc. or ask.",
      "It is No. 5, about 2.5 km from here.",
      "Well... it depends… on you.",
      "डॉ. शर्मा आपको रु. 500 देंगे।",
      "We meet on Jan. 5 at ten.",
      "Wir rufen am 3. Okt. 2028 um 9.30 Uhr an.",
      "Le llamamos el 3 dic. 2028, si le parece.",
      "Votre rendez-vous est le 3 févr. 2028 à 16 h 30.",
      "La chiamiamo il 3 ott. 2028 alle 9.",
      "3 Şub. 2028 uygun mu?",
      "Оплатите 1 250,75 руб. до 29 февр. 2028 года."
    ]) {
      assert.deepStrictEqual(sentencesOf(text), [text])
    }
  })

  it("end at an abbreviation that is the last word", () => {
    const two = (one: string, other: string) => assert.deepStrictEqual(sentencesOf(`${one} ${other}`), [one, other])
    two("We close at 4:30 p.m.", "Then we rest.")
    two("You owe Rs. 500.50.", "Is that right?")
    two("It was in 1990.", "We began then.")
    two("Es war im Okt.", "Danke.")
    two("Es war der 3. Dez.", "Danke.")
    two("We take cards, cash etc.", "You choose.")
    two("No.", "I cannot.")
    two("No.", "मुझे नहीं चाहिए।")
    two("He said “Stop!”", "and went.")
    two("(Is it?)", "It is.")
    two("Well...", "Perhaps.")
    two("See https://a.in/x.", "धन्यवाद")
    two("क्या आप आएंगे?", "हाँ।।")
  })

  it.each([
    ["hi", "आप कैसे हैं?", "यह आपका खाता है।", "क्या मैं डॉ. शर्मा से बात कर सकती हूँ?"],
    ["bn", "আপনি কেমন আছেন?", "এটা আপনার হিসাব।", "আমি ডা. সেনের অফিস থেকে বলছি।"],
    ["te", "మీరు ఎలా ఉన్నారు?", "ఇది మీ ఖాతా.", "రూ. 500 చెల్లించండి."],
    ["mr", "तुम्ही कसे आहात?", "हे तुमचे खाते आहे.", "रु. 500 भरा."],
    ["ta", "எப்படி இருக்கிறீர்கள்?", "இது உங்கள் கணக்கு.", "திரு. குமார், ரூ. 500 செலுத்துங்கள்."],
    ["ur", "آپ کیسے ہیں؟", "یہ آپ کا کھاتہ ہے۔", "شکریہ!"],
    ["gu", "તમે કેમ છો?", "આ તમારું ખાતું છે.", "રૂ. 500 ભરો."],
    ["kn", "ನೀವು ಹೇಗಿದ್ದೀರಿ?", "ಇದು ನಿಮ್ಮ ಖಾತೆ.", "ರೂ. 500 ಪಾವತಿಸಿ."],
    ["ml", "സുഖമാണോ?", "ഇത് നിങ്ങളുടെ അക്കൗണ്ടാണ്.", "രൂ. 500 അടയ്ക്കുക."],
    ["pa", "ਤੁਸੀਂ ਕਿਵੇਂ ਹੋ?", "ਇਹ ਤੁਹਾਡਾ ਖਾਤਾ ਹੈ।", "ਡਾ. ਸਿੰਘ ਇੱਥੇ ਹਨ।"],
    ["or", "ଆପଣ କେମିତି ଅଛନ୍ତି?", "ଏହା ଆପଣଙ୍କ ଖାତା।", "ଡା. ଦାସ ଏଠାରେ ଅଛନ୍ତି।"],
    ["en", "How are you?", "This is your account.", "Thank you!"],
    ["es", "¿Cómo está usted?", "Le llama el Sr. García.", "¡Muchas gracias!", "«Claro.»", "¿Y la Sra. Ruiz?"],
    ["fr", "Comment allez-vous ?", "Je suis M. Petit.", "C'est parfait !", "Merci."],
    ["de", "Wie geht es Ihnen?", "„Gut.“", "Wir rufen am 3. Mai an, z.B. um 5 Uhr.", "Am 4. und 5. auch.", "Danke!"],
    ["pt", "Como está o Sr. Silva?", "Ligamos da loja.", "Obrigado!"],
    ["it", "Come sta, sig. Rossi?", "Chiamiamo dal negozio.", "Grazie!"],
    ["nl", "Hoe gaat het met u, dhr. Jansen?", "Wij bellen u vandaag.", "Dank u!"],
    ["pl", "Jak się pan ma?", "Dzwonimy do p. Nowak przy ul. Długiej 3. maja.", "Dziękuję!"],
    ["tr", "Nasılsınız, Sn. Yılmaz?", "Bu sizin hesabınız.", "Teşekkürler!"],
    ["ru", "Как у вас дела?", "Это г. Москва, ул. Ленина.", "Спасибо!"],
    ["ar", "كيف حالك؟", "هذا حسابك.", "أنا من عيادة د. أحمد.", "شكرا!"],
    ["id", "Apa kabar, Bpk. Budi?", "Tagihan Anda Rp. 500.", "Terima kasih!"],
    ["vi", "Anh có khỏe không?", "Chúng tôi ở TP. Huế.", "Cảm ơn!"],
    ["th", "สบายดีไหมคะ", "นี่คือบัญชีของคุณ วันนี้ค่ะ", "ขอบคุณครับ"],
    ["ko", "어떻게 지내세요?", "고객님의 계좌입니다.", "감사합니다!"]
  ])("end where those of the language %s end, as do those of the others", (_, ...sentences) => {
    assert.deepStrictEqual(sentencesOf(sentences.join(" ")), sentences)
  })

  it.each([
    ["Chinese", "您好吗？", "这是您的账户，对吧！", "“好。”", "第1、2页。", "真的?", "谢谢……再见。"],
    ["Japanese", "お元気ですか？", "「はい。」", "こちらは、田中です｡", "ありがとう！"],
    ["Hindi", "आप कैसे हैं।", "ठीक है।।"],
    ["Urdu", "آپ کیسے ہیں؟", "شکریہ۔"]
  ])("end at the marks of %s also without a space after them", (_, ...sentences) => {
    assert.deepStrictEqual(sentencesOf(sentences.join("")), sentences)
  })

  it("begin with a clause of a dense script that sounds as long, and keep its text as it was written", () => {
    assert.deepStrictEqual(cut(["您好，这里是银行，", "请问您是王先生吗？", "我们，您知道的，想问一下。"]), [
      "您好，这里是银行，",
      "请问您是王先生吗？",
      "我们，您知道的，想问一下。"
    ])
    assert.deepStrictEqual(cut(["السلام عليكم ورحمة الله، كيف حالك؟"]), ["السلام عليكم ورحمة الله،", "كيف حالك؟"])
    assert.deepStrictEqual(cut(["- 立即付款\n- 以后付款。\n"]), ["立即付款。", "以后付款。"])
  })

  it("end with a line, and keep the number of an item with it", () => {
    assert.deepStrictEqual(sentencesOf("We offer:\n\n1. Gold\n2. Silver. Or\n- tin"), [
      "We offer:",
      "1. Gold.",
      "2. Silver.",
      "Or.",
      "tin."
    ])
  })

  it("end with a list item or title, which gets a full stop for the voice", () => {
    assert.deepStrictEqual(sentencesOf("\n- **First:** pay now\n- Second: pay later\n\nWhich?"), [
      "First: pay now.",
      "Second: pay later.",
      "Which?"
    ])
    assert.deepStrictEqual(sentencesOf("\n# विकल्प\n1) अभी\n2) “बाद में”\n* 500\n* कब?"), [
      "विकल्प।",
      "1) अभी।",
      "2) “बाद में”।",
      "500.",
      "कब?"
    ])
    assert.deepStrictEqual(sentencesOf("a line\nthat goes on"), ["a line", "that goes on"])
  })

  it("contain no tags, but other text between angle brackets", () => {
    assert.deepStrictEqual(sentencesOf("<speak>Hi<break time='1 s'/>there.</speak> <end_call/></caller>"), [
      "Hi there."
    ])
    for (const text of ["5 < 6 and 7 > 3", "I <3 it", "a<b and c>d", "mail <a@b.in>", "see <https://a.in/b>"]) {
      assert.deepStrictEqual(sentencesOf(text), [text])
    }
    assert.deepStrictEqual(sentencesOf("It is <b"), ["It is <b"])
  })

  it("contain no silent characters except the joiners of a word", () => {
    assert.deepStrictEqual(sentencesOf("\ud800o\u202ek\u200b \u2066no\u2069\u0000w\ufeff क्\u200dष न\u200cई \udc00"), [
      "ok now क्\u200dष न\u200cई"
    ])
    assert.deepStrictEqual(cut(["\ud804", "\udd0c. "]), ["𑄌."])
  })

  it("are the whole text without markup, however it is split into tokens", () => {
    for (let run = 0; run < runs; run++) {
      const random = makeRandom(seed + run)
      const pieceTexts = Array.from({ length: 1 + below(random, 25) }, () => oneOf(random, pieces))
      const text = pieceTexts.map(([written]) => written).join(" ")
      const plain = pieceTexts.flatMap(([, word]) => (word === "" ? [] : [word])).join(" ")
      const whole = cut([text])
      const what = `TEST_SEED=${seed} run ${run}: ${JSON.stringify(text)}`
      assert.strictEqual(withoutSpaces(whole.join("")), withoutSpaces(plain), what)
      for (const sentence of whole) assert.include(plain, sentence, what)
      const tokens: Array<string> = []
      for (let at = 0; at < text.length; ) {
        const next = at + 1 + below(random, 6)
        tokens.push(text.slice(at, next))
        at = next
      }
      assert.deepStrictEqual(cut(tokens), whole, what)
      assert.isTrue(
        whole.every((sentence) => sentence.trim() === sentence && sentence !== ""),
        what
      )
    }
  })

  const withoutSpaces = (text: string) => text.replaceAll(" ", "")

  it("are none for a text without words", () => {
    assert.deepStrictEqual(cut([]), [])
    assert.deepStrictEqual(cut([" ", "\n\n", "---\n", "🎉"]), [])
  })
})
