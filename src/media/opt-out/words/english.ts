import { phrasesOf, type Words } from "../grammar.ts"
import type { Net } from "../net.ts"
import { matcherOf } from "../phrases.ts"

/** English, by the words of `normalizeWords`, which writes "calls" as "call". */
export const english: Net = {
  isOptOut: (words) => {
    const plain = words.replace(fillers, "").trim()
    // Wishes first: nearly all sentences have none, and need no look for denials.
    return (
      (wishes.some((wish) => isWish(wish, plain)) ||
        isEver(plain) ||
        (isPlain(plain) && !limits.test(plain) && !otherThing.test(plain))) &&
      !denied.test(plain) &&
      !wishesCalls.test(plain) &&
      !isDenial(plain)
    )
  },
  hasWish: (words) => {
    const plain = words.replace(fillers, "").trim()
    return wishes.some((wish) => wish.test(plain)) || isEver(plain) || isPlain(plain)
  },
  isForAlways: (words) => isEver(words) || final.test(words),
  isDenied: (words) => denied.test(words) || isDenial(words) || limits.test(words) || limitsHere.test(words),
  speaksOfCalls: (words) => isCall(words),
  isOptOutAlone: (words) => alone.test(words),
  isPromise: (words) => promises.some((promise) => isPromised(promise, words)),
  isCondition: (words) => condition.test(words)
}

