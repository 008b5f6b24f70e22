import type { v2 } from "@google-cloud/speech"
import { Cause, Effect, Queue, Stream } from "effect"
import { bytesPerMilli, silent } from "../../audio/frames.ts"
import { loudness } from "../../audio/mulaw.ts"
import { ProviderFailure } from "../contract/ProviderFailure.ts"
import type { Heard, Listening } from "../contract/SpeechToText.ts"
import { cancel } from "./google-clients.ts"
import { googleFailure } from "./google-failure.ts"
import { beginHearing, type EarCommand, type EarEvent, keptMillis, step } from "./hearing.ts"
import { type Asking, hasTimedOut, type Recognized, readRecognized } from "./recognition.ts"
import { makeTape } from "./tape.ts"

/** A stream of either version. */
export type SpeechStream = ReturnType<v2.SpeechClient["_streamingRecognize"]>

/** Recognizes the audio of one call until its scope closes: carries out the decisions of the state machine in hearing.ts. */
export const makeEar = Effect.fnUntraced(function* (provider: string, open: () => SpeechStream, asking: Asking) {
  const results = yield* Queue.sliding<Heard, ProviderFailure | Cause.Done>(longestQueue)
  const tape = makeTape(keptMillis * bytesPerMilli)
  const streams = new Map<number, OpenStream>()
  let isOpen = true
  let endAtTick = 0
  let failure = new ProviderFailure({ provider, reason: "every stream ended without a result", retryable: true })
  let [hearing, commands] = beginHearing()

  const dispatch = (event: EarEvent) => {
    if (!isOpen) return
    ;[hearing, commands] = step(hearing, event)
    commands.forEach(execute)
  }

  const execute = (command: EarCommand) => {
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
    const ear: OpenStream = { stream, sentTo: Math.round(from * bytesPerMilli), takesMore: true }
    streams.set(id, ear)
    stream.on("data", (message: Recognized) => read(id, message))
    stream.on("error", (cause: unknown) => lose(id, cause))
    // An error may follow right after the end.
    stream.on("end", () => setImmediate(() => lose(id, null)))
    stream.write(asking.configuration)
    send(ear)
  }

  const closeStream = (id: number) => {
    const ear = streams.get(id)
    streams.delete(id)
    if (ear !== undefined) cancel(ear.stream)
  }

  const read = (id: number, message: Recognized) => {
    const ear = streams.get(id)
    if (ear === undefined) return
    if (message.error?.code) return lose(id, message.error)
    for (const result of readRecognized(message)) dispatch({ kind: "result", id, result })
    if (!hasTimedOut(message)) return
    ear.takesMore = false
    ear.stream.end()
  }

  const lose = (id: number, cause: unknown) => {
    const ear = streams.get(id)
    if (ear === undefined) return
    closeStream(id)
    if (cause !== null) failure = googleFailure(provider, cause)
    dispatch({ kind: cause === null || failure.retryable ? "ended" : "refused", id })
  }

  // Writes the audio that the stream has not received yet.
  const send = (ear: OpenStream) => {
    while (ear.sentTo < tape.end) {
      const to = Math.min(ear.sentTo + pieceBytes, tape.end)
      write(ear, tape.read(ear.sentTo, to))
      ear.sentTo = to
    }
  }

  const write = ({ stream, takesMore }: OpenStream, bytes: Uint8Array) => {
    if (takesMore) stream.write(asking.audio(bytes))
  }

  const hear = (audio: Uint8Array) => {
    for (let at = 0; at < audio.length && isOpen; at += pieceBytes) {
      const piece = audio.subarray(at, at + pieceBytes)
      tape.write(piece)
      dispatch({ kind: "audio", millis: piece.length / bytesPerMilli, loud: loudness(piece) >= loud })
      for (const ear of streams.values()) if (tape.end - ear.sentTo >= sendBytes) send(ear)
    }
  }

  const tick = () => {
    const isSilent = tape.end === endAtTick
    endAtTick = tape.end
    for (const ear of streams.values()) {
      send(ear)
      if (isSilent) write(ear, aSecond)
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
  /** Position on the tape up to which the stream has its audio. */
  sentTo: number
  takesMore: boolean
}

/** Results that wait for a slow reader; the oldest are dropped first. */
const longestQueue = 256
const tickMillis = 1_000
const aSecond = silent(tickMillis)
// Messages cost about the same in any size. The service recommends 100 ms of audio in each, and accepts up to 15 KB.
const sendBytes = 100 * bytesPerMilli
const pieceBytes = 1_000 * bytesPerMilli
/** Least loudness of speech on the line; a quiet room stays far below. */
const loud = 600
