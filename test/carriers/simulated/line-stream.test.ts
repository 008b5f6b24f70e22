import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import twilio from "twilio"
import { speak } from "../../../src/audio/modem.ts"
import { eventually } from "../../support/eventually.ts"
import { startScript } from "../../support/processes/script-process.ts"
import { fieldOf, type ScriptedServer, scriptedServer } from "../scripted-server.ts"
import { authToken, clientOf, lineWithClient, pause } from "./line-client.ts"
import { mediaServer, type Opened } from "./media-server.ts"

const silentPerson = "+14155550109"
const speakingPerson = "+14155550100"

const streamTo = (url: string, parameters = "") =>
  `<Response><Connect><Stream url="${url}">${parameters}</Stream></Connect><Hangup/></Response>`

/** Starts a line, a server for its streams, and a server for its callbacks. */
const setUp = (
  speed: number,
  onOpen: (opened: Opened) => void = () => {},
  options: Omit<Parameters<typeof lineWithClient>[0], "speed"> = {}
) =>
  Effect.gen(function* () {
    const media = yield* mediaServer(onOpen)
    const receiver = yield* scriptedServer(() => ({ status: 204 }))
    const { request, line, place, url } = yield* lineWithClient({ speed, ...options })
    const call = (fields: Readonly<Record<string, string>> = {}) =>
      Effect.map(
        place({ To: silentPerson, Twiml: streamTo(media.url), StatusCallback: receiver.url, ...fields }),
        ({ body }) => `/Calls/${body.sid}`
      )
    // The callback about the end may be repeated.
    const over = (calls = 1) =>
      receiver.until((received) => new Set(received.map((one) => fieldOf(one, "CallSid"))).size === calls)
    const transcript = (path: string) => Effect.map(request("GET", `${path}/Talk.json`), ({ body }) => body)
    return { request, call, line, media, over, place, receiver, transcript, url }
  })

type Media = Effect.Success<ReturnType<typeof mediaServer>>

/** Returns the opened stream, once it has started. */
const started = ({ streams, until }: Media, index = 0) =>
  Effect.map(
    until(() => (streams[index]?.all("media").length ?? 0) > 0),
    () => streams[index] as Opened
  )

/** Completes after this much more line time. */
const passed = ({ until }: Media, opened: Opened, millis: number) => {
  const from = millisOf(opened)
  return until(() => millisOf(opened) >= from + millis)
}

const millisOf = (opened: Opened) => Number(opened.all("media").at(-1)?.media.timestamp ?? 0)

const complete = [["Status", "completed"]] as const

interface Utterance {
  readonly atMillis: number
  readonly untilMillis: number
  readonly text: string
}
const textsOf = (utterances: ReadonlyArray<Utterance>) => utterances.map(({ text }) => text)

