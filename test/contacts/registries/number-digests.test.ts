import { createHash } from "node:crypto"
import { Effect } from "effect"
import { describe, expect, test } from "vitest"
import { entryBytes, hasDigest, makeParts, partOf } from "../../../src/contacts/registries/number-digests.ts"
import { makeFilter } from "../../../src/contacts/registries/number-filter.ts"

const digestOf = (text: string) => new Uint8Array(createHash("sha256").update(text).digest())

/** The stored parts by their number, as the database has them. */
const stored = async (digests: ReadonlyArray<Uint8Array>) => {
  const entries = digests.map((digest) => digest.subarray(0, entryBytes))
  const built = await Effect.runPromise(
    makeParts([Buffer.concat(entries.slice(0, 7)), Buffer.concat(entries.slice(7))])
  )
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
  test("has each number of the list, and few others", async () => {
    const listed = Array.from({ length: 20_000 }, (_, index) => digestOf(`listed ${index}`))
    const filter = makeFilter(listed.length)
    for (const [part, digests] of await stored(listed)) filter.add(part, digests)
    expect(listed.every(filter.mayHave)).toBe(true)
    const others = Array.from({ length: 20_000 }, (_, index) => digestOf(`other ${index}`))
    expect(others.filter(filter.mayHave).length).toBeLessThan(200)
    expect(makeFilter(0).mayHave(digestOf("any"))).toBe(false)
  })
})

describe("the parts of a list", () => {
  test("have each digest that was added, and no other", async () => {
    const listed = Array.from({ length: 20_000 }, (_, index) => digestOf(`listed ${index}`))
    const parts = await stored(listed)
    expect(listed.every((digest) => has(parts, digest))).toBe(true)
    const others = Array.from({ length: 20_000 }, (_, index) => digestOf(`other ${index}`))
    expect(others.filter((digest) => has(parts, digest))).toEqual([])
  })

  test("do not match across two neighbours", async () => {
    const first = Uint8Array.from([0, 0, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2])
    const second = Uint8Array.from([0, 0, 3, 3, 3, 3, 3, 4, 4, 4, 4, 4])
    const across = Uint8Array.from([0, 0, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3])
    const parts = await stored([first, second])
    expect([first, second, across].map((digest) => has(parts, digest))).toEqual([true, true, false])
  })

  test("are none for an empty list", async () => {
    expect((await stored([])).size).toBe(0)
  })
})
