import { silence } from "./mulaw.ts"

/** Bytes per millisecond: the line has 8,000 samples per second, of one byte each. */
export const bytesPerMilli = 8
export const samplesPerSecond = 1_000 * bytesPerMilli

/** Length of a frame, ms. */
export const frameMillis = 20

/** Returns silence of this duration, ms. */
export const silent = (millis: number): Uint8Array => new Uint8Array(Math.round(millis * bytesPerMilli)).fill(silence)
