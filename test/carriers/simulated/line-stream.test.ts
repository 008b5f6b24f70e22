import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import twilio from "twilio"
import { speak } from "../../../src/audio/modem.ts"
import { scriptedServer } from "../scripted-server.ts"
import { authToken, lineWithClient } from "./line-client.ts"
import { mediaServer, type Opened } from "./media-server.ts"

const silentPerson = "+14155550109"
const talkingPerson = "+14155550100"

const streamTo = (url: string, parameters = "") =>
  `<Response><Connect><Stream url="${url}">${parameters}</Stream></Connect><Hangup/></Response>`

/** A line, our side of its streams, and what it says of its calls. */
const setUp = (
  speed: number,
  onOpen: (opened: Opened) => void = () => {},
  options: Omit<Parameters<typeof lineWithClient>[0], "speed"> = {}
) =>
  Effect.gen(function* () {
    const media = yield* mediaServer(onOpen)
    const receiver = yield* scriptedServer(() => ({ status: 204 }))
    const { ask, line, place, url } = yield* lineWithClient({ speed, ...options })
    const call = (fields: Readonly<Record<string, string>> = {}) =>
      Effect.map(
        place({ To: silentPerson, Twiml: streamTo(media.url), StatusCallback: receiver.url, ...fields }),
        ({ body }) => `/Calls/${body.sid}`
      )
    const over = (calls = 1) => receiver.until((received) => received.length === calls)
    const talk = (path: string) => Effect.map(ask("GET", `${path}/Talk.json`), ({ body }) => body)
    return { ask, call, line, media, over, place, receiver, talk, url }
  })

const untilStarted = (media: Effect.Success<ReturnType<typeof mediaServer>>) =>
  Effect.map(
    Effect.andThen(
      media.until(([first]) => first !== undefined && first.all("media").length > 0),
      Effect.sync(() => media.streams[0] as Opened)
    ),
    (opened) => opened
  )

describe("a stream of the line", () => {
  it.live("is opened with a signature that Twilio's own check accepts, and begins as Twilio's does", () =>
    Effect.gen(function* () {
      const { call, media, url } = yield* setUp(20)
      const parameters = `<Parameter name="attemptId" value="a1"/><Parameter name="more" value="&lt;&amp;"/>`
      const path = yield* call({ Twiml: streamTo(media.url, parameters) })
      const opened = yield* untilStarted(media)
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

  it.live("counts its messages, its chunks and its time, and has no gaps", () =>
    Effect.gen(function* () {
      const { ask, call, media } = yield* setUp(20)
      const path = yield* call()
      const opened = yield* untilStarted(media)
      opened.mark("one")
      yield* media.until(() => opened.all("media").length >= 100)
      yield* ask("POST", `${path}.json`, [["Status", "completed"]])
      yield* media.until(() => opened.closed !== undefined)
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

  it.live.each([1, 10, 100])("at speed %i carries each letter, both ways", (speed) =>
    Effect.gen(function* () {
      const { call, media, over, talk } = yield* setUp(speed, (opened) => {
        opened.socket.once("message", () => opened.socket.once("message", () => greet(opened)))
      })
      const said = "Hi, is it you?"
      const greet = (opened: Opened) => {
        opened.play(speak(said))
        opened.mark("greeted")
      }
      const path = yield* call({ To: talkingPerson })
      yield* media.until(([opened]) => opened !== undefined && opened.all("mark").length === 1 && opened.heard !== "")
      media.streams[0]?.socket.close()
      yield* over()
      const record = yield* talk(path)
      assert.deepStrictEqual(
        record.heard.map(({ text }: { text: string }) => text),
        [said]
      )
      const theirs = record.said.map(({ text }: { text: string }) => text).join("")
      assert.isTrue(theirs.startsWith(media.streams[0]?.heard ?? "nothing"), `${theirs}: ${media.streams[0]?.heard}`)
      assert.deepInclude(record, { marks: 1, clears: 0, problems: [] })
    })
  )
})
