import { Effect } from "effect"

/** Bytes of a digest by which the parts of a list are found. */
const prefixBytes = 2
/** Number of parts that a list can have. */
export const partCount = 256 ** prefixBytes
/** Bytes of a digest that a part stores, after the prefix. All together are enough that no two numbers share them. */
export const storedBytes = 10

/** The part of a list in which a digest is. */
export const partOf = (digest: Uint8Array): number => (digest[0] ?? 0) * 256 + (digest[1] ?? 0)

/** Whether a part has the digest of a number. */
export const hasDigest = (digests: Uint8Array, digest: Uint8Array): boolean => {
  const wanted = digest.subarray(prefixBytes, prefixBytes + storedBytes)
  const part = Buffer.from(digests.buffer, digests.byteOffset, digests.byteLength)
  let at = part.indexOf(wanted)
  // A match that spans two neighbouring digests does not count.
  while (at >= 0 && at % storedBytes !== 0) at = part.indexOf(wanted, at + 1)
  return at >= 0
}

/** Bytes of a digest from which the parts of a list are made. */
export const entryBytes = prefixBytes + storedBytes

/** The parts of a list, side by side. */
export interface Parts {
  /** Number of digests, each counted once. */
  readonly count: number
  readonly numbers: ReadonlyArray<number>
  /** The size of each, bytes. */
  readonly sizes: ReadonlyArray<number>
  readonly digests: Uint8Array
}

/**
 * Puts the digests of a part together. Each of `entries` has the beginnings of many digests, side by side; live calls go on
 * between two of them. A digest that is there several times is stored once.
 */
export const makeParts = Effect.fnUntraced(function* (entries: ReadonlyArray<Uint8Array>) {
  const room = new Uint32Array(partCount)
  const grow = (sizes: Uint32Array, part: number) => {
    sizes[part] = (sizes[part] ?? 0) + storedBytes
  }
  const forEach = Effect.fnUntraced(function* (use: (entry: Uint8Array) => void) {
    for (const many of entries) {
      for (let start = 0; start < many.length; start += entryBytes) use(many.subarray(start, start + entryBytes))
      yield* Effect.yieldNow
    }
  })
  yield* forEach((entry) => grow(room, partOf(entry)))
  const starts = new Uint32Array(partCount)
  for (let part = 1; part < partCount; part++) starts[part] = (starts[part - 1] ?? 0) + (room[part - 1] ?? 0)
  const digests = new Uint8Array(entries.reduce((sum, { length }) => sum + length / entryBytes, 0) * storedBytes)
  const sizeOf = new Uint32Array(partCount)
  yield* forEach((entry) => {
    const part = partOf(entry)
    const start = starts[part] ?? 0
    const end = start + (sizeOf[part] ?? 0)
    if (hasDigest(digests.subarray(start, end), entry)) return
    digests.set(entry.subarray(prefixBytes), end)
    grow(sizeOf, part)
  })
  const numbers = [...sizeOf.keys()].filter((part) => sizeOf[part] !== 0)
  const sizes = numbers.map((part) => sizeOf[part] ?? 0)
  // Closes the gaps that repeated digests have left.
  let size = 0
  for (const [index, part] of numbers.entries()) {
    const start = starts[part] ?? 0
    digests.copyWithin(size, start, start + (sizes[index] ?? 0))
    size += sizes[index] ?? 0
  }
  return { count: size / storedBytes, numbers, sizes, digests: digests.subarray(0, size) } satisfies Parts
})
