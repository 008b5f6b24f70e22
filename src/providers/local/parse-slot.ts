import type { CallbackSlot } from "../../domain/calendar/callback-slot.ts"
import { phrase, timeSigns } from "./time-signs.ts"

/**
 * When somebody wants to be called, read from their words by rules; undefined when they name no time at all.
 * Whatever speaks of time and is not understood makes it uncertain: better nobody is called than on a wrong day.
 */
export const saidSlot = (text: string): CallbackSlot | undefined => {
  const clauses = clausesOf(timeSigns(text))
  const standing = clauses.filter(({ state }) => state === "stands")
  const items = itemsOf(clauses, "stands")
  if (items.length === 0 && !standing.some(({ isVague }) => isVague)) return undefined

  const corrected = itemsOf(clauses, "corrected")
  const taken = [...corrected, ...itemsOf(clauses, "refused")]
  // "Tomorrow at four, no, at five" is tomorrow at five.
  const isOtherHour = !namesDay(items) && namesHour(items) && namesHour(corrected)
  const kept = isOtherHour ? [...items, ...ofKind(corrected, "day")] : items
  const isWhole = kinds.every((kind) => distinct(ofKind(kept, kind)) <= 1)
  return {
    said: text.trim(),
    afterMinutes: firstOf(kept, "afterMinutes"),
    day: firstOf(kept, "day"),
    time: firstOf(kept, "time"),
    partOfDay: firstOf(kept, "partOfDay"),
    zone: firstOf(kept, "zone"),
    certain: isWhole && replaces(kept, taken) && !clauses.some(({ isDoubted }) => isDoubted)
  }
}

const kinds = ["afterMinutes", "day", "time", "partOfDay", "zone"] as const
type Kind = (typeof kinds)[number]
type Value<K extends Kind> = NonNullable<CallbackSlot[K]>
type Item = { readonly [K in Kind]: { readonly kind: K; readonly value: Value<K> } }[Kind]

const ofKind = <K extends Kind>(items: ReadonlyArray<Item>, kind: K) =>
  items.filter((item): item is Extract<Item, { readonly kind: K }> => item.kind === kind)

const firstOf = <K extends Kind>(items: ReadonlyArray<Item>, kind: K) =>
  (ofKind(items, kind)[0]?.value ?? null) as Value<K> | null

const distinct = (items: ReadonlyArray<Item>) => new Set(items.map(({ value }) => JSON.stringify(value))).size

const namesHour = (items: ReadonlyArray<Item>) => items.some(({ kind }) => kind !== "day" && kind !== "zone")
const namesDay = (items: ReadonlyArray<Item>) => items.some(({ kind }) => kind === "day" || kind === "afterMinutes")

/** Who takes back a day or an hour must name another, else nobody knows what they want. */
const replaces = (kept: ReadonlyArray<Item>, taken: ReadonlyArray<Item>) =>
  (namesDay(kept) || !namesDay(taken)) && (namesHour(kept) || !namesHour(taken))

/** Said of what does not suit or is past, and said before a correction, is not what they want. */
type State = "stands" | "refused" | "corrected"

interface Clause {
  readonly items: ReadonlyArray<Item>
  readonly state: State
  readonly corrects: boolean
  /** It says more of the time than was understood. */
  readonly isDoubted: boolean
  /** It speaks of a time that no slot holds, such as the weekend. */
  readonly isVague: boolean
}

const itemsOf = (clauses: ReadonlyArray<Clause>, state: State) =>
  clauses.filter((clause) => clause.state === state).flatMap(({ items }) => items)

/** "Tomorrow, no, Friday": what comes after a correction stands for what came before it. */
const clausesOf = (said: string): ReadonlyArray<Clause> => {
  const clauses = said.split("|").map(read)
  const last = clauses.findLastIndex(
    ({ corrects }, index) => corrects && itemsOf(clauses.slice(index), "stands").length > 0
  )
  return clauses.map((clause, index) =>
    clause.state === "stands" && index < last ? { ...clause, state: "corrected" } : clause
  )
}

const read = (clause: string): Clause => {
  const items: Array<Item> = []
  const rest = readings.reduce(
    (left, { pattern, toItems }) =>
      left.replace(pattern, (...found: ReadonlyArray<string>) => {
        const told = toItems(found)
        items.push(...told)
        return toItems !== daysAhead && told.every(({ kind }) => kind === "day" || kind === "partOfDay")
          ? beside
          : understood
      }),
    clause
  )
  return {
    items,
    state: refusing.test(clause) ? "refused" : "stands",
    corrects: correcting.test(clause),
    isDoubted: doubtful.test(rest),
    isVague: vague.test(rest)
  }
}

