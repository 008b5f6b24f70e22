import { randomBytes } from "node:crypto"
import { readFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { Cause, Effect, Exit, Fiber, Stream } from "effect"
import type { DocumentType } from "../../../src/domain/knowledge/KnowledgeBase.ts"
import { DocumentReader, UnreadableDocument } from "../../../src/rag/DocumentReader.ts"
import { Unreadable } from "../../../src/rag/text/blocks.ts"
import { chunksIn } from "../../../src/rag/text/chunks-in.ts"
import { makeRandom } from "../../support/random.ts"
import { docx, paragraph, pdf, pdfLines, wordText, zip } from "./bombs.ts"
import { spoiled } from "./spoiled.ts"

const isFull = process.env.PROVE === "full"
const seed = Number(process.env.TEST_SEED)
const fuzzed = isFull ? 1_000 : 8

const read = (type: DocumentType, content: string | Uint8Array) =>
  Effect.flatMap(DocumentReader, (reader) =>
    reader.read({ type, content: Stream.make(new Uint8Array(Buffer.from(content))) })
  )

/** The same in this process, without the second that a separate process takes to start. */
const readHere = (type: DocumentType, content: string | Uint8Array) =>
  Effect.tryPromise({
    try: () => chunksIn(type, Buffer.from(content)),
    catch: (error) => {
      if (error instanceof Unreadable) return new UnreadableDocument({ reason: error.message })
      throw error
    }
  })

const readAnywhere = isFull ? read : readHere

const reasonOf = (type: DocumentType, content: string | Uint8Array) =>
  readAnywhere(type, content).pipe(
    Effect.map((chunks) => `read: ${chunks.join(" ").slice(0, 200)}`),
    Effect.catchTag("UnreadableDocument", ({ reason }) => Effect.succeed(reason))
  )

const fixture = (name: string) => readFileSync(new URL(`fixtures/${name}`, import.meta.url))

const reader = it.layer(DocumentReader.layer, { excludeTestServices: true })

const lines = {
  hindi: "धनवापसी सात दिनों में होती है। क्षत्रिय और विद्यार्थी भी आवेदन कर सकते हैं।",
  tamil: "பணம் ஏழு நாட்களில் திரும்ப வழங்கப்படும். க்ஷேத்திரம் எங்கள் கிளை.",
  refund: "A refund is paid within 7 working days. The form is R-12.",
  gold: "Plan: Gold; Price: 499 rupees; City: சென்னை"
}

const fixtures: ReadonlyArray<readonly [file: string, type: DocumentType, has: ReadonlyArray<string>]> = [
  ["pandoc.docx", "docx", [...Object.values(lines), "Service guide > Refunds > भारत में\n"]],
  ["pandoc.pptx", "pptx", [...Object.values(lines), "தமிழ்\nபணம்"]],
  ["pandoc.html", "html", [...Object.values(lines), "Service guide > Refunds > भारत में\n"]],
  [
    "pandoc.md",
    "md",
    [...Object.values(lines), "Service guide > Refunds > भारत में\n", "our site (https://example.com/help)"]
  ],
  ["pandoc.txt", "txt", [lines.hindi, lines.tamil, lines.refund]],
  ["iconv-utf16.txt", "txt", [lines.hindi, lines.tamil, lines.refund]],
  ["libreoffice.docx", "docx", [...Object.values(lines), "Service guide > Refunds > भारत में\n"]],
  ["libreoffice.pptx", "pptx", [...Object.values(lines)]],
  ["libreoffice.html", "html", [...Object.values(lines), "Service guide > Refunds > भारत में\n"]],
  ["pdf/libreoffice.pdf", "pdf", [lines.hindi, lines.refund, "Service guide > Refunds\n", "பணம் ஏழு நாட்களில் திரும்ப"]],
  ["libreoffice.csv", "csv", ['City: சென்னை; Office: Anna Salai, "Tower"; Phone: 044-5550102']],
  [
    "python-docx.docx",
    "docx",
    ["Clinic handbook > Opening hours > हिन्दी\nक्लिनिक सुबह", "Doctor: Dr. Iyer; Day: Friday; Fee: 700"]
  ],
  [
    "python-pptx.pptx",
    "pptx",
    ["Rates\nYears: 1; Rate: 8 %\nYears: 5; Rate: 9 %", "Say that the fee is waived in May."]
  ],
  [
    "pdf/reportlab.pdf",
    "pdf",
    ["Delivery terms\nGoods are delivered within three days of the order, except", "Returns\nReturns are free"]
  ],
  ["pdf/fpdf2-hindi.pdf", "pdf", ["में होती है। विद्यार्थी भी आवेदन कर सकते हैं।"]],
  ["pdf/groff-ghostscript.pdf", "pdf", ["A refund is paid within seven days."]]
]

describe("documents of other programs", () => {
  reader((it) => {
    for (const [index, [file, type, has]] of fixtures.entries()) {
      const isFirst = fixtures.findIndex((other) => other[1] === type) === index
      it.effect(file, () =>
        Effect.gen(function* () {
          const text = (yield* (isFirst ? read : readAnywhere)(type, fixture(file))).join("\n=====\n")
          for (const one of has) assert.include(text, one)
        })
      )
    }

    it.effect("a document without styles has the headings named as in English Word", () => {
      const styled = (style: string, text: string) =>
        `<w:p><w:pPr><w:pStyle w:val="${style}"/></w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`
      const body = [styled("Title", "Guide"), styled("Heading1", "Hours"), paragraph("Nine to five.")].join("")
      return Effect.map(read("docx", docx(wordText(body))), (chunks) =>
        assert.deepStrictEqual(chunks, ["Guide > Hours\nNine to five."])
      )
    })

    it.effect("slides have the order in which they are shown", () =>
      Effect.map(read("pptx", fixture("python-pptx.pptx")), (chunks) =>
        assert.deepStrictEqual(
          chunks.map((chunk) => chunk.split("\n")[0]),
          ["Rates", "Loans"]
        )
      )
    )
  })
})

describe("an unreadable document", () => {
  // The text compresses to about a fiftieth, which is not a bomb by itself.
  const halfNoise = `${randomBytes(1500).toString("hex")}${" ".repeat(40_000)}`
  const megabytes = (count: number) => Buffer.alloc(count * 1024 * 1024, " ")
  const password = /^It is protected by a password: save it without one\.$/
  const damaged = /^It is damaged and cannot be read/
  const room = /^It takes too much room when it is unpacked/
  const nested = /nested too deeply/
  const cases: ReadonlyArray<
    readonly [what: string, type: DocumentType, content: () => string | Uint8Array, why: RegExp]
  > = [
    ["a PDF with a password", "pdf", () => fixture("pdf/reportlab-password.pdf"), password],
    [
      "a PDF of pictures",
      "pdf",
      () => fixture("pdf/reportlab-scanned.pdf"),
      /has pages but no text: it seems to be scanned/
    ],
    ["half a PDF", "pdf", () => Buffer.from("%PDF-1.7\nhalf of it"), /^It is damaged and cannot be read as a PDF/],
    ["2,001 pages", "pdf", () => pdf(2_001, pdfLines(["x"])), /more than 2000 pages/],
    ["nothing", "txt", () => "", /^It is empty/],
    ["nothing but space", "html", () => "<html><body> <p> </p>", /^It is empty/],
    ["bytes that are no text", "txt", () => Buffer.from("a\0b\0\0c"), /holds no text that can be read/],
    [
      "letters of nobody knows what",
      "txt",
      () => Buffer.from("привет мир".repeat(9), "utf16le").map((b) => b | 0x80),
      /does not say in which encoding|holds no text/
    ],
    [
      "an encoding that is not known",
      "html",
      () => Buffer.from('<meta charset="x-iscii-de">\xc8\xd1', "latin1"),
      /encoding x-iscii-de, which is not known/
    ],
    ["6 MB of text", "txt", () => "word ".repeat(1_300_000), /more than 5 MB of text/],
    ["half a Word document", "docx", () => fixture("pandoc.docx").subarray(0, 5_000), damaged],
    [
      "a Word document with a password",
      "docx",
      () => Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0, 0]),
      /password or in an old format/
    ],
    ["a presentation called document", "docx", () => fixture("pandoc.pptx"), /^It is no Word document/],
    ["a document called presentation", "pptx", () => fixture("pandoc.docx"), /^It is no PowerPoint presentation/],
    ["a part of 70 MB", "docx", () => docx(Buffer.concat([Buffer.from(wordText("")), megabytes(70)])), room],
    [
      "a part that shrinks to a thousandth",
      "docx",
      () => docx(Buffer.concat([Buffer.from(wordText("")), megabytes(8)])),
      room
    ],
    [
      "a part that is larger than it says",
      "docx",
      () => docx(Buffer.concat([Buffer.from(wordText("")), megabytes(60)]), [], 1000),
      damaged
    ],
    [
      "2,001 parts",
      "docx",
      () =>
        docx(
          wordText(""),
          Array.from({ length: 2_000 }, (_, i) => ({ name: `${i}`, content: Buffer.from("") }))
        ),
      room
    ],
    [
      "a part elsewhere",
      "docx",
      () => docx(wordText(paragraph("a")), [{ name: "../../etc/x", content: Buffer.from("") }]),
      damaged
    ],
    [
      "a part at the root",
      "docx",
      () => docx(wordText(paragraph("a")), [{ name: "/etc/x", content: Buffer.from("") }]),
      damaged
    ],
    [
      "a link",
      "docx",
      () => docx(wordText(paragraph("a")), [{ name: "x", content: Buffer.from("/etc/passwd"), isLink: true }]),
      /^It is no Office document/
    ],
    [
      "a part that is there twice",
      "docx",
      () => docx(wordText(paragraph("a")), [{ name: "word/document.xml", content: Buffer.from("") }]),
      /^It is no Office document/
    ],
    ["a row of 200,000 letters", "csv", () => `a,b\n1,"${"x".repeat(200_000)}"\n`, /a row is much too long/],
    [
      "more in all its parts than a document has",
      "docx",
      () => {
        const notes = Array.from({ length: 9 }, (_, index) => ({
          name: `word/${index}.xml`,
          content: Buffer.alloc(8 * 1024 * 1024, halfNoise)
        }))
        const relations = notes.map(
          (_, index) => `<Relationship Id="${index}" Type="http://x/footnotes" Target="${index}.xml"/>`
        )
        return docx(wordText(""), [
          ...notes,
          {
            name: "word/_rels/document.xml.rels",
            content: Buffer.from(`<Relationships>${relations.join("")}</Relationships>`)
          }
        ])
      },
      room
    ],
    [
      "entities of its own",
      "docx",
      () => docx(`<!DOCTYPE x [<!ENTITY a "aaaa">]>${wordText(paragraph("&a;"))}`),
      /declares entities/
    ],
    ["elements in elements", "docx", () => docx(wordText("<w:p>".repeat(100_000))), nested],
    ["a zip with nothing in it", "docx", () => zip([]), /^It is no Word document/],
    ["200,000 divs in each other", "html", () => "<div>".repeat(200_000), nested],
    ["comments that do not end", "html", () => `<p>text${"<!--".repeat(200_000)}`, /^read: text$/],
    ["tags that do not end", "html", () => `<p>text</p>${"<a ".repeat(300_000)}`, /^read: text$/],
    [
      "a quote that does not end",
      "csv",
      () => `a,b\n1,"${"x".repeat(10_000_000)}`,
      /^It is broken at line \d+: a quote is not closed/
    ]
  ]
  reader((it) => {
    for (const [what, type, content, why] of cases) {
      it.effect(what, () => Effect.map(reasonOf(type, content()), (reason) => assert.match(reason, why)))
    }

    it.effect("the next document is read after an unreadable one", () =>
      Effect.map(read("txt", "Still here."), (chunks) => assert.deepStrictEqual(chunks, ["Still here."]))
    )
  })
})

