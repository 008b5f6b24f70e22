import { asksWhenToCall, interested, notInterested, optOut, says, wrongNumber } from "./sayings.ts"

/** Something that a talk can come to: which labels stand for it, and how people say it. */
export interface Sense {
  /** The words of a label's name. */
  readonly named: RegExp
  /** The words of a clause of the person. */
  readonly said: RegExp
  /** The words of a question of the agent, to which a yes means it. */
  readonly asked?: RegExp
  /** It is about what is not so: "not" before it takes nothing back. */
  readonly isDenial?: true
}

const paid = "(?:paid|cleared|settled|भुगतान कर (?:दिया|चुका|चुकी)|पेमेंट (?:कर दिया|हो गया)|पैसे (?:दे|भर) (?:दिए|चुका))"
const payNow = "(?:pay|clear it|settle it|make (?:the|a|my) payment|do (?:the|my) payment|deposit)"
const iWill = "(?:i will|ill|i shall|i can|i am going to|im going to|we will|well)"

/** In the order in which one of two that were said goes before the other when no label decides. */
const table = {
  leaveAlone: {
    named: says(
      "do not (?:call|contact|disturb)",
      "dont (?:call|contact)",
      "dnc",
      "dnd",
      "opt(?:ed)? out",
      "unsubscribed?",
      "never call(?: \\S+)?"
    ),
    said: optOut,
    isDenial: true
  },
  wrongNumber: { named: says("wrong (?:number|person|contact)"), said: wrongNumber, isDenial: true },
  callback: {
    named: says("call ?back(?: \\S+)?", "call (?:later|again)", "later"),
    said: says(
      "call ?back (?:later|tomorrow|please)",
      "(?:need|want|like) a call ?back",
      "बाद में (?:बात|कॉल|फोन)\\S*",
      "baad (?:mein|me) (?:baat|call|phone)"
    ),
    asked: asksWhenToCall
  },
  deceased: {
    named: says("deceased|dead|died|death"),
    said: says(
      "passed away",
      "is dead",
      "has died",
      "died",
      "is no more",
      "no longer alive",
      "(?:expire|expired) (?:last|in|on|this)",
      "(?:गुजर|चल) (?:गए|गई|बसे|बसीं)",
      "देहांत",
      "मृत्यु",
      "(?:guzar|gujar) ga(?:ye|yi|e)",
      "dehant",
      "nahi rahe"
    )
  },
  dispute: {
    named: says("disputed?", "fraud", "scam"),
    said: says(
      "(?:never|not|didnt|havent) (?:take|took|taken|have|had|apply|applied)(?: \\S+){0,3} (?:loan|card|account|credit)",
      "not my (?:loan|debt|account|card|bill)",
      "(?:do not|dont) owe",
      "(?:this|it|that) is (?:a )?(?:fraud|scam|wrong charge)",
      "fraud",
      "scam",
      "(?:amount|bill|charge) is (?:wrong|not correct|incorrect)",
      "(?:loan|लोन|karz|कर्ज) (?:nahi|नहीं|liya nahi) (?:liya|लिया)",
      "(?:धोखा|फ्रॉड|dhokha)"
    ),
    isDenial: true
  },
  alreadyPaid: {
    named: says("(?:already )?paid", "payment (?:done|made)"),
    said: says(
      `(?:have|has|was|is|it|already|just|i|we|had|been) ${paid}`,
      `(?:payment|amount|emi|bill|instal?lment) (?:is|was|has been|already) (?:done|made|paid|cleared)`,
      "already (?:done|made) (?:the|my) payment",
      "(?:paid|payment) (?:yesterday|last|on|this)",
      "(?:pay|payment|bhugtan|jama|paise) (?:kar|ho|de|bhar) (?:diya|diye|chuka|chuki|gaya)",
      paid.replace("(?:paid|cleared|settled|", "(?:")
    )
  },
  willPay: {
    named: says("promise(?:d|s)? to pay", "will pay", "commitment", "ptp"),
    said: says(
      `${iWill}(?: (?!not|never)\\S+){0,2} ${payNow}`,
      "(?:pay|payment|bhugtan|jama|transfer) kar (?:dunga|dungi|doonga|doongi|denge|deta|deti)",
      "(?:भुगतान|पेमेंट|पे|जमा) (?:कर|करवा) (?:दूंगा|दूंगी|देंगे|देता|देती)",
      "(?:paise|पैसे) (?:de|दे|bhar|भर) (?:dunga|dungi|दूंगा|दूंगी)",
      "promise to pay"
    ),
    asked: says(
      "(?:will|can|could|would|going to) (?:\\S+ )*(?:pay|make the payment|clear it)",
      "(?:भुगतान|पेमेंट) (?:\\S+ )*(?:करेंगे|करेंगी|सकते|सकती|पाएंगे)"
    )
  },
  paymentPlan: {
    named: says("payment plan", "instal?lments?", "pay in parts", "settlement"),
    said: says(
      "payment plan",
      "instal?lments?",
      "(?:pay|paying) (?:\\S+ ){0,2}(?:in parts|half|partially|in two|in three|bit by bit|monthly)",
      "half now",
      "(?:kist|kisto|kiston|किस्त|किस्तों) (?:mein|me|में)",
      "thoda thoda",
      "थोड़ा थोड़ा"
    )
  },
  hardship: {
    named: says("hardship", "financial (?:difficulty|trouble|problem)", "cannot pay", "unable to pay"),
    said: says(
      "(?:lost|losing) my job",
      "(?:no|do not have|dont have|not have)(?: \\S+){0,2} (?:money|job|income|salary)",
      "(?:cannot|cant|can not|unable to|not able to) (?:afford|pay)",
      "in (?:the )?hospital",
      "(?:naukri|नौकरी) (?:chali|चली|nahi|नहीं)",
      "(?:paise|paisa|पैसे|पैसा) (?:nahi|नहीं) (?:hai|hain|है|हैं)",
      "(?:bimar|beemar|बीमार)"
    ),
    isDenial: true
  },
  refused: {
    named: says(
      "(?:refused|refuses|refusal|declined|rejected)",
      "(?:not|no longer) interested",
      "no interest",
      "uninterested",
      "negative",
      "cancel(?:led|ed|s|lation)?",
      "dissatisfied",
      "unsatisfied",
      "not satisfied"
    ),
    said: says(
      notInterested.source,
      "(?:will not|wont|not going to|refuse to|never going to) (?:pay|buy|take|do|come)",
      "(?:nahi|नहीं) (?:dunga|dungi|दूंगा|दूंगी|karunga|karungi|करूंगा|करूंगी|karna|करना)",
      "(?:not|isnt|wasnt|arent|am not) (?:at all )?(?:satisfied|happy|resolved|solved|fixed|working)",
      "(?:un(?:happy|satisfied)|dissatisfied|disappointed)",
      "(?:still|yet)(?: \\S+)* (?:not|problem|issue|down|broken)",
      "cancel",
      "रद्द",
      "कैंसल",
      "(?:khush|santusht|खुश|संतुष्ट) (?:nahi|नहीं)"
    ),
    isDenial: true
  },
  thirdParty: {
    named: says("third party", "someone else", "other person", "family member"),
    said: says(
      "(?:i am|im|this is|its|it is) (?:his|her|their|the) (?:wife|husband|son|daughter|mother|father|brother|sister|friend|colleague|neighbou?r|secretary|roommate)",
      "(?:he|she) (?:is|isnt|is not|has) (?:\\S+ )?(?:here|home|in|available|around|out|gone out|at work)",
      "(?:main|मैं) (?:unki|unka|उनकी|उनका) \\S+ (?:bol|बोल)",
      "(?:वो|वह|wo|woh) (?:घर|ghar) (?:पर|par|pe) (?:नहीं|nahi)"
    ),
    isDenial: true
  },
  language: {
    named: says("language"),
    said: says(
      "(?:do not|dont|cannot|cant|not) (?:speak|understand|know)(?: \\S+){0,2} (?:english|hindi|language)",
      "no (?:english|hindi)",
      "(?:speak|talk) in (?:tamil|telugu|kannada|malayalam|bengali|marathi|gujarati|punjabi|hindi|english)",
      "(?:english|hindi|अंग्रेजी|इंग्लिश|हिंदी|angrezi) (?:nahi|नहीं) (?:aati|aata|आती|आता|samajh|समझ|bolta|bolti)"
    ),
    isDenial: true
  },
  unqualified: {
    named: says("(?:not|un) ?(?:qualified|eligible|relevant)", "disqualified|unqualified|ineligible"),
    said: says(
      "not (?:eligible|qualified|working|employed)",
      "(?:do not|dont) (?:have|own|run) (?:a|any) (?:\\S+ )?(?:business|car|house|property|land|salary|company|shop)",
      "too (?:old|young)",
      "(?:am|still) (?:a )?(?:student|retired|unemployed)",
      "retired"
    ),
    isDenial: true
  },
  interested: {
    named: says("(?:very )?interested", "hot(?: \\S+)?", "warm(?: \\S+)?", "positive", "qualified"),
    said: interested
  },
  information: {
    named: says("(?:needs?|wants?|more) (?:\\S+ )?(?:information|info|details)", "enquiry|inquiry|questions?"),
    said: says(
      "(?:send|share|give|whatsapp|email|mail)(?: \\S+){0,3} (?:details|information|info|brochure|link)",
      "(?:need|want|like)(?: \\S+){0,2} (?:more )?(?:information|details|info)",
      "(?:details|जानकारी|jankari|डिटेल) (?:bhej|भेज|de|दे|chahiye|चाहिए)"
    )
  },
  clinician: {
    named: says("(?:needs? )?(?:clinician|doctor|nurse|medical(?: \\S+)?)"),
    said: says(
      "(?:chest|stomach|severe|bad|lot of)(?: \\S+)? pain",
      "bleeding",
      "fever",
      "side effects?",
      "symptoms?",
      "(?:talk|speak) (?:to|with) (?:a|the|my) (?:doctor|nurse|clinician)",
      "doctor se baat",
      "डॉक्टर से बात",
      "(?:dard|दर्द|bukhar|बुखार)",
      "feel(?:ing)? (?:very )?(?:sick|unwell|dizzy)"
    )
  },
  rescheduled: {
    named: says("rescheduled?", "postponed?", "moved"),
    said: says(
      "reschedule",
      "postpone",
      "(?:another|different|some other) (?:day|time|date|slot)",
      "(?:move|shift|change)(?: \\S+){0,2} (?:appointment|time|date|slot|visit|booking|it to)",
      "(?:अपॉइंटमेंट|समय|तारीख|टाइम) (?:बदल|आगे)",
      "(?:appointment|time|date) (?:badal|aage|change) (?:\\S+)"
    )
  },
  demo: {
    named: says("(?:demo|visit|trial|walk in)"),
    said: says(
      "(?:book|schedule|attend|want|like|join|take|arrange|come for|have)(?: \\S+){0,3} (?:demo|visit|trial|tour)",
      "(?:will|can|would like to|want to) (?:visit|come to (?:the|your) (?:campus|centre|center|office|school))",
      "(?:demo|डेमो) (?:\\S+ )?(?:chahiye|dekhna|lena|book|kar|चाहिए|देखना|लेना|बुक|कर)"
    ),
    asked: says("(?:demo|visit|डेमो)")
  },
  booked: {
    named: says("booked|booking(?: \\S+)?|scheduled", "appointment(?: \\S+)?"),
    said: says(
      "book (?:it|me|that|this|the|an?|my)",
      "(?:make|want|need|like|take|fix|schedule)(?: \\S+)? (?:an? )?appointment",
      "(?:appointment|slot) book",
      "(?:अपॉइंटमेंट|स्लॉट) (?:बुक|चाहिए|ले)",
      "(?:appointment|slot) (?:chahiye|le|lena)"
    ),
    asked: says("(?:book|schedule|arrange)", "बुक")
  },
  confirmed: {
    named: says("confirmed|confirms?", "attending"),
    said: says(
      "i confirm",
      "(?:its|it is|is) confirmed",
      "confirmed?",
      "(?:i will|ill|i shall) (?:be there|come|attend|be coming|make it)",
      "(?:main|मैं) (?:\\S+ )?(?:aaunga|aaungi|aa jaunga|आऊंगा|आऊंगी|आ जाऊंगा)",
      "confirm (?:hai|kar)",
      "कन्फर्म"
    ),
    asked: says(
      "confirm",
      "(?:will|can|are) you (?:be |still )?(?:there|come|coming|attend|make it)",
      "(?:आएंगे|आएंगी|आ रहे)"
    )
  },
  complaint: {
    named: says("complain(?:t|ts|ed|s)?"),
    said: says(
      "complain(?:t|ts|ing)?",
      "(?:terrible|worst|pathetic|horrible|awful|useless|very bad|really bad)",
      "(?:third|second|fifth|tenth|many) times?",
      "शिकायत",
      "shikayat",
      "(?:bahut|बहुत) (?:kharab|bura|खराब|बुरा|बुरी|घटिया)"
    )
  },
  escalation: {
    named: says("escalat(?:ion|ed|e)", "(?:human|supervisor|manager)"),
    said: says(
      "(?:supervisor|manager|senior)",
      "(?:speak|talk|connect|transfer)(?: \\S+){0,2} (?:to|with) (?:a |an |some |the |your )?(?:human|person|someone|somebody|agent|real|boss|representative)",
      "(?:मैनेजर|सुपरवाइजर)",
      "kisi (?:senior|insaan|aadmi)"
    )
  },
  resolved: {
    named: says("resolved|solved|fixed|closed"),
    said: says(
      "(?:resolved|solved|fixed)",
      "(?:is|its|all|now) working",
      "works (?:now|fine|well|again)",
      "(?:theek|thik|ठीक|solve|सॉल्व) ho (?:gaya|गया)",
      "(?:ठीक|सही|हल) हो (?:गया|गई|चुका)"
    ),
    asked: says("(?:resolved|solved|fixed|working)", "(?:ठीक|हल) हो")
  },
  satisfied: {
    named: says("satisfied|happy|delighted"),
    said: says(
      "(?:very |so |quite )?(?:satisfied|happy|pleased)",
      "(?:great|excellent|very good|wonderful|fantastic) (?:service|job|work|help|support|experience)",
      "(?:khush|santusht|खुश|संतुष्ट) (?:hoon|hun|hai|हूं|हैं)",
      "(?:bahut|बहुत) (?:accha|acchi|badhiya|अच्छा|अच्छी|बढ़िया)"
    ),
    asked: says("(?:satisfied|happy)", "(?:संतुष्ट|खुश)")
  },
  fees: {
    named: says("(?:fees?|price|cost|budget)", "(?:too )?expensive"),
    said: says(
      "(?:too|very|so) (?:expensive|costly|high|much)",
      "(?:fees?|price|cost)(?: \\S+){0,3} (?:high|much|expensive|costly)",
      "(?:cannot|cant|not) afford",
      "(?:discount|scholarship)",
      "(?:mehnga|mehngi|mahanga|महंगा|महंगी|महंगे)",
      "(?:fees|फीस) (?:bahut|zyada|jyada|बहुत|ज्यादा)"
    ),
    isDenial: true
  },
  elsewhere: {
    named: says("(?:enrolled|joined|bought|went) elsewhere", "competitor"),
    said: says(
      "(?:joined|enrolled|admitted|registered|studying)(?: \\S+){0,2} (?:another|other|somewhere|elsewhere|different|already)",
      "already (?:joined|enrolled|taken admission|have admission|admitted)",
      "(?:admission|एडमिशन|दाखिला) (?:le|ho|ले|हो) (?:liya|gaya|लिया|गया)",
      "(?:kahin|कहीं) (?:aur|और)(?: \\S+)* (?:admission|join|एडमिशन|दाखिला)"
    )
  },
  undecided: {
    named: says("neutral", "undecided|unsure|maybe", "(?:follow|thinking)"),
    said: says(
      "(?:not|am not|im not) (?:so |very )?sure",
      "maybe",
      "perhaps",
      "(?:have to|need to|let me|will|want to) think",
      "(?:have to|need to|let me|will) (?:ask|discuss|talk to|check with)",
      "(?:not|havent|have not) decided",
      "(?:sochna|soch|सोचना|सोच)(?: \\S+)* (?:padega|hai|पड़ेगा|है|kar|कर|batata|बताता|बताऊंगा|batati)",
      "(?:pata|पता) (?:nahi|नहीं)",
      "might be"
    ),
    isDenial: true
  }
} satisfies Readonly<Record<string, Sense>>

export type SenseName = keyof typeof table
export const senses: Readonly<Record<SenseName, Sense>> = table