// A bare number beside a day or its part is a time of it; beside a distance it is not.
const [beside, understood] = ["#", "~"]

const refusing = phrase(
  "REFUSED|not|dont|cant|cannot|couldnt|wont|didnt|never|busy|unavailable|except|yesterday|ago|last|pichle|पिछले|" +
    "tha|thi|था|थी|थे|was|were|did|had|called|paid|already|gaya|गया|aaya|आया|(?<!from )now|" +
    "(?:you|they|he|she) (?:said|told|promised)|(?:ill|will|well) (?:call|phone|ring)",
  ""
)
const correcting = phrase("no|sorry|actually|rather|wait|instead|i mean|make (?:it|that)|balki|बल्कि", "")

const vague = phrase("WEEK|MONTH|HOUR|weekends?|weekdays?|midnight|dinner|breakfast|lunch|D\\d|M\\d+", "")
const doubtful = phrase(
  "\\S*\\d\\S*|WEEK|MONTH|HOUR|MIN|HALF|SADE|SAWA|PAUNE|DEDH|DHAI|weekends?|weekdays?|weekly|daily|midnight|dinner|" +
    "ends|starts|finish|finishes|breakfast|lunch|end|eod|start|beginning|beech|between|or|either|maybe|perhaps|shayad|शायद|probably|might|if|unless|" +
    "agar|अगर|before|pehle|pahle|पहले|till|tak|तक|until|by|after|baad|next|every|har|हर|few|couple|sat|sun|" +
    "(?:tea|lunch|dinner|bed)time|tea|narso|tarso|narson|tarson|नरसों|तरसों",
  ""
)

interface Reading {
  readonly pattern: RegExp
  readonly toItems: (found: ReadonlyArray<string>) => ReadonlyArray<Item>
}

const reading = (source: string, toItems: Reading["toItems"]): Reading => ({ pattern: phrase(source), toItems })

const day = (value: Value<"day">): Item => ({ kind: "day", value })
const time = (hour: number, minute: number, meridiem?: string): ReadonlyArray<Item> =>
  hour <= 24 && minute <= 59
    ? [{ kind: "time", value: { hour, minute, meridiem: meridiem === "AM" || meridiem === "PM" ? meridiem : null } }]
    : []

const fractions: Readonly<Record<string, number>> = { HALF: 0.5, SADE: 0.5, SAWA: 0.25, PAUNE: -0.25 }

/** "Sade teen" is three and a half, "paune teen" a quarter less than three, "dedh" one and a half, "dhai" two and a half. */
const amountOf = (said: string): number => {
  const whole = /\d+/.exec(said)?.[0]
  const part = fractions[/HALF|SADE|SAWA|PAUNE/.exec(said)?.[0] ?? ""] ?? 0
  if (said.includes("DEDH")) return 1.5
  if (said.includes("DHAI")) return 2.5
  if (said.includes("couple")) return 2
  if (whole !== undefined) return Number(whole) + part
  return /SAWA|PAUNE/.test(said) || part === 0 ? 1 + part : part
}

const amount =
  "(?:\\d+ and (?:a )?HALF|(?:SADE|SAWA|PAUNE) \\d+|\\d+|HALF(?: an?)?|an?(?: HALF)?|SAWA|PAUNE|DEDH|DHAI|(?:a )?couple(?: of)?)"
const roughly = "(?:about |around |another |the next |roughly |like )?"
const later = "(?:later|from now|(?:ke )?baad(?: mein)?|mein|me|ke andar)"

const distance = ([, first = "", firstUnit, andHalf, rest, second, secondUnit, secondHalf, secondRest]: ReadonlyArray<
  string | undefined
>): ReadonlyArray<Item> => {
  const [said, unit] = first === "" ? [second ?? "", secondUnit] : [first, firstUnit]
  const half = typeof (andHalf ?? secondHalf) === "string" ? 0.5 : 0
  const minutes = (amountOf(said) + half) * (unit === "HOUR" ? 60 : 1) + Number(rest ?? secondRest ?? 0)
  return Number.isInteger(minutes) && minutes > 0 && minutes <= 86_400 ? [{ kind: "afterMinutes", value: minutes }] : []
}

const span = `(${amount}) (HOUR|MIN)( and (?:a )?HALF)?(?: (?:and |aur )?(\\d+) MIN)?`

