import { wordsOf } from "../../domain/words.ts"

/** What a question is about: its words, but for those that any sentence has; one for all that mean the same. */
export const topicsOf = (text: string): ReadonlySet<string> =>
  new Set([
    ...wordsOf(text)
      .filter((word) => !saysNothing(word))
      .map((word) => topicOf(word) ?? stemOf(word)),
    ...askedBySign(text)
  ])

/** What a sentence may tell: a weekday is a time too. */
export const toldIn = (text: string): ReadonlySet<string> => new Set([...topicsOf(text), ...toldByHint(text)])

/** Whether any sentence may have the word. */
export const saysNothing = (word: string): boolean => stopWords.has(word) || /^\d+$/.test(word)

/** Which of the few topics that people ask businesses about a word names. */
export const topicOf = (word: string): string | undefined => meanings.get(stemOf(word))

/** What a question asks for without naming it. */
export const askedBySign = (text: string): ReadonlyArray<string> => topicsBy(signs, text)

/** What a text tells without naming it. */
export const toldByHint = (text: string): ReadonlyArray<string> => topicsBy(hints, text)

const topicsBy = (patterns: typeof signs, text: string) =>
  patterns.flatMap(([pattern, topic]) => (pattern.test(text) ? [topic] : []))

const stopWords = new Set(
  wordsOf(
    "a an the this that these those it its is are am was were be been being do does did done have has had will would can " +
      "could should shall may might must i me my we us our you your yours he she they them their of to in on at for from by " +
      "with about as and or but if so not no yes what which who whom whose how why there here please tell know want like " +
      "give say explain some any all more also just then than ok okay well hello hi sir madam see get got much many thanks " +
      "thank sorry let im id ill dont kya hai hain ka ki ke ko se mein aur ye yeh wo woh aap aapka aapki aapke main mujhe " +
      "batao bataiye ji haan kaise kyon kitna kitne kitni kaun kaunse kaunsa konsa koi kuch liye wala wale wali ho hun hoon kaisa kaisi " +
      "hota hoti hote hoga hogi honge tha thi kar karna karne karun kare karo karte sakta sakti sakte raha rahi rahe gaya gayi " +
      "mil milta milti milte milega milegi milenge chahiye lagega lagenge lagta par bhi hi toh na nahi nahin क्या है हैं हो हूं था थी थे का की के को से में पर और या ये यह वो वह वे आप " +
      "आपका आपकी आपके आपको मैं मेरा मेरी मुझे हम हमें हमारा हमारी हमारे तो भी ही जी हां नहीं कृपया बताइए बताओ बताएं बता दीजिए चाहिए कैसे क्यों कौन " +
      "कैसा कैसी मिल मिलता मिलती मिलते मिलेगा मिलेगी मिलेंगे लगता लगेगा होगा होगी होंगे गया गई किसे किस कितना कितने कितनी करना करते करता करती होता होती होते रहा रही रहे सकते सकता सकती लिए कोई कुछ"
  )
)

/** English and Hindi endings, as far as they keep a word from being found. */
export const stemOf = (word: string): string =>
  word
    .replace(/(?<=\w{3})(ing|ed|es|s)$/, "")
    .replace(/(?<=\w{2})e$/, "")
    .replace(/(?<=.{2})(ियों|ियां|ते|ता|ती|ना|ने|नी|ों|ें|ा|ी|े|ि|ो)$/, "")

const groups: ReadonlyArray<readonly [topic: string, words: string]> = [
  ["time", "time times hour timing timings clock when am pm समय टाइम बजे घंटे कब kab samay baje"],
  [
    "price",
    "price cost fee charge rate amount rent कीमत फीस शुल्क दाम किराया पैसा पैसे daam kimat keemat paisa paise kiraya"
  ],
  ["place", "where place address located location situated पता कहां स्थान जगह स्थित kahan pata"],
  ["payment", "pay paid payment instalment installment emi भुगतान किस्त kist kisht"],
  ["open", "open close closed shut खुला खुले खुलता खुलते खुलेगा बंद khula khule khulta khulti khulte khulega band"],
  ["documents", "document paper papers proof दस्तावेज कागज कागजात kagaz kagaj dastavez"],
  ["refund", "refund refunded वापस रिफंड wapas vapas"],
  ["cancel", "cancel cancelled cancellation रद्द कैंसिल"],
  ["discount", "discount offer coupon off छूट ऑफर डिस्काउंट chhoot chhut"],
  ["delivery", "deliver delivery delivered shipping डिलीवरी"],
  ["interest", "interest ब्याज byaj byaaj"],
  ["admission", "admission admissions enrol enroll दाखिला दाखिले प्रवेश एडमिशन dakhila"],
  ["food", "food breakfast lunch dinner meal kitchen खाना नाश्ता भोजन khana nashta"],
  ["duration", "day week month year duration दिन हफ्ते महीने साल din hafte mahine saal"]
]

export const topicNames: ReadonlyArray<string> = groups.map(([topic]) => topic)

const meanings: ReadonlyMap<string, string> = new Map(
  groups.flatMap(([topic, words]) => wordsOf(words).map((word) => [stemOf(word), topic] as const))
)

const signs: ReadonlyArray<readonly [sign: RegExp, topic: string]> = [
  [/\b\d{1,2}([:.]\d\d)? ?([ap]\.?m\b|o['’]clock)|\b\d{1,2}:\d\d\b/i, "time"],
  [/\bhow (much|expensive)\b|कितने (का|की|के|में)|कितना (पैसा|खर्च)|\bkitn[aei] (ka|ki|ke) (hai|hain)\b/i, "price"],
  [/\bhow (long|many days)\b|कितने (दिन|समय|साल)|\bkitn[aei] (din|saal|time|samay)\b/i, "duration"]
]

const hints: ReadonlyArray<readonly [hint: RegExp, topic: string]> = [
  [
    /\b((mon|tues|wednes|thurs|fri|satur|sun|week)days?|morning|afternoon|evening|noon|midnight|daily|every day)\b/i,
    "time"
  ],
  [/\b(two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\d{1,2}) (to|till|until)\b/i, "time"],
  [/(सोम|मंगल|बुध|गुरु|शुक्र|शनि|रवि)वार|सुबह|दोपहर|शाम|रोज़?(?!\p{L})/u, "time"],
  [/[₹$€£]|\b(rs|inr|rupees?|dollars?)\b|रुपये|रुपए|रु\./i, "price"],
  [/\b(in|at|on|opposite) \p{Lu}|\b(near|opposite|street|road|floor)\b/u, "place"]
]
