import { bytesPerMilli } from "../../audio/frames.ts"
import { isVoice } from "../../audio/voice-level.ts"

type Pass = (portion: Uint8Array, isInserted: boolean) => void

/** Passes audio on no faster than it was spoken. */
interface AudioPace {
  /** Begins to pass audio on. Until then it waits. */
  readonly start: () => void
  /** `isInserted` marks silence that was not received. */
  readonly hear: Pass
  /** Passes on the audio that is due. Call it often, because waiting audio must go on even if no more comes. */
  readonly run: () => void
}

/**
 * Sends audio at the pace of speech, for a vendor that refuses to hear faster. While more audio waits, all but the
 * beginning of a pause is skipped, so that recorded audio does not delay the person's words for the rest of the call.
 */
export const makePace = (now: () => number, send: Pass, skip: Pass): AudioPace => {
  const waiting: Array<{ readonly portion: Uint8Array; readonly isInserted: boolean }> = []
  let startedAt: number | undefined
  let sentMillis = 0
  /** Duration of the quiet at the end of what was sent, ms. Quiet before the first words ends no utterance. */
  let quietMillis = pauseMillis - quietBeforeMillis

  const run = () => {
    if (startedAt === undefined) return
    for (let [next] = waiting; next !== undefined; [next] = waiting) {
      const { isInserted, portion } = next
      const millis = portion.length / bytesPerMilli
      const isQuiet = !isVoice(portion)
      const earlyMillis = startedAt + sentMillis + millis - now()
      const isLate = waiting.length > 1 || earlyMillis > -jitterMillis
      const isSkipped = isQuiet && quietMillis >= pauseMillis && isLate
      if (!isSkipped && earlyMillis > 0) return
      waiting.shift()
      if (isSkipped) {
        skip(portion, isInserted)
        continue
      }
      sentMillis += millis
      quietMillis = isQuiet ? quietMillis + millis : 0
      send(portion, isInserted)
    }
  }

  return {
    start: () => {
      startedAt ??= now()
      run()
    },
    hear: (portion, isInserted) => {
      waiting.push({ portion, isInserted })
      run()
    },
    run
  }
}

/** Quiet that is sent of each pause, ms: enough to end an utterance. */
const pauseMillis = 1_500
/** Quiet that is sent before the first words, ms: some recognizers miss words that begin at once. */
const quietBeforeMillis = 200
/** Time by which audio may come early and is still sent at once, after a pause, ms. */
const jitterMillis = 100
