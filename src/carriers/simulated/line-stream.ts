import { randomBytes } from "node:crypto"
import { type RawData, WebSocket } from "ws"
import { twilioSignature } from "../twilio-signature.ts"
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

/** Errors of Twilio that its console would show. */
export const handshakeRefused = 31920
export const brokenPipe = 31903
export const protocolError = 31924
export const invalidMessage = 31951

const bufferedLimit = 64 * 1_024
// A stream that does not get on for so long is given up.
const stalledMillis = 5_000
const closingMillis = 2_000
const handshakeMillis = 10_000
const payloadLimit = 8 * 1_024 * 1_024
/**
 * Above speed 1 the buffers between us would hold minutes of the line's time: it goes on no further than this beyond what
 * the other side has taken.
 */
const framesAhead = 10
const silentPayload = Buffer.alloc(frameMillis * 8, 0xff)

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
    for (let one = 0; one < most && live; one++) frame()
    sendAudio()
    askWhetherTaken()
  }

  const room = () => {
    if (socket.bufferedAmount > bufferedLimit) return 0
    return stream.speed === 1 ? Number.POSITIVE_INFINITY : framesAhead - (frames - taken)
  }

  // The answer comes after what was sent before was taken.
  const askWhetherTaken = () => {
    if (stream.speed === 1 || asked !== undefined || taken === frames || socket.readyState !== WebSocket.OPEN) return
    asked = frames
    socket.ping()
  }

  const frame = () => {
    const audio = stream.live(playback.next())
    frames++
    unsent.push(audio ?? silentPayload)
    if (unsent.length >= framesPerMessage) sendAudio()
    sendMarks()
    if (frames >= stream.cutAfter) socket.terminate()
  }

  const sendAudio = () => {
    if (unsent.length === 0) return
    const payload = unsent.length === 1 ? Buffer.from(unsent[0] as Uint8Array) : Buffer.concat(unsent)
    const timestamp = String((frames - unsent.length) * frameMillis)
    unsent = []
    send("media", {
      media: { track: "inbound", chunk: String(++chunk), timestamp, payload: payload.toString("base64") }
    })
  }

  const sendMarks = () => {
    for (const name of playback.reached()) {
      sendAudio()
      send("mark", { mark: { name } })
    }
  }

  const read = (data: RawData, isBinary: boolean) => {
    if (!live) return
    const message = isBinary ? undefined : parse(data.toString())
    if (message === undefined || message.streamSid !== streamSid || !take(message)) return warn()
    sendMarks()
    if (playback.isTooFull()) fail(protocolError)
  }

  const take = ({ event, mark, media }: Message): boolean => {
    switch (event) {
      case "media": {
        const audio = readPayload(media)
        if (audio !== undefined) playback.queue(audio)
        return audio !== undefined
      }
      case "mark": {
        const { name } = isObject(mark) ? mark : {}
        if (typeof name !== "string") return false
        stream.onMark()
        playback.mark(name)
        return true
      }
      case "clear":
        stream.onClear()
        playback.clear()
        return true
      default:
        return false
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
      if (!wasOpen) return socket.terminate()
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

type Message = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Message =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const parse = (text: string): Message | undefined => {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

const readPayload = (media: unknown): Uint8Array | undefined => {
  const { payload } = isObject(media) ? media : {}
  if (typeof payload !== "string") return undefined
  const audio = Buffer.from(payload, "base64")
  // What is no base64 is left out without a word.
  return audio.length > 0 && audio.length === Buffer.byteLength(payload, "base64") ? audio : undefined
}
