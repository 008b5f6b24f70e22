import { loudness } from "./mulaw.ts"

/** Whether audio is as loud as a voice; a quiet room stays far below. */
export const isVoice = (audio: Uint8Array): boolean => loudness(audio) >= loud

/** Minimum loudness of a voice. */
const loud = 600
