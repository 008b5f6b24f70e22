import { bytesPerMilli, frameMillis } from "../../audio/frames.ts"

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
  /** Returns a copy of the kept audio, in frames of 20 ms. */
  readonly pieces: () => ReadonlyArray<Uint8Array>
}

export const makeAudioTape = (): AudioTape => {
  // Audio is copied into blocks: an array for each frame would cost more than all else that a frame needs.
  const blocks: Array<Uint8Array> = []
  /** Spent blocks, for the audio to come: a new block each second would outlive it until the next large collection. */
  const spare: Array<Uint8Array> = []
  /** Where the first block, the kept audio and the free part of the last block begin, bytes. */
  let blocksFrom = 0
  let from = 0
  let until = 0

  const keepFrom = (bytes: number) => {
    from = bytes
    const spent = Math.floor((from - blocksFrom) / blockBytes)
    if (spent === 0) return
    spare.push(...blocks.splice(0, spent))
    blocksFrom += spent * blockBytes
  }

  return {
    add: (audio) => {
      for (let at = 0; at < audio.length; ) {
        const offset = (until - blocksFrom) % blockBytes
        if (until - blocksFrom === blocks.length * blockBytes) {
          blocks.push(spare.pop() ?? new Uint8Array(blockBytes))
        }
        // A part of audio is an object of its own, which nearly no frame needs.
        const isWhole = at === 0 && audio.length <= blockBytes - offset
        const part = isWhole ? audio : audio.subarray(at, at + blockBytes - offset)
        blocks.at(-1)?.set(part, offset)
        at += part.length
        until += part.length
      }
      if (until - from > maxTapeBytes) keepFrom(until - maxTapeBytes)
    },
    forgetUntil: (millis) => {
      const frames = Math.floor((Math.min(millis * bytesPerMilli, until) - from) / frameBytes)
      if (frames > 0) keepFrom(from + frames * frameBytes)
    },
    from: () => from / bytesPerMilli,
    until: () => until / bytesPerMilli,
    pieces: () => {
      const pieces: Array<Uint8Array> = []
      for (let at = from; at < until; ) {
        const offset = (at - blocksFrom) % blockBytes
        const end = Math.min(offset + frameBytes, offset + until - at, blockBytes)
        pieces.push((blocks[Math.floor((at - blocksFrom) / blockBytes)] ?? nothing).slice(offset, end))
        at += end - offset
      }
      return pieces
    }
  }
}

const nothing = new Uint8Array()

const frameBytes = frameMillis * bytesPerMilli
/** Size of a block: a second of audio. */
const blockBytes = 1_000 * bytesPerMilli
// Maximum kept audio, bytes of 25 s: a call ends after 12 s without a recognizer, and the person may have been speaking
// before.
const maxTapeBytes = 25_000 * bytesPerMilli
