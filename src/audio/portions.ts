import { bytesPerMilli } from "./frames.ts"

/**
 * Decides how much audio is sent in one message, since each costs about the same in any size. Returns a function that
 * takes the duration of the next audio, and returns that up to which it may wait, ms. Once a voice has paused the person
 * waits for an answer, so the audio is sent sooner.
 */
export const makePortionSize = (): ((millis: number, isVoice: boolean) => number) => {
  /** Duration of the quiet since the last voice, ms. */
  let quietMillis = Number.POSITIVE_INFINITY
  return (millis, isVoice) => {
    const wasVoice = quietMillis === 0
    quietMillis = isVoice ? 0 : quietMillis + millis
    if (quietMillis === 0 || quietMillis > endingMillis) return usualMillis
    return wasVoice ? 0 : shortMillis
  }
}

/** Collects audio to portions, none shorter than `shortestMillis`, and sends each when it is due. */
export const makePortions = (send: (portion: Uint8Array) => void, shortestMillis = 0) => {
  const sizeAfter = makePortionSize()
  let waiting: Uint8Array = nothing
  let bytes = 0

  const flush = () => {
    if (bytes === 0 || bytes < shortestMillis * bytesPerMilli) return
    const portion = waiting.subarray(0, bytes)
    waiting = nothing
    bytes = 0
    send(portion)
  }

  return {
    hear: (audio: Uint8Array, isVoice: boolean): void => {
      // A copy, since the audio may be part of a larger buffer; one array for all of a portion.
      if (bytes + audio.length > waiting.length) {
        const larger = Buffer.allocUnsafe(Math.max(usualMillis * bytesPerMilli, 2 * (bytes + audio.length)))
        larger.set(waiting.subarray(0, bytes))
        waiting = larger
      }
      waiting.set(audio, bytes)
      bytes += audio.length
      if (bytes >= Math.max(sizeAfter(audio.length / bytesPerMilli, isVoice), shortestMillis) * bytesPerMilli) flush()
    },
    flush
  }
}

const nothing = new Uint8Array(0)
const usualMillis = 100
const shortMillis = 40
/** Time after the last voice in which the end of the turn is decided, ms. */
const endingMillis = 600
