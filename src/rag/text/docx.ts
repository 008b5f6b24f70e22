import type { Blocks } from "./blocks.ts"
import { isOn, openOffice, relationsOf } from "./office.ts"
import { type Attribute, readXml, type XmlEvents } from "./xml.ts"
import type { Zip } from "./zip.ts"

/** Reads a Word document: its text, its tables and its notes. */
export const readDocx = async (content: Uint8Array, blocks: Blocks): Promise<void> => {
  const { zip, main } = await openOffice(content, "document")
  const relations = await relationsOf(zip, main)
  const partsOf = (type: string) => relations.filter((relation) => relation.type === type).map(({ part }) => part)

  const [styles] = partsOf("styles")
  const levels = styles === undefined ? englishLevels : await headingLevels(zip, styles)
  for (const part of [main, ...partsOf("footnotes"), ...partsOf("endnotes")]) {
    await readXml(zip.read(part), textOfParts(levels, blocks))
  }
}

/** Level of the document title, above all headings. */
const titleLevel = 0

/**
 * Names of the heading styles in English Word: a file written by a program may use them without
 * declaring their levels.
 */
const englishLevels: ReadonlyMap<string, number> = new Map([
  ["Title", titleLevel],
  ...Array.from({ length: 6 }, (_, index) => [`Heading${index + 1}`, index + 1] as const)
])

/**
 * Finds the heading styles. Their ids are in the language of the Word that made them, so the
 * outline level decides, or the name, which is always English.
 */
const headingLevels = async (zip: Zip, part: string): Promise<ReadonlyMap<string, number>> => {
  const own = new Map<string, { level?: number; basedOn?: string }>()
  let style: { level?: number; basedOn?: string } = {}
  await readXml(zip.read(part), {
    open: (name, attribute) => {
      const value = attribute("val") ?? ""
      if (name === "style") {
        style = {}
        own.set(attribute("styleId") ?? "", style)
      } else if (name === "name") {
        const [, number] = /^heading (\d)$/i.exec(value) ?? []
        if (number !== undefined) style.level = Number(number)
        if (/^title$/i.test(value)) style.level = titleLevel
      } else if (name === "basedOn") style.basedOn = value
      else if (name === "outlineLvl") style.level ??= levelOf(value)
    }
  })
  const levelIn = (id: string | undefined, steps = 0): number | undefined => {
    const { level, basedOn } = own.get(id ?? "") ?? {}
    return level ?? (basedOn === undefined || steps > 10 ? undefined : levelIn(basedOn, steps + 1))
  }
  return new Map(
    [...own.keys()].flatMap((id) => {
      const level = levelIn(id)
      return level === undefined ? [] : [[id, level] as const]
    })
  )
}

/** The tenth outline level is body text. */
const levelOf = (outline: string): number => (/^[0-8]$/.test(outline) ? Number(outline) + 1 : bodyText)
const bodyText = 10

interface Paragraph {
  text: string
  level: number | undefined
}

interface Table {
  readonly rows: Array<Array<string>>
  headed: boolean
  cell: { text: string; columns: number; continues: boolean }
}

const textOfParts = (levels: ReadonlyMap<string, number>, blocks: Blocks): XmlEvents => {
  // A text box is a paragraph inside a paragraph, and a cell may contain a table.
  const paragraphs: Array<Paragraph> = []
  const tables: Array<Table> = []
  let inText = false
  let isHidden = false
  let inProperties = false
  let fallbacks = 0
  let hasTitle = false

  const add = (text: string) => {
    const paragraph = paragraphs.at(-1)
    if (paragraph !== undefined && !isHidden) paragraph.text += text
  }
  const end = ({ text, level }: Paragraph) => {
    const cell = tables.at(-1)?.cell
    if (cell !== undefined) cell.text += ` ${text}`
    else if (level === undefined || level === bodyText) blocks.paragraph(text)
    else {
      hasTitle ||= level === titleLevel
      blocks.heading(hasTitle ? level + 1 : level, text)
    }
  }
  const property = (name: string, attribute: Attribute) => {
    const paragraph = paragraphs.at(-1)
    const cell = tables.at(-1)?.cell
    const value = attribute("val")
    if (name === "pStyle" && paragraph) paragraph.level ??= levels.get(value ?? "")
    else if (name === "outlineLvl" && paragraph) paragraph.level = levelOf(value ?? "")
    else if (name === "gridSpan" && cell) cell.columns = Math.min(Math.max(Number(value) || 1, 1), 63)
    else if (name === "vMerge" && cell) cell.continues = value !== "restart"
    else if (name === "tblLook") {
      const table = tables.at(-1)
      const bits = attribute("firstRow") ?? (Number.parseInt(value ?? "20", 16) & 0x20 ? "1" : "0")
      if (table) table.headed = isOn(bits)
    } else if (name === "vanish" && !inProperties) isHidden = isOn(value)
  }

  return {
    open: (name, attribute) => {
      if (name === "Fallback") fallbacks += 1
      if (fallbacks > 0) return
      if (name === "p") paragraphs.push({ text: "", level: undefined })
      else if (name === "pPr") inProperties = true
      else if (name === "r") isHidden = false
      else if (name === "t") inText = true
      else if (name === "tab" || name === "br" || name === "cr") inProperties || add(" ")
      else if (name === "noBreakHyphen") add("-")
      else if (name === "tbl") tables.push({ rows: [], headed: true, cell: emptyCell() })
      else if (name === "tr") tables.at(-1)?.rows.push([])
      else if (name === "tc") {
        const table = tables.at(-1)
        if (table) table.cell = emptyCell()
      } else property(name, attribute)
    },
    close: (name) => {
      if (name === "Fallback") fallbacks -= 1
      if (fallbacks > 0) return
      if (name === "pPr") inProperties = false
      else if (name === "r") isHidden = false
      else if (name === "t") inText = false
      else if (name === "p") {
        const paragraph = paragraphs.pop()
        if (paragraph) end(paragraph)
      } else if (name === "tc") endCell(tables.at(-1))
      else if (name === "tbl") {
        const table = tables.pop()
        if (table) endTable(table, tables.at(-1), blocks)
      }
    },
    text: (text) => {
      if (inText && fallbacks === 0) add(text)
    }
  }
}

const emptyCell = () => ({ text: "", columns: 1, continues: false })

/**
 * A cell merged with the one above repeats its text; a cell that spans several columns belongs to
 * the first of them.
 */
const endCell = (table: Table | undefined) => {
  const row = table?.rows.at(-1)
  if (table === undefined || row === undefined) return
  const above = table.rows.at(-2)?.[row.length] ?? ""
  row.push(table.cell.continues ? above : table.cell.text, ...Array<string>(table.cell.columns - 1).fill(""))
}

const endTable = ({ rows, headed }: Table, around: Table | undefined, blocks: Blocks) => {
  if (around !== undefined) around.cell.text += ` ${rows.map((row) => row.join(" ")).join(" ")}`
  else blocks.table(rows, headed)
}
