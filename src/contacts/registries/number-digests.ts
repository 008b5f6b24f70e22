import { Effect } from "effect"

/** Bytes of a digest by which the parts of a list are found. */
const prefixBytes = 2
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

/** Bytes of a digest from which the parts of a list are made. */
export const entryBytes = prefixBytes + storedBytes

/** The parts of a list, side by side. */
export interface Parts {
  /** Number of digests. */
  readonly count: number
  readonly numbers: ReadonlyArray<number>
  /** The size of each, bytes. */
  readonly sizes: ReadonlyArray<number>
  readonly digests: Uint8Array
}

/**
 * Puts the digests of a part together. Each of `entries` has the beginnings of many digests, side by side; live calls go on
 * between two of them.
 */
export const makeParts = Effect.fnUntraced(function* (entries: ReadonlyArray<Uint8Array>) {
  const sizeOf = new Uint32Array(partCount)
  const grow = (sizes: Uint32Array, part: number) => {
    const before = sizes[part] ?? 0
    sizes[part] = before + storedBytes
    return before
  }
  const forEach = Effect.fnUntraced(function* (use: (entry: Uint8Array) => void) {
    for (const many of entries) {
      for (let start = 0; start < many.length; start += entryBytes) use(many.subarray(start, start + entryBytes))
      yield* Effect.yieldNow
    }
  })
  yield* forEach((entry) => grow(sizeOf, partOf(entry)))
  const starts = new Uint32Array(sizeOf.length)
  for (let part = 1; part < starts.length; part++) starts[part] = (starts[part - 1] ?? 0) + (sizeOf[part - 1] ?? 0)
  const count = entries.reduce((sum, { length }) => sum + length / entryBytes, 0)
  const digests = new Uint8Array(count * storedBytes)
  yield* forEach((entry) => digests.set(entry.subarray(prefixBytes), grow(starts, partOf(entry))))
  const numbers = [...sizeOf.keys()].filter((part) => sizeOf[part] !== 0)
  return { count, numbers, sizes: numbers.map((part) => sizeOf[part] ?? 0), digests } satisfies Parts
})
