import { readFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { spokenLanguages } from "../../../src/domain/campaigns/spoken-languages.ts"
import { fixedLineText } from "../../../src/media/fixed-lines/fixed-lines.ts"
import { isOptOutTurn, promisesNoCalls } from "../../../src/media/opt-out/opt-out.ts"

/** The sentences of a language: those that opt out begin with "+", those that only look like it with "-". */
const corpusOf = (language: string) => {
  const lines = readFileSync(new URL(`corpus/${language}.txt`, import.meta.url), "utf8").split("\n")
  const those = (sign: string) => lines.filter((line) => line.startsWith(`${sign} `)).map((line) => line.slice(2))
  return { optOuts: those("+"), others: those("-") }
}

/** The same words as recognizers may write them. */
const spellings = (text: string) => [text, `${text}.`, `${text[0]?.toUpperCase()}${text.slice(1)}!`, ` ${text} `]

describe.each(spokenLanguages)("opt-outs in %s", (language) => {
  const { optOuts, others } = corpusOf(language)

  it("has at least 40 sentences that opt out, and 40 that only look like it", () => {
    assert.isAtLeast(new Set(optOuts).size, 40)
    assert.isAtLeast(new Set(others).size, 40)
  })

  it("recognizes at least 98 of 100", () => {
    const missed = optOuts.filter((text) => !spellings(text).every((spelling) => isOptOutTurn(spelling, language)))
    assert.isAtMost(missed.length, optOuts.length * 0.02, missed.join("\n"))
  })

  it("mistakes no other sentence for one", () => {
    assert.deepStrictEqual(
      others.filter((text) => spellings(text).some((spelling) => isOptOutTurn(spelling, language))),
      []
    )
  })

  it("recognizes the promise of the agent's own confirmation, and no echo of it as an opt-out", () => {
    const confirmation = fixedLineText(language, "opt-out")
    assert.isTrue(promisesNoCalls(confirmation, false, language), confirmation)
    assert.isFalse(isOptOutTurn(confirmation, language), confirmation)
    for (const line of ["goodbye", "apology", "time is up", "ask to repeat"] as const)
      assert.isFalse(promisesNoCalls(fixedLineText(language, line), false, language), line)
  })

  it("recognizes opt-outs in English, to which people switch", () => {
    for (const text of ["Please stop calling me.", "remove my number", "Stop."])
      assert.isTrue(isOptOutTurn(text, language))
  })
})

describe("opt-outs in a language without phrases", () => {
  it("are recognized in English", () => {
    assert.isTrue(isOptOutTurn("do not call me again", "sw-KE"))
    assert.isFalse(isOptOutTurn("usinipigie tena", "sw-KE"))
  })
})