describe("a stream of the line", () => {
  it.live("is opened with a signature that passes the check of Twilio's SDK, and starts like Twilio's streams", () =>
    Effect.gen(function* () {
      const { call, media, url } = yield* setUp(20)
      const parameters = `<Parameter name="attemptId" value="a1"/><Parameter name="more" value="&lt;&amp;"/>`
      const path = yield* call({ Twiml: streamTo(media.url, parameters) })
      const opened = yield* started(media)
      const { headers } = opened.request
      assert.isTrue(twilio.validateRequest(authToken, String(headers["x-twilio-signature"]), media.url, {}))
      assert.notProperty(headers, "sec-websocket-extensions")
      const [connected, start, first] = opened.messages
      const [streamSid, callSid, accountSid] = [opened.streamSid(), path.split("/").at(-1), url.split("/").at(-1)]
      assert.match(streamSid, /^MZ[0-9a-f]{32}$/)
      assert.deepStrictEqual(connected, { event: "connected", protocol: "Call", version: "1.0.0" })
      assert.deepStrictEqual(start, {
        event: "start",
        sequenceNumber: "1",
        streamSid,
        start: {
          accountSid,
          streamSid,
          callSid,
          tracks: ["inbound"],
          mediaFormat: { encoding: "audio/x-mulaw", sampleRate: 8000, channels: 1 },
          customParameters: { attemptId: "a1", more: "<&" }
        }
      })
      assert.deepStrictEqual(first, {
        event: "media",
        sequenceNumber: "2",
        streamSid,
        media: {
          track: "inbound",
          chunk: "1",
          timestamp: "0",
          payload: Buffer.alloc(160, 0xff).toString("base64")
        }
      })
    })
  )

  it.live("numbers its messages and chunks, and its time has no gaps", () =>
    Effect.gen(function* () {
      const { request, call, media } = yield* setUp(20)
      const path = yield* call()
      const opened = yield* started(media)
      opened.mark("one")
      yield* media.until(() => opened.all("media").length >= 100)
      yield* request("POST", `${path}.json`, complete)
      yield* media.until(() => opened.closed !== undefined)
      const { sequenceNumber, ...mark } = opened.all("mark")[0]!
      assert.deepStrictEqual(mark, { event: "mark", streamSid: opened.streamSid(), mark: { name: "one" } })
      assert.isString(sequenceNumber)
      const [, ...counted] = opened.messages
      assert.deepStrictEqual(
        counted.map(({ sequenceNumber }) => sequenceNumber),
        counted.map((_, index) => String(index + 1))
      )
      assert.deepStrictEqual(
        opened.all("media").map(({ media }) => [media.chunk, media.timestamp, media.payload.length]),
        opened.all("media").map((_, index) => [String(index + 1), String(index * 20), 216])
      )
      assert.deepStrictEqual(opened.messages.at(-1), {
        event: "stop",
        sequenceNumber: String(counted.length),
        streamSid: opened.streamSid(),
        stop: { accountSid: opened.messages[1]?.start.accountSid, callSid: opened.messages[1]?.start.callSid }
      })
      assert.strictEqual(opened.closed, 1000)
    })
  )

  it.live("carries several frames per message above speed 20, and returns marks between the right frames", () =>
    Effect.gen(function* () {
      const { call, media } = yield* setUp(200)
      yield* call()
      const opened = yield* started(media)
      for (const name of ["one", "two"]) {
        opened.play(new Uint8Array(4_080))
        opened.mark(name)
      }
      yield* media.until(() => opened.all("mark").length === 2)
      let millis = 0
      const marks: Array<number> = []
      const sizes = new Set<number>()
      for (const { event, media } of opened.messages) {
        if (event === "mark") marks.push(millis)
        if (event !== "media") continue
        assert.strictEqual(media.timestamp, String(millis))
        const size = Buffer.from(media.payload, "base64").length
        sizes.add(size)
        millis += size / 8
      }
      assert.isTrue([...sizes].every((size) => size % 160 === 0 && size <= 1_600))
      assert.include(sizes, 1_600)
      const [one = 0, two = 0] = marks
      // Each piece is 510 ms long, so the second starts within a frame.
      assert.strictEqual(two - one, 500)
    })
  )

  it.live.each([1, 10, 100])("carries every letter in both directions at speed %i", (speed) =>
    Effect.gen(function* () {
      const { call, media, over, transcript } = yield* setUp(speed, (opened) => {
        opened.socket.once("message", () => opened.socket.once("message", () => greet(opened)))
      })
      const text = "Hi, is it you?"
      const greet = (opened: Opened) => {
        opened.play(speak(text))
        opened.mark("greeted")
      }
      const path = yield* call({ To: speakingPerson })
      yield* media.until(([opened]) => opened !== undefined && opened.all("mark").length === 1 && opened.heard !== "")
      media.streams[0]?.socket.close()
      yield* over()
      const record = yield* transcript(path)
      assert.deepStrictEqual(textsOf(record.heard), [text])
      const theirs = textsOf(record.said).join("")
      assert.isTrue(theirs.startsWith(media.streams[0]?.heard ?? "nothing"), `${theirs}: ${media.streams[0]?.heard}`)
      assert.deepInclude(record, { marks: 1, clears: 0, problems: [] })
    })
  )
})

