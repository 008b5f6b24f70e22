import { phrasesOf, type Words } from "../grammar.ts"
import type { Net } from "../net.ts"
import { type LimitedTime, matcherOf } from "../phrases.ts"

/** Hindi in both scripts, by the words of `normalizeWords`. */
export const hindi: Net = {
  isOptOut: (words) =>
    // Wishes first: nearly all sentences have none, and need no look for denials.
    (isForAlways(words) || (hasWish(words) && !isLimited(words))) && !denied.test(words) && !isDenial(words),
  hasWish: (words) => hasWish(words),
  isForAlways: (words) => isForAlways(words),
  isDenied: (words) => denied.test(words) || isDenial(words) || isLimited(words),
  speaksOfCalls: (words) => isCall(words),
  isOptOutAlone: (words) => alone.test(words),
  isPromise: (words) => promises.some((promise) => promise.test(words)) && !isLimited(words),
  isCondition: (words) => /(?<!\S)(agar|अगर|यदि|yadi)(?!\S)/.test(words)
}

const isForAlways = (words: string) => forever.some((wish) => wish.test(words)) || isEver(words)
const hasWish = (words: string) => isForAlways(words) || wishes.some((wish) => wish.test(words)) || isPlain(words)

/** Times with an end, and the words that are none of a wish for always near them. */
export const hindiSpan: LimitedTime = {
  time: "is (hafte|हफ्ते|mahine|महीने|saal|साल)|aaj|* (tak|तक)|(chhuttiyon|छुट्टियों) mein",
  again: "dobara|phir|phir se",
  within: 0
}

const alone =
  /^(?:(?:please|bas|ji|nahi|accha|ok|sir|madam|bhai|भाई|yaar|यार) )*(?:band (?:karo|kar do|kar)|(?:unsubscribe|अनसब्सक्राइब) (?:karo|kar do))(?: (?:please|ji|sir|madam|ye|yeh|sab|bhai|भाई|yaar|यार))*$/

const relative =
  "(?:bhai|bhaiya|behen|bahan|pati|patni|biwi|bibi|bete|beti|papa|pitaji|mummy|maa|dost|padosi|boss|unho|us|unhon|kisi|doctor|भाई|बहन|पति|पत्नी|बीवी|बेटे|बेटी|पापा|पिताजी|मम्मी|मां|दोस्त|पड़ोसी|पडोसी|बॉस|उन्हों|किसी|डॉक्टर)"
// Signs that the sentence is no wish of the person: quoted, negated or about calls of others.
const denied = new RegExp(
  `(?<!\\S)(?:${[
    "band (?:mat|na|nahi|kyu|kyun|kyon|क्यों)",
    "(?:nahi|not|never|didnt|dont) (?:bola|kaha|bol|keh|बोला|बोली|कहा|say|saying|said|mean|asking|ask|telling|tell)",
    `${relative} ?(?:ne|ने)(?: \\S+){0,2} (?:kaha|kahi|bola|boli|कहा|बोला|बोली)`,
    "(?:mana|मना|nahi|na) (?:kar|कर|kah|keh|bol) (?:du|dun|doon|dunga|dungi|दूं|दूंगा|दूंगी|diya|दिया) (?:to|toh|तो)",
    "(?:tv|टीवी|television|radio|रेडियो|pankha|पंखा|gas|गैस|ac|एसी|light|लाइट|darwaza|दरवाजा|cigarette|सिगरेट|gaana|गाना|music|म्यूजिक)(?: ko)? (?:band|बंद)",
    "^(?:\\S+ )?(?:wo|woh|vo|वो|वह) (?:bola|boli|kehta|kehti|bolta|bolti|बोला|बोली|कहता|कहती|बोलता|बोलती)",
    "(?:band|बंद) ho (?:gaya|gayi|gaye|gya|jayega|jaega|jayegi|jata|raha|rahi|गया|गई|गए|जाएगा|जाएगी|जाता|रहा|रही)",
    "^(?:kya|क्या)(?: \\S+){2,8} (?:diya|di|दिया|दी|gaya|गया|chuka|चुका|liya|लिया)(?: (?:hai|kya|है))?$",
    "(?:usne|unhone|kisine|उसने|उन्होंने|किसीने)(?: \\S+){0,2} (?:kaha|bola|boli|कहा|बोला|बोली)",
    "(?:koi|कोई) (?:dikkat|problem|pareshani|etraaz|aitraaz|दिक्कत|प्रॉब्लम|परेशानी|ऐतराज|एतराज) nahi",
    "(?:main|mein|मैं) (?:khud )?(?:aapko |aap ko )?(?:call|phone) (?:karunga|karungi|karoonga|karoongi|kar lunga|kar loonga|करूंगा|करूंगी|kar लूंगा|kar लूंगी)"
  ].join("|")})(?!\\S)`
)

