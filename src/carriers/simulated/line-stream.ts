import { randomBytes } from "node:crypto"
import type { Socket } from "node:net"
import { type RawData, WebSocket } from "ws"
import { silent } from "../../audio/frames.ts"
import { decodePayload, parse } from "../twilio/twilio-media.ts"
import { twilioSignature } from "../twilio/twilio-signature.ts"
import { makePlayback } from "./line-playback.ts"
import { frameMillis, type Wheel } from "./line-wheel.ts"

export interface StreamToOpen {
  readonly url: string
  readonly parameters: Readonly<Record<string, string>>
  readonly accountSid: string
  readonly callSid: string
  readonly authToken: string
  readonly speed: number
  readonly wheel: Wheel
  /** The socket is cut after so many frames. */
  readonly cutAfter: number
  /** One frame of the line's time: what was played to the person, and what they say to it; undefined is silence. */
  readonly live: (played: Uint8Array | undefined) => Uint8Array | undefined
  readonly onMark: () => void
  readonly onClear: () => void
  /** By Twilio's number. */
  readonly onProblem: (code: number) => void
  /** Once, however the stream ended; not for one that was hung up. */
  readonly onEnd: () => void
  /** The socket is gone. */
  readonly onGone: () => void
}

/** A stream of a call that is there, or about to be. */
export interface Stream {
  /** Tells the other side that the call is over, and closes. */
  readonly hangUp: () => void
  /** Leaves nothing behind. */
  readonly destroy: () => void
}

// Errors of Twilio, as its console shows them.
const handshakeRefused = 31920
const brokenPipe = 31903
const protocolError = 31924
const invalidMessage = 31951

// Nothing more is said while so much waits to leave, and a stream that does not get on for so long is given up.
const bufferedLimit = 64 * 1_024
const stalledMillis = 5_000
const payloadLimit = 8 * 1_024 * 1_024
const handshakeMillis = 10_000
const closingMillis = 2_000

// Above speed 1 the buffers between us would hold minutes of the line's time: it goes on no further than this beyond what
// the other side has taken.
const framesAhead = 10

const silentFrame = silent(frameMillis)

