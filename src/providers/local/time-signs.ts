import { wordsOf } from "../../domain/text/words.ts"
import {
  englishNumbers,
  englishOrdinals,
  hindiDays,
  hindiNumbers,
  hindiOclock,
  hindiParts,
  months,
  weekdays
} from "./time-words.ts"

/** A pattern of whole words. */
export const phrase = (source: string, flags = "g") => new RegExp(`(?<!\\S)(?:${source})(?!\\S)`, flags)

/**
 * What was said, with every word for a time as one sign in capitals, in whichever language, and numbers in digits.
 * A bar is where a clause ends.
 */
export const timeSigns = (text: string): string => {
  const words = wordsOf(asSpoken(text)).map((word) => signs.get(word) ?? word)
  return rewritings.reduce(
    (said, [from, to]) => said.replace(from, (...found) => (typeof to === "string" ? to : to(found))),
    words.join(" ")
  )
}

/** Keeps what the signs between words mean: 4:30 becomes 4h30, 4-5 becomes 4 or 5. */
const asSpoken = (text: string) =>
  text
    .toLowerCase()
    .normalize("NFC")
    .replace(/[०-९]/g, (digit) => String(digit.charCodeAt(0) - 0x966))
    .replace(/\b([ap])\. ?m\b\.?/g, "$1m")
    .replace(/\b(\d{1,2})[:.](\d\d)(?!\d)/g, "$1h$2")
    .replace(/(\d) ?[/–-] ?(?=\d)/g, "$1 or ")
    .replace(about, "about $1")
    .replace(/(\d)(am|pm|baje|बजे)(?![\p{L}\p{M}])/gu, "$1 $2")
    .replace(/[,;.!?।॥—–|]+|\s-+\s/g, " clauseend ")

// Sevenish.
const about = new RegExp(`\\b(${englishNumbers.join("|")}|\\d{1,2}|noon)[- ]?ish\\b`, "g")

const signsOf = (all: Readonly<Record<string, string>>): ReadonlyArray<readonly [string, string]> =>
  Object.entries(all).flatMap(([sign, words]) => words.split("|").map((word) => [word.normalize("NFC"), sign] as const))

const inOrder = (all: ReadonlyArray<string>, sign: (place: number) => string) =>
  all.flatMap((words, index) => words.split("|").map((word) => [word.normalize("NFC"), sign(index + 1)] as const))

const signs: ReadonlyMap<string, string> = new Map([
  ...signsOf(hindiDays),
  ...signsOf(hindiParts),
  ...signsOf({
    "|": "clauseend|but|lekin|magar|लेकिन|मगर",
    TODAY: "today",
    TOMORROW: "tomorrow|tmrw|tomorow|tommorow|tommorrow",
    MORNING: "morning",
    NOON: "noon|midday",
    AFTERNOON: "afternoon",
    EVENING: "evening",
    NIGHT: "night",
    BAJE: `${hindiOclock}|oclock`,
    TARIKH: "tarikh|tareekh|tarik|तारीख",
    MIN: "minute|minutes|min|mins|minat|mint|मिनट|मिनिट",
    HOUR: "hour|hours|hr|hrs|ghanta|ghante|ghanto|ghanton|ghantey|घंटा|घंटे|घंटों|घण्टे",
    DAY: "day|days|din|dino|dinon|दिन|दिनों",
    WEEK: "week|weeks|hafta|hafte|hafton|haftey|हफ्ता|हफ्ते|हफ्तों|सप्ताह|saptah",
    MONTH: "month|months|mahina|mahine|महीना|महीने|माह",
    HALF: "half|aadha|aadhe|adhe|aadhi|आधा|आधे|आधी",
    SADE: "sade|saade|sadhe|saadhe|sarhe|saarhe|साढे|साडे",
    SAWA: "sawa|sava|सवा",
    PAUNE: "paune|pone|pauna|पौने|पौना",
    DEDH: "dedh|derh|डेढ",
    DHAI: "dhai|adhai|dhaai|ढाई|अढाई",
    next: "next|agle|agli|agla|अगले|अगली|अगला",
    this: "this|इस",
    baad: "baad|bad|बाद",
    mein: "mein|में",
    ke: "ke|के|se|से",
    or: "or|ya|या",
    nahi: "nahi|nahin|nai|mat|नहीं|मत"
  }),
  ...inOrder(weekdays, (place) => `D${place}`),
  ...inOrder(months, (place) => `M${place}`),
  ...inOrder(englishNumbers, String),
  ...["thirty", "forty", "fifty"].map((word, index) => [word, `${index + 3}0`] as const),
  ...inOrder(englishOrdinals, (place) => `${place}th`).filter(([word]) => !/^(?:first|second|third)$/.test(word)),
  ["thirtieth", "30th"]
])

