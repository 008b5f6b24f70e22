import type { WebSocket } from "ws"
import { bytesPerMilli } from "../../src/audio/frames.ts"
import { samples } from "../../src/audio/mulaw.ts"
import { tone } from "../../src/audio/tone.ts"
import { bargeInMillis, endOfSpeechMillis, replyMillis } from "./media-figures.ts"
import { serveCalls } from "./media-server.ts"

// The minimum that carries the calls: a bare `ws` server that parses, decodes, measures loudness by
// a table, and plays a reply paced at 20 ms after silence.
const frameMillis = 20
const frameBytes = frameMillis * bytesPerMilli
const reply = Buffer.from(tone(440, replyMillis))
const squares = Float64Array.from(samples, (sample) => sample ** 2)
const loud = 500 ** 2

interface Call {
  readonly ws: WebSocket
  streamSid: string
  voiceMillis: number
  quietMillis: number
  /** Position in the reply; undefined while silent. */
  playing: number | undefined
}

const calls = new Set<Call>()

const hear = (call: Call, audio: Buffer) => {
  let power = 0
  for (const byte of audio) power += squares[byte] ?? 0
  if (power / audio.length > loud) {
    call.voiceMillis += frameMillis
    call.quietMillis = 0
    if (call.playing === undefined || call.voiceMillis < bargeInMillis) return
    call.playing = undefined
    call.ws.send(JSON.stringify({ event: "clear", streamSid: call.streamSid }))
    return
  }
  if (call.voiceMillis === 0) return
  call.quietMillis += frameMillis
  if (call.quietMillis < endOfSpeechMillis) return
  call.voiceMillis = 0
  call.quietMillis = 0
  call.playing = 0
  play(call, 0)
}

const play = (call: Call, from: number) => {
  const payload = reply.toString("base64", from, from + frameBytes)
  call.ws.send(JSON.stringify({ event: "media", streamSid: call.streamSid, media: { payload } }))
  call.playing = from + frameBytes < reply.length ? from + frameBytes : undefined
}

let turned = performance.now()
const turn = () => {
  for (const now = performance.now(); turned + frameMillis <= now; turned += frameMillis) {
    for (const call of calls) if (call.playing !== undefined && call.playing > 0) play(call, call.playing)
  }
  setTimeout(turn, Math.max(1, turned + frameMillis - performance.now()))
}
turn()

await serveCalls((ws) => {
  const call: Call = { ws, streamSid: "", voiceMillis: 0, quietMillis: 0, playing: undefined }
  calls.add(call)
  ws.on("close", () => calls.delete(call))
  ws.on("message", (data: Buffer) => {
    const message = JSON.parse(data.toString())
    if (message.event === "start") call.streamSid = message.streamSid
    if (message.event === "media") hear(call, Buffer.from(message.media.payload, "base64"))
  })
})
