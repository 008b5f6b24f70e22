import { once } from "node:events"
import { setTimeout as sleep } from "node:timers/promises"
import { WebSocket } from "ws"
import { quantile } from "../figures.ts"
import { frameMillis, makeCallerWheel } from "./caller-wheel.ts"
import { bargeInMillis, type CallsToMake, endOfSpeechMillis, type Noticed } from "./media-figures.ts"

// The callers of the bench, in a process of their own. Each speaks Twilio's Media Streams in real
// time and plays the audio that it receives. A caller says hello, hears the opening, and then
// speaks for a second, hears a reply, speaks again. It interrupts every third reply.

// All bytes of the first frame are loud, all bytes of the second are silent.
const someFrames = (pick: () => number) =>
  Array.from({ length: 16 }, () => Buffer.from(Array.from({ length: 160 }, pick)).toString("base64"))
const loudFrames = someFrames(() => 0x10 + Math.floor(Math.random() * 0x20) + (Math.random() < 0.5 ? 0x80 : 0))
const quietFrames = someFrames(() => 0x7c + Math.floor(Math.random() * 4) + (Math.random() < 0.5 ? 0x80 : 0))

// When a caller says hello, and the length of the hello and of each later turn, frames.
const helloBegins = 15
const helloFrames = 20
const turnFrames = 50
/** Maximum wait for a reply, ms. */
const patience = 5_000

type Phase = "greeting" | "listening" | "speaking" | "waiting"

interface Times {
  turns: Array<number>
  bargeIns: Array<number>
  wheel: Array<number>
  unanswered: number
  unstopped: number
  broken: number
  frames: number
  later: { 20: number; 40: number; 60: number }
}

const newTimes = (): Times => ({
  turns: [],
  bargeIns: [],
  wheel: [],
  unanswered: 0,
  unstopped: 0,
  broken: 0,
  frames: 0,
  later: { 20: 0, 40: 0, 60: 0 }
})

/** Figures of the current measurement; undefined while nothing is measured. */
let times: Times | undefined

