import { bytesPerMilli } from "../../audio/frames.ts"
import { powerOf } from "../../audio/voice-level.ts"

/**
 * The beginning or end of a voice, or a pause in it, which may be its end, and the end of that pause. `atMillis` is its
 * time, ms of received audio; it is detected a while later.
 */
export interface VoiceChange {
  readonly kind: "began" | "ended" | "pausing" | "resumed"
  readonly atMillis: number
}

/** Detects when a person speaks, by the loudness of the line. */
export interface VoiceActivity {
  /** Takes the next audio, of any length, and returns the changes in it, in order. */
  readonly hear: (audio: Uint8Array) => ReadonlyArray<VoiceChange>
}

/**
 * A level rises with each loud block and falls with each quiet one. A voice begins when the level
 * is at its maximum and ends when it is at zero. So a click is no voice, and neither a click nor a
 * gap between syllables changes when a voice ends.
 */
export const makeVoiceActivity = (): VoiceActivity => {
  let isSpeaking = false
  let level = 0
  /** When the level was last at zero or, while the person speaks, at its maximum. */
  let settledUntil = 0
  let blockEnds = 0
  let isPausing = false
  /** Duration of the loud blocks, or of the quiet ones, until now. */
  let runMillis = 0
  let wasLoud = false
  let noise = quietest
  let power = 0
  let missing = blockSamples

  const hear = (audio: Uint8Array): ReadonlyArray<VoiceChange> => {
    let changes: Array<VoiceChange> | undefined
    for (let from = 0; from < audio.length; ) {
      const to = Math.min(audio.length, from + missing)
      power += powerOf(audio, from, to)
      missing -= to - from
      from = to
      if (missing > 0) break
      const change = endBlock(power / blockSamples)
      power = 0
      missing = blockSamples
      if (change === undefined) continue
      changes ??= []
      changes.push(change)
    }
    return changes ?? unchanged
  }

  const endBlock = (loudness: number) => {
    blockEnds += blockMillis
    const sounds = loudness > noise * (isSpeaking ? staysAbove : beginsAbove)
    noise = updatedNoise(noise, loudness)
    level = sounds ? Math.min(fullMillis, level + blockMillis) : Math.max(0, level - blockMillis)
    runMillis = sounds === wasLoud ? runMillis + blockMillis : blockMillis
    wasLoud = sounds
    if (level === (isSpeaking ? 0 : fullMillis)) return flip()
    if (level === (isSpeaking ? fullMillis : 0)) settledUntil = blockEnds
    return isSpeaking ? pauseOrResume(sounds) : undefined
  }

  const pauseOrResume = (sounds: boolean): VoiceChange | undefined => {
    if (isPausing !== sounds || runMillis < (sounds ? resumedMillis : pausingMillis)) return undefined
    isPausing = !sounds
    return { kind: sounds ? "resumed" : "pausing", atMillis: blockEnds - runMillis }
  }

  const flip = (): VoiceChange => {
    const change: VoiceChange = { kind: isSpeaking ? "ended" : "began", atMillis: settledUntil }
    isSpeaking = !isSpeaking
    isPausing = false
    settledUntil = blockEnds
    return change
  }

  return { hear }
}

const unchanged: ReadonlyArray<VoiceChange> = []

// Length of a block: one period of the lowest voice, ms.
const blockMillis = 10
const blockSamples = blockMillis * bytesPerMilli
// Maximum of the level, ms: this much more loud than quiet time begins a voice, and the reverse ends it.
const fullMillis = 200
// Quiet after which a voice pauses, ms: longer than the gaps between syllables.
const pausingMillis = 100
// Sound after which a voice that paused goes on, ms.
const resumedMillis = 50

// Loudness is the mean square of the samples. `quietest` and `loudest` bound the noise level. A voice
// begins and stays above a multiple of it, so sound above `loudest` times `beginsAbove` is always one.
const quietest = 50 ** 2
const loudest = 600 ** 2
const beginsAbove = 10
const staysAbove = 5

// The pauses of a voice show the noise behind it. New noise counts as a voice until it has lasted
// for seconds without a pause.
const updatedNoise = (noise: number, loudness: number) => {
  const learned = loudness < noise ? noise + (loudness - noise) * 0.1 : noise * 1.007
  return Math.min(loudest, Math.max(quietest, learned))
}
