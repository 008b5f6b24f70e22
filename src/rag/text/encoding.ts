import { isUtf8 } from "node:buffer"
import { Unreadable } from "./blocks.ts"

/** The text of a file: a byte order mark says how it is written, then `declared`, then that it is good UTF-8. */
export const decode = (bytes: Uint8Array, declared?: string): string => {
  const text = new TextDecoder(encodingOf(bytes, declared)).decode(bytes)
  if (text.includes("\0") || unprintable(text) > text.length / 100) {
    throw new Unreadable("It holds no text that can be read: save it as text in UTF-8 and upload it again.")
  }
  return text
}

const encodingOf = (bytes: Uint8Array, declared: string | undefined): string => {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le"
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be"
  if (isUtf8(bytes)) return "utf-8"
  return declared !== undefined && isKnown(declared) ? declared : "windows-1252"
}

const isKnown = (label: string): boolean => {
  try {
    // What declares itself in bytes of one each is not UTF-16, whatever it says.
    return !new TextDecoder(label).encoding.startsWith("utf-")
  } catch {
    return false
  }
}

// What no text has, and a file that is none has plenty of.
const unprintable = (text: string): number =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is counted
  text.match(/[\u0001-\u0008\u000e-\u001a\u001c-\u001f\u007f\u0081\u008d\u008f\u0090\u009d\ufffd]/g)?.length ?? 0
