import { assert, describe, it } from "@effect/vitest"
import { callbackTime } from "../../../src/domain/calendar/callback-time.ts"
import { instantOf, wallMillis } from "../../../src/domain/calendar/local-time.ts"
import { saidSlot } from "../../../src/providers/local/parse-slot.ts"
import { situations } from "../../domain/calendar/callback-phrases.ts"

/** What comes of a phrase by the stand-in's own reading: a time, or nothing for certain. */
const readAt = (said: string, now: string, zone: string): string => {
  const slot = saidSlot(said)
  if (slot === undefined) return "unsure"
  const result = callbackTime(slot, { now: new Date(instantOf(zone, Date.parse(`${now.replace(" ", "T")}Z`))), zone })
  if ("unsure" in result) return "unsure"
  return new Date(wallMillis(zone, result.at.getTime())).toISOString().slice(0, 16).replace("T", " ")
}

const all = situations.flatMap(({ now, phrases, zone }) =>
  phrases.map(({ expected, said }) => ({ expected, said, now, is: readAt(said, now, zone) }))
)

/** How days and times are named, in three ways of writing. */
const languages = [
  {
    days: [
      ["today", { kind: "offset", days: 0 }],
      ["tomorrow", { kind: "offset", days: 1 }],
      ["the day after tomorrow", { kind: "offset", days: 2 }],
      ["in three days", { kind: "offset", days: 3 }],
      ["on Monday", { kind: "weekday", weekday: 1, week: null }],
      ["next Thursday", { kind: "weekday", weekday: 4, week: "next" }],
      ["this Sunday", { kind: "weekday", weekday: 7, week: "this" }],
      ["on the 21st", { kind: "date", day: 21, month: null, year: null }],
      ["on the fifth of May", { kind: "date", day: 5, month: 5, year: null }],
      ["December 12th", { kind: "date", day: 12, month: 12, year: null }]
    ],
    times: [
      ["at four p.m.", 4, 0, "PM", null],
      ["at 11:30 am", 11, 30, "AM", null],
      ["at half past six", 6, 30, null, null],
      ["at a quarter to nine", 8, 45, null, null],
      ["at five fifteen", 5, 15, null, null],
      ["at 17:05", 17, 5, null, null],
      ["at seven in the evening", 7, 0, null, "EVENING"],
      ["around three o'clock", 3, 0, null, null]
    ]
  },
  {
    days: [
      ["aaj", { kind: "offset", days: 0 }],
      ["kal", { kind: "offset", days: 1 }],
      ["parso", { kind: "offset", days: 2 }],
      ["teen din baad", { kind: "offset", days: 3 }],
      ["somvar ko", { kind: "weekday", weekday: 1, week: null }],
      ["agle guruvar ko", { kind: "weekday", weekday: 4, week: "next" }],
      ["ikkees tareekh ko", { kind: "date", day: 21, month: null, year: null }],
      ["5 may ko", { kind: "date", day: 5, month: 5, year: null }]
    ],
    times: [
      ["shaam chaar baje", 4, 0, null, "EVENING"],
      ["subah gyarah baje", 11, 0, null, "MORNING"],
      ["sade chhe baje", 6, 30, null, null],
      ["paune nau baje", 8, 45, null, null],
      ["sawa do baje", 2, 15, null, null],
      ["dhai baje", 2, 30, null, null],
      ["raat ko saat baje", 7, 0, null, "NIGHT"]
    ]
  },
  {
    days: [
      ["आज", { kind: "offset", days: 0 }],
      ["कल", { kind: "offset", days: 1 }],
      ["परसों", { kind: "offset", days: 2 }],
      ["तीन दिन बाद", { kind: "offset", days: 3 }],
      ["सोमवार को", { kind: "weekday", weekday: 1, week: null }],
      ["अगले गुरुवार को", { kind: "weekday", weekday: 4, week: "next" }],
      ["२१ तारीख को", { kind: "date", day: 21, month: null, year: null }],
      ["5 मई को", { kind: "date", day: 5, month: 5, year: null }]
    ],
    times: [
      ["शाम चार बजे", 4, 0, null, "EVENING"],
      ["सुबह ग्यारह बजे", 11, 0, null, "MORNING"],
      ["साढ़े छह बजे", 6, 30, null, null],
      ["पौने नौ बजे", 8, 45, null, null],
      ["सवा दो बजे", 2, 15, null, null],
      ["ढाई बजे", 2, 30, null, null],
      ["रात को सात बजे", 7, 0, null, "NIGHT"]
    ]
  }
] as const

describe("the stand-in's reading of a time", () => {
  it("is never wrong, and mostly there", () => {
    assert.deepStrictEqual(
      all.filter(({ expected, is }) => is !== "unsure" && is !== expected),
      []
    )
    const named = all.filter(({ expected }) => expected !== "unsure")
    assert.isAtLeast(named.filter(({ is }) => is !== "unsure").length, 254)
  })

  it("puts a day and a time together, whichever comes first", () => {
    for (const { days, times } of languages) {
      for (const [saidDay, day] of days) {
        for (const [saidTime, hour, minute, meridiem, partOfDay] of times) {
          for (const said of [
            `Please call me ${saidDay} ${saidTime}.`,
            `${saidTime} ${saidDay}`,
            `${saidDay}, ${saidTime}!`,
            `No, not now. ${saidDay} ${saidTime}`
          ]) {
            const time = { hour, minute, meridiem }
            const slot = { said, afterMinutes: null, day, time, partOfDay, zone: null, certain: true }
            assert.deepStrictEqual(saidSlot(said), slot, said)
          }
        }
      }
    }
  })

  it("does not choose between two of them", () => {
    for (const { days, times } of languages) {
      for (const [said, other] of pairs([...days, ...times].map(([said]) => said))) {
        const both = [`${said} or ${other}`, `${said} ya ${other}`, `${said} या ${other}`]
        for (const said of both) assert.isNotTrue(saidSlot(said)?.certain, said)
      }
    }
  })

  it("is undefined for what names no time", () => {
    for (const said of [
      "",
      "Hello?",
      "Yes, I am interested.",
      "Good morning!",
      "No problem, good night.",
      "हाँ जी",
      "haan ji boliye"
    ])
      assert.isUndefined(saidSlot(said), said)
  })

  it("takes no longer for what is made to be long", () => {
    for (const word of [
      "1 ",
      "at ",
      "a half ",
      "in an hour and ",
      "quarter to ",
      "kal nahi ",
      "new york time ",
      "ek do "
    ])
      assert.doesNotThrow(() => saidSlot(word.repeat(5_000)), word)
  })
})

const pairs = <A>(all: ReadonlyArray<A>) =>
  all.flatMap((one, index) => all.slice(index + 1).map((other) => [one, other] as const))
