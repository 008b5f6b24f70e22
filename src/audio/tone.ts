import { bytesPerMilli, samplesPerSecond } from "./frames.ts"
import { encode } from "./mulaw.ts"

/** Amplitude of all tones: a quarter of the maximum. */
export const amplitude = 8_000

/** Returns a pure tone as loud as speech, which begins at zero. */
export const tone = (hertz: number, millis: number): Uint8Array =>
  encode(
    Int16Array.from({ length: Math.round(millis * bytesPerMilli) }, (_, index) =>
      Math.round(amplitude * Math.sin((2 * Math.PI * hertz * index) / samplesPerSecond))
    )
  )
