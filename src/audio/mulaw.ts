/** The byte of a sample of zero. */
export const silence = 0xff

/** Encodes 16-bit samples as G.711 μ-law; samples that are too loud are clipped. */
export const encode = (pcm: Int16Array): Uint8Array => {
  const audio = new Uint8Array(pcm.length)
  for (let index = 0; index < pcm.length; index++) audio[index] = encodeSample(pcm[index] ?? 0)
  return audio
}

/** Returns the root mean square of the samples: 0 to 32124. */
export const loudness = (audio: Uint8Array): number => {
  let squares = 0
  for (const byte of audio) squares += (samples[byte] ?? 0) ** 2
  return audio.length === 0 ? 0 : Math.sqrt(squares / audio.length)
}

// Added to each sample: the position of its highest bit is then its segment, and truncating bits rounds.
const bias = 132
const loudest = 32_635

const encodeSample = (sample: number) => {
  const biased = Math.min(Math.abs(sample), loudest) + bias
  const segment = 24 - Math.clz32(biased)
  const step = (biased >> (segment + 3)) & 0x0f
  // μ-law inverts all bits on the line.
  return ~((sample < 0 ? 0x80 : 0) | (segment << 4) | step) & 0xff
}

const decodeByte = (byte: number) => {
  const turned = ~byte & 0xff
  const segment = (turned >> 4) & 0x07
  const size = ((((turned & 0x0f) << 3) + bias) << segment) - bias
  return turned & 0x80 ? -size : size
}

/** The decoded sample of each byte. */
export const samples = Int16Array.from({ length: 256 }, (_, byte) => decodeByte(byte))
