import type { IncomingMessage } from "node:http"
import { Context, Effect, Fiber, FiberSet, Layer, Metric, Schema } from "effect"
import { type WebSocket, WebSocketServer } from "ws"
import { Attempts } from "../../calls/attempts/Attempts.ts"
import { CallUrls, webSocketUrl } from "../../carriers/CallUrls.ts"
import { Carrier } from "../../carriers/Carrier.ts"
import { StreamTokens } from "../../carriers/StreamTokens.ts"
import { Lifecycle } from "../../platform/lifecycle/Lifecycle.ts"
import { makeFrameWheel } from "../line/FrameWheel.ts"
import { CallSession } from "../session/CallSession.ts"
import { bridgeStream, type OpenStream, serverStopping } from "./stream-bridge.ts"

/** Whoever asks gets no stream. */
export class StreamRefused extends Schema.TaggedError<StreamRefused>()("StreamRefused", {
  because: Schema.Literals(["stopping", "no websocket", "unknown carrier", "token", "signature", "used or over"])
}) {}

export interface StreamRequest {
  readonly carrier: string
  readonly token: string
  /** As it was asked for. */
  readonly path: string
  readonly request: IncomingMessage
}

/** The door for the sound of calls: one websocket a call. */
export class MediaGateway extends Context.Service<
  MediaGateway,
  {
    /** Carries a stream to its end. Whoever may not open one is refused before anything is spent. */
    readonly carry: (opening: StreamRequest) => Effect.Effect<void, StreamRefused>
    /** Ends all streams, and takes no more. */
    readonly close: Effect.Effect<void>
  }
>()("carillon/media/MediaGateway") {
  static readonly layer = Layer.effect(
    MediaGateway,
    Effect.gen(function* () {
      const carrier = yield* Carrier
      const urls = yield* CallUrls
      const tokens = yield* StreamTokens
      const attempts = yield* Attempts
      const { begin } = yield* CallSession
      const lifecycle = yield* Lifecycle
      const server = new WebSocketServer({
        noServer: true,
        perMessageDeflate: false,
        maxPayload: largestMessage,
        // Where sound is the clock, whoever it wakes is done before the next of it is heard.
        allowSynchronousEvents: carrier.conversationClock === "wall"
      })
      const fibers = yield* FiberSet.make()
      const open = new Set<OpenStream>()
      const wheel = makeFrameWheel()
      let isStopping = false
      yield* lifecycle.drainAfter(FiberSet.awaitEmpty(fibers))

      const admit = Effect.fnUntraced(
        function* ({ carrier: name, path, request, token }: StreamRequest) {
          if (isStopping) return yield* new StreamRefused({ because: "stopping" })
          if (!opensWebSocket(request)) return yield* new StreamRefused({ because: "no websocket" })
          if (name !== carrier.name) return yield* new StreamRefused({ because: "unknown carrier" })
          const attemptId = yield* tokens.read(token)
          if (attemptId === undefined) return yield* new StreamRefused({ because: "token" })
          const url = `${webSocketUrl(yield* urls.base)}${path}`
          yield* carrier
            .checkStream({ url, headers: request.headers as Record<string, string | undefined> })
            .pipe(Effect.mapError(() => new StreamRefused({ because: "signature" })))
          return (yield* attempts.openStream(attemptId)) ?? (yield* new StreamRefused({ because: "used or over" }))
        },
        Effect.tapError(({ because }) => Metric.update(Metric.withAttributes(refusals, { because }), 1))
      )

      const carry = Effect.fnUntraced(function* (opening: StreamRequest) {
        const attempt = yield* admit(opening)
        const ws = handshake(server, opening.request)
        if (ws === undefined) return
        const onCallKnown = (callSid: string) => attempts.placed(attempt.id, callSid)
        const stream = bridgeStream({ ws, attempt, carrier, begin, wheel, onCallKnown })
        const carrying = yield* FiberSet.run(fibers, note(stream, attempt.id))
        // Whoever asked may be gone already: the stream has its own end, and until then the socket is no HTTP.
        yield* Effect.uninterruptible(Fiber.await(carrying))
      })

      const note = Effect.fnUntraced(
        function* (stream: OpenStream, attemptId: string) {
          open.add(stream)
          if (isStopping) stream.end(serverStopping)
          yield* Metric.update(streams, open.size)
          const { counters, ending } = yield* stream.run
          const { missingMillis, ...messages } = counters
          yield* Metric.update(missing, missingMillis)
          for (const [what, number] of Object.entries(messages)) {
            if (number > 0) yield* Metric.update(Metric.withAttributes(ignored, { what }), number)
          }
          const message = `The stream of attempt ${attemptId} has ended: ${ending.reason}`
          if (ending.cause !== undefined) yield* Effect.logError(message, ending.cause)
          else if (ending.closeCode === 1000) yield* Effect.logDebug(message)
          else yield* Effect.logWarning(message)
        },
        (carried, stream) =>
          Effect.ensuring(
            carried,
            Effect.suspend(() => {
              open.delete(stream)
              return Metric.update(streams, open.size)
            })
          )
      )

      const close = Effect.suspend(() => {
        isStopping = true
        for (const stream of open) stream.end(serverStopping)
        return FiberSet.awaitEmpty(fibers)
      })

      return MediaGateway.of({ carry, close })
    })
  )

  /** Streams that are open would keep the HTTP server from closing: they end before. */
  static readonly closesFirst = Layer.effectDiscard(
    Effect.flatMap(MediaGateway, ({ close }) => Effect.addFinalizer(() => close))
  )
}

const largestMessage = 128 * 1_024

const streams = Metric.gauge("media_streams", { description: "Media streams that are open" })
const refusals = Metric.counter("media_streams_refused", {
  description: "Media streams that were not opened, by reason",
  incremental: true
})
const ignored = Metric.counter("media_ignored", {
  description: "Messages of media streams that were ignored, by what they were",
  incremental: true
})
const missing = Metric.counter("media_missing_ms", {
  description: "Sound that never came, in milliseconds",
  incremental: true
})

// Checked before, since what refuses the handshake in between would answer with a body of its own.
const opensWebSocket = ({ headers }: IncomingMessage) =>
  headers.upgrade?.toLowerCase() === "websocket" &&
  headers["sec-websocket-version"] === "13" &&
  /^[+/0-9A-Za-z]{22}==$/.test(headers["sec-websocket-key"] ?? "") &&
  /^[\w.-]*$/.test(headers["sec-websocket-protocol"] ?? "")

// It is answered at once; a socket that is gone gets no answer.
const handshake = (server: WebSocketServer, request: IncomingMessage): WebSocket | undefined => {
  let opened: WebSocket | undefined
  server.handleUpgrade(request, request.socket, Buffer.alloc(0), (ws) => {
    opened = ws
  })
  return opened
}
