/** The words for times, in English, in Hindi and in Hindi in Latin letters, spelled as `wordsOf` leaves them. */

/** From Monday. */
export const weekdays: ReadonlyArray<string> = [
  "monday|mon|somvar|somwar|सोमवार|मंडे",
  "tuesday|tues|tue|mangalvar|mangalwar|mangal|मंगलवार|मंगल|ट्यूजडे",
  "wednesday|wed|budhvar|budhwar|बुधवार|वेडनेसडे",
  "thursday|thurs|thu|guruvar|guruwar|veervar|brihaspativar|गुरुवार|गुरूवार|वीरवार|बृहस्पतिवार|थर्सडे",
  "friday|fri|shukravar|shukrawar|shukrvar|शुक्रवार|फ्राइडे",
  "saturday|shanivar|shaniwar|शनिवार|सैटरडे",
  "sunday|ravivar|raviwar|itvar|itwar|itwaar|रविवार|इतवार|संडे"
]

export const months: ReadonlyArray<string> = [
  "january|jan|जनवरी",
  "february|feb|फरवरी",
  "march|मार्च",
  "april|apr|अप्रैल",
  "may|मई",
  "june|जून",
  "july|जुलाई",
  "august|aug|अगस्त",
  "september|sept|sep|सितंबर",
  "october|oct|अक्टूबर",
  "november|nov|नवंबर",
  "december|dec|दिसंबर"
]

export const hindiDays = {
  TODAY: "aaj|aj|आज",
  TOMORROW: "kal|कल",
  OVERMORROW: "parso|parson|parsoon|परसों|परसो"
}

export const hindiParts = {
  MORNING: "subah|subeh|subha|savere|sawere|सुबह|सवेरे",
  NOON: "dopahar|dopehar|dophar|dupahar|दोपहर|दुपहर",
  EVENING: "shaam|sham|shyam|शाम",
  NIGHT: "raat|rat|रात"
}

export const englishNumbers: ReadonlyArray<string> = (
  "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen " +
  "eighteen nineteen twenty"
).split(" ")

export const englishOrdinals: ReadonlyArray<string> = (
  "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth " +
  "sixteenth seventeenth eighteenth nineteenth twentieth"
).split(" ")

/** From one to thirty-one. */
export const hindiNumbers: ReadonlyArray<string> = (
  "ek|एक do|दो teen|tin|तीन char|chaar|चार paanch|panch|pach|पांच chhe|chhah|chah|che|cheh|छह|छः|छे|छ saat|sat|सात " +
  "aath|ath|आठ nau|no|नौ das|dus|दस gyarah|gyara|ग्यारह barah|bara|baarah|बारह terah|तेरह chaudah|चौदह " +
  "pandrah|pandra|पंद्रह|पन्द्रह solah|सोलह satrah|सत्रह atharah|अठारह unnees|unnis|उन्नीस bees|bis|बीस ikkees|ikkis|इक्कीस " +
  "bais|baees|बाईस teis|तेईस chaubees|chaubis|चौबीस pachees|pachis|पच्चीस chhabbees|chabbis|छब्बीस " +
  "sattais|सत्ताईस atthais|अट्ठाईस untees|उनतीस tees|tis|तीस ikattees|इकतीस"
).split(" ")

export const hindiOclock = "baje|bajey|bje|बजे"