describe("audio sent to a persona", () => {
  it.live("is played in its order and heard without gaps, whatever the size of its pieces", () =>
    Effect.gen(function* () {
      const { call, media, over, transcript } = yield* setUp(20)
      const path = yield* call()
      const opened = yield* started(media)
      const audio = speak("Namaste! नमस्ते. How are you?")
      for (let from = 0, size = 1; from < audio.length; from += size, size = (size * 7 + 3) % 3_201) {
        opened.play(audio.subarray(from, from + size))
      }
      opened.mark("said")
      yield* media.until(() => opened.all("mark").length === 1)
      // Half a second of silence separates utterances.
      yield* passed(media, opened, 200)
      opened.play(speak(" I am"))
      opened.mark("said more")
      yield* media.until(() => opened.all("mark").length === 2)
      yield* passed(media, opened, 800)
      opened.play(speak("Carillon"))
      opened.mark("said all")
      yield* media.until(() => opened.all("mark").length === 3)
      yield* passed(media, opened, 400)
      opened.socket.close()
      yield* over()
      const record = yield* transcript(path)
      assert.deepStrictEqual(textsOf(record.heard), ["Namaste! नमस्ते. How are you? I am", "Carillon"])
      const [first, second] = record.heard as ReadonlyArray<Utterance>
      assert.isTrue((second?.atMillis ?? 0) - (first?.untilMillis ?? 0) >= 500)
      assert.isTrue((first?.untilMillis ?? 0) - (first?.atMillis ?? 0) >= audio.length / 8)
      assert.isTrue(record.frames * 20 >= (second?.untilMillis ?? 0))
    })
  )

  it.live("is played at the line's speed, and a mark is returned when the audio before it has been played", () =>
    Effect.gen(function* () {
      const { call, media } = yield* setUp(20)
      yield* call()
      const opened = yield* started(media)
      const begun = millisOf(opened)
      opened.play(new Uint8Array(8_000))
      opened.mark("after one second")
      opened.play(new Uint8Array(4_000))
      opened.mark("after half a second more")
      opened.mark("and at once")
      yield* media.until(() => opened.all("mark").length === 3)
      assert.deepStrictEqual(
        opened.all("mark").map(({ mark }) => mark),
        [{ name: "after one second" }, { name: "after half a second more" }, { name: "and at once" }]
      )
      const at = (index: number) =>
        opened.messages
          .slice(0, opened.messages.indexOf(opened.all("mark")[index]!))
          .filter(({ event }) => event === "media").length * 20
      assert.isTrue(at(0) >= begun + 1_000)
      assert.strictEqual(at(1) - at(0), 500)
      assert.strictEqual(at(2), at(1))
    })
  )

  it.live("does not delay a mark when there is nothing to play", () =>
    Effect.gen(function* () {
      const { call, media } = yield* setUp(1)
      yield* call()
      const opened = yield* started(media)
      const between: Array<number> = []
      for (let mark = 0; mark < 5; mark++) {
        yield* passed(media, opened, 20)
        const before = opened.all("media").length
        opened.mark(String(mark))
        yield* media.until(() => opened.all("mark").length > mark)
        between.push(opened.all("media").length - before)
      }
      // If marks were returned with the next frame, none would arrive before it.
      assert.include(between, 0)
    })
  )

  it.live("is dropped by clear: only its beginning is heard, and all marks are returned", () =>
    Effect.gen(function* () {
      const { call, media, over, transcript } = yield* setUp(20)
      const path = yield* call()
      const opened = yield* started(media)
      const text = "This sentence is cut off before its end, because somebody says something else."
      opened.play(speak(text))
      opened.mark("one")
      opened.play(new Uint8Array(80_000))
      opened.mark("two")
      yield* passed(media, opened, 1_500)
      assert.isEmpty(opened.all("mark"))
      opened.send("clear")
      yield* media.until(() => opened.all("mark").length === 2)
      const cleared = millisOf(opened)
      opened.play(speak("Sorry."))
      opened.mark("three")
      yield* media.until(() => opened.all("mark").length === 3)
      yield* passed(media, opened, 400)
      opened.socket.close()
      yield* over()
      const record = yield* transcript(path)
      const heard = textsOf(record.heard).join("")
      const before = heard.slice(0, -"Sorry.".length)
      assert.strictEqual(heard, `${before}Sorry.`)
      assert.isTrue(text.startsWith(before) && before.length > 10 && before.length < 60, before)
      assert.deepStrictEqual(
        opened.all("mark").map(({ mark }) => mark.name),
        ["one", "two", "three"]
      )
      assert.isTrue(cleared < 5_000)
      assert.deepInclude(record, { marks: 3, clears: 1 })
    })
  )

  const nonsense: ReadonlyArray<readonly [what: string, message: (streamSid: string) => string | Buffer]> = [
    ["no JSON", () => "{"],
    ["nothing", () => ""],
    ["a list", () => "[]"],
    ["null", () => "null"],
    ["bytes", (streamSid) => Buffer.from(JSON.stringify({ event: "clear", streamSid }))],
    ["another stream", () => JSON.stringify({ event: "clear", streamSid: `MZ${"0".repeat(32)}` })],
    ["no stream", () => JSON.stringify({ event: "clear" })],
    ["an unknown event", (streamSid) => JSON.stringify({ event: "dance", streamSid })],
    ["no event", (streamSid) => JSON.stringify({ streamSid })],
    ["media without sound", (streamSid) => JSON.stringify({ event: "media", streamSid })],
    ["media of nothing", (streamSid) => JSON.stringify({ event: "media", streamSid, media: { payload: "" } })],
    [
      "media that is no base64",
      (streamSid) => JSON.stringify({ event: "media", streamSid, media: { payload: "%%%%" } })
    ],
    [
      "media that is base64 in part",
      (streamSid) => JSON.stringify({ event: "media", streamSid, media: { payload: "////%%//////" } })
    ],
    ["media of a number", (streamSid) => JSON.stringify({ event: "media", streamSid, media: { payload: 7 } })],
    ["a mark without a name", (streamSid) => JSON.stringify({ event: "mark", streamSid, mark: {} })],
    ["a mark of null", (streamSid) => JSON.stringify({ event: "mark", streamSid, mark: null })]
  ]
  it.live.each(nonsense)("may be malformed (%s): the line warns once, and the call continues", ([, message]) =>
    Effect.gen(function* () {
      const { call, media, over, transcript } = yield* setUp(50)
      const path = yield* call()
      const opened = yield* started(media)
      opened.play(speak("Hello"))
      for (let times = 0; times < 3; times++) opened.socket.send(message(opened.streamSid()))
      opened.mark("said")
      yield* media.until(() => opened.all("mark").length === 1)
      yield* passed(media, opened, 400)
      opened.socket.close()
      yield* over()
      const record = yield* transcript(path)
      assert.deepStrictEqual(textsOf(record.heard), ["Hello"])
      assert.deepInclude(record, { marks: 1, clears: 0 })
      assert.deepStrictEqual(codesOf(record), [31951])
    })
  )

  it.live("is limited to ten minutes: more ends the stream", () =>
    Effect.gen(function* () {
      const { call, media, over, transcript } = yield* setUp(20)
      const path = yield* call()
      const opened = yield* started(media)
      for (let minutes = 0; minutes < 11; minutes++) opened.play(new Uint8Array(480_000))
      yield* over()
      assert.deepStrictEqual(codesOf(yield* transcript(path)), [31924])
    })
  )
})

