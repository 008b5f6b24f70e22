import { Clock, Context, Effect, Latch, Layer, Option } from "effect"
import { bytesPerMilli } from "../audio/frames.ts"
import { loudness } from "../audio/mulaw.ts"
import { tone } from "../audio/tone.ts"
import type { StreamedAttempt } from "../calls/Attempts.ts"
import type { MediaCapabilities } from "../carriers/MediaCodec.ts"

/** The line to a person who has picked up. What is sent is played in order; none of it waits. */
export interface CallLine {
  readonly attempt: StreamedAttempt
  readonly capabilities: MediaCapabilities
  readonly send: (audio: Uint8Array) => void
  /** The carrier says this name when all that was sent before has been played. */
  readonly mark: (name: string) => void
  /** Drops what was sent and not played yet. */
  readonly clear: () => void
}

/** What is done with a line. */
export interface Talk {
  /** All that the person says, in order and without a gap; asked at once, so it must be quick. */
  readonly hear: (audio: Uint8Array) => void
  readonly press: (digit: string) => void
  readonly reachMark: (name: string) => void
  /** The call is over when it ends; it is interrupted when the line is gone. Its clock is the line's. */
  readonly run: Effect.Effect<void>
}

/** Talks with a person. */
export class CallSession extends Context.Service<CallSession, { readonly begin: (line: CallLine) => Talk }>()(
  "carillon/media/CallSession"
) {
  static readonly layer = Layer.sync(CallSession, () => ({ begin: echo }))
}

/** Greets, and says again what the person says, until they have been silent for long. */
const echo = (line: CallLine): Talk => {
  const utterances = makeUtterances()
  const play = makePlayer(line)
  const answer = Effect.fnUntraced(function* () {
    const said = yield* Effect.timeoutOption(utterances.next, longestSilence)
    if (Option.isSome(said)) yield* play(said.value)
    return Option.isSome(said) || utterances.isSpeaking()
  })
  return {
    hear: utterances.hear,
    press: () => undefined,
    reachMark: () => undefined,
    run: Effect.andThen(play(greeting), Effect.asVoid(Effect.repeat(answer(), { while: (goesOn) => goesOn })))
  }
}

const greeting = tone(440, 4_000)
const longestSilence = "20 seconds"

// What is softer than this is not meant.
const softest = 500
const quietMillis = 500
// Noise that never ends must not be kept for ever: 30 s of frames.
const mostPieces = 1_500

/** Puts what is heard together to utterances: each ends when it has been quiet for a while. */
const makeUtterances = () => {
  const ended: Array<Uint8Array> = []
  const isThere = Latch.makeUnsafe()
  let said: Array<Uint8Array> = []
  let quiet = 0

  const hear = (audio: Uint8Array) => {
    const isLoud = loudness(audio) > softest
    if (!isLoud && said.length === 0) return
    said.push(audio)
    quiet = isLoud ? 0 : quiet + audio.length / bytesPerMilli
    if (quiet < quietMillis && said.length < mostPieces) return
    ended.push(Buffer.concat(said))
    isThere.openUnsafe()
    said = []
    quiet = 0
  }

  const next: Effect.Effect<Uint8Array> = Effect.gen(function* () {
    yield* isThere.await
    const utterance = ended.shift()
    if (ended.length === 0) isThere.closeUnsafe()
    return utterance ?? (yield* next)
  })

  return { hear, next, isSpeaking: () => said.length > 0 }
}

const pieceMillis = 100
const mostAhead = 300

/** Sends what is to be played as it is played: what the carrier has already cannot be taken back everywhere. */
const makePlayer = (line: CallLine) => {
  let playedUntil = 0
  let marks = 0
  return Effect.fnUntraced(function* (audio: Uint8Array) {
    for (let from = 0; from < audio.length; from += pieceMillis * bytesPerMilli) {
      const now = Number(yield* Clock.monotonicTimeNanos) / 1e6
      const ahead = Math.max(0, playedUntil - now)
      if (ahead + pieceMillis > mostAhead) yield* Effect.sleep(ahead + pieceMillis - mostAhead)
      const piece = audio.subarray(from, from + pieceMillis * bytesPerMilli)
      playedUntil = Math.max(playedUntil, now) + piece.length / bytesPerMilli
      line.send(piece)
    }
    line.mark(`said ${++marks}`)
  })
}
