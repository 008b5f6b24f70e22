import { createHash } from "node:crypto"
import { describe, expect, test } from "vitest"
import { hasDigest, makeParts, partOf } from "../../../src/contacts/registries/number-digests.ts"
import { makeFilter } from "../../../src/contacts/registries/number-filter.ts"

const digestOf = (text: string) => new Uint8Array(createHash("sha256").update(text).digest())

/** The stored parts by their number, as the database has them. */
const stored = (digests: ReadonlyArray<Uint8Array>) => {
  const parts = makeParts()
  for (const digest of digests) parts.add(digest)
  const built = parts.build()
  let start = 0
  return new Map(
    built.numbers.map((part, index) => {
      const end = start + (built.sizes[index] ?? 0)
      const digests = built.digests.subarray(start, end)
      start = end
      return [part, digests]
    })
  )
}
const has = (parts: ReadonlyMap<number, Uint8Array>, digest: Uint8Array) => {
  const part = parts.get(partOf(digest))
  return part !== undefined && hasDigest(part, digest)
}

describe("the filter of a list", () => {
  test("has each number of the list, and few others", () => {
    const listed = Array.from({ length: 20_000 }, (_, index) => digestOf(`listed ${index}`))
    const filter = makeFilter(listed.length)
    for (const [part, digests] of stored(listed)) filter.add(part, digests)
    expect(listed.every(filter.mayHave)).toBe(true)
    const others = Array.from({ length: 20_000 }, (_, index) => digestOf(`other ${index}`))
    expect(others.filter(filter.mayHave).length).toBeLessThan(200)
    expect(makeFilter(0).mayHave(digestOf("any"))).toBe(false)
  })
})

describe("the parts of a list", () => {
  test("have each digest that was added, and no other", () => {
    const listed = Array.from({ length: 20_000 }, (_, index) => digestOf(`listed ${index}`))
    const parts = stored(listed)
    expect(listed.every((digest) => has(parts, digest))).toBe(true)
    const others = Array.from({ length: 20_000 }, (_, index) => digestOf(`other ${index}`))
    expect(others.filter((digest) => has(parts, digest))).toEqual([])
  })

  test("do not match across two neighbours", () => {
    const first = Uint8Array.from([0, 0, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2])
    const second = Uint8Array.from([0, 0, 3, 3, 3, 3, 3, 4, 4, 4, 4, 4])
    const across = Uint8Array.from([0, 0, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3])
    const parts = stored([first, second])
    expect([first, second, across].map((digest) => has(parts, digest))).toEqual([true, true, false])
  })

  test("are none for an empty list", () => {
    expect(stored([]).size).toBe(0)
  })
})
