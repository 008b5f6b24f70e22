import { crc32, deflateRawSync, deflateSync } from "node:zlib"

/** An entry of a zip file; its declared size may be wrong, and it may be a symbolic link. */
export interface Part {
  readonly name: string
  readonly content: Uint8Array
  readonly declaredSize?: number
  readonly isLink?: boolean
}

export const zip = (parts: ReadonlyArray<Part>): Buffer => {
  const locals: Array<Buffer> = []
  const centrals: Array<Buffer> = []
  let offset = 0
  for (const { name, content, declaredSize = content.length, isLink = false } of parts) {
    const data = deflateRawSync(content)
    const fileName = Buffer.from(name)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(0x800, 2)
    common.writeUInt16LE(8, 4)
    common.writeUInt32LE(crc32(content), 10)
    common.writeUInt32LE(data.length, 14)
    common.writeUInt32LE(declaredSize, 18)
    common.writeUInt16LE(fileName.length, 22)
    const local = Buffer.concat([Buffer.from("PK\x03\x04"), common, fileName, data])
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(isLink ? 0o120777 * 0x10000 : 0, 6)
    rest.writeUInt32LE(offset, 10)
    centrals.push(Buffer.concat([Buffer.from("PK\x01\x02\x14\x03", "latin1"), common, rest, fileName]))
    locals.push(local)
    offset += local.length
  }
  const central = Buffer.concat(centrals)
  const end = Buffer.alloc(22)
  end.write("PK\x05\x06")
  end.writeUInt16LE(parts.length, 8)
  end.writeUInt16LE(parts.length, 10)
  end.writeUInt32LE(central.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...locals, central, end])
}

/** A Word document with this main part, and further entries. */
export const docx = (main: string | Uint8Array, others: ReadonlyArray<Part> = [], declaredSize?: number): Buffer =>
  zip([
    {
      name: "_rels/.rels",
      content: Buffer.from(
        '<Relationships><Relationship Id="r" Type="http://x/officeDocument" Target="word/document.xml"/></Relationships>'
      )
    },
    { name: "word/document.xml", content: Buffer.from(main), ...(declaredSize === undefined ? {} : { declaredSize }) },
    ...others
  ])

export const wordText = (body: string): string => `<w:document><w:body>${body}</w:body></w:document>`

export const paragraph = (text: string): string => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`

/** A PDF with a number of pages that all show this content, deflated. */
export const pdf = (pages: number, content: Uint8Array): Buffer => {
  const stream = deflateSync(content)
  const objects = [
    "<</Type/Catalog/Pages 2 0 R>>",
    `<</Type/Pages/Count ${pages}/Kids[${Array.from({ length: pages }, (_, page) => `${page + 5} 0 R`).join(" ")}]>>`,
    "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
    Buffer.concat([
      Buffer.from(`<</Filter/FlateDecode/Length ${stream.length}>>stream\n`),
      stream,
      Buffer.from("\nendstream")
    ]),
    ...Array.from(
      { length: pages },
      () => "<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R/Resources<</Font<</F 3 0 R>>>>>>"
    )
  ]
  const parts: Array<Buffer> = [Buffer.from("%PDF-1.7\n")]
  const offsets: Array<number> = []
  let offset = 9
  for (const [index, object] of objects.entries()) {
    const part = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), Buffer.from(object), Buffer.from("\nendobj\n")])
    offsets.push(offset)
    offset += part.length
    parts.push(part)
  }
  const table = offsets.map((at) => `${String(at).padStart(10, "0")} 00000 n \n`).join("")
  return Buffer.concat([
    ...parts,
    Buffer.from(
      `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${offset}\n%%EOF`
    )
  ])
}

/** The content of a page: these lines, from the top down. */
export const pdfLines = (lines: ReadonlyArray<string>): Buffer =>
  Buffer.from(`BT /F 10 Tf 12 TL 50 780 Td ${lines.map((line) => `(${line}) '`).join("\n")} ET`)
