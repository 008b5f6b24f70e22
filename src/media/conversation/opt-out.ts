import { normalizeWords } from "../text/normalize-words.ts"

/**
 * Whether the person wants never to be called again. Missing an opt-out means calls against their
 * will; a false one means that they are never called again. So only explicit words count, not
 * limits in time or to one subject.
 */
export const isOptOut = (text: string): boolean =>
  text
    .replace(vocative, "")
    .replace(wordByWord, " ")
    .split(sentenceEnds)
    .some((sentence) => {
      const words = normalizeWords(sentence).replace(politeWord, "")
      return !denied.test(words) && !wishesCalls.test(words) && (inEnglish(words) || inHindi(words))
    })

/**
 * Whether the agent promises with this text never to call again; such a promise is binding. A
 * question, a promise for a while or for one subject only, and a sentence that was cut off do not
 * count.
 */
export const promisesNoCalls = (text: string, isCutOff: boolean): boolean =>
  (isCutOff ? text.replace(unfinished, "") : text)
    .split(/(?<=[.?!।॥;\n])/)
    .filter((sentence) => !isCondition.test(normalizeWords(sentence)) && !sentence.includes("?"))
    .some((sentence) =>
      sentence
        .split(/[,.!।॥;\n]/)
        .map(normalizeWords)
        .some(isPromise)
    )

const isPromise = (words: string) => inEnglish(words, promises, isLimitedPromise) || inHindi(words, hindiPromises)

const isLimitedPromise = (rest: string) => {
  const promised = rest.replace(farewell, "")
  return isLimited(promised) || oneThing.test(promised) || anotherWay.test(rest)
}

const unfinished = /[^,.?!।॥;]*$/u
const isCondition =
  /\b(if|unless|when|once|at least|would you|do you want|(cannot|cant|can not|not|dont) (promise|guarantee|say|sure))\b|(?<!\S)(agar|अगर|यदि|yadi)(?!\S)/
const farewell = /\b(and|thanks|thank|good ?bye|bye|have|sorry|please)\b.*/
const oneThing = /\b(about|regarding|with|for (?!ever|good))\b/
// "We will never call you and ask for your password."
const anotherWay = /^and (ask|request|demand|tell|say)\b/

const sentenceEnds = /[.?!।॥;\n]+/
// A recognizer writes words with pauses between them as sentences: "Stop. Calling. Me."
const wordByWord = /(?<=(?:^|[.?!।॥;,\n])\s*[\p{L}\p{M}'’]+)[.!]+\s+(?=[\p{L}\p{M}'’]+(?:[.!?]|$))/gu

