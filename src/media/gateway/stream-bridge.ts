import { Cause, Clock, Deferred, Effect, Exit, Fiber, FiberSet } from "effect"
import { WebSocket } from "ws"
import type { StreamedAttempt } from "../../calls/attempts/Attempts.ts"
import type { Carrier } from "../../carriers/Carrier.ts"
import { hangUp } from "../../carriers/hang-up.ts"
import type { StreamStart } from "../../carriers/MediaCodec.ts"
import { makeMediaStream, type StreamCounters, type StreamEvent } from "../../carriers/media-stream.ts"
import type { FrameWheel } from "../line/FrameWheel.ts"
import { makeLineClock } from "../line/LineClock.ts"
import type { CallSession, SessionHandle } from "../session/CallSession.ts"

/** How a stream came to its end. */
export interface StreamEnd {
  /** For the log and for the carrier: nothing secret. */
  readonly reason: string
  readonly closeCode: number
  /** The carrier is told, besides, that the call is over. */
  readonly hangsUp: boolean
  /** The other side reads nothing any more. */
  readonly isUnresponsive?: boolean
  readonly cause?: Cause.Cause<unknown>
}

interface BridgeOptions {
  readonly ws: WebSocket
  readonly attempt: StreamedAttempt
  readonly carrier: Carrier["Service"]
  readonly begin: CallSession["Service"]["begin"]
  readonly wheel: FrameWheel
  /** Hears once which call it is, when nobody knew. */
  readonly onCallKnown: (callSid: string) => Effect.Effect<unknown>
}

/** A stream that is open; who carries it hears of its end. */
export interface OpenStream {
  /** Ends it; the first to do so is the one who does. */
  readonly end: (ending: StreamEnd) => void
  readonly run: Effect.Effect<{ readonly ending: StreamEnd; readonly counters: Readonly<StreamCounters> }>
}

/** Carries the sound of one call between its websocket and its session, until one of them ends. */
export const bridgeStream = ({ attempt, begin, carrier, onCallKnown, wheel, ws }: BridgeOptions): OpenStream => {
  const stream = makeMediaStream(carrier.media)
  const ended = Deferred.makeUnsafe<StreamEnd>()
  const end = (ending: StreamEnd) => {
    leaveWheel()
    Deferred.doneUnsafe(ended, Exit.succeed(ending))
  }
  const started = Deferred.makeUnsafe<{ readonly start: StreamStart; readonly session: SessionHandle }>()
  const line = { pause: () => ws.pause(), resume: () => ws.resume() }
  const clock = carrier.conversationClock === "frames" ? makeLineClock(Date.now(), line) : undefined
  let session: SessionHandle | undefined
  let beganAt = 0
  /** How much of the line was heard: its time, where frames are its clock. */
  let heardUntil = 0
  let leaveWheel = () => {}

  const send = (message: string) => {
    if (ws.readyState !== WebSocket.OPEN) return
    ws.send(message)
    if (ws.bufferedAmount > maxBuffered) end(tooSlow)
  }

  const start = (streamStart: StreamStart) => {
    const problem = problemOf(streamStart, attempt)
    if (problem !== undefined) return end(refused(problem))
    const { media } = carrier
    const { streamId } = streamStart
    beganAt = performance.now()
    session = begin({
      attempt,
      capabilities: media.capabilities,
      now: clock === undefined ? () => performance.now() - beganAt : () => heardUntil,
      send: (audio) => send(media.audio(streamId, audio)),
      mark: (name) => send(media.mark(streamId, name)),
      clear: () => send(media.clear(streamId))
    })
    if (clock === undefined) leaveWheel = wheel.join((at) => tick(at - beganAt))
    Deferred.doneUnsafe(started, Exit.succeed({ start: streamStart, session }))
  }

  const tick = (now: number) => {
    try {
      session?.tick(now)
    } catch (error) {
      end(died(Cause.die(error)))
    }
  }

  const hear = ({ audio, untilMillis }: Extract<StreamEvent, { kind: "audio" }>) => {
    heardUntil = untilMillis
    session?.hear(audio)
    if (clock === undefined) return
    clock.advanceTo(untilMillis)
    tick(untilMillis)
  }

  const act = (event: StreamEvent) => {
    switch (event.kind) {
      case "started":
        return start(event.start)
      case "audio":
        return hear(event)
      case "digit":
        return session?.press(event.digit)
      case "mark":
        return session?.reachMark(event.name)
      case "stopped":
        return end(stopped)
      case "broken":
        return end({ ...refused(event.reason), hangsUp: true })
    }
  }

  ws.on("message", (data: Buffer, isBinary) => {
    if (Deferred.isDoneUnsafe(ended)) return
    try {
      for (const event of stream.read(isBinary ? data : data.toString())) act(event)
    } catch (error) {
      end(died(Cause.die(error)))
    }
  })
  // Too large, or no message at all: the socket has begun to close by itself.
  ws.on("error", () => end(unreadable))
  ws.on("close", () => end(closed))

  // Whoever is there answers a ping; a start must have come before the second.
  const watch = Effect.gen(function* () {
    let unanswered = 0
    ws.on("pong", () => {
      unanswered = 0
    })
    while (true) {
      yield* Effect.sleep(pingEvery)
      if (session === undefined) return end(refused("No start came in time"))
      if (unanswered === maxUnanswered) return end(gone)
      unanswered++
      if (ws.readyState === WebSocket.OPEN) ws.ping()
    }
  })

  const converse = Effect.flatMap(Deferred.await(started), ({ session }) =>
    clock === undefined ? session.run : Effect.provideService(session.run, Clock.Clock, clock)
  ).pipe(
    Effect.matchCause({
      onSuccess: () => end(over),
      onFailure: (cause) => end(died(cause))
    })
  )

  const run = Effect.gen(function* () {
    const fibers = yield* FiberSet.make()
    yield* FiberSet.run(fibers, watch)
    const conversing = yield* FiberSet.run(fibers, converse)
    if (attempt.callSid === null) {
      yield* FiberSet.run(
        fibers,
        Effect.flatMap(Deferred.await(started), ({ start }) => onCallKnown(start.callSid))
      )
    }
    const ending = yield* Effect.onInterrupt(Deferred.await(ended), () => Effect.sync(() => end(serverStopping)))
    yield* Fiber.interrupt(conversing)
    if (ending.hangsUp && Deferred.isDoneUnsafe(started)) {
      const { start } = yield* Deferred.await(started)
      yield* hangUp(carrier, { account: attempt.account, callSid: start.callSid })
    }
    return { ending, counters: stream.counters }
  }).pipe(Effect.scoped, Effect.ensuring(Effect.flatMap(Deferred.await(ended), (ending) => close(ws, ending))))
  return { end, run }
}

