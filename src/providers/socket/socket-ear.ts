import { Cause, Effect, Queue, Stream } from "effect"
import { bytesPerMilli, silent } from "../../audio/frames.ts"
import { loudness } from "../../audio/mulaw.ts"
import { makePortions } from "../../audio/portions.ts"
import { CurrentUsageMeter } from "../contract/CurrentUsageMeter.ts"
import { ProviderFailure } from "../contract/ProviderFailure.ts"
import type { Heard, Listening, ListenOptions } from "../contract/SpeechToText.ts"
import { makeAudioTimeline } from "./audio-timeline.ts"
import { openSocket, type SocketAddress, type VendorAccount } from "./ProviderSocket.ts"

/** How a vendor recognizes one call over a websocket. */
export interface EarProtocol extends SocketAddress {
  /** The model that the vendor bills, if it has several. */
  readonly model?: string
  /** Messages to send first. */
  readonly begin?: ReadonlyArray<string>
  /** Encodes μ-law audio at 8 kHz. */
  readonly audio: (audio: Uint8Array) => string | Uint8Array
  /** The last message, with which the vendor's bill ends. */
  readonly farewell?: string | Uint8Array
  /**
   * Reads a message: its events in the order of the audio, in the vendor's time; or a failure, after which the socket is
   * closed.
   */
  readonly read: (message: string) => ReadonlyArray<Heard> | ProviderFailure
}

/** How a vendor recognizes calls. */
export type EarAdapter = (account: VendorAccount, what: ListenOptions) => EarProtocol

/** Recognizes a call over one websocket until the scope closes. Fails when the socket is lost. */
export const makeSocketEar = Effect.fnUntraced(function* (protocol: EarProtocol) {
  const { model = "", provider } = protocol
  const meter = yield* CurrentUsageMeter
  const results = yield* Queue.sliding<Heard, ProviderFailure | Cause.Done>(longestQueue)
  const timeline = makeAudioTimeline()
  let isOpen = true
  let heardAtTick = 0
  let heardBytes = 0
  /** Duration of the voice since the last message of the provider, ms. */
  let unansweredMillis = 0

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
    let events: ReadonlyArray<Heard> | ProviderFailure
    try {
      events = protocol.read(message)
    } catch {
      events = new ProviderFailure({ provider, reason: "an unreadable message", retryable: true })
    }
    if (events instanceof ProviderFailure) return fail(events)
    for (const event of events) if (isOpen) Queue.offerUnsafe(results, onTimeline(event))
  }

  const onTimeline = (event: Heard): Heard =>
    event.kind === "final"
      ? { ...event, untilMillis: timeline.positionOf(event.untilMillis) }
      : { ...event, atMillis: timeline.positionOf(event.atMillis) }

  const socket = openSocket(protocol, { onText: read, onLost: (failure) => end(Cause.fail(failure)) })
  for (const message of protocol.begin ?? []) socket.send(message)
  const sendAudio = (audio: Uint8Array) =>
    socket.send(protocol.audio(audio), () =>
      meter.add({ kind: "ear", vendor: provider, model, quantity: audio.length / bytesPerMilli })
    )
  const portions = makePortions((portion) => {
    timeline.add(portion.length / bytesPerMilli)
    sendAudio(portion)
  })

  const hear = (audio: Uint8Array, isReplayed = false) => {
    if (!isOpen || audio.length === 0) return
    heardBytes += audio.length
    portions.hear(audio)
    if (!isReplayed && loudness(audio) >= loud) unansweredMillis += audio.length / bytesPerMilli
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
    if (heardAtTick === heardBytes && isOpen && socket.isOpen()) {
      timeline.insert(tickMillis)
      sendAudio(aTick)
    }
    heardAtTick = heardBytes
  }

  yield* Effect.addFinalizer(() =>
    Effect.sync(() => {
      end(Cause.fail(Cause.Done()))
      socket.close(protocol.farewell)
    })
  )
  yield* Effect.sync(tick).pipe(Effect.delay(tickMillis), Effect.forever, Effect.forkScoped)
  return { hear, heard: Stream.fromQueue(results) } satisfies Listening
})

/** Maximum number of results that wait for a slow reader; the oldest are dropped first. */
const longestQueue = 256
/** Interval of looking for audio, ms. */
const tickMillis = 1_000
const aTick = silent(tickMillis)
/** Minimum loudness of a voice. */
const loud = 600
/** Time that a voice may go without a message of the vendor, ms. */
const patienceMillis = 5_000