describe("a text", () => {
  reader((it) => {
    it.effect("a text is read in its own encoding", () =>
      Effect.gen(function* () {
        const legacy = Buffer.from(
          '<meta http-equiv="Content-Type" content="text/html; charset=windows-1251"><p>\xcf\xf0\xe8\xe2\xe5\xf2',
          "latin1"
        )
        assert.deepStrictEqual(yield* readAnywhere("html", legacy), ["Привет"])
        assert.deepStrictEqual(yield* readAnywhere("txt", Buffer.from("\ufeffक्षि", "utf16le")), ["क्षि"])
        assert.deepStrictEqual(yield* readAnywhere("txt", Buffer.from("\ufeffக்ஷே")), ["க்ஷே"])
        assert.deepStrictEqual(yield* readAnywhere("txt", Buffer.from("Caf\xe9 \x80 5", "latin1")), ["Café € 5"])
        assert.deepStrictEqual(yield* readAnywhere("txt", "क्‍ष न्‌य e\u0301"), ["क्‍ष न्‌य \u00e9"])
      })
    )

    it.effect("the text of a web page is its visible part", () =>
      Effect.gen(function* () {
        const page = `<title>T</title><script>no()</script><p>Fish &amp; chips&nbsp;<b>to</b>day<p hidden>no</p><div style="display:none">no<p>no</div>
          <table><tr><td>Layout<table><tr><th>Day<th>Hours<tr><td rowspan=2>Mon<td>9<tr><td>17</table></table>after`
        assert.deepStrictEqual(yield* readAnywhere("html", page), [
          "T\nFish & chips today\nLayout\nDay: Mon; Hours: 9\nDay: Mon; Hours: 17\nafter"
        ])
      })
    )

    it.effect(
      "the text of a Word document omits hidden, deleted and repeated parts, and its headings follow the outline",
      () =>
        Effect.gen(function* () {
          const styles =
            '<w:styles><w:style w:styleId="berschrift1"><w:name w:val="Eigene"/><w:pPr><w:outlineLvl w:val="0"/></w:pPr></w:style><w:style w:styleId="Sub"><w:basedOn w:val="berschrift1"/></w:style></w:styles>'
          const relations =
            '<Relationships><Relationship Id="s" Type="http://x/styles" Target="styles.xml"/></Relationships>'
          const body = `<w:p><w:pPr><w:pStyle w:val="Sub"/></w:pPr><w:r><w:t>Kopf</w:t></w:r></w:p>
          <w:p><w:r><w:rPr><w:vanish/></w:rPr><w:t>hidden</w:t></w:r><w:r><w:t>shown</w:t></w:r><w:del><w:r><w:delText>gone</w:delText></w:r></w:del></w:p>
          <mc:AlternateContent><mc:Choice>${paragraph("box")}</mc:Choice><mc:Fallback>${paragraph("box")}</mc:Fallback></mc:AlternateContent>`
          const file = docx(wordText(body), [
            { name: "word/styles.xml", content: Buffer.from(styles) },
            { name: "word/_rels/document.xml.rels", content: Buffer.from(relations) }
          ])
          assert.deepStrictEqual(yield* readAnywhere("docx", file), ["Kopf\nshown\nbox"])
        })
    )
  })
})

