import { Parser } from "htmlparser2"
import { Unreadable } from "./blocks.ts"

/** Elements are matched without their prefix, because each program chooses its own. */
export interface XmlEvents {
  readonly open?: (name: string, attribute: Attribute) => void
  readonly close?: (name: string) => void
  readonly text?: (text: string) => void
}

/** Returns the value of an attribute with any prefix; `:name` requires a prefix. */
export type Attribute = (name: string) => string | undefined

/** Maximum nesting of elements. */
const deepest = 512

/** Parses an XML part as a stream, so that it is never in memory as a whole. */
export const readXml = async (part: AsyncIterable<Uint8Array>, on: XmlEvents): Promise<void> => {
  let depth = 0
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        depth += 1
        if (depth > deepest)
          throw new Unreadable("Its contents are nested too deeply: save it again as a new document.")
        on.open?.(localName(name), (wanted) => attributeOf(attributes, wanted))
      },
      onclosetag: (name) => {
        depth -= 1
        on.close?.(localName(name))
      },
      ontext: (text) => on.text?.(text),
      // A document type declaration can expand into huge amounts of text, and no Office program writes one.
      onprocessinginstruction: (name) => {
        if (name.startsWith("!")) throw new Unreadable("It is no Office document: it declares entities.")
      }
    },
    { xmlMode: true }
  )
  let decoder: InstanceType<typeof TextDecoder> | undefined
  for await (const bytes of part) {
    decoder ??= new TextDecoder(utf16Of(bytes) ?? "utf-8")
    parser.write(decoder.decode(bytes, { stream: true }))
  }
  parser.end(decoder?.decode())
}

const utf16Of = ([first, second]: Uint8Array): string | undefined => {
  if (first === 0xff && second === 0xfe) return "utf-16le"
  return first === 0xfe && second === 0xff ? "utf-16be" : undefined
}

const localName = (name: string): string => name.slice(name.indexOf(":") + 1)

const attributeOf = (attributes: Readonly<Record<string, string>>, wanted: string): string | undefined => {
  const own = Object.keys(attributes).find(
    (name) => name === wanted || name.endsWith(wanted.startsWith(":") ? wanted : `:${wanted}`)
  )
  return own === undefined ? undefined : attributes[own]
}
