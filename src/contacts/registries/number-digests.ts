/** Bytes of a digest by which the parts of a list are found. */
export const prefixBytes = 2
/** Number of parts that a list can have. */
export const partCount = 256 ** prefixBytes
/** Further bytes of a digest that a part stores: with the others enough that no two numbers share them. */
export const storedBytes = 10

/** The part of a list in which a digest is. */
export const partOf = (digest: Uint8Array): number => (digest[0] ?? 0) * 256 + (digest[1] ?? 0)

/** Whether a part has the digest of a number. */
export const hasDigest = (digests: Uint8Array, digest: Uint8Array): boolean => {
  const wanted = digest.subarray(prefixBytes, prefixBytes + storedBytes)
  const part = Buffer.from(digests.buffer, digests.byteOffset, digests.byteLength)
  let at = part.indexOf(wanted)
  // A match across two neighbours is none.
  while (at >= 0 && at % storedBytes !== 0) at = part.indexOf(wanted, at + 1)
  return at >= 0
}

/** The parts of a list, side by side. */
export interface Parts {
  readonly numbers: ReadonlyArray<number>
  /** The size of each, bytes. */
  readonly sizes: ReadonlyArray<number>
  readonly digests: Uint8Array
}

/** Collects the digests of a list, and puts those of a part together. */
export const makeParts = () => {
  const batches: Array<Uint8Array> = []
  const entryBytes = prefixBytes + storedBytes
  const batchEntries = 4_096
  let count = 0
  return {
    get count() {
      return count
    },
    add: (digest: Uint8Array) => {
      const place = count % batchEntries
      if (place === 0) batches.push(new Uint8Array(batchEntries * entryBytes))
      batches.at(-1)?.set(digest.subarray(0, entryBytes), place * entryBytes)
      count++
    },
    build: (): Parts => {
      const entry = (index: number) => {
        const start = (index % batchEntries) * entryBytes
        return (batches[Math.floor(index / batchEntries)] as Uint8Array).subarray(start, start + entryBytes)
      }
      const sizeOf = new Uint32Array(partCount)
      const grow = (sizes: Uint32Array, part: number) => {
        const before = sizes[part] ?? 0
        sizes[part] = before + storedBytes
        return before
      }
      for (let index = 0; index < count; index++) grow(sizeOf, partOf(entry(index)))
      const starts = new Uint32Array(sizeOf.length)
      for (let part = 1; part < starts.length; part++) starts[part] = (starts[part - 1] ?? 0) + (sizeOf[part - 1] ?? 0)
      const digests = new Uint8Array(count * storedBytes)
      for (let index = 0; index < count; index++) {
        const one = entry(index)
        digests.set(one.subarray(prefixBytes), grow(starts, partOf(one)))
      }
      const numbers = [...sizeOf.keys()].filter((part) => sizeOf[part] !== 0)
      const sizes = numbers.map((part) => sizeOf[part] ?? 0)
      return { numbers, sizes, digests }
    }
  }
}
