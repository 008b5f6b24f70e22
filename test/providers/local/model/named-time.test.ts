import { assert, describe, it } from "@effect/vitest"
import { callbackTime } from "../../../../src/domain/calendar/callback-time.ts"
import { instantOf, wallMillis } from "../../../../src/domain/calendar/local-time.ts"
import { namedTime } from "../../../../src/providers/local/model/named-time.ts"
import { situations } from "../../../domain/calendar/callback-phrases.ts"

/** The local time that a phrase leads to, or "unsure". */
const callbackOf = (said: string, now: string, zone: string): string => {
  const slot = namedTime(said)?.slot
  if (slot === undefined) return "unsure"
  const result = callbackTime(slot, { now: new Date(instantOf(zone, Date.parse(`${now.replace(" ", "T")}Z`))), zone })
  if ("unsure" in result) return "unsure"
  return new Date(wallMillis(zone, result.at.getTime())).toISOString().slice(0, 16).replace("T", " ")
}

describe("namedTime", () => {
  it("reads the usual ways to name a time, and is never certain of a wrong one", () => {
    const all = situations.flatMap(({ now, phrases, zone }) =>
      phrases.map(({ expected, said }) => ({ said, expected, is: callbackOf(said, now, zone) }))
    )
    assert.deepStrictEqual(
      all.filter(({ expected, is }) => is !== "unsure" && is !== expected),
      []
    )
    assert.isAtLeast(all.filter(({ is }) => is !== "unsure").length, 130)
  })

  it("returns the person's own words and the slot", () => {
    const said = "Can you call me back on Monday morning at 11 a.m.?"
    assert.deepStrictEqual(namedTime(said), {
      words: "on Monday morning at 11 a.m",
      slot: {
        said,
        afterMinutes: null,
        day: { kind: "weekday", weekday: 1, week: null },
        time: { hour: 11, minute: 0, meridiem: "AM" },
        partOfDay: "MORNING",
        zone: null,
        certain: true
      }
    })
  })

  it("does not choose between two times", () => {
    for (const said of ["tomorrow or Friday", "kal ya parso", "कल या परसों", "tomorrow at four, no, at five"]) {
      assert.isFalse(namedTime(said)?.slot.certain, said)
    }
  })

  it("is undefined for a text that names no time", () => {
    for (const said of ["", "Hello?", "Yes, I am interested.", "No problem.", "हाँ जी", "haan ji boliye"]) {
      assert.isUndefined(namedTime(said), said)
    }
  })

  it("reads a text that is made to be slow to read", () => {
    for (const word of ["1 ", "at ", "in an hour and ", "kal nahi ", "ek do ", "at half past "]) {
      assert.doesNotThrow(() => namedTime(word.repeat(5_000)), word)
    }
  })
})
