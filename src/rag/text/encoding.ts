import { isAscii, isUtf8 } from "node:buffer"
import { Unreadable } from "./blocks.ts"

/**
 * Decodes the text of a file. The byte order mark decides the encoding, then `declared`, then
 * whether the bytes are valid UTF-8.
 */
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
  // Valid UTF-8 is decoded as UTF-8, whatever the file declares; pure ASCII may be an escape
  // encoding such as ISO-2022-JP.
  if (isUtf8(bytes) && (declared === undefined || !isAscii(bytes))) return "utf-8"
  const encoding = declared === undefined ? "windows-1252" : known(declared)
  if (encoding === undefined) {
    throw new Unreadable(`It is written in the encoding ${declared}, which is not known: save it in UTF-8.`)
  }
  if (declared === undefined && mostlyForeign(bytes)) {
    throw new Unreadable("It does not say in which encoding it is written: save it in UTF-8.")
  }
  return encoding
}

const known = (label: string): string | undefined => {
  try {
    const { encoding } = new TextDecoder(label)
    // A UTF-16 declaration that is readable as ASCII is wrong.
    return encoding.startsWith("utf-16") ? "utf-8" : encoding
  } catch {
    return undefined
  }
}

/** Western languages use accents now and then; mostly non-ASCII letters mean another script. */
const mostlyForeign = (bytes: Uint8Array): boolean => {
  let beyond = 0
  for (const byte of bytes) if (byte >= 0x80) beyond += 1
  return beyond > bytes.length * 0.3
}

// Characters that text does not contain, and binary files contain often.
const unprintable = (text: string): number =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to count
  text.match(/[\u0001-\u0008\u000e-\u001a\u001c-\u001f\u007f\u0081\u008d\u008f\u0090\u009d\ufffd]/g)?.length ?? 0