const hindiWords: Words = {
  call: [
    "call|dial|डायल|whatsapp|फ़ोन|काल|calling|phone|कॉलिंग|contact|sampark|संपर्क|सम्पर्क|कांटेक्ट",
    "कॉन्टैक्ट|फोनकॉल|मैसेज|message|msg|sms"
  ],
  again: ["phir|dobara|agar|aage|aainda|ab|kabhi|अगली|ek baar aur|roz|रोज|baar|again|firse|दुबारा|पुनः|जारी", "अगले"],
  record: [
    "(mera|mere|meri|मेरी|hamara|हमारा|hamari|हमारी|is|ye|yeh|ये|यह|apna|humara|humare) … (number|naam|data|डाटा|डेटा|details|डिटेल*|jaankari|जानकारी|record|रिकॉर्ड|contact|नाम|मोबाइल|mobile|info)",
    "(number|naam|नाम|no|no list) … (mera|hamara|हमारा|list se|apni)|(mera|hamara) (no|no list)",
    "(mujhe|hume) … (list|लिस्ट|database|डेटाबेस|system|सिस्टम|record|रिकॉर्ड) (mein )?se"
  ],
  remove: [
    "(बाहर|bahar) (karo|kar|kare|kijiye|nikalo|निकाल*|कीजिए)",
    "hatao|हटा*|hata*|delete|डिलिट|डीलीट|remove|nikalo|निकाल*|nikal*|kaato|काट*|kaat*|मिटा*|mita*|erase",
    "इरेज|उड़ा*|उडा*|uda*|साफ|saaf|भूल*|bhool*|bhul*|खारिज|हटवा*|हटाने"
  ],
  often: "(do|teen|char|paanch|kai|das|kitni|दो|तीन|चार|पांच|कई|दस|कितनी) (baar|बार)|(har|roz|रोज|हर) (din|roz|दिन|रोज)",
  stillCall: "(phir|fir|tab|तब|फिर|abhi|ab) bhi … … (call|phone) (kar*|कर*|aa*|आ*)|abhi tak (call|phone)",
  stop: [
    "(?<!(sankoch|संकोच|hichak|हिचक*|sharm|शर्म|late|लेट|wait|वेट|cancel|कैंसिल|jaldi|जल्दी|chinta|चिंता|der|देर|tension|टेंशन|band|cut|कट|disconnect|डिस्कनेक्ट) )(mat|na) (hi )?(karo|karna|kar|kare|karte|kiya karo|kiya kar|kiya|lagao|milao|milana|मिलाओ|मिलाना|ghumao|घुमाओ|maro|मारो|करियो|करिओ|kario|kariyo|करते|aana|aaye|आए|आना|आएं|karwao|करवाओ|करवाना)",
    "(डोंट|डोन्ट|डू नॉट)|band (karo|kar|karwao|karwa*|karva*|ho|hona|करवा*|किया|kiya|करवाओ|कराओ|karao|kariye|कर)",
    "rok* (do|दो|lo)|rok (do|dijiye)|रोक*|chhod do|छोड* do|khatam karo|खत्म karo|बस karo|bas karo|bas kar",
    "stop (karo|kar)|विराम"
  ],
  dontCall: [
    "(call|phone|dial|contact|sampark|संपर्क|ring|रिंग|मैसेज|message|number) … (mat|na|nahi|mana) (hi )?(karo|karna|kar|kare|kiya karo|kiya kar|lagao|milao|milana|मिलाओ|मिलाना|ghumao|घुमाओ|maro|मारो|करियो|करिओ|kario|kariyo|करते|aana|aaye|आए|आना|आएं|karwao|करवाओ|करवाना)",
    "(mat|na|nahi) (karo|karna|kar|kare|karte|kiya karo|kiya kar|kiya|lagao|milao|milana|मिलाओ|मिलाना|ghumao|घुमाओ|maro|मारो|करियो|करिओ|kario|kariyo|करते|aana|aaye|आए|आना|आएं|karwao|करवाओ|करवाना) … (call|phone|sampark|contact)",
    "(aage se|aainda|dobara|kabhi|ab se|aaj ka baad|phir) … (mat|na) (karo|karna|kar|kare|karte|kiya karo|kiya kar|kiya|lagao|milao|milana|मिलाओ|मिलाना|ghumao|घुमाओ|maro|मारो|करियो|करिओ|kario|kariyo|करते|aana|aaye|आए|आना|आएं|karwao|करवाओ|करवाना)"
  ],
  dontTry:
    "(try|ट्राई|koshish|कोशिश|kosis|himmat|हिम्मत|प्रयास|जुर्रत) (bhi )?(mat|na|nahi) (karo|karna|kar|kiya|kare|करिए)",
  consent: ["sahmati|सहमति|ijazat|इजाजत|anumati|अनुमति|permission|परमिशन|consent|कंसेंट|मंजूरी|manjuri|manzoori", "रजामंदी"],
  withdraw: "wapas (le*|ले*)|radd|रद्द|cancel|कैंसिल|कैंसल|withdraw|विड्रॉ|खत्म|khatam|हटा*|hatao",
  forbidden: [
    "(ijazat|इजाजत|anumati|अनुमति|permission|परमिशन|haq|हक|adhikar|अधिकार|sahmati|सहमति|मंजूरी|consent|कंसेंट|right) … (nahi|na|nhi|नहीं)",
    "(manahi|मनाही|mana|मना|sakht mana|निषेध) (hai|करता|करती|karta|karti|kar|kiya)|pasand nahi|पसंद nahi",
    "(nahi|kabhi nahi) (di|दी|diya|दिया) … (permission|परमिशन|ijazat|इजाजत|anumati|अनुमति|sahmati|सहमति)",
    "aitraaz hai|ऐतराज hai|आपत्ति hai|बिना (मेरी )?(permission|परमिशन|अनुमति|इजाजत){0,3}"
  ],
  harassment:
    "(ye|yeh|ये|यह) (to |तो |सब |sab |saaf |साफ ){0,3}(harassment|हैरेसमेंट|हरासमेंट|उत्पीड़न|उत्पीडन|stalking|torture|टॉर्चर|मानसिक प्रताड़ना)",
  threat: [
    "police|पुलिस|thane|थाने|थाना|vakil|वकील|lawyer|लॉयर|court|कोर्ट|कानूनी|legal|लीगल|trai|ट्राई mein",
    "consumer|कंज्यूमर|उपभोक्ता|mukadma|मुकदमा|cyber|साइबर|fir|एफआईआर",
    "(complaint|complain|कंप्लेंट|कम्प्लेंट|कंप्लेन|shikayat|शिकायत|report|रिपोर्ट|case|केस) (kar|kar do|karunga|karungi|कर*|kara*|darj|दर्ज|likhwa*|ठोक*|डाल*|daalo|hogi|होगी|करवा*|की जाएगी)"
  ],
  goOn: [
    "(band|बंद) (nahi|na) (kiya|hua|huye|हुआ|हुए|hui|हुई|करोगे|karoge|karte|करते|ki)",
    "nahi (maane|माने|रुके|ruke|sudhre|सुधरे)",
    "(agar|phir) (ye |ये |aisa |ऐसा )?(chalta|चलता|hota|होता) (raha|रहा)|जारी (rakha|रखा|raha|रहा)",
    "parishan kiya|pareshan kiya|(baaz|बाज) (nahi|na) … (aa|आ|aaye|आए|aate|आते|रहे)"
  ],
  how: [
    "kaise|kese|कैसे|kya karna|क्या (karna|karu|करूं|करना)|kya karu|kya karoon|kis tarah|किस तरह|tareeka",
    "tarika|तरीका|उपाय"
  ],
  escape: [
    "band|बंद|ruk*|रुक*|rok*|रोक*|hatao|हटा*|hata*|nikalo|remove|chhutkara|छुटकारा|बच*|block|ब्लॉक",
    "(nahi|na) (aaye|आए|आएं|aayega|aayenge|आएंगे|आये)|unsubscribe|अनसब्सक्राइब|पीछा"
  ],
  last: [
    "(ye|yeh|ये|यह|yahi|यही|is|isko|इसे|इसको) … (aakhri|aakhiri|akhri|aakri|आखिरी|आख़िरी|अंतिम|antim|last|लास्ट) (baar|call|phone|time|टाइम|दफा|मर्तबा|samjho|समझो|चेतावनी|warning|वार्निंग){0,3}",
    "(aakhri|aakhiri|akhri|आखिरी|last|लास्ट|अंतिम) (baar|call|phone|time) (hona|होना|hoga|होगा|होनी|honi|samajh*|समझ*|bol*|बोल*|keh*|कह*|warn*)"
  ],
  block:
    "(number|aapko|aap|tumko|तुमको|तुम्हें|main|mein|मैं) … (block|ब्लॉक|blacklist|ब्लैकलिस्ट) (kar|me|mein|list){0,3} ?(raha|rahi|रहा|रही|dunga|dungi|दूंगा|दूंगी|diya|दिया|deta|देता|रहे|deti|देती|में)",
  optOut: [
    "(dnd|डीएनडी|do not disturb|डू नॉट डिस्टर्ब|do not call) … … … (call|phone) (kar*|aa*|कर*|आ*|kiya)",
    "(call|phone) … (kiya|ka|aaya|आया|aayi|आई) (to|toh|तो) … (block|ब्लॉक|blacklist|ब्लैकलिस्ट) *",
    "(kisi bhi|किसी भी) (haalat|halat|haal|हालत|हाल|surat|सूरत|keemat|कीमत) … … (phone|call|contact|sampark|संपर्क) (mat|na|nahi) *",
    "(zaroorat|zarurat|jarurat|जरूरत) nahi … … … (call|phone) (karne|karna|करने) (ki|ka|की)",
    "(na|ना|न|nahi) … chahiye (aur )?(na|ना|न|nahi) (aapka|aapki|ye|yeh|ये|tumhara|koi) (phone|call)",
    "(khabardar|खबरदार) jo … (phone|call)|(koi|ye|yeh|ये|sab|aise|ऐसे|aapka) … (call|phone) nahi (lene|lena|लेने|लेना|uthane|उठाने)",
    "(ek|एक) (bhi|भी) (call|phone) nahi (aana|aani|aane|आना|आनी|आने) chahiye",
    "(ab|bas|बस) … (aur|और) (koi |कोई )?(call|phone) nahi$",
    "(unsubscribe|अनसब्सक्राइब|अनसब्सक्राईब|opt out|ऑप्ट आउट) (kar|karo|karna|करवा*|karwa*|होना|hona|chahiye|chahta|chahti|चाहता|चाहती)",
    "(dnd|dnc|डू नॉट (call|कॉल|disturb|डिस्टर्ब|contact)|do not (call|disturb)|डोंट (call|डिस्टर्ब)|ब्लैकलिस्ट|blacklist|ब्लैक list) … (daalo|dal*|डाल*|kar|do|add|ऐड|lagao|register|रजिस्टर|karo|rakho|रखो|शामिल|जोड*)",
    "(call|phone|message|मैसेज) (ya|या|aur|और|vone|वगैरह|wagera|वोन|shone|शोन) … (nahi|na|mat) … (chahiye|aana|आना|karo|karna|bhejo|भेजो|आए|aaye|aane)",
    "(aise|ऐसे|ye|yeh|ये|yeh sab|aapka|इस तरह ka|faltu|फालतू|koi|कोई|marketing|मार्केटिंग) … (call|phone) … (nahi chahiye|nahi aana chahiye|nahi आना chahiye|nahi आने chahiye|pasand nahi)",
    "(call|phone) (karna|karne|करने|karke) (se )?(bach*|बच*|parhez|परहेज|baaz|बाज){0,3}",
    "(call|phone) (karne|करने) se (bach*|बच*|baaz|बाज|parhez|परहेज){0,3}",
    "(baar baar|roz|roz roz|रोज|रोज रोज|din bhar|दिन भर|itna|itne|इतने|har din|har roz) … (call|phone) (kyu|kyon|kyun|क्यों|kar*|आता|aata|aate) … … band (karo|kar)",
    "(phone|call) (na|mat|nahi) (aaye|aana|aani|आए|आना|आये) (chahiye )?(ab|aage|dobara|kabhi|phir){0,3}",
    "(ab|aage|aaj|aainda) (se|ka baad) … (call|phone|मैसेज|message) (nahi|bilkul nahi)$",
    "(call|phone) … (chhutkara|छुटकारा|मुक्ति|mukti|निजात|nijaat) (chahiye|do|dila*|दिला*)",
    "(dimag|dimaag|दिमाग) (mat|na) (khao|खाओ|kharab|खराब)",
    "(dimag|dimaag|दिमाग) (kharab|खराब) (mat|na) (karo|kar)|band karoge|band करोगे",
    "(tang|pareshan|परेशान|तंग) … (chhod do|छोड do|छोडो|बख्श*|बस karo)",
    "(baat|बात) nahi (karna|karni|करनी) … (phone|call|aage|dobara|phir)",
    "(zaroorat|zarurat|jarurat|जरूरत) nahi hai? (aage se|dobara|kabhi|ab kabhi|phir kabhi)( mat karna| mat karo)?",
    "(phone|call) … (zaroorat|zarurat|jarurat|जरूरत) nahi … (mat|na) (karo|karna)",
    "(mere|hamare|हमारे) (ghar|घर|yahan|यहां) … (phone|call) (mat|na) (karo|karna|kar|kiya karo) (kabhi|dobara|phir|aage)",
    "(kabhi|dobara|phir|aage se) … (mere|hamare|हमारे) (ghar|घर) … (phone|call) (mat|na)",
    "(mera|mere|hamara|हमारा|mujhe|naam|number) … (suchi|soochi|सूची|list|लिस्ट) se … (hata*|हटा*|nikal*|निकाल*|delete|remove|kaato|काट*)",
    "(bola|kaha|mana|बोला|कहा|मना) … (call|phone) nahi (karna|kare|karo)",
    "(dnd|do not disturb|डू नॉट डिस्टर्ब) (karwaya|करवाया|activate|लगवाया|lagwaya|kiya|chalu|चालू|on|ऑन|active|registered|रजिस्टर्ड|hai)",
    "dont call (me|mi|मी) (dobara|phir|kabhi|aage se)|(call|phone) nahi kar (सकते|sakte)( hai)?$",
    "(save|सेव) (mat|na) … (hatao|delete|हटा*)|(kisi ko|किसी ko) mat do … (phone|call) mat",
    "(sampark|संपर्क|contact|rabta|वास्ता|vasta|लेना देना) nahi (rakhna|रखना|rakhni|चाहिए|chahiye)",
    "(koi|कोई|aapka|aise|ऐसे|ye|ये) … (call|phone) nahi (chahta|chahti|चाहता|चाहती|चाहते|chahte|लेना|lena|उठाना|uthana)"
  ],
  whoSaid: [
    "(kis|किस|kisi|kaun|कौन|kisne|किसने) ?(ne |ने )?(bola|kaha|बोला|कहा|bol|kehta|कहता|बताया|bataya)",
    "log (kehte|bolte)|लोग (कहते|बोलते)"
  ],
  others: [
    "(bank|बैंक|company|कंपनी|insurance|इंश्योरेंस|jio|जियो|airtel|एयरटेल|bajaj|loan|लोन|office|दुकान) (wale|walon|walo|वाले|वालों|ka log|ne|ने|ko|wali)",
    "दूसरी कंपनी|doosri company|dusri company|unko|उनको|unhe|उन्हें|usko|उसको|bhai|भाई ने|पड़ोसी|papa",
    "mummy|पापा|मम्मी|boss|पति|पत्नी|pati|patni|वो|wo|वे|unhone|उन्होंने|usne|उसने"
  ],
  told: [
    "(mana|मना) (kar|kiya|किया)|(ko|ne|ने) (bola|kaha|बोला|कहा|keh|कह|bol|बोल|बताया)",
    "(bola|kaha|बोला|कहा) (tha|था|थी|thi)|kehte|कहते|bolte|बोलते|(pareshan|tang) (karte|karti|करते|करती)",
    "(कह|keh|bol|बोल) (रहे|रहा|रही|rahe|raha|rahi) (थे|था|थी|the|tha|thi|hai)"
  ],
  someday: "agar|jab|जब|kabhi|अगर",
  willTell: [
    "bata (dunga|dungi|दूंगा|दूंगी)|बता (दूंगा|दूंगी|देंगे)|bataunga|bataungi|बताऊंगा|बताऊंगी",
    "keh (dunga|dungi)|कह (दूंगा|दूंगी)|bol (dunga|dungi)|बोल (दूंगा|दूंगी)|सूचित (kar|करूंगा)"
  ],
  oldOne: [
    "purana|puraana|पुराना|पुराने|purane|पिछला|pichla|pehle wala",
    "(पति|पत्नी|pati|patni|papa|मम्मी|भाई|bhai|बेटे|bete) ka (number|naam)"
  ],
  newOne: [
    "naya|nayaa|नया|नये|नए|naye|badal*|बदल*|change|चेंज|(mera|mere) (daalo|डाल*|likho|लिख*|save|सेव)",
    "rehne do|रहने do|रहने दो"
  ],
  goOnPlease: [
    "(kyu|kyun|kyon|क्यों) band|गलत likha|galat (likha|hai)",
    "band (kyu|kyun|mat|na) (karo|karna|kar|kiya|karein|करिए)",
    "(nahi|ना) (chahta|chahti|चाहता|चाहती|chahte) (ki |कि |ka )?(aap |call |phone ){0,3}(karna |karne )?(band|बंद|रुक*|hatao|हटा*)",
    "(mat|na|nahi) (hatao|हटा*|hatana|nikalo|delete|remove|kaato)",
    "(delete|remove|block|ब्लॉक|unsubscribe) (mat|na|nahi)|wapas nahi (le*|ले*)",
    "(nahi|koi) (pareshani|dikkat|परेशानी|दिक्कत) nahi|कब (कहा|बोला)|kab (kaha|bola)",
    "(ऐसा|aisa) nahi (कि|ki|ka|hai)|(nahi|मैंने(?! (कितनी|कई|पहले|आपको|तुमको|हजार|सौ|दस|बार|भी|तो|aap))) … (कहा|बोला) … (कि|ki|ka) (mujhe )?(phone|call) mat",
    "kaho to",
    "(call|phone|dobara|आपने|aapne|mujhe) … (क्यों|kyu|kyun|kyon) nahi (kiya|करते|karte|किया|ki|aaya|आया|kar)",
    "(main|mein|मैं) (khud )?(खुद )?(phone |call )?(kar )?(कर )?(lunga|lungi|लूंगा|लूंगी|loonga|karunga|करूंगा|karungi|करूंगी)",
    "(chinta|चिंता|fikar|फिक्र|tension|टेंशन|jaldi|जल्दी|jaldbaazi|sharm|शर्म|gussa|गुस्सा|order|ऑर्डर) (mat|na)",
    "(mat|na) (karo|karna) (call|phone) (karo|karna|kar do)|(वाले|wale|वाला|wala) number par",
    "^(please |apna |mera )?phone band (karo|kar|kar do)( please)?$",
    "(?<!(list|लिस्ट|suchi|soochi|सूची|database|डेटाबेस|system|सिस्टम|record|रिकॉर्ड|records|mein|में|yahan|यहां|wahan|वहां|aage|ab|jaldi|please|file|फाइल|register|रजिस्टर|data|डाटा|company|कंपनी|calling|कॉलिंग|aaj|abhi|phir|side|taraf|तरफ|turant|तुरंत|apni|apna|अपना|phone|call) )se (hatao|हटा*|nikalo|निकाल*|delete|remove|kaato|काट*)",
    "(order|ऑर्डर|दूध|सामान|saman|item) (list|लिस्ट) se",
    "(list|लिस्ट) se (दूध|सामान|दूसरा|doosra|saman|order)"
  ]
}
const made = phrasesOf(hindiWords)
const isEver = matcherOf(made.ever)
const isPlain = matcherOf(made.plain)
const isDenial = matcherOf(made.denials)
const isCall = matcherOf([hindiWords.call].flat())