describe("the end of a stream of the line", () => {
  const durationOf = (receiver: ScriptedServer) => Number(fieldOf(receiver.received.at(-1)!, "CallDuration"))

  it.live("after a hang-up is announced by a stop message, and the call is over at once", () =>
    Effect.gen(function* () {
      const { request, call, media, over, receiver, transcript } = yield* setUp(20)
      const path = yield* call()
      const opened = yield* started(media)
      yield* passed(media, opened, 2_000)
      const { body } = yield* request("POST", `${path}.json`, complete)
      assert.strictEqual(body.status, "completed")
      yield* over()
      yield* media.until(() => opened.closed !== undefined)
      assert.strictEqual(opened.closed, 1000)
      assert.strictEqual(opened.messages.at(-1)?.event, "stop")
      const { frames, problems } = yield* transcript(path)
      assert.isTrue(frames >= 100)
      assert.strictEqual(durationOf(receiver), Math.round(frames / 50))
      assert.isEmpty(problems)
    })
  )

  it.live("comes at the call's limit in line time", () =>
    Effect.gen(function* () {
      const { call, media, over, receiver, transcript } = yield* setUp(100)
      const path = yield* call({ TimeLimit: "5" })
      yield* over()
      yield* media.until(([opened]) => opened?.closed === 1000)
      assert.strictEqual(media.streams[0]?.messages.at(-1)?.event, "stop")
      assert.strictEqual((yield* transcript(path)).frames, 250)
      assert.strictEqual(durationOf(receiver), 5)
    })
  )

  it.live("comes when the persona hangs up, after all its words", () =>
    Effect.gen(function* () {
      const { call, media, over, transcript } = yield* setUp(100)
      const path = yield* call({ To: speakingPerson })
      yield* over()
      yield* media.until(([opened]) => opened?.closed === 1000)
      const [opened] = media.streams
      assert.strictEqual(opened?.messages.at(-1)?.event, "stop")
      const { said } = yield* transcript(path)
      assert.isNotEmpty(said)
      assert.strictEqual(opened?.heard, textsOf(said).join(""))
    })
  )

  it.live("by the service lets the call continue with the next verb", () =>
    Effect.gen(function* () {
      const { call, media, over, receiver, transcript } = yield* setUp(100)
      const connect = `<Connect><Stream url="${media.url}"/></Connect>`
      const path = yield* call({ Twiml: `<Response>${connect}<Pause length="3"/>${connect}</Response>` })
      const first = yield* started(media)
      yield* passed(media, first, 2_000)
      first.socket.close(1000)
      const second = yield* started(media, 1)
      assert.notStrictEqual(second.streamSid(), first.streamSid())
      assert.strictEqual(second.messages[1]?.sequenceNumber, "1")
      second.play(speak("Still there?"))
      second.mark("said")
      yield* media.until(() => second.all("mark").length === 1)
      yield* passed(media, second, 400)
      second.socket.close(1000)
      yield* over()
      const record = yield* transcript(path)
      assert.isEmpty(record.problems)
      assert.strictEqual(durationOf(receiver), Math.round(record.frames / 50 + 3))
      // Times in the transcript include the pause.
      assert.isTrue(record.heard[0].atMillis >= 5_000)
      assert.isFalse(first.messages.some(({ event }) => event === "stop"))
    })
  )

  it.live("by a broken socket is recorded, and the call continues", () =>
    Effect.gen(function* () {
      const { call, over, transcript } = yield* setUp(100, (opened) => {
        opened.socket.once("message", () => opened.socket.terminate())
      })
      const path = yield* call()
      yield* over()
      assert.deepStrictEqual(codesOf(yield* transcript(path)), [31903])
    })
  )

  const refusals = [
    ["a refusal", { status: 403 }],
    ["no websocket", { status: 200 }],
    ["a cut", "cut"]
  ] as const
  it.live.each(refusals)("comes before its start when the handshake is answered with %s", ([, script]) =>
    Effect.gen(function* () {
      const { call, over, receiver, transcript } = yield* setUp(100)
      const other = yield* scriptedServer(() => script)
      const path = yield* call({ Twiml: streamTo(other.url.replace("http", "ws")) })
      yield* over()
      const record = yield* transcript(path)
      assert.deepStrictEqual(codesOf(record), [31920])
      assert.strictEqual(record.frames, 0)
      assert.strictEqual(durationOf(receiver), 0)
    })
  )

  it.live("comes before its start when no server listens", () =>
    Effect.gen(function* () {
      const { call, over, transcript } = yield* setUp(100)
      const path = yield* call({ Twiml: streamTo("ws://127.0.0.1:1/media") })
      yield* over()
      assert.deepStrictEqual(codesOf(yield* transcript(path)), [31920])
    })
  )

  it.live("may come while the stream is being opened", () =>
    Effect.gen(function* () {
      const { request, call, over, receiver, transcript } = yield* setUp(100)
      const deaf = yield* scriptedServer(() => "hang")
      deaf.server.on("upgrade", () => {})
      const asked = Effect.callback<void>((resume) => void deaf.server.once("upgrade", () => resume(Effect.void)))
      const fiber = yield* Effect.forkChild(asked)
      const path = yield* call({ Twiml: streamTo(deaf.url.replace("http", "ws")) })
      yield* Fiber.join(fiber)
      yield* request("POST", `${path}.json`, complete)
      yield* over()
      assert.strictEqual(fieldOf(receiver.received[0]!, "CallStatus"), "completed")
      assert.isEmpty((yield* transcript(path)).problems)
    })
  )

  it.live("comes when the other side reads nothing: line time stops, and then the stream is given up", () =>
    Effect.gen(function* () {
      const { call, over, transcript } = yield* setUp(200, (opened) => opened.socket.pause())
      const path = yield* call()
      yield* over()
      const record = yield* transcript(path)
      assert.deepStrictEqual(codesOf(record), [31903])
      assert.isTrue(record.frames <= 10)
    })
  )

  it.live("is not taken for one because this process stood still itself", () =>
    Effect.gen(function* () {
      const { request, call, media, over, transcript } = yield* setUp(20, (opened) => opened.socket.pause())
      const path = yield* call()
      yield* media.until(({ length }) => length === 1)
      const [opened] = media.streams as [Opened]
      // The line waits for the other side.
      yield* Effect.promise(() =>
        eventually(async () => assert.strictEqual((await Effect.runPromise(transcript(path))).frames, 10))
      )
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 15_500)
      opened.socket.resume()
      yield* passed(media, opened, 1_000)
      yield* request("POST", `${path}.json`, complete)
      yield* over()
      assert.deepStrictEqual(codesOf(yield* transcript(path)), [])
    })
  )
})

