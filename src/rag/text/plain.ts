import type { Blocks } from "./blocks.ts"
import { decode } from "./encoding.ts"

/** Paragraphs are what empty lines part; without any, each line is one. */
export const readPlain = (content: Uint8Array, blocks: Blocks): void => {
  const text = decode(content)
  const between = /\n[^\S\n]*\n/.test(text.replaceAll("\r\n", "\n")) ? /\r?\n[^\S\n]*\n\s*/ : /\r?\n|\r/
  for (const paragraph of text.split(between)) blocks.paragraph(paragraph)
}
