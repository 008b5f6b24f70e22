import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import {
  containsPattern,
  foldCase,
  foldForSearch,
  foldName,
  LanguageCode,
  Name,
  TimeZone
} from "../../../src/domain/text/text.ts"
import { makeRandom } from "../../support/random.ts"

const accepts = (schema: Schema.Decoder<unknown>) => (value: unknown) =>
  Schema.decodeUnknownResult(schema)(value)._tag === "Success"

describe("foldCase", () => {
  it("unifies the ways to write the same letters", () => {
    for (const [one, other] of [
      ["ASHA rao", "asha RAO"],
      ["Straße", "STRASSE"],
      ["ẞ", "ss"],
      ["ΟΔΟΣ", "οδος"],
      ["Иван ПЕТРОВ", "иВАН петров"],
      ["İ", "i\u0307"],
      ["é", "E\u0301"],
      ["Ǆ", "ǆ"],
      ["ﬁ", "FI"]
    ] as const) {
      assert.strictEqual(foldCase(one), foldCase(other))
    }
  })

  it("leaves scripts without case and punctuation unchanged", () => {
    for (const text of ["आशा राव", "王小明", "محمد", "+919812345678 %_\\"]) {
      assert.strictEqual(foldCase(text), text.normalize("NFC"))
    }
  })

  it.prop("is idempotent and folds both cases to the same text", { text: Schema.String }, ({ text }) => {
    const folded = foldCase(text)
    assert.strictEqual(foldCase(folded), folded)
    if (/^[a-z ]*$/i.test(text)) assert.strictEqual(foldCase(text.toUpperCase()), folded)
  })

  it("finds a word inside a text with any neighbours", () => {
    for (const word of ["ΟΔΟΣ", "οδος", "Straße", "strasse", "ivan"]) {
      for (const around of [`${word}α`, `α${word}`, `x ${word} y`, `${word.toUpperCase()}!`]) {
        assert.include(foldCase(around), foldCase(word))
      }
    }
  })
})

describe("foldForSearch", () => {
  it("unifies the four Turkish letters i, which are two letters in two cases", () => {
    for (const [one, other] of [
      ["İbrahim", "ibrahim"],
      ["I\u0307brahim", "IBRAHIM"],
      ["İSMAİL IŞIK", "ismail ışık"],
      ["I\u0307\u0301", "í"]
    ] as const) {
      assert.strictEqual(foldForSearch(one), foldForSearch(other))
    }
  })

  it.prop("is the same as foldCase for texts without a combining dot", { text: Schema.String }, ({ text }) => {
    const folded = foldCase(text)
    if (!folded.includes("\u0307")) assert.strictEqual(foldForSearch(text), folded)
    assert.strictEqual(foldForSearch(folded), foldForSearch(text))
  })
})

describe("foldName", () => {
  it("unifies names that look the same, and no others", () => {
    for (const name of [" Do Not Call ", "DO\u00a0NOT  call", "Do\tNot\nCall", "\u200bDo Not\u00ad Call\ufeff"])
      assert.strictEqual(foldName(name), foldName("Do Not Call"))
    for (const name of ["DoNotCall", "Do Not Call!", "Do Not"]) assert.notStrictEqual(foldName(name), "do not call")
  })
})

describe("containsPattern", () => {
  // LIKE as in Postgres: % matches any text, _ any letter, and \ makes the next letter literal.
  const like = (text: string, pattern: string): boolean => {
    if (pattern === "") return text === ""
    const [first, rest] = [pattern[0], pattern.slice(1)]
    if (first === "%") return like(text, rest) || (text !== "" && like(text.slice(1), pattern))
    if (text === "") return false
    if (first === "\\") return text[0] === rest[0] && like(text.slice(1), rest.slice(1))
    return (first === "_" || first === text[0]) && like(text.slice(1), rest)
  }
  const letters = Schema.String.check(Schema.isPattern(/^[ab%_\\]{0,6}$/))

  it.prop("matches exactly the texts that contain the part", { text: letters, part: letters }, ({ text, part }) => {
    assert.strictEqual(like(text, containsPattern(part)), text.includes(part))
  })
})

describe("names, languages and time zones", () => {
  it("accept names of 1 to 255 characters that are not only whitespace", () => {
    for (const name of ["A", "a".repeat(255), "😀".repeat(255), "  x "]) assert.isTrue(accepts(Name)(name))
    for (const name of ["", " \t\n", "\u200b", "a".repeat(256), "😀".repeat(256), 5, null])
      assert.isFalse(accepts(Name)(name))
  })

  it("need one character that can be seen, whatever invisible ones are around it", () => {
    const seed = Number(process.env.TEST_SEED)
    const random = makeRandom(seed)
    const pick = (texts: ReadonlyArray<string>) => texts[Math.floor(random() * texts.length)] ?? ""
    const unseen = [
      ...[" ", "\u00a0", "\u3000", "\t", "\u0085", "\u2028", "\0", "\u001b", "\u007f", "\u00ad", "\u034f", "\u061c"],
      ...["\u115f", "\u1160", "\u17b4", "\u180e", "\u200b", "\u200d", "\u200e", "\u202e", "\u2060", "\u2064", "\u2069"],
      ...["\u2800", "\u3164", "\ufe0f", "\ufeff", "\uffa0", "\ufff9", "\u{1d173}", "\u{e0001}", "\u{e0100}"]
    ]
    const seen = ["A", ".", "é", "ß", "ж", "ع", "आ", "愛", "한", "😀", "0", "_", "\u0600"]
    for (let round = 0; round < 2_000; round++) {
      const around = Array.from({ length: 1 + Math.floor(random() * 20) }, () => pick(unseen))
      const blank = around.join("")
      assert.isFalse(accepts(Name)(blank), `seed ${seed}: ${JSON.stringify(blank)}`)
      const name = around.toSpliced(Math.floor(random() * around.length), 0, pick(seen)).join("")
      assert.isTrue(accepts(Name)(name), `seed ${seed}: ${JSON.stringify(name)}`)
    }
  })

  it("accept language codes", () => {
    for (const code of ["hi", "hi-IN", "zh-Hant-TW", "es-419"]) assert.isTrue(accepts(LanguageCode)(code))
    for (const code of ["", "h", "hindi", "hi_IN", "hi-", "hi-I", "1i-IN"]) assert.isFalse(accepts(LanguageCode)(code))
  })

  it("accept IANA zones but no offsets, which have no daylight saving", () => {
    for (const zone of ["UTC", "Asia/Kolkata", "America/Argentina/Salta"]) assert.isTrue(accepts(TimeZone)(zone))
    for (const zone of ["", "+05:30", "IST2", "Asia/Nowhere", "asia kolkata"]) assert.isFalse(accepts(TimeZone)(zone))
  })
})