const englishWords: Words = {
  call: [
    "call|calling|called|phone|phonecall*|phoning|ring|ringing|dial|dialing|dialling|contact|contacting",
    "contacted|called|phoned|rang|marketing|solicitation*|bother*|disturb*|text|texting|message*|list",
    "number|spam|telemarketing|sales pitch*|communication|communications|solicit|solicitors|reach|junk",
    "robocall*"
  ],
  again: [
    "again|any ?more|ever|one more|another|once more|any (further|more|other)|in future|in the future",
    "from now|at all|anyone here|this house|for the last time|going forward|henceforth",
    "under any circumstances?|period"
  ],
  record: [
    "(my|our|this|me|us|whatever|all) … (number|line|details|data|name|info|information|profile|contact)",
    "(me|us|number|name|it|this) (off|from|out of|out)( of)? (your|the|that|this|these|those|whatever|any|every|all) … (list|lists|computer|computers|sheet|spreadsheet|dialer|dialler|program|mailing|campaign|phone|roster|contacts|directory|archive|archives|memory|queue|rota|paperwork|database|databases|system|systems|records|file|files|register|books|crm)",
    "(me|us|number|name) (off|out) of it"
  ],
  remove: [
    "remov*|delet*|eras*|scratch*|strike|scrub*|wip*|purg*|expung*|destroy*|unlist*|discard*|rub out",
    "removal|erasure|deletion"
  ],
  stop: [
    "(fed up|sick|tired|sick and tired) (with|of) (being|getting) (called|contacted|phoned|rung|harassed|pestered)",
    "(stop|quit|cease|halt|kill|enough|knock off|cut out|done|drop|lay off|give up|pack in|no more|fed up|sick|had it|over with) (with |of |making |it with |all ){0,6}(these|those|your|all|any more|any|every|such) … (call|calling|phone call|spam|harassment|nonsense|contact|robocalls?)",
    "(no call) (and |or )?(no (text*|message*|email*|mail|contact|nothing|visit*)|nothing|none|whatsoever|at all|period)",
    "(tell|told|telling|asking|asked|said|begging|warning) (you )?(dont|do not|never|not to) (call|phone|ring|contact|dial|bother|disturb)",
    "(want|need|demand|like|get|have) (them|it|this|these|the call|your call|these call|all this) (all )?(to )?(stop|stopped|end|ended|be over)",
    "please stop|stop it|just stop|must stop|has to stop|(put|putting) (a stop|an end) to|put a lid on",
    "make (it|this|them|these) stop|(and|me|crazy|mad|sick|upset|enough|tired) stop$",
    "^stop (ive|i have|this is|its been|youve|you have)|stop already|knock it off|cut it out",
    "give it a rest",
    "(requesting|request|demand|asking|ask|want|like|insist|require|need) (that )?you (to )?(cease|stop|quit|end|refrain|desist)",
    "cease|desist"
  ],
  dontCall: [
    "(?<!(do|they|he|she|we|who|why|i|ill|people|you|id|ive|would|will|did|does|could|has|have|had|is|are|was|were|if|when) )(dont|do not|never|not|no longer|(nobody|no one|none of you|not one of you) … (should|must|is to|are to|may|can|had better|ought to|needs to)|neither|without) … … (call (?!it )|call|calling|phone|ring|dial|contact|text|message|pester|hassle|harass|bother|disturb|reach|bug|hound|annoy|solicit|try|use|be called|be contacted|be phoned|be rung|be dialed|get called|hear from|hearing from|getting|be getting|got another|get another|receive another|buzz|approach|trouble)( … (me|us|here|this|my|back|from))?",
    "(tell|told|telling|asked|asking|said|begging|warning|want|request|requested|urge|beg) (you|u|your people|you people|you guys|you all|your company|them)( (guys|people|all|nicely|already|before|clearly|twice|again|once|now)){0,3} (dont|do not|never|not to|not|to not|to never) (call (?!it )|call|calling|phone|ring|dial|contact|text|message|pester|hassle|harass|bother|disturb|reach|bug|hound|annoy|solicit|try|use|be called|be contacted|be phoned|be rung|be dialed|get called|hear from|hearing from|getting|be getting|got another|get another|receive another|buzz|approach|trouble)"
  ],
  dontTry: [
    "(dont|do not|never|no point|no use|dont even|do not even) (you )?(even )?(ever )?(bother|bothering|try|trying|attempt|attempting|think about|think of|waste|wasting|dare) … (again|any ?more|call|calling|back|me)",
    "(dont|do not|never|no need to|no point) (try|trying|bother|bothering) (me|us|here|this number|it)( again| any ?more| ever)",
    "(dont|do not|never) (do|let) (it|this|that) … again"
  ],
  consent: "consent|permission|authori[sz]ation|approval|agreement|opt in",
  withdraw: [
    "withdraw*|revok*|rescind*|retract*|tak* … back|cancel*|remov*|pull* … back|no longer (have|give)",
    "void|terminate"
  ],
  forbidden: [
    "(not|never|no longer|nobody|none of you|didnt|dont|do not|did not|have no|has no|had no|without|no) (ever |is |are |was |were |be |been |being |give |gave |given |you |my |any |the |a |have |had |has |got ){0,4}(allowed|permitted|authori[sz]ed?|permit|allow|consent|consented|permission|agreed|agree|signed up|sign up|subscribed|entitled|right to|business|opted in|ask for|asked for|asked you to|requested|request)",
    "(i|we) (formally |hereby |strictly |strongly |absolutely ){0,2}(forbid|object|refuse|decline|prohibit|reject)",
    "against my (will|wish|wishes|consent)"
  ],
  harassment:
    "(this|that|it|its|thats|this is) (is|are|s|has become|is becoming|constitutes|amounts to|borders on)? ?(pure |just |nothing but |bordering on |called |outright |plain |harassment |straight up |getting to be |becoming |now ){0,6}(harassment|stalking)",
  threat: [
    "police|cops|lawyers?|attorney|solicitor|court|sue|suing|legal action",
    "(ill|i will|im going to|i am going to|going to|gonna|have to|i shall|ill be|i will be|we will|well) (have to )?(report|reporting|complain|complaining|file|press|take this|take it|take you|go to the|prosecute)",
    "report (you|this|your)|reported|complaint|ftc|fcc|ofcom|trai|ico|ombudsman",
    "consumer (court|forum|protection)|regulator|attorney general|authorities|the law|law involved",
    "get the law|small claims"
  ],
  goOn: [
    "if (you|this|it|these|they|your|the|i) … (continue*|keep*|carry on|dont stop|doesnt stop|does not stop|do not stop|go on|goes on|persist*|happens? again|again|do it again|wont stop)",
    "unless (you|this|it|these|they|your) … stops?"
  ],
  how: [
    "how (do|can|could|would|should|am)( i| we| one)?|how to",
    "what (do|must|should|can|would|will|does)( i| it| we)? (have to |need to |take )?(do|say|to do|press)?",
    "where (do|can) (i|we)|who (do|can|should) i (call|speak|talk|contact|write) to",
    "is there (a|any|some) (way|number|button)|can i|could i|may i"
  ],
  escape: [
    "(stop|end|stopping) (getting |receiving )?(the|these|those|your|this|all|from|being|you)",
    "(the|these|those|your|all) … (call|calling) (to )?(stop|end)",
    "(get|come|be|got|getting|taken|removed) (me |my number |my name )?(off|out of) (of )?(this|your|the|that|these|those)",
    "opt out of (these|this|your|the|all|getting|receiving)",
    "unsubscribe from (these|this|your|the|all) … (call|list|calling)|block (these|your|you|all)",
    "not (get|getting|receive|receiving|be called|be contacted)|no longer (get|receive|be)",
    "never (get|receive|be called|hear)|avoid (these|your|getting|being)|get rid of (these|you|your)",
    "prevent (these|you|your)|make (you|it|this|these|them) … stop"
  ],
  last: [
    "(this|that|it|let this|let it|be|thats|its|make this|hope this|hopefully) (is |was |be |will be |had better be |better be |should be |s |to be |as )+(absolutely )?(the |your |my )?(very )?last … (time|call|conversation|i) … (call|calling|phone|ring|contact|hear|bother|speak|talk|from you|get|receive)",
    "last i (want to |wanna )?hear (from|of) you",
    "(this|that|it|let this|thats|let that|hope this|better) (is|be|was|will be|had better be|better be|should be) (the|your) (very )?last (call|one)( from you| i get| you make| to me)?"
  ],
  block:
    "(i am|im|ive|ill|i will|i have|gonna|im going to|going to be|am|was) (now |about to |going to |already |just ){0,6}block(ing|ed)? (this|your|you|the) ?(number|line|caller|guys|people|call)?",
  optOut: [
    "(nobody|no one|none of us) (at this number |in this house |here |at this address )?wants? (to hear from you|your call|you to call|to be called|any more call)",
    "(asking|ask|request|requesting|demand|demanding|insist) (that )?(all|any|these|your|the) … (call|contact|communications?) … (end|stop|cease|stopped|ended)",
    "(my|this|our) (phone |mobile |cell )?number (needs|has|ought|must|should|had better) (to )?(come|be|go|get) (off|out|taken off|struck)",
    "(add|put|place|mark|register|flag|enter) … … (do not|dont|no|never) (call|contact|disturb|phone|solicit)",
    "(sure|making sure|see that|make certain|ensure|ensuring|see to it|guarantee|promise|be certain|want|rather|hope|wish|trust|request|insist|ask|asking|appreciate it if|grateful if)( that)? … … (never|dont|do not|not|no longer|didnt|wont|doesnt|does not|nobody|no one|none) … … (call|called|calling|dial|dialed|dialled|dials|calls|phone|phoned|phones|ring|rings|rung|contact|contacted|contacts|hear|hears|bothered|bother|disturbed)( (me|us|here|from|by|this|number|your|you|company|people|anyone|at|my|to|any of|firm|team)){0,6} (again|any ?more|ever|any longer|ever again|in future|in the future)",
    "(?<!(dont|not|never|to|cant|wont) )(forget|lose|erase|destroy) (that )?(this|my|our)( phone| mobile| cell)? number( (even |ever )?(exists|existed))?( ok| please| now| thanks){0,6}$",
    "(take|get|strike|cross|wipe|scratch|pull|knock|drop) (me|us|my name|my number|this number) (off|out of|from) (whatever|any|every|all|all of|each|which ever|whichever) … (list|lists|database|databases|system|systems|records)",
    "no (more|further|other) (contact|communication|communications|correspondence) (from|by|with) (you|your|this|anyone)",
    "(would|could|can|will) you … (refrain|abstain|desist) from (calling|phoning|ringing|contacting|dialing|dialling)",
    "(youre|you are|your|stop) (pestering|harassing|bothering|hassling|annoying|hounding|disturbing) (me|us) … (stop|enough|quit)$",
    "(my|this) number … (so|but|and|just|please|now) (lose|forget|delete|erase|bin) it",
    "(i|we|ive|weve) (have |had |already |just |clearly ){0,3}(opted out|unsubscribed)",
    "(dont|do not) (want|wish for|need) (any|any more|any further|further|more|your) (contact|communication|communications) (from|with) (you|your|this)",
    "way to opt out of (these|this|your|the) … (call|list) (i|we) want",
    "(number|line|phone|i|we) (is|are|am|should|must|shall|may|can) (not|never)( to)?( ever)? be (called|dialed|dialled|contacted|phoned|rung|used)( by (you|anyone|your company|your people|your team))?( again| ever again| any ?more| ever)",
    "(dont|do not|no longer|never) (want|wish|care|need|accept|agree) (to )?(receive|get|be sent|have|any|for|more) … (telemarketing|marketing|solicitation*|sales pitch*|robocalls?|spam|communications?|call from you)",
    "(never|not|nobody|dont|do not) … (another|one more|any more|any further|a single|any other) … (call|phone call|contact|message|word) from (you|your|this|anyone)",
    "(take|get|strike|cross|wipe|scratch|pull|knock|drop|leave) (my|our|this|me|us) … (off|out of|from|out) (of )?(the|your|that|this|whatever) … (computer|computers|sheet|spreadsheet|dialer|dialler|program|roster|contacts|directory|files?|books?|queue|phone)",
    "(robocalls?|spam|harassment|telemarketing|(these|your|the|those|all this|this) (call|calling|phone call))( really| just| all){0,2} (has|have|needs?|must|got|ought) (got )?(to )?(stop|end|cease)",
    "(want|like|need|wish|prefer) to be … (on|in|added to|under) (your|the|a|that) (no|do not|dont|never) (call|contact|disturb|phone)",
    "(agree|promise|assure|confirm|guarantee|swear|trust|make sure|undertake) … (you|nobody|no one|they) (wont|will not|never|will never|dont|do not|shall not) … (call|ring|phone|contact|bother|disturb|text)",
    "(asked|want|like|request|requested|asking|need|wish|rather|prefer|told you) … to (be|get) (taken|removed|struck|deleted|erased) (off|from|out of)",
    "you (people |guys |lot |all )?(have|need|had better|better|should|must|can|could|might as well|ought)( to)?( now| just| please){0,2} (lose|forget|delete|erase|destroy|shred|bin|ditch|burn) (my|this|our)( phone| mobile| cell)? number",
    "(dont|do not) (you|u) (people|guys|lot|ever|all) … (give up|learn|listen|understand|get it|get the message) … (stop|dont|enough|leave)",
    "lose (my|this|our) number (pal|mate|man|dude|lady|sir|buddy|already|now|please)"
  ],
  whoSaid: [
    "who (says|said|told you|claims|claimed|ever said|mentioned|gave you the idea)",
    "where did you (hear|get) (that|the idea)|do people|does anyone|do many|how many people"
  ],
  others:
    "verizon|comcast|xfinity|t mobile|tmobile|vodafone|airtel|jio|amazon|geico|(the|that|another|my|his|her|a|some|those|other|their) (other )?(bank|company|insurance|insurer|telecom|provider|bank people|gym|agency|school|scammers?|dealer|shop|store|broker|ex|landlord|charity|hospital|clinic|airline|hotel|salesman|salesmen|telemarketers?)",
  told: "told|asked|said|had to|tell|ask|begged|warned|wrote|keeps|keep|pester*|harass*",
  someday:
    "(if|when|whenever|in case|should) (i|we) (ever|dont|do not|no longer|want|decide|wish|need|change|feel|get tired)",
  willTell: [
    "(ill|i will|id|we will|well|i can|let me) (let you know|tell you|say so|inform|ask|call you|say|be sure to|speak up|mention)",
    "let you know"
  ],
  oldOne: "old|previous|former",
  newOne: "new|changed|instead|replace*|update*|this one",
  stillCall:
    "(still|keep|kept|keeps) (on )?(calling|ringing|phoning|contacting)|(you|they) (still|keep) (call|ring|phone)",
  goOnPlease: [
    "(dont|do not|wouldnt|would not) call (that|this|it) … (harassment|stalking)",
    "(dont|do not|didnt|never|wouldnt|not) (want|wish|mean|like|asking|ask|saying|telling|expect|hope)( (for )?(you|them|your people|your company|me|the call|these call|call))?( to| that| you){0,6} (stop|quit|end|cease|remove|delete|erase|be removed|opt out|unsubscribe|revoke|withdraw)",
    "(?<!if (this|these|those|they|you|the|it|your|these call|your call|the call) )(dont|do not|never) (stop|quit|remove|delete|erase|block|withdraw|revoke|unsubscribe|forget)",
    "(am|im|is) not (withdrawing|revoking|unsubscribing|opting|blocking|saying|asking)",
    "not (going to )?block|keep me on|if (nobody|no one)|not on the (do not|dnd|dnc|no call)|recording",
    "not (bothering|disturbing)|feel free to (call|ring|contact|phone)",
    "(didnt|havent|hasnt|werent|arent|wont|did|have) (you|they|he|she) … (say|said|promise|promised|tell|told|agree|agreed|write)",
    "(asked|told|begged|ask) (them|him|her|those|that|anyone|anybody|everyone|everybody|people) … (to|not)",
    "but they (still|keep|kept)|never (told|asked|said)"
  ]
}
const made = phrasesOf(englishWords)
const isEver = matcherOf(made.ever)
const isPlain = matcherOf(made.plain)
const isDenial = matcherOf(made.denials)
const isCall = matcherOf([englishWords.call].flat())
const final =
  /\b(?:again|any ?more|ever|no more|remove|delete|erase|take|off|unsubscribe|opt|consent|lose|forget|alone|block)\b/

