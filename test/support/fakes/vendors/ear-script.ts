import type { VendorConnection } from "./vendor-server.ts"

/** Faults of a server in the place of a recognizer. `index` counts its connections from 0. */
export interface EarScript {
  /** Returns the HTTP status with which a connection is refused; undefined if it is accepted. */
  readonly refuse?: (index: number, url: URL) => number | undefined
  /** Returns false when a connection never sends a message. */
  readonly answers?: (index: number) => boolean
  /** Returns what is sent in the place of a message: more, less or others. Without it, the message. */
  readonly results?: (message: any, index: number) => ReadonlyArray<object>
  /** Called after each piece of audio, to fail a connection. */
  readonly heard?: (connection: VendorConnection, index: number, millis: number, language?: string) => void
}

/** Returns how a connection sends its messages by the script. */
export const senderOf = (connection: VendorConnection, { answers, results }: EarScript, index: number) => {
  const isSilent = answers?.(index) === false
  return (message: object) => {
    if (isSilent) return
    for (const one of results?.(message, index) ?? [message]) connection.send(one)
  }
}

/** Splits text into tokens of a recognizer: words, each with the space before it. */
export const wordsOf = (text: string): ReadonlyArray<string> => text.match(/\s*\S+/g) ?? []

/** Silence after which an utterance has ended, with words that sound complete and with others, ms. */
export const endMillisOf = (text: string) => (/[.?!।]$/.test(text.trim()) ? 260 : 1_200)
