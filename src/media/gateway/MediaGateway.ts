import type { IncomingMessage } from "node:http"
import { Context, Effect, Fiber, FiberSet, Layer, Metric, Schema } from "effect"
import { type WebSocket, WebSocketServer } from "ws"
import { Attempts } from "../../calls/attempts/Attempts.ts"
import { CallCapacity } from "../../calls/capacity/CallCapacity.ts"
import { LiveAudio } from "../../calls/conversations/LiveAudio.ts"
import { TransferTries } from "../../calls/conversations/TransferTries.ts"
import { Recordings } from "../../calls/recordings/Recordings.ts"
import { CallUrls, webSocketUrl } from "../../carriers/CallUrls.ts"
import { Carrier } from "../../carriers/Carrier.ts"
import { StreamTokens } from "../../carriers/StreamTokens.ts"
import { Lifecycle } from "../../platform/lifecycle/Lifecycle.ts"
import { type FrameWheel, makeFrameWheel } from "../line/FrameWheel.ts"
import { makeRecorder } from "../line/recorder.ts"
import { makeTwoTracks } from "../line/two-tracks.ts"
import { CallSession } from "../session/CallSession.ts"
import { type BriefedTry, TargetSession } from "../target/TargetSession.ts"
import { bridgeStream, type OpenStream, serverStopping } from "./stream-bridge.ts"

/** A request for a media stream was refused. */
export class StreamRefused extends Schema.TaggedError<StreamRefused>()("StreamRefused", {
  because: Schema.Literals([
    "stopping",
    "no websocket",
    "unknown carrier",
    "token",
    "signature",
    "used or over",
    "full"
  ])
}) {}

export interface StreamRequest {
  readonly carrier: string
  readonly token: string
  /** The path as requested. */
  readonly path: string
  readonly request: IncomingMessage
}

/** Makes the stream of an open websocket. */
export type MakeStream = (socket: { readonly ws: WebSocket; readonly wheel: FrameWheel }) => OpenStream

