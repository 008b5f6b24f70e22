import { wordsOf } from "../../../domain/text/words.ts"

/** Whether the word is a stop word or a bare number. */
export const saysNothing = (word: string): boolean => stopWords.has(word) || /^\d+$/.test(word)

/** Returns the topic that a word names, among the usual questions to businesses. */
export const topicOf = (word: string): string | undefined => meanings.get(stemOf(word))

/** Returns the topics that a question asks for by its form, without a word for them. */
export const topicsByForm = (text: string): ReadonlyArray<string> => topicsBy(signs, text)

/** Returns the topics that a text covers by its form, without a word for them. */
export const topicsByHint = (text: string): ReadonlyArray<string> => topicsBy(hints, text)

/** Returns the question without the phrases that `topicsByForm` reads. */
export const withoutSigns = (text: string): string => signs.reduce((rest, [sign]) => rest.replace(sign, " "), text)

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

/** Strips the English and Hindi endings that would keep two forms of a word apart. */
export const stemOf = (word: string): string =>
  word
    .replace(/(?<=\w{3})(ing|ed|es|s)$/, "")
    .replace(/(?<=\w{2})e$/, "")
    .replace(/(?<=.{2})(ियों|ियां|ते|ता|ती|ना|ने|नी|ों|ें|ा|ी|े|ि|ो)$/, "")

const groups: ReadonlyArray<readonly [topic: string, words: string]> = [
  ["time", "time times hour timing timings clock when am pm समय टाइम बजे घंटे कब kab samay baje"],
  [
    "price",
    "price pricing cost fee charge rate amount rent tariff कीमत फीस शुल्क दाम किराया पैसा पैसे खर्च daam kimat keemat paisa paise kiraya kharch kharcha"
  ],
  ["place", "where place address located location situated landmark direction पता कहां स्थान जगह स्थित kahan pata"],
  ["payment", "pay paid payment instalment installment emi भुगतान किस्त kist kisht"],
  ["open", "open close closed shut खुला खुले खुलता खुलते खुलेगा बंद khula khule khulta khulti khulte khulega band"],
  ["documents", "document paper papers proof दस्तावेज कागज कागजात kagaz kagaj dastavez"],
  ["refund", "refund refunded वापस रिफंड wapas vapas"],
  ["cancel", "cancel cancelled cancellation रद्द कैंसिल"],
  ["discount", "discount offer coupon off concession छूट ऑफर डिस्काउंट रियायत chhoot chhut"],
  ["delivery", "deliver delivery delivered shipping shipment courier डिलीवरी"],
  ["interest", "interest ब्याज byaj byaaj"],
  ["admission", "admission admissions enrol enroll enrolment दाखिला दाखिले प्रवेश एडमिशन dakhila"],
  ["food", "food breakfast lunch dinner meal kitchen खाना नाश्ता भोजन khana nashta"],
  ["duration", "day week month year duration दिन हफ्ते महीने साल din hafte mahine saal"],
  ["booking", "booking reserve reserved reservation appointment slot बुकिंग अपॉइंटमेंट"],
  ["contact", "contact helpline telephone email संपर्क हेल्पलाइन sampark"],
  ["doctor", "doctor physician dr specialist surgeon डॉक्टर चिकित्सक"],
  ["medicine", "medicine medication tablet pharmacy chemist prescription दवा दवाई दवाइयां dawa dawai"],
  ["child", "child children kid baby toddler बच्चा बच्चे बच्चों bacha bacche bachcha bachche"],
  ["internet", "internet broadband wifi wireless fibre fiber इंटरनेट वाईफाई"],
  ["vehicle", "car bike vehicle scooter गाड़ी गाड़ियां कार gaadi gadi"],
  ["parking", "parking park valet पार्किंग"],
  ["hostel", "hostel boarding dormitory छात्रावास हॉस्टल hostal"],
  ["start", "start begin begins began commence शुरू shuru"],
  ["trouble", "problem issue trouble fault broken समस्या दिक्कत samasya dikkat"],
  ["buy", "buy purchase sell sold order खरीद kharid"],
  ["holiday", "holiday vacation छुट्टी छुट्टियां chhutti chutti"],
  ["exam", "exam examination परीक्षा pariksha"],
  ["lost", "lost lose stolen missing खो गुम kho gum"],
  ["change", "change modify shift move switch बदल badal"],
  ["insurance", "insurance mediclaim insurer बीमा bima"],
  ["teacher", "teacher faculty tutor शिक्षक अध्यापक"],
  ["staff", "staff employee team कर्मचारी"],
  ["eligible", "eligible eligibility qualify criteria पात्रता योग्यता"],
  ["job", "job career vacancy hiring नौकरी naukri"],
  ["warranty", "warranty guarantee वारंटी गारंटी"],
  ["repair", "repair mend fix मरम्मत"],
  ["laundry", "laundry washing washed ironed धुलाई"],
  ["animal", "pet dog cat animal पालतू"],
  ["gym", "gym workout fitness जिम"],
  ["age", "age aged उम्र आयु umar umra"],
  ["bus", "bus बस बसें"],
  ["ill", "sick ill illness unwell बीमार bimar"]
]

export const topicNames: ReadonlyArray<string> = groups.map(([topic]) => topic)

export const wordsOfTopics: ReadonlyArray<readonly [word: string, topic: string]> = groups.flatMap(([topic, words]) =>
  wordsOf(words).map((word) => [word, topic] as const)
)

const meanings: ReadonlyMap<string, string> = new Map(
  wordsOfTopics.map(([word, topic]) => [stemOf(word), topic] as const)
)

const signs: ReadonlyArray<readonly [sign: RegExp, topic: string]> = [
  [/\b\d{1,2}([:.]\d\d)? ?([ap]\.?m\b|o['’]clock)|\b\d{1,2}:\d\d\b/i, "time"],
  [/\bhow (much|expensive)\b|कितने (का|की|के|में)|कितना (पैसा|खर्च)|\bkitn[aei] (ka|ki|ke) (hai|hain)\b/i, "price"],
  [
    /\b(phone|contact|mobile|telephone|help ?line) number\b|\bcustomer (care|service|support)( number)?\b|\b(reach|contact|call) you\b/i,
    "contact"
  ],
  [
    /\b(not|never|isn['’]?t|aren['’]?t|doesn['’]?t|won['’]?t|stopped) work(ing)?\b|नहीं (चल|हो) रह|\bnahi (chal|ho) rah/i,
    "trouble"
  ],
  [/\bhow old\b/i, "age"],
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
  [
    /\b(in|at|on|opposite) (?!\p{L}+days?\b|January|February|March|April|May\b|June|July|August|September|October|November|December)\p{Lu}|\b(near|nearest|opposite|street|road|floor|next to|on foot)\b/u,
    "place"
  ],
  [
    /\b(aadhaa?r|pan card|passport|voter|driving licen[cs]e|certificates?|photographs?|photo id|id proof|mark ?sheets?)\b|आधार|पैन कार्ड|प्रमाण ?पत्र/i,
    "documents"
  ],
  [/\byears? (old|of age)\b|\b(older|younger) than\b|साल (का|की|के)(?!\p{L})/iu, "age"],
  [
    /\b(dial|toll[- ]free|helpline|whatsapp|customer (care|service|support))\b|\w@\w[\w-]{0,60}\.\p{L}|\b1800[ -]?\d|\+\d{2}[ -]?\d{3}|\b0\d{2,4}[ -]\d{3}/iu,
    "contact"
  ]
]
