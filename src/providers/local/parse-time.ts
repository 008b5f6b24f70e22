import { hindiDays, hindiNumbers, hindiOclock, hindiParts, weekdays } from "./time-words.ts"

/** The day and the time that somebody names, in their own words; undefined when they name none. */
export const saidTime = (text: string): string | undefined => {
  const found = text.normalize("NFC").match(named)
  return found === null ? undefined : found.join(" ").replaceAll(/\s+/g, " ").trim()
}

const any = (...patterns: ReadonlyArray<string>) => `(?:${patterns.join("|")})`

const weekday = "(?:mon|tues|wednes|thurs|fri|satur|sun)day"
const partOfDay = "(?:morning|afternoon|evening|night)"
const number = "(?:\\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|an?|half an)"
const clock = `${number}(?:[:.]\\d\\d)?(?: ?(?:a\\.?m\\.?|p\\.?m\\.?|o['’]?clock))`

const english = [
  `(?:the )?${any("day after tomorrow", "tomorrow", "today", "tonight")}(?: ${partOfDay})?`,
  `(?:(?:on|next|this|coming) )*${weekday}(?: ${partOfDay})?`,
  `(?:next|this) ${any("week", "month", "weekend", partOfDay)}`,
  `in (?:the ${partOfDay}|${number} (?:minute|hour|day|week)s?)`,
  `(?:(?:at|after|before|around|by|about) )?${clock}`,
  `(?:at|after|before|around|by) ${any(`${number}(?:[:.]\\d\\d)?`, "noon", "lunch")}`
]

// As people write it: time words are spelled as they are compared.
const inHindi = (...words: ReadonlyArray<string>) => any(...words).replaceAll("ं", "[ंँ]")

const hindi = [
  `${inHindi(...Object.values(hindiDays), ...weekdays)}(?: को| ko)?`,
  inHindi(...Object.values(hindiParts)),
  `${inHindi("\\d{1,2}", ...hindiNumbers, "[a-z]+")} (?:${hindiOclock})`
]

const named = new RegExp(`(?<![\\p{L}\\p{M}\\p{N}])${any(...english, ...hindi)}(?![\\p{L}\\p{M}\\p{N}])`, "giu")