/** The verb ends a Hindi sentence, so a limit may come before it, too. */
const isLimited = (words: string) =>
  limits.test(
    words
      .replace(always, " ")
      .replace(/(?<!\S)(mujh|hum|ham|aap|mere|mera|number|log|logon|logo|tum|लोग|लोगों|तुम|मुझ|इस) ko(?!\S)/g, "mujhe")
  )

const always =
  /(?<!\S)((is|इस) (ghar|घर) (mein|par|me|में|पर)|(aaj|is|iske|iska|इसके|इस) (ka )?baad|(ab|aaj|abhi) se|pehle bhi|kal bhi|(har|roz|rozana|रोज|रोज़|हर) (din|roz|दिन|रोज)?|baar baar|(ek|kitni|कितनी) baar (ka baad)?|(poora|pura|पूरा|सारा|sara) (ghar|घर)|ghar (wale|walon|वाले|वालों))(?!\S)/g
const limits = new RegExp(
  `(?<!\\S)(${[
    "se pehle|baje|baad|tak|तक|subah|shaam|raat|dopahar|office|aaj|kal|parso|परसों|abhi|agar|jab|जब|jaldi|जल्दी|itni|itna|इतनी|इतना",
    "ko|unko|usko|unhe|unhein|उनको|उसको|उन्हें|उसे|us|dusre|doosre|दूसरे|ghar|घर|meeting|मीटिंग|busy|बिजी|gaadi|गाड़ी|गाडी",
    "(sun|mon|tues|wednes|thurs|fri|satur)day|संडे|मंडे|रविवार|सोमवार|मंगलवार|बुधवार|गुरुवार|शुक्रवार|शनिवार|itvaar|itwar|इतवार|ravivar|somvar|shanivar",
    "bhoolna|bhulna|bhoolo|bhuliye|भूलना|भूलिए|before|after|at|lunch|लंच|der|देर|hafte|हफ्ते|mahine|महीने|is (saal|साल)|chhuttiyon|छुट्टियों|din mein|दिन mein|फिलहाल|filhal|ajj|hale|hune"
  ].join("|")})(?!\\S)`
)

