import { randomBytes } from "node:crypto"
import type { Socket } from "node:net"
import { type RawData, WebSocket } from "ws"
import { frameMillis, silent } from "../../audio/frames.ts"
import { decodePayload, parse } from "../twilio/twilio-media.ts"
import { twilioSignature } from "../twilio/twilio-signature.ts"
import { makePlayback } from "./line-playback.ts"
import type { Wheel } from "./line-wheel.ts"

export interface StreamToOpen {
  readonly url: string
  readonly parameters: Readonly<Record<string, string>>
  readonly accountSid: string
  readonly callSid: string
  readonly authToken: string
  readonly speed: number
  readonly wheel: Wheel
  /** Number of frames after which the socket is cut, to inject a fault. */
  readonly cutAfter: number
  /**
   * Passes one frame of line time: takes the audio played to the person, returns theirs. Undefined
   * is silence.
   */
  readonly live: (played: Uint8Array | undefined) => Uint8Array | undefined
  readonly onMark: () => void
  readonly onClear: () => void
  /** Reports a problem by its Twilio error code. */
  readonly onProblem: (code: number) => void
  /** Called once when the stream has ended, in whatever way, but not after `hangUp`. */
  readonly onEnd: () => void
  /** The socket is closed. */
  readonly onGone: () => void
}

/** A stream of a call that is open or about to be. */
export interface Stream {
  /** Sends the stop message, and closes the stream. */
  readonly hangUp: () => void
  /** Reports a key that the person has pressed. */
  readonly press?: (digit: string) => void
  /** Closes the stream at once, and releases everything. */
  readonly destroy: () => void
}

// Twilio error codes, as its console shows them.
const handshakeRefused = 31920
const brokenPipe = 31903
const protocolError = 31924
const invalidMessage = 31951

/** Size of the send buffer above which no more frames are sent, bytes. */
const bufferedLimit = 64 * 1_024
/** A stream that makes no progress for this long is given up, ms. Above speed 1 the service holds line time while it stores. */
const stalledMillis = (speed: number) => (speed === 1 ? 5_000 : 15_000)
/** Maximum time between two steps, ms. A longer one shows that this process stood still. */
const lateMillis = 500
/** Maximum size of a message and of the send buffer, bytes. */
const payloadLimit = 8 * 1_024 * 1_024
/** Timeouts of the handshake and of the closing handshake, ms. */
const handshakeMillis = 10_000
const closingMillis = 2_000

// Maximum number of frames sent ahead of the last one that the other side has received, above speed 1.
// Without it, the buffers between the two would hold minutes of line time.
const framesAhead = 10

const silentFrame = silent(frameMillis)

/**
 * Opens the carrier's end of a media stream: a websocket to the service, with the protocol of
 * Twilio's Media Streams.
 */
export const openStream = (stream: StreamToOpen): Stream => {
  const streamSid = `MZ${randomBytes(16).toString("hex")}`
  const playback = makePlayback()
  // At high speeds a message carries several frames, because a message costs much more than its
  // bytes.
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
  /** Number of frames that the other side has received, and those that the pending ping will confirm. */
  let receivedFrames = 0
  let awaitedFrames: number | undefined
  let progressAt = performance.now()
  let steppedAt = progressAt
  let wasOpen = false
  let live = true
  let warned = false
  let unsent: Array<Uint8Array> = []
  let closing: NodeJS.Timeout | undefined
  let leave = () => {}
  let tcp: Socket | undefined

  const send = (event: string, about: object) => {
    if (socket.readyState !== WebSocket.OPEN) return
    socket.send(JSON.stringify({ event, sequenceNumber: String(++sequence), streamSid, ...about }))
    if (socket.bufferedAmount > payloadLimit) fail(brokenPipe)
  }

  const open = () => {
    wasOpen = true
    progressAt = performance.now()
    steppedAt = progressAt
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
    // The other side may have answered while this process could not read it.
    if (now - steppedAt > lateMillis) progressAt += now - steppedAt
    steppedAt = now
    const most = Math.min(due, room())
    if (most > 0) progressAt = now
    else if (now - progressAt > stalledMillis(stream.speed)) return fail(brokenPipe)
    // Cork the socket to send all frames of a turn in one write: a system call costs as much as
    // making a frame.
    tcp?.cork()
    for (let one = 0; one < most && socket.readyState === WebSocket.OPEN; one++) frame()
    sendAudio()
    requestReceipt()
    tcp?.uncork()
  }

  const room = () => {
    if (socket.bufferedAmount > bufferedLimit) return 0
    return stream.speed === 1 ? Number.POSITIVE_INFINITY : framesAhead - (frames - receivedFrames)
  }

  // The pong arrives after the other side has received all frames sent before the ping.
  const requestReceipt = () => {
    if (stream.speed === 1 || awaitedFrames !== undefined || receivedFrames === frames) return
    awaitedFrames = frames
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

  // Like Twilio, report this once per stream and continue.
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
    tcp = response.socket
  })
  socket.on("open", open)
  socket.on("message", read)
  socket.on("pong", () => {
    receivedFrames = awaitedFrames ?? receivedFrames
    awaitedFrames = undefined
  })
  // Errors are handled by the close event that follows.
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
    press: (digit) => {
      sendAudio()
      send("dtmf", { dtmf: { track: "inbound_track", digit } })
    },
    destroy: () => {
      live = false
      leave()
      clearTimeout(closing)
      socket.terminate()
    }
  }
}

/** A message from the service to the carrier over a media stream. */
type SentMessage =
  | { readonly event: "media"; readonly audio: Uint8Array }
  | { readonly event: "mark"; readonly name: string }
  | { readonly event: "clear" }

/** Reads a message from the service; undefined when it is not a valid message of this stream. */
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
