import { Effect, Stream } from "effect"

/**
 * Number of samples of each side in a part: four seconds. The last part may have fewer. A node that dies loses the part
 * that it has not stored, which is less than five seconds.
 */
export const samplesOfPart = 32_000
export const samplesPerMilli = 8
/** Number of bytes of the peaks of a part: two for each tenth of a second. */
export const peaksOfPart = 2 * (samplesOfPart / samplesPerMilli / 100)

/** The key of the file of a part. */
export const partKey = (attemptId: string, number: number): string => `recording-${attemptId}-${number}`

/**
 * Returns bytes of a recording, from one place up to another. `read` returns the bytes of a part. What a part lacks is
 * silence.
 */
export const bytesOfRecording = (
  read: (part: number) => Effect.Effect<Uint8Array>,
  from: number,
  to: number
): Stream.Stream<Uint8Array> =>
  Stream.unfold(from, (at) => {
    if (at >= to) return Effect.undefined
    const part = Math.trunc(at / bytesOfPart)
    const end = Math.min(to, (part + 1) * bytesOfPart)
    return Effect.map(read(part), (bytes) => {
      const whole = new Uint8Array(bytesOfPart).fill(silence)
      whole.set(bytes)
      return [whole.subarray(at - part * bytesOfPart, end - part * bytesOfPart), end] as const
    })
  })

const bytesOfPart = 2 * samplesOfPart
/** The μ-law byte of a sample of zero. */
const silence = 0xff