// "Do not call me that again", "remove my name from the application".
const otherThing = new RegExp(
  "\\bcall(?:ing)? (?:me|us|him|her|them|it) (?:that|this|it|an?|names|sir|madam|by|mister|mr|mrs|miss)\\b|" +
    "\\b(?:from|off) (?:the|my|this|an?|our) (?!(?:\\w+ )?(?:lists?|databases?|systems?|records?|files?|register|registry|computer|books?)\\b)"
)

/** Names that angry people call the agent. */
export const insults =
  "(?:(?:stupid|bloody|damn|fucking|little) )*(?:assholes?|arseholes?|idiots?|morons?|bastards?|pricks?|dickheads?|jerks?|scammers?|fraudsters?|wankers?|bitch|motherfuckers?|fuckers?|creeps?|losers?|crooks?)"

const fillers = new RegExp(
  "(?<!\\S)(?:like(?= not )|well|please|kindly|just|simply|really|actually|honestly|seriously|literally|never mind(?= call)|(?:stop|quit|dont|do not|never) call(?:ing)? me (?:dear|darling|honey|sweetheart|love|baby)$|" +
    `(?:fuck|screw|sod|bugger) you(?: (?:all|guys|people))?(?= (?:and )?(?:stop|quit|dont|do not|never|take|remove) )|` +
    `(?:you ${insults}|(?<= (?:again|any ?more|number|list) )${insults})(?= |$)|` +
    "bloody|(?:mother)?fucking|effing|freaking|frigging|flipping|damn|goddamn|blasted|um+|uh+|erm?|hmm|you know|the hell|the fuck|for gods? sake|for fucks sake|for heavens sake|for christs sake|for the love of god|(?:mister|officer|miss|maam|mate|love|darling|buddy|pal|bro|bhai|yaar)(?= (?:again|any ?more|ever|from)))(?: |$)",
  "g"
)

// A bare "stop" is an opt-out if the turn has no other words: "stop, wait a second" is none.
const alone =
  /^(?:(?:please|just|ok|no|hey|hello|sir|madam|i said|oh|yes|thanks|kindly) )*(?:stop|unsubscribe|remove me|opt out|no more|never again|(?:do not|dont) disturb|dnd)(?: (?:stop|please|now|right now|sir|madam|thanks|i said|no|ok|bye|goodbye|immediately))*$/

const condition =
  /\b(if|unless|when|once|at least|would you|do you want|(cannot|cant|can not|not|dont) (promise|guarantee|say|sure))\b/
const farewell = /\b(and|thanks|thank|good ?bye|bye|have|sorry|please)\b.*/
const oneThing = /\b(about|regarding|with|for (?!ever|good))\b/
// "We will never call you and ask for your password."
const anotherWay = /^and (ask|request|demand|tell|say)\b/

const person =
  "(?:he|she|they|somebody|someone|everybody|everyone|(?:my|our|the|his|her) (?:\\w+ )?(?:wife|husband|partner|girlfriend|boyfriend|ex|brother|sister|mother|father|mum|mom|mummy|dad|parents|son|daughter|kids?|aunt|uncle|cousin|grandmother|grandfather|boss|colleague|manager|secretary|friend|neighbou?r|landlord|roommate|flatmate|bank|guy|lady|man|woman|doctor))"

// Signs that the sentence is no wish of the person: quoted, negated, asked or about another person.
const denied = new RegExp(
  [
    "\\b(?:not|never|didnt|dont) (?:say|saying|said|mean|asking|ask|asked|telling|tell|told)\\b",
    "\\b(?:why|who) (?:dont|do not|cant|cannot|told|did|didnt|asked|said) you\\b",
    "\\b(?:why|when) (?:did|have|has|would|should) (?:you|they|he|she|your \\w+) (?:all )?(?:stop|stopped|never)\\b",
    `\\b${person} (?:said|says|told (?:me|you|him|her|them)|asked (?:me|you|him|her|them)|wants? (?:me|him|her|them))\\b`,
    `\\b(?:tell|telling|told|ask|asked|asking|warned|begged) (?:(?:my|the|an?|another|that|some|this) (?!company|bank|people|last|guy|lady|man|woman)(?:\\w+ ){1,2}(?:to|not|stop)|him|her)\\b`,
    "\\b(?<!(?:times|often) )(?:did|have|had|when did|where did) i(?: ever| not| already)? (?:ask|asked|tell|told|say|said)\\b",
    "\\b(?:do you|does (?:that|it|this)|did you|would (?:that|it)|are you|you|what do you)(?: just)? (?:mean|meant|saying|asking|think i)\\b",
    "\\b(?:what (?:happens|if)|is there a way|suppose|supposing|imagine|in case (?:i|we))\\b(?!.* stop calling|.* want (?:to|out))",
    "\\b(?:did|has|have|do|does) (?:somebody|someone|anyone|anybody) (?:ask|asked|tell|told|say|said)\\b",
    "^(?:does|do|did) (?:(?:my|your|the) \\w+|he|she|they) (?:want|ask|need)",
    "\\b(?:thought|figured|assumed) (?:that )?(?:you|nobody|no one) (?:would|were|was|will) (?:never|not)\\b",
    "\\bwhat happens (?:when|if|once) (?:someone|somebody|people|a person|one|customers)\\b",
    "\\b(?:some|other|most|many|those|lots of) (?:people|folks|customers|guys|callers)(?: who| that| might| will| would| just)* (?:say|said|tell|told|ask|asked|shout|hang)\\b",
    "\\b(?:not|isnt)(?: that| because| like| as if| as though) (?:i|we) (?:dont|do not|didnt|wouldnt|never)\\b",
    "\\bif (?:i|we)(?: ever| do)? (?:opt|unsubscribe|ask|want|say|tell|decide|needed|wanted|asked|told)\\b",
    "\\b(?:dont|do not|wouldnt) mind (?:if you|you|your|being|the|getting|when)\\b",
    "\\b(?:your )?call (?:are|is) (?:ok|fine|welcome|alright|useful|helpful)\\b",
    "\\byou (?:can|may|should|could)(?: still| always| please)* (?:keep calling|call (?:me|us|again|any))",
    "\\b(?:dont|do not|didnt|never|wouldnt) (?:want|need|have|wish|like)(?: you)? to (?:stop|remove|delete|unsubscribe|opt|block|lose|be (?:removed|deleted|taken))\\b",
    "\\bdo you want (?:me|us|to) (?:to )?(?:stop|be|remove|delete)\\b",
    "^(?:\\w+ ){0,2}(?:did|have|has|was|were|is|are|am) (?:you|i|my \\w+|they)(?: \\w+)? (?:deleted?|removed?|erased?|block(?:ed)?|taken?|put)\\b",
    "^(?:\\w+ )?you never (?:call|phone|ring|contact)\\b",
    "\\b(?:hope|afraid|worried|scared|sad|sorry|glad|surprised)(?: that)? you (?:dont|do not|wont|will not|never|stop|stopped)\\b"
  ].join("|")
)