describe("a client that sends many marks and reads nothing", () => {
  it.live("does not exhaust the line's memory", () =>
    Effect.gen(function* () {
      const { call, media, over, transcript } = yield* setUp(1)
      const path = yield* call()
      const opened = yield* started(media)
      opened.socket.pause()
      for (let mark = 0; mark < 25_000; mark++) opened.mark("m".repeat(1_000))
      yield* over()
      const record = yield* transcript(path)
      assert.deepStrictEqual(codesOf(record), [31903])
      assert.isTrue(record.marks > 1_000)
    })
  )
})

describe("stopping a line", () => {
  it.live("releases everything: the process exits by itself during ringing, conversations and callbacks", () =>
    Effect.gen(function* () {
      const media = yield* mediaServer()
      const dead = yield* scriptedServer(() => "hang")
      const script = new URL("../../../bench/dialer/line.ts", import.meta.url)
      const process = yield* startScript(script, { LINE_TOKEN: authToken, SIMULATOR_SPEED: "20" })
      const { speed, url } = JSON.parse((yield* Effect.promise(process.line)) ?? "{}")
      assert.strictEqual(speed, 20)
      const { place } = clientOf(url, authToken)
      const people = [silentPerson, "+14155550102", silentPerson]
      const Twiml = [streamTo(media.url), pause, streamTo(dead.url.replace("http", "ws"))]
      for (const [index, To] of people.entries()) {
        const answer = yield* place({ To, Twiml: Twiml[index] ?? "", StatusCallback: dead.url }, [
          ["StatusCallbackEvent", "initiated"],
          ["MachineDetection", "Enable"],
          ["AsyncAmd", "true"],
          ["AsyncAmdStatusCallback", dead.url]
        ])
        assert.strictEqual(answer.status, 201)
      }
      yield* started(media)
      process.endInput()
      assert.deepStrictEqual(yield* Effect.promise(() => process.ended), { code: 0, stderr: "" })
      yield* media.until(([opened]) => opened?.closed === 1006)
    })
  )
})

