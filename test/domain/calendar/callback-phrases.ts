import type { CallbackSlot } from "../../../src/domain/calendar/callback-slot.ts"

export interface Phrase {
  readonly said: string
  /** The slot that a good model extracts. */
  readonly slot: CallbackSlot
  /** The person's local time of the callback, or `unsure`. */
  readonly expected: string
}

/** Phrases of people at a moment, in a time zone. */
export interface Situation {
  /** The person's local time during the call. */
  readonly now: string
  readonly zone: string
  readonly phrases: ReadonlyArray<Phrase>
}

type Said = Partial<CallbackSlot>

const says = (said: string, slot: ReadonlyArray<Said>, expected: string): Phrase => ({
  said,
  slot: Object.assign(
    { said, afterMinutes: null, day: null, time: null, partOfDay: null, zone: null, certain: true },
    ...slot
  ),
  expected
})

const days = (count: number): Said => ({ day: { kind: "offset", days: count } })
const [today, tomorrow, overmorrow] = [days(0), days(1), days(2)]
const weekday = (of: number, week: "this" | "next" | null = null): Said => ({
  day: { kind: "weekday", weekday: of, week }
})
const monday = weekday(1)
const tuesday = weekday(2)
const wednesday = weekday(3)
const thursday = weekday(4)
const friday = weekday(5)
const saturday = weekday(6)
const sunday = weekday(7)
const date = (day: number, month: number | "this" | "next" | null = null, year: number | null = null): Said => ({
  day: { kind: "date", day, month, year }
})
const clock = (hour: number, minute: number, meridiem: "AM" | "PM" | null = null): Said => ({
  time: { hour, minute, meridiem }
})
const at = (hour: number, meridiem: "AM" | "PM" | null = null): Said => clock(hour, 0, meridiem)
const part = (partOfDay: NonNullable<CallbackSlot["partOfDay"]>): Said => ({ partOfDay })
const morning = part("MORNING")
const noon = part("NOON")
const afternoon = part("AFTERNOON")
const evening = part("EVENING")
const night = part("NIGHT")
const after = (afterMinutes: number): Said => ({ afterMinutes })
const zone = (named: string): Said => ({ zone: named })
const uncertain: Said = { certain: false }

