import { posix } from "node:path"
import { Unreadable } from "./blocks.ts"
import { readXml } from "./xml.ts"
import { openZip, type Zip } from "./zip.ts"

export interface Relation {
  readonly id: string
  /** The last word of its type, as `slide` or `styles`. */
  readonly type: string
  readonly part: string
}

/** An Office file and its main part, whose first element tells what it is: `document` in Word, `presentation` in PowerPoint. */
export const openOffice = async (
  content: Uint8Array,
  element: "document" | "presentation"
): Promise<{ readonly zip: Zip; readonly main: string }> => {
  const zip = await openZip(content)
  const main = (await relationsOf(zip, "")).find(({ type }) => type === "officeDocument")?.part
  if (main === undefined || (await firstElement(zip, main)) !== element) {
    throw new Unreadable(
      element === "document"
        ? "It is no Word document: save it as .docx and upload it again."
        : "It is no PowerPoint presentation: save it as .pptx and upload it again."
    )
  }
  return { zip, main }
}

/** To which other parts a part leads. */
export const relationsOf = async (zip: Zip, part: string): Promise<ReadonlyArray<Relation>> => {
  const { dir, base } = posix.parse(part)
  const relations: Array<Relation> = []
  await readXml(zip.read(posix.join(dir, "_rels", `${base}.rels`)), {
    open: (name, attribute) => {
      if (name !== "Relationship" || attribute("TargetMode") === "External") return
      const target = attribute("Target") ?? ""
      relations.push({
        id: attribute("Id") ?? "",
        type: (attribute("Type") ?? "").replace(/^.*\//, ""),
        part: target.startsWith("/") ? posix.normalize(target.slice(1)) : posix.join(dir, target)
      })
    }
  })
  return relations
}

const firstElement = async (zip: Zip, part: string): Promise<string | undefined> => {
  let first: string | undefined
  await readXml(firstBytes(zip.read(part)), {
    open: (name) => {
      first ??= name
    }
  })
  return first
}

async function* firstBytes(part: AsyncIterable<Uint8Array>) {
  for await (const bytes of part) {
    yield bytes
    return
  }
}

/** Whether a setting that is there without a value, or with one, is on. */
export const isOn = (value: string | undefined): boolean =>
  value === undefined || !["0", "false", "off"].includes(value)