describe("the process that reads", () => {
  reader((it) => {
    it.effect("the reading process ends when the reader is interrupted, and the next document is read", () =>
      Effect.gen(function* () {
        const reader = yield* DocumentReader
        const waiting = yield* Effect.forkChild(reader.read({ type: "txt", content: Stream.never }))
        yield* Effect.yieldNow
        yield* Fiber.interrupt(waiting)
        assert.deepStrictEqual(yield* read("txt", "next"), ["next"])
      })
    )

    it.effect("the reading process is killed by a document that takes too much memory", () =>
      Effect.gen(function* () {
        const page = pdf(1, Buffer.alloc(200 * 1024 * 1024, "(a) ' "))
        const { reason } = yield* Effect.flip(read("pdf", page))
        assert.match(reason, /^It takes too much memory to read/)
      })
    )

    it.effect("the reader fails with the error of the content", () =>
      Effect.gen(function* () {
        const reader = yield* DocumentReader
        const failure = yield* Effect.flip(reader.read({ type: "txt", content: Stream.fail("disk" as const) }))
        assert.strictEqual(failure, "disk")
      })
    )

    it.effect(
      `the reader answers for ${fuzzed} corrupted documents`,
      () =>
        Effect.gen(function* () {
          for (let run = 0; run < fuzzed; run++) {
            const random = makeRandom(seed + run)
            const [file, type] = fixtures[Math.floor(random() * fixtures.length)]!
            const exit = yield* Effect.exit(read(type, spoiled(random, fixture(file))))
            const died = Exit.isFailure(exit) && Cause.hasDies(exit.cause)
            assert.isFalse(died, `seed ${seed + run}, ${file}: ${JSON.stringify(exit)}`)
          }
        }),
      3_600_000
    )
  })
})
