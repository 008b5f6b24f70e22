import type { CallbackSlot } from "../../../domain/calendar/callback-slot.ts"

export interface NamedTime {
  /** The time in the person's own words, such as "tomorrow at 4 pm". */
  readonly words: string
  readonly slot: CallbackSlot
}

/**
 * Reads the time at which a person wants to be called; undefined when the text names none. The slot is certain only
 * when every word of the clause is understood: a callback that people arrange beats a call on the wrong day.
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
      const [words = "", ...groups] = match
      const [first = "", second = "", third = ""] = groups.slice(0, -2)
      found.push({ at: Number(groups.at(-2)), words: words.trim(), part: partOf(first, second, third) })
      return " ".repeat(words.length)
    })
  }
  return { found: found.sort((one, other) => one.at - other.at), rest }
}

const hasMatch = (pattern: RegExp, text: string) => text.search(pattern) >= 0

const words = (source: string) => new RegExp(`(?<![\\p{L}\\p{M}\\p{N}])(?:${source})(?![\\p{L}\\p{M}\\p{N}])`, "giu")

const numbers = (
  "one|ek|एक two|do|दो three|teen|तीन four|char|chaar|चार five|paanch|panch|पांच six|chhe|chah|छह|छे seven|saat|सात " +
  "eight|aath|आठ nine|nau|नौ ten|das|दस eleven|gyarah|ग्यारह twelve|barah|बारह"
).split(" ")
const number = `(\\d{1,2}|${numbers.join("|")})`
const countOf = (word: string) => {
  const index = numbers.findIndex((names) => names.split("|").includes(word.toLowerCase()))
  return index < 0 ? Number(word) : index + 1
}

const day = (days: number): Part => ({ day: { kind: "offset", days } })
const time = (hour: number, minute: number, meridiem: "AM" | "PM" | null): Part =>
  hour <= 24 && minute <= 59 ? { time: { hour, minute, meridiem } } : {}
const afterMinutes = (amount: string, minutes: number): Part => ({
  afterMinutes: minutes * (/^half/i.test(amount) ? 0.5 : /^an?$/i.test(amount) ? 1 : countOf(amount))
})

const weekdays = (
  "monday|somvar|सोमवार tuesday|mangalvar|मंगलवार wednesday|budhvar|बुधवार thursday|guruvar|गुरुवार " +
  "friday|shukravar|शुक्रवार saturday|shanivar|शनिवार sunday|ravivar|रविवार"
)
  .split(" ")
  .map((names, index): Reading => {
    const weekday = (week: "this" | "next" | null): Part => ({ day: { kind: "weekday", weekday: index + 1, week } })
    return [
      words(`(?:on )?(this |next )?(?:${names})(?: ko| को)?`),
      (week) => weekday(week === "" ? null : /^n/i.test(week) ? "next" : "this")
    ]
  })

const partsOfDay = Object.entries({
  MORNING: "morning|subah|सुबह",
  NOON: "noon|dopahar|दोपहर",
  AFTERNOON: "afternoon",
  EVENING: "evening|shaam|शाम",
  NIGHT: "night|raat|रात"
} as const).map(
  ([partOfDay, names]): Reading => [
    words(`(?:in the |at |around )?(?:${names})(?: ko| को| mein| में)?`),
    () => ({ partOfDay: partOfDay as NonNullable<CallbackSlot["partOfDay"]> })
  ]
)

/** A pattern, and the part of a slot that its groups mean; a group without a match is "". */
type Reading = readonly [pattern: RegExp, partOf: (first: string, second: string, third: string) => Part]

/** Longer patterns come first, since each removes the text that it has read. */
const readings: ReadonlyArray<Reading> = [
  [words(`(?:in|after) (?:about )?(half an|an?|${number}) hours?`), (amount) => afterMinutes(amount, 60)],
  [words(`(?:in|after) (?:about )?(an?|${number}) minutes?`), (amount) => afterMinutes(amount, 1)],
  [words(`${number} (?:ghante|घंटे) (?:baad|mein|बाद|में)`), (amount) => afterMinutes(amount, 60)],
  [words(`in ${number} days|${number} (?:din|दिन) (?:baad|बाद)`), (days, other) => day(countOf(days || other))],
  [words("(?:the )?day after tomorrow|parso|परसों"), () => day(2)],
  [words("tomorrow|kal|कल"), () => day(1)],
  [words("today|aaj|आज|this (?=morning|afternoon|evening)"), () => day(0)],
  [words("tonight"), () => ({ ...day(0), partOfDay: "NIGHT" })],
  [words("(?:next|this|coming) (?:week|weekend|month)|weekend"), () => ({})],
  ...weekdays,
  [words(`(?:at )?half past ${number}`), (hour) => time(countOf(hour), 30, null)],
  [
    words(`(?:(?:at|around|about) )?${number}(?:[:.](\\d\\d))?(?: ?([ap])\\.?m| o['’]?clock| baje| बजे)`),
    (hour, minute, half) => time(countOf(hour), Number(minute), half === "" ? null : /a/i.test(half) ? "AM" : "PM")
  ],
  [
    words("(?:(?:at|around|about) )?(\\d{1,2})[:.](\\d\\d)"),
    (hour, minute) => time(Number(hour), Number(minute), hour.startsWith("0") ? "AM" : null)
  ],
  [words(`(?:at|around) ${number}`), (hour) => time(countOf(hour), 0, null)],
  ...partsOfDay
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
