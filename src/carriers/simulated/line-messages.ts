import type { RawData } from "ws"

/** What we send to the carrier over a media stream. */
export type SentMessage =
  | { readonly event: "media"; readonly audio: Uint8Array }
  | { readonly event: "mark"; readonly name: string }
  | { readonly event: "clear" }

/** Undefined for whatever is no message of this stream. */
export const readSent = (data: RawData, isBinary: boolean, streamSid: string): SentMessage | undefined => {
  const message = isBinary ? undefined : parse(data.toString())
  if (message?.streamSid !== streamSid) return undefined
  switch (message.event) {
    case "media":
      return readMedia(message.media)
    case "mark":
      return readMark(message.mark)
    case "clear":
      return { event: "clear" }
    default:
      return undefined
  }
}

type Fields = Readonly<Record<string, unknown>>

const fieldsOf = (value: unknown): Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : {}

const parse = (text: string): Fields | undefined => {
  try {
    return fieldsOf(JSON.parse(text))
  } catch {
    return undefined
  }
}

const readMedia = (media: unknown): SentMessage | undefined => {
  const { payload } = fieldsOf(media)
  if (typeof payload !== "string") return undefined
  const audio = Buffer.from(payload, "base64")
  // What is no base64 is left out without a word.
  if (audio.length === 0 || audio.length !== Buffer.byteLength(payload, "base64")) return undefined
  return { event: "media", audio }
}

const readMark = (mark: unknown): SentMessage | undefined => {
  const { name } = fieldsOf(mark)
  return typeof name === "string" ? { event: "mark", name } : undefined
}
