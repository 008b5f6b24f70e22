// What people say on the phone in English, Hindi and Hinglish, in the words that `wordsOf` makes of it, joined by blanks.

/** Any of these phrases, however they are spelled, as whole words. */
export const says = (...phrases: ReadonlyArray<string>): RegExp =>
  new RegExp(`(?<!\\S)(?:${phrases.join("|").normalize("NFC").replaceAll("\u093c", "").replaceAll("ँ", "ं")})(?!\\S)`)

const callWord = "(?:call(?:ing)?|phone|ring|contact|कॉल|फोन)"
const never = "(?:do not|dont|never|stop|not to)"
export const optOut = says(
  `${never}(?: ever| please)* ${callWord}`,
  "(?:remove|delete) my (?:number|name)",
  "(?:take|remove) me (?:off|from)",
  `${callWord} (?:mat|na|मत|न|ना) \\S+`,
  `(?:mat|मत) ${callWord}`,
  `(?:dobara|दोबारा) ${callWord} (?:nahi|नहीं) \\S+`
)
export const wrongNumber = says(
  "wrong (?:number|person)",
  "galat number",
  "गलत नंबर",
  "(?:nobody|no one) (?:of|by|with) that name"
)
export const callMe = says(
  `(?<!\\b(?:do not|dont|never|cannot|cant) )(?:call|phone|ring|contact) (?:me|us|back|again|later)`,
  "(?:कॉल|फोन) (?:(?!(?:मत|न|ना)(?!\\S))\\S+ )*(?:कीजिए|करें|करना|करिए|करो|कर)",
  "phone (?:karna|karo|kijiye|kariye)"
)
export const later = says(
  "back",
  "again",
  "later",
  "another time",
  "some other time",
  "बाद",
  "वापस",
  "दोबारा",
  "baad",
  "wapas",
  "dobara"
)
export const areYouThere = says(
  "are you (?:still )?there",
  "(?:can|do) you hear(?: me)?",
  "anybody there",
  "sun rahe",
  "सुन (?:रहे|रही|पा)"
)
export const onlyHello = /^(?:(?:hello|hallo|hi|हैलो|हेलो|हलो)\s?)+$/
export const whoAreYou = says(
  "who (?:are you|is (?:this|it|there|calling|speaking))",
  "whos (?:this|there|calling|speaking)",
  "who am i (?:speaking|talking) (?:to|with)",
  "are you (?:an? )?(?:robot|bot|human|machine|computer|real|person|ai)(?: \\S+)?",
  "(?:kaun|कौन) (?:\\S+ )?(?:hai|hain|है|हैं|बोल|bol)(?: \\S+)*"
)
export const repeat = says(
  "(?:say|tell me|repeat)(?: that| it)? again",
  "(?:can|could|would|please) (?:you )?(?:please )?repeat(?: that| it)?",
  "pardon",
  "come again",
  "what did you say",
  "(?:did not|didnt|could not|couldnt|cant|cannot) (?:hear|catch|understand|get)(?: \\S+)*",
  "(?:फिर से|दोबारा|dobara|phir se) (?:बोल|कह|बता|bol|kah|bata)\\S*",
  "(?:kya kaha|क्या कहा)"
)
export const onlyWhat = /^(?:sorry|what|excuse me|kya|क्या|जी)$/
export const notInterested = says(
  "(?:not|no longer|never) (?:\\S+ )?interested",
  "no interest",
  "(?:do not|dont) (?:want|need)(?: \\S+)*",
  "not (?:for me|needed|required)",
  "no thank(?:s| you)",
  "(?:interested|interest|रुचि|इच्छुक|इंटरेस्टेड|जरूरत) (?:nahi|नहीं)(?: \\S+)*",
  "(?:nahi|नहीं) (?:chahiye|चाहिए)"
)
export const goodbye = says(
  "good ?bye",
  "bye",
  "good night",
  "see you",
  "have a (?:good|nice|great) \\S+",
  "alvida",
  "अलविदा",
  "बाय",
  "फिर मिलेंगे",
  "phir milenge"
)
export const interested = says(
  "interested",
  "sounds (?:good|great|interesting)",
  "tell me more",
  "go (?:ahead|on)",
  "sign me up",
  "i (?:want|would like|will take) (?:it|this|that|to)(?: \\S+)*",
  "why not",
  "(?:रुचि|इच्छुक|इंटरेस्टेड) (?:है|हूं)",
  "बताइए",
  "बोलिए",
  "बताओ",
  "bataiye",
  "boliye"
)
export const busy = says(
  "busy",
  "driving",
  "(?:in|at) (?:a )?(?:meeting|work)",
  "(?:not a good|a bad|no) time",
  "व्यस्त",
  "बिजी",
  "(?:समय|टाइम|वक्त|time) (?:nahi|नहीं)(?: \\S+)*"
)
export const hold = says(
  "wait",
  "hold on",
  "(?:one|just a|ek|एक) (?:minute|second|moment|मिनट|सेकंड)",
  "ruko",
  "rukiye",
  "रुको",
  "रुकिए"
)
export const yes =
  /^(?:yes|yeah|yep|sure|ok|okay|of course|certainly|please do|right|correct|haan|han|ji|theek|हां|हा|जी|बिल्कुल|ठीक|ओके)(?!\S)/
export const no = /^(?:no|nope|not really|nothing|never|nahi|nahin|नहीं|जी नहीं|कुछ नहीं)(?!\S)/
export const thanks = says("thanks", "thank you", "dhanyavad", "shukriya", "धन्यवाद", "शुक्रिया")
export const asksFor = says(
  "tell me(?! more)",
  "explain",
  "i (?:want|would like|need) to know",
  "(?:batao|bataiye|बताइए|बताओ|बताएं)"
)
export const questionWord = says(
  "what|whats|when|where|who|how|why|which|whose",
  "kya|kab|kahan|kitn[aei]|kaise|kyon|kaun",
  "क्या|कब|कहां|कितना|कितने|कितनी|कैसे|क्यों|कौन|कौनसा"
)

/** Whether nobody shall call ever again; "do not call me back now" says something else. */
export const wantsNoCalls = (words: string): boolean =>
  optOut.test(words) && !later.test(words.replace(/\bagain\b|दोबारा|dobara/g, ""))

/** Whether somebody shall call, though not now. */
export const wantsLaterCall = (words: string): boolean =>
  (callMe.test(words) && (later.test(words) || laterOn.test(words))) || (busy.test(words) && later.test(words))

const laterOn = says("at|on|in|after|tomorrow|tonight|baje|kal|baad|shaam|subah", "बजे|कल|बाद|शाम|सुबह|परसों")

/** Of an agent who would have somebody call. */
export const asksWhenToCall = says(
  "(?:call|ring|phone) you (?:back|again|later|at|on|tomorrow)",
  "वापस फोन करें",
  "call back"
)