// A wish for calls, which ends a sentence such as "They said no, but please call me".
const wishesCalls =
  /\bbut (?:please |do |you |can |may |should |must |still |i |want |to |anyway )*call(?: me| us| back| again| here| anyway| please)*$/

const isPromised = (pattern: RegExp, words: string) => {
  const rest = restAfter(pattern, words)
  if (rest === undefined || !(rest === "" || always.test(rest) || anotherThought.test(rest))) return false
  const promised = rest.replace(farewell, "")
  return !(isLimited(promised) || oneThing.test(promised) || anotherWay.test(rest))
}

/** Whether a wish is followed by nothing, by an "always" or by another thought, but not by a limit. */
const isWish = (pattern: RegExp, words: string) => {
  const rest = restAfter(pattern, words)
  if (rest === undefined || limitsBefore.test(words)) return false
  // After "never call me again", words of a limit are another thought: "I am busy".
  if (always.test(rest)) return !limitsHere.test(rest.replace(alwaysAll, "")) && !callsLater.test(rest)
  return (rest === "" || anotherThought.test(rest)) && !isLimited(rest) && !callsThem.test(rest)
}

const restAfter = (pattern: RegExp, words: string) => {
  const found = pattern.exec(words)
  return found === null ? undefined : words.slice(found.index + found[0].length).trimStart()
}

const alwaysWords =
  "(?:(?:today|now|this week) (?:or|and|nor) (?:ever|any other)(?: again)?|(?:ever )?again|any ?more|any longer|no more|ever|in (?:the )?future|from now(?: on(?:wards?)?)?|from today|going forward|henceforth|after (?:this|today)|at all|(?:each and )?every ?(?:single )?day|daily|all the time|all day|day and night|always|constantly|repeatedly|for (?:any|whatever) reason|under any circumstances?|full stop|period|for good|forever|non ?stop|unnecessarily|once more|one more time|any further|further)"
const always = new RegExp(`^${alwaysWords}\\b`)
const alwaysAll = new RegExp(`^(?:(?:and )?${alwaysWords}(?: |$))+`)
const anotherThought =
  /^(please|thanks|thank|ok|ji|yaar|na|bhai|por favor|man|mate|love|darling|dear|buddy|pal|bro|dude|guys|folks|people|yes|no|hello|hi|who|what|why|how|good ?bye|bye|and|or|because|cause|cos|since|so|i|im|ill|ive|id|we|were|its|it is|this is|thats|that is|there|you|youre|understand|understood|got it|do you|did you|is that|are we|(?:will|would|wont|can|could) y(?:ou|a)|already|right|alright|immediately|straight away|at once|permanently|completely|for about|for|about|regarding|with|either|to (?:sell|tell|ask|offer|pitch|try|talk)|trying|asking|selling|otherwise|before i|like this|out of the blue|in this matter|my (?:number|answer|mind)|nobody|none|not interested|enough|stop|leave|remove|delete|take|get|never|dont|do not)\b/

const isLimited = (rest: string) =>
  limits.test(rest.replace(always, "").replace(/\b(or|otherwise|i will|ill|before i|if you)\b.*/, ""))

const weekdays = "(?:sun|mon|tues|wednes|thurs|fri|satur)days?"
const hours = "(?:\\d+|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|noon|midnight|lunch|dinner)"
const limits = new RegExp(
  `\\b(${[
    "before|after|until|till|unless|while|when|if|during|between|yet|now|later|instead|tomorrow|today|tonight",
    "(this|next) (week|month|year|morning|afternoon|evening)|right away|past",
    "(so|too|that|this|very) (early|late|often|much|soon|many)",
    `(at|by) (work|night|home|the|my|lunch|dinner|this (time|hour)|${hours})`,
    `on (a |the )?(${weekdays}|weekends?|weekdays?|holidays?)|on (my|the) (landline|work|office|business|other|old)`,
    "in (the|an?)|for (an?|some|few|the (next|rest)|one|two|three|\\d+)",
    "busy|driving|sleeping|meeting|call (me |us )?(on|at|my|back|the)|add|update|replace|change",
    "(use|try|ring|phone|dial) (me |us )?(this|my|the|on|at)"
  ].join("|")})\\b`
)

const times = [
  "(?:in|during) the (?:mornings?|afternoons?|evenings?|nights?|day|daytime|week|weekends?|holidays?|middle)",
  `(?:at|by|before|after|past|until|till) (?:night|work|home|the office|the weekend|${hours}|${weekdays}|next|then)`,
  `(?:on |this |next )?(?:${weekdays}|weekends?|holidays?|week|month|year|morning|afternoon|evening)`,
  "today|tonight|tomorrow|yet|later|right now|this (?:early|late)|(?:so|too|that|this|very) (?:early|late|soon)"
].join("|")
const limitsHere = new RegExp(`^(?:${times}|before (?!i )|until|till|unless|while|when|during|between|now|if)\\b`)
const callsLater = new RegExp(
  `\\b(?:call|ring|phone|try)(?: me| us| back| again| it)* (?:${times}|instead|any ?time|on (?:my|the)|my)\\b`
)
// "Do not call me, I will call you."
const callsThem = /\b(?:ill|i will|let me|i can|im going to) (?:call|ring|phone|contact) (?:you|back)\b/
// "On Sundays do not call me."
const limitsBefore = new RegExp(
  `^(?:(?:no|ok|hi|hello|and|but|so|yes|look|listen|well|also|only|especially) )*(?:${times}|(?:when|while|if) (?:i|im|i am|its|it is|the|my|we|were)\\b(?! (?:say|ask|tell|told|said|asked))|during|until|till|unless)(?: (?!stop|remove|take|delete|call)\\w+){0,6} (?:dont|do not|never) (?!ever|want|wish|like|need)`
)

const notAfter = (words: string) => `\\b(?<!\\b(?:${words}) )`
const dont =
  "(?:do not|dont|donot|never|not to|must not|mustnt|may not)(?: ever)*(?: (?:under any circumstances?|for any reason|in any case|at any time))?"
const call =
  "(?:(?:text|message|email|write)(?: me| us)? or )?(?:(?:cold |even )?call|phone|ring|contact|dial|telephone|(?:try|attempt) (?:to )?(?:call|contact|reach)(?:ing)?|get in (?:touch|contact) with|reach out to|be calling|(?:make|do|give)(?: (?:me|any|more|further|these|such|a))* call)(?: or (?:text|message|email|visit|write))?"
const calling =
  "(?:(?:trying|attempting) to (?:call|contact|reach|ring|phone)|(?:cold |constantly |always |continuously |repeatedly )?calling|phoning|ringing|contacting|dialing|dialling|telephoning|reaching out to|getting in touch with|blowing up)"
