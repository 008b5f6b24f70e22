import type { v2 } from "@google-cloud/speech"
import { Cause, Effect, Queue, Stream } from "effect"
import { bytesPerMilli, silent } from "../../audio/frames.ts"
import { makePortionSize } from "../../audio/portions.ts"
import { isVoice } from "../../audio/voice-level.ts"
import { CurrentUsageMeter } from "../contract/CurrentUsageMeter.ts"
import { ProviderFailure } from "../contract/ProviderFailure.ts"
import type { Heard, Listening } from "../contract/SpeechToText.ts"
import { makeAudioBuffer } from "./audio-buffer.ts"
import { cancel } from "./google-clients.ts"
import { googleFailure } from "./google-failure.ts"
import { hasTimedOut, type RecognitionMessages, type Recognized, readRecognized } from "./recognition-messages.ts"
import {
  beginRecognition,
  keptMillis,
  type RecognitionCommand,
  type RecognitionInput,
  step
} from "./recognition-state.ts"

/** A stream of either version. */
export type SpeechStream = ReturnType<v2.SpeechClient["_streamingRecognize"]>

/**
 * Recognizes the audio of one call until its scope closes. The state machine in recognition-state.ts makes the
 * decisions.
 */
export const makeCallRecognizer = Effect.fnUntraced(function* (
  provider: string,
  open: () => SpeechStream,
  messages: RecognitionMessages
) {
  const results = yield* Queue.sliding<Heard, ProviderFailure | Cause.Done>(longestQueue)
  const meter = yield* CurrentUsageMeter
  const buffer = makeAudioBuffer(keptMillis * bytesPerMilli)
  const portionAfter = makePortionSize()
  const streams = new Map<number, OpenStream>()
  let isOpen = true
  let endAtTick = 0
  let failure = new ProviderFailure({ provider, reason: "every stream ended without a result", retryable: true })
  let [state, commands] = beginRecognition()

  /** Audio, all loud or all quiet, that the state machine has not heard of: it takes portions, since each input costs. */
  const unnoted = { millis: 0, loud: false }

  const dispatch = (event: RecognitionInput) => {
    noteAudio()
    take(event)
  }

  const take = (event: RecognitionInput) => {
    if (!isOpen) return
    ;[state, commands] = step(state, event)
    commands.forEach(execute)
  }

  const noteAudio = () => {
    const { loud, millis } = unnoted
    if (millis === 0) return
    unnoted.millis = 0
    take({ kind: "audio", millis, loud })
  }

  const addAudio = (millis: number, loud: boolean) => {
    if (loud !== unnoted.loud) noteAudio()
    unnoted.loud = loud
    unnoted.millis += millis
    if (unnoted.millis >= notedMillis) noteAudio()
  }

  const execute = (command: RecognitionCommand) => {
    switch (command.kind) {
      case "open":
        return openStream(command.id, command.from)
      case "close":
        return closeStream(command.id)
      case "report":
        return void Queue.offerUnsafe(results, command.heard)
      case "giveUp":
        return close(Cause.fail(failure))
    }
  }

  const openStream = (id: number, from: number) => {
    const stream = open()
    const opened: OpenStream = { stream, sentTo: Math.round(from * bytesPerMilli), takesMore: true }
    streams.set(id, opened)
    stream.on("data", (message: Recognized) => read(id, message))
    stream.on("error", (cause: unknown) => lose(id, cause))
    // An error may follow right after the end.
    stream.on("end", () => setImmediate(() => lose(id, null)))
    stream.write(messages.configuration)
    send(opened)
  }

  const closeStream = (id: number) => {
    const opened = streams.get(id)
    streams.delete(id)
    if (opened !== undefined) cancel(opened.stream)
  }

  const read = (id: number, message: Recognized) => {
    const opened = streams.get(id)
    if (opened === undefined) return
    if (message.error?.code) return lose(id, message.error)
    for (const result of readRecognized(message)) dispatch({ kind: "result", id, result })
    if (!hasTimedOut(message)) return
    opened.takesMore = false
    opened.stream.end()
  }

  const lose = (id: number, cause: unknown) => {
    const opened = streams.get(id)
    if (opened === undefined) return
    closeStream(id)
    if (cause !== null) failure = googleFailure(provider, cause)
    dispatch({ kind: cause === null ? "ended" : failure.retryable ? "broke" : "refused", id })
  }

  // Writes the audio that the stream has not received yet.
  const send = (opened: OpenStream) => {
    while (opened.sentTo < buffer.end) {
      const to = Math.min(opened.sentTo + pieceBytes, buffer.end)
      write(opened, buffer.read(opened.sentTo, to))
      opened.sentTo = to
    }
  }

  const write = ({ stream, takesMore }: OpenStream, bytes: Uint8Array) => {
    if (!takesMore) return
    stream.write(messages.audio(bytes))
    meter.add({ kind: "ear", vendor: provider, model: messages.model, quantity: bytes.length / bytesPerMilli })
  }

  const hear = (audio: Uint8Array, isReplayed = false) => {
    for (let at = 0; at < audio.length && isOpen; at += pieceBytes) {
      const piece = audio.subarray(at, at + pieceBytes)
      buffer.write(piece)
      const millis = piece.length / bytesPerMilli
      const isLoud = isVoice(piece)
      addAudio(millis, !isReplayed && isLoud)
      const portion = portionAfter(millis, isLoud) * bytesPerMilli
      for (const opened of streams.values()) if (buffer.end - opened.sentTo >= portion) send(opened)
    }
  }

  const tick = () => {
    const isSilent = buffer.end === endAtTick
    endAtTick = buffer.end
    for (const opened of streams.values()) {
      send(opened)
      if (isSilent) write(opened, aSecond)
    }
    dispatch({ kind: "tick", silence: isSilent ? tickMillis : 0 })
  }

  const close = (cause: Cause.Cause<ProviderFailure | Cause.Done>) => {
    isOpen = false
    for (const id of [...streams.keys()]) closeStream(id)
    Queue.failCauseUnsafe(results, cause)
  }

  yield* Effect.acquireRelease(
    Effect.sync(() => commands.forEach(execute)),
    () => Effect.sync(() => close(Cause.fail(Cause.Done())))
  )
  yield* Effect.sync(tick).pipe(Effect.delay(tickMillis), Effect.forever, Effect.forkScoped)
  return { hear, heard: Stream.fromQueue(results) } satisfies Listening
})

interface OpenStream {
  readonly stream: SpeechStream
  /** Position in the buffer up to which the stream has its audio. */
  sentTo: number
  takesMore: boolean
}

/** Maximum number of results that wait for a slow reader; the oldest are dropped first. */
const longestQueue = 256
/** Duration of audio after which the state machine is notified of it, ms. */
const notedMillis = 100
/** Interval of ticks, ms. */
const tickMillis = 1_000
const aSecond = silent(tickMillis)
// The service recommends 100 ms of audio in each message, and accepts up to 15 KB.
const pieceBytes = 1_000 * bytesPerMilli