const phoneCall = "(?:call|phone|contact|ring|sampark|संपर्क|सम्पर्क|कांटेक्ट|कॉन्टैक्ट|रिंग)"
const others = "(?: (?:\\S+))"
const not = "(?:mat|na|nahi)"
// After "do not": call, with the verbs that people use for it.
const place =
  "(?:(?:kiya|kia|kara|lagaya|milaya|करा|लगाया|मिलाया) )?(?:bhej\\S*|भेज\\S*|karo|karna|kar|kare|kariyo|kariye|karte|karwao|karwana|करियो|करिओ|करो|करते|करवाओ|करवाना|do|lagao|lagaiye|लगाइए|milao|milana|milaiye|मिलाओ|मिलाना|मिलाइए|ghumao|घुमाओ|maro|maaro|मारो|aaye|aana|aane|aayein|आए|आये|आना|आने)"
const isMade = "(?:kiya|ka) (?:jaye|jaaye|jae|jaaein|जाए|जाये|जाएं)"
const removed =
  "(?:hatao|hatwa\\S*|hataye\\S*|hataen|हटवा\\S*|हटाएं|हटाये|हटायें|हटाइये|हटा\\S*|delete|डिलिट|डीलीट|remove|nikalo|nikalen|nikaliye|nikaaliye|निकालें|निकालिए|निकालिये|निकालना|kaato|kaatiye|काटिए|काटें|cut|कट|block|ब्लॉक|mita\\S*|मिटा\\S*|erase|इरेज|saaf|साफ|uda|उड़ा|hatwa|भूल|bhool|bhul|blacklist|ब्लैकलिस्ट|unsubscribe|अनसब्सक्राइब)"
