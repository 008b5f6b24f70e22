import { assert, describe, it } from "@effect/vitest"
import { type Block, Blocks, plainText } from "../../../src/rag/text/blocks.ts"
import { chunksOf, wordsIn } from "../../../src/rag/text/chunks.ts"
import { makeRandom } from "../../support/random.ts"

const { PROVE, TEST_SEED } = process.env
const runs = PROVE === "full" ? 1_000 : 40

type Random = () => number
const below = (random: Random, limit: number) => Math.floor(random() * limit)
const oneOf = <A>(random: Random, items: ReadonlyArray<A>) => items[below(random, items.length)]!

const blocksOf = (write: (blocks: Blocks) => void) => {
  const blocks = new Blocks()
  write(blocks)
  return chunksOf(blocks.all)
}

const words = (count: number, word = "word") => Array.from({ length: count }, (_, index) => `${word}${index}`).join(" ")

describe("chunks", () => {
  it("a chunk begins at a heading and is preceded by the headings above it", () => {
    const chunks = blocksOf((blocks) => {
      blocks.paragraph(words(60, "intro"))
      blocks.heading(1, "Refunds")
      blocks.heading(2, "In India")
      blocks.paragraph(words(60, "india"))
      blocks.heading(2, "Abroad")
      blocks.paragraph(words(60, "abroad"))
      blocks.heading(1, "Delivery")
      blocks.paragraph(words(60, "delivery"))
    })
    assert.deepStrictEqual(
      chunks.map((chunk) => chunk.split("\n")[0]),
      [words(60, "intro"), "Refunds > In India", "Refunds > Abroad", "Delivery"]
    )
  })

  it("sections of a line or two join the next section, each under its own headings", () => {
    const chunks = blocksOf((blocks) => {
      blocks.heading(1, "Questions")
      blocks.heading(2, "When are you open?")
      blocks.paragraph("From nine to five.")
      blocks.heading(2, "Where are you?")
      blocks.paragraph("In Pune.")
    })
    assert.deepStrictEqual(chunks, [
      "Questions > When are you open?\nFrom nine to five.\n\nQuestions > Where are you?\nIn Pune."
    ])
  })

  it("a chunk begins at every slide, however small", () => {
    const chunks = blocksOf((blocks) => {
      blocks.slide("One")
      blocks.paragraph("First.")
      blocks.slide("")
      blocks.paragraph("Second.")
      blocks.slide("Three")
    })
    assert.deepStrictEqual(chunks, ["One\nFirst.", "Second.", "Three"])
  })

  it("a chunk ends with a sentence, and the next one repeats its last words", () => {
    const sentence = (index: number) => `This is sentence ${index} of a text that is long.`
    const chunks = blocksOf((blocks) => blocks.paragraph(Array.from({ length: 100 }, (_, i) => sentence(i)).join(" ")))
    assert.deepStrictEqual(chunks.map(wordsIn), [400, 400, 280])
    for (const chunk of chunks) assert.match(chunk, /^This is sentence .* long\.$/)
    assert.isTrue(chunks[1]?.startsWith(sentence(36)))
  })

  it("each row of a table, and each part of a cut row, has the column names", () => {
    const chunks = blocksOf((blocks) => {
      blocks.table(
        [["City", "Office"], ...Array.from({ length: 200 }, (_, row) => [`Place ${row}`, `Road ${row}`])],
        true
      )
      blocks.row(["Clause", "Text"], ["9", words(900)])
    })
    assert.isAbove(chunks.length, 4)
    for (const row of chunks.flatMap((chunk) => chunk.split("\n")).filter((row) => row.includes("Place"))) {
      assert.match(row, /^City: Place \d+; Office: Road \d+$/)
    }
    for (const chunk of chunks.slice(-2)) assert.match(chunk, /^Text: word/)
  })

  it("a heading as long as a paragraph is treated as one", () => {
    assert.deepStrictEqual(
      blocksOf((blocks) => {
        blocks.heading(1, words(31))
        blocks.paragraph("Text.")
      }),
      [`${words(31)}\nText.`]
    )
  })

  it("words are counted in scripts without spaces, and for text without words", () => {
    assert.strictEqual(wordsIn("two words"), 2)
    assert.strictEqual(wordsIn("धनवापसी सात दिनों में"), 4)
    assert.strictEqual(wordsIn("東京都は日本の首都"), 5)
    assert.strictEqual(wordsIn("x".repeat(200)), 10)
  })

  it("chunks lose nothing, keep order, letters and headings, and are never too long", () => {
    for (let run = 0; run < runs; run++) {
      const seed = Number(TEST_SEED) + run
      const { blocks, marks } = anyDocument(makeRandom(seed))
      const chunks = chunksOf(blocks)
      assert.deepStrictEqual(chunksOf(blocks), chunks)

      const seen = new Set<string>()
      for (const chunk of chunks) {
        assert.isAtMost(wordsIn(chunk), 400, `seed ${seed}`)
        assert.notStrictEqual(chunk.trim(), "")
        let path = ""
        let again = 0
        let isFresh = false
        for (const line of chunk.split("\n")) {
          if (line.includes("§")) path = line
          for (const [mark] of line.matchAll(/[#§]\d+/g)) {
            if (mark.startsWith("§")) continue
            // Only the beginning of a chunk repeats the one before, and only a little.
            if (seen.has(mark)) {
              assert.isFalse(isFresh, `seed ${seed}: ${mark} comes again`)
              again += 1
            } else {
              isFresh = true
              seen.add(mark)
            }
            assert.strictEqual(path, marks.get(mark), `seed ${seed}: the headings of ${mark}`)
          }
        }
        assert.isAtMost(again, 40)
      }
      assert.deepStrictEqual([...seen], [...marks.keys()], `seed ${seed}`)

      const all = chunks.join("\n")
      for (const block of blocks) {
        if (block.kind === "heading" || block.kind === "slide") assert.include(all, block.text, `seed ${seed}`)
      }
      const clusters = new Set(
        lettersOf(
          blocks.flatMap((block) => ("text" in block ? [block.text] : [...block.header, ...block.cells])).join("\n")
        )
      )
      // A mark at the beginning of a cell combines with the space after the column's name.
      const cut = lettersOf(all).filter(
        (letter) => !clusters.has(letter) && !clusters.has(letter.trimStart()) && !">;: \n".includes(letter)
      )
      assert.deepStrictEqual(cut, [], `seed ${seed}`)
    }
  })
})

const segmenter = new Intl.Segmenter("en", { granularity: "grapheme" })
const lettersOf = (text: string) => [...segmenter.segment(text)].map(({ segment }) => segment)

/** A document in which every word is a unique mark, and the headings above each mark. */
const anyDocument = (random: Random) => {
  const blocks = new Blocks()
  const marks = new Map<string, string>()
  const open: Array<{ readonly level: number; readonly text: string }> = []
  let headings = 0

  const marked = () => {
    const mark = `#${marks.size}`
    marks.set(mark, open.map(({ text }) => text).join(" > "))
    return `${oneOf(random, someWords)}${mark}`
  }
  const sentence = () =>
    `${Array.from({ length: 1 + below(random, 30) }, marked).join(" ")}${oneOf(random, [".", "।", "?", "!", ""])}`
  const text = (most: number) => Array.from({ length: 1 + below(random, most) }, sentence).join(" ")

  for (let block = below(random, 20); block >= 0; block--) {
    const kind = random()
    if (kind < 0.25) {
      const level = 1 + below(random, 6)
      while ((open.at(-1)?.level ?? -1) >= level) open.pop()
      const title = plainText(`${oneOf(random, someWords)}§${headings++}`)
      open.push({ level, text: title })
      blocks.heading(level, title)
    } else if (kind < 0.3) {
      open.splice(0)
      const title = `Slide §${headings++}`
      open.push({ level: 0, text: title })
      blocks.slide(title)
    } else if (kind < 0.5) {
      blocks.row(["One", "Two"], [text(3), random() < 0.1 ? text(60) : text(2)])
    } else if (kind < 0.6) {
      blocks.paragraph(Array.from({ length: 600 }, marked).join(" "))
    } else if (kind < 0.65) {
      blocks.paragraph(oneOf(random, ["க்ஷே", "क्षि", "👨‍👩‍👧", "漢", "x"]).repeat(below(random, 3_000)))
    } else blocks.paragraph(text(oneOf(random, [1, 3, 20])))
  }
  return { blocks: blocks.all as ReadonlyArray<Block>, marks }
}

const someWords = [
  "word",
  "धनवापसी",
  "क्‍षि",
  "திரும்ப",
  "Dr.",
  "3.5",
  "न्‍याय",
  "é",
  "e\u0301",
  "👍🏽",
  "東京都",
  "\u0301odd"
]
