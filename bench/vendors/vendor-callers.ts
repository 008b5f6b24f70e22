import { once } from "node:events"
import { setTimeout as sleep } from "node:timers/promises"
import { Effect, Redacted } from "effect"
import { WebSocket } from "ws"
import { bytesPerMilli, silent } from "../../src/audio/frames.ts"
import { makeListener, speak } from "../../src/audio/modem.ts"
import type { makeStreams } from "../../src/carriers/simulated/open-streams.ts"
import { startLine } from "../../src/carriers/simulated/SimulatedLine.ts"
import { twilioSignature } from "../../src/carriers/twilio/twilio-signature.ts"
import { quantile } from "../figures.ts"
import { frameMillis, makeCallerWheel } from "../media/caller-wheel.ts"
import { watchOwnStalls } from "./own-stalls.ts"
import type { AnsweredTurn, CallerRecord, CallersOrder, Conversed } from "./vendor-figures.ts"

// The simulated line in a process of its own, with people who talk until the bench lets them hang up: they hear each reply
// to its end, think for a moment and say the next sentence, all in letters that the servers of the vendors understand.

const frameBytes = frameMillis * bytesPerMilli
const quietFrame = Buffer.from(silent(frameMillis)).toString("base64")
const patienceMillis = 8_000
const greetsAfterFrames = 25

const sentences = [
  "What does the plan cost each month?",
  "I would like to know more about that.",
  "And how long does the contract last?",
  "Please tell me what else I get for it.",
  "My sister has the same plan since last year.",
  "Can I change to another plan later on?"
].map((text) => ({ text, sound: Buffer.from(speak(text)) }))
const hello = { text: "Hello?", sound: Buffer.from(speak("Hello?")) }

interface Times {
  readonly turns: Array<AnsweredTurn>
  readonly wheel: Array<number>
  unanswered: number
  broken: number
  frames: number
  readonly later: { 20: number; 40: number; 60: number }
}

/** Figures of the current measurement; undefined while nothing is measured. */
let times: Times | undefined
const ownStalls = watchOwnStalls()
let isLeaving = false
let connected = 0
const records = new Map<string, { to: string; said: Array<string>; answers: number; heard: Array<string> }>()

type CallOfLine = Parameters<ReturnType<typeof makeStreams>["open"]>

