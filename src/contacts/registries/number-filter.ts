import { storedBytes } from "./number-digests.ts"

/** A small set that has every number of a list, and some others: one number in 200 is in it by chance. */
export interface NumberFilter {
  readonly add: (part: number, digests: Uint8Array) => void
  readonly mayHave: (digest: Uint8Array) => boolean
}

/** Makes a Bloom filter for a list of this size, with 16 bits or more for a number. */
export const makeFilter = (numbers: number): NumberFilter => {
  const bits = 2 ** Math.max(10, Math.ceil(Math.log2(Math.max(1, numbers) * 16)))
  const words = new Uint32Array(bits / 32)
  const set = (place: number) => {
    words[place >>> 5] = (words[place >>> 5] ?? 0) | (1 << (place & 31))
  }
  const isSet = (place: number) => ((words[place >>> 5] ?? 0) & (1 << (place & 31))) !== 0
  const byte = (digest: Uint8Array, at: number) => digest[at] ?? 0
  // A digest is random, so that any bytes of it are as good as a hash. `bits` is a power of two.
  const place = (first: number, digest: Uint8Array, at: number) =>
    ((first << 16) | (byte(digest, at) << 8) | byte(digest, at + 1)) & (bits - 1)
  const middle = (digest: Uint8Array, at: number) => (byte(digest, at) << 8) | byte(digest, at + 1)
  return {
    add: (part, digests) => {
      for (let at = 0; at < digests.length; at += storedBytes) {
        set(place(part, digests, at))
        set(place(middle(digests, at + 2), digests, at + 4))
        set(place(middle(digests, at + 6), digests, at + 8))
      }
    },
    mayHave: (digest) =>
      isSet(place(middle(digest, 0), digest, 2)) &&
      isSet(place(middle(digest, 4), digest, 6)) &&
      isSet(place(middle(digest, 8), digest, 10))
  }
}
