import { createServer, type IncomingMessage } from "node:http"
import type { AddressInfo } from "node:net"
import { Deferred, Effect, Layer, Logger } from "effect"
import { Attempts, type StreamedAttempt } from "../../../src/calls/attempts/Attempts.ts"
import { CallCapacity, makeCallCapacity } from "../../../src/calls/capacity/CallCapacity.ts"
import { LiveAudio } from "../../../src/calls/conversations/LiveAudio.ts"
import { TransferTries } from "../../../src/calls/conversations/TransferTries.ts"
import { Recordings } from "../../../src/calls/recordings/Recordings.ts"
import { CallUrls } from "../../../src/carriers/CallUrls.ts"
import { Carrier, NoClearAnswer } from "../../../src/carriers/Carrier.ts"
import { StreamTokens } from "../../../src/carriers/StreamTokens.ts"
import { twilioMedia } from "../../../src/carriers/twilio/twilio-media.ts"
import { MediaGateway } from "../../../src/media/gateway/MediaGateway.ts"
import type { RecordedPart } from "../../../src/media/line/recorder.ts"
import { type CallLine, CallSession, type SessionHandle } from "../../../src/media/session/CallSession.ts"
import { TargetSession } from "../../../src/media/target/TargetSession.ts"
import { Lifecycle } from "../../../src/platform/lifecycle/Lifecycle.ts"

export const attempt: StreamedAttempt = {
  id: "8d5ff2c5-6f2a-4f6e-9d0e-3f2f0f9f3c11",
  organizationId: 1,
  campaignId: "c",
  callId: "d",
  account: "https://api.example/2010-04-01/Accounts/AC1",
  callSid: "CA1"
}

export const start = { attemptId: attempt.id, callSid: "CA1", account: "AC1" }

interface Options {
  /** The session of a line; by default one that never ends. */
  readonly begin?: (line: CallLine) => Partial<SessionHandle>
  /** Number of hang-ups that the carrier refuses; "silently": it answers none. */
  readonly refusedHangUps?: number | "silently"
  readonly conversationClock?: "wall" | "frames"
  readonly attempt?: Partial<StreamedAttempt>
  /** Receives what a listener hears. */
  readonly listener?: Array<Uint8Array>
  /** Receives what is recorded. */
  readonly recorded?: Array<RecordedPart | "discard" | "end">
  /** Stores what is recorded. */
  readonly storing?: Effect.Effect<void>
  /** Maximum number of streams. */
  readonly limit?: number
}

/** The gateway behind a server that opens every requested stream, on the test clock. */
export const startGateway = Effect.fnUntraced(function* (options: Options = {}) {
  const hangUps: Array<string> = []
  const log: Array<string> = []
  const lines: Array<CallLine> = []
  let untilDrained: Effect.Effect<void> = Effect.void
  let ended = 0
  const sessionEnded = yield* Deferred.make<void>()

  const services = Layer.mergeAll(
    Layer.mock(Carrier, {
      name: "twilio",
      isReal: true,
      account: attempt.account,
      accountOf: () => attempt.account,
      callsPerSecond: null,
      media: twilioMedia,
      callerId: () => "+12025550100",
      callerIds: [],
      live: null,
      checks: null,
      conversationClock: options.conversationClock ?? "wall",
      checkStream: () => Effect.void,
      hangUp: ({ account, callSid }) =>
        Effect.suspend(() => {
          hangUps.push(`${account} ${callSid}`)
          if (options.refusedHangUps === "silently") return Effect.never
          return hangUps.length <= (options.refusedHangUps ?? 0)
            ? Effect.fail(new NoClearAnswer({ reason: "No answer" }))
            : Effect.void
        })
    }),
    Layer.mock(CallUrls, { base: Effect.succeed("https://calls.example") }),
    Layer.mock(StreamTokens, { read: () => Effect.succeed(attempt.id) }),
    Layer.mock(Attempts, {
      openStream: () => Effect.succeed({ ...attempt, ...options.attempt }),
      placed: () => Effect.succeed(true)
    }),
    Layer.succeed(
      CallCapacity,
      makeCallCapacity(options.limit ?? null, () => 0)
    ),
    Layer.mock(TransferTries, {}),
    Layer.mock(TargetSession, {
      begin: () => {
        throw new Error("No target is called")
      }
    }),
    Layer.mock(LiveAudio, {
      share: () => ({
        isListened: () => options.listener !== undefined,
        publish: (part) => options.listener?.push(part),
        end: () => undefined
      })
    }),
    Layer.mock(Recordings, {
      write: () => ({
        add: (part) => options.recorded?.push(part),
        noteConsent: () => undefined,
        discard: () => options.recorded?.push("discard"),
        end: () => options.recorded?.push("end"),
        run: options.storing ?? Effect.void
      })
    }),
    Layer.mock(Lifecycle, {
      drainAfter: (end) =>
        Effect.sync(() => {
          untilDrained = end
        })
    }),
    Layer.succeed(CallSession, {
      begin: (line) => {
        lines.push(line)
        const session = {
          hear: () => undefined,
          press: () => undefined,
          reachMark: () => undefined,
          tick: () => undefined,
          run: Effect.never,
          finish: Effect.void,
          ...options.begin?.(line)
        }
        const noteEnd = Effect.suspend(() => {
          ended++
          return Deferred.succeed(sessionEnded, undefined)
        })
        return { ...session, run: Effect.ensuring(session.run, noteEnd) }
      }
    })
  )
  const gateway = yield* Effect.map(Layer.build(MediaGateway.layer.pipe(Layer.provide(services))), (built) =>
    MediaGateway.pipe(Effect.provide(built))
  ).pipe(Effect.flatten)

  const run = Effect.runForkWith(yield* Effect.context<never>())
  const server = createServer()
  server.on("upgrade", (request: IncomingMessage, socket) => {
    socket.on("error", () => undefined)
    run(
      gateway.carry({ carrier: "twilio", token: "t", path: request.url ?? "", request }).pipe(
        Effect.catch(({ because }) =>
          Effect.sync(() => socket.end(`HTTP/1.1 403 ${because}\r\ncontent-length: 0\r\n\r\n`))
        ),
        Effect.provide(Logger.layer([Logger.make((entry) => log.push(Logger.formatLogFmt.log(entry)))]))
      )
    )
  })
  yield* Effect.acquireRelease(
    Effect.promise(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))),
    () => Effect.sync(() => server.close())
  )
  return {
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}/carriers/twilio/media/t`,
    gateway,
    hangUps,
    log,
    lines,
    endedSessions: () => ended,
    sessionEnded: Deferred.await(sessionEnded),
    untilDrained: Effect.suspend(() => untilDrained)
  }
})
