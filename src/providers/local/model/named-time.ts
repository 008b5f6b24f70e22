import type { CallbackSlot } from "../../../domain/calendar/callback-slot.ts"

export interface NamedTime {
  /** The time in the person's own words, such as "tomorrow at 4 pm". */
  readonly words: string
  readonly slot: CallbackSlot
}

/**
 * Reads the time at which a person wants to be called; undefined when the text names none. The slot is certain only when
 * every word of the clause is understood: a callback that people arrange beats a call on the wrong day.
 */
export const namedTime = (text: string): NamedTime | undefined => {
  const clauses = text.normalize("NFC").replaceAll("\u093c", "").replaceAll("ँ", "ं").split(clauseEnd).map(readClause)
  const found = clauses.flatMap((clause) => clause.found)
  if (found.length === 0) return undefined
  const parts = Object.assign({}, ...found.map(({ part }) => part).toReversed())
  const first = clauses.findIndex((clause) => clause.found.length > 0)
  return {
    words: found.map(({ words }) => words).join(" "),
    slot: {
      said: text.trim(),
      ...{ afterMinutes: null, day: null, time: null, partOfDay: null, zone: null },
      ...parts,
      certain:
        Object.keys(parts).length === found.reduce((count, { part }) => count + Object.keys(part).length, 0) &&
        found.every(({ part }) => Object.keys(part).length > 0) &&
        clauses.every(({ found, rest }, index) =>
          found.length > 0
            ? harmless.test(rest)
            : !hasMatch(doubtful, rest) && !(index > first && hasMatch(correcting, rest))
        )
    }
  }
}

const clauseEnd = /[,;!?।॥—–]+|\.+(?![\dm])/i

type Part = Partial<Pick<CallbackSlot, "afterMinutes" | "day" | "time" | "partOfDay">>

interface Found {
  readonly at: number
  readonly words: string
  /** Empty for a time that no slot can hold, such as "next week". */
  readonly part: Part
}

const readClause = (clause: string): { readonly found: ReadonlyArray<Found>; readonly rest: string } => {
  const found: Array<Found> = []
  let rest = clause
  for (const [pattern, partOf] of readings) {
    rest = rest.replace(pattern, (...match: ReadonlyArray<string>) => {
      const [words = ""] = match
      found.push({ at: Number(match.at(-2)), words: words.trim(), part: partOf(match) })
      return " ".repeat(words.length)
    })
  }
  return { found: found.sort((one, other) => one.at - other.at), rest }
}

const hasMatch = (pattern: RegExp, text: string) => text.search(pattern) >= 0

const words = (source: string) => new RegExp(`(?<![\\p{L}\\p{M}\\p{N}])(?:${source})(?![\\p{L}\\p{M}\\p{N}])`, "giu")

const numbers =
  "one|ek|एक two|do|दो three|teen|तीन four|char|chaar|चार five|paanch|panch|पांच six|chhe|chah|छह|छे seven|saat|सात " +
  "eight|aath|आठ nine|nau|नौ ten|das|दस eleven|gyarah|ग्यारह twelve|barah|बारह"
const numberOf = new Map(
  numbers.split(" ").flatMap((same, index) => same.split("|").map((word) => [word, index + 1] as const))
)
const number = `(\\d{1,2}|${[...numberOf.keys()].join("|")})`
const countOf = (word = "") => numberOf.get(word.toLowerCase()) ?? Number(word)

const weekdays = (
  "monday|somvar|सोमवार tuesday|mangalvar|मंगलवार wednesday|budhvar|बुधवार thursday|guruvar|गुरुवार " +
  "friday|shukravar|शुक्रवार saturday|shanivar|शनिवार sunday|ravivar|रविवार"
).split(" ")

const day = (days: number): Part => ({ day: { kind: "offset", days } })
const time = (hour: number, minute: number, meridiem?: string): Part =>
  hour <= 24 && minute <= 59
    ? { time: { hour, minute, meridiem: /^a/i.test(meridiem ?? "") ? "AM" : meridiem === undefined ? null : "PM" } }
    : {}

const minutes: Readonly<Record<string, number>> = { fifteen: 15, thirty: 30 }
const parts = {
  MORNING: "morning|subah|सुबह",
  NOON: "noon|dopahar|दोपहर",
  AFTERNOON: "afternoon",
  EVENING: "evening|shaam|शाम",
  NIGHT: "night|raat|रात"
} as const

