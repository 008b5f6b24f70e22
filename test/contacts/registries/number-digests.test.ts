import { createHash } from "node:crypto"
import { Effect } from "effect"
import { describe, expect, test } from "vitest"
import {
  entryBytes,
  hasDigest,
  makeParts,
  partOf,
  storedBytes
} from "../../../src/contacts/registries/number-digests.ts"
import { makeFilter } from "../../../src/contacts/registries/number-filter.ts"
import { makeRandom } from "../../support/random.ts"

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

  test("have a repeated digest once, and count it once", async () => {
    const random = makeRandom(Number(process.env.TEST_SEED))
    for (let round = 0; round < 20; round++) {
      // Few parts and few digests, so that parts have several of them and these repeat.
      const some = Array.from({ length: 50 }, () => {
        const digest = digestOf(String(random())).subarray(0, entryBytes)
        return digest.fill(0, 0, 1).fill(Math.floor(random() * 3), 1, 2)
      })
      const given = Array.from({ length: 120 }, () => some[Math.floor(random() * some.length)] as Uint8Array)
      const { count, digests, numbers, sizes } = await Effect.runPromise(
        makeParts([Buffer.concat(given.slice(0, 60)), Buffer.concat(given.slice(60))])
      )
      const distinct = new Set(given.map((digest) => Buffer.from(digest).toString("hex")))
      expect(count).toBe(distinct.size)
      const found: Array<string> = []
      let at = 0
      for (const [index, part] of numbers.entries()) {
        for (const end = at + (sizes[index] ?? 0); at < end; at += storedBytes) {
          const prefix = Buffer.from([part >> 8, part & 255])
          found.push(Buffer.concat([prefix, digests.subarray(at, at + storedBytes)]).toString("hex"))
        }
      }
      expect(found.toSorted()).toEqual([...distinct].toSorted())
      expect(at).toBe(digests.length)
    }
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
