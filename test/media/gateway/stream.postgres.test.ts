import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { WebSocket } from "ws"
import { silent } from "../../../src/audio/frames.ts"
import { makeListener, speak } from "../../../src/audio/modem.ts"
import { tone } from "../../../src/audio/tone.ts"
import { twilioSignature } from "../../../src/carriers/twilio/twilio-signature.ts"
import type { CallLine, SessionHandle } from "../../../src/media/session/CallSession.ts"
import { campaignClient } from "../../support/api/campaign-client.ts"
import { answersIn, exchange } from "../../support/api/raw-http.ts"
import { startServer, type TestServer } from "../../support/api/test-server.ts"
import { eventually } from "../../support/eventually.ts"
import {
  type Closed,
  connect,
  framesOf,
  heardIn,
  lineToken,
  messages,
  Refused,
  type StreamClient,
  streamOf
} from "./stream-client.ts"

const greeting = tone(440, 500)

/** Says a greeting, and then echoes all that it hears. */
const echo = (line: CallLine): SessionHandle => ({
  hear: line.send,
  press: () => undefined,
  reachMark: () => undefined,
  tick: () => undefined,
  run: Effect.andThen(
    Effect.sync(() => {
      line.send(greeting)
      line.mark("greeted")
    }),
    Effect.never
  ),
  finish: Effect.void
})

let server: TestServer
let client: ReturnType<typeof campaignClient>
beforeAll(async () => {
  server = await startServer({ begin: echo })
  client = campaignClient(server, await server.organization())
})
afterAll(() => server.stop())

// The people do not answer, so the simulated line opens no stream of its own.
const ringing = async () => {
  const person = await client.person(2)
  const id = await client.started([person])
  const attempt = await client.live(id, person)
  const [row] = await client.query(
    (sql) => sql<{ account: string }>`select account from attempts where id = ${attempt.id}`
  )
  const start = { attemptId: attempt.id, callSid: attempt.callSid ?? "", account: row?.account.split("/").at(-1) ?? "" }
  return { attempt, start, ...(await streamOf(server, attempt.id)) }
}
type Ringing = Awaited<ReturnType<typeof ringing>>

const opened = (
  { signature, url }: Pick<Ringing, "signature" | "url">,
  headers: Readonly<Record<string, string>> = {}
) => connect(url, { "x-twilio-signature": signature, ...headers })

const begun = async (ring: Ringing): Promise<StreamClient> => {
  const carrier = await opened(ring)
  carrier.send(messages.connected)
  carrier.send(messages.start(ring.start))
  return carrier
}

/** Returns how a stream was refused. */
const refusal = async (opening: Promise<StreamClient>): Promise<{ readonly status: number; readonly body: any }> => {
  const answer = await opening.then(
    () => "opened",
    (error: unknown) => error
  )
  if (!(answer instanceof Refused)) throw new Error(String(answer))
  return answer
}

/** Says a text after the greeting, and returns the echo. */
const echoOf = async (carrier: StreamClient, audio: Uint8Array) => {
  await eventually(async () => expect(carrier.received.some(({ event }) => event === "mark")).toBe(true))
  for (const frame of framesOf(audio)) carrier.send(frame)
  const heard = () => heardIn(carrier.received)
  await eventually(async () => expect(heard().length).toBe(greeting.length + audio.length))
  expect(heard().subarray(0, greeting.length).equals(greeting)).toBe(true)
  return heard().subarray(greeting.length)
}

const opensStill = async (ring: Ringing) => {
  const carrier = await begun(ring)
  await eventually(async () => expect(carrier.received.length).toBeGreaterThan(0))
  carrier.send(messages.stop)
  expect(await carrier.closed).toEqual<Closed>({ code: 1000, reason: "The call is over" })
}

/** A message as the carrier sends it. */
const wholeFrames = (audio: Uint8Array) => Buffer.concat([audio, silent((160 - (audio.length % 160)) / 8)])

