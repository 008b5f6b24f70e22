import { samples } from "./mulaw.ts"

/** Whether audio is as loud as a voice; a quiet room stays far below. Asked for each frame of each call. */
export const isVoice = (audio: Uint8Array): boolean =>
  audio.length > 0 && powerOf(audio, 0, audio.length) >= loud ** 2 * audio.length

/** Returns the sum of the squares of the samples of a part of audio. */
export const powerOf = (audio: Uint8Array, from: number, to: number): number => {
  let power = 0
  for (let index = from; index < to; index++) power += squares[audio[index] ?? 0] ?? 0
  return power
}

/** Minimum loudness of a voice: the root mean square of its samples. */
const loud = 600
const squares = Float64Array.from(samples, (sample) => sample ** 2)