const pingEvery = "5 seconds"
const maxUnanswered = 2
const maxBuffered = 256 * 1_024

/** This server stops. */
export const serverStopping: StreamEnd = { reason: "The server stops", closeCode: 1001, hangsUp: false }
const over: StreamEnd = { reason: "The conversation is over", closeCode: 1000, hangsUp: true }
const stopped: StreamEnd = { reason: "The call is over", closeCode: 1000, hangsUp: false }
const closed: StreamEnd = { reason: "The carrier has closed it", closeCode: 1000, hangsUp: false }
const unreadable: StreamEnd = { reason: "What came is no message", closeCode: 1002, hangsUp: true }
const gone: StreamEnd = { reason: "Nobody answers any more", closeCode: 1001, hangsUp: true, isUnresponsive: true }
const tooSlow: StreamEnd = { reason: "What is sent is not read", closeCode: 1008, hangsUp: true, isUnresponsive: true }
const refused = (reason: string): StreamEnd => ({ reason, closeCode: 1008, hangsUp: false })
const died = (cause: Cause.Cause<unknown>): StreamEnd => ({
  reason: "The conversation broke off",
  closeCode: 1011,
  hangsUp: true,
  cause
})

const problemOf = ({ account, callSid, parameters }: StreamStart, attempt: StreamedAttempt) => {
  if (parameters.attemptId !== attempt.id) return "The start names another attempt"
  if (attempt.account.split("/").at(-1) !== account) return "The start names another account"
  if (attempt.callSid !== null && attempt.callSid !== callSid) return "The start names another call"
  return undefined
}

// Who does not answer our goodbye is cut off.
const close = Effect.fnUntraced(function* (ws: WebSocket, { closeCode, isUnresponsive = false, reason }: StreamEnd) {
  if (isUnresponsive) ws.terminate()
  else ws.close(closeCode, reason)
  const patience = yield* Effect.forkDetach(
    Effect.delay(
      Effect.sync(() => ws.terminate()),
      "2 seconds"
    )
  )
  yield* Effect.callback<void>((resume) => {
    if (ws.readyState === WebSocket.CLOSED) return resume(Effect.void)
    ws.once("close", () => resume(Effect.void))
  })
  yield* Fiber.interrupt(patience)
})
