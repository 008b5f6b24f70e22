import { once } from "node:events"
import type { AddressInfo } from "node:net"
import { setTimeout as sleep } from "node:timers/promises"
import { Option, Redacted } from "effect"
import { type WebSocket, WebSocketServer } from "ws"
import { bytesPerMilli, frameMillis } from "../../src/audio/frames.ts"
import { makePortions } from "../../src/audio/portions.ts"
import { isVoice } from "../../src/audio/voice-level.ts"
import { twilioMedia } from "../../src/carriers/twilio/twilio-media.ts"
import { makeFrameWheel } from "../../src/media/line/FrameWheel.ts"
import { chatConnection } from "../../src/providers/openai/chat-connection.ts"
import { floorEar } from "./floor-ears.ts"
import { floorVoice } from "./floor-voices.ts"

// The minimum that carries the calls: passes what it hears on to the recognizer, asks the model once a turn has ended, has
// each sentence spoken and plays it at the speed of speech. Uses the libraries, messages and portions of the service, but
// has no rules, no fibers, no database and no bus, keeps no transcript and repeats nothing that fails.

const [, , ear = "", voice = ""] = process.argv
const { LINE_TOKEN = "", LINE_URL = "", OPENAI_API_KEY = "", OPENAI_BASE_URL = "" } = process.env
const openEar = await floorEar[ear]!()
const speak = await floorVoice[voice]!()
const chat = chatConnection({ baseUrl: OPENAI_BASE_URL, apiKey: Option.some(Redacted.make(OPENAI_API_KEY)) })
const wheel = makeFrameWheel()

const frameBytes = frameMillis * bytesPerMilli
/** The service sends messages of three frames, at most 300 ms ahead, and a mark after twelve frames and at the end. */
const messageBytes = 3 * frameBytes
const maxAheadMillis = 300
const markedBytes = 12 * frameBytes

const makePlayer = (ws: WebSocket, streamId: string) => {
  let waiting = Buffer.alloc(0)
  let endsAt = 0
  let unmarked = 0
  let marks = 0
  const step = (now: number) => {
    while (waiting.length > 0) {
      const audio = waiting.subarray(0, messageBytes)
      const begins = Math.max(endsAt, now)
      if (begins + audio.length / bytesPerMilli > now + maxAheadMillis) return
      ws.send(twilioMedia.audio(streamId, audio))
      waiting = waiting.subarray(audio.length)
      endsAt = begins + audio.length / bytesPerMilli
      unmarked += audio.length
      if (waiting.length > 0 && unmarked < markedBytes) continue
      ws.send(twilioMedia.mark(streamId, `${++marks}`))
      unmarked = 0
    }
  }
  const play = (audio: Uint8Array) => {
    waiting = Buffer.concat([waiting, audio])
    step(performance.now())
  }
  return { play, leave: wheel.join(step) }
}

type Messages = ReadonlyArray<{ readonly role: "system" | "user" | "assistant"; readonly content: string }>

/** Asks the model, and yields each sentence of its answer once it is complete. */
async function* sentencesOf(messages: Messages) {
  const body = { model: "gpt-4.1", messages, stream: true, stream_options: { include_usage: true } }
  const next = await chat.stream("/chat/completions", body, new AbortController().signal)
  let text = ""
  for (let data = await next(); data !== null; data = await next()) {
    for (const chunk of data) text += JSON.parse(chunk).choices[0]?.delta.content ?? ""
    for (let end = text.search(sentenceEnd); end >= 0; end = text.search(sentenceEnd)) {
      yield text.slice(0, end + 1).trim()
      text = text.slice(end + 1)
    }
  }
  if (text.trim() !== "") yield text.trim()
}

const sentenceEnd = /[.?!](?=\s)/

const carry = (ws: WebSocket) => {
  const messages: Array<Messages[number]> = [{ role: "system", content: system }]
  let player: ReturnType<typeof makePlayer> | undefined

  /** The first words are a greeting, which the opening answers. */
  const answer = async (words: string) => {
    const isFirst = messages.length === 1
    messages.push({ role: "user", content: words })
    const said: Array<string> = []
    for await (const sentence of isFirst ? [opening] : sentencesOf(messages)) {
      said.push(sentence)
      await speak(sentence, (audio) => player?.play(audio))
    }
    messages.push({ role: "assistant", content: said.join(" ") })
  }

  const { close, hear } = openEar((words) => {
    // The bench counts the turns that get no answer.
    answer(words).catch((cause) => console.error("The floor could not answer:", cause))
  })
  const portions = makePortions(hear)
  ws.on("message", (data) => {
    const message = twilioMedia.read(data.toString())
    if (message.kind === "audio") portions.hear(message.audio, isVoice(message.audio))
    else if (message.kind === "start") player = makePlayer(ws, message.start.streamId)
  })
  ws.on("close", () => {
    player?.leave()
    close()
  })
}

/** As long as the instructions and tools of the service in this bench. */
const system = "You are on the phone. ".repeat(210)

const opening = "Good day, I am calling you about the plan that you have asked for."

const server = new WebSocketServer({ port: 0, host: "127.0.0.1", perMessageDeflate: false })
server.on("connection", carry)
await once(server, "listening")
const streamUrl = `ws://127.0.0.1:${(server.address() as AddressInfo).port}/`

/** Places calls with Twilio's REST API, a thousand a minute as the campaign of the service. */
const place = async (numbers: ReadonlyArray<string>) => {
  const authorization = `Basic ${btoa(`${LINE_URL.split("/").at(-1)}:${LINE_TOKEN}`)}`
  const twiml = `<Response><Connect><Stream url="${streamUrl}"/></Connect></Response>`
  for (const number of numbers) {
    const body = new URLSearchParams({ To: number, From: "+15005550006", Twiml: twiml })
    const { ok, status } = await fetch(`${LINE_URL}/Calls.json`, { method: "POST", headers: { authorization }, body })
    if (!ok) throw new Error(`The line placed no call: ${status}`)
    await sleep(60)
  }
}

process.on("message", (numbers: ReadonlyArray<string>) => void place(numbers))
// A profile is written only by an orderly exit.
process.on("SIGTERM", () => process.exit(0))
process.on("disconnect", () => process.exit(0))
process.send?.("ready")
