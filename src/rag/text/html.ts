import { Parser } from "htmlparser2"
import { type Blocks, Unreadable } from "./blocks.ts"
import { decode } from "./encoding.ts"

/** Maximum nesting of elements. */
const deepest = 512

/** Reads a web page without its hidden parts. */
export const readHtml = (content: Uint8Array, blocks: Blocks): void => {
  const text = decode(content, declaredEncoding(content))
  const page = new Page(blocks, !/<h1[\s>]/i.test(text))
  const parser = new Parser(
    {
      onopentag: (name, attributes) => page.open(name, attributes),
      onclosetag: (name) => page.close(name),
      ontext: (text) => page.text(text)
    },
    { decodeEntities: true }
  )
  parser.end(text)
  page.end()
}

const declaredEncoding = (content: Uint8Array): string | undefined => {
  const start = Buffer.from(content.subarray(0, 4096)).toString("latin1")
  return (
    /<meta[^>]{0,200}charset\s*=\s*["']?([\w:.-]{1,40})/i.exec(start)?.[1] ??
    /^\s*<\?xml[^>]{0,100}encoding\s*=\s*["']([\w:.-]{1,40})/i.exec(start)?.[1]
  )
}

interface Table {
  readonly rows: Array<Array<string>>
  /** Cells that span down from the rows above, by column. */
  readonly hanging: Map<number, { text: string; rows: number }>
  headed: boolean
  cell: Cell | undefined
}

interface Cell {
  text: string
  readonly columns: number
  readonly rows: number
}

class Page {
  readonly #blocks: Blocks
  readonly #titleIsHeading: boolean
  readonly #tables: Array<Table> = []
  #text = ""
  #heading: number | undefined
  #depth = 0
  /** Depth of the outermost hidden element. */
  #hiddenFrom = Number.POSITIVE_INFINITY

  constructor(blocks: Blocks, titleIsHeading: boolean) {
    this.#blocks = blocks
    this.#titleIsHeading = titleIsHeading
  }

  open(name: string, attributes: Readonly<Record<string, string>>) {
    this.#depth += 1
    if (this.#depth > deepest) throw new Unreadable("Its elements are nested too deeply: save it as a simpler page.")
    if (this.#isHidden()) return
    if (notShown.has(name) || isHidden(attributes)) {
      this.#hiddenFrom = this.#depth
    } else if (name === "img") this.text(` ${attributes.alt ?? ""} `)
    else if (name === "br") this.text(" ")
    else if (name === "table") this.#openTable()
    else if (name === "tr") this.#openRow()
    else if (name === "td" || name === "th") this.#openCell(name, attributes)
    else if (/^h[1-6]$/.test(name)) {
      this.#dissolveTables()
      this.#endParagraph()
      this.#heading = Number(name[1])
    } else if (!inline.has(name)) this.#endParagraph()
  }

  close(name: string) {
    this.#depth -= 1
    if (this.#depth < this.#hiddenFrom) {
      const wasHidden = this.#isHidden()
      if (this.#depth + 1 === this.#hiddenFrom) this.#hiddenFrom = Number.POSITIVE_INFINITY
      if (wasHidden) return
    } else return
    if (name === "title") this.#endTitle()
    else if (name === "td" || name === "th") this.#closeCell()
    else if (name === "table") this.#closeTable()
    else if (!inline.has(name)) this.#endParagraph()
  }

  text(text: string) {
    if (this.#isHidden()) return
    const cell = this.#tables.at(-1)?.cell
    if (cell !== undefined) cell.text += text
    else if (this.#tables.length === 0 || text.trim() !== "" || this.#text !== "") this.#text += text
  }

  end() {
    while (this.#tables.length > 0) this.#closeTable()
    this.#endParagraph()
  }

  #isHidden() {
    return this.#hiddenFrom !== Number.POSITIVE_INFINITY
  }

  #endParagraph() {
    const cell = this.#tables.at(-1)?.cell
    if (cell !== undefined) {
      cell.text += " "
      return
    }
    if (this.#heading === undefined) this.#blocks.paragraph(this.#text)
    else this.#blocks.heading(this.#heading, this.#text)
    this.#heading = undefined
    this.#text = ""
  }

  #endTitle() {
    if (this.#titleIsHeading) this.#blocks.heading(1, this.#text)
    this.#text = ""
  }

  #openTable() {
    this.#dissolveTables()
    this.#endParagraph()
    this.#tables.push({ rows: [], hanging: new Map(), headed: false, cell: undefined })
  }

  #openRow() {
    const table = this.#tables.at(-1)
    if (table === undefined) return this.#endParagraph()
    this.#closeCell()
    table.rows.push([])
  }

  #openCell(name: string, attributes: Readonly<Record<string, string>>) {
    const table = this.#tables.at(-1)
    const row = table?.rows.at(-1)
    if (table === undefined || row === undefined) return this.#endParagraph()
    this.#closeCell()
    if (name === "th" && table.rows.length === 1) table.headed ||= row.length > 0
    table.cell = { text: "", columns: spanOf(attributes.colspan), rows: spanOf(attributes.rowspan) }
  }

  #closeCell() {
    const table = this.#tables.at(-1)
    const row = table?.rows.at(-1)
    const cell = table?.cell
    if (table === undefined || row === undefined || cell === undefined) return
    takeHanging(table, row)
    if (cell.rows > 1) table.hanging.set(row.length, { text: cell.text, rows: cell.rows - 1 })
    row.push(cell.text, ...Array<string>(cell.columns - 1).fill(""))
    takeHanging(table, row)
    table.cell = undefined
  }

  #closeTable() {
    this.#closeCell()
    const table = this.#tables.pop()
    if (table === undefined) return this.#endParagraph()
    this.#endParagraph()
    this.#blocks.table(table.rows, table.headed)
  }

  /** A table that contains a table or a heading is only used for layout. */
  #dissolveTables() {
    for (const table of this.#tables.splice(0)) {
      for (const row of table.rows) for (const text of row) this.#blocks.paragraph(text)
      if (table.cell !== undefined) this.#blocks.paragraph(table.cell.text)
    }
  }
}

const takeHanging = ({ hanging }: Table, row: Array<string>) => {
  for (let above = hanging.get(row.length); above !== undefined; above = hanging.get(row.length)) {
    above.rows -= 1
    if (above.rows === 0) hanging.delete(row.length)
    row.push(above.text)
  }
}

const spanOf = (value: string | undefined): number => Math.min(Math.max(Math.trunc(Number(value)) || 1, 1), 100)

const isHidden = ({ hidden, style = "" }: Readonly<Record<string, string>>): boolean =>
  hidden !== undefined || /display\s*:\s*none|visibility\s*:\s*hidden/i.test(style)

const notShown: ReadonlySet<string> = new Set(
  "script style template noscript iframe object svg canvas audio video datalist meta link base".split(" ")
)

const inline: ReadonlySet<string> = new Set(
  `a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark q rp rt ruby s samp small span strike
  strong sub sup time tt u var wbr html head`.split(/\s+/)
)
