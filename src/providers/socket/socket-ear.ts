import { Cause, Clock, Effect, Queue, Stream } from "effect"
import { bytesPerMilli, silent } from "../../audio/frames.ts"
import { makePortions } from "../../audio/portions.ts"
import { isVoice } from "../../audio/voice-level.ts"
import { CurrentUsageMeter } from "../contract/CurrentUsageMeter.ts"
import { ProviderFailure } from "../contract/ProviderFailure.ts"
import type { Heard, Listening, ListenOptions } from "../contract/SpeechToText.ts"
import { makePace } from "./audio-pace.ts"
import { makeAudioTimeline } from "./audio-timeline.ts"
import { openSocket, type SocketAddress, type VendorAccount } from "./ProviderSocket.ts"

/** How a vendor recognizes one call over a websocket. */
export interface EarProtocol extends SocketAddress {
  /** The model that the vendor bills. */
  readonly model: string
  /** Messages to send first. */
  readonly begin?: ReadonlyArray<string>
  /** Encodes μ-law audio at 8 kHz. */
  readonly audio: (audio: Uint8Array) => string | Uint8Array
  /** Minimum duration of the audio of a message, ms; 0 without it. */
  readonly shortestPortionMillis?: number
  /** Whether the vendor says when its session has begun, before all else. */
  readonly saysBegin?: true
  /** Whether the vendor must not get audio faster than it was spoken, nor before its session has begun. */
  readonly isPaced?: true
  /** The last message, with which the vendor's bill ends. */
  readonly farewell?: string | Uint8Array
  /**
   * Reads a message: its events in the order of the audio, in the vendor's time; or a failure, after which the socket is
   * closed. `sentMillis` is the duration of the audio that was sent.
   */
  readonly read: (message: string, sentMillis: number) => ReadonlyArray<Heard> | ProviderFailure
}

/** How a vendor recognizes calls. */
export type EarAdapter = (account: VendorAccount, what: ListenOptions) => EarProtocol

/** Recognizes a call over one websocket until the scope closes. Fails when the socket is lost. */
export const makeSocketEar = Effect.fnUntraced(function* (protocol: EarProtocol) {
  const { model, provider } = protocol
  const meter = yield* CurrentUsageMeter
  const results = yield* Queue.sliding<Heard, ProviderFailure | Cause.Done>(longestQueue)
  const timeline = makeAudioTimeline()
  let isOpen = true
  let heardAtTick = 0
  let heardBytes = 0
  /** Duration of the voice since the last message of the provider, ms. */
  let unansweredMillis = 0
  let isAnswered = false
  /** Time since the socket opened in which the vendor has said nothing, ms. */
  let mutedMillis = 0
  let lastFinal: Extract<Heard, { kind: "final" }> | undefined
  const unreadable = new ProviderFailure({ provider, reason: "an unreadable message", retryable: true })

  const end = (cause: Cause.Cause<ProviderFailure | Cause.Done>) => {
    if (!isOpen) return
    isOpen = false
    Queue.failCauseUnsafe(results, cause)
  }

  const fail = (failure: ProviderFailure) => {
    end(Cause.fail(failure))
    socket.close(protocol.farewell)
  }

  const read = (message: string) => {
    unansweredMillis = 0
    isAnswered = true
    pace?.start()
    let events: ReadonlyArray<Heard> | ProviderFailure
    try {
      events = protocol.read(message, timeline.sent())
      if (Array.isArray(events) && !events.every(isReadable)) events = unreadable
    } catch {
      events = unreadable
    }
    if (events instanceof ProviderFailure) return fail(events)
    for (const event of events) if (isOpen && isNew(event)) Queue.offerUnsafe(results, onTimeline(event))
  }

  /** Whether a result is no repetition of the last final one. */
  const isNew = (event: Heard) => {
    if (event.kind !== "final") return true
    const isRepeated = lastFinal?.untilMillis === event.untilMillis && lastFinal.text === event.text
    lastFinal = event
    return !isRepeated
  }

  const onTimeline = (event: Heard): Heard =>
    event.kind === "final"
      ? { ...event, untilMillis: timeline.positionOf(event.untilMillis) }
      : { ...event, atMillis: timeline.positionOf(event.atMillis) }

  const socket = openSocket(protocol, { onText: read, onLost: (failure) => end(Cause.fail(failure)) })
  for (const message of protocol.begin ?? []) socket.send(message)
  const send = (audio: Uint8Array, isInserted: boolean) => {
    const millis = audio.length / bytesPerMilli
    if (isInserted) timeline.insert(millis)
    else timeline.add(millis)
    socket.send(protocol.audio(audio), () => meter.add({ kind: "ear", vendor: provider, model, quantity: millis }))
  }
  const skip = (audio: Uint8Array, isInserted: boolean) => {
    if (!isInserted) timeline.skip(audio.length / bytesPerMilli)
  }
  const clock = yield* Clock.Clock
  const pace = protocol.isPaced && makePace(() => Number(clock.monotonicTimeNanosUnsafe() / 1_000_000n), send, skip)
  const pass = pace?.hear ?? send
  const portions = makePortions((portion) => pass(portion, false), protocol.shortestPortionMillis)

  const hear = (audio: Uint8Array, isReplayed = false) => {
    if (!isOpen || audio.length === 0) return
    heardBytes += audio.length
    const isLoud = isVoice(audio)
    portions.hear(audio, isLoud)
    if (!isReplayed && isLoud) unansweredMillis += audio.length / bytesPerMilli
    if (unansweredMillis > patienceMillis) {
      fail(
        new ProviderFailure({
          provider,
          reason: `nothing was heard of a voice of ${patienceMillis} ms`,
          retryable: true
        })
      )
    }
  }

  // Some carriers send nothing while the person is silent, but a vendor needs silence to end a turn.
  const tick = () => {
    portions.flush()
    if (protocol.saysBegin && !isAnswered && socket.isOpen()) mutedMillis += tickMillis
    if (mutedMillis > beginMillis) return fail(notBegun(provider))
    if (heardAtTick === heardBytes && isOpen && socket.isOpen()) pass(aTick, true)
    heardAtTick = heardBytes
  }

  yield* Effect.addFinalizer(() =>
    Effect.sync(() => {
      end(Cause.fail(Cause.Done()))
      socket.close(protocol.farewell)
    })
  )
  yield* Effect.sync(tick).pipe(Effect.delay(tickMillis), Effect.forever, Effect.forkScoped)
  if (pace !== undefined) yield* Effect.sync(pace.run).pipe(Effect.delay(paceMillis), Effect.forever, Effect.forkScoped)
  return { hear, heard: Stream.fromQueue(results) } satisfies Listening
})

/** Whether an event has what its type says. A vendor may send any other value, and that must end no call. */
const isReadable = (event: Heard): boolean =>
  Number.isFinite("untilMillis" in event ? event.untilMillis : event.atMillis) &&
  (!("text" in event) || typeof event.text === "string") &&
  (!("language" in event) || typeof event.language === "string")

/** Maximum number of results that wait for a slow reader; the oldest are dropped first. */
const longestQueue = 256
/** Interval of looking for audio, ms. */
const tickMillis = 1_000
const aTick = silent(tickMillis)
/** Time in which a session begins once the socket is open, ms. */
export const beginMillis = 2_000
export const notBegun = (provider: string) =>
  new ProviderFailure({ provider, reason: `its session did not begin within ${beginMillis} ms`, retryable: true })
/** Interval of passing on audio that waits for its time, ms. */
const paceMillis = 50
/** Maximum duration of voice without a message of the vendor, ms. */
const patienceMillis = 5_000
