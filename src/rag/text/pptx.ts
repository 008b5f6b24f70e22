import type { Blocks } from "./blocks.ts"
import { openOffice, relationsOf } from "./office.ts"
import { readXml } from "./xml.ts"
import type { Zip } from "./zip.ts"

/**
 * Reads a presentation slide by slide in the order of the show, each with its title, text, tables
 * and notes.
 */
export const readPptx = async (content: Uint8Array, blocks: Blocks): Promise<void> => {
  const { zip, main } = await openOffice(content, "presentation")
  const relations = await relationsOf(zip, main)
  for (const id of await slideIds(zip, main)) {
    const slide = relations.find((relation) => relation.id === id && relation.type === "slide")
    if (slide !== undefined) await readSlide(zip, slide.part, blocks)
  }
}

const slideIds = async (zip: Zip, main: string): Promise<ReadonlyArray<string>> => {
  const ids: Array<string> = []
  await readXml(zip.read(main), {
    open: (name, attribute) => {
      if (name === "sldId") ids.push(attribute(":id") ?? "")
    }
  })
  return ids
}

const readSlide = async (zip: Zip, part: string, blocks: Blocks) => {
  const relations = await relationsOf(zip, part)
  const shapes = await shapesOf(zip, part)
  for (const { part: diagram } of relations.filter(({ type }) => type === "diagramData")) {
    shapes.push(...(await shapesOf(zip, diagram)))
  }
  const titles = shapes.filter(({ placeholder }) => placeholder === "title" || placeholder === "ctrTitle")
  blocks.slide(titles.flatMap(({ paragraphs }) => paragraphs).join(" "))
  for (const shape of shapes) {
    if (titles.includes(shape) || aside.has(shape.placeholder)) continue
    for (const paragraph of shape.paragraphs) blocks.paragraph(paragraph)
    if (shape.rows.length > 0) blocks.table(shape.rows, shape.headed)
  }
  for (const { part: notes } of relations.filter(({ type }) => type === "notesSlide")) {
    const [body] = (await shapesOf(zip, notes)).filter(({ placeholder }) => placeholder === "body")
    for (const paragraph of body?.paragraphs ?? []) blocks.paragraph(paragraph)
  }
}

/** Placeholders whose text is the same on every slide. */
const aside: ReadonlySet<string> = new Set(["sldNum", "dt", "ftr", "hdr"])

/** A shape on a slide, with its paragraphs or, for a table, its rows. */
interface Shape {
  placeholder: string
  readonly paragraphs: Array<string>
  readonly rows: Array<Array<string>>
  headed: boolean
}

const shapesOf = async (zip: Zip, part: string): Promise<Array<Shape>> => {
  const shapes: Array<Shape> = []
  let shape = begin(shapes)
  let paragraph: string | undefined
  let cell: { text: string; continues: boolean } | undefined
  let inText = false
  let fallbacks = 0

  await readXml(zip.read(part), {
    open: (name, attribute) => {
      if (name === "Fallback") fallbacks += 1
      if (fallbacks > 0) return
      if (name === "sp" || name === "graphicFrame") shape = begin(shapes)
      else if (name === "ph") shape.placeholder = attribute("type") ?? ""
      else if (name === "tblPr") shape.headed = attribute("firstRow") === "1"
      else if (name === "tr") shape.rows.push([])
      else if (name === "tc") cell = { text: "", continues: attribute("vMerge") === "1" }
      else if (name === "p") paragraph = ""
      else if (name === "t") inText = true
      else if (name === "br" || name === "tab") paragraph &&= `${paragraph} `
    },
    close: (name) => {
      if (name === "Fallback") fallbacks -= 1
      if (fallbacks > 0) return
      if (name === "t") inText = false
      else if (name === "p" && paragraph !== undefined) {
        if (cell !== undefined) cell.text += ` ${paragraph}`
        else if (paragraph.trim() !== "") shape.paragraphs.push(paragraph)
        paragraph = undefined
      } else if (name === "tc" && cell !== undefined) {
        const row = shape.rows.at(-1)
        row?.push(cell.continues ? (shape.rows.at(-2)?.[row.length] ?? "") : cell.text)
        cell = undefined
      }
    },
    text: (text) => {
      if (inText && paragraph !== undefined && fallbacks === 0) paragraph += text
    }
  })
  return shapes
}

const begin = (shapes: Array<Shape>): Shape => {
  const shape: Shape = { placeholder: "", paragraphs: [], rows: [], headed: false }
  shapes.push(shape)
  return shape
}
