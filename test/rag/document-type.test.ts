import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import { documentTypeOf } from "../../src/rag/document-type.ts"

const bytes = (text: string) => Buffer.from(text, "latin1")
const typeOf = (filename: string, head: string) => Result.getOrElse(documentTypeOf(filename, bytes(head)), () => "none")

describe("the type of a file", () => {
  it("the name and the first bytes decide the type together", () => {
    const zip = "PK\x03\x04\x14\0\0\0"
    for (const [filename, head, type] of [
      ["a.pdf", "%PDF-1.7", "pdf"],
      ["A.PDF", "junk before %PDF-1.4", "pdf"],
      ["a.b.docx", zip, "docx"],
      ["a.pptx", zip, "pptx"],
      ["locked.docx", "\xd0\xcf\x11\xe0", "docx"],
      ["a.txt", "text\r\n\twith tabs", "txt"],
      ["a.txt", "", "txt"],
      ["a.md", "# Title", "md"],
      ["a.csv", "a,b", "csv"],
      ["a.htm", "<p>", "html"],
      ["नियम.html ", "<p>", "html"],
      ["wide.txt", "\xff\xfeH\0i\0", "txt"],
      ["wide.csv", "\xfe\xff\0H\0i", "csv"]
    ] as const) {
      assert.strictEqual(typeOf(filename, head), type, filename)
    }
  })

  it("a file whose name and bytes disagree is refused, with advice", () => {
    for (const [filename, head] of [
      ["a.pdf", "PK\x03\x04"],
      ["a.docx", "%PDF-1.7"],
      ["a.docx", "hello"],
      ["a.txt", "MZ\x90\0\x03\0"],
      ["a.txt", "\x7fELF\x02\x01\x01\0"],
      ["a.md", "%PDF-1.7"],
      ["a.html", "\x89PNG\r\n\x1a\n\0"],
      ["a.csv", "PK\x03\x04"]
    ] as const) {
      assert.match(
        Result.merge(documentTypeOf(filename, bytes(head))),
        /^is no \w+ file, whatever its name says; save it as one and send it again$/,
        filename
      )
    }
  })

  it("a type is one of the accepted formats", () => {
    for (const filename of ["a.exe", "a", "", ".", "a.pdf.zip", "a.doc", "a.xlsx", "pdf"]) {
      assert.deepStrictEqual(
        documentTypeOf(filename, bytes("%PDF-1.7")),
        Result.fail("must be a .pdf, .docx, .txt, .md, .csv, .pptx, .html or .htm file")
      )
    }
  })
})
