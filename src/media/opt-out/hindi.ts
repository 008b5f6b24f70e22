import type { Net } from "./net.ts"

/** Hindi in both scripts, by the words of `normalizeWords`. */
export const hindi: Net = {
  isOptOut: (words) => !denied.test(words) && matches(wishes, words),
  isOptOutAlone: (words) => alone.test(words),
  isPromise: (words) => matches(promises, words),
  isCondition: (words) => /(?<!\S)(agar|अगर|यदि|yadi)(?!\S)/.test(words)
}

const alone =
  /^(?:(?:please|bas|ji|nahi|accha|ok|sir|madam) )*band (?:karo|kar do)(?: (?:please|ji|sir|madam|ye|yeh|sab))*$/
const denied =
  /(?<!\S)band (?:mat|na|nahi)(?!\S)|(?<!\S)(?:nahi|not|never|didnt|dont) (?:bola|kaha|bol|keh|बोला|बोली|कहा|say|saying|said|mean|asking|ask|telling|tell)(?!\S)/

/** The verb ends a Hindi sentence, so a limit may come before it, too. */
const matches = (patterns: ReadonlyArray<RegExp>, words: string) => {
  const limiting = words.replace(always, " ").replace(/\b(mujh|hum|ham|aap|number) ko\b/g, "mujhe")
  return patterns.some((pattern) => pattern.test(words)) && !limits.test(limiting)
}

const always =
  /\b((aaj|is|iske|iska) (ka )?baad|(ab|aaj|abhi) se|pehle bhi|(har|roz|rozana) (din|roz)?|baar baar)(?!\S)/g
const limits = new RegExp(
  `(?<!\\S)(${[
    "se pehle|baje|baad|tak|तक|subah|shaam|raat|dopahar|office|aaj|kal|parso|abhi|agar|jab|jaldi|itni|itna",
    "ko|unko|usko|unhe|unhein|उनको|उसको|us|dusre|doosre|दूसरे|ghar|घर|meeting|मीटिंग|busy|बिजी|gaadi|गाड़ी|गाडी",
    "(sun|mon|tues|wednes|thurs|fri|satur)day|संडे|रविवार|itvaar|ravivar|bhoolna|bhulna|bhoolo|भूलना|before|after|at"
  ].join("|")})(?!\\S)`
)

const phoneCall = "(?:call|phone|contact|ring)"
const others = "(?: (?:\\S+))"
const removed = "(?:hatao|delete|remove|nikalo|kaato|block|ब्लॉक)"
const farther =
  "(?:list|database|system|record|se|ka|apni|aapka|please|turant|wahan|yahan|sab|ye|yeh|ko|hamari|हमारी|hamare|हमारे|humne|हमने)"

const wishes = [
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
  "call nahi chahiye",
  "aapka (?:call|phone) nahi chahiye",
  "(?:nahi|ना) (?:chahta|chahti|चाहता|चाहती)(?: \\S+){0,4} (?:call|phone) (?:karo|करें)",
  "dobara (?:call|phone) (?:aaya|आया|aayi|आई) (?:to|toh|तो)"
].map((pattern) => new RegExp(`(?<!\\S)${pattern}(?!\\S)`))

const willCall =
  "(?:karenge|karengi|karunga|karungi|karoonga|karoongi|करेंगे|करेंगी|करूंगा|करूंगी|aayega|aaega|aayegi|aaegi|आएगा|आएगी|आयेगा|आयेगी|(?:ka|kiya) (?:jayega|jaega|jayegi|jaegi|जाएगा|जाएगी|जायेगा|जायेगी))"
const isDone = "(?:diya|di|दिया|दी|denge|देंगे|dunga|dungi|दूंगा|दूंगी|gaya|गया|(?:kar|karo) (?:diya|दिया|denge|देंगे))"

const promises = [
  `${phoneCall}(?: (?:bhi|kabhi|wapas|dobara))* nahi ${willCall}`,
  `nahi ${phoneCall} ${willCall}`,
  `aapka (?:phone |mobile )?(?:number|naam)(?: ${farther})* ${removed} ${isDone}`
].map((pattern) => new RegExp(`(?<!\\S)${pattern}(?!\\S)`))
