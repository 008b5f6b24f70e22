import { bytesPerMilli } from "../../audio/frames.ts"
import { silence } from "../../audio/mulaw.ts"

interface Listeners {
  readonly isListened: () => boolean
  readonly publish: (part: Uint8Array) => void
  readonly end: () => void
}

/** Both sides of a line as a listener hears them. No method waits, and each does nothing without a listener. */
export interface TwoTracks {
  /** The person's audio up to a time of the line, ms. */
  readonly hear: (audio: Uint8Array, untilMillis: number) => void
  /** The agent's audio, which the carrier plays once it has played what was sent before. */
  readonly send: (audio: Uint8Array) => void
  /** The carrier drops the audio that it has not played yet. */
  readonly clear: () => void
  /** The line is gone. */
  readonly end: () => void
}

/**
 * Puts the two sides of a line beside each other and publishes them in parts: the audio of the person is the clock, and
 * the agent's audio waits as it does at the carrier. A part is the line's time at its begin (4 bytes, ms), the number of
 * samples (2 bytes), and the μ-law samples of the person and of the agent. It lasts at most 8 seconds.
 */
export const makeTwoTracks = (listeners: Listeners, partMillis = 200): TwoTracks => {
  const partBytes = partMillis * bytesPerMilli
  let person = nothing
  let agent = nothing
  let filled = 0
  /** Time of the line up to which the tracks are filled, ms. */
  let filledUntil = 0
  /** The audio that the carrier has yet to play. */
  let unplayed: Array<Uint8Array> = []
  let unplayedBytes = 0

  const hear = (audio: Uint8Array, untilMillis: number) => {
    if (!listeners.isListened()) return forget()
    if (person.length === 0) {
      person = new Uint8Array(partBytes)
      agent = new Uint8Array(partBytes)
    }
    for (let from = 0; from < audio.length; ) {
      const piece = audio.subarray(from, from + partBytes - filled)
      person.set(piece, filled)
      play(agent.subarray(filled, filled + piece.length))
      filled += piece.length
      from += piece.length
      filledUntil = untilMillis - (audio.length - from) / bytesPerMilli
      if (filled === partBytes) publish()
    }
  }

  /** Takes the next audio of the agent, and silence when there is none. */
  const play = (track: Uint8Array) => {
    track.fill(silence)
    let at = 0
    for (let first = unplayed[0]; first !== undefined && at < track.length; first = unplayed[0]) {
      const piece = first.subarray(0, track.length - at)
      track.set(piece, at)
      at += piece.length
      if (piece.length === first.length) unplayed.shift()
      else unplayed[0] = first.subarray(piece.length)
    }
    unplayedBytes -= at
  }

  const publish = () => {
    const part = new Uint8Array(headBytes + 2 * filled)
    const head = new DataView(part.buffer)
    head.setUint32(0, Math.max(0, Math.round(filledUntil - filled / bytesPerMilli)))
    head.setUint16(4, filled)
    part.set(person.subarray(0, filled), headBytes)
    part.set(agent.subarray(0, filled), headBytes + filled)
    filled = 0
    listeners.publish(part)
  }

  const send = (audio: Uint8Array) => {
    if (!listeners.isListened() || unplayedBytes > maxUnplayedBytes) return
    unplayed.push(audio)
    unplayedBytes += audio.length
  }

  const clear = () => {
    unplayed = []
    unplayedBytes = 0
  }

  const forget = () => {
    filled = 0
    if (unplayedBytes > 0) clear()
  }

  const end = () => {
    if (filled > 0) publish()
    listeners.end()
  }

  return { hear, send, clear, end }
}

const nothing = new Uint8Array(0)
const headBytes = 6
/** Maximum of unplayed audio, bytes: far more than is sent ahead. */
const maxUnplayedBytes = 10_000 * bytesPerMilli
