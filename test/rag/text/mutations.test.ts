import { readFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { Blocks } from "../../../src/rag/text/blocks.ts"
import { chunksOf } from "../../../src/rag/text/chunks.ts"
import { readCsv } from "../../../src/rag/text/csv.ts"
import { readDocx } from "../../../src/rag/text/docx.ts"
import { readHtml } from "../../../src/rag/text/html.ts"
import { readMarkdown } from "../../../src/rag/text/markdown.ts"
import { readPlain } from "../../../src/rag/text/plain.ts"
import { readPptx } from "../../../src/rag/text/pptx.ts"
import { makeRandom } from "../../support/random.ts"
import { docx } from "./bombs.ts"
import { spoiled } from "./spoiled.ts"

const { PROVE, TEST_SEED } = process.env
const runs = PROVE === "full" ? 4_000 : 150

type Read = (content: Uint8Array, blocks: Blocks) => void | Promise<void>

const files: ReadonlyArray<readonly [file: string, read: Read, wrapped?: boolean]> = [
  ["pandoc.docx", readDocx],
  ["libreoffice.docx", readDocx],
  ["pandoc.pptx", readPptx],
  ["python-pptx.pptx", readPptx],
  ["pandoc.html", readHtml],
  ["libreoffice.html", readHtml],
  ["pandoc.md", readMarkdown],
  ["pandoc.txt", readPlain],
  ["libreoffice.csv", readCsv],
  // The mutation is in the XML of a valid zip file.
  ["word.xml", readDocx, true]
]

describe("a corrupted document", () => {
  it(`a corrupted document is read as far as possible, or refused, in ${runs} cases`, async () => {
    const contents = files.map(([file]) => readFileSync(new URL(`fixtures/${file}`, import.meta.url)))
    const ends = { read: 0, refused: 0 }
    for (let run = 0; run < runs; run++) {
      const random = makeRandom(Number(TEST_SEED) + run)
      const which = run % files.length
      const [, read, wrapped] = files[which]!
      const content = spoiled(random, contents[which]!)
      const blocks = new Blocks()
      try {
        await read(wrapped ? docx(content) : content, blocks)
        for (const chunk of chunksOf(blocks.all)) assert.notInclude(chunk, "\0")
        ends.read += 1
      } catch (error) {
        assert.instanceOf(error, Error)
        assert.notInstanceOf(error, TypeError, `seed ${TEST_SEED}, run ${run}: ${(error as Error).stack}`)
        ends.refused += 1
      }
    }
    assert.isAbove(ends.read, runs / 4)
    assert.isAbove(ends.refused, runs / 20)
  })
})
