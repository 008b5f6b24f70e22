import { Cause, Clock, Deferred, Effect, Exit, Fiber, FiberSet, Scheduler } from "effect"
import { WebSocket } from "ws"
import { frameMillis } from "../../audio/frames.ts"
import type { StreamedAttempt } from "../../calls/attempts/Attempts.ts"
import type { Carrier } from "../../carriers/Carrier.ts"
import { hangUp } from "../../carriers/hang-up.ts"
import type { StreamStart } from "../../carriers/MediaCodec.ts"
import { makeMediaStream, type StreamCounters, type StreamEvent } from "../../carriers/media-stream.ts"
import type { FrameWheel } from "../line/FrameWheel.ts"
import { makeLineClock } from "../line/LineClock.ts"
import { promptScheduler } from "../line/prompt-scheduler.ts"
import type { Recorder } from "../line/recorder.ts"
import type { TwoTracks } from "../line/two-tracks.ts"
import type { CallSession, SessionHandle } from "../session/CallSession.ts"

/** Why and how a stream ended. */
export interface StreamEnd {
  /** Shown in the log and to the carrier: nothing secret. */
  readonly reason: string
  readonly closeCode: number
  /** Also hang up the call at the carrier. */
  readonly hangsUp: boolean
  /** The peer reads nothing any more, so the socket is terminated without a close message. */
  readonly isUnresponsive?: boolean
  readonly cause?: Cause.Cause<unknown>
}

interface BridgeOptions {
  readonly ws: WebSocket
  readonly attempt: StreamedAttempt
  readonly carrier: Pick<Carrier["Service"], "media" | "conversationClock" | "hangUp">
  readonly begin: CallSession["Service"]["begin"]
  readonly wheel: FrameWheel
  /** Passes both sides of the line to people who listen, where they may. */
  readonly tracks?: TwoTracks
  readonly recorder?: Recorder
  /** Called once with the id of the carrier's call, if it was unknown. */
  readonly onCallKnown: (callSid: string) => Effect.Effect<unknown>
}

/** An open stream; `run` carries it and returns how it ended. */
export interface OpenStream {
  /** Ends the stream. Only the first call has an effect. */
  readonly end: (ending: StreamEnd) => void
  readonly run: Effect.Effect<{ readonly ending: StreamEnd; readonly counters: Readonly<StreamCounters> }>
}

