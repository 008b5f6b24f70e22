import type { Blocks } from "./blocks.ts"
import { decode } from "./encoding.ts"

/** Reads paragraphs separated by empty lines; in a text without empty lines each line is a paragraph. */
export const readPlain = (content: Uint8Array, blocks: Blocks): void => {
  const text = decode(content)
  const between = /\n[^\S\n]*\n/.test(text.replaceAll("\r\n", "\n")) ? /\r?\n[^\S\n]*\n\s*/ : /\r?\n|\r/
  for (const paragraph of text.split(between)) blocks.paragraph(paragraph)
}
