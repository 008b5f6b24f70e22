/** A part of a document, in reading order, independent of the file format. */
export type Block =
  | { readonly kind: "heading"; readonly level: number; readonly text: string }
  /** The beginning of a slide; the title is empty when it has none. */
  | { readonly kind: "slide"; readonly text: string }
  | { readonly kind: "paragraph"; readonly text: string }
  /** A row of a table; `header` is empty when the table has none. */
  | { readonly kind: "row"; readonly header: ReadonlyArray<string>; readonly cells: ReadonlyArray<string> }

/** The reason why a document cannot be read, in a sentence for the person who uploaded it. */
export class Unreadable extends Error {}

/** Maximum size of a document's text, bytes. */
const maxText = 5 * 1024 * 1024

/** Collects the blocks of a document as plain text, up to the maximum size. */
export class Blocks {
  readonly all: Array<Block> = []
  #bytes = 0
  #header: { readonly given: ReadonlyArray<string>; readonly plain: ReadonlyArray<string> } = { given: [], plain: [] }

  heading(level: number, text: string) {
    this.#addText(text, (text) => ({ kind: "heading", level, text }))
  }

  paragraph(text: string) {
    this.#addText(text, (text) => ({ kind: "paragraph", text }))
  }

  slide(title: string) {
    this.#add({ kind: "slide", text: plainText(title) })
  }

  row(header: ReadonlyArray<string>, cells: ReadonlyArray<string>) {
    const plain = cells.map(plainText)
    if (plain.some((cell) => cell !== "")) this.#add({ kind: "row", header: this.#plainHeader(header), cells: plain })
  }

  /**
   * Adds a table. Its first row names the columns when it is `headed` or looks like a header. A
   * single column is not a table.
   */
  table(rows: ReadonlyArray<ReadonlyArray<string>>, headed: boolean) {
    const filled = rows.filter((row) => row.some((cell) => cell.trim() !== ""))
    if (filled.every((row) => row.length <= 1)) {
      for (const [text = ""] of filled) this.paragraph(text)
      return
    }
    const [header = []] = filled.length > 1 && (headed || looksHeaded(filled)) ? filled : []
    for (const cells of header.length > 0 ? filled.slice(1) : filled) this.row(header, cells)
  }

  /** Shared by all rows of a table, which may have a hundred thousand. */
  #plainHeader(given: ReadonlyArray<string>) {
    if (this.#header.given !== given) this.#header = { given, plain: given.map(plainText) }
    return this.#header.plain
  }

  #addText(text: string, block: (text: string) => Block) {
    const plain = plainText(text)
    if (plain !== "") this.#add(block(plain))
  }

  #add(block: Block) {
    this.#bytes += Buffer.byteLength(textOf(block))
    if (this.#bytes > maxText) {
      throw new Unreadable("It has more than 5 MB of text: split it into several documents.")
    }
    this.all.push(block)
  }
}

/**
 * A header has no empty cells and no figures, and the rows below have figures; pairs of a name and
 * a value have no header.
 */
const looksHeaded = ([header = [], ...rows]: ReadonlyArray<ReadonlyArray<string>>): boolean =>
  header.every((name) => name.trim() !== "" && !/\p{N}/u.test(name)) &&
  rows.some((row) => row.some((cell, column) => column > 0 && /\p{N}/u.test(cell))) &&
  header.length > 2

/** Returns the text of a block; each cell of a row is preceded by the name of its column. */
export const textOf = (block: Block): string => (block.kind === "row" ? cellsOf(block).join("; ") : block.text)

export const cellsOf = (row: Block & { readonly kind: "row" }): ReadonlyArray<string> =>
  row.cells.flatMap((cell, column) => {
    const name = row.header[column] ?? ""
    if (cell === "") return []
    return [name === "" ? cell : `${name}: ${cell}`]
  })

/**
 * Letters are kept unchanged, with the joiners that Indian scripts need; invisible characters and
 * those that the database rejects are removed.
 */
export const plainText = (text: string): string =>
  text.toWellFormed().replace(removed, "").replace(spaces, " ").trim().normalize("NFC")

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to remove
const removed = /[\u0000-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f\u00ad\ufeff\ufffe\uffff]/g
const spaces = /[\s\u0085]+/g