const fartherWords =
  "list|database|डेटाबेस|system|सिस्टम|record|रिकॉर्ड|records|register|रजिस्टर|file|फाइल|company|कंपनी|calling|कॉलिंग|contact|data|डाटा|डेटा|se|ka|apni|apna|अपना|aapka|aap|please|turant|तुरंत|foran|jaldi|जल्दी|abhi|ab|wahan|yahan|यहां|वहां|sab|सब|jo|hai|poora|pura|पूरा|hamesha|हमेशा|liye|लिए|ye|yeh|ko|mein|hamari|हमारी|hamare|हमारे|humne|हमने|kripya|कृपया|bhai|भाई"
const farther = `(?:${fartherWords})`
const soon =
  "(?:kabhi(?: bhi)?|aainda|aage se|ab se|abhi se|aaj se|aaj ka baad|is(?:ka)? (?:ka )?baad|इसके baad|phir(?: se)? kabhi|dobara(?: kabhi)?|zindagi mein|jindagi mein|जिंदगी mein)"
const police =
  "(?:police|पुलिस|complaint|complain|कंप्लेंट|कम्प्लेंट|shikayat|शिकायत|report|रिपोर्ट|case|केस|vakil|vakeel|वकील|lawyer|thana|thane|थाने|थाना|एफआईआर|phir (?:karwa\\S*|karunga|karungi|darj|likh\\S*)|court|कोर्ट|kanooni|कानूनी|legal|लीगल|trai|ट्राई|consumer|कंज्यूमर|mukadma|मुकदमा|cyber|साइबर)"
