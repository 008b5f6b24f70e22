import { Clock, Effect } from "effect"
import { WebSocket } from "ws"
import { CallUrls } from "../../../src/carriers/CallUrls.ts"
import { twilioSignature } from "../../../src/carriers/twilio/twilio-signature.ts"
import { makeLineClock } from "../../../src/media/line/LineClock.ts"
import { Secrets } from "../../../src/platform/secrets/Secrets.ts"
import type { TestServer } from "../../support/api/test-server.ts"

/** The key with which the simulated carrier signs. */
export const lineToken = (server: Pick<TestServer, "run">): Promise<string> =>
  server.run(
    Effect.map(Secrets, ({ digest }) => Buffer.from(digest("simulated-carrier", "auth token")).toString("hex"))
  )

/**
 * Returns the stream URL of an attempt, as issued now or at another time, and the carrier's
 * signature of it.
 */
export const streamOf = async (server: Pick<TestServer, "run">, attemptId: string, issuedAt = Date.now()) => {
  const urls = CallUrls.use(({ of }) => of(attemptId))
  const { stream: url } = await server.run(Effect.provideService(urls, Clock.Clock, makeLineClock(issuedAt)))
  return { url, signature: twilioSignature(await lineToken(server), url, []) }
}

export interface Closed {
  readonly code: number
  readonly reason: string
}

/** The carrier's side of a stream. */
export interface StreamClient {
  readonly ws: WebSocket
  readonly send: (message: object | string | Uint8Array) => void
  /** All received messages, in order. */
  readonly received: ReadonlyArray<any>
  readonly closed: Promise<Closed>
}

/** Opens a stream; fails with the HTTP status if it is refused. */
export const connect = (
  url: string,
  headers: Readonly<Record<string, string>>,
  options: { readonly autoPong?: boolean } = {}
): Promise<StreamClient> =>
  new Promise((resolve, reject) => {
    const ws = new WebSocket(url, { headers, perMessageDeflate: false, ...options })
    const received: Array<any> = []
    const closed = new Promise<Closed>((resolve) => {
      ws.once("close", (code, reason) => resolve({ code, reason: reason.toString() }))
    })
    ws.on("message", (data) => received.push(JSON.parse(data.toString())))
    ws.once("unexpected-response", (_request, response) => {
      const parts: Array<Buffer> = []
      response.on("data", (part) => parts.push(part))
      response.on("end", () => reject(new Refused(response.statusCode ?? 0, Buffer.concat(parts).toString())))
    })
    ws.on("error", reject)
    ws.once("open", () =>
      resolve({
        ws,
        send: (message) =>
          ws.send(typeof message === "string" || message instanceof Uint8Array ? message : JSON.stringify(message)),
        received,
        closed
      })
    )
  })

export class Refused extends Error {
  readonly status: number
  readonly body: any

  constructor(status: number, text: string) {
    super(`${status} ${text}`)
    this.status = status
    this.body = text === "" ? undefined : JSON.parse(text)
  }
}

const streamSid = `MZ${"1".repeat(32)}`

/** The messages of a carrier with the Media Streams protocol. */
export const messages = {
  connected: { event: "connected", protocol: "Call", version: "1.0.0" },
  start: (start: { readonly attemptId: string; readonly callSid: string; readonly account: string }) => ({
    event: "start",
    sequenceNumber: "1",
    streamSid,
    start: {
      streamSid,
      accountSid: start.account,
      callSid: start.callSid,
      tracks: ["inbound"],
      mediaFormat: { encoding: "audio/x-mulaw", sampleRate: 8000, channels: 1 },
      customParameters: { attemptId: start.attemptId }
    }
  }),
  media: (atMillis: number, audio: Uint8Array) => ({
    event: "media",
    sequenceNumber: String(atMillis / 20 + 2),
    streamSid,
    media: {
      track: "inbound",
      chunk: String(atMillis / 20 + 1),
      timestamp: String(atMillis),
      payload: Buffer.from(audio).toString("base64")
    }
  }),
  mark: (name: string) => ({ event: "mark", sequenceNumber: "9", streamSid, mark: { name } }),
  stop: { event: "stop", sequenceNumber: "9", streamSid, stop: { accountSid: "AC1", callSid: "CA1" } }
}

/** Cuts audio into frames of 20 ms. */
export const framesOf = (audio: Uint8Array, fromMillis = 0): ReadonlyArray<object> =>
  Array.from({ length: Math.ceil(audio.length / 160) }, (_, index) =>
    messages.media(fromMillis + index * 20, audio.subarray(index * 160, (index + 1) * 160))
  )

/** Returns the audio of the received messages. */
export const heardIn = (received: ReadonlyArray<any>): Buffer =>
  Buffer.concat(
    received.filter(({ event }) => event === "media").map(({ media }) => Buffer.from(media.payload, "base64"))
  )
