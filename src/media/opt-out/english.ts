import type { Net } from "./net.ts"

/** English, by the words of `normalizeWords`. */
export const english: Net = {
  isOptOut: (words) => !denied.test(words) && !wishesCalls.test(words) && matches(wishes, words, isLimited),
  isOptOutAlone: (words) => alone.test(words),
  isPromise: (words) => matches(promises, words, isLimitedPromise),
  isCondition: (words) => condition.test(words)
}

// A bare "stop" is an opt-out if the turn has no other words: "stop, wait a second" is none.
const alone =
  /^(?:(?:please|just|ok|no|hey|hello|sir|madam|i said|oh|yes|thanks) )*(?:stop|unsubscribe|remove me)(?: (?:stop|please|now|right now|sir|madam|thanks|i said|no|ok|bye|goodbye|immediately))*$/

const isLimitedPromise = (rest: string) => {
  const promised = rest.replace(farewell, "")
  return isLimited(promised) || oneThing.test(promised) || anotherWay.test(rest)
}

const condition =
  /\b(if|unless|when|once|at least|would you|do you want|(cannot|cant|can not|not|dont) (promise|guarantee|say|sure))\b/
const farewell = /\b(and|thanks|thank|good ?bye|bye|have|sorry|please)\b.*/
const oneThing = /\b(about|regarding|with|for (?!ever|good))\b/
// "We will never call you and ask for your password."
const anotherWay = /^and (ask|request|demand|tell|say)\b/

const denied =
  /\b(not|never|didnt|dont) (say|saying|said|mean|asking|ask|telling|tell)\b|\b(why|who) (dont|do not|cant|cannot|told|did) you\b|\b(he|she|they|somebody|someone|(my|our|the) (wife|husband|brother|sister|mother|father|mom|dad|son|daughter|boss|friend|neighbou?r)) (said|says|told (me|you))\b/

// A wish for calls, which ends a sentence such as "They said no, but please call me".
const wishesCalls =
  /\bbut (?:please |do |you |can |may |should |must |still |i |want |to |anyway )*call(?: me| us| back| again| here| anyway| please)*$/

/** Whether a pattern matches, followed by nothing, by an "always" or by another thought, but not by a limit. */
const matches = (patterns: ReadonlyArray<RegExp>, words: string, isLimiting: (rest: string) => boolean) =>
  patterns.some((pattern) => {
    const found = pattern.exec(words)
    if (found === null) return false
    const rest = words.slice(found.index + found[0].length).trimStart()
    return (rest === "" || always.test(rest) || anotherThought.test(rest)) && !isLimiting(rest)
  })

const always =
  /^(again|any ?more|any longer|ever|in (the )?future|from now( on)?|after (this|today)|at all|every ?day|daily|all the time|always|repeatedly)\b/
const anotherThought =
  /^(please|thanks|thank|ok|ji|yaar|bhai|man|bro|dude|guys|yes|no|hello|who|what|why|good ?bye|bye|and|or|because|since|so|i|im|ive|we|its|this is|you|for|about|regarding|with|either|in this matter)\b/

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

const wishes = [
  `${notAfter("they|he|she|we|who|why|i|you|people|if")}${dont}(?: you)?(?: please| ever| even| dare| try to)* ${call}${me}`,
  `${notAfter("they|he|she|we|who|why|i")}${dont} ${call}${me}(?= (?:again|any ?more|ever)\\b)`,
  `\\b(?:told|asked|said|tell|telling|request|requested|requesting|asking|want)(?! me)(?: \\w+){0,2} (?:not to|to never|to not)(?: ever)? ${call}${me}`,
  `${dont} (?:want|like|wish) (?:you(?: people| guys| all)?|anyone|anybody|them|your \\w+) (?:to(?: ever)? ${call}|${calling})${me}`,
  `\\b(?:(?:should|must|need) not|shouldnt|mustnt|neednt|cannot|cant|(?:no|dont|do not) (?:need|have) to|no need to) ${call}${me}(?= (?:again|any ?more)\\b)`,
  `${notAfter("not|dont|never|wont|cannot|cant")}(?:stop|quit|dont bother|do not bother|dont keep|do not keep) (?:${calling}${me}|(?:bothering|harassing|disturbing|troubling) (?:me|us))`,
  `${notAfter("not|dont|never|wont")}stop (?:making )?(?:all )?(?:the|these|those|your) (?:\\w+ )?calls?`,
  `${dont}(?: please| ever)* (?:bother|disturb|harass|trouble) (?:me|us)`,
  `${notAfter("not|dont|never")}(?:remove|delete|erase|strike|cut|scrub|wipe) (?:out |off )?(?:my|this|our)(?: (?:phone|mobile|cell|contact|whole))* (?:number|name|details|data|contact|information)(?: (?:from|off|out of)(?: \\w+){0,3} ${list})?(?: (?:right now|now|immediately|today|completely|permanently))?`,
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
  "\\bleave (?:me|us) alone",
  `${notAfter("not|dont|never|to")}remove me(?: (?:please|now|right now|immediately|permanently|from (?:this|here|it)))*`,
  `${notAfter("not|dont|never")}take (?:my (?:\\w+ )?number|this number) off(?: (?:it|this|there|please|now))*`,
  `\\b(?:can|could|would|will) (?:you|they)(?: guys| people| all)?(?: please| just| kindly)* not(?: ever)? ${call}${me}`,
  `\\b(?:like|want|need|prefer|love|appreciate)(?: it if)? you(?: guys| people| all)? (?:(?:to not|not to|to never|didnt|did not)(?: ever)? ${call}|(?:to )?(?:stop|stopped|quit) ${calling})${me}`,
  `\\b(?:are|youre|is|were) (?:not|no longer|never) (?:allowed|permitted|authori[sz]ed|welcome|supposed) to(?: ever)? ${call}${me}`,
  `\\b(?:dont|do not|no longer) have (?:my |any |the )*(?:permission|consent|right|authori[sz]ation) to(?: ever)? ${call}${me}`,
  `\\b(?:i|we|im)(?: hereby| now| am| do| want to| would like to)* (?:revok(?:e|ing)|withdraw(?:ing)?|retract(?:ing)?) (?:my |our |any |all )*(?:consent|permission|authori[sz]ation)(?: to (?:be )?(?:${call}|called|contacted)${me})?`,
  `\\b(?:want|wanna be|get me|need to be) off (?:of )?(?:your|this|the) (?:\\w+ )?${list}`,
  "\\bcease and desist",
  `\\b(?:i|we|ive|weve|keep)(?: have| already| just| am| keep)* (?:told|asked|tell|telling|asking|begged|asked) you(?: guys| people| all| many times| before| already| twice)* to (?:stop|quit)(?: it| this| that)?`
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