const daysAhead = ([, first, firstUnit, second, secondUnit]: ReadonlyArray<
  string | undefined
>): ReadonlyArray<Item> => {
  const days = amountOf(first ?? second ?? "") * ((firstUnit ?? secondUnit) === "WEEK" ? 7 : 1)
  return Number.isInteger(days) && days <= 366 ? [day({ kind: "offset", days })] : []
}

const date = (dayOfMonth: string | undefined, month: string | undefined, year?: string): ReadonlyArray<Item> => {
  const said = Number(dayOfMonth)
  if (said < 1 || said > 31) return []
  const named = month?.startsWith("M") ? Number(month.slice(1)) : month?.startsWith("next") ? "next" : month && "this"
  return [day({ kind: "date", day: said, month: named || null, year: year === undefined ? null : Number(year) })]
}

const weekday = (sign: string | undefined, week: string | undefined): ReadonlyArray<Item> => [
  day({ kind: "weekday", weekday: Number(sign?.slice(1)), week: week === "next" || week === "this" ? week : null })
]

const clockStart = "(?:(?:at|around|about|after|near) )?(?:(?:around|about) )?"
const aroundIt = "(?: (?:ke )?(?:baad|aas paas|aaspaas|kareeb)| onwards)?"
const clockEnd = `(?: BAJE)?(?: sharp)?(?: (AM|PM))?${aroundIt}`

const zones =
  "ist|est|edt|cst|cdt|mst|mdt|pst|pdt|gmt|utc|bst|cet|gst|sgt|aest|eastern|pacific|central|indian|india|dubai|london|gulf|uk|us"
// Words before "time" that name no place.
const noPlace =
  "this|that|same|any|some|what|which|whatever|best|good|right|free|more|no|my|the|a|the a|have|get|next|first|last|of|at|in|" +
  "much|enough|every|full|part|long|short|and|better|other|another|lunch|dinner|convenient|suitable|isi|us|usi|kis|kisi|samay|" +
  "#|nice|great|busy|is|you|me|give|need|took|take"

