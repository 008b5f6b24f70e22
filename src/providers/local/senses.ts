import { interested, notInterested, optOut, says, wrongNumber } from "./sayings.ts"

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
      "बाद में (?:बात|कॉल|फोन)\\S*(?: \\S+)*",
      "baad (?:mein|me) (?:baat|call|phone)(?: \\S+)*"
    ),
    asked: says("(?:call|ring|phone) you (?:back|again|later|at|on|tomorrow)", "वापस फोन करें")
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
      "देहांत(?: \\S+)*",
      "मृत्यु(?: \\S+)*",
      "(?:guzar|gujar) ga(?:ye|yi|e)",
      "dehant(?: \\S+)*",
      "nahi rahe"
    )
  },
  dispute: {
    named: says("disputed?", "fraud", "scam"),
    said: says(
      "(?:never|not|didnt|havent) (?:take|took|taken|have|had|apply|applied)(?: \\S+){0,3} (?:loan|card|account|credit)",
      "not my (?:loan|debt|account|card|bill)",
      "(?:do not|dont) owe(?: \\S+)*",
      "(?:this|it|that) is (?:a )?(?:fraud|scam|wrong charge)",
      "fraud",
      "scam",
      "(?:amount|bill|charge) is (?:wrong|not correct|incorrect)",
      "(?:loan|लोन|karz|कर्ज) (?:nahi|नहीं|liya nahi) (?:liya|लिया)(?: \\S+)*",
      "(?:धोखा|फ्रॉड|dhokha)(?: \\S+)*"
    ),
    isDenial: true
  },
  alreadyPaid: {
    named: says("(?:already )?paid", "payment (?:done|made)"),
    said: says(
      `(?:have|has|was|is|it|already|just|i|we|had|been) ${paid}`,
      `(?:payment|amount|emi|bill|instal?lment) (?:is|was|has been|already) (?:done|made|paid|cleared)`,
      "already (?:done|made) (?:the|my) payment",
      "(?:paid|payment) (?:yesterday|last|on|this)(?: \\S+)*",
      "(?:pay|payment|bhugtan|jama|paise) (?:kar|ho|de|bhar) (?:diya|diye|chuka|chuki|gaya)(?: \\S+)*",
      paid.replace("(?:paid|cleared|settled|", "(?:")
    )
  },
  willPay: {
    named: says("promise(?:d|s)? to pay", "will pay", "commitment(?: \\S+)*", "ptp"),
    said: says(
      `${iWill}(?: \\S+){0,2} ${payNow}(?: \\S+)*`,
      "(?:pay|payment|bhugtan|jama|transfer) kar (?:dunga|dungi|doonga|doongi|denge|deta|deti)(?: \\S+)*",
      "(?:भुगतान|पेमेंट|पे|जमा) (?:कर|करवा) (?:दूंगा|दूंगी|देंगे|देता|देती)(?: \\S+)*",
      "(?:paise|पैसे) (?:de|दे|bhar|भर) (?:dunga|dungi|दूंगा|दूंगी)(?: \\S+)*",
      "promise to pay(?: \\S+)*"
    ),
    asked: says(
      "(?:will|can|could|would|going to) (?:\\S+ )*(?:pay|make the payment|clear it)(?: \\S+)*",
      "(?:भुगतान|पेमेंट) (?:\\S+ )*(?:करेंगे|करेंगी|सकते|सकती|पाएंगे)(?: \\S+)*"
    )
  },
  paymentPlan: {
    named: says("payment plan(?: \\S+)*", "instal?lments?(?: \\S+)*", "pay in parts", "settlement(?: \\S+)*"),
    said: says(
      "payment plan",
      "instal?lments?",
      "(?:pay|paying) (?:\\S+ ){0,2}(?:in parts|half|partially|in two|in three|bit by bit|monthly)(?: \\S+)*",
      "half now",
      "(?:kist|kisto|kiston|किस्त|किस्तों) (?:mein|me|में)(?: \\S+)*",
      "thoda thoda(?: \\S+)*",
      "थोड़ा थोड़ा(?: \\S+)*"
    )
  },
  hardship: {
    named: says("hardship", "financial (?:difficulty|trouble|problem)", "cannot pay", "unable to pay"),
    said: says(
      "(?:lost|losing) my job",
      "(?:no|do not have|dont have|not have)(?: \\S+){0,2} (?:money|job|income|salary)",
      "(?:cannot|cant|can not|unable to|not able to) (?:afford|pay)(?: \\S+)*",
      "in (?:the )?hospital",
      "(?:naukri|नौकरी) (?:chali|चली|nahi|नहीं)(?: \\S+)*",
      "(?:paise|paisa|पैसे|पैसा) (?:nahi|नहीं) (?:hai|hain|है|हैं)",
      "(?:bimar|beemar|बीमार)(?: \\S+)*"
    ),
    isDenial: true
  },
  refused: {
    named: says(
      "(?:refused|refuses|refusal|declined|rejected)(?: \\S+)*",
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
      "(?:will not|wont|not going to|refuse to|never going to) (?:pay|buy|take|do|come)(?: \\S+)*",
      "(?:nahi|नहीं) (?:dunga|dungi|दूंगा|दूंगी|karunga|karungi|करूंगा|करूंगी|karna|करना)(?: \\S+)*",
      "(?:not|isnt|wasnt|arent|am not) (?:at all )?(?:satisfied|happy|resolved|solved|fixed|working)(?: \\S+)*",
      "(?:un(?:happy|satisfied)|dissatisfied|disappointed)(?: \\S+)*",
      "(?:still|yet)(?: \\S+)* (?:not|problem|issue|down|broken)(?: \\S+)*",
      "cancel(?: \\S+)*",
      "रद्द(?: \\S+)*",
      "कैंसल(?: \\S+)*",
      "(?:khush|santusht|खुश|संतुष्ट) (?:nahi|नहीं)(?: \\S+)*"
    ),
    isDenial: true
  },
  thirdParty: {
    named: says("third party(?: \\S+)*", "someone else(?: \\S+)*", "other person(?: \\S+)*", "family member(?: \\S+)*"),
    said: says(
      "(?:i am|im|this is|its|it is) (?:his|her|their|the) (?:wife|husband|son|daughter|mother|father|brother|sister|friend|colleague|neighbou?r|secretary|roommate)(?: \\S+)*",
      "(?:he|she) (?:is|isnt|is not|has) (?:\\S+ )?(?:here|home|in|available|around|out|gone out|at work)(?: \\S+)*",
      "(?:main|मैं) (?:unki|unka|उनकी|उनका) \\S+ (?:bol|बोल)(?: \\S+)*",
      "(?:वो|वह|wo|woh) (?:घर|ghar) (?:पर|par|pe) (?:नहीं|nahi)(?: \\S+)*"
    ),
    isDenial: true
  },
  language: {
    named: says("language(?: \\S+)*"),
    said: says(
      "(?:do not|dont|cannot|cant|not) (?:speak|understand|know)(?: \\S+){0,2} (?:english|hindi|language)(?: \\S+)*",
      "no (?:english|hindi)",
      "(?:speak|talk) in (?:tamil|telugu|kannada|malayalam|bengali|marathi|gujarati|punjabi|hindi|english)(?: \\S+)*",
      "(?:english|hindi|अंग्रेजी|इंग्लिश|हिंदी|angrezi) (?:nahi|नहीं) (?:aati|aata|आती|आता|samajh|समझ|bolta|bolti)(?: \\S+)*"
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
      "(?:send|share|give|whatsapp|email|mail)(?: \\S+){0,3} (?:details|information|info|brochure|link)(?: \\S+)*",
      "(?:need|want|like)(?: \\S+){0,2} (?:more )?(?:information|details|info)(?: \\S+)*",
      "(?:details|जानकारी|jankari|डिटेल) (?:bhej|भेज|de|दे|chahiye|चाहिए)(?: \\S+)*"
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
      "(?:talk|speak) (?:to|with) (?:a|the|my) (?:doctor|nurse|clinician)(?: \\S+)*",
      "doctor se baat(?: \\S+)*",
      "डॉक्टर से बात(?: \\S+)*",
      "(?:dard|दर्द|bukhar|बुखार)(?: \\S+)*",
      "feel(?:ing)? (?:very )?(?:sick|unwell|dizzy)"
    )
  },
  rescheduled: {
    named: says("rescheduled?", "postponed?", "moved"),
    said: says(
      "reschedule(?: \\S+)*",
      "postpone(?: \\S+)*",
      "(?:another|different|some other) (?:day|time|date|slot)(?: \\S+)*",
      "(?:move|shift|change)(?: \\S+){0,2} (?:appointment|time|date|slot|visit|booking|it to)(?: \\S+)*",
      "(?:अपॉइंटमेंट|समय|तारीख|टाइम) (?:बदल|आगे)(?: \\S+)*",
      "(?:appointment|time|date) (?:badal|aage|change) (?:\\S+)(?: \\S+)*"
    )
  },
  demo: {
    named: says("(?:\\S+ )*(?:demo|visit|trial|walk in)(?: \\S+)*"),
    said: says(
      "(?:book|schedule|attend|want|like|join|take|arrange|come for|have)(?: \\S+){0,3} (?:demo|visit|trial|tour)(?: \\S+)*",
      "(?:will|can|would like to|want to) (?:visit|come to (?:the|your) (?:campus|centre|center|office|school))(?: \\S+)*",
      "(?:demo|डेमो) (?:\\S+ )?(?:chahiye|dekhna|lena|book|kar|चाहिए|देखना|लेना|बुक|कर)(?: \\S+)*"
    ),
    asked: says("(?:\\S+ )*(?:demo|visit|डेमो)(?: \\S+)*")
  },
  booked: {
    named: says("booked|booking(?: \\S+)?|scheduled", "appointment(?: \\S+)?"),
    said: says(
      "book (?:it|me|that|this|the|an?|my)(?: \\S+)*",
      "(?:make|want|need|like|take|fix|schedule)(?: \\S+)? (?:an? )?appointment(?: \\S+)*",
      "(?:appointment|slot) book(?: \\S+)*",
      "(?:अपॉइंटमेंट|स्लॉट) (?:बुक|चाहिए|ले)(?: \\S+)*",
      "(?:appointment|slot) (?:chahiye|le|lena)(?: \\S+)*"
    ),
    asked: says("(?:\\S+ )*(?:book|schedule|arrange)(?: \\S+)*", "(?:\\S+ )*बुक(?: \\S+)*")
  },
  confirmed: {
    named: says("confirmed|confirms?", "attending"),
    said: says(
      "i confirm(?: \\S+)*",
      "(?:its|it is|is) confirmed",
      "confirmed?",
      "(?:i will|ill|i shall) (?:be there|come|attend|be coming|make it)(?: \\S+)*",
      "(?:main|मैं) (?:\\S+ )?(?:aaunga|aaungi|aa jaunga|आऊंगा|आऊंगी|आ जाऊंगा)(?: \\S+)*",
      "confirm (?:hai|kar)(?: \\S+)*",
      "कन्फर्म(?: \\S+)*"
    ),
    asked: says(
      "(?:\\S+ )*confirm(?: \\S+)*",
      "(?:will|can|are) you (?:be |still )?(?:there|come|coming|attend|make it)(?: \\S+)*",
      "(?:\\S+ )*(?:आएंगे|आएंगी|आ रहे)(?: \\S+)*"
    )
  },
  complaint: {
    named: says("complain(?:t|ts|ed|s)?(?: \\S+)*"),
    said: says(
      "complain(?:t|ts|ing)?(?: \\S+)*",
      "(?:terrible|worst|pathetic|horrible|awful|useless|very bad|really bad)(?: \\S+)*",
      "(?:third|second|fifth|tenth|many) times?(?: \\S+)*",
      "शिकायत(?: \\S+)*",
      "shikayat(?: \\S+)*",
      "(?:bahut|बहुत) (?:kharab|bura|खराब|बुरा|बुरी|घटिया)(?: \\S+)*"
    )
  },
  escalation: {
    named: says("escalat(?:ion|ed|e)(?: \\S+)*", "(?:human|supervisor|manager)(?: \\S+)*"),
    said: says(
      "(?:supervisor|manager|senior)(?: \\S+)*",
      "(?:speak|talk|connect|transfer)(?: \\S+){0,2} (?:to|with) (?:a |an |some |the |your )?(?:human|person|someone|somebody|agent|real|boss|representative)(?: \\S+)*",
      "(?:मैनेजर|सुपरवाइजर)(?: \\S+)*",
      "kisi (?:senior|insaan|aadmi)(?: \\S+)*"
    )
  },
  resolved: {
    named: says("resolved|solved|fixed|closed"),
    said: says(
      "(?:resolved|solved|fixed)(?: \\S+)*",
      "(?:is|its|all|now) working(?: \\S+)*",
      "works (?:now|fine|well|again)(?: \\S+)*",
      "(?:theek|thik|ठीक|solve|सॉल्व) ho (?:gaya|गया)(?: \\S+)*",
      "(?:ठीक|सही|हल) हो (?:गया|गई|चुका)(?: \\S+)*"
    ),
    asked: says("(?:\\S+ )*(?:resolved|solved|fixed|working)(?: \\S+)*", "(?:\\S+ )*(?:ठीक|हल) हो(?: \\S+)*")
  },
  satisfied: {
    named: says("satisfied|happy|delighted"),
    said: says(
      "(?:very |so |quite )?(?:satisfied|happy|pleased)(?: \\S+)*",
      "(?:great|excellent|very good|wonderful|fantastic) (?:service|job|work|help|support|experience)(?: \\S+)*",
      "(?:khush|santusht|खुश|संतुष्ट) (?:hoon|hun|hai|हूं|हैं)(?: \\S+)*",
      "(?:bahut|बहुत) (?:accha|acchi|badhiya|अच्छा|अच्छी|बढ़िया)(?: \\S+)*"
    ),
    asked: says("(?:\\S+ )*(?:satisfied|happy)(?: \\S+)*", "(?:\\S+ )*(?:संतुष्ट|खुश)(?: \\S+)*")
  },
  fees: {
    named: says("(?:fees?|price|cost|budget)(?: \\S+)*", "(?:too )?expensive"),
    said: says(
      "(?:too|very|so) (?:expensive|costly|high|much)(?: \\S+)*",
      "(?:fees?|price|cost)(?: \\S+){0,3} (?:high|much|expensive|costly)(?: \\S+)*",
      "(?:cannot|cant|not) afford(?: \\S+)*",
      "(?:discount|scholarship)(?: \\S+)*",
      "(?:mehnga|mehngi|mahanga|महंगा|महंगी|महंगे)(?: \\S+)*",
      "(?:fees|फीस) (?:bahut|zyada|jyada|बहुत|ज्यादा)(?: \\S+)*"
    ),
    isDenial: true
  },
  elsewhere: {
    named: says("(?:enrolled|joined|bought|went) elsewhere", "(?:\\S+ )*competitor(?: \\S+)*"),
    said: says(
      "(?:joined|enrolled|admitted|registered|studying)(?: \\S+){0,2} (?:another|other|somewhere|elsewhere|different|already)(?: \\S+)*",
      "already (?:joined|enrolled|taken admission|have admission|admitted)(?: \\S+)*",
      "(?:admission|एडमिशन|दाखिला) (?:le|ho|ले|हो) (?:liya|gaya|लिया|गया)(?: \\S+)*",
      "(?:kahin|कहीं) (?:aur|और)(?: \\S+)* (?:admission|join|एडमिशन|दाखिला)(?: \\S+)*"
    )
  },
  undecided: {
    named: says("neutral", "undecided|unsure|maybe", "(?:follow|thinking)(?: \\S+)*"),
    said: says(
      "(?:not|am not|im not) (?:so |very )?sure(?: \\S+)*",
      "maybe",
      "perhaps",
      "(?:have to|need to|let me|will|want to) think(?: \\S+)*",
      "(?:have to|need to|let me|will) (?:ask|discuss|talk to|check with)(?: \\S+)*",
      "(?:not|havent|have not) decided(?: \\S+)*",
      "(?:sochna|soch|सोचना|सोच)(?: \\S+)* (?:padega|hai|पड़ेगा|है|kar|कर|batata|बताता|बताऊंगा|batati)(?: \\S+)*",
      "(?:pata|पता) (?:nahi|नहीं)(?: \\S+)*",
      "might be(?: \\S+)*"
    ),
    isDenial: true
  }
} satisfies Readonly<Record<string, Sense>>

export type SenseName = keyof typeof table
export const senses: Readonly<Record<SenseName, Sense>> = table
