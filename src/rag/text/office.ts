import { posix } from "node:path"
import { Unreadable } from "./blocks.ts"
import { readXml } from "./xml.ts"
import { openZip, type Zip } from "./zip.ts"

export interface Relation {
  readonly id: string
  /** The last part of the relationship type, such as `slide` or `styles`. */
  readonly type: string
  readonly part: string
}

/**
 * An Office file and its main part, whose root element identifies the program: `document` for Word,
 * `presentation` for PowerPoint.
 */
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

/** Returns the other parts that a part refers to. */
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

/** Whether a setting, present with or without a value, is on. */
export const isOn = (value: string | undefined): boolean =>
  value === undefined || !["0", "false", "off"].includes(value)
