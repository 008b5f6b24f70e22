import { bytesPerMilli } from "../../audio/frames.ts"
import { loudness } from "../../audio/mulaw.ts"

/**
 * Collects frames to portions, since each message costs the same in any size. While a voice may just have ended, each
 * frame is sent at once: the person waits for the result.
 */
export const makePortions = (send: (portion: Uint8Array) => void, portionMillis = usualMillis) => {
  let waiting: Array<Uint8Array> = []
  let bytes = 0
  /** Duration of the quiet since the last voice, ms. */
  let quietMillis = Number.POSITIVE_INFINITY

  const flush = () => {
    if (bytes === 0) return
    const [first, ...others] = waiting
    const portion = first !== undefined && others.length === 0 ? first : Buffer.concat(waiting)
    waiting = []
    bytes = 0
    send(portion)
  }

  return {
    hear: (audio: Uint8Array): void => {
      const millis = audio.length / bytesPerMilli
      quietMillis = loudness(audio) >= loud ? 0 : quietMillis + millis
      // A copy, since the frame may be part of a larger buffer.
      waiting.push(new Uint8Array(audio))
      bytes += audio.length
      if (bytes >= portionMillis * bytesPerMilli || (quietMillis > 0 && quietMillis <= endingMillis)) flush()
    },
    flush
  }
}

const usualMillis = 100
/** Time after the last loud frame in which the end of the turn is decided, ms. */
const endingMillis = 600
/** Minimum loudness of a voice; a quiet room stays far below. */
const loud = 600