describe("a valid stream", () => {
  test("hears the greeting and its echo", async () => {
    const carrier = await begun(await ringing())
    const word = Buffer.from(tone(700, 400))
    expect(Buffer.from(await echoOf(carrier, word)).equals(word)).toBe(true)
    carrier.send(messages.stop)
    expect(await carrier.closed).toEqual({ code: 1000, reason: "The call is over" })
  })

  test("identifies the call when the carrier's answer was lost", async () => {
    const ring = await ringing()
    const { id } = ring.attempt
    await client.query((sql) => sql`update attempts set call_sid = null where id = ${id}`)
    const carrier = await begun(ring)
    await eventually(async () => {
      const rows = await client.query((sql) => sql`select call_sid as "callSid" from attempts where id = ${id}`)
      expect(rows).toEqual([{ callSid: ring.start.callSid }])
    })
    carrier.send(messages.stop)
    await carrier.closed
  })

  test("is heard letter by letter", async () => {
    const carrier = await begun(await ringing())
    const spoken = "Hello, नमस्ते!"
    expect(makeListener().hear(await echoOf(carrier, wholeFrames(speak(spoken))))).toBe(spoken)
    carrier.send(messages.stop)
    await carrier.closed
  })

  test("does not depend on the Host header, because the public address is a setting", async () => {
    await opensStill({ ...(await ringing()) })
    const ring = await ringing()
    const carrier = await opened(ring, { host: "evil.example" })
    carrier.send(messages.start(ring.start))
    carrier.send(messages.stop)
    expect((await carrier.closed).code).toBe(1000)
  })
})

describe("a refused socket", () => {
  test("has no effect without a websocket", async () => {
    const ring = await ringing()
    const path = new URL(ring.url).pathname
    const headers = { "x-twilio-signature": ring.signature }
    const answer = await server.send({ method: "GET", path, headers })
    expect(answer).toMatchObject({ status: 426, body: { statusCode: 426, code: "UPGRADE_REQUIRED" } })
    const upgrades = [
      "upgrade: h2c\r\n",
      "upgrade: websocket\r\n",
      "upgrade: websocket\r\nsec-websocket-version: 12\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n",
      "upgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: short\r\n",
      "upgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\nsec-websocket-protocol: a,,b\r\n"
    ]
    for (const upgrade of upgrades) {
      const [answer] = answersIn(
        await exchange(
          server.port,
          `GET ${path} HTTP/1.1\r\nhost: x\r\nx-twilio-signature: ${ring.signature}\r\nconnection: upgrade, close\r\n${upgrade}\r\n`
        )
      )
      expect(answer).toMatchObject({ status: 426, body: { message: "This path takes a websocket" } })
    }
    expect(await server.send({ method: "POST", path, headers })).toMatchObject({ status: 405 })
    await opensStill(ring)
  })

  test("has no effect for another carrier", async () => {
    const ring = await ringing()
    const url = ring.url.replace("/simulated/", "/twilio/")
    expect(await refusal(opened({ ...ring, url }))).toMatchObject({ status: 404, body: { statusCode: 404 } })
    await opensStill(ring)
  })

  test("has no effect with an invalid, truncated, changed or expired token", async () => {
    const ring = await ringing()
    const [, before = "", token = ""] = /^(.*\/)([^/]+)$/.exec(ring.url) ?? []
    const turned = (index: number) =>
      `${token.slice(0, index)}${token[index] === "A" ? "B" : "A"}${token.slice(index + 1)}`
    const old = await streamOf(server, ring.attempt.id, Date.now() - 181_000)
    for (const wrong of ["x", "constructor", token.slice(0, -2), `${token}A`, turned(0), turned(24), turned(60)]) {
      const url = `${before}${wrong}`
      const opening = opened({ url, signature: twilioSignature(await lineToken(server), url, []) })
      expect(await refusal(opening)).toMatchObject({ status: 403, body: { message: "The token is wrong or too old" } })
    }
    expect(await refusal(opened(old))).toMatchObject({
      status: 403,
      body: { message: "The token is wrong or too old" }
    })
    await opensStill(ring)
  })

  test("has no effect without a signature, or with one that is wrong or for another address", async () => {
    const ring = await ringing()
    const wrong = { status: 403, body: { statusCode: 403, message: "The signature is wrong" } }
    expect(await refusal(connect(ring.url, {}))).toMatchObject(wrong)
    expect(await refusal(opened({ ...ring, signature: "" }))).toMatchObject(wrong)
    expect(await refusal(opened({ ...ring, signature: twilioSignature("another", ring.url, []) }))).toMatchObject(wrong)
    const forged = ring.url.replace(/127\.0\.0\.1:\d+/, "evil.example")
    const signature = twilioSignature(await lineToken(server), forged, [])
    expect(await refusal(opened({ ...ring, signature }, { host: "evil.example" }))).toMatchObject(wrong)
    expect(await refusal(opened({ ...ring, url: `${ring.url}?more=1` }))).toMatchObject(wrong)
    await opensStill(ring)
  })

  test("has no effect for a second stream, or after the end of the call", async () => {
    const ring = await ringing()
    const carrier = await begun(ring)
    const over = { status: 403, body: { message: "The call is over, or has its stream already" } }
    const seconds = await Promise.all([1, 2, 3].map(() => refusal(opened(ring))))
    for (const second of seconds) expect(second).toMatchObject(over)
    carrier.send(messages.stop)
    await carrier.closed
    expect(await refusal(opened(ring))).toMatchObject(over)

    const ended = await ringing()
    expect((await client.report(ended.attempt, "busy")).status).toBe(204)
    expect(await refusal(opened(ended))).toMatchObject(over)
  })

  test("has no effect: of several that open at the same time, one stays open", async () => {
    const ring = await ringing()
    const openings = await Promise.allSettled([1, 2, 3, 4].map(() => opened(ring)))
    expect(openings.filter(({ status }) => status === "fulfilled")).toHaveLength(1)
    for (const opening of openings) if (opening.status === "fulfilled") opening.value.ws.terminate()
  })
})