/** Accepts the media streams of calls, and of other lines: one websocket for each. */
export class MediaGateway extends Context.Service<
  MediaGateway,
  {
    /** Carries a stream to its end. A request without permission is refused before it costs anything. */
    readonly carry: (request: StreamRequest) => Effect.Effect<void, StreamRefused>
    /** Fails unless the request asks for a websocket, and new streams are accepted. */
    readonly mayOpen: (request: IncomingMessage) => Effect.Effect<void, StreamRefused>
    /**
     * Carries a stream of any line to its end, in a request that was permitted. `name` is for the log. `storing` may take
     * longer than the stream: the gateway waits for it before it stops, but does not count it as a call.
     */
    readonly open: (
      request: IncomingMessage,
      name: string,
      make: MakeStream,
      storing?: Effect.Effect<void>
    ) => Effect.Effect<void>
    /** Ends all streams and refuses new ones. */
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
      const { share } = yield* LiveAudio
      const recordings = yield* Recordings
      const { begin } = yield* CallSession
      const targets = yield* TargetSession
      const tries = yield* TransferTries
      const lifecycle = yield* Lifecycle
      const capacity = yield* CallCapacity
      const server = new WebSocketServer({
        noServer: true,
        perMessageDeflate: false,
        maxPayload: largestMessage,
        // If frames are the clock, the fibers woken by a message must run before the next message is handled.
        allowSynchronousEvents: carrier.conversationClock === "wall"
      })
      const fibers = yield* FiberSet.make()
      const streamsOpen = new Set<OpenStream>()
      const wheel = makeFrameWheel()
      let isStopping = false
      // New streams are still accepted meanwhile: their calls were placed before.
      yield* lifecycle.drainAfter(
        FiberSet.awaitEmpty(fibers),
        Effect.sync(() => streamsOpen.size)
      )

      const mayOpen = Effect.fnUntraced(function* (request: IncomingMessage) {
        if (isStopping) return yield* new StreamRefused({ because: "stopping" })
        if (!opensWebSocket(request)) return yield* new StreamRefused({ because: "no websocket" })
        // Checked before the token is used: a proxy may try another node.
        if (!capacity.mayOpen()) return yield* new StreamRefused({ because: "full" })
      })

      /** Checks the stream of a call that was not placed from the account of the installation. */
      const checkByAccount = Effect.fnUntraced(function* (
        opening: Omit<Parameters<typeof carrier.checkStream>[0], "account">,
        attemptId: string
      ) {
        const account = (yield* attempts.accountOf(attemptId)) ?? (yield* tries.get(attemptId))?.account
        yield* carrier.checkStream({ ...opening, account: account ?? "" })
      })

      const admit = Effect.fnUntraced(
        function* ({ carrier: name, path, request, token }: StreamRequest) {
          yield* mayOpen(request)
          if (name !== carrier.name) return yield* new StreamRefused({ because: "unknown carrier" })
          const attemptId = yield* tokens.read(token)
          if (attemptId === undefined) return yield* new StreamRefused({ because: "token" })
          const url = `${webSocketUrl(yield* urls.base)}${path}`
          const opening = { url, headers: request.headers as Record<string, string | undefined> }
          yield* carrier.checkStream(opening).pipe(
            Effect.catchTag("BadCallback", () => checkByAccount(opening, attemptId)),
            Effect.mapError(() => new StreamRefused({ because: "signature" }))
          )
          const attempt = yield* attempts.openStream(attemptId)
          if (attempt !== undefined) return { attempt }
          const target = yield* tries.openStream(attemptId)
          return target === undefined ? yield* new StreamRefused({ because: "used or over" }) : { target }
        },
        Effect.tapError(({ because }) => Metric.update(Metric.withAttributes(refusals, { because }), 1))
      )

      const carry = Effect.fnUntraced(function* (streamRequest: StreamRequest) {
        const admitted = yield* admit(streamRequest)
        if ("target" in admitted) return yield* carryTarget(streamRequest, admitted.target)
        const { attempt } = admitted
        capacity.noteAnswered()
        const onCallKnown = (callSid: string) => attempts.placed(attempt.id, callSid)
        const writer = recordings.write(attempt)
        const make: MakeStream = (socket) => {
          const tracks = makeTwoTracks(share(attempt))
          const recorder = makeRecorder(writer)
          return bridgeStream({ ...socket, attempt, carrier, begin, onCallKnown, tracks, recorder })
        }
        yield* open(streamRequest.request, `attempt ${attempt.id}`, make, writer.run)
      })

      /** Carries the stream of a person to whom a call is to be transferred. */
      const carryTarget = Effect.fnUntraced(function* ({ request }: StreamRequest, target: BriefedTry) {
        const { account, attemptId, callId, campaignId, id, legSid, organizationId } = target
        const leg = { id, organizationId, campaignId, callId, account, callSid: legSid }
        const onCallKnown = (callSid: string) => tries.placed(id, callSid)
        yield* open(request, `a transfer of attempt ${attemptId}`, (socket) =>
          bridgeStream({ ...socket, attempt: leg, carrier, begin: (line) => targets.begin(line, target), onCallKnown })
        )
      })

      const open = Effect.fnUntraced(function* (
        request: IncomingMessage,
        name: string,
        make: MakeStream,
        storing: Effect.Effect<void> = Effect.void
      ) {
        const ws = handshake(server, request)
        if (ws === undefined) return
        const stream = runStream(make({ ws, wheel }), name)
        const carrying = yield* FiberSet.run(fibers, withoutServices(alongside(stream, storing)))
        // The HTTP request may be interrupted already, but the stream has its own end, and the
        // socket belongs to it.
        yield* Effect.uninterruptible(Fiber.await(carrying))
      })

      const runStream = Effect.fnUntraced(
        function* (stream: OpenStream, name: string) {
          streamsOpen.add(stream)
          capacity.setStreams(streamsOpen.size)
          if (isStopping) stream.end(serverStopping)
          yield* Metric.update(streams, streamsOpen.size)
          const { counters, ending } = yield* stream.run
          const { missingMillis, ...messages } = counters
          yield* Metric.update(missing, missingMillis)
          for (const [what, number] of Object.entries(messages)) {
            if (number > 0) yield* Metric.update(Metric.withAttributes(ignored, { what }), number)
          }
          const message = `The media stream of ${name} ended: ${ending.reason}`
          if (ending.cause !== undefined) yield* Effect.logError(message, ending.cause)
          else if (ending.closeCode === 1000) yield* Effect.logDebug(message)
          else yield* Effect.logWarning(message)
        },
        (carried, stream) =>
          Effect.ensuring(
            carried,
            Effect.suspend(() => {
              streamsOpen.delete(stream)
              capacity.setStreams(streamsOpen.size)
              return Metric.update(streams, streamsOpen.size)
            })
          )
      )

      const close = Effect.suspend(() => {
        isStopping = true
        for (const stream of streamsOpen) stream.end(serverStopping)
        return FiberSet.awaitEmpty(fibers)
      })

      return MediaGateway.of({ carry, mayOpen, open, close })
    })
  )

  /**
   * Ends open streams before the HTTP server closes, because they would keep it from closing, and because the server has to
   * receive the final status of their calls.
   */
  static readonly closesFirst = Layer.effectDiscard(
    Effect.gen(function* () {
      const { close } = yield* MediaGateway
      const { callsLeft } = yield* Lifecycle
      const areOver = Effect.map(callsLeft, (calls) => calls === 0)
      const settled = Effect.repeat(Effect.delay(areOver, "100 millis"), { until: (over) => over })
      yield* Effect.addFinalizer(() => Effect.andThen(close, Effect.timeoutOption(settled, finalStatusMillis)))
    })
  )
}

