import { silence } from "./mulaw.ts"

/** The line has 8,000 samples a second, of a byte each. */
export const bytesPerMilli = 8

export const silent = (millis: number): Uint8Array => new Uint8Array(Math.round(millis * bytesPerMilli)).fill(silence)