const bother = "(?:bother|disturb|harass|trouble|pester|hassle|annoy|bug|hound|spam|badger|torment|irritate)"
const bothering =
  "(?:bothering|disturbing|harassing|troubling|pestering|hassling|annoying|bugging|hounding|spamming|badgering|tormenting|irritating|stalking)"
const numberOfMine =
  "(?:this|my)(?: (?:phone|mobile|cell|personal|home|private))? (?:number|phone|mobile|line|cell|house|home|household|place)"
const me = `(?: (?:me|us|here|up|back|through|over))*(?: (?:(?:on|at|to) )?${numberOfMine})?(?: (?:by|over the|on the) (?:tele)?phone)?(?: from (?:this|your) \\w+)?`
const list =
  "(?:lists?|databases?|systems?|records?|registers?|registry|files?|books?|crm|calls?|calling|dialer|dialler|campaigns?|everywhere|everything)"
const lists = `(?: (?!guest|waiting|shopping)\\w+){0,3} ${list}`
const noCallList =
  "(?:do not call|dont call|no call|do not contact|no contact|do not disturb|dnd|dnc|tps|telephone preference|suppression|opt out|block(?:ed)?)(?: (?:list|registry|register|service))?"
const fromYou =
  "(?: (?:from|by) (?:you|your|this|any of you|anyone|anybody)(?: (?:company|bank|number|people|side|office|lot|guys|firm|team|agents?))?)?(?: (?:to|on|at) (?:this|my) (?:\\w+ )?(?:house|home|number|phone|mobile|line|cell))?"
const you =
  "(?:you|u|your (?:people|company|bank|team|colleagues?|agents?|lot|firm|guys|office))(?: people| guys| all| lot| folks| both)?"
const somebody = `(?:${you}|anyone|anybody|them|your \\w+)(?: (?:else|from (?:there|(?:your|the) \\w+)))?`
const details =
  "(?:numbers?|name|details|data|info|information|contacts?|records?|profile|mobile|cell|phone)(?: (?:number|details|info|information|data|and (?:number|details|name|data|everything)))?"
const mine = `(?:my|this|our|all my|all of my)(?: (?!old|other|wifes?|husbands?)(?:phone|mobile|cell|contact|whole|personal|telephone))* ${details}`
const removeVerb =
  "(?:remove|delete|erase|strike|cut|scrub|wipe|clear|purge|destroy|discard|dispose of|get rid of|bin|trash|eliminate)"
const removed = "(?:removed|deleted|taken|erased|scrubbed|wiped|struck|unsubscribed|opted|off|out|gone)"
const now =
  "(?: (?:right now|now|immediately|at once|straight away|today|completely|permanently|forever|for good|asap|right away|already|as soon as possible|twice|(?:two|three|many|several|\\d+) times))*"
const calls =
  "(?:phone |sales |marketing |cold |spam |nuisance |robo ?|stupid |silly |automated |ai )*(?:call|phonecalls?|robocalls?|calling|ringing|phoning)"
const never = "(?:again|any ?more|ever|any longer)"
const relative =
  "(?:(?:old|elderly|poor|sick|aged|dear) )*(?:mother|mum|mom|mummy|mommy|mama|father|dad|daddy|papa|parents|wife|husband|partner|son|daughter|kids?|child|children|brother|sister|grandmother|grandfather|grandma|grandpa|grandparents|granny|gran|nan|aunt|auntie|uncle|girlfriend|boyfriend|fiancee?|family|relatives|office|workplace|work|work phone|home|house|place)(?: in law)?"
const theirs =
  "(?:her|his|(?:my|our) (?:mothers|mums|moms|fathers|dads|parents|sons|daughters|grandmothers|grandfathers|grandmas|grandpas|grans))"
// "Leave her alone" and "stop bothering him" may be for a child in the room, so only "my sister" counts there.
const callThem = `(?:(?:${call}|${calling}|${bother}|${bothering}) (?:my|our) ${relative}|(?:${call}|${calling}) (?:her|him))`
const callingThem = `(?:(?:${calling}|${bothering}) (?:my|our) ${relative}|${calling} (?:her|him))`
// "Do not call my mother again, call me."
const notInstead =
  "(?!.*\\b(?:(?:call|ring|phone|dial|contact|try|use|reach|ask|text|(?:talk|speak) (?:to|with)) (?:me|us|my|mine|this|him|her|them|the)|but|instead)\\b)"
// "Stop calling my mother, she is ill."
const reason = "(?: (?:she|he|they|her|his)\\b(?! (?:said|says|asked|wants|likes|loves)).*)?"
const law =
  "(?:police|cops|lawyers?|attorney|solicitor|court|legal|sue|suing|report(?:ed|ing)?|complain(?:t|ts|ing)?|case|fir|authorities|ofcom|ico|ftc|fcc|trai|ombudsman|regulator|harassment|block(?:ing)?|charges)"