/** The carrier's end of a media stream: a socket to us, over which it speaks Twilio's Media Streams. */
export const openStream = (stream: StreamToOpen): Stream => {
  const streamSid = `MZ${randomBytes(16).toString("hex")}`
  const playback = makePlayback()
  // At high speeds a message carries several frames: each costs as much as it is long, and much more for being one.
  const framesPerMessage = stream.speed <= 20 ? 1 : framesAhead
  const socket = new WebSocket(stream.url, {
    perMessageDeflate: false,
    maxPayload: payloadLimit,
    handshakeTimeout: handshakeMillis,
    headers: { "x-twilio-signature": twilioSignature(stream.authToken, stream.url, []) }
  })
  let sequence = 0
  let chunk = 0
  let frames = 0
  let taken = 0
  let asked: number | undefined
  let movedAt = performance.now()
  let wasOpen = false
  let live = true
  let warned = false
  let unsent: Array<Uint8Array> = []
  let closing: NodeJS.Timeout | undefined
  let leave = () => {}
  let wire: Socket | undefined

  const send = (event: string, about: object) => {
    if (socket.readyState !== WebSocket.OPEN) return
    socket.send(JSON.stringify({ event, sequenceNumber: String(++sequence), streamSid, ...about }))
    if (socket.bufferedAmount > payloadLimit) fail(brokenPipe)
  }

  const open = () => {
    wasOpen = true
    movedAt = performance.now()
    socket.send(JSON.stringify({ event: "connected", protocol: "Call", version: "1.0.0" }))
    send("start", {
      start: {
        accountSid: stream.accountSid,
        streamSid,
        callSid: stream.callSid,
        tracks: ["inbound"],
        mediaFormat: { encoding: "audio/x-mulaw", sampleRate: 8000, channels: 1 },
        customParameters: stream.parameters
      }
    })
    leave = stream.wheel.join(step)
  }

  const step = (due: number) => {
    if (socket.readyState !== WebSocket.OPEN) return
    const now = performance.now()
    const most = Math.min(due, room())
    if (most > 0) movedAt = now
    else if (now - movedAt > stalledMillis) return fail(brokenPipe)
    // All of a turn in one write: a system call costs as much as making a frame.
    wire?.cork()
    for (let one = 0; one < most && socket.readyState === WebSocket.OPEN; one++) frame()
    sendAudio()
    askWhetherTaken()
    wire?.uncork()
  }

  const room = () => {
    if (socket.bufferedAmount > bufferedLimit) return 0
    return stream.speed === 1 ? Number.POSITIVE_INFINITY : framesAhead - (frames - taken)
  }

  // The answer comes after what was sent before was taken.
  const askWhetherTaken = () => {
    if (stream.speed === 1 || asked !== undefined || taken === frames) return
    asked = frames
    socket.ping()
  }

  const frame = () => {
    const audio = stream.live(playback.next())
    frames++
    unsent.push(audio ?? silentFrame)
    if (unsent.length >= framesPerMessage) sendAudio()
    sendMarks()
    if (frames >= stream.cutAfter) socket.terminate()
  }

  const sendAudio = () => {
    if (unsent.length === 0) return
    const payload = Buffer.concat(unsent).toString("base64")
    const timestamp = String((frames - unsent.length) * frameMillis)
    unsent = []
    send("media", { media: { track: "inbound", chunk: String(++chunk), timestamp, payload } })
  }

  const sendMarks = () => {
    for (const name of playback.reached()) {
      sendAudio()
      send("mark", { mark: { name } })
    }
  }

  const read = (data: RawData, isBinary: boolean) => {
    if (!live) return
    const message = readSent(data, isBinary, streamSid)
    if (message === undefined) return warn()
    take(message)
    sendMarks()
    if (playback.isTooFull()) fail(protocolError)
  }

  const take = (message: SentMessage) => {
    switch (message.event) {
      case "media":
        return playback.queue(message.audio)
      case "mark":
        stream.onMark()
        return playback.mark(message.name)
      case "clear":
        stream.onClear()
        return playback.clear()
    }
  }

  // Twilio says it once for a stream, and goes on.
  const warn = () => {
    if (!warned) stream.onProblem(invalidMessage)
    warned = true
  }

  const fail = (code: number) => {
    if (!live) return
    stream.onProblem(code)
    socket.terminate()
    end()
  }

  const end = () => {
    if (!live) return
    live = false
    leave()
    stream.onEnd()
  }

  const gone = (code: number) => {
    clearTimeout(closing)
    if (live && !wasOpen) stream.onProblem(handshakeRefused)
    else if (live && code === 1006) stream.onProblem(brokenPipe)
    end()
    stream.onGone()
  }

  socket.on("upgrade", (response) => {
    wire = response.socket
  })
  socket.on("open", open)
  socket.on("message", read)
  socket.on("pong", () => {
    taken = asked ?? taken
    asked = undefined
  })
  // What it is, the close that follows tells.
  socket.on("error", () => {})
  socket.on("close", gone)

  return {
    hangUp: () => {
      if (!live) return
      sendAudio()
      live = false
      leave()
      send("stop", { stop: { accountSid: stream.accountSid, callSid: stream.callSid } })
      closing = setTimeout(() => socket.terminate(), closingMillis)
      socket.close(1000)
    },
    destroy: () => {
      live = false
      leave()
      clearTimeout(closing)
      socket.terminate()
    }
  }
}

/** What we send to the carrier over a media stream. */
type SentMessage =
  | { readonly event: "media"; readonly audio: Uint8Array }
  | { readonly event: "mark"; readonly name: string }
  | { readonly event: "clear" }

/** Undefined for whatever is no message of this stream. */
const readSent = (data: RawData, isBinary: boolean, streamSid: string): SentMessage | undefined => {
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
