/** Cut-off of the filter, as a share of the new rate: a phone line carries up to 3.4 kHz of its 4 kHz. */
const passes = 0.42
/** Length of the filter, in samples of the new rate to each side. */
const sideSamples = 8

/**
 * Converts sound to a lower rate, part by part. What the new rate cannot carry is filtered out first, since it would
 * come back as other tones.
 */
export const makeResampler = (fromRate: number, toRate: number) => {
  const step = fromRate / toRate
  const side = Math.ceil(sideSamples * step)
  const filter = filterOf(side, passes / step)
  /** The samples that the next ones need, and where the next sample lies in them. */
  let rest = new Float32Array(side)
  let at = side
  return (sound: Float32Array): Float32Array<ArrayBuffer> => {
    const all = new Float32Array(rest.length + sound.length)
    all.set(rest)
    all.set(sound, rest.length)
    const made: Array<number> = []
    for (; Math.round(at) + side < all.length; at += step) {
      const from = Math.round(at) - side
      let sum = 0
      for (let index = 0; index < filter.length; index++) sum += (all[from + index] ?? 0) * (filter[index] ?? 0)
      made.push(sum)
    }
    const used = Math.max(0, Math.floor(at) - side - 1)
    rest = all.slice(used)
    at -= used
    return Float32Array.from(made)
  }
}

/** A low-pass filter: a sinc in a Hann window. Its sum is 1, so that loudness stays. */
const filterOf = (side: number, cutOff: number): Float32Array => {
  const weights = Array.from({ length: 2 * side + 1 }, (_, index) => {
    const from = index - side
    const window = 0.5 + 0.5 * Math.cos((Math.PI * from) / (side + 1))
    return window * (from === 0 ? 2 * cutOff : Math.sin(2 * Math.PI * cutOff * from) / (Math.PI * from))
  })
  const sum = weights.reduce((one, other) => one + other, 0)
  return Float32Array.from(weights, (weight) => weight / sum)
}
