import { bytesPerMilli } from "../../audio/frames.ts"

/**
 * The audio of a call that is not recognized yet, so that a recognizer that comes back, or another,
 * hears what the first one missed. Times are milliseconds of the received audio.
 */
interface AudioTape {
  readonly add: (audio: Uint8Array) => void
  /** Drops the audio before this time. */
  readonly forgetUntil: (millis: number) => void
  /** The time at which the kept audio begins, and at which it ends. */
  readonly from: () => number
  readonly until: () => number
  /** Returns the kept audio, in the pieces in which it came. */
  readonly pieces: () => ReadonlyArray<Uint8Array>
}

export const makeAudioTape = (): AudioTape => {
  let pieces: Array<Uint8Array> = []
  let first = 0
  let from = 0
  let until = 0

  const dropFirst = () => {
    from += (pieces[first]?.length ?? 0) / bytesPerMilli
    first++
    // Dropping pieces one by one would move all the others each time.
    if (first < maxDropped) return
    pieces = pieces.slice(first)
    first = 0
  }

  return {
    add: (audio) => {
      // A copy: the piece may be part of a larger buffer, which it would keep alive.
      pieces.push(new Uint8Array(audio))
      until += audio.length / bytesPerMilli
      while (until - from > maxTapeMillis) dropFirst()
    },
    forgetUntil: (millis) => {
      for (let piece = pieces[first]; piece !== undefined; piece = pieces[first]) {
        if (from + piece.length / bytesPerMilli > millis) return
        dropFirst()
      }
    },
    from: () => from,
    until: () => until,
    pieces: () => pieces.slice(first)
  }
}

// Maximum kept audio, ms: a call ends after 12 s without a recognizer, and the person may have been
// speaking before. 25 s of a call are 200 KB.
const maxTapeMillis = 25_000
const maxDropped = 64