// After "call me" and without a comma, "sir" is the form of address that the person objects to.
const vocative = /,\s*(sir|madam|ma'?am)\b/giu
const politeWord = /(?<!\bcall(ing)? (me|us)) (sir|madam)(?!\S)/g
const denied = /\b(not|never|didnt|dont|nahi) (say|saying|said|mean|asking|ask|telling|tell|bola|kaha|bol|keh)\b/

// A wish for calls, which ends a sentence such as "They said no, but please call me".
const wishesCalls =
  /\bbut (?:please |do |you |can |may |should |must |still |i |want |to |anyway )*call(?: me| us| back| again| here| anyway| please)*$/

/** Whether a pattern matches, followed by nothing, by an "always" or by another thought, but not by a limit. */
const inEnglish = (words: string, patterns = english, isLimiting = isLimited) =>
  patterns.some((pattern) => {
    const found = pattern.exec(words)
    if (found === null) return false
    const rest = words.slice(found.index + found[0].length).trimStart()
    return (rest === "" || always.test(rest) || anotherThought.test(rest)) && !isLimiting(rest)
  })

const always =
  /^(again|any ?more|any longer|ever|in (the )?future|from now( on)?|after (this|today)|at all|every ?day|daily|all the time|always|repeatedly)\b/
const anotherThought =
  /^(please|thanks|thank|ok|ji|yes|no|hello|who|what|why|good ?bye|bye|and|or|because|since|so|i|im|ive|we|its|this is|you|for|about|regarding|with|either|in this matter)\b/

const isLimited = (rest: string) => limits.test(rest.replace(always, "").replace(/\b(or|otherwise|i will|ill)\b.*/, ""))

const limits = new RegExp(
  `\\b(${[
    "before|after|until|till|unless|while|when|if|during|between|yet|now|later|instead|tomorrow|today|tonight",
    "(this|next) (week|month|year|morning|afternoon|evening)",
    "(so|too|that|this) (early|late|often|much|soon|many)",
    "(at|by) (work|night|home|the|lunch|noon|midnight|this (time|hour)|\\d+|one|two|three|four|five|six|seven|eight|nine|ten)",
    "on (a |the )?((sun|mon|tues|wednes|thurs|fri|satur)days?|weekends?|weekdays?|holidays?)",
    "in (the|an?)|for (an?|some|few|the (next|rest)|one|two|three|\\d+)",
    "busy|driving|sleeping|meeting|call (me |us )?(on|at|my|back)|add|update|replace|change"
  ].join("|")})\\b`
)

const notAfter = (words: string) => `\\b(?<!\\b(?:${words}) )`
const dont = "(?:do not|dont|never)(?: ever)*(?: (?:under any circumstances?|for any reason|in any case|at any time))?"
const call = "(?:call|phone|ring|contact|dial|telephone)"
const calling = "(?:calling|phoning|ringing|contacting|dialing|dialling)"
const numberOfMine = "(?:this|my)(?: (?:phone|mobile|cell|personal|home))? (?:number|phone|mobile|line|cell)"
const me = `(?: (?:me|us|here|up|back))*(?: (?:(?:on|at|to) )?${numberOfMine})?(?: from (?:this|your) \\w+)?`
const list = "(?:lists?|databases?|systems?|records?|files?|calls?|calling|everywhere)"
const noCallList = "(?:do not call|dont call|do not disturb|dnd|dnc)(?: (?:list|registry|register))?"
const fromYou = "(?: from (?:you|your|this)(?: (?:company|bank|number|people|side|office))?)?"

const english = [
  `${notAfter("they|he|she|we|who|why|i|you|people|if")}${dont}(?: you)?(?: please| ever| even| dare| try to)* ${call}${me}`,
  `${notAfter("they|he|she|we|who|why|i")}${dont} ${call}${me}(?= (?:again|any ?more|ever)\\b)`,
  `\\b(?:told|asked|said|tell|telling|request|requested|requesting|want)(?! me)(?: \\w+){0,2} (?:not to|to never|to not)(?: ever)? ${call}${me}`,
  `${dont} (?:want|like|wish) (?:you|anyone|anybody|them|your \\w+) (?:to(?: ever)? ${call}|${calling})${me}`,
  `\\b(?:(?:should|must|need) not|shouldnt|mustnt|neednt|cannot|cant|(?:no|dont|do not) (?:need|have) to|no need to) ${call}${me}(?= (?:again|any ?more)\\b)`,
  `${notAfter("not|dont|never|wont|cannot|cant")}(?:stop|quit|dont bother|do not bother|dont keep|do not keep) (?:${calling}${me}|(?:bothering|harassing|disturbing|troubling) (?:me|us))`,
  `${notAfter("not|dont|never|wont")}stop (?:making )?(?:all )?(?:the|these|those|your) (?:\\w+ )?calls?`,
  `${dont}(?: please| ever)* (?:bother|disturb|harass|trouble) (?:me|us)`,
  `${notAfter("not|dont|never")}(?:remove|delete|erase|strike|cut) (?:out |off )?(?:my|this|our)(?: (?:phone|mobile|cell|contact|whole))* (?:number|name|details|data|contact|information)(?: (?:from|off|out of)(?: \\w+){0,3} ${list})?(?: (?:right now|now|immediately|today|completely|permanently))?`,
  `${notAfter("not|dont|never")}(?:remove|take|get|strike|delete|drop|keep) (?:me|us|my (?:\\w+ )?(?:number|name)|this number) (?:off|from|out)(?: of)?(?: \\w+){0,3} ${list}(?: (?:right now|now|immediately|today))?`,
  `${notAfter("not|dont|never|you|they")}(?:put|add|place|register|include|mark|enter) (?:me|us|my (?:\\w+ )?(?:number|name)|this number)(?: \\w+){0,3}? ${noCallList}`,
  `\\b(?:i am|im|number is)(?: already| also)*(?: registered| listed)? (?:on|in|under)(?: the| your| national)* ${noCallList}`,
  `\\bno (?:more|further) (?:\\w+ )?calls?${fromYou}`,
  `${dont} (?:want|need|like|wish)(?: to (?:get|receive|have|take))?(?: (?:any|more|these|your|such|further|this|kind|of|sales|marketing|phone|unwanted))* calls?${fromYou}`,
  `${dont} (?:want|wish|like) to(?: ever)? (?:be (?:called|contacted|disturbed|bothered)|get called|hear from (?:you|your \\w+|this \\w+))`,
  `${notAfter("not|dont|never|cannot")}(?:opt (?:me |us )?out|unsubscribe)(?: me| us)?(?: (?:of|from)(?: \\w+){0,3} ${list})?`,
  `\\b(?:want|like|need|wish|love) to be (?:removed|deleted|taken) (?:off|from|out of)(?: \\w+){0,3} ${list}`,
  `${notAfter("not|dont|never")}(?:take|strike) (?:me|us) off(?: (?:it|this|there))?`,
  `${notAfter("not|dont|never")}(?:refrain|desist|abstain) from ${calling}${me}`,
  `${notAfter("not|dont|never")}(?:cease|avoid) ${calling}${me}`,
  `\\b(?:i|we) (?:said|want|wanted|told you) no call`,
  "\\bno call(?= please\\b)",
  `${notAfter("not|dont|never|you|they|to")}block (?:this|my) (?:phone |mobile )?number(?: (?:right now|now|immediately))?`,
  "\\b(?:lose|forget|blacklist) my number",
  "\\bleave (?:me|us) alone"
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

/** In Hindi the verb ends the sentence, so a limit may come before it, too. */
const inHindi = (words: string, patterns = hindi) => {
  const limiting = words.replace(hindiAlways, " ").replace(/\b(mujh|hum|ham|aap|number) ko\b/g, "mujhe")
  return patterns.some((pattern) => pattern.test(words)) && !hindiLimits.test(limiting)
}

const hindiAlways =
  /\b((aaj|is|iske|iska) (ka )?baad|(ab|aaj|abhi) se|pehle bhi|(har|roz|rozana) (din|roz)?|baar baar)(?!\S)/g
const hindiLimits = new RegExp(
  `(?<!\\S)(${[
    "se pehle|baje|baad|tak|subah|shaam|raat|dopahar|office|aaj|kal|parso|abhi|agar|jab|jaldi|itni|itna",
    "ko|unko|usko|unhe|unhein|उनको|उसको|us|dusre|doosre|दूसरे|ghar|घर|meeting|मीटिंग|busy|बिजी|gaadi|गाड़ी|गाडी",
    "(sun|mon|tues|wednes|thurs|fri|satur)day|संडे|रविवार|itvaar|ravivar|bhoolna|bhulna|bhoolo|भूलना|before|after|at"
  ].join("|")})(?!\\S)`
)

const phoneCall = "(?:call|phone|contact|ring)"
const others = "(?: (?:\\S+))"
const removed = "(?:hatao|delete|remove|nikalo|kaato|block|ब्लॉक)"
const farther =
  "(?:list|database|system|record|se|ka|apni|aapka|please|turant|wahan|yahan|sab|ye|yeh|ko|hamari|हमारी|hamare|हमारे|humne|हमने)"

const hindi = [
  `${phoneCall}(?: (?:back|wapas))? (?:mat|na) (?:kiya )?(?:karo|karna|kar|do|lagao|aaye)`,
  `(?:mat|na|nahi) ${phoneCall} (?:karo|karna|kiya karo)`,
  `(?:mat|na) (?:karo|karna|kiya karo) (?:mujhe )?${phoneCall}`,
  `${phoneCall} nahi karo`,
  `(?:dobara|phir se|phir|kabhi|kabhi bhi|aage se|aainda|wapas)${others}{0,3} ${phoneCall} nahi (?:karna|aana)(?! (?:hai|tha|pada))(?: chahiye)?`,
  `dobara ${phoneCall} kiya (?:to|toh|तो)`,
  `${phoneCall} (?:karna|aana|आना) band`,
  "call band (?:karo|kar|ho)",
  `(?:mera|mere|hamara|is|yah|ye|yeh|यह|ये) (?:phone |mobile )?(?:number|naam)(?: ${farther})* ${removed}`,
  `mujhe(?: ${farther})* list se ${removed}`,
  "(?:dnd|do not call|dnc)(?: list)? (?:mein|par) (?:daalo|kar|do|add|lagao|karo)",
  "(?:dnd|dnc) (?:lagao|laga|par hai|mein hai)",
  "(?:pareshan|tang|disturb|डिस्टर्ब) (?:mat|na) (?:karo|kiya|karna|kar)",
  "call nahi chahiye"
].map((pattern) => new RegExp(`(?<!\\S)${pattern}(?!\\S)`))

const willCall =
  "(?:karenge|karengi|karunga|karungi|karoonga|karoongi|करेंगे|करेंगी|करूंगा|करूंगी|aayega|aaega|aayegi|aaegi|आएगा|आएगी|आयेगा|आयेगी|(?:ka|kiya) (?:jayega|jaega|jayegi|jaegi|जाएगा|जाएगी|जायेगा|जायेगी))"
const isDone = "(?:diya|di|दिया|दी|denge|देंगे|dunga|dungi|दूंगा|दूंगी|gaya|गया|(?:kar|karo) (?:diya|दिया|denge|देंगे))"

const hindiPromises = [
  `${phoneCall}(?: (?:bhi|kabhi|wapas|dobara))* nahi ${willCall}`,
  `nahi ${phoneCall} ${willCall}`,
  `aapka (?:phone |mobile )?(?:number|naam)(?: ${farther})* ${removed} ${isDone}`
].map((pattern) => new RegExp(`(?<!\\S)${pattern}(?!\\S)`))
