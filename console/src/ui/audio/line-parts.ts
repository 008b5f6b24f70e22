import { decodeMuLaw } from "./mu-law.ts"

/** Both sides of a line over the same time, as samples from -1 to 1. */
export interface LinePart {
  /** Time of the line at the first sample, ms. */
  readonly atMillis: number
  readonly person: Float32Array<ArrayBuffer>
  readonly agent: Float32Array<ArrayBuffer>
}

/** Size of what precedes the samples of a part: its time (4 bytes) and the number of its samples (2 bytes). */
const headBytes = 6

/** Cuts a stream of bytes into the parts that it consists of; parts without samples are left out. */
export const makePartReader = () => {
  let rest = new Uint8Array(0)
  return (bytes: Uint8Array): ReadonlyArray<LinePart> => {
    const all = new Uint8Array(rest.length + bytes.length)
    all.set(rest)
    all.set(bytes, rest.length)
    const view = new DataView(all.buffer)
    const parts: Array<LinePart> = []
    let at = 0
    while (all.length - at >= headBytes) {
      const samples = view.getUint16(at + 4)
      const from = at + headBytes
      const end = from + 2 * samples
      if (end > all.length) break
      if (samples > 0) {
        parts.push({
          atMillis: view.getUint32(at),
          person: decodeMuLaw(all.subarray(from, from + samples)),
          agent: decodeMuLaw(all.subarray(from + samples, end))
        })
      }
      at = end
    }
    rest = all.slice(at)
    return parts
  }
}

/** How loud audio is, from 0 to 100 in steps of the ear: 0 is -50 dB and quieter, 100 is full scale. */
export const levelOf = (audio: Float32Array): number => {
  let squares = 0
  for (const sample of audio) squares += sample * sample
  const decibels = 10 * Math.log10(squares / Math.max(1, audio.length) + 1e-12)
  return Math.round(Math.min(100, Math.max(0, (decibels + 50) * 2)))
}
