import { bytesPerMilli, samplesPerSecond } from "./frames.ts"
import { samples } from "./mulaw.ts"

/** A tone of an answering machine. Times are milliseconds of the received audio. */
export interface Beep {
  readonly beganAt: number
  readonly endedAt: number
}

export interface BeepDetector {
  /** Takes the next audio, of any length, and returns the beeps that have ended in it. */
  readonly hear: (audio: Uint8Array) => ReadonlyArray<Beep>
}

/**
 * Finds beeps: one pure tone of 400 to 2,200 Hz, for 140 ms to 3 s, between sounds that are no such tones. Voices are not
 * pure, a melody has a tone of another pitch next to each tone, and a key has two tones at once.
 */
export const makeBeepDetector = (): BeepDetector => {
  const block = new Float64Array(blockSamples)
  let filled = 0
  let blocks = 0
  let tone: Tone | undefined
  /** The last tone, of any length, and whether it is the note of a melody. */
  let last: (Tone & { readonly isNote: boolean }) | undefined
  /** A tone that has ended, until the sound after it shows that it is no note. */
  let ended: Tone | undefined

  const hear = (audio: Uint8Array): ReadonlyArray<Beep> => {
    const beeps: Array<Beep> = []
    for (let index = 0; index < audio.length; index++) {
      block[filled++] = samples[audio[index] ?? 0] ?? 0
      if (filled < blockSamples) continue
      filled = 0
      blocks++
      const beep = endBlock(pureTone(block))
      if (beep !== undefined) beeps.push(beep)
    }
    return beeps
  }

  const endBlock = (hertz: number | undefined): Beep | undefined => {
    if (tone !== undefined && hertz !== undefined && Math.abs(hertz - tone.hertz) <= sameHertz) {
      tone = { ...tone, until: blocks, hertz: tone.hertz + (hertz - tone.hertz) / (blocks - tone.from) }
      return undefined
    }
    // A block that is half tone and half something else has no clear pitch.
    if (tone !== undefined && hertz === undefined && blocks === tone.until + 1) return undefined
    if (tone !== undefined) endTone(tone)
    tone = hertz === undefined ? undefined : { from: blocks - 1, until: blocks, hertz }
    return beepOf()
  }

  const endTone = (over: Tone) => {
    const isNote = last !== undefined && over.from - last.until <= noteGap && lengthOf(last) >= shortestNote
    if (ended !== undefined && over.from - ended.until <= noteGap && lengthOf(over) >= shortestNote) ended = undefined
    const isBeep = !isNote && lengthOf(over) >= shortest && lengthOf(over) <= longest
    if (isBeep) ended = over
    if (lengthOf(over) >= shortestNote) last = { ...over, isNote }
  }

  // Waits for a note after the tone: its first blocks are heard by then.
  const beepOf = (): Beep | undefined => {
    const over = ended
    if (over === undefined || blocks < over.until + certainAfter) return undefined
    if (tone !== undefined && tone.from - over.until <= noteGap && blocks < tone.from + shortestNote) return undefined
    ended = undefined
    return { beganAt: over.from * blockMillis, endedAt: over.until * blockMillis }
  }

  return { hear }
}

/** Blocks with one pitch: the numbers of the first one and of the one after the last, and the pitch. */
interface Tone {
  readonly from: number
  readonly until: number
  readonly hertz: number
}

const lengthOf = ({ from, until }: Tone) => until - from

const blockMillis = 20
const blockSamples = blockMillis * bytesPerMilli
// A little beyond 400 and 2,200 Hz, since a pitch is measured to some Hz.
const [lowest, highest] = [390, 2_220]
// Maximum difference between the pitches of two blocks of one tone, Hz.
const sameHertz = 15
// Lengths in blocks: of a beep, and of a note that makes the tone beside it a note too.
const shortest = 6
const longest = 150
const shortestNote = 4
// Maximum pause between two notes, blocks.
const noteGap = 3
// Time after which a tone is known to have ended, blocks.
const certainAfter = 4
// Minimum loudness of a beep, root mean square.
const softest = 250
// Minimum part of the energy that is in its pitch.
const purity = 0.8

/** Returns the pitch of a block that is one pure tone. */
const pureTone = (block: Float64Array): number | undefined => {
  let energy = 0
  let once = 0
  let twice = 0
  for (let index = 2; index < block.length; index++) {
    const sample = block[index] ?? 0
    energy += sample * sample
    once += sample * (block[index - 1] ?? 0)
    twice += sample * (block[index - 2] ?? 0)
  }
  if (energy < softest ** 2 * block.length) return undefined
  // For a tone of this pitch the correlations are cos(w) and cos(2w); noise changes neither.
  const root = Math.sqrt(twice ** 2 + 8 * once ** 2)
  const cosine = twice < 0 ? (2 * once) / (root - twice) : (twice + root) / (4 * once)
  if (!(Math.abs(cosine) < 1)) return undefined
  const angle = Math.acos(cosine)
  const hertz = (angle / (2 * Math.PI)) * samplesPerSecond
  if (hertz < lowest || hertz > highest) return undefined
  return powerAt(block, angle) >= purity * energy ? hertz : undefined
}

/** Returns the energy of a block that is in one pitch. */
const powerAt = (block: Float64Array, angle: number) => {
  const factor = 2 * Math.cos(angle)
  let before = 0
  let beforeThat = 0
  for (const sample of block) {
    const now = sample + factor * before - beforeThat
    beforeThat = before
    before = now
  }
  const squared = before ** 2 + beforeThat ** 2 - factor * before * beforeThat
  return (2 * squared) / block.length
}
