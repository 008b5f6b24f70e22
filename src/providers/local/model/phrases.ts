// Usual phrases on the phone in English, Hindi and Hinglish. They match the words of `wordsOf`, joined by blanks.

/** Matches any of these phrases as whole words, in either Hindi spelling. */
const says = (...phrases: ReadonlyArray<string>): RegExp =>
  new RegExp(`(?<!\\S)(?:${phrases.join("|").normalize("NFC").replaceAll("\u093c", "").replaceAll("ँ", "ं")})(?!\\S)`)

const callWord = "(?:call(?:ing)?|phone|ring|contact|कॉल|फोन)"
const optOut = says(
  `(?:do not|dont|never|stop|not to)(?: ever| please)* ${callWord}`,
  "(?:remove|delete) my (?:number|name)",
  "(?:take|remove) me (?:off|from)",
  `${callWord} (?:mat|na|मत|न|ना) \\S+|(?:mat|मत) ${callWord}|(?:dobara|दोबारा) ${callWord} (?:nahi|नहीं) \\S+`
)
const callMe = says(
  `(?<!\\b(?:do not|dont|never|cannot|cant) )(?:call|phone|ring|contact) (?:me|us|back|again|later)`,
  "(?:कॉल|फोन) (?:(?!(?:मत|न|ना)(?!\\S))\\S+ )*(?:कीजिए|करें|करना|करिए|करो|कर)",
  "phone (?:karna|karo|kijiye|kariye)"
)
const again = says("back|again|later|(?:an|some )other time|बाद|वापस|दोबारा|baad|wapas|dobara")
const atSomeTime = says("at|on|in|after|tomorrow|tonight|baje|kal|shaam|subah|बजे|कल|शाम|सुबह|परसों")

export const busy = says(
  "busy|driving|(?:in|at) (?:a )?(?:meeting|work)|(?:not a good|a bad|no) time",
  "व्यस्त|बिजी|(?:समय|टाइम|वक्त|time) (?:nahi|नहीं)(?: \\S+)*"
)

/** Whether the person wants no call ever again; "do not call me back now" does not mean that. */
export const wantsNoCalls = (words: string): boolean =>
  optOut.test(words) && !again.test(words.replace(/\bagain\b|दोबारा|dobara/g, ""))

/** Whether the person asks to be called at another time. */
export const wantsLaterCall = (words: string): boolean =>
  ((callMe.test(words) || busy.test(words)) && again.test(words)) || (callMe.test(words) && atSomeTime.test(words))

/** The agent asks when to call back. */
export const asksWhenToCall = says("(?:call|ring|phone) you (?:back|again|later|at|on|tomorrow)|call back|वापस फोन करें")

export const wrongNumber = says(
  "wrong (?:number|person)|galat number|गलत नंबर|(?:nobody|no one) (?:of|by|with) that name"
)
export const areYouThere = says(
  "are you (?:still )?there|(?:can|do) you hear(?: me)?|anybody there|sun rahe|सुन (?:रहे|रही|पा)",
  "^(?:(?:hello|hallo|hi|हैलो|हेलो|हलो)\\s?)+$"
)
export const whoAreYou = says(
  "who(?:s| is) (?:this|it|there|calling|speaking)|who are you|who am i (?:speaking|talking) (?:to|with)",
  "are you (?:an? )?(?:robot|bot|human|machine|computer|real|person|ai)(?: \\S+)?",
  "(?:kaun|कौन) (?:\\S+ )?(?:hai|hain|है|हैं|बोल|bol)(?: \\S+)*"
)
export const repeat = says(
  "(?:say|tell me|repeat)(?: that| it)? again|pardon|come again|what did you say|(?:kya kaha|क्या कहा)",
  "(?:can|could|would|please) (?:you )?(?:please )?repeat(?: that| it)?",
  "(?:did not|didnt|could not|couldnt|cant|cannot) (?:hear|catch|understand|get)(?: \\S+)*",
  "(?:फिर से|दोबारा|dobara|phir se) (?:बोल|कह|बता|bol|kah|bata)\\S*",
  "^(?:sorry|what|excuse me|kya|क्या|जी)$"
)
export const notInterested = says(
  "(?:not|no longer|never) (?:\\S+ )?interested|no interest|not (?:for me|needed|required)|no thank(?:s| you)",
  "(?:do not|dont) (?:want|need)(?: \\S+)*",
  "(?:interested|interest|रुचि|इच्छुक|इंटरेस्टेड|जरूरत) (?:nahi|नहीं)(?: \\S+)*|(?:nahi|नहीं) (?:chahiye|चाहिए)"
)
export const interested = says(
  "interested|sounds (?:good|great|interesting)|tell me more|go (?:ahead|on)|sign me up|why not",
  "i (?:want|would like|will take) (?:it|this|that|to)(?: \\S+)*",
  "(?:रुचि|इच्छुक|इंटरेस्टेड) (?:है|हूं)|बताइए|बोलिए|बताओ|bataiye|boliye"
)
export const goodbye = says(
  "good ?bye|bye|good night|see you|have a (?:good|nice|great) \\S+",
  "alvida|अलविदा|बाय|फिर मिलेंगे|phir milenge"
)
export const thanks = says("thanks|thank you|dhanyavad|shukriya|धन्यवाद|शुक्रिया")
export const yes =
  /^(?:yes|yeah|yep|sure|ok|okay|of course|certainly|please do|right|correct|haan|han|ji|theek|हां|हा|जी|बिल्कुल|ठीक|ओके)(?!\S)/
export const no = /^(?:no|nope|not really|nothing|never|nahi|nahin|नहीं|जी नहीं|कुछ नहीं)(?!\S)/
export const asksQuestion = says(
  "whats?|when|where|who|how|why|which|whose|tell me(?! more)|explain|i (?:want|would like|need) to know",
  "kya|kab|kahan|kitn[aei]|kaise|kyon|kaun|batao|bataiye",
  "क्या|कब|कहां|कितना|कितने|कितनी|कैसे|क्यों|कौन|कौनसा|बताइए|बताओ|बताएं"
)

/** The agent asks whether the person wants something, so that a bare yes or no answers it. */
export const invites = says(
  "(?:would|do|are|will) you (?:\\S+ )*(?:like|want|interested|care)|interested|(?:may|shall|can|should) (?:i|we)",
  "चाहेंगे|चाहेंगी|चाहते|चाहती|रुचि|chahenge|chahengi|chahte|ruchi"
)
export const offersMore = says("anything else|कुछ और")

/** Label names for the outcomes that the rules know. */
export const labelNames = {
  optOut: says("(?:do not|dont) (?:call|contact|disturb)|dn[cd]|opt(?:ed)? out|unsubscribed?|never call(?: \\S+)?"),
  wrongNumber: says("wrong (?:number|person|contact)"),
  callback: says("call ?back(?: \\S+)?|call (?:later|again)|later"),
  refused: says(
    "refuse[ds]|refusal|declined|rejected|(?:not|no longer) interested|no interest|uninterested|negative",
    "cancel(?:led|ed|s|lation)?|(?:dis|un|not )satisfied"
  ),
  interested: says("(?:very )?interested|(?:hot|warm)(?: \\S+)?|positive|qualified")
}

/** Words of a label name or a clause that turn its meaning round. */
export const denies = says("not|no|never|dont|cant|cannot|wont|didnt|isnt|without|nahi|nahin|नहीं|मत|mat")
