import type { IncomingMessage } from "node:http"
import type { AddressInfo } from "node:net"
import { Effect } from "effect"
import { type WebSocket, WebSocketServer } from "ws"
import { makeListener } from "../../../src/audio/modem.ts"
import { makeUntil } from "../../support/until.ts"

export interface Message {
  readonly event: string
  readonly [field: string]: any
}

/** A stream that the line has opened, with its raw messages. */
const makeOpened = (socket: WebSocket, request: IncomingMessage, wake: () => void) => {
  const messages: Array<Message> = []
  const listener = makeListener()
  const opened = {
    socket,
    request,
    messages,
    /** Text that the persona spoke, decoded from the audio. */
    heard: "",
    /** Close code of the socket; undefined while it is open. */
    closed: undefined as number | undefined,
    streamSid: () => String(messages.find(({ event }) => event === "start")?.streamSid),
    all: (event: string) => messages.filter((one) => one.event === event),
    send: (event: string, about: object = {}) =>
      socket.send(JSON.stringify({ event, streamSid: opened.streamSid(), ...about })),
    play: (audio: Uint8Array) => opened.send("media", { media: { payload: Buffer.from(audio).toString("base64") } }),
    mark: (name: string) => opened.send("mark", { mark: { name } })
  }
  socket.on("message", (data) => {
    const message = JSON.parse(String(data))
    messages.push(message)
    if (message.event === "media") opened.heard += listener.hear(Buffer.from(message.media.payload, "base64"))
    wake()
  })
  socket.on("close", (code) => {
    opened.closed = code
    wake()
  })
  return opened
}

export type Opened = ReturnType<typeof makeOpened>

/** The service's side of media streams without its code: a bare websocket server. */
export const mediaServer = (onOpen: (opened: Opened) => void = () => {}) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const streams: Array<Opened> = []
      const { until, wake } = makeUntil<ReadonlyArray<Opened>>(streams)
      const server = new WebSocketServer({ host: "127.0.0.1", port: 0, perMessageDeflate: false })
      server.on("connection", (socket, request) => {
        const opened = makeOpened(socket, request, wake)
        streams.push(opened)
        onOpen(opened)
        wake()
      })
      await new Promise<void>((listening) => server.once("listening", listening))
      return {
        url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}/media`,
        streams,
        server,
        /** Completes when the opened streams meet a condition. */
        until
      }
    }),
    ({ server }) =>
      Effect.sync(() => {
        for (const socket of server.clients) socket.terminate()
        server.close()
      })
  )