// The words that follow a wish must not be a limit, nor turn it into another sentence: see `isWish`.
const wishes = [
  `${notAfter("they|he|she|we|who|why|i|you|people|if|ill|i will|we will|id|i would|ive|i have")}${dont}(?: you)?(?: ever| even| dare| try to| think of| continue to| keep on)* ${call}${me}`,
  `${notAfter("they|he|she|we|who|why|i|ill|i will|we will|id|i would|ive|i have")}${dont}(?: ever| even)* (?:(?:${call}|use)${me}|call it)(?= ${never}\\b)`,
  `\\byou (?:shouldnt|should not|cant|cannot|can not|must not|mustnt|may not)(?: be| keep(?: on)?)+ (?:${calling}|${bothering})${me}`,
  `\\b(?:call|calling|called)\\b.*\\bwant you(?: people| guys| all)? to (?:stop|quit)`,
  `\\b(?:call|called|calling) .*\\btimes\\b.* stop(?: it| this| now)*$`,
  `\\b(?:appreciate|like|love|prefer|enjoy)(?: it)? not (?:being|getting) (?:called|contacted|phoned|rung|bothered|disturbed)${me}`,
  `${notAfter("not|dont")}(?:like|want|need|wish|love|how do i|how can i|how do we)(?: to)? stop (?:receiving|getting|having|all)(?: \\w+){0,3} ${calls}${fromYou}`,
  `\\b(?:make|get|have) (?:these|the|all|your)(?: \\w+)? call (?:to )?(?:stop|end|stopped)`,
  `\\b(?:so|so that) (?:i|we) (?:dont|never|no longer)(?: ever)? (?:get|receive)(?: \\w+){0,2} ${calls}`,
  `\\b(?:decline|refuse|object to|oppose|reject)(?: to (?:receive|get|take|accept))?(?: (?:all|any|these|your|further|more|being|such|future))* (?:${calls}|contact|called|contacted)${fromYou}`,
  `\\b(?:told|asked|said|tell|telling|request|requested|requesting|asking|want|beg|begging|warning|warned|advised)(?! me)(?: \\w+){0,3} (?:not to|to never|to not|never to)(?: ever)? (?:${call}|${bother})${me}`,
  `${notAfter("they|he|she|who|why|if|you")}${dont} (?:want|like|wish|need|appreciate|expect) ${somebody} to(?: ever)? (?:${call}${me}|${bother} (?:me|us))`,
  `${notAfter("they|he|she|who|why|if|you")}${dont} (?:want|like|wish|need|appreciate|expect)(?: ${somebody})? (?:${calling}${me}|${bothering} (?:me|us))`,
  `${notAfter("they|he|she|who|why|if|you")}(?:${dont}|no longer) (?:want|wish|like)(?: my \\w+| me)? to be (?:on|in|part of)${lists}`,
  `\\b(?:as|enough) (?:to not|not to|to never)(?: ever)? (?:${call}${me}|${bother} (?:me|us))`,
  `\\bmind (?:not|never)(?: ever)? (?:${calling}${me}|${bothering} (?:me|us))`,
  `\\bno (?:need|reason|point|use)(?: for you| in you)?(?: to| in)?(?: ever)? (?:${call}|${calling})${me}(?= ${never}\\b)`,
  `\\b(?:(?:should|must|need|may) not|shouldnt|mustnt|neednt|cannot|cant|can not|better not|not to|(?:no|dont|do not) (?:need|have) to|no need to)(?: ever| be)? (?:${call}|calling)${me}(?= ${never}\\b)`,
  `${notAfter("not|dont|never|wont|cannot|cant|didnt|if you|before you|until you|they|he|she|you")}(?:stop|quit|cease|end|discontinue|avoid|dont bother|do not bother|(?:dont|do not) (?:keep(?: on)?|waste (?:your|my|our) time)|enough with|enough of|(?:refrain|desist|abstain) from|no more|give up)(?: with| on| the| your| this| it| all| and desist| from| fucking)* (?:${calling}${me}|${bothering} (?:me|us|people|my (?:phone|family|house)|this (?:number|house)))(?: like)?${now}`,
  `\\b(?:you|you guys|you people|you lot|they) (?:must|should|need to|have to|have got to|got to|better|can|had better|will)(?: all| now)? (?:stop|quit) (?:${calling}${me}|${bothering} (?:me|us))`,
  `${notAfter("not|dont|never|wont|didnt")}(?:stop|quit|enough|knock it off|cut it out|pack it in|give it a rest|lay off)(?: (?:making|with|all|of|on))* (?:the|these|those|your|all|such|any)(?: (?!from)\\w+)? ${calls}`,
  `${notAfter("not|dont|never|wont|didnt")}(?:end|cease|cancel|halt|discontinue)(?: all)? (?:these|those|your|all)(?: (?!from)\\w+)? ${calls}`,
  `${notAfter("not|dont|never|wont|didnt")}(?:stop|cease|end|discontinue)(?: all| any| further| future| every)+ (?:contact|communications?)(?: with (?:me|us))?`,
  `${notAfter("they|he|she|we|who|why|i|you|people|if|sorry")}${dont}(?: you| ever)* (?:be )?(?:${bother}|${bothering}) (?:me|us|my (?:family|household))(?: (?:by|with)(?: \\w+){0,2} ${calls})?`,
  `${notAfter("they|he|she|we|who|why|i")}${dont}(?: you| ever)* (?:${bother}|give) (?:me|us)(?: an?(?: \\w+)? (?:bell|ring|call|buzz|tinkle|shout))?(?= ${never}\\b)`,
  `${notAfter("not|dont|never")}${removeVerb} (?:out |off )?(?:${mine}|me|us|everything(?: (?:you have|youve got))? (?:on|about) me)(?: (?:from|off|out of)${lists})?${now}`,
  `${notAfter("not|dont|never")}(?:remove|take|get|strike|delete|drop|keep|cross|scratch|pull|wipe|scrub|knock|erase) (?:me|us|it|this|${mine}|my (?:\\w+ )?(?:number|name)|this (?:\\w+ )?number)(?: (?:${details}))? (?:off|from|out|away from)(?: of)?${lists}${now}`,
  `${notAfter("not|dont|never|you|they")}(?:put|add|place|register|include|mark|enter|list|flag) (?:me|us|my (?:\\w+ )?(?:number|name|account)|this (?:\\w+ )?number|it)(?: \\w+){0,3}? ${noCallList}`,
  `\\b(?:i am|im|weve?|we are|ive|i have|(?:number|phone|line|house) is)(?: already| also| been| even| both)*(?: registered| listed| signed up)? (?:on|in|under|with|to|for)(?: the| your| national)* ${noCallList}`,
  `\\b${noCallList}\\b.*\\b(?:still|yet|even then|stop)\\b.*\\b(?:call|calling|called|stop (?:this|it|calling))`,
  `${notAfter("have|had|get|got|getting|there are|there were|receive|received|why")}no (?:more|further) ${calls}${fromYou}`,
  `\\b(?:want|wish|need|expect|appreciate|like)(?: to (?:get|receive|have|take))? no (?:more|further|other)(?: of)?(?: (?:your|these|this|such))* (?:${calls}|contact|communications?)${fromYou}`,
  `${notAfter("they|he|she|who|why|you|if")}${dont} (?:want|need|like|wish|accept|appreciate|welcome|take|care for|consent to|agree to)(?: to (?:get|getting|receive|receiving|have|take|be (?:getting|receiving)))?(?: (?:any|more|these|those|your|such|further|this|kind|type|sort|of|another|unwanted|unsolicited|other|single|stupid|constant|a))* ${calls}${fromYou}`,
  `${notAfter("they|he|she|who|why|you|if")}(?:${dont}|no longer|not) (?:want|wish|like|wishing|care|wanting|need|agree|consent)(?: to)?(?: ever)? (?:(?:be|being|get|getting)(?: ever)? (?:called(?: up)?|contacted|disturbed|bothered|phoned|rung|telephoned|harassed|pestered|cold called)${me}|(?:hear|hearing)(?: (?:a|another|one more) (?:word|thing|peep)| anything)?(?: (?:from|of) (?:you|your \\w+|this \\w+|any of you))|(?:receive|receiving|get|getting|have)(?: \\w+){0,2} (?:${calls}|contact|communications?))${fromYou}`,
  `${notAfter("they|he|she|who|why|you|if")}(?:${dont}|no longer) (?:want|wish)(?: to)?(?: ever)? (?:talk|speak|deal|have anything to do)(?: to| with)? (?:you|any of you|your \\w+)(?: people| guys| lot)?(?= ${never}\\b)`,
  `${notAfter("not|dont|never|cannot")}(?:opt(?:ing|ed)? (?:me |us |my number |this number )?out|unsubscribe|unenroll|deregister)(?: me| us| my number| this number| my \\w+ number)?(?: (?:of|from)(?: (?!insurance|warranty)\\w+){0,3} (?:${list}|this|it|these|all this))?${now}`,
  `\\b(?:want|like|need|wish|love|have|get|got|be|been|request|demand|ask)(?: (?:${mine}|me|us|it))?(?: to)?(?: be| get)? ${removed}(?: (?:off|from|out|out of|of))*${lists}${now}`,
  `\\b(?:want|like|need|have|get|see) ${mine}(?: to be)? (?:removed|deleted|erased|wiped|scrubbed|gone|taken off)${now}`,
  `\\b${mine} (?:must|should|needs? to|has to|have to|to) be ${removed}(?: off)?${now}`,
  "\\b(?:want|like|need|wish|prefer|ask|asking) to be left (?:alone|in peace)",
  `${notAfter("not|dont|never")}(?:take|strike|cross) (?:me|us) off(?: (?:it|this|there|that))?${now}`,
  `${notAfter("not|dont|never|they|he|she")}(?:take|strike|cross|get|scratch|scrub|wipe) (?:my|our)(?: \\w+)? names? off(?: (?:it|this|there|that))?${now}`,
  `${notAfter("they|he|she|we|who|why|i|you|people|if|ill|i will|we will|id|ive|i have")}${dont}(?: you)?(?: ever| even| dare| try to| keep on)* ${callThem}(?= ${never}\\b)${notInstead}`,
  `${notAfter("they|he|she|who|why|if|you")}${dont} (?:want|like|wish|need) ${somebody} to(?: ever)? ${callThem}(?= ${never}\\b)${notInstead}`,
  `${notAfter("not|dont|never|wont|doesnt|didnt|they|he|she|to|if you|when you|did you|ill|i|should|must|will")}leave (?:my|our) ${relative}(?: well)? (?:alone|in peace)(?! (?:with|when|while|for|until|till))${notInstead}${reason}`,
  `${notAfter("cant|cannot|to|not|dont|never|wont|didnt|should|must|can|they|he|she")}(?:stop|quit|cease|discontinue)(?: fucking)? ${callingThem}(?! names)${notInstead}${reason}`,
  `\\b(?:you|you guys|you people|you lot|your people|your company) (?:really |all )?(?:must|should|need to|have to|have got to|got to|gotta|ought to|better|had better|can|will)(?: all| now| please)? (?:stop|quit|cease|discontinue) ${callingThem}${notInstead}${reason}`,
  `\\b(?:(?:i|we|id|wed)(?: do| would)? (?:want|need|like|demand|ask|beg|insist)|(?:can|could|would|will)) (?:that )?you (?:to |please )?(?:stop|quit|cease|discontinue) ${callingThem}${notInstead}${reason}`,
  `\\b(?:he|she|(?:my|our) ${relative}) (?:(?:doesnt|does not) (?:want|wish|like|need)|no longer (?:wants|wishes)|never wants) ${somebody} to(?: ever)? (?:${call}|${bother}) (?:her|him|them|us)(?= ${never}\\b)${notInstead}`,
  `${notAfter("not|dont|never|you|they|to")}(?:remove|take|get|strike|delete|drop|cross|scratch|pull|wipe|scrub|knock|erase) (?:(?:her|him)|(?:my|our) ${relative}|${theirs} (?:phone |mobile |cell )?(?:number|name|details))(?: (?:off|from|out of)(?: of)?) (?:(?:your|this)(?: (?!guest|waiting|shopping)\\w+){0,2} (?:lists?|databases?|systems?|records?|register|crm|files?)|the (?:list|(?:call|calling|phone|contact|marketing) list|database|system))${now}${notInstead}${reason}`,
  `${notAfter("not|dont|never|you|they|to")}(?:${removeVerb}|lose) ${theirs} (?:phone |mobile |cell )?(?:number|contact|contact details)(?: (?:off|from|out of) (?:your|this)(?: \\w+){0,2} (?:lists?|databases?|systems?|records?|crm))?(?! and)${now}${notInstead}${reason}`,
  `${notAfter("not|dont|never|didnt")}(?:cancel|end|stop|terminate|discontinue) (?:(?:my|our|this|the|any) )+(?:subscription|registration|enrollment|enrolment|sign ?up|membership) (?:to|for|of|with|from)(?: (?:all|any|these|those|this|your|the|such))+ ${calls}(?: lists?)?${now}`,
  `${notAfter("not|dont|never|didnt|i|we|they|he|she|did you|have you|to")}(?:activate|enable|apply|start|set up|turn on|switch on) (?:(?:my|the|a|full) )*(?:dnd|dnc|do not disturb|do not call)(?: service)?(?: (?:for|on|to|in) (?:me|us|(?:my|this|our)(?: \\w+)? (?:number|phone|line|mobile)))?${now}`,
  `${notAfter("was|were|is|got|had|have|get|there|theres|receive|received|getting|make|made|why|and|or|yes")}no (?:more |further )?(?:phone )?call (?:again|any ?more|from now on)(?: (?:to|on|at|for) (?:me|us|(?:my|this) (?:\\w+ )?(?:number|phone)))?`,
  "\\b(?:i|we) (?:said|want|wanted|told you|need|take|accept) no(?: more)? call",
  `${notAfter("was|were|is|got|had|have|get|there|receive|received|getting|make|made")}no(?: more)? call(?: thank you| thanks| good ?bye| bye)*$`,
  `${notAfter("not|dont|never|you|they|to")}block (?:me|(?:this|my) (?:phone |mobile )?number)${now}`,
  `${notAfter("not|dont|never|you|they|ill|will|want to|have to|need to|going to|to not|trying to|i")}(?:lose|forget|blacklist|ditch|burn|bin|shred|tear up|throw away|get rid of|stop (?:using|dialing|dialling)|never (?:use|dial)) (?:${mine}|(?:you |that you )?(?:ever )?(?:have|had|knew|know) (?:my|this) number|(?:that )?(?:i|we) exist(?:ed)?)`,
  "\\b(?<!\\b(?:not|dont|never|wont|doesnt|didnt|they|he|she) )leave (?:me|us|my family)(?: well)? (?:alone|in peace|be)(?! (?:with|when|while|for|until|till)(?! (?:your|these|this|the|all) (?:\\w+ )?call))(?: with (?:your|these|this|the|all) (?:\\w+ )?call)?",
  `${notAfter("not|dont|never|to")}remove (?:me|us)(?: from (?:this|here|it|there|everything|everywhere))?${now}`,
  `${notAfter("not|dont|never")}(?:take|get) (?:my (?:\\w+ )?number|this number) off(?: (?:it|this|there))?${now}`,
  `\\b(?:can|could|would|will) (?:you|they)(?: guys| people| all)? (?:not|never)(?: ever)? ${call}${me}`,
  `\\b(?:can|could|would|will|wont) (?:you|your people)(?: guys| people| all| lot)? (?:stop|quit) (?:${calling}|${bothering})${me}`,
  `\\b(?:like|want|need|prefer|love|appreciate|grateful|rather|better|great|nice|good|glad|thankful|obliged|best|kind)(?: it)?(?: if)? ${you}(?: would| could)? (?:(?:to not|not to|to never|not|never|dont|didnt|did not|no longer|wouldnt|would not)(?: ever)? (?:${call}|${bother}|called|phoned|rang|contacted|bothered)|(?:to )?(?:stop|stopped|quit) (?:${calling}|${bothering}))${me}`,
  `\\b(?:rather|prefer|prefer it if|like)(?: i| to)? (?:not|not to|never|wasnt|were not|werent)(?: to)? (?:(?:be |get )?(?:called|contacted|phoned|rung|bothered|disturbed)|(?:get|receive|have|take)(?: \\w+){0,2} ${calls}${fromYou}|hear from you)${me}`,
  `\\b(?:are|youre|is|were) (?:not|no longer|never|hereby forbidden|forbidden|prohibited|banned)(?: (?:allowed|permitted|authori[sz]ed|welcome|supposed|to))? (?:to(?: ever)? (?:${call}|use my number)|from (?:ever )?${calling})${me}`,
  `\\bi forbid you(?: people)? (?:to(?: ever)? ${call}|from ${calling})${me}`,
  `\\b(?:(?:dont|do not|no longer|never) (?:have|had|got|give|gave|given)|have no|has no|no longer have|got no|never had|not have|didnt (?:give|have)|did not (?:give|have)|havent (?:given|got))(?: you| your \\w+)? (?:my |any |the |a )*(?:permission|consent|right|authori[sz]ation|business|authority|reason)(?: to(?: ever)? (?:be )?(?:${call}|called|contacted)| ${calling}| for (?:these|you|this|your))${me}`,
  `\\b(?:i|we|im|id|wed)(?: hereby| now| am| do| want to| (?:would )?like to| wish to| need to| formally)* (?:revok(?:e|ing)|withdraw(?:ing)?|retract(?:ing)?|rescind(?:ing)?|cancel(?:l?ing)?|tak(?:e|ing) back) (?:my |our |any |all |whatever |previous |prior )*(?:consent|permission|authori[sz]ation|agreement|approval)(?: to (?:be )?(?:${call}|called|contacted)${me}| (?:for|to) (?:these|your|any|all)(?: \\w+)? call)?`,
  `\\b(?:consent|permission) (?:is |has been |was )?(?:hereby |now )*(?:revoked|withdrawn|rescinded|cancelled|canceled)`,
  `\\b(?:i|we) (?:do not|dont|no longer|never|didnt|did not) (?:consent|agree|agreed|consented|authori[sz]e|sign up|signed up|subscribe|subscribed) (?:to|for) (?:be |being |getting )?(?:called|contacted|(?:this |these |your |any |such |receive |further )*(?:\\w+ )?call)`,
  `\\b(?:want|wanna be|get me|need to be|want to get|get|be)(?: taken| removed)? off (?:of )?(?:your|this|the|that) (?:\\w+ )?${list}`,
  "\\bcease and desist(?: (?:all |from )?(?:calling|contacting|contact|these call|your call|phoning)(?: me| us| this number| my number)?)?",
  `\\b(?:i|we|ive|weve|im|keep)(?: have| had| already| just| am| keep| must| twice)* (?:told|asked|tell|telling|asking|begged|asked|begging|said to|warned|ordered|ordering)(?: you| your \\w+| them)?(?: guys| people| lot| all| (?:so )?many times| nicely| politely| repeatedly| before| already| twice| again| once| three times| over and over| for the last time)* to (?:stop|quit)(?: it| this| that)?`,
  `\\b(?:if|next time|every time|should|when) (?:you|your \\w+|you people|you guys|you lot|anyone|anybody|i get|i receive)(?: (?:ever|even|do|dare(?: to)?|dont stop|people|guys|lot|from \\w+ \\w+))* (?:(?:call|phone|ring|contact|bother)(?! (?:the|my|your|him|her|a|an|police))|calling|(?:keep|continue)(?: on| to)? (?:${calling}|${bothering}|call|contact|bother)|(?:another|one more|any more)(?: \\w+)? call|dont stop|do not stop)\\b.*\\b${law}\\b.*`,
  `\\b${law}\\b.* if (?:you|your \\w+|i get|i receive|this|these)(?: (?:ever|even|people|guys|lot|dare|to))* (?:(?:call|phone|ring|contact|bother)${me}(?= (?:again|any ?more|one more|once more)\\b)|(?:keep|continue)(?: on| to)? (?:${calling}|${bothering}|call|contact|bother)${me}|(?:dont|do not|doesnt) stop|another call|one more call|call (?:dont|do not) stop)`,
  `\\bif (?:this|these|those|it|your|the)(?: \\w+)? (?:dont|do not|doesnt|does not|continue|continues|keep|keeps|goes)\\b.*\\b${law}\\b.*`,
  `\\b(?:one more|another|any more) call\\b.*\\b${law}\\b.*`,
  `\\b(?:these|your|the|all(?: of)? (?:these|your|the|this)|this) (?:\\w+ )?(?:call|calling) (?:must|has(?: got)? to|have(?: got)? to|need(?:s)? to|should|better|will|had better) (?:stop|end|cease)`,
  `\\b(?:call|calling|harassment|harassing)\\b.*\\b(?:want|need|make|get|have)(?: you)?(?: to)?(?: make| get)? (?:it|them|this|these|that)(?: all)?(?: to)? (?:stop|end|stopped)(?! (?:before|when|after))`,
  `\\b(?:i|we)(?: do| would like you| want you)?(?: to)? (?:want|need|make|like|would like)(?: you to)? (?:make |have |all )*(?:these|the|your|those|all)(?: these| the| your)?(?: \\w+)? call(?: from \\w+)?(?: to)? (?:stop|end|cease|stopped)`,
  `\\b(?:fed up|sick|tired|had enough|had it|done|up to here|enough)(?: and tired)?(?: up)? (?:with|of)(?: all)? (?:(?:your|these|this)(?: \\w+){0,2} (?:call|calling)|you(?: people| guys| lot)? ${calling})${me}`,
  `\\b(?:last time (?:you|anyone|anybody|i)(?: people| guys| lot)?(?: ever| will| shall| are)* (?:call|phone|ring|contact|hear from you)|(?:this|that|it)(?: is| was| will be| had better be| better be| should be|s)* (?:the|your) (?:very )?last call)${me}`,
  `\\b(?:make|ensure|making|be|see to it)(?: sure| certain)?(?: that)? (?:(?:i am|im|i|we|this number|my number|you)(?: is| are)? (?:(?:not|never|dont|do not|no longer|wont)(?: ever| to)?|never) (?:(?:be |get )?(?:called|contacted|rung|phoned)|(?:get|receive|hear)(?: \\w+){0,2} (?:call|from you)|${call}${me})|(?:nobody|no one|none of you)(?: \\w+){0,3} (?:calls?|phones?|rings?|contacts?)${me})`,
  `\\b(?:nobody|no one|none of you)(?: \\w+){0,4} (?:is to|are to|should|must|may|can|better)(?: ever)? (?:${call}|${bother})${me}`,
  `\\b(?:i|we) (?:had |would )?better not (?:get|receive|hear|have)(?: \\w+){0,3} (?:call|from you)${fromYou}`,
  `\\b(?:never|not) (?:another|a single|one more|one single)(?: phone| sales)? call${fromYou}(?: ever)?`,
  `\\bnever (?:again )?(?:want|wish)(?: you)?(?: to)? (?:to )?(?:hear|be called|be contacted|get|receive|speak to you|talk to you)(?: \\w+){0,3}(?= ${never}\\b)`,
  `\\bnever again(?: will i| (?:call|phone|ring|contact)${me})`,
  `\\b(?:call|calling|contact) (?:me |us )?(?:is|are) (?:not|no longer|un)(?: be)? ?(?:welcome|wanted|unwanted|appreciated|allowed|permitted)`,
  `\\b(?:unsubscribe|remove|delete) (?:karo|kar do)`,
  `\\b(?:get|stay) off my (?:phone|line|back|case)`,
  `\\b(?:take|consider) (?:this|it) as (?:a |my |an )*(?:formal |official )?(?:notice|request|opt out)(?: \\w+){0,3} (?:stop|not to|opt|never)`
].map((pattern) => new RegExp(`${pattern}(?!\\S)`))