/** Carries the sound of one call between its websocket and its session, until one of them ends. */
export const bridgeStream = ({
  attempt,
  begin,
  carrier,
  onCallKnown,
  recorder,
  tracks,
  wheel,
  ws
}: BridgeOptions): OpenStream => {
  const stream = makeMediaStream(carrier.media)
  const ended = Deferred.makeUnsafe<StreamEnd>()
  const end = (ending: StreamEnd) => {
    leaveWheel()
    tracks?.end()
    recorder?.end()
    Deferred.doneUnsafe(ended, Exit.succeed(ending))
  }
  const started = Deferred.makeUnsafe<{ readonly start: StreamStart; readonly session: SessionHandle }>()
  const line = { pause: () => ws.pause(), resume: () => ws.resume() }
  const clock = carrier.conversationClock === "frames" ? makeLineClock(Date.now(), line) : undefined
  let session: SessionHandle | undefined
  let beganAt = 0
  /** Duration of the received audio, ms: the line's time if frames are its clock. */
  let heardUntil = 0
  let leaveWheel = () => {}
  /** When the session last ticked, on the clock of the wheel. */
  let tickedAt = 0

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
      isTimedByAudio: clock !== undefined,
      now: clock === undefined ? () => performance.now() - beganAt : () => heardUntil,
      send: (audio) => {
        send(media.audio(streamId, audio))
        tracks?.send(audio)
        recorder?.send(audio)
      },
      mark: (name) => send(media.mark(streamId, name)),
      clear: () => {
        send(media.clear(streamId))
        tracks?.clear()
        recorder?.clear()
      },
      ...(recorder !== undefined && { record: recorder.decide })
    })
    if (clock === undefined) leaveWheel = wheel.join((at) => at - tickedAt > longestWithoutTick && tickOnWall(at))
    Deferred.doneUnsafe(started, Exit.succeed({ start: streamStart, session }))
  }

  const tick = (now: number) => {
    try {
      session?.tick(now)
    } catch (error) {
      end(died(Cause.die(error)))
    }
  }

  const tickOnWall = (at: number) => {
    tickedAt = at
    tick(at - beganAt)
  }

  const hear = ({ audio, untilMillis }: Extract<StreamEvent, { kind: "audio" }>) => {
    heardUntil = untilMillis
    session?.hear(audio)
    tracks?.hear(audio, untilMillis)
    recorder?.hear(audio, untilMillis)
    // With each frame, while all data of the call is at hand, the next tick costs half of one by the wheel.
    if (clock === undefined) return tickOnWall(performance.now())
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
    const isOver = Deferred.isDoneUnsafe(ended)
    try {
      for (const event of stream.read(isBinary ? data : data.toString())) {
        // The line is still there until the carrier has hung up: the person may press the key of the opt-out.
        if (!isOver || event.kind === "digit") act(event)
      }
    } catch (error) {
      end(died(Cause.die(error)))
    }
  })
  // A message was too large or malformed; the socket is closing by itself already.
  ws.on("error", () => end(unreadable))
  ws.on("close", () => end(closed))

  // A live peer answers pings; its start message must arrive before the first one.
  const watch = Effect.gen(function* () {
    let unanswered = 0
    ws.on("pong", () => {
      unanswered = 0
    })
    while (true) {
      yield* Effect.sleep(pingEvery)
      if (session === undefined) return end(refused("No start message came in time"))
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
  }).pipe(
    Effect.scoped,
    Effect.ensuring(Effect.flatMap(Deferred.await(ended), (ending) => close(ws, ending))),
    Effect.ensuring(Effect.suspend(() => session?.finish ?? Effect.void)),
    Effect.ensuring(Effect.sync(() => recorder?.close())),
    Effect.provideService(Scheduler.Scheduler, promptScheduler)
  )
  return { end, run }
}

/** Maximum time between two ticks while the person's audio comes, ms. */
const longestWithoutTick = 1.5 * frameMillis
const pingEvery = "5 seconds"
// Number of unanswered pings after which the peer is considered gone.
const maxUnanswered = 2
// Maximum size of sent data that the peer has not read, bytes.
const maxBuffered = 256 * 1_024

export const serverStopping: StreamEnd = { reason: "The server is stopping", closeCode: 1001, hangsUp: false }
const over: StreamEnd = { reason: "The conversation is over", closeCode: 1000, hangsUp: true }
const stopped: StreamEnd = { reason: "The call is over", closeCode: 1000, hangsUp: false }
const closed: StreamEnd = { reason: "The carrier closed the stream", closeCode: 1000, hangsUp: false }
const unreadable: StreamEnd = { reason: "A message could not be read", closeCode: 1002, hangsUp: true }
const gone: StreamEnd = { reason: "Pings are not answered", closeCode: 1001, hangsUp: true, isUnresponsive: true }
const tooSlow: StreamEnd = { reason: "Sent audio is not read", closeCode: 1008, hangsUp: true, isUnresponsive: true }
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

// Terminates the socket after 2 s if the peer does not answer the close message.
const close = Effect.fnUntraced(function* (ws: WebSocket, { closeCode, isUnresponsive = false, reason }: StreamEnd) {
  if (isUnresponsive) ws.terminate()
  else ws.close(closeCode, reason)
  const forcedClose = yield* Effect.forkDetach(
    Effect.delay(
      Effect.sync(() => ws.terminate()),
      "2 seconds"
    )
  )
  yield* Effect.callback<void>((resume) => {
    if (ws.readyState === WebSocket.CLOSED) return resume(Effect.void)
    ws.once("close", () => resume(Effect.void))
  })
  yield* Fiber.interrupt(forcedClose)
})
