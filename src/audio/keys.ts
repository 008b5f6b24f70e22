import { bytesPerMilli, samplesPerSecond, silent } from "./frames.ts"
import { encode, samples } from "./mulaw.ts"

/** The keys of a phone. */
export const phoneKeys = "123456789*0#"

/** Returns the sound of keys that are pressed one after another: of each, two tones at once (ITU-T Q.23). */
export const keyTones = (keys: string): Uint8Array =>
  Buffer.concat([...keys].flatMap((key) => [pressed(key), silent(gapMillis)]))

export interface KeyListener {
  /** Takes the next audio, and returns the keys that were pressed in it. */
  readonly hear: (audio: Uint8Array) => string
}

/** Hears keys in a line's sound. */
export const makeKeyListener = (): KeyListener => {
  const block = new Float64Array(blockSamples)
  let filled = 0
  let before: string | undefined
  let isNoted = false

  const endBlock = (): string => {
    const key = keyIn(block)
    const isSame = key !== undefined && key === before
    if (!isSame) isNoted = false
    before = key
    // Two blocks in a row: a sound that happens to have both tones is shorter.
    if (!isSame || isNoted) return ""
    isNoted = true
    return key
  }

  return {
    hear: (audio) => {
      let keys = ""
      for (const byte of audio) {
        block[filled++] = samples[byte] ?? 0
        if (filled < blockSamples) continue
        filled = 0
        keys += endBlock()
      }
      return keys
    }
  }
}

const rows = [697, 770, 852, 941]
const columns = [1_209, 1_336, 1_477]

const pressedMillis = 120
const gapMillis = 80
// Amplitude of each of the two tones, a sixth of the maximum.
const amplitude = 5_500

const blockSamples = 20 * bytesPerMilli
// Minimum part of the energy that is in the two tones.
const purity = 0.8
// Minimum loudness of a key, root mean square.
const softest = 500

const pressed = (key: string): Uint8Array => {
  const place = phoneKeys.indexOf(key)
  const [row = 0, column = 0] = [rows[Math.floor(place / 3)], columns[place % 3]]
  const wave = (hertz: number, index: number) => Math.sin((2 * Math.PI * hertz * index) / samplesPerSecond)
  return encode(
    Int16Array.from({ length: pressedMillis * bytesPerMilli }, (_, index) =>
      Math.round(amplitude * (wave(row, index) + wave(column, index)))
    )
  )
}

const keyIn = (block: Float64Array): string | undefined => {
  const energy = block.reduce((sum, sample) => sum + sample ** 2, 0)
  if (energy < softest ** 2 * block.length) return undefined
  const [row, rowPower] = loudest(block, rows)
  const [column, columnPower] = loudest(block, columns)
  if (rowPower + columnPower < purity * energy || Math.min(rowPower, columnPower) < energy / 5) return undefined
  return phoneKeys[row * 3 + column]
}

const loudest = (block: Float64Array, pitches: ReadonlyArray<number>): readonly [number, number] => {
  const powers = pitches.map((hertz) => powerAt(block, hertz))
  const most = Math.max(...powers)
  return [powers.indexOf(most), most]
}

/** Returns the energy of a block that is in one pitch. */
const powerAt = (block: Float64Array, hertz: number) => {
  let [inPhase, across] = [0, 0]
  for (const [index, sample] of block.entries()) {
    const angle = (2 * Math.PI * hertz * index) / samplesPerSecond
    inPhase += sample * Math.sin(angle)
    across += sample * Math.cos(angle)
  }
  return (2 * (inPhase ** 2 + across ** 2)) / block.length
}
