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

/** Listens for as long as its scope: does what the machine of hearing.ts decides. */
export const makeEar = Effect.fnUntraced(function* (provider: string, open: () => SpeechStream, asking: Asking) {
  const told = yield* Queue.sliding<Heard, ProviderFailure | Cause.Done>(toldAtMost)
  const tape = makeTape(keptMillis * bytesPerMilli)
  const streams = new Map<number, OpenStream>()
  let isOpen = true
  let endAtTick = 0
  let failure = new ProviderFailure({ provider, reason: "each stream ends without a word", retryable: true })
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
      case "tell":
        return void Queue.offerUnsafe(told, command.heard)
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
    // An error may come right after it.
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
    for (const said of readRecognized(message)) dispatch({ kind: "said", id, said })
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

  // All that a stream has not got yet.
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
    Queue.failCauseUnsafe(told, cause)
  }

  yield* Effect.acquireRelease(
    Effect.sync(() => commands.forEach(execute)),
    () => Effect.sync(() => close(Cause.fail(Cause.Done())))
  )
  yield* Effect.sync(tick).pipe(Effect.delay(tickMillis), Effect.forever, Effect.forkScoped)
  return { hear, heard: Stream.fromQueue(told) } satisfies Listening
})

interface OpenStream {
  readonly stream: SpeechStream
  /** Of the tape. */
  sentTo: number
  takesMore: boolean
}

const toldAtMost = 256
const tickMillis = 1_000
const aSecond = silent(tickMillis)
// A message costs about the same whatever its size; the service recommends a tenth of a second, and takes 15 KB.
const sendBytes = 100 * bytesPerMilli
const pieceBytes = 1_000 * bytesPerMilli
// Loudness of speech on the line; a quiet room stays far below.
const loud = 600
