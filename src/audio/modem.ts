import { makeReader, toBytes } from "./letters.ts"
import { encode, samples, silence } from "./mulaw.ts"
import { amplitude } from "./tone.ts"

/**
 * Text as sound, at the pace of speech. Each symbol is 4 ms of one tone. The tones make whole cycles in that time, so
 * they begin and end at zero, and none is heard where another sounds. A letter's byte is a start symbol, which is
 * nowhere else, then 8 bits and 5 that check them: whatever is cut off or put together, a letter is right or absent.
 */
export const speak = (text: string): Uint8Array => {
  const bytes = toBytes(text)
  if (bytes.length === 0) return new Uint8Array()
  const symbols = [...attention, ...bytes.flatMap(symbolsOf)]
  // Whole frames, so that no silence need be put behind.
  while (symbols.length % symbolsPerFrame !== 0) symbols.push(rest)
  const audio = new Uint8Array(symbols.length * symbolSamples)
  symbols.forEach((symbol, index) => {
    audio.set(symbol.audio, index * symbolSamples)
  })
  return audio
}

export interface Listener {
  /** The letters that ended in this audio, which goes on where the one before it ended. */
  readonly hear: (audio: Uint8Array) => string
  /** Whether speech sounds at the end of what was heard. */
  readonly hears: boolean
}

export const makeListener = (): Listener => {
  const reader = makeReader()
  // The last samples, each at its time modulo their number, and sums over them: whole numbers, so they stay exact.
  const last = new Int16Array(symbolSamples)
  let at = 0
  let sine = 0
  let cosine = 0
  let energy = 0
  // Since the last start symbol ended.
  let age = 0
  let bits = 0
  let bitsToCome = 0
  let whole = false

  const endOfSymbol = () => {
    const bit = bitOf(last, at, energy)
    if (bit === undefined) {
      bitsToCome = 0
      return ""
    }
    bits = (bits << 1) | bit
    bitsToCome--
    if (bitsToCome > 0) return ""
    const byte = bits >> checkBits
    whole = bits === withCheck(byte)
    return whole ? reader.read(byte) : ""
  }

  const begin = () => {
    if (!(whole && age === byteSamples)) reader.forget()
    whole = false
    age = 0
    bits = 0
    bitsToCome = 8 + checkBits
  }

  const hear = (audio: Uint8Array) => {
    let letters = ""
    for (let index = 0; index < audio.length; index++) {
      const sample = samples[audio[index] ?? silence] ?? 0
      const gone = last[at] ?? 0
      sine = sine + (sample - gone) * (start.sine[at] ?? 0)
      cosine = cosine + (sample - gone) * (start.cosine[at] ?? 0)
      energy += sample * sample - gone * gone
      last[at] = sample
      at = (at + 1) % symbolSamples
      age++
      // The start symbol as it sounds from its first sample, whatever the time of that sample.
      const likeness = sine * (start.cosine[at] ?? 0) - cosine * (start.sine[at] ?? 0)
      if (likeness > 0 && likeness * likeness >= clearOfStart * energy) begin()
      else if (bitsToCome > 0 && age % symbolSamples === 0) letters += endOfSymbol()
    }
    return letters
  }

  return {
    hear,
    get hears() {
      return sounds(last, energy)
    }
  }
}

const symbolSamples = 32
const symbolsPerFrame = 5
const checkBits = 5
const byteSamples = (1 + 8 + checkBits) * symbolSamples

// Whole numbers of tables are this much larger than their sines.
const scale = 1_024
// How much of what sounds is the tone that is looked for: all of it is what its sums would be.
const clear = 0.9 * (symbolSamples / 2) * scale ** 2
const mostly = 0.7 * (symbolSamples / 2) * scale ** 2

const symbolOf = (cycles: number) => {
  const angles = Array.from({ length: symbolSamples }, (_, index) => (2 * Math.PI * cycles * index) / symbolSamples)
  return {
    audio: encode(Int16Array.from(angles, (angle) => Math.round(amplitude * Math.sin(angle)))),
    sine: Int16Array.from(angles, (angle) => Math.round(scale * Math.sin(angle))),
    cosine: Int16Array.from(angles, (angle) => Math.round(scale * Math.cos(angle)))
  }
}

// 750, 1,000, 1,250 and 1,500 Hz.
const rest = symbolOf(3)
const zero = symbolOf(4)
const one = symbolOf(5)
const start = symbolOf(6)

// What a listener takes for speech before the first letter has ended.
const attention = Array.from({ length: symbolsPerFrame }, () => rest)
// The sums below turn with the time, which the start's own tables measure: their product is as much larger.
const clearOfStart = clear * scale ** 2

const symbolsOf = (byte: number) => {
  const bits = withCheck(byte)
  return [
    start,
    ...Array.from({ length: 8 + checkBits }, (_, index) => ((bits >> (7 + checkBits - index)) & 1 ? one : zero))
  ]
}

/** A byte and its check behind it: a CRC by x⁵ + x² + 1, so that up to five wrong bits in a row are always seen. */
const withCheck = (byte: number) => (byte << checkBits) | (checks[byte] ?? 0)

const checks = Array.from({ length: 256 }, (_, byte) => {
  let rest = byte << checkBits
  for (let bit = 7 + checkBits; bit >= checkBits; bit--) if (rest & (1 << bit)) rest ^= 0b100101 << (bit - checkBits)
  // Byte 0 has a check as well.
  return rest ^ 0b11111
})

/** The bit whose symbol the last samples are, or undefined. */
const bitOf = (last: Int16Array, at: number, energy: number) => {
  let mark = 0
  let space = 0
  for (let index = 0; index < symbolSamples; index++) {
    const sample = last[(at + index) % symbolSamples] ?? 0
    mark += sample * (one.sine[index] ?? 0)
    space += sample * (zero.sine[index] ?? 0)
  }
  if (mark > 0 && mark * mark >= clear * energy) return 1
  if (space > 0 && space * space >= clear * energy) return 0
  return undefined
}

/** Whether most of what sounds is in the four tones. */
const sounds = (last: Int16Array, energy: number) => {
  let power = 0
  for (const { sine, cosine } of [rest, zero, one, start]) {
    let [inPhase, across] = [0, 0]
    for (let index = 0; index < symbolSamples; index++) {
      inPhase += (last[index] ?? 0) * (sine[index] ?? 0)
      across += (last[index] ?? 0) * (cosine[index] ?? 0)
    }
    power += inPhase ** 2 + across ** 2
  }
  return energy > 0 && power >= mostly * energy
}