/** Longer patterns first: the text that one of them read is gone for the next. */
const readings: ReadonlyArray<readonly [RegExp, (match: ReadonlyArray<string | undefined>) => Part]> = [
  [
    words(
      `(?:in|after) (?:about )?(half an|an?|${number}) (minute|hour)s?|${number} (minute|ghante|घंटे) (?:baad|mein|बाद|में)`
    ),
    ([, english, digits, englishUnit = "", hindi, hindiUnit = ""]) => {
      const amount = english?.startsWith("half") ? 0.5 : english?.startsWith("a") ? 1 : countOf(digits ?? hindi)
      return { afterMinutes: amount * (/hour|ghante|घंटे/i.test(englishUnit + hindiUnit) ? 60 : 1) }
    }
  ],
  [words(`in ${number} days|${number} (?:din|दिन) (?:baad|बाद)`), ([, days, other]) => day(countOf(days ?? other))],
  [words("(?:the )?day after tomorrow|parso|परसों"), () => day(2)],
  [words("tomorrow|kal|कल"), () => day(1)],
  [words("today|aaj|आज"), () => day(0)],
  [words("tonight"), () => ({ ...day(0), partOfDay: "NIGHT" })],
  [words("this (?=morning|afternoon|evening)"), () => day(0)],
  [words("(?:next|this|coming) (?:week|weekend|month)|weekend"), () => ({})],
  ...weekdays.map(
    (names, index) =>
      [
        words(`(?:on )?(?:(this|next) )?(?:${names})(?: ko| को)?`),
        ([, week]: ReadonlyArray<string | undefined>): Part => ({
          day: {
            kind: "weekday",
            weekday: index + 1,
            week: week === undefined ? null : /^n/i.test(week) ? "next" : "this"
          }
        })
      ] as const
  ),
  [words(`(?:at )?half past ${number}`), ([, hour]) => time(countOf(hour), 30)],
  [
    words(
      `(?:(?:at|around|about) ){0,2}${number}(?:[:.](\\d\\d)| (thirty|fifteen))?(?: ?([ap])\\.?m| o['’]?clock| baje| बजे)`
    ),
    ([, hour, digits, word = "", meridiem]) =>
      time(countOf(hour), minutes[word.toLowerCase()] ?? Number(digits ?? 0), meridiem)
  ],
  [
    words(`(?:(?:at|around|about) ){0,2}(\\d{1,2})[:.](\\d\\d)|(?:at|around) ${number}(?: (thirty|fifteen))?`),
    ([, hour, minute, other, word = ""]) =>
      time(
        countOf(hour ?? other),
        minutes[word.toLowerCase()] ?? Number(minute ?? 0),
        hour?.startsWith("0") ? "a" : undefined
      )
  ],
  ...Object.entries(parts).map(
    ([partOfDay, names]) =>
      [
        words(`(?:in the |at |around )?(?:${names})(?: ko| को| mein| में)?`),
        (): Part => ({ partOfDay: partOfDay as keyof typeof parts })
      ] as const
  )
]

/** Clauses with a time may have only these words besides. */
const harmless = new RegExp(
  `^(?:\\s|${
    words(
      "please|can|could|you|we|call|ring|phone|give|me|us|a|back|again|until|thanks|okay|ok|yes|to|then|so|be|fine|good|would|" +
        "its|it|is|that|the|and|sharp|better|best|free|lets|mujhe|aap|karna|karo|kijiye|karein|kar|lena|ji|haan|" +
        "मुझे|आप|फोन|कॉल|करना|करो|कीजिए|करें|करिए|कर|लेना|जी|हां"
    ).source
  })*$`,
  "iu"
)
/** Words that may change a time that was named in another clause. */
const doubtful = words(
  "\\S*\\d\\S*|\\S*ish|half|week|month|weekend|or|if|unless|maybe|perhaps|before|ya|या|agar|अगर|shayad|शायद"
)
/** Words that take back a time that was named in an earlier clause. */
const correcting = words("not?|dont|cannot|cant|sorry|actually|wait|rather|instead|nahi|नहीं")