describe("many concurrent streams of a line", () => {
  const atOnce = process.env.PROVE === "full" ? 200 : 20
  it.live(`carry their own audio, ${atOnce} of them at once`, () =>
    Effect.gen(function* () {
      const { call, media, over, transcript } = yield* setUp(10, (opened) => {
        opened.socket.on("message", () => {
          if (opened.all("media").length === 1 && opened.messages.at(-1)?.event === "media") {
            opened.play(speak(`Call ${opened.messages[1]?.start.callSid}`))
            opened.mark("said")
          }
          if (opened.messages.at(-1)?.event === "mark") opened.socket.close(1000)
        })
      })
      const paths = yield* Effect.forEach(
        Array.from({ length: atOnce }, (_, n) => `+1415555${1_000 + n}9`),
        (to) => call({ To: to }),
        { concurrency: 50 }
      )
      yield* over(atOnce)
      assert.lengthOf(media.streams, atOnce)
      for (const path of paths) {
        const record = yield* transcript(path)
        assert.isEmpty(record.problems)
        assert.deepStrictEqual(textsOf(record.heard), [`Call ${path.split("/").at(-1)}`])
      }
    })
  )
})

const codesOf = (record: Readonly<Record<string, any>>) =>
  record.problems.map(({ code }: { readonly code: number }) => code)
