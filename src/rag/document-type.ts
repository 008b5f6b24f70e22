import { Result } from "effect"
import type { DocumentType } from "../domain/KnowledgeBase.ts"

/** What a file is, by its name and by how it begins: both must say the same. A failure says what to do about it. */
export const documentTypeOf = (filename: string, head: Uint8Array): Result.Result<DocumentType, string> => {
  const [, extension = ""] = /\.([A-Za-z]+)$/.exec(filename) ?? []
  const type = typeOfExtension.get(extension.toLowerCase())
  if (type === undefined) return Result.fail("must be a .pdf, .docx, .txt, .md, .csv, .pptx, .html or .htm file")
  return looksLike(type, head)
    ? Result.succeed(type)
    : Result.fail(`is no ${extension.toLowerCase()} file, whatever its name says; save it as one and send it again`)
}

const typeOfExtension: ReadonlyMap<string, DocumentType> = new Map([
  ["pdf", "pdf"],
  ["docx", "docx"],
  ["txt", "txt"],
  ["md", "md"],
  ["csv", "csv"],
  ["pptx", "pptx"],
  ["html", "html"],
  ["htm", "html"]
])

const looksLike = (type: DocumentType, head: Uint8Array): boolean => {
  const start = Buffer.from(head.subarray(0, 1024)).toString("latin1")
  if (type === "pdf") return start.includes("%PDF-")
  if (type === "docx" || type === "pptx") return start.startsWith("PK\x03\x04")
  return !start.startsWith("PK\x03\x04") && !start.startsWith("%PDF-")
}