describe("an open socket", () => {
  test("with the token of another call cannot take that call", async () => {
    const [mine, other] = [await ringing(), await ringing()]
    const carrier = await opened(mine)
    carrier.send(messages.start(other.start))
    expect(await carrier.closed).toEqual({ code: 1008, reason: "The start names another attempt" })
    await opensStill(other)
  })

  test("does not disturb another, whatever it sends", async () => {
    const carrier = await begun(await ringing())
    const hostile = await Promise.all(Array.from({ length: 5 }, async () => begun(await ringing())))
    const [garbage, bytes, large, unknown, frames] = hostile as [
      StreamClient,
      StreamClient,
      StreamClient,
      StreamClient,
      StreamClient
    ]
    for (let count = 0; count < 20; count++) garbage.send("not JSON")
    for (let count = 0; count < 20; count++) bytes.send(Buffer.from([0, 1, 2, count]))
    large.send("x".repeat(1_000_000))
    for (let count = 0; count < 5_000; count++) unknown.send({ event: "constructor", count })
    ;(frames.ws as any)._socket.write(Buffer.alloc(256, 0xff))
    expect((await garbage.closed).code).toBe(1008)
    expect((await bytes.closed).code).toBe(1008)
    expect((await large.closed).code).toBe(1009)
    await frames.closed
    expect(unknown.ws.readyState).toBe(WebSocket.OPEN)
    expect(makeListener().hear(await echoOf(carrier, wholeFrames(speak("well"))))).toBe("well")
    for (const one of [carrier, unknown]) {
      one.send(messages.stop)
      await one.closed
    }
    expect((await server.send({ method: "GET", path: "/readyz" })).status).toBe(200)
  })

  test("is counted, and leaves no secrets in the log", async () => {
    const ring = await ringing()
    const carrier = await begun(ring)
    const metrics = async () => (await server.send({ method: "GET", path: "/metrics" })).text
    expect(await metrics()).toMatch(/^carillon_media_streams [1-9]/m)
    carrier.send("{".repeat(20))
    for (let count = 0; count < 20; count++) carrier.send("{")
    await carrier.closed
    await eventually(async () => expect(server.log.join()).toContain("20 messages in a row make no sense"))
    expect(await metrics()).toMatch(/^carillon_media_streams_refused(_total)?\{.*because="signature".*\} [1-9]/m)
    expect(await metrics()).toMatch(/^carillon_media_ignored(_total)?\{.*what="malformed".*\} [1-9]/m)
    expect(await metrics()).toMatch(/^carillon_media_missing_ms(_total)? /m)
    expect(await metrics()).toMatch(/^carillon_http_requests(_total)?\{.*status="101".*\} [1-9]/m)
    const token = ring.url.split("/").at(-1) ?? ""
    const { phoneNumber } = ring.attempt
    for (const secret of [token, ring.signature, phoneNumber, phoneNumber.slice(1)]) {
      expect(server.log.join()).not.toContain(secret)
    }
  })
})
