import { Result } from "effect"
import type { DocumentType } from "../domain/knowledge/KnowledgeBase.ts"

/**
 * Returns the type of a file by its name and its first bytes, which must agree. A failure says what
 * to do about it.
 */
export const documentTypeOf = (filename: string, head: Uint8Array): Result.Result<DocumentType, string> => {
  const [, extension = ""] = /\.([A-Za-z]+)$/.exec(filename.trim()) ?? []
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
  // PDF readers accept bytes before the header. A password-protected Office file is reported when it is read.
  if (type === "pdf") return start.includes("%PDF-")
  if (type === "docx" || type === "pptx") return start.startsWith("PK\x03\x04") || start.startsWith("\xd0\xcf\x11\xe0")
  return !start.startsWith("%PDF-") && isText(head)
}

/**
 * Programs, pictures and archives contain bytes that never occur in text. In UTF-16, recognized by
 * its byte order mark, any byte may occur.
 */
const isText = (head: Uint8Array): boolean => {
  const [first, second] = head
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) return true
  return !head.some((byte) => byte < 0x20 && !textControls.has(byte))
}

/**
 * Tab, line and page breaks, the end-of-file mark of DOS, and the escape character of colored
 * terminal output.
 */
const textControls: ReadonlySet<number> = new Set([0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x1a, 0x1b])
