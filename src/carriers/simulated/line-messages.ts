import type { RawData } from "ws"
import { decodePayload, parse } from "../twilio/twilio-media.ts"

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

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>) : {}

const readMedia = (media: unknown): SentMessage | undefined => {
  const audio = decodePayload(fieldsOf(media).payload)
  return audio && { event: "media", audio }
}

const readMark = (mark: unknown): SentMessage | undefined => {
  const { name } = fieldsOf(mark)
  return typeof name === "string" ? { event: "mark", name } : undefined
}
