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

const hindi = [
  `${any("आज", "कल", "परसों", "(?:सोम|मंगल|बुध|गुरु|शुक्र|शनि|रवि)वार", "aaj", "kal", "parso")}(?: को| ko)?`,
  any("सुबह", "दोपहर", "शाम", "रात", "subah", "dopahar", "shaam", "raat"),
  `${any("\\d{1,2}", "एक", "दो", "तीन", "चार", "पांच", "पाँच", "छह", "छः", "सात", "आठ", "नौ", "दस", "ग्यारह", "बारह", "[a-z]+")} (?:बजे|baje)`
]

const named = new RegExp(`(?<![\\p{L}\\p{M}\\p{N}])${any(...english, ...hindi)}(?![\\p{L}\\p{M}\\p{N}])`, "giu")