/** Maximum wait for the final status of calls that a drain has cut off, ms. The process exits 5 s after its drain time. */
const finalStatusMillis = 2_000

/** Runs a stream, and does not end before its recording is stored. */
const alongside = <A>(stream: Effect.Effect<A>, recording: Effect.Effect<void>) =>
  Effect.gen(function* () {
    const storing = yield* Effect.forkDetach(recording)
    return yield* Effect.ensuring(stream, Fiber.await(storing))
  })

/**
 * Runs a stream without the services of the server, since it uses none. Each finalizer copies the context of its fiber:
 * with almost two hundred services, the copies were a tenth of the garbage of a call. The clock and the loggers stay.
 */
const withoutServices = <A>(stream: Effect.Effect<A>) =>
  Effect.updateContext(stream, ({ mapUnsafe }: Context.Context<never>) =>
    Context.makeUnsafe<never>(new Map([...mapUnsafe].filter(([key]) => !key.startsWith("carillon/"))))
  )

// Maximum size of a received message, bytes.
const largestMessage = 128 * 1_024

const streams = Metric.gauge("media_streams", { description: "Open media streams" })
const refusals = Metric.counter("media_streams_refused", {
  description: "Refused media streams, by reason",
  incremental: true
})
const ignored = Metric.counter("media_ignored", {
  description: "Ignored messages of media streams, by kind",
  incremental: true
})
const missing = Metric.counter("media_missing_ms", {
  description: "Missing audio of media streams, in milliseconds",
  incremental: true
})

// Checked before the handshake, because the websocket library refuses with a body of its own.
const opensWebSocket = ({ headers }: IncomingMessage) =>
  headers.upgrade?.toLowerCase() === "websocket" &&
  headers["sec-websocket-version"] === "13" &&
  /^[+/0-9A-Za-z]{22}==$/.test(headers["sec-websocket-key"] ?? "") &&
  /^[\w.-]*$/.test(headers["sec-websocket-protocol"] ?? "")

// The library answers synchronously. If the socket is gone, there is no answer and no websocket.
const handshake = (server: WebSocketServer, request: IncomingMessage): WebSocket | undefined => {
  let opened: WebSocket | undefined
  server.handleUpgrade(request, request.socket, Buffer.alloc(0), (ws) => {
    opened = ws
  })
  return opened
}