const we = "(?:we|i|nobody|no one|our team|they)"
const wont = "(?:(?:will|shall|would|am|are) (?:not|never)|wont|never|(?:am|are|is) not going to)(?: ever| be)*"
const called = "(?:called|contacted|phoned|rung|disturbed|bothered)"
const yours = "(?:you|your (?:\\w+ )?number|this number)"

const promises = [
  `\\b${we} ${wont} (?:${call}|${calling}|disturb|disturbing|bother|bothering) ${yours}(?: back)?`,
  `\\b(?:nobody|no one)(?: \\w+){0,3} will(?: ever)? ${call} ${yours}`,
  `\\b${yours} (?:will|shall|are|is)(?: not| never)(?: going to)?(?: ever)? be ${called}`,
  `\\byou are (?:not|never) ${called}(?= again\\b)`,
  `\\b${yours} wont(?: ever)? be ${called}`,
  `\\byou (?:will (?:not|never)|wont)(?: ever)? (?:(?:get|receive|have)(?: (?:any|more|further|another))* call|hear)(?: from (?:us|me))?`,
  "\\b(?:(?:will be|are|be) no (?:more|further) call(?: from us)?|no (?:more|further) call from us)",
  `\\b(?:we|i|well|ill|will)(?: have| will)? stop ${calling} ${yours}`,
  `\\b(?:ive|weve|have|has|will|ill|well|am|are)(?: now| just| been| be)* (?:remov(?:ed?|ing)|delet(?:ed?|ing)|tak(?:en?|ing)) (?:you|your (?:\\w+ )?(?:number|name))(?: (?:off|from|out of)(?: \\w+){0,3} ${list}| off)?(?: (?:today|now|right now|immediately|already))?`,
  `\\b(?:you|your (?:\\w+ )?(?:number|name)) (?:(?:has|have|will|are|is|be|been|being|now) )+(?:removed|deleted|taken)(?: (?:off|from|out of)(?: \\w+){0,3} ${list}| off)?(?: (?:today|now|right now|immediately|already))?`,
  `\\b(?:ive|weve|have|will|ill|well|am|are)(?: now| just)* (?:put|putting|add|added|adding|plac(?:ed?|ing)) (?:you|your (?:\\w+ )?(?:number|name)) (?:on|to|in)(?: \\w+){0,2} ${noCallList}`,
  `\\b(?:you|your (?:\\w+ )?number) (?:(?:has|have|will|are|is|be|been|now|added|put|placed) )+(?:on|to)(?: \\w+){0,2} ${noCallList}`
].map((pattern) => new RegExp(`${pattern}(?!\\S)`))