const makeCaller = (
  [call, { parameters, url }, steps]: CallOfLine,
  about: { readonly accountSid: string; readonly authToken: string },
  wheel: ReturnType<typeof makeCallerWheel>
) => {
  const streamSid = `MZ${call.sid.slice(2)}`
  const record = { to: call.to, said: [] as Array<string>, answers: 0, heard: [""] }
  records.set(call.sid, record)
  const ws = new WebSocket(url, {
    perMessageDeflate: false,
    headers: { "x-twilio-signature": twilioSignature(about.authToken, url, []) }
  })
  const ear = makeListener()
  let frames = 0
  let isOver = false
  let words = Buffer.alloc(0)
  let next = Number(call.to.slice(-4)) % sentences.length
  /** When the last words ended; undefined before, and once the reply to them has begun. */
  let waitsSince: number | undefined
  let playedUntil = 0
  let pauseMillis = 500
  let marks: Array<{ readonly name: string; readonly at: number }> = []
  let unplayed: Array<{ readonly audio: Buffer; readonly until: number }> = []

  const step = (now: number) => {
    if (ws.readyState !== WebSocket.OPEN) return
    hearUntil(now)
    if (words.length === 0) decide(now)
    sendFrame()
    for (let first = marks[0]; first !== undefined && first.at <= now; first = marks[0]) {
      marks.shift()
      ws.send(JSON.stringify({ event: "mark", streamSid, mark: { name: first.name } }))
    }
    steps.pass(frameMillis)
  }

  const decide = (now: number) => {
    if (frames === greetsAfterFrames) return say(hello)
    if (waitsSince !== undefined && now - waitsSince > patienceMillis) {
      if (times !== undefined) times.unanswered++
      return say(nextSentence())
    }
    if (waitsSince !== undefined || playedUntil === 0 || now < playedUntil + pauseMillis) return
    if (isLeaving) return leave()
    say(nextSentence())
  }

  const nextSentence = () => sentences[next++ % sentences.length] ?? hello

  const say = ({ sound, text }: typeof hello) => {
    record.said.push(text)
    words = sound
  }

  const leave = () => {
    if (isOver) return
    isOver = true
    steps.hangUp()
  }

  const sendFrame = () => {
    const payload = words.length === 0 ? quietFrame : words.subarray(0, frameBytes).toString("base64")
    const media = { track: "inbound", chunk: String(frames + 1), timestamp: String(frames * frameMillis), payload }
    ws.send(JSON.stringify({ event: "media", sequenceNumber: String(frames + 2), streamSid, media }))
    frames++
    if (words.length === 0) return
    words = words.subarray(frameBytes)
    if (words.length === 0) waitsSince = performance.now()
  }

  const hear = (audio: Buffer) => {
    record.heard.push(`${record.heard.pop()}${ear.hear(audio)}`)
  }

  const hearUntil = (now: number) => {
    for (let [first] = unplayed; first !== undefined && first.until <= now; [first] = unplayed) {
      unplayed.shift()
      hear(first.audio)
    }
  }

  /** Drops what was not played. The words of the next audio do not belong to those that it cuts. */
  const clear = (now: number) => {
    hearUntil(now)
    const [first] = unplayed
    if (first === undefined) return
    hear(first.audio.subarray(0, Math.max(0, first.audio.length - Math.round((first.until - now) * bytesPerMilli))))
    record.heard.push("")
    unplayed = []
  }

  const play = (now: number, audio: Buffer) => {
    const late = now - playedUntil
    const isFirst = late > 300
    if (isFirst && waitsSince !== undefined) {
      // The opening is no answer.
      if (record.said.length > 1) times?.turns.push({ at: Date.now(), millis: now - waitsSince })
      record.answers++
      waitsSince = undefined
      pauseMillis = 500 + Math.random() * 400
    }
    playedUntil = (isFirst ? now : playedUntil) + audio.length / bytesPerMilli
    unplayed.push({ audio, until: playedUntil })
    if (times === undefined) return
    times.frames += audio.length / frameBytes
    if (isFirst) return
    if (late > 20) times.later[20]++
    if (late > 40) times.later[40]++
    if (late > 60) times.later[60]++
  }

  const take = (message: any, now: number) => {
    if (message.event === "media") return play(now, Buffer.from(message.media.payload, "base64"))
    if (message.event === "mark") return void marks.push({ name: message.mark.name, at: playedUntil })
    for (const { name } of marks) ws.send(JSON.stringify({ event: "mark", streamSid, mark: { name } }))
    marks = []
    clear(now)
    playedUntil = Math.min(playedUntil, now)
  }

  const leaveWheel = wheel.join({ step })
  ws.on("open", () => {
    connected++
    const start = {
      accountSid: about.accountSid,
      streamSid,
      callSid: call.sid,
      tracks: ["inbound"],
      mediaFormat: { encoding: "audio/x-mulaw", sampleRate: 8000, channels: 1 },
      customParameters: parameters
    }
    ws.send(JSON.stringify({ event: "connected", protocol: "Call", version: "1.0.0" }))
    ws.send(JSON.stringify({ event: "start", sequenceNumber: "1", streamSid, start }))
  })
  ws.on("message", (data: Buffer) => take(JSON.parse(data.toString()), performance.now()))
  ws.on("error", () => undefined)
  ws.on("close", () => {
    hearUntil(playedUntil)
    leaveWheel()
    connected--
    if (times !== undefined && !isOver) times.broken++
    if (!isOver) steps.next()
    isOver = true
  })

  return {
    hangUp: () => {
      isOver = true
      ws.send(JSON.stringify({ event: "stop", streamSid, stop: { callSid: call.sid } }))
      ws.close(1000)
    },
    destroy: () => ws.terminate()
  }
}

const people: NonNullable<Parameters<typeof startLine>[0]["people"]> = (about) => {
  const wheel = makeCallerWheel((millis) => times?.wheel.push(millis))
  return { open: (...call) => makeCaller(call, about, wheel), stop: wheel.stop }
}

const measure = async (seconds: number): Promise<Conversed> => {
  const measured: Times = { turns: [], wheel: [], unanswered: 0, broken: 0, frames: 0, later: { 20: 0, 40: 0, 60: 0 } }
  times = measured
  ownStalls()
  await sleep(seconds * 1_000)
  times = undefined
  const { wheel, ...figures } = measured
  const stalls = ownStalls()
  return {
    ...figures,
    stalls,
    own: { p50: quantile(wheel, 0.5), p95: quantile(wheel, 0.95), p99: quantile(wheel, 0.99) }
  }
}

const hangUp = async (): Promise<ReadonlyArray<CallerRecord>> => {
  isLeaving = true
  while (connected > 0) await sleep(100)
  isLeaving = false
  const ended = [...records.values()]
  records.clear()
  return ended
}

await Effect.gen(function* () {
  const { url } = yield* startLine({ speed: 1, authToken: Redacted.make(process.env.LINE_TOKEN ?? ""), people })
  process.send?.(url)
  while (process.connected) {
    const [order] = (yield* Effect.promise(() => once(process, "message"))) as [CallersOrder]
    if (order.kind === "connected") process.send?.(connected)
    else if (order.kind === "measure") process.send?.(yield* Effect.promise(() => measure(order.seconds)))
    else process.send?.(yield* Effect.promise(hangUp))
  }
}).pipe(Effect.scoped, Effect.runPromise)
