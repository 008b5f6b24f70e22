import { readFile } from "node:fs/promises"
import { fileURLToPath } from "node:url"
import { init, type WrappedPdfiumModule } from "@embedpdf/pdfium"
import { type Blocks, Unreadable } from "./blocks.ts"

/** Maximum number of pages. */
const maxPages = 2_000

const pdfium = await load()

/**
 * Reads the text of a PDF with PDFium. The format has no headings or paragraphs: they are inferred
 * from the size and position of lines.
 */
export const readPdf = (content: Uint8Array, blocks: Blocks): void => {
  const document = open(content)
  const pages = pdfium.FPDF_GetPageCount(document)
  if (pages > maxPages) throw new Unreadable(`It has more than ${maxPages} pages: split it into several documents.`)
  const lines: Array<Line> = []
  for (let page = 0; page < pages; page++) lines.push(...linesOf(document, page))
  if (pages > 0 && lines.length === 0) {
    throw new Unreadable("It has pages but no text: it seems to be scanned. Upload a version with text.")
  }
  addBlocks(lines, blocks)
}

async function load(): Promise<WrappedPdfiumModule> {
  const wasm = await readFile(fileURLToPath(import.meta.resolve("@embedpdf/pdfium/pdfium.wasm")))
  const loaded = await init({ wasmBinary: wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength) })
  loaded.PDFiumExt_Init()
  return loaded
}

/** Returns PDFium's memory, which its types omit, and which is a new array each time it grows. */
const memory = () => (pdfium.pdfium as unknown as { readonly HEAPU8: Uint8Array<ArrayBuffer> }).HEAPU8

/** Opens a document until the process ends: PDFium reads `content` lazily. */
const open = (content: Uint8Array): number => {
  const at = pdfium.pdfium.wasmExports.malloc(content.length)
  memory().set(content, at)
  const document = pdfium.FPDF_LoadMemDocument(at, content.length, "")
  if (document !== 0) return document
  throw new Unreadable(
    pdfium.FPDF_GetLastError() === wrongPassword
      ? "It is protected by a password: save it without one."
      : "It is damaged and cannot be read as a PDF: save it again and upload that."
  )
}

const wrongPassword = 4

interface Line {
  readonly text: string
  /** Font size of its letters. */
  readonly size: number
  readonly page: number
  /** Vertical position on the page. */
  readonly bottom: number
}

const linesOf = (document: number, number: number): ReadonlyArray<Line> => {
  const page = pdfium.FPDF_LoadPage(document, number)
  if (page === 0) return []
  const text = pdfium.FPDFText_LoadPage(page)
  try {
    return text === 0 ? [] : linesIn(text, number)
  } finally {
    pdfium.FPDFText_ClosePage(text)
    pdfium.FPDF_ClosePage(page)
  }
}

const linesIn = (textPage: number, page: number): ReadonlyArray<Line> => {
  const lines: Array<Line> = []
  const text = textOf(textPage)
  for (const { 0: line, index } of text.matchAll(/[^\r\n]+/g)) {
    const first = line.search(/\S/)
    if (first === -1) continue
    const at = pdfium.FPDFText_GetCharIndexFromTextIndex(textPage, index + first)
    const { size, bottom } = measure(textPage, at)
    lines.push({ text: withMarksInPlace(line), size, page, bottom })
  }
  return lines
}

/** PDFium may return an Indian vowel sign, drawn over the preceding letter, after the full stop. */
const withMarksInPlace = (line: string): string => line.replace(/([।॥])(\p{M}+)/gu, "$2$1")

const textOf = (textPage: number): string => {
  const characters = pdfium.FPDFText_CountChars(textPage)
  if (characters <= 0) return ""
  const bytes = (characters + 1) * 2
  const at = pdfium.pdfium.wasmExports.malloc(bytes)
  try {
    const written = pdfium.FPDFText_GetText(textPage, 0, characters, at)
    return Buffer.from(memory().buffer, at, Math.max(written - 1, 0) * 2).toString("utf16le")
  } finally {
    pdfium.pdfium.wasmExports.free(at)
  }
}

const box = pdfium.pdfium.wasmExports.malloc(4 * 8)

const measure = (textPage: number, at: number): { readonly size: number; readonly bottom: number } => {
  const found = pdfium.FPDFText_GetLooseCharBox(textPage, at, box)
  if (!found) return { size: 0, bottom: 0 }
  const [, top = 0, , bottom = 0] = new Float32Array(memory().buffer, box, 4)
  return { size: Math.round(Math.abs(top - bottom) * 2) / 2, bottom: Math.min(top, bottom) }
}

const addBlocks = (lines: ReadonlyArray<Line>, blocks: Blocks) => {
  const body = commonSize(lines)
  const larger = [...new Set(lines.map(({ size }) => size).filter((size) => size > body * 1.15))].sort((a, b) => b - a)
  const levelOf = ({ size }: Line) => larger.indexOf(size) + 1

  let together: Array<Line> = []
  const end = () => {
    const [first] = together
    if (first === undefined) return
    const text = together
      .map(({ text }) => text)
      .join(" ")
      .replaceAll("\u0002", divided)
      .replace(dividedHere, "")
    if (levelOf(first) > 0) blocks.heading(levelOf(first), text)
    else blocks.paragraph(text)
    together = []
  }
  for (const line of lines) {
    const before = together.at(-1)
    if (before !== undefined && !continuesParagraph(before, line)) end()
    together.push(line)
  }
  end()
}

/**
 * Whether two lines belong to one paragraph: the same size, and one directly below the other, or on
 * the next page with the sentence unfinished.
 */
const continuesParagraph = (before: Line, line: Line): boolean => {
  if (Math.abs(before.size - line.size) > before.size * 0.1) return false
  if (/^\s*[•▪◦‣●○]/u.test(line.text)) return false
  const apart = before.bottom - line.bottom
  if (before.page === line.page && apart >= 0) return apart < before.size * 1.6
  return !/[.!?:।॥]["'”’)]*\s*$/.test(before.text)
}

// Where a word is hyphenated at the end of a line, PDFium returns one of two characters in place of
// the hyphen.
const divided = "\ufffe"
const dividedHere = new RegExp(`${divided} ?`, "g")

const commonSize = (lines: ReadonlyArray<Line>): number => {
  const letters = new Map<number, number>()
  for (const { size, text } of lines) letters.set(size, (letters.get(size) ?? 0) + text.length)
  return [...letters].reduce((most, other) => (other[1] > most[1] ? other : most), [0, 0])[0]
}