const annoyed = "(?:pareshan|tang|disturb|डिस्टर्ब|bother|बोदर|harass|हैरेस|हैरान|hairan|irritate|इरिटेट|distub|dukhi|दुखी)"

const kin =
  "(?:meri|mere|mera|hamari|hamare|मेरी|हमारी|हमारे) (?:(?:budhi|bimar|बूढ़ी|बूढी|बीमार) )?(?:maa|mummy|mom|mother|papa|pitaji|father|biwi|bibi|patni|wife|pati|husband|bhai|behen|bahan|beti|bete|dadi|dada|nani|nana|parivar|family|मां|माता|माताजी|मम्मी|पापा|पिताजी|पत्नी|बीवी|पति|भाई|बहन|बेटी|बेटे|दादी|दादा|नानी|नाना|परिवार|फैमिली) ko"
const politely = "(?:please|kripya|कृपया|aap|aap log|aap लोग|ab|bas|bhai|भाई|ji|sir|madam|hello|suno)"

// Wishes that end all calls, whatever else the sentence says.
const forever = [
  `${kin} ${soon} ${phoneCall} (?:mat|na|nahi) (?:${place}|${isMade})`,
  `${soon} ${kin} ${phoneCall} (?:mat|na|nahi) (?:${place}|${isMade})`,
  `${kin} ${phoneCall} (?:karna|karne|करने) (?:band|chh?o[dr]\\S*|छोड\\S*|छोड़\\S*)(?! (?:mat|na|nahi|kyu|kyun|क्यों))`,
  `^(?:${politely} )*${kin} ${phoneCall} (?:mat|na) (?:kiya )?(?:karo|kar|lagao|milao|मिलाओ)(?: ${politely})*$`,
  `${soon}(?: (?!ko\\b|raat|subah|shaam|office)(?:mujhe|hume|please|mere|mera|number|is|par|ye|koi|bhi|yahan|यहां|कोई|idhar|aap|log|लोग))* ${phoneCall} (?:mat|na) (?:${place}|${isMade})`,
  `(?:agar|dobara|phir|phir se|ab|ek baar aur|next time|अगली baar|agli baar|ab agar|aage se)(?: \\S+){0,5} ${phoneCall} (?:kiya|ka|aaya|aayi|aa gaya|आया|आयी|आई|आ गया|kar diya|kar दिया|karoge|करोगे|karte|करते|karna)(?: \\S+){0,8} ${police}`,
  `${phoneCall} (?:kiya|ka|aaya|aayi|आया|आई|karna) (?:na )?(?:to|toh|तो)(?: \\S+){0,8} ${police}`,
  `(?:nahi|mat|na) (?:chahta|chahti|chahte|चाहता|चाहती|चाहते|chah raha|chah rahi)(?: (?!raat|subah|shaam|office|aaj|kal)\\S+){0,6} (?:call|phone|contact|sampark|संपर्क) (?:karo|करें|kare|karte|करते|aaye|aayein|aana|aaen|आए|आएं|आये|आना|आयें|mile|मिले)`,
  `(?:(?:mera|mere|hamara|hum|hamari|meri|मेरी|हमारा) )(?:peecha|pichha|picha|peechha|pecha|जान|jaan|पीछा|पिंड|pind)(?: \\S+)? (?:chh?o[dr]\\S*|छोड\\S*|छोड़\\S*)`,
  "(?:peecha|pichha|picha|peechha|पीछा) (?:chh?o[dr]\\S*|छोड\\S*|छोड़\\S*)",
  "(?:mujhe|hume)(?: (?:please|aap|log|to|ab|bhai|भाई))* (?:akela|akele|अकेला|अकेले|baksh|bakhsh|बख्श|बक्श|chain se|चैन se) (?:chh?o[dr]\\S*|छोड\\S*|छोड़\\S*|do|rehne|रहने|jeene|जीने)",
  "(?:unsubscribe|opt out|अनसब्सक्राइब|ऑप्ट आउट|डीरजिस्टर|deregister) (?:kar|karo|karna|karwa|करवा|kara|करा)",
  `(?:sahmati|सहमति|ijazat|इजाजत|anumati|अनुमति|permission|परमिशन|consent|कंसेंट)(?: \\S+){0,2} (?:wapas (?:le\\S*|ले\\S*)|radd|रद्द|cancel|withdraw|nahi (?:hai|do|di|दी|दे\\S*|deta|deti|diya))`
].map((pattern) => new RegExp(`(?<!\\S)${pattern}(?!\\S)`))