const hindiNumber = new Map(inOrder(hindiNumbers, String))
const anyHindi = [...hindiNumber.keys()].join("|")
const clockOrUnit = "BAJE|MIN|HOUR|DAY|WEEK|TARIKH"

const place: Readonly<Record<string, string>> = { first: "1th", second: "2th", third: "3th" }

type Rewriting = readonly [RegExp, string | ((found: ReadonlyArray<string>) => string)]

const rewritings: ReadonlyArray<Rewriting> = [
  // Polite words in which the signs mean no time.
  [phrase("(?:a |very )?good (?:MORNING|AFTERNOON|EVENING|NIGHT|DAY)"), "|"],
  [
    phrase(
      "no (?:problem|issues?|worries|thanks?|thank you)|if possible|if you (?:can|could)|or so|by the way|(?:for|take) your time"
    ),
    ""
  ],
  [phrase("(?:1|a|just a|just 1|ek|एक) (?:MIN|moment|second|sec|सेकंड)(?! (?:baad|later|mein|ke))"), ""],
  // Twenty fifth, twenty five; but five thirty is a time.
  [phrase("(20|30|40|50) ([1-9])(th)?"), ([, tens, ones, th]) => `${Number(tens) + Number(ones)}${th ?? ""}`],
  [phrase("30 first"), "31th"],
  [phrase("20 (first|second|third)"), ([, word = ""]) => `2${place[word]}`],
  [
    phrase("(?<=(?:the|on|M\\d+) )(first|second|third)(?! (?:HALF|time|1|call))"),
    ([, word = ""]) => place[word] ?? word
  ],
  [phrase("(\\d{1,2})(?:st|nd|rd)"), ([, day]) => `${day}th`],
  // "Do" is two only before what is counted.
  [
    phrase(
      `(${anyHindi})(?= (?:(?:${anyHindi}) )?(?:${clockOrUnit})| (?:SADE|SAWA|PAUNE) )|(?<=(?:SADE|SAWA|PAUNE) )(${anyHindi})`
    ),
    ([, counted = "", halved = ""]) => hindiNumber.get(counted || halved) ?? ""
  ],
  [/(?<!\S)([ap]) m(?!\S)/g, ([, letter]) => `${letter?.toUpperCase()}M`],
  [phrase("(?<=\\d )(am|pm)"), ([, word = ""]) => word.toUpperCase()],
  [phrase("(?:the )?DAY after TOMORROW"), "OVERMORROW"],
  // After which day, nobody said.
  [phrase("(?:the )?DAY after"), "or"],
  [phrase("(?:a )?fortnight"), "2 WEEK"],
  [phrase("tonight"), "TODAY NIGHT"],
  [phrase("(?:after|post) (?:my )?lunch(?: time)?|lunch ke baad|लंच ke baad|NOON (?:ke )?baad"), "AFTERNOON"],
  [phrase("M5 be"), "maybe"],
  [phrase("(?<=(?:you|i|we) )M5|M5(?= (?:i|you|we) )"), "may"],
  [phrase("(?:abhi|अभी) nahi|not (?:right )?now"), "|"],
  [/(?<!\S)(?=(?:no|sorry|actually|rather|instead|balki|बल्कि|i mean|make (?:it|that))(?!\S))/g, "| "],
  // What follows a Hindi "not" stands for what is before it, and so does what somebody is asked for.
  [phrase("nahi"), "REFUSED |"],
  [
    phrase("(?<!(?:dont|not|never|cant|cannot|to|you|nahi) )(?=(?:please )?(?:call|phone|ring) (?:me|back|us|again))"),
    "| "
  ]
]
