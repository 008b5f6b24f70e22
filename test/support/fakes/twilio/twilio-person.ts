import type { WebSocket } from "ws"
import { silent } from "../../../../src/audio/frames.ts"
import { makePlayback } from "../../../../src/carriers/simulated/line-playback.ts"
import { type LineTranscript, makePersonaAudio } from "../../../../src/carriers/simulated/personas/persona-audio.ts"

const frameMillis = 20

/** Connects a persona of the simulated line to a stream of the Twilio fake, at real speed. */
export const connectPersona = (
  socket: WebSocket,
  to: string,
  hangUp: () => void,
  /** Name of the persona; by default the number decides. */
  name?: string
): LineTranscript => {
  const record: LineTranscript = { said: [], heard: [] }
  const persona = makePersonaAudio(to, record, name)
  const playback = makePlayback()
  const beganAt = performance.now()
  let frames = 0
  let streamSid = ""

  socket.on("message", (data) => {
    const message = JSON.parse(data.toString())
    streamSid = message.streamSid
    if (message.event === "media") playback.queue(Buffer.from(message.media.payload, "base64"))
    if (message.event === "clear") playback.clear()
  })

  const frame = () => {
    frames++
    const atMillis = frames * frameMillis
    const { audio, hangsUp, presses } = persona.live(playback.next(), atMillis)
    const media = {
      track: "inbound",
      chunk: String(frames + 1),
      timestamp: String(atMillis),
      payload: Buffer.from(audio ?? silent(frameMillis)).toString("base64")
    }
    socket.send(JSON.stringify({ event: "media", sequenceNumber: String(frames + 2), streamSid, media }))
    if (presses !== undefined) {
      const dtmf = { track: "inbound_track", digit: presses }
      socket.send(JSON.stringify({ event: "dtmf", sequenceNumber: String(frames + 2), streamSid, dtmf }))
    }
    if (hangsUp) hangUp()
    return hangsUp
  }

  const timer = setInterval(() => {
    const due = Math.floor((performance.now() - beganAt) / frameMillis)
    while (frames < due && socket.readyState === socket.OPEN) if (frame()) clearInterval(timer)
  }, frameMillis)
  socket.once("close", () => clearInterval(timer))
  return record
}
