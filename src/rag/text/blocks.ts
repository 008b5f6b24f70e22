/** What is in a document, in its order, whatever it was written with. */
export type Block =
  | { readonly kind: "heading"; readonly level: number; readonly text: string }
  /** A slide begins; its title is empty when it has none. */
  | { readonly kind: "slide"; readonly text: string }
  | { readonly kind: "paragraph"; readonly text: string }
  /** A row of a table; `header` is empty when the table has none. */
  | { readonly kind: "row"; readonly header: ReadonlyArray<string>; readonly cells: ReadonlyArray<string> }

/** Why a document cannot be read, in a sentence for the person who uploaded it. */
export class Unreadable extends Error {}

const mostText = 5 * 1024 * 1024

/** Collects the blocks of a document, each as plain text, and stops at more than anybody can search in. */
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

  /** A table, whose first row says what is in its columns when it is `headed` or looks so. One of a single column is no table. */
  table(rows: ReadonlyArray<ReadonlyArray<string>>, headed: boolean) {
    const filled = rows.filter((row) => row.some((cell) => cell.trim() !== ""))
    if (filled.every((row) => row.length <= 1)) {
      for (const [text = ""] of filled) this.paragraph(text)
      return
    }
    const [header = []] = filled.length > 1 && (headed || looksHeaded(filled)) ? filled : []
    for (const cells of header.length > 0 ? filled.slice(1) : filled) this.row(header, cells)
  }

  /** One for all rows of a table, which may be a hundred thousand. */
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
    if (this.#bytes > mostText) {
      throw new Unreadable("It has more than 5 MB of text: split it into several documents.")
    }
    this.all.push(block)
  }
}

/** Names above columns are all there and have no figures, which rows below have; pairs of a name and a value are no columns. */
const looksHeaded = ([header = [], ...rows]: ReadonlyArray<ReadonlyArray<string>>): boolean =>
  header.every((name) => name.trim() !== "" && !/\p{N}/u.test(name)) &&
  rows.some((row) => row.some((cell, column) => column > 0 && /\p{N}/u.test(cell))) &&
  header.length > 2

/** A block as it is read out; each cell of a row with what its column is. */
export const textOf = (block: Block): string => (block.kind === "row" ? cellsOf(block).join("; ") : block.text)

export const cellsOf = (row: Block & { readonly kind: "row" }): ReadonlyArray<string> =>
  row.cells.flatMap((cell, column) => {
    const name = row.header[column] ?? ""
    if (cell === "") return []
    return [name === "" ? cell : `${name}: ${cell}`]
  })

/** Letters are kept as they are, with the joiners that Indian scripts need; what nobody sees and no database takes is not. */
export const plainText = (text: string): string =>
  text.toWellFormed().replace(unseen, "").replace(spaces, " ").trim().normalize("NFC")

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
const unseen = /[\u0000-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f\u00ad\ufeff\ufffe\uffff]/g
const spaces = /[\s\u0085]+/g
