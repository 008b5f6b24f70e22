import { bytesPerMilli } from "../../audio/frames.ts"
import { loudness } from "../../audio/mulaw.ts"

/**
 * The sounding part of a sentence's audio. Voices are silent before and after a sentence and at its
 * commas, so the words lie where the audio sounds.
 */
export interface VoicedAudio {
  /** Duration of the sound, bytes. */
  readonly length: number
  /** Returns the position of a place in the sound where a word begins: after a pause that lies there. */
  readonly beginAt: (sounded: number) => number
  /** Returns the position of a place in the sound where a word ends: before a pause that lies there. */
  readonly endAt: (sounded: number) => number
}

/** Finds the sounding part of audio; audio without any sound counts as a sound. */
export const voicedIn = (audio: Uint8Array): VoicedAudio => {
  const found = pausesIn(audio)
  const isSilent = bytesOf(found) >= audio.length
  const pauses = isSilent ? [] : found
  return {
    length: audio.length - bytesOf(pauses),
    // Words end at pauses, so an estimate beside one means the word before it, or the one after it.
    beginAt: (sounded) => sounded + bytesOf(pauses.filter(({ after }) => after <= sounded + besideBytes)),
    endAt: (sounded) => sounded + bytesOf(pauses.filter(({ after }) => after < sounded - besideBytes))
  }
}

interface Pause {
  /** Duration of the sound before it, bytes. */
  readonly after: number
  readonly bytes: number
}

const bytesOf = (pauses: ReadonlyArray<Pause>) => pauses.reduce((sum, { bytes }) => sum + bytes, 0)

const pausesIn = (audio: Uint8Array): ReadonlyArray<Pause> => {
  const pauses: Array<Pause> = []
  let sounded = 0
  let quiet = 0
  const end = () => {
    if (quiet >= minPauseBytes) pauses.push({ after: sounded, bytes: quiet })
    else sounded += quiet
    quiet = 0
  }
  for (let at = 0; at < audio.length; at += stepBytes) {
    const step = audio.subarray(at, at + stepBytes)
    if (loudness(step) < minLoudness) {
      quiet += step.length
      continue
    }
    end()
    sounded += step.length
  }
  end()
  return pauses
}

const stepBytes = 10 * bytesPerMilli
// Shorter silences are within words, such as before a "t".
const minPauseBytes = 120 * bytesPerMilli
// Error of an estimate beside a pause, bytes.
const besideBytes = 60 * bytesPerMilli
// Minimum loudness of a sound; the silence of voices is far below.
const minLoudness = 60
