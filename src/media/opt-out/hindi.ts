import type { Net } from "./net.ts"

/** Hindi in both scripts, by the words of `normalizeWords`. */
export const hindi: Net = {
  isOptOut: (words) => !denied.test(words) && (forever.some((wish) => wish.test(words)) || matches(wishes, words)),
  isOptOutAlone: (words) => alone.test(words),
  isPromise: (words) => matches(promises, words),
  isCondition: (words) => /(?<!\S)(agar|अगर|यदि|yadi)(?!\S)/.test(words)
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
    "(?:usne|unhone|kisine|उसने|उन्होंने|किसीने)(?: \\S+){0,2} (?:kaha|bola|boli|कहा|बोला|बोली)",
    "(?:koi|कोई) (?:dikkat|problem|pareshani|etraaz|aitraaz|दिक्कत|प्रॉब्लम|परेशानी|ऐतराज|एतराज) nahi",
    "(?:main|mein|मैं) (?:khud )?(?:aapko |aap ko )?(?:call|phone) (?:karunga|karungi|karoonga|karoongi|kar lunga|kar loonga|करूंगा|करूंगी|kar लूंगा|kar लूंगी)"
  ].join("|")})(?!\\S)`
)

/** The verb ends a Hindi sentence, so a limit may come before it, too. */
const matches = (patterns: ReadonlyArray<RegExp>, words: string) => {
  const limiting = words
    .replace(always, " ")
    .replace(/(?<!\S)(mujh|hum|ham|aap|mere|mera|number|log|logon|logo|tum|लोग|लोगों|तुम|मुझ|इस) ko(?!\S)/g, "mujhe")
  return patterns.some((pattern) => pattern.test(words)) && !limits.test(limiting)
}

const always =
  /(?<!\S)((aaj|is|iske|iska|इसके|इस) (ka )?baad|(ab|aaj|abhi) se|pehle bhi|kal bhi|(har|roz|rozana|रोज|रोज़|हर) (din|roz|दिन|रोज)?|baar baar|(ek|kitni|कितनी) baar (ka baad)?|ghar (wale|walon|वाले|वालों))(?!\S)/g
const limits = new RegExp(
  `(?<!\\S)(${[
    "se pehle|baje|baad|tak|तक|subah|shaam|raat|dopahar|office|aaj|kal|parso|परसों|abhi|agar|jab|जब|jaldi|जल्दी|itni|itna|इतनी|इतना",
    "ko|unko|usko|unhe|unhein|उनको|उसको|उन्हें|उसे|us|dusre|doosre|दूसरे|ghar|घर|meeting|मीटिंग|busy|बिजी|gaadi|गाड़ी|गाडी",
    "(sun|mon|tues|wednes|thurs|fri|satur)day|संडे|मंडे|रविवार|सोमवार|मंगलवार|बुधवार|गुरुवार|शुक्रवार|शनिवार|itvaar|itwar|इतवार|ravivar|somvar|shanivar",
    "bhoolna|bhulna|bhoolo|bhuliye|भूलना|भूलिए|before|after|at|lunch|लंच|der|देर|hafte|हफ्ते|mahine|महीने|din mein|दिन mein|फिलहाल|filhal|ajj|hale|hune"
  ].join("|")})(?!\\S)`
)

const phoneCall = "(?:call|phone|contact|ring|sampark|संपर्क|सम्पर्क|कांटेक्ट|कॉन्टैक्ट|रिंग)"
const others = "(?: (?:\\S+))"
const not = "(?:mat|na|nahi)"
// After "do not": call, with the verbs that people use for it.
const place =
  "(?:(?:kiya|kia|kara|lagaya|milaya|करा|लगाया|मिलाया) )?(?:karo|karna|kar|kare|kariyo|kariye|karte|karwao|karwana|करियो|करिओ|करो|करते|करवाओ|करवाना|do|lagao|lagaiye|लगाइए|milao|milana|milaiye|मिलाओ|मिलाना|मिलाइए|ghumao|घुमाओ|maro|maaro|मारो|aaye|aana|aane|aayein|आए|आये|आना|आने)"
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

// Wishes that end all calls, whatever else the sentence says.
const forever = [
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
  `(?:mujhe|hume|mere|hamara|hamare|is|ab|aapka|aap|koi|कोई)${others}{0,4} ${phoneCall} nahi (?:aana|aani|aane|aaye|aayein|आना|आनी|आने|आए|आएं|karna) (?:chahiye|do|deni|हैं chahiye)`,
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
