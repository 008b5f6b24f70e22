import { makeLetterDecoder, toBytes } from "./letters.ts"
import { encode, samples, silence } from "./mulaw.ts"
import { amplitude } from "./tone.ts"

/**
 * Encodes text as sound, at the pace of speech. Each symbol is 4 ms of one tone. The tones make
 * whole cycles in that time, so they begin and end at zero, and none is detected where another
 * sounds. A byte is a start symbol, 8 bits, 4 check bits and a rest. Bits have other tones than
 * start and rest, so they are never confused: a byte that is cut off, or joined from parts, is
 * missing and never wrong.
 */
export const speak = (text: string): Uint8Array => {
  const bytes = toBytes(text)
  if (bytes.length === 0) return new Uint8Array()
  const symbols = [...attention, ...bytes.flatMap(symbolsOf)]
  // Pads to whole frames, so that no silence needs to be appended.
  while (symbols.length % symbolsPerFrame !== 0) symbols.push(rest)
  const audio = new Uint8Array(symbols.length * symbolSamples)
  symbols.forEach((symbol, index) => {
    audio.set(symbol.audio, index * symbolSamples)
  })
  return audio
}

export interface ModemListener {
  /** Takes the audio that follows the last one, and returns the letters that ended in it. */
  readonly hear: (audio: Uint8Array) => string
  /** Whether speech sounds at the end of the received audio. */
  readonly hears: boolean
}

export const makeListener = (): ModemListener => {
  const reader = makeLetterDecoder()
  // A ring buffer of the last samples, and sums over them: integers, so they stay exact.
  const last = new Int16Array(symbolSamples)
  let at = 0
  let sine = 0
  let cosine = 0
  let energy = 0
  // Samples since the last start symbol ended.
  let age = 0
  let bits = 0
  let symbolsToCome = 0
  let whole = false

  const beginByte = () => {
    if (!(whole && age === byteSymbols * symbolSamples)) reader.reset()
    whole = false
    age = 0
    bits = 0
    symbolsToCome = byteSymbols - 1
  }

  const endSymbol = () => {
    symbolsToCome--
    if (symbolsToCome === 0) return isTone(rest, last, at, energy) ? endByte() : ""
    if (isTone(one, last, at, energy)) bits = (bits << 1) | 1
    else if (isTone(zero, last, at, energy)) bits <<= 1
    else symbolsToCome = 0
    return ""
  }

  const endByte = () => {
    const byte = bits >> checkBits
    whole = bits === withCheck(byte)
    return whole ? reader.read(byte) : ""
  }

  const hear = (audio: Uint8Array) => {
    let letters = ""
    for (let index = 0; index < audio.length; index++) {
      const sample = samples[audio[index] ?? silence] ?? 0
      const gone = last[at] ?? 0
      sine += (sample - gone) * (start.sine[at] ?? 0)
      cosine += (sample - gone) * (start.cosine[at] ?? 0)
      energy += sample * sample - gone * gone
      last[at] = sample
      at = (at + 1) % symbolSamples
      age++
      // The phase of the sums advances with time: rotate it back to that of the oldest sample.
      const likeness = sine * (start.cosine[at] ?? 0) - cosine * (start.sine[at] ?? 0)
      if (likeness > 0 && likeness * likeness >= clear * energy * scale ** 2) beginByte()
      else if (symbolsToCome > 0 && age % symbolSamples === 0) letters += endSymbol()
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
const checkBits = 4
const byteSymbols = 1 + 8 + checkBits + 1

// The tables hold integers: this is a sine of one.
const scale = 1_024
// The squared sum of a pure tone, divided by its energy.
const pure = (symbolSamples / 2) * scale ** 2
// Minimum of that quotient for a clear symbol, and for a sound that consists mostly of the tones.
const clear = 0.9 * pure
const mostly = 0.7 * pure

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

// Sound before the first letter, so that a voice is detected by then.
const attention = Array.from({ length: symbolsPerFrame }, () => rest)

const symbolsOf = (byte: number) => {
  const bits = withCheck(byte)
  const places = Array.from({ length: 8 + checkBits }, (_, index) => 7 + checkBits - index)
  return [start, ...places.map((place) => ((bits >> place) & 1 ? one : zero)), rest]
}

/** Returns a byte followed by its CRC with the polynomial x⁴ + x + 1. */
const withCheck = (byte: number) => (byte << checkBits) | (checks[byte] ?? 0)

const checks = Array.from({ length: 256 }, (_, byte) => {
  let left = byte << checkBits
  for (let place = 7; place >= 0; place--) if (left & (0b10000 << place)) left ^= 0b10011 << place
  return left
})

/** Whether the last samples are exactly this symbol, from its beginning to its end. */
const isTone = ({ sine }: typeof rest, last: Int16Array, at: number, energy: number) => {
  let likeness = 0
  for (let index = 0; index < symbolSamples; index++) {
    likeness += (last[(at + index) % symbolSamples] ?? 0) * (sine[index] ?? 0)
  }
  return likeness > 0 && likeness * likeness >= clear * energy
}

/** Whether most of the energy is in the four tones. */
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
