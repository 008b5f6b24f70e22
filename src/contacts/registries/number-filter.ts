import { prefixBytes, storedBytes } from "./number-digests.ts"

/** A small set that has every number of a list, and some others: one number in 200 is in it by chance. */
export interface NumberFilter {
  readonly add: (part: number, digests: Uint8Array) => void
  readonly mayHave: (digest: Uint8Array) => boolean
}

/** Makes a Bloom filter for a list of this size, with 16 bits or more for a number. */
export const makeFilter = (numbers: number): NumberFilter => {
  const bits = 2 ** Math.max(10, Math.ceil(Math.log2(Math.max(1, numbers) * 16)))
  const words = new Uint32Array(bits / 32)
  // A digest is random, so that any bytes of it are as good as a hash.
  const placesOf = (digest: Uint8Array) => {
    const view = new DataView(digest.buffer, digest.byteOffset, digest.byteLength)
    return [view.getUint32(0) % bits, view.getUint32(4) % bits, view.getUint32(8) % bits]
  }
  const wordAt = (place: number) => words[place >>> 5] ?? 0
  return {
    add: (part, digests) => {
      const digest = new Uint8Array(prefixBytes + storedBytes)
      digest[0] = part >>> 8
      digest[1] = part & 255
      for (let start = 0; start < digests.length; start += storedBytes) {
        digest.set(digests.subarray(start, start + storedBytes), prefixBytes)
        for (const place of placesOf(digest)) words[place >>> 5] = wordAt(place) | (1 << (place & 31))
      }
    },
    mayHave: (digest) => placesOf(digest).every((place) => (wordAt(place) & (1 << (place & 31))) !== 0)
  }
}
