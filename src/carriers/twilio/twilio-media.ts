import { Option, Schema } from "effect"
import type { MediaCodec, MediaMessage } from "../MediaCodec.ts"

/** Codec of Twilio's Media Streams, which the simulated line speaks too. */
export const twilioMedia: MediaCodec = {
  capabilities: {
    clear: "echoes-marks",
    ordered: true,
    // Twilio's streams have no message for keys, but pass the audio on as it is.
    carriesTones: true
  },
  read: (message) => {
    const usual = typeof message === "string" ? usualAudio.exec(message) : null
    if (usual !== null) return readPayload(usual[1], usual[2]) ?? incomplete("media")
    const parsed = parse(message)
    if (parsed === undefined) return malformed("The message is not a JSON object")
    const { event } = parsed
    if (typeof event !== "string") return malformed("The message names no event")
    if (!Object.hasOwn(readers, event)) return { kind: "unknown", event: event.slice(0, 40) }
    return readers[event as keyof typeof readers](parsed) ?? incomplete(event)
  },
  audio: (streamSid, audio) =>
    JSON.stringify({
      event: "media",
      streamSid,
      media: { payload: Buffer.from(audio.buffer, audio.byteOffset, audio.byteLength).toString("base64") }
    }),
  mark: (streamSid, name) => JSON.stringify({ event: "mark", streamSid, mark: { name } }),
  clear: (streamSid) => JSON.stringify({ event: "clear", streamSid })
}

type Parsed = Readonly<Record<string, unknown>>

/** Parses a message of either direction; undefined when it is not a JSON object. */
export const parse = (message: string | Uint8Array): Parsed | undefined => {
  if (typeof message !== "string") return undefined
  try {
    const value: unknown = JSON.parse(message)
    return typeof value === "object" && value !== null ? (value as Parsed) : undefined
  } catch {
    return undefined
  }
}

const malformed = (problem: string): MediaMessage => ({ kind: "malformed", problem })
const incomplete = (event: string) => malformed(`The ${event} message lacks required fields`)

// Accepts a number or its text: Twilio's documentation and servers do not always agree.
const count = (value: unknown): number | undefined => {
  const number = typeof value === "string" && /^\d+$/.test(value) ? Number(value) : value
  return typeof number === "number" && Number.isSafeInteger(number) && number >= 0 ? number : undefined
}
const isOne = (expected: number) => (value: unknown) => count(value) === expected

const decodes = <S extends Schema.Codec<unknown, unknown>>(schema: S) => {
  const decode = Schema.decodeUnknownOption(schema)
  return (message: Parsed): S["Type"] | undefined => Option.getOrUndefined(decode(message))
}

const decodeStart = decodes(
  Schema.Struct({
    start: Schema.Struct({
      streamSid: Schema.NonEmptyString,
      accountSid: Schema.NonEmptyString,
      callSid: Schema.NonEmptyString,
      mediaFormat: Schema.Struct({
        encoding: Schema.Literal("audio/x-mulaw"),
        sampleRate: Schema.Unknown.check(Schema.makeFilter(isOne(8000))),
        channels: Schema.Unknown.check(Schema.makeFilter(isOne(1)))
      }),
      customParameters: Schema.optionalKey(Schema.Record(Schema.String, Schema.Unknown))
    })
  })
)
const decodeMark = decodes(Schema.Struct({ mark: Schema.Struct({ name: Schema.String }) }))
const decodeDigit = decodes(
  Schema.Struct({ dtmf: Schema.Struct({ digit: Schema.String.check(Schema.isPattern(/^[0-9A-D*#]$/u)) }) })
)

const readStart = (message: Parsed): MediaMessage | undefined => {
  const start = decodeStart(message)?.start
  if (start === undefined) return undefined
  const { accountSid, callSid, customParameters = {}, streamSid } = start
  const parameters = Object.entries(customParameters).map(([name, value]) => [name, String(value)])
  return {
    kind: "start",
    start: { streamId: streamSid, callSid, account: accountSid, parameters: Object.fromEntries(parameters) }
  }
}

/**
 * Audio as Twilio writes it, with the stream's id before or after it: there are fifty of these messages per second and
 * call, and this takes half the time of reading them as JSON. All others are read as JSON.
 */
const usualAudio =
  /^\{"event":"media","sequenceNumber":"\d+",(?:"streamSid":"\w+",)?"media":\{"track":"inbound","chunk":"\d+","timestamp":"(\d+)","payload":"([\w+/=]+)"\}(?:,"streamSid":"\w+")?\}$/

// Decoded by hand, without a schema, for the same reason.
const readAudio = ({ media }: Parsed): MediaMessage | undefined => {
  if (typeof media !== "object" || media === null) return undefined
  const { payload, timestamp, track } = media as Parsed
  if (track !== undefined && track !== "inbound") return undefined
  return readPayload(timestamp, payload)
}

const readPayload = (timestamp: unknown, payload: unknown): MediaMessage | undefined => {
  const atMillis = count(timestamp)
  if (atMillis === undefined) return undefined
  const audio = decodePayload(payload)
  return audio && { kind: "audio", audio, atMillis }
}

/** Decodes the audio of a message of either direction; undefined when it is not valid. */
export const decodePayload = (payload: unknown): Uint8Array | undefined => {
  if (typeof payload !== "string") return undefined
  const audio = Buffer.from(payload, "base64")
  // Buffer skips characters that are not base64 without an error, so compare the lengths.
  return audio.length > 0 && audio.length === Buffer.byteLength(payload, "base64") ? audio : undefined
}

const readMark = (message: Parsed): MediaMessage | undefined => {
  const mark = decodeMark(message)?.mark
  return mark && { kind: "mark", name: mark.name }
}

const readDigit = (message: Parsed): MediaMessage | undefined => {
  const dtmf = decodeDigit(message)?.dtmf
  return dtmf && { kind: "digit", digit: dtmf.digit }
}

const readers = {
  connected: (): MediaMessage => ({ kind: "connected" }),
  start: readStart,
  media: readAudio,
  mark: readMark,
  dtmf: readDigit,
  stop: (): MediaMessage => ({ kind: "stop" })
}
