import { samples } from "./mulaw.ts"

/** Whether audio is as loud as a voice; a quiet room stays far below. Asked for each frame of each call. */
export const isVoice = (audio: Uint8Array): boolean => {
  let power = 0
  for (let index = 0; index < audio.length; index++) power += squares[audio[index] ?? 0] ?? 0
  return audio.length > 0 && power >= loud ** 2 * audio.length
}

/** Minimum loudness of a voice: the root mean square of its samples. */
const loud = 600
const squares = Float64Array.from(samples, (sample) => sample ** 2)
