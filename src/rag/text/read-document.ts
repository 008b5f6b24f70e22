import { buffer } from "node:stream/consumers"
import { chunksOf } from "../chunks.ts"
import { Blocks, Unreadable } from "./blocks.ts"

// A process of its own, which reads one document: its type is the argument, its content comes in, its chunks go out, a line of
// JSON each, and the last line says that they are all, or why there are none. It may meet anything: see DocumentReader.ts.

const read = await readerOf(process.argv[2])
const content = await buffer(process.stdin)
const blocks = new Blocks()
try {
  await read(content, blocks)
  const chunks = chunksOf(blocks.all)
  if (chunks.length === 0) throw new Unreadable("It is empty: there is no text in it.")
  for (const chunk of chunks) process.stdout.write(`${JSON.stringify(chunk)}\n`)
  process.stdout.write(`${JSON.stringify({ chunks: chunks.length })}\n`)
} catch (error) {
  const reason =
    error instanceof Unreadable ? error.message : "It is damaged and cannot be read: save it again and upload that."
  process.stdout.write(`${JSON.stringify({ unreadable: reason })}\n`)
}

/** Loaded one at a time, since each brings libraries that the others do not need. */
async function readerOf(
  type: string | undefined
): Promise<(content: Uint8Array, blocks: Blocks) => void | Promise<void>> {
  switch (type) {
    case "txt":
      return (await import("./plain.ts")).readPlain
    case "md":
      return (await import("./markdown.ts")).readMarkdown
    case "csv":
      return (await import("./csv.ts")).readCsv
    case "html":
      return (await import("./html.ts")).readHtml
    case "pdf":
      return (await import("./pdf.ts")).readPdf
    case "docx":
      return (await import("./docx.ts")).readDocx
    case "pptx":
      return (await import("./pptx.ts")).readPptx
    default:
      throw new Error(`There is no reader of ${type}`)
  }
}
