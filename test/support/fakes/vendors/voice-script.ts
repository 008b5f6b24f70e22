import { toBytes } from "../../../../src/audio/letters.ts"
import { speak } from "../../../../src/audio/modem.ts"
import type { VendorConnection } from "./vendor-server.ts"

/** How a vendor fails: by name, since each has a form and a code of its own for it. */
export type VoiceError = "busy" | "no credit" | "unknown voice" | "broken"

/**
 * The sound of a text, or a fault: no answer at all, an end without a sound, a beginning without an end, a connection
 * that breaks after the beginning, or an error.
 */
export type VendorSound = Uint8Array | "hang" | "empty" | "stall" | "cut" | { readonly error: VoiceError }

/** The script of a server in the place of a vendor that speaks. */
export interface VoiceScript {
  /** Returns the HTTP status with which a connection is refused. `index` counts from 0. */
  readonly refuse?: (index: number) => number | undefined
  /** `index` counts texts from 0. */
  readonly sound?: (text: string, index: number, connection: VendorConnection) => VendorSound | undefined
}

/** The requests that a server in the place of a vendor has received. */
export const makeVoiceLog = () => ({
  texts: [] as Array<string>,
  /** Texts that the service asked to stop. */
  stopped: [] as Array<string>,
  /** The language of each text, where it is set for a whole socket. */
  languages: [] as Array<string>,
  farewells: 0
})

interface Speaker {
  readonly piece: (audio: Uint8Array, at: number, sound: Uint8Array) => void
  readonly done: () => void
  readonly error: (error: VoiceError) => void
}

/** Speaks a text as the script says, in pieces. Returns whether it came to its end. */
export const speakBy = (
  { sound: soundOf }: VoiceScript,
  log: ReturnType<typeof makeVoiceLog>,
  connection: VendorConnection,
  text: string,
  speaker: Speaker
): boolean => {
  log.texts.push(text)
  const sound = soundOf?.(text, log.texts.length - 1, connection) ?? speak(text)
  if (sound === "hang") return false
  if (sound === "stall" || sound === "cut") {
    const whole = speak(text)
    speaker.piece(whole.subarray(0, pieceBytes), 0, whole)
    if (sound === "cut") setImmediate(connection.cut)
    return false
  }
  if (typeof sound === "object" && "error" in sound) speaker.error(sound.error)
  else {
    if (sound !== "empty") {
      for (let at = 0; at < sound.length; at += pieceBytes)
        speaker.piece(sound.subarray(at, at + pieceBytes), at, sound)
    }
    speaker.done()
  }
  return true
}

const pieceBytes = 1_600

/** Returns until which byte of its sound the first characters of a text sound. */
export const soundsUntil = (text: string, sound: Uint8Array, characters: number): number => {
  const whole = Math.ceil(bytesOf(text) / frameBytes) * frameBytes
  return Math.round((bytesOf(text.slice(0, characters)) / whole) * sound.length)
}

const bytesOf = (text: string) => beginBytes + toBytes(text).length * byteBytes

// Modem audio before the first byte of a text, and of each byte; it ends with a whole frame.
const beginBytes = 160
const byteBytes = 448
const frameBytes = 160
