import type { DocumentType } from "../../domain/knowledge/KnowledgeBase.ts"
import { Blocks, Unreadable } from "./blocks.ts"
import { chunksOf } from "./chunks.ts"

/** Returns the chunks of a document, at least one; throws `Unreadable` with the problem of the document. */
export const chunksIn = async (type: DocumentType, content: Uint8Array): Promise<ReadonlyArray<string>> => {
  const read = await readers[type]()
  try {
    const blocks = new Blocks()
    await read(content, blocks)
    const chunks = chunksOf(blocks.all)
    if (chunks.length === 0) throw new Unreadable("It is empty: there is no text in it.")
    return chunks
  } catch (error) {
    if (error instanceof Unreadable) throw error
    throw new Unreadable("It is damaged and cannot be read: save it again and upload that.", { cause: error })
  }
}

type Read = (content: Uint8Array, blocks: Blocks) => void | Promise<void>

/** Loaded on demand, because each reader needs libraries that the others do not. */
const readers: Readonly<Record<DocumentType, () => Promise<Read>>> = {
  txt: async () => (await import("./plain.ts")).readPlain,
  md: async () => (await import("./markdown.ts")).readMarkdown,
  csv: async () => (await import("./csv.ts")).readCsv,
  html: async () => (await import("./html.ts")).readHtml,
  pdf: async () => (await import("./pdf.ts")).readPdf,
  docx: async () => (await import("./docx.ts")).readDocx,
  pptx: async () => (await import("./pptx.ts")).readPptx
}