export const situations: ReadonlyArray<Situation> = [
  {
    // A Wednesday, late in the morning.
    now: "2026-11-18 11:20",
    zone: "Asia/Kolkata",
    phrases: [
      says("Can you call me back tomorrow at 4 pm?", [tomorrow, at(4, "PM")], "2026-11-19 16:00"),
      says("day after tomorrow at 5 pm", [overmorrow, at(5, "PM")], "2026-11-20 17:00"),
      says("the day after tomorrow at 5 pm", [overmorrow, at(5, "PM")], "2026-11-20 17:00"),
      says("call me at 5", [at(5)], "2026-11-18 17:00"),
      says("call back after lunch", [afternoon], "2026-11-18 14:00"),
      says("call me back tomorrow after lunch", [tomorrow, afternoon], "2026-11-19 14:00"),
      says("I'm in a meeting, call me in half an hour", [after(30)], "2026-11-18 11:50"),
      says("Give me a ring in two hours.", [after(120)], "2026-11-18 13:20"),
      says("call me in an hour and a half", [after(90)], "2026-11-18 12:50"),
      says("after 20 minutes please", [after(20)], "2026-11-18 11:40"),
      says("in about 45 minutes", [after(45)], "2026-11-18 12:05"),
      says("ten minutes later", [after(10)], "2026-11-18 11:30"),
      says("Tomorrow.", [tomorrow], "2026-11-19 11:20"),
      says("call me tomorrow", [tomorrow], "2026-11-19 11:20"),
      says("same time tomorrow", [tomorrow], "2026-11-19 11:20"),
      says("any time tomorrow is fine", [tomorrow], "2026-11-19 11:20"),
      says("tomorrow morning", [tomorrow, morning], "2026-11-19 10:00"),
      says("tomorrow around noon", [tomorrow, noon], "2026-11-19 12:00"),
      says("tomorrow afternoon please", [tomorrow, afternoon], "2026-11-19 14:00"),
      says("tomorrow evening would be good", [tomorrow, evening], "2026-11-19 18:00"),
      says("tomorrow night", [tomorrow, night], "2026-11-19 20:00"),
      says("this evening", [today, evening], "2026-11-18 18:00"),
      says("call me tonight", [today, night], "2026-11-18 20:00"),
      says("tonight at nine", [today, night, at(9)], "2026-11-18 21:00"),
      says("in the evening", [evening], "2026-11-18 18:00"),
      says("evening at 7", [evening, at(7)], "2026-11-18 19:00"),
      says("today at 3 o'clock", [today, at(3)], "2026-11-18 15:00"),
      says("today at 3:30 pm", [today, clock(3, 30, "PM")], "2026-11-18 15:30"),
      says("half past six", [clock(6, 30)], "2026-11-18 18:30"),
      says("at quarter to five in the evening", [clock(4, 45), evening], "2026-11-18 16:45"),
      says("tomorrow at quarter to nine in the morning", [tomorrow, clock(8, 45), morning], "2026-11-19 08:45"),
      says("tomorrow at a quarter past ten", [tomorrow, clock(10, 15)], "2026-11-19 10:15"),
      says("five thirty pm", [clock(5, 30, "PM")], "2026-11-18 17:30"),
      says("at 17:00", [at(17)], "2026-11-18 17:00"),
      says("tomorrow at fifteen thirty", [tomorrow, clock(15, 30)], "2026-11-19 15:30"),
      says("tomorrow at 9.30 a.m.", [tomorrow, clock(9, 30, "AM")], "2026-11-19 09:30"),
      says("tomorrow at nine", [tomorrow, at(9)], "2026-11-19 09:00"),
      says("tomorrow at ten thirty", [tomorrow, clock(10, 30)], "2026-11-19 10:30"),
      says("tomorrow at 12", [tomorrow, at(12)], "2026-11-19 12:00"),
      says("tomorrow at seven", [tomorrow, at(7)], "2026-11-19 19:00"),
      says("tomorrow at eight", [tomorrow, at(8)], "unsure"),
      says("tomorrow at 8 in the morning", [tomorrow, at(8), morning], "2026-11-19 08:00"),
      says("tomorrow at 8 in the evening", [tomorrow, at(8), evening], "2026-11-19 20:00"),
      says("at 8", [at(8)], "2026-11-18 20:00"),
      says("at 10", [at(10)], "unsure"),
      says("today at ten", [today, at(10)], "2026-11-18 22:00"),
      says("at 9 am", [at(9, "AM")], "unsure"),
      says("today at 10 am", [today, at(10, "AM")], "unsure"),
      says("in the morning", [morning], "unsure"),
      says("today", [today], "unsure"),
      says("later today", [today], "unsure"),
      says("call me later", [uncertain], "unsure"),
      says("some other time", [uncertain], "unsure"),
      says("next week", [uncertain], "unsure"),
      says("on the weekend", [uncertain], "unsure"),
      says("sometime next month", [uncertain], "unsure"),
      says("Friday", [friday], "2026-11-20 11:20"),
      says("on Friday at 3", [friday, at(3)], "2026-11-20 15:00"),
      says("Friday afternoon", [friday, afternoon], "2026-11-20 14:00"),
      says("Monday morning at eleven", [monday, morning, at(11)], "2026-11-23 11:00"),
      says("this Saturday at 11 am", [weekday(6, "this"), at(11, "AM")], "2026-11-21 11:00"),
      says("next Monday evening", [weekday(1, "next"), evening], "2026-11-23 18:00"),
      says("next Tuesday at 2 pm", [weekday(2, "next"), at(2, "PM")], "2026-11-24 14:00"),
      says("next Friday at 4", [weekday(5, "next"), at(4)], "unsure"),
      says("next Thursday", [weekday(4, "next")], "unsure"),
      says("next Sunday at noon", [weekday(7, "next"), noon], "unsure"),
      says("next Wednesday at 11 am", [weekday(3, "next"), at(11, "AM")], "2026-11-25 11:00"),
      says("Wednesday at 4 pm", [wednesday, at(4, "PM")], "unsure"),
      says("Wednesday at 10 am", [wednesday, at(10, "AM")], "2026-11-25 10:00"),
      says("this Wednesday at 4 pm", [weekday(3, "this"), at(4, "PM")], "2026-11-18 16:00"),
      says("Sunday around 11 in the morning", [sunday, at(11), morning], "2026-11-22 11:00"),
      says("on the 20th at 3 pm", [date(20), at(3, "PM")], "2026-11-20 15:00"),
      says("on the 5th at noon", [date(5), noon], "2026-12-05 12:00"),
      says("25th November 10 am", [date(25, 11), at(10, "AM")], "2026-11-25 10:00"),
      says("December 2nd at half past four", [date(2, 12), clock(4, 30)], "2026-12-02 16:30"),
      says("on the second of December in the afternoon", [date(2, 12), afternoon], "2026-12-02 14:00"),
      says("the 18th", [date(18)], "unsure"),
      says("on the 31st", [date(31)], "unsure"),
      says("30th February", [date(30, 2)], "unsure"),
      says("on the 3rd of next month at 5 pm", [date(3, "next"), at(5, "PM")], "2026-12-03 17:00"),
      says("in March", [uncertain], "unsure"),
      says("15th of March at 4 pm", [date(15, 3), at(4, "PM")], "unsure"),
      says("in three days at 4 pm", [days(3), at(4, "PM")], "2026-11-21 16:00"),
      says("after two days, in the morning", [overmorrow, morning], "2026-11-20 10:00"),
      says("in a week", [days(7)], "2026-11-25 11:20"),
      says("two weeks from now", [days(14)], "2026-12-02 11:20"),
      says("in three months", [days(90)], "unsure"),
      says("tomorrow at 2 am", [tomorrow, at(2, "AM")], "unsure"),
      says("tomorrow at midnight", [tomorrow, at(24)], "unsure"),
      says("tomorrow at 17 am", [tomorrow, at(17, "AM")], "unsure"),
      says("5 am in the evening", [at(5, "AM"), evening], "unsure"),
      says("4 or 5 pm", [at(4, "PM"), uncertain], "unsure"),
      says("tomorrow between 4 and 6", [tomorrow, at(4), uncertain], "unsure"),
      says("tomorrow before 6 pm", [tomorrow, at(6, "PM"), uncertain], "unsure"),
      says("tomorrow by five", [tomorrow, at(5), uncertain], "unsure"),
      says("tomorrow or Friday", [tomorrow, uncertain], "unsure"),
      says("maybe tomorrow at 4 pm", [tomorrow, at(4, "PM"), uncertain], "unsure"),
      says("tomorrow after 5 pm", [tomorrow, at(5, "PM")], "2026-11-19 17:00"),
      says("in two hours, at 4 pm", [after(120), at(4, "PM")], "unsure"),
      says("tomorrow — no, Friday at 3", [friday, at(3)], "2026-11-20 15:00"),
      says("not tomorrow, day after tomorrow", [overmorrow], "2026-11-20 11:20"),
      says("tomorrow at 4, no, at 5", [tomorrow, at(5)], "2026-11-19 17:00"),
      says("Thursday at four, sorry, I mean Friday at four", [friday, at(4)], "2026-11-20 16:00"),
      says("I can't talk today. Call me tomorrow at 11 am.", [tomorrow, at(11, "AM")], "2026-11-19 11:00"),
      says("You called me yesterday at 4, call me tomorrow at 6 pm", [tomorrow, at(6, "PM")], "2026-11-19 18:00"),
      says("Tomorrow is not possible", [uncertain], "unsure"),
      says("not in the morning, tomorrow evening", [tomorrow, evening], "2026-11-19 18:00"),
      says("I paid on Monday", [uncertain], "unsure")
    ]
  },
  {
    now: "2026-11-18 11:20",
    zone: "Asia/Kolkata",
    phrases: [
      says("kal shaam 5 baje", [tomorrow, evening, at(5)], "2026-11-19 17:00"),
      says("kal subah das baje call karna", [tomorrow, morning, at(10)], "2026-11-19 10:00"),
      says("kal call karo", [tomorrow], "2026-11-19 11:20"),
      says("aap mujhe kal phone kijiye", [tomorrow], "2026-11-19 11:20"),
      says("kal dopahar ko", [tomorrow, noon], "2026-11-19 12:00"),
      says("kal dopahar do baje", [tomorrow, noon, at(2)], "2026-11-19 14:00"),
      says("kal dopahar ke baad", [tomorrow, afternoon], "2026-11-19 14:00"),
      says("kal raat nau baje", [tomorrow, night, at(9)], "2026-11-19 21:00"),
      says("kal raat ko", [tomorrow, night], "2026-11-19 20:00"),
      says("parso shaam ko call karna", [overmorrow, evening], "2026-11-20 18:00"),
      says("parson subah gyarah baje", [overmorrow, morning, at(11)], "2026-11-20 11:00"),
      says("aaj shaam ko", [today, evening], "2026-11-18 18:00"),
      says("aaj raat aath baje", [today, night, at(8)], "2026-11-18 20:00"),
      says("aaj 4 baje", [today, at(4)], "2026-11-18 16:00"),
      says("shaam saat baje", [evening, at(7)], "2026-11-18 19:00"),
      says("aadhe ghante baad", [after(30)], "2026-11-18 11:50"),
      says("aadhe ghante mein call karo", [after(30)], "2026-11-18 11:50"),
      says("do ghante mein", [after(120)], "2026-11-18 13:20"),
      says("ek ghante baad phone karna", [after(60)], "2026-11-18 12:20"),
      says("dedh ghante baad", [after(90)], "2026-11-18 12:50"),
      says("dhai ghante ke baad", [after(150)], "2026-11-18 13:50"),
      says("sawa ghante baad", [after(75)], "2026-11-18 12:35"),
      says("paune ghante mein", [after(45)], "2026-11-18 12:05"),
      says("sade teen ghante baad", [after(210)], "2026-11-18 14:50"),
      says("das minute baad karo", [after(10)], "2026-11-18 11:30"),
      says("bees minute mein", [after(20)], "2026-11-18 11:40"),
      says("sade char baje", [clock(4, 30)], "2026-11-18 16:30"),
      says("kal sawa paanch baje", [tomorrow, clock(5, 15)], "2026-11-19 17:15"),
      says("sawa paanch", [clock(5, 15)], "2026-11-18 17:15"),
      says("paune chhe baje", [clock(5, 45)], "2026-11-18 17:45"),
      says("kal sade nau baje subah", [tomorrow, clock(9, 30), morning], "2026-11-19 09:30"),
      says("dhai baje", [clock(2, 30)], "2026-11-18 14:30"),
      says("kal dedh baje", [tomorrow, clock(1, 30)], "2026-11-19 13:30"),
      says("somvar ko subah", [monday, morning], "2026-11-23 10:00"),
      says("shukravar shaam chaar baje", [friday, evening, at(4)], "2026-11-20 16:00"),
      says("agle somvar ko dopahar mein", [weekday(1, "next"), noon], "2026-11-23 12:00"),
      says("itwar ko gyarah baje", [sunday, at(11)], "2026-11-22 11:00"),
      says("Sunday ko call karna shaam ko", [sunday, evening], "2026-11-22 18:00"),
      says("Monday ko 3 baje", [monday, at(3)], "2026-11-23 15:00"),
      says("pachees tareekh ko subah", [date(25), morning], "2026-11-25 10:00"),
      says("5 tarikh ko shaam ko", [date(5), evening], "2026-12-05 18:00"),
      says("agle mahine 2 tarikh ko 11 baje", [date(2, "next"), at(11)], "2026-12-02 11:00"),
      says("lunch ke baad call karo", [afternoon], "2026-11-18 14:00"),
      says("kal lunch ke baad", [tomorrow, afternoon], "2026-11-19 14:00"),
      says("do din baad", [overmorrow], "2026-11-20 11:20"),
      says("teen din baad shaam ko", [days(3), evening], "2026-11-21 18:00"),
      says("ek hafte baad", [days(7)], "2026-11-25 11:20"),
      says("agle hafte", [uncertain], "unsure"),
      says("baad mein call karna", [uncertain], "unsure"),
      says("kal nahi, parso shaam ko", [overmorrow, evening], "2026-11-20 18:00"),
      says("aaj nahi kal karna, shaam 6 baje", [tomorrow, evening, at(6)], "2026-11-19 18:00"),
      says("kal mat karna, shanivar ko karna 12 baje", [saturday, at(12)], "2026-11-21 12:00"),
      says("abhi nahi, kal subah 9 baje", [tomorrow, morning, at(9)], "2026-11-19 09:00"),
      says("kal ya parso", [tomorrow, uncertain], "unsure"),
      says("kal chaar paanch baje", [tomorrow, at(4), uncertain], "unsure"),
      says("kal 5 baje se pehle", [tomorrow, at(5), uncertain], "unsure"),
      says("kal shaam tak", [tomorrow, evening, uncertain], "unsure"),
      says("kal 5 baje ke baad", [tomorrow, at(5)], "2026-11-19 17:00"),
      says("shayad kal", [tomorrow, uncertain], "unsure"),
      says("narso call karna", [days(3), uncertain], "unsure"),
      says("kal maine payment kiya tha", [uncertain], "unsure"),
      says("subah", [morning], "unsure"),
      says("kal evening five thirty", [tomorrow, evening, clock(5, 30)], "2026-11-19 17:30"),
      says("tomorrow shaam 6 baje", [tomorrow, evening, at(6)], "2026-11-19 18:00"),
      says("kal 11 AM", [tomorrow, at(11, "AM")], "2026-11-19 11:00"),
      says("din mein 2 baje", [at(2)], "2026-11-18 14:00"),
      says("कल शाम पाँच बजे", [tomorrow, evening, at(5)], "2026-11-19 17:00"),
      says("मुझे कल शाम 4 बजे फ़ोन कीजिए।", [tomorrow, evening, at(4)], "2026-11-19 16:00"),
      says("कल सुबह दस बजे कॉल करना", [tomorrow, morning, at(10)], "2026-11-19 10:00"),
      says("परसों सुबह", [overmorrow, morning], "2026-11-20 10:00"),
      says("आज रात आठ बजे", [today, night, at(8)], "2026-11-18 20:00"),
      says("आधे घंटे बाद", [after(30)], "2026-11-18 11:50"),
      says("दो घंटे में फोन करो", [after(120)], "2026-11-18 13:20"),
      says("डेढ़ घंटे बाद", [after(90)], "2026-11-18 12:50"),
      says("कल साढ़े चार बजे", [tomorrow, clock(4, 30)], "2026-11-19 16:30"),
      says("सवा पांच बजे", [clock(5, 15)], "2026-11-18 17:15"),
      says("पौने छह बजे", [clock(5, 45)], "2026-11-18 17:45"),
      says("कल ढाई बजे", [tomorrow, clock(2, 30)], "2026-11-19 14:30"),
      says("सोमवार को शाम को", [monday, evening], "2026-11-23 18:00"),
      says("अगले मंगलवार दोपहर एक बजे", [weekday(2, "next"), noon, at(1)], "2026-11-24 13:00"),
      says("५ तारीख को दोपहर में", [date(5), noon], "2026-12-05 12:00"),
      says("25 नवंबर को सुबह 11 बजे", [date(25, 11), morning, at(11)], "2026-11-25 11:00"),
      says("कल नहीं, परसों दोपहर को", [overmorrow, noon], "2026-11-20 12:00"),
      says("अभी नहीं, शाम को", [evening], "2026-11-18 18:00"),
      says("लंच के बाद", [afternoon], "2026-11-18 14:00"),
      says("दोपहर के बाद फोन कीजिए", [afternoon], "2026-11-18 14:00"),
      says("कल या परसों", [tomorrow, uncertain], "unsure"),
      says("शायद कल शाम को", [tomorrow, evening, uncertain], "unsure"),
      says("अगले हफ्ते", [uncertain], "unsure"),
      says("कल आठ बजे", [tomorrow, at(8)], "unsure"),
      says("रात बारह बजे", [night, at(12)], "unsure"),
      says("दो दिन बाद शाम को", [overmorrow, evening], "2026-11-20 18:00")
    ]
  },
  {
    now: "2026-11-18 08:30",
    zone: "Asia/Kolkata",
    phrases: [
      says("call me in the morning", [morning], "unsure"),
      says("this morning", [today, morning], "2026-11-18 10:00"),
      says("subah gyarah baje", [morning, at(11)], "2026-11-18 11:00"),
      says("at 9", [at(9)], "2026-11-18 09:00"),
      says("at 8", [at(8)], "2026-11-18 20:00")
    ]
  },
  {
    now: "2026-11-18 06:30",
    zone: "Asia/Kolkata",
    phrases: [
      says("today", [today], "unsure"),
      says("at seven", [at(7)], "unsure"),
      says("aaj 5 baje", [today, at(5)], "2026-11-18 17:00"),
      says("tomorrow", [tomorrow], "2026-11-19 10:00")
    ]
  },
  {
    now: "2026-11-18 19:40",
    zone: "Asia/Kolkata",
    phrases: [
      says("call me in the morning", [morning], "2026-11-19 10:00"),
      says("subah karna", [morning], "2026-11-19 10:00"),
      says("सुबह नौ बजे", [morning, at(9)], "2026-11-19 09:00"),
      says("at 10 am", [at(10, "AM")], "2026-11-19 10:00"),
      says("call me at 5", [at(5)], "unsure"),
      says("at 4 pm", [at(4, "PM")], "unsure"),
      says("at 10", [at(10)], "unsure"),
      says("at 8", [at(8)], "2026-11-18 20:00"),
      says("today at 10", [today, at(10)], "2026-11-18 22:00"),
      says("after lunch", [afternoon], "unsure"),
      says("in the evening", [evening], "unsure"),
      says("tonight", [today, night], "2026-11-18 20:00"),
      says("this evening", [today, evening], "unsure"),
      says("aaj shaam ko", [today, evening], "unsure"),
      says("aaj 4 baje", [today, at(4)], "unsure"),
      says("kal", [tomorrow], "2026-11-19 19:40"),
      says("tomorrow at 4 pm", [tomorrow, at(4, "PM")], "2026-11-19 16:00"),
      says("in one hour", [after(60)], "2026-11-18 20:40"),
      says("Wednesday at 4 pm", [wednesday, at(4, "PM")], "2026-11-25 16:00"),
      says("Wednesday", [wednesday], "unsure"),
      says("this Wednesday at 4 pm", [weekday(3, "this"), at(4, "PM")], "unsure"),
      says("good evening, please call tomorrow at noon", [tomorrow, noon], "2026-11-19 12:00"),
      says("raat ko 9 baje", [night, at(9)], "2026-11-18 21:00"),
      says("Call me at nine thirty tonight", [today, night, clock(9, 30)], "2026-11-18 21:30")
    ]
  },
  {
    now: "2026-11-18 23:50",
    zone: "Asia/Kolkata",
    phrases: [
      says("tomorrow", [tomorrow], "2026-11-19 10:00"),
      says("tomorrow at 4 pm", [tomorrow, at(4, "PM")], "2026-11-19 16:00"),
      says("day after tomorrow at 5 pm", [overmorrow, at(5, "PM")], "2026-11-20 17:00"),
      says("in half an hour", [after(30)], "2026-11-19 00:20"),
      says("kal subah", [tomorrow, morning], "2026-11-19 10:00"),
      says("in the morning at nine", [morning, at(9)], "2026-11-19 09:00"),
      says("tonight", [today, night], "unsure"),
      says("today at 11 pm", [today, at(11, "PM")], "unsure"),
      says("Thursday at noon", [thursday, noon], "2026-11-19 12:00")
    ]
  },
  {
    now: "2026-11-19 00:30",
    zone: "Asia/Kolkata",
    phrases: [
      says("tomorrow at 4 pm", [tomorrow, at(4, "PM")], "2026-11-20 16:00"),
      says("kal shaam paanch baje", [tomorrow, evening, at(5)], "2026-11-20 17:00"),
      says("in the morning", [morning], "2026-11-19 10:00"),
      says("today at 4 pm", [today, at(4, "PM")], "2026-11-19 16:00"),
      says("at 9", [at(9)], "unsure"),
      says("Friday at 11 am", [friday, at(11, "AM")], "2026-11-20 11:00"),
      says("in ten hours", [after(600)], "2026-11-19 10:30")
    ]
  },
  {
    // A Monday, the last of the month.
    now: "2026-11-30 16:05",
    zone: "Asia/Kolkata",
    phrases: [
      says("tomorrow at 11 am", [tomorrow, at(11, "AM")], "2026-12-01 11:00"),
      says("parso subah 10 baje", [overmorrow, morning, at(10)], "2026-12-02 10:00"),
      says("on the first at noon", [date(1), noon], "2026-12-01 12:00"),
      says("on the 5th", [date(5)], "2026-12-05 16:05"),
      says("on the 30th", [date(30)], "unsure"),
      says("on the 31st at 10 am", [date(31), at(10, "AM")], "unsure"),
      says("3rd of next month", [date(3, "next")], "2026-12-03 16:05"),
      says("31st December at 3 pm", [date(31, 12), at(3, "PM")], "2026-12-31 15:00"),
      says("10th January at 3 pm", [date(10, 1), at(3, "PM")], "2027-01-10 15:00"),
      says("15 जनवरी को दोपहर 3 बजे", [date(15, 1), noon, at(3)], "2027-01-15 15:00"),
      says("20th November at 3 pm", [date(20, 11), at(3, "PM")], "unsure"),
      says("Monday at 5 pm", [monday, at(5, "PM")], "unsure"),
      says("Monday at 3 pm", [monday, at(3, "PM")], "2026-12-07 15:00"),
      says("next Monday at 3 pm", [weekday(1, "next"), at(3, "PM")], "2026-12-07 15:00"),
      says("mangalvar ko", [tuesday], "2026-12-01 16:05"),
      says("next Tuesday", [weekday(2, "next")], "unsure"),
      says("do hafte baad", [days(14)], "2026-12-14 16:05"),
      says("at 4", [at(4)], "unsure"),
      says("at six", [at(6)], "2026-11-30 18:00")
    ]
  },
  {
    // A Saturday.
    now: "2026-11-21 12:15",
    zone: "America/New_York",
    phrases: [
      says("Monday at 9 a.m.", [monday, at(9, "AM")], "2026-11-23 09:00"),
      says("next Monday at 9 a.m.", [weekday(1, "next"), at(9, "AM")], "unsure"),
      says("next Wednesday at ten", [weekday(3, "next"), at(10)], "2026-11-25 10:00"),
      says("on Monday morning", [monday, morning], "2026-11-23 10:00"),
      says("call me back Monday around 2", [monday, at(2)], "2026-11-23 14:00"),
      says("Tuesday, 3:45 in the afternoon", [tuesday, clock(3, 45), afternoon], "2026-11-24 15:45"),
      says("Saturday at 1 pm", [saturday, at(1, "PM")], "unsure"),
      says("next Saturday at 1 pm", [weekday(6, "next"), at(1, "PM")], "2026-11-28 13:00"),
      says("tomorrow at 3 pm Eastern", [tomorrow, at(3, "PM"), zone("Eastern")], "2026-11-22 15:00"),
      says("tomorrow 3 pm EST", [tomorrow, at(3, "PM"), zone("EST")], "2026-11-22 15:00"),
      says("tomorrow at 1 pm Pacific time", [tomorrow, at(1, "PM"), zone("Pacific time")], "2026-11-22 16:00"),
      says("Monday at 10 am Chicago time", [monday, at(10, "AM"), zone("Chicago time")], "2026-11-23 11:00"),
      says("tomorrow at 9 am London time", [tomorrow, at(9, "AM"), zone("London time")], "unsure"),
      says("tomorrow at 4 pm UK time", [tomorrow, at(4, "PM"), zone("UK time")], "2026-11-22 11:00"),
      says("tomorrow 6 pm Indian time", [tomorrow, at(6, "PM"), zone("Indian time")], "2026-11-22 07:30"),
      says("tomorrow at 4 Mars time", [tomorrow, at(4), zone("Mars time")], "unsure"),
      says("tomorrow at 4 pm US time", [tomorrow, at(4, "PM"), zone("US time")], "2026-11-22 16:00"),
      says("in an hour", [after(60)], "2026-11-21 13:15"),
      says("twenty to five", [clock(4, 40)], "2026-11-21 16:40"),
      says("thanksgiving", [uncertain], "unsure"),
      says("the day after Thanksgiving at noon", [noon, uncertain], "unsure"),
      says("Wednesday the 25th at two thirty", [date(25), clock(2, 30)], "2026-11-25 14:30"),
      says("end of day Monday", [monday, uncertain], "unsure"),
      says("first thing tomorrow morning", [tomorrow, morning], "2026-11-22 10:00")
    ]
  },
  {
    // A Sunday.
    now: "2026-11-22 10:30",
    zone: "America/Los_Angeles",
    phrases: [
      says("Monday at noon", [monday, noon], "2026-11-23 12:00"),
      says("next Monday at noon", [weekday(1, "next"), noon], "unsure"),
      says("next Wednesday", [weekday(3, "next")], "unsure"),
      says("this Monday at 4", [weekday(1, "this"), at(4)], "2026-11-23 16:00"),
      says("next Sunday at 5 pm", [weekday(7, "next"), at(5, "PM")], "2026-11-29 17:00"),
      says("Sunday at 9 am", [sunday, at(9, "AM")], "2026-11-29 09:00"),
      says("Sunday at 5 pm", [sunday, at(5, "PM")], "unsure"),
      says("tomorrow at five past four", [tomorrow, clock(4, 5)], "2026-11-23 16:05"),
      says("tomorrow 10 am PST", [tomorrow, at(10, "AM"), zone("PST")], "2026-11-23 10:00"),
      says("tomorrow at 10 am IST", [tomorrow, at(10, "AM"), zone("IST")], "unsure"),
      says("Tuesday 1 pm CST", [tuesday, at(1, "PM"), zone("CST")], "2026-11-24 11:00"),
      says("tomorrow 7 am", [tomorrow, at(7, "AM")], "2026-11-23 07:00"),
      says("Thursday, make it Friday at ten", [friday, at(10)], "2026-11-27 10:00"),
      says("in a couple of hours", [after(120)], "2026-11-22 12:30"),
      says("anytime after six this evening", [today, evening, at(6)], "2026-11-22 18:00")
    ]
  },
  {
    // The night before New York's clocks go forward from two to three.
    now: "2027-03-13 15:00",
    zone: "America/New_York",
    phrases: [
      says("tomorrow at 4 pm", [tomorrow, at(4, "PM")], "2027-03-14 16:00"),
      says("tomorrow", [tomorrow], "2027-03-14 15:00"),
      says("tomorrow at 2:30 am", [tomorrow, clock(2, 30, "AM")], "unsure"),
      says("in twelve hours", [after(720)], "2027-03-14 04:00"),
      says("day after tomorrow at nine in the morning", [overmorrow, at(9), morning], "2027-03-15 09:00"),
      says("tomorrow 8 pm IST", [tomorrow, at(8, "PM"), zone("IST")], "unsure"),
      says("Sunday evening", [sunday, evening], "2027-03-14 18:00")
    ]
  },
  {
    // The day on which two o'clock occurs twice.
    now: "2026-11-01 00:40",
    zone: "America/New_York",
    phrases: [
      says("in two hours", [after(120)], "2026-11-01 01:40"),
      says("today at 1:30 am", [today, clock(1, 30, "AM")], "unsure"),
      says("today at 4 pm", [today, at(4, "PM")], "2026-11-01 16:00"),
      says("tomorrow at 4 pm", [tomorrow, at(4, "PM")], "2026-11-02 16:00"),
      says("Monday at 10 am", [monday, at(10, "AM")], "2026-11-02 10:00")
    ]
  },
  {
    now: "2027-03-27 17:30",
    zone: "Europe/London",
    phrases: [
      says("ring me tomorrow at half past two", [tomorrow, clock(2, 30)], "2027-03-28 14:30"),
      says("tomorrow at 3 pm GMT", [tomorrow, at(3, "PM"), zone("GMT")], "2027-03-28 16:00"),
      says("tomorrow at 3 pm UK time", [tomorrow, at(3, "PM"), zone("UK time")], "2027-03-28 15:00"),
      says("Monday at quarter past eleven", [monday, clock(11, 15)], "2027-03-29 11:15"),
      says("Wednesday week", [wednesday, uncertain], "unsure"),
      says("in a fortnight", [days(14)], "2027-04-10 17:30"),
      says("at half seven", [clock(7, 30), uncertain], "unsure"),
      says("teatime tomorrow", [tomorrow, uncertain], "unsure")
    ]
  },
  {
    // A Tuesday at the end of the year.
    now: "2026-12-29 14:00",
    zone: "Asia/Dubai",
    phrases: [
      says("tomorrow 4 pm Dubai time", [tomorrow, at(4, "PM"), zone("Dubai time")], "2026-12-30 16:00"),
      says("kal shaam 6 baje India time", [tomorrow, evening, at(6), zone("India time")], "2026-12-30 16:30"),
      says("tomorrow at 5 Gulf time", [tomorrow, at(5), zone("Gulf time")], "2026-12-30 17:00"),
      says("on the 2nd at 11 am", [date(2), at(11, "AM")], "2027-01-02 11:00"),
      says("January 4th at 3 pm", [date(4, 1), at(3, "PM")], "2027-01-04 15:00"),
      says("4 January 2027 at 3 pm", [date(4, 1, 2027), at(3, "PM")], "2027-01-04 15:00"),
      says("4 January 2026 at 3 pm", [date(4, 1, 2026), at(3, "PM")], "unsure"),
      says("Friday after the prayer", [friday, uncertain], "unsure"),
      says("Friday 4 pm", [friday, at(4, "PM")], "2027-01-01 16:00"),
      says("next year", [uncertain], "unsure"),
      says("next Sunday 10 am", [weekday(7, "next"), at(10, "AM")], "unsure"),
      says("दुबई के समय से कल चार बजे", [tomorrow, at(4), zone("दुबई")], "2026-12-30 16:00")
    ]
  },
  {
    // Phrases that broke the rules once, or might.
    now: "2026-11-18 11:20",
    zone: "Asia/Kolkata",
    phrases: [
      says("Tomorrow I'm out of town, so Friday at 11", [friday, at(11)], "2026-11-20 11:00"),
      says("Don't call me tomorrow, call on Friday at 4 pm", [friday, at(4, "PM")], "2026-11-20 16:00"),
      says("call me the day after at 3", [at(3), uncertain], "unsure"),
      says("Monday. No wait, Tuesday. Tuesday at two.", [tuesday, at(2)], "2026-11-24 14:00"),
      says("I'm free Monday to Wednesday", [monday, uncertain], "unsure"),
      says("any day after 5 pm", [at(5, "PM"), uncertain], "unsure"),
      says("every day I'm free at 6", [at(6), uncertain], "unsure"),
      says("in the first week of December", [uncertain], "unsure"),
      says("the week after next, Monday at 10", [monday, at(10), uncertain], "unsure"),
      says("a week from Monday", [monday, uncertain], "unsure"),
      says("Monday after next", [monday, uncertain], "unsure"),
      says("two Mondays from now", [uncertain], "unsure"),
      says("tomorrow's Wednesday, right? call then at 5", [at(5), uncertain], "unsure"),
      says("tomorrow evening, say sevenish", [tomorrow, evening, at(7)], "2026-11-19 19:00"),
      says("noonish tomorrow", [tomorrow, noon], "2026-11-19 12:00"),
      says("tomorrow 4-5 pm", [tomorrow, at(4, "PM"), uncertain], "unsure"),
      says("tomorrow, half five", [tomorrow, uncertain], "unsure"),
      says("not before 5 pm tomorrow", [tomorrow, at(5, "PM"), uncertain], "unsure"),
      says("tomorrow but not before 5", [tomorrow, at(5), uncertain], "unsure"),
      says("tomorrow but not in the morning", [tomorrow, uncertain], "unsure"),
      says("I get off work at 5, call me at 6", [at(6)], "2026-11-18 18:00"),
      says("my shift ends at 6 pm, call tomorrow", [tomorrow, uncertain], "unsure"),
      says("it's 4 pm now, call tomorrow", [tomorrow, uncertain], "unsure"),
      says("My number is 98765 43210, call me tomorrow at 4", [tomorrow, at(4)], "2026-11-19 16:00"),
      says("I am 45 years old, call me tomorrow", [tomorrow], "2026-11-19 11:20"),
      says("yesterday you said you would call today at 4", [uncertain], "unsure"),
      says("you said you'd call Monday at 3", [uncertain], "unsure"),
      says("I'll call you tomorrow", [uncertain], "unsure"),
      says("I will call you back at 4", [uncertain], "unsure"),
      says("if it rains on Friday call Saturday at noon", [uncertain], "unsure"),
      says("Friday the 13th at noon", [date(13), noon, uncertain], "unsure"),
      says("5/12 at noon", [noon, uncertain], "unsure"),
      says("12-5 at 3 pm", [at(3, "PM"), uncertain], "unsure"),
      says("kal ke baad", [uncertain], "unsure"),
      says("kal parso mein", [tomorrow, uncertain], "unsure"),
      says("parso nahi kal shaam 4 baje", [tomorrow, evening, at(4)], "2026-11-19 16:00"),
      says("kal hi to bola tha shaam ko karna", [evening, uncertain], "unsure"),
      says("har roz shaam ko 5 baje", [evening, at(5), uncertain], "unsure"),
      says("aaj ya kal shaam ko", [evening, uncertain], "unsure"),
      says("aaj nahi to kal", [tomorrow], "2026-11-19 11:20"),
      says("kal call karna, nahi to parso", [tomorrow, uncertain], "unsure"),
      says("agle se agle somvar ko", [monday, uncertain], "unsure"),
      says("salary aane ke baad 7 tarikh ko", [date(7), uncertain], "unsure"),
      says("kal do teen baje", [tomorrow, at(2), uncertain], "unsure"),
      says("do teen din baad", [uncertain], "unsure"),
      says("ek do ghante mein", [uncertain], "unsure"),
      says("adhe ghante pehle", [uncertain], "unsure"),
      says("raat ko 2 baje", [night, at(2)], "unsure"),
      says("sade saat baje subah", [clock(7, 30), morning], "unsure"),
      says("itvaar chhod ke koi bhi din", [uncertain], "unsure"),
      says("मुझे कल नहीं परसों कॉल करना चार बजे", [overmorrow, at(4)], "2026-11-20 16:00"),
      says("कल दो तीन बजे", [tomorrow, at(2), uncertain], "unsure"),
      says("कल पाँच बजे से पहले", [tomorrow, at(5), uncertain], "unsure"),
      says("हर सोमवार को", [monday, uncertain], "unsure"),
      says("कल शाम को नहीं सुबह को", [tomorrow, morning], "2026-11-19 10:00"),
      says("मैंने कल शाम को बात की थी", [uncertain], "unsure"),
      says("शाम सात साढ़े सात बजे", [evening, at(7), uncertain], "unsure"),
      says("at 0730 tomorrow", [tomorrow, clock(7, 30, "AM")], "2026-11-19 07:30"),
      says("tomorrow 12 am", [tomorrow, at(12, "AM")], "unsure"),
      says("Call me tomorrow at 4. My wife can talk on Friday at 6.", [tomorrow, at(4), uncertain], "unsure"),
      says("may be Monday", [monday, uncertain], "unsure"),
      says("you may call Monday at 3 pm", [monday, at(3, "PM")], "2026-11-23 15:00"),
      says("tomorrow 4 pm your time", [tomorrow, at(4, "PM"), zone("your time")], "unsure"),
      says("4 pm Timbuktu time tomorrow", [tomorrow, at(4, "PM"), zone("Timbuktu")], "unsure"),
      says("in an hour or two", [uncertain], "unsure"),
      says("in two days time", [overmorrow], "2026-11-20 11:20"),
      says("Sat at 11", [saturday, at(11)], "2026-11-21 11:00"),
      says("on the third at 2", [date(3), at(2)], "2026-12-03 14:00"),
      says("tomorrow at twenty past two", [tomorrow, clock(2, 20)], "2026-11-19 14:20"),
      says("ten to five tomorrow", [tomorrow, clock(4, 50)], "2026-11-19 16:50"),
      says("half an hour before five", [uncertain], "unsure"),
      says("an hour after lunch", [uncertain], "unsure"),
      says("two hours after 5", [uncertain], "unsure")
    ]
  }
]
