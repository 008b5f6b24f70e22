import type { DocumentType } from "../../domain/KnowledgeBase.ts"
import { chunksOf } from "../chunks.ts"
import { Blocks, Unreadable } from "./blocks.ts"

/** The chunks of a document, one at least; throws `Unreadable` with what is wrong with it. */
export const chunksIn = async (type: DocumentType, content: Uint8Array): Promise<ReadonlyArray<string>> => {
  const read = await readerOf(type)
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

/** Loaded one at a time, since each brings libraries that the others do not need. */
const readerOf = async (type: DocumentType): Promise<(content: Uint8Array, blocks: Blocks) => void | Promise<void>> => {
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
  }
}