const makeCaller = (url: string, index: number) => {
  const streamSid = `MZ${String(index).padStart(32, "0")}`
  const ws = new WebSocket(`${url}/${index}`, { perMessageDeflate: false, skipUTF8Validation: true })
  // The fixed text around the audio in the server's messages, which also identifies the kind of a
  // message.
  const mediaOverhead = `{"event":"media","streamSid":"${streamSid}","media":{"payload":""}}`.length
  let phase: Phase = "greeting"
  let frames = 0
  let isOver = false
  let loudLeft = 0
  let turns = index
  let spokeUntil = 0
  /** The reply being played: arrival of its first frame, and the audio received since. */
  let reply: { readonly since: number; millis: number } | undefined
  let pause = 500
  let bargesInAt = Number.POSITIVE_INFINITY
  /** Start of the voice that interrupts the reply. */
  let bargedInAt: number | undefined
  let marks: Array<{ readonly name: string; readonly at: number }> = []

  const step = (now: number) => {
    if (ws.readyState !== WebSocket.OPEN) return
    if (frames === 0) start()
    if (frames === helloBegins) loudLeft = helloFrames
    decide(now)
    sendFrame()
    echoMarks(now)
  }

  const decide = (now: number) => {
    if (phase === "waiting" && now - spokeUntil > patience) {
      if (times !== undefined) times.unanswered++
      return speak(turnFrames)
    }
    if (phase !== "listening" || reply === undefined) return
    if (now >= bargesInAt && now < reply.since + reply.millis) {
      // The first frame of a voice was spoken during the 20 ms before it was sent.
      bargedInAt = now - frameMillis
      return speak(turnFrames)
    }
    if (now >= reply.since + reply.millis + pause) speak(turnFrames)
  }

  const speak = (length: number) => {
    phase = "speaking"
    bargesInAt = Number.POSITIVE_INFINITY
    loudLeft = length
  }

  const sendFrame = () => {
    const payload = (loudLeft > 0 ? loudFrames : quietFrames)[frames & 15]
    const media = `{"track":"inbound","chunk":"${frames + 1}","timestamp":"${frames * frameMillis}","payload":"${payload}"}`
    ws.send(`{"event":"media","sequenceNumber":"${frames + 2}","media":${media},"streamSid":"${streamSid}"}`)
    frames++
    if (loudLeft === 0 || --loudLeft > 0 || phase !== "speaking") return
    phase = "waiting"
    spokeUntil = performance.now()
    reply = undefined
    if (bargedInAt !== undefined && times !== undefined) times.unstopped++
    bargedInAt = undefined
  }

  const echoMarks = (now: number) => {
    for (let first = marks[0]; first !== undefined && first.at <= now; first = marks[0]) {
      marks.shift()
      echo(first.name)
    }
  }

  const echo = (name: string) => ws.send(JSON.stringify({ event: "mark", streamSid, mark: { name } }))

  const start = () => {
    ws.send('{"event":"connected","protocol":"Call","version":"1.0.0"}')
    const mediaFormat = { encoding: "audio/x-mulaw", sampleRate: 8000, channels: 1 }
    const customParameters = { attemptId: String(index) }
    const details = {
      streamSid,
      accountSid: "AC1",
      callSid: `CA${index}`,
      tracks: ["inbound"],
      mediaFormat,
      customParameters
    }
    ws.send(JSON.stringify({ event: "start", sequenceNumber: "1", streamSid, start: details }))
  }

  const play = (now: number, millis: number) => {
    if (reply === undefined) begin(now)
    if (reply === undefined) return
    const late = now - (reply.since + reply.millis)
    reply.millis += millis
    if (times === undefined) return
    times.frames += millis / frameMillis
    if (late > 20) times.later[20]++
    if (late > 40) times.later[40]++
    if (late > 60) times.later[60]++
  }

  const begin = (now: number) => {
    // Audio after a `clear`, while the caller still speaks, is not a reply to it.
    if (phase === "speaking") return
    if (phase === "waiting") times?.turns.push(now - spokeUntil - endOfSpeechMillis)
    phase = "listening"
    reply = { since: now, millis: 0 }
    pause = 500 + Math.random() * 400
    if (++turns % 3 === 0) bargesInAt = now + 600 + Math.random() * 400
  }

  const clear = (now: number) => {
    if (bargedInAt !== undefined) times?.bargeIns.push(now - bargedInAt - bargeInMillis)
    bargedInAt = undefined
    reply = undefined
    for (const { name } of marks) echo(name)
    marks = []
  }

  ws.on("message", (data: Buffer) => {
    const now = performance.now()
    // {"event":"media, mark, clear
    if (data[10] === 0x63) return clear(now)
    if (data[11] === 0x65) return play(now, Math.round((((data.length - mediaOverhead) / 4) * 3) / 160) * frameMillis)
    const { name } = JSON.parse(data.toString()).mark
    marks.push({ name, at: reply === undefined ? now : reply.since + reply.millis })
  })
  ws.on("error", () => undefined)
  ws.on("close", () => {
    if (times !== undefined && !isOver) times.broken++
  })

  const hangUp = async () => {
    isOver = true
    if (ws.readyState === WebSocket.CLOSED) return
    ws.terminate()
    await once(ws, "close")
  }
  return { step, hangUp }
}

const make = async ({ calls, seconds, url, warmUpSeconds }: CallsToMake) => {
  const wheel = makeCallerWheel((millis) => times?.wheel.push(millis))
  const callers: Array<ReturnType<typeof makeCaller>> = []
  for (let index = 0; index < calls; index++) {
    const caller = makeCaller(url, index)
    callers.push(caller)
    wheel.join(caller)
    await sleep(Math.min(20, 3_000 / calls))
  }
  await sleep(warmUpSeconds * 1_000)
  const noticed = newTimes()
  times = noticed
  process.send?.("begun")
  await sleep(seconds * 1_000)
  times = undefined
  process.send?.(summaryOf(noticed))
  await once(process, "message")
  wheel.stop()
  await Promise.all(callers.map(({ hangUp }) => hangUp()))
}

const summaryOf = ({ wheel, ...noticed }: Times): Noticed => ({
  ...noticed,
  own: {
    p50: quantile(wheel, 0.5),
    p95: quantile(wheel, 0.95),
    p99: quantile(wheel, 0.99),
    max: Math.max(...wheel)
  }
})

while (true) {
  const [asked] = await once(process, "message")
  await make(asked as CallsToMake)
}
