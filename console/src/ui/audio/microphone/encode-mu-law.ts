/** Encodes samples from -1 to 1 as μ-law, as ITU-T G.711 says. */
export const encodeMuLaw = (samples: Float32Array): Uint8Array<ArrayBuffer> => Uint8Array.from(samples, toMuLaw)

const toMuLaw = (sample: number): number => {
  const magnitude = Math.min(Math.round(Math.abs(sample) * 32_768), 32_635) + 0x84
  const exponent = Math.max(0, Math.floor(Math.log2(magnitude)) - 7)
  const mantissa = (magnitude >> (exponent + 3)) & 0x0f
  return ~((sample < 0 ? 0x80 : 0) | (exponent << 4) | mantissa) & 0xff
}