const wishes = [
  `${phoneCall}(?: (?:back|wapas|vgera|wagera|kabhi|bhi|dobara|hi))* (?:mat|na) (?:hi )?(?:${place}|${isMade})`,
  `${not} (?:mujhe |hume )?${phoneCall} (?:karo|karna|kiya karo|lagao|kar)`,
  `(?:mat|na) (?:karo|karna|kiya karo|kar|lagao) (?:na )?(?:mujhe |hume |ye |yeh |aap )*${phoneCall}`,
  `${phoneCall} nahi (?:karo|${isMade})`,
  `(?:dobara|phir se|phir|kabhi|kabhi bhi|aage se|aainda|wapas|ab se)${others}{0,3} ${phoneCall} nahi (?:karna|aana|aani|aane|आनी|आने|आना|karo|aaye|आए)(?! (?:hai|tha|pada))(?: chahiye)?`,
  `(?:mujhe|hume|mere|hamara|hamare|is|iske|iska|इसके|ab|aapka|aap|koi|कोई)${others}{0,4} ${phoneCall} nahi (?:aana|aani|aane|aaye|aayein|आना|आनी|आने|आए|आएं|karna) (?:chahiye|do|deni|हैं chahiye)`,
  `dobara ${phoneCall} kiya (?:to|toh|तो)`,
  `${phoneCall} (?:karna|karne|करने|करनी|karni|aana|आना|aane|आने|lagao|milana|मिलाना)(?: ko)? (?:band|roko|rok|रोक\\S*|chh?o[dr]\\S*|छोड\\S*|छोड़\\S*|khatam|खत्म|ख़त्म)`,
  "call(?: (?:ye|yeh|sab|ye sab|karna|ab|please|turant|तुरंत|ka silsila))* band (?:karo|kar|ho|hone|होने|karwa|करवा\\S*|karna)",
  "(?:roz|रोज|रोज़|baar|aapka|apni|ye|yeh|ये|faltu|फालतू|bekar|बेकार)(?: (?:roz|रोज|ka|baar|faltu|फालतू|sab|aapka|apni|wale|वाले))* phone (?:call )?(?:ab )?band (?:karo|kar|ho)",
  `${annoyed} karna(?: (?:ab|please|bilkul))? (?:band|chh?o[dr]\\S*|छोड\\S*|छोड़\\S*|khatam|bas)`,
  `(?:satana|सताना) (?:band|chhod\\S*|छोड\\S*|छोड़\\S*)|mat (?:satao|सताओ)|(?:dimag|dimaag|दिमाग) (?:mat|na) (?:khao|खाओ|kharab|खराब)(?: \\S+)?(?: (?:phone|call).*)`,
  `(?:mera|mere|hamara|hamare|हमारा|is|yah|ye|yeh|यह|ये)(?: (?:phone|mobile|wala|वाला|मोबाइल|poora))* (?:number|naam|data|डाटा|डेटा|details|डिटेल\\S*|jaankari|जानकारी|record|रिकॉर्ड|information)(?: (?:aur|और|naam|number|data|डाटा|${fartherWords}))* ${removed}`,
  `(?:apni|aapka|is|us)(?: (?:calling|कॉलिंग|phone|company|कंपनी|${fartherWords}))* (?:list|database|डेटाबेस|system|सिस्टम|record|रिकॉर्ड) (?:se|mein se|में se)(?: (?:mujhe|mera|mere|hume|hamara|number|naam|ko|please))* ${removed}`,
  `(?:mujhe|hume)(?: ${farther})* (?:list|database|डेटाबेस|system|सिस्टम|record|रिकॉर्ड)(?: mein)? se(?: (?:please|turant|तुरंत|abhi|ab|hi))* ${removed}`,
  "(?:dnd|do not call|dnc|डू नॉट call|डू नॉट कॉल)(?: (?:list|service|सर्विस|सेवा))?(?: (?:mein|par|ko))? (?:daalo|dala|डाला|kar|do|add|lagao|karo|activate|एक्टिवेट|register|रजिस्टर|chalu|चालू|on|ऑन)",
  "(?:hatao|delete|remove|nikalo|kaato|block|ब्लॉक|मिटा)(?: (?:karo|kar|kar do|do|please|bhai|भाई))* (?:mera|mere|hamara|is|ye|yeh|ये|यह) (?:phone |mobile )?(?:number|naam|data|डाटा)(?: (?:ko|please|apni|list|system|database|se|yahan))*$",
  "number (?:ko )?(?:hatao|delete|remove|nikalo|kaato|block)(?: (?:karo|kar|do|please))* (?:mera|hamara)$",
  "(?:hatao|delete|remove|nikalo|kaato)(?: (?:karo|kar|do|please))* (?:mujhe|hume)(?: (?:is|apni|aapka|ko|us|please))* (?:list|database|system|record)",
  "(?:dnd|dnc) (?:lagao|laga|लगा|लगाया|lagaya|par|mein|active|एक्टिव|on|ऑन|chalu|चालू)(?: (?:hai|hoon|hua|hui|हुआ|लगा))+(?: (?:phir|fir|to|bhi|tab|तब|lekin|लेकिन|phone|call|kyu|kyun|क्यों).*)?",
  `${annoyed} (?:mat|na) (?:hi )?(?:${place}|${isMade})`,
  "(?:call|calling|कॉलिंग) nahi chahiye",
  `^(?:${politely} )*(?:(?:hume|mujhe) )?${phoneCall} nahi karna(?: ${politely})*$`,
  `^(?:${politely} )*${phoneCall} nahi karna(?: hai)? (?:mujhe|hume)(?: ${politely})*$`,
  "(?:aapka|aap logon ka|koi|कोई|is tarah ka|इस तरह ka|aise|ऐसे|aisi|ऐसी|faltu|फालतू|marketing|मार्केटिंग|ye sab|ab|aage se|company ka|aur koi)(?: (?:aur|और|bhi|ye|koi|कोई|company|कंपनी|bank|log|marketing|promotional|tarah|तरह|ka))* (?:call|phone|contact|sampark|संपर्क) nahi chahiye",
  "nahi chahiye(?: mujhe| hume)? (?:aapka|aapki|ye|yeh|koi|कोई|ye sab)(?: (?:sab|koi))* (?:call|phone)",
  "(?:nahi|ना) (?:chahta|chahti|चाहता|चाहती)(?: \\S+){0,4} (?:call|phone) (?:karo|करें)",
  "dobara (?:call|phone) (?:aaya|आया|aayi|आई) (?:to|toh|तो)",
  `(?:mujhse|mujh se|mera se|मुझसे|hamse|हमसे|humse|hum se)(?: (?:dobara|kabhi|ab|aage|aainda|koi|कोई|bhi))* (?:sampark|संपर्क|सम्पर्क|contact|rabta|raabta) (?:mat|na|nahi) (?:${place}|rakh\\S*|रख\\S*|${isMade})`,
  `(?:call|phone) (?:karna|karne|करने)(?: \\S+){0,3} (?:haq|हक|adhikar|अधिकार|ijazat|इजाजत|permission|परमिशन|anumati|अनुमति|zaroorat|zarurat|jarurat|जरूरत) nahi(?! (?:aaj|kal|abhi))`
].map((pattern) => new RegExp(`(?<!\\S)(?:${pattern})(?!\\S)`))

const willCall =
  "(?:karenge|karengi|karunga|karungi|karoonga|karoongi|करेंगे|करेंगी|करूंगा|करूंगी|aayega|aaega|aayegi|aaegi|आएगा|आएगी|आयेगा|आयेगी|(?:ka|kiya) (?:jayega|jaega|jayegi|jaegi|जाएगा|जाएगी|जायेगा|जायेगी))"
const isDone = "(?:diya|di|दिया|दी|denge|देंगे|dunga|dungi|दूंगा|दूंगी|gaya|गया|(?:kar|karo) (?:diya|दिया|denge|देंगे))"

const promises = [
  `${phoneCall}(?: (?:bhi|kabhi|wapas|dobara))* nahi ${willCall}`,
  `nahi ${phoneCall} ${willCall}`,
  `aapka (?:phone |mobile )?(?:number|naam)(?: ${farther})* ${removed} ${isDone}`
].map((pattern) => new RegExp(`(?<!\\S)${pattern}(?!\\S)`))
