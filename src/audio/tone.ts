import { bytesPerMilli } from "./frames.ts"
import { encode } from "./mulaw.ts"

const samplesPerSecond = 1_000 * bytesPerMilli

/** A quarter of the loudest. */
export const amplitude = 8_000

/** A pure tone, of the loudness of speech, that begins at zero. */
export const tone = (hertz: number, millis: number): Uint8Array =>
  encode(
    Int16Array.from({ length: Math.round(millis * bytesPerMilli) }, (_, index) =>
      Math.round(amplitude * Math.sin((2 * Math.PI * hertz * index) / samplesPerSecond))
    )
  )