/** From what is longest to what is shortest: what one of them took is gone for the next. */
const readings: ReadonlyArray<Reading> = [
  // In half an hour; after two hours; do ghante baad.
  reading(`(?:in|after) ${roughly}${span}(?: time)?|${span} ${later}`, distance),
  reading(
    `(?:in|after) ${roughly}(${amount}) (DAY|WEEK)(?: time)?|(${amount}) (DAY|WEEK) (?:${later}|from TODAY)`,
    daysAhead
  ),
  // The day.
  reading("(?:the )?OVERMORROW(?: ko)?", () => [day({ kind: "offset", days: 2 })]),
  reading("(?:by )?TOMORROW(?: ko| ke)?(?! ke baad)", () => [day({ kind: "offset", days: 1 })]),
  reading("(?:later )?TODAY(?: ko| hi| ke)?", () => [day({ kind: "offset", days: 0 })]),
  reading("this (MORNING|AFTERNOON|EVENING)", ([, part]) => [
    day({ kind: "offset", days: 0 }),
    { kind: "partOfDay", value: part as Value<"partOfDay"> }
  ]),
  reading("next WEEK (?:mein |ke )?(?:on )?(D\\d)(?: ko)?|(?:on )?(D\\d) (?:of )?next WEEK", ([, first, second]) =>
    weekday(first ?? second, "next")
  ),
  reading(
    "(?:on )?(?:(this|next)(?: coming)? |coming |upcoming |aane wale |आने वाले )?(D\\d)(?: ko)?(?! (?:WEEK|baad))",
    ([, week, sign]) => weekday(sign, week)
  ),
  reading("(?:on )?(M\\d+) (?:the )?(\\d{1,2})(?:th)?(?! (?:AM|PM|BAJE|\\d\\d(?!\\S)))(?: ko)?", ([, month, said]) =>
    date(said, month)
  ),
  reading(
    "(?:on )?(?:the )?(\\d{1,2})th(?: (?:of )?(M\\d+|this MONTH|next MONTH))?(?: (20\\d\\d))?(?: ko)?",
    ([, said, month, year]) => date(said, month, year)
  ),
  reading(
    "(?:on )?(next MONTH|this MONTH) (?:mein |ki |ke |on )*(?:the )?(\\d{1,2})(?:th| TARIKH)(?: ko)?",
    ([, month, said]) => date(said, month)
  ),
  reading("(\\d{1,2}) TARIKH(?: ko)?|TARIKH (\\d{1,2})(?: ko)?", ([, first, second]) =>
    date(first ?? second, undefined)
  ),
  reading("(?:on )?(\\d{1,2}) (M\\d+)(?: (20\\d\\d))?(?: ko)?", ([, said, month, year]) => date(said, month, year)),
  // The zone.
  reading(
    `(?:in |by )?(?!(?:${noPlace}) )((?:(?!(?:${noPlace}) )[^\\s\\d#A-Z|]+ )?(?!(?:${noPlace}) )[^\\s\\d#A-Z|]+)(?: ke| ka)? (?:time|samay|टाइम|समय)(?: zone| ke hisab ke| mein| par| pe)?`,
    ([, zone = ""]) => [{ kind: "zone", value: zone }]
  ),
  reading(`(${zones})`, ([, zone = ""]) => [{ kind: "zone", value: zone }]),
  // The clock.
  reading(`(?:at )?HALF past (\\d{1,2})${clockEnd}`, ([, hour, meridiem]) => time(Number(hour), 30, meridiem)),
  reading(`(?:at )?(?:a )?quarter (past|after|to|of) (\\d{1,2})${clockEnd}`, ([, side, hour, meridiem]) =>
    side === "past" || side === "after" ? time(Number(hour), 15, meridiem) : before(Number(hour), 15, meridiem)
  ),
  reading(`(?:at )?(\\d{1,2})(?: MIN)? past (\\d{1,2})${clockEnd}`, ([, minute, hour, meridiem]) =>
    time(Number(hour), Number(minute), meridiem)
  ),
  reading(`(?:at )?(?:(20|25)|(\\d{1,2}) MIN) to (\\d{1,2})${clockEnd}`, ([, minute, other, hour, meridiem]) =>
    before(Number(hour), Number(minute ?? other), meridiem)
  ),
  reading(`${clockStart}SADE (\\d{1,2})${clockEnd}`, ([, hour, meridiem]) => time(Number(hour), 30, meridiem)),
  reading(`${clockStart}SAWA (\\d{1,2})${clockEnd}`, ([, hour, meridiem]) => time(Number(hour), 15, meridiem)),
  reading(`${clockStart}PAUNE (\\d{1,2})${clockEnd}`, ([, hour, meridiem]) => before(Number(hour), 15, meridiem)),
  reading("(DEDH|DHAI) BAJE", ([, said]) => time(said === "DEDH" ? 1 : 2, 30)),
  reading(
    `${clockStart}(\\d{1,2})(?:h| )(\\d\\d)(?! (?:MIN|HOUR|DAY|WEEK|TARIKH))(?: HOUR)?${clockEnd}`,
    ([, hour, minute, meridiem]) => clock(hour, minute, meridiem)
  ),
  reading("(?:at )?(\\d\\d)(\\d\\d) HOUR|at (\\d\\d)(\\d\\d)", ([, hour, minute, otherHour, otherMinute]) =>
    clock(hour ?? otherHour, minute ?? otherMinute)
  ),
  reading(`${clockStart}(\\d{1,2}) (?:BAJE(?: (AM|PM))?|(AM|PM))(?: sharp)?${aroundIt}`, ([, hour, first, second]) =>
    time(Number(hour), 0, first ?? second)
  ),
  reading(
    "(?:in the |at |the |this )?(?:early |late )?(MORNING|NOON|AFTERNOON|EVENING|NIGHT)(?: time)?(?: ko| mein| ke time)?",
    ([, part]) => [{ kind: "partOfDay", value: part as Value<"partOfDay"> }]
  ),
  // A bare number is a time after "at", and beside a day or a part of the day.
  reading(`(?:(?:at|around|about|after) )+(\\d{1,2})${aroundIt}(?! (?:MIN|HOUR|DAY|WEEK|TARIKH))`, ([, hour]) =>
    time(Number(hour), 0)
  ),
  reading("(?<=# )(\\d{1,2})(?! \\S*\\d)|(?<!\\d )(\\d{1,2})(?= #)", ([, first, second]) =>
    time(Number(first ?? second), 0)
  )
]

/** A quarter to nine. */
const before = (hour: number, minutes: number, meridiem?: string) =>
  time(hour === 1 ? 12 : hour - 1, 60 - minutes, hour === 1 || hour === 12 ? undefined : meridiem)

/** Nobody who says 07:30 means the evening. */
const clock = (hour: string | undefined, minute: string | undefined, meridiem?: string) =>
  time(Number(hour), Number(minute), meridiem ?? (hour?.startsWith("0") ? "AM" : undefined))
