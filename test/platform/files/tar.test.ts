import { execFileSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Readable } from "node:stream"
import { Effect, Stream } from "effect"
import { describe, expect, test } from "vitest"
import { readTar } from "../../../src/platform/files/read-tar.ts"
import { blockBytes, fileOf, headOf, tarOf } from "../../../src/platform/files/tar.ts"
import { makeRandom } from "../../support/random.ts"

const random = makeRandom(Number(process.env.TEST_SEED))
const bytesOf = (length: number) => Buffer.from(Array.from({ length }, () => Math.floor(random() * 256)))

test("an archive is what tar reads, whatever the sizes of its files", async () => {
  const sizes = [0, 1, 511, 512, 513, 1024, Math.floor(random() * 5_000)]
  const contents = sizes.map(bytesOf)
  const files = contents.map((content, index) => fileOf(`folder/file-${index}.bin`, content))
  const parts = await Effect.runPromise(
    Stream.runCollect(tarOf(Stream.fromIterable(files), new Date(1_900_000_000_000)))
  )
  const folder = mkdtempSync(join(tmpdir(), "carillon-tar-"))
  try {
    execFileSync("tar", ["-xf", "-", "-C", folder], { input: Buffer.concat(parts) })
    for (const [index, content] of contents.entries())
      expect(readFileSync(join(folder, `folder/file-${index}.bin`)).equals(content), String(content.length)).toBe(true)
  } finally {
    rmSync(folder, { recursive: true })
  }
})

describe("a reader", async () => {
  const date = new Date(1_900_000_000_000)
  const files = Stream.fromIterable([fileOf("a.json", "{}"), fileOf("b.json", "[]")])
  const archive = Buffer.concat(await Effect.runPromise(Stream.runCollect(tarOf(files, date))))
  /** Returns the names of the files, and of those whose head is not as written. */
  const read = async (bytes: Buffer) => {
    const [names, changed]: [Array<string>, Array<string>] = [[], []]
    const odd = bytes.toString("latin1").match(/[\s\S]{1,333}/g) ?? []
    await readTar(Readable.from(odd.map((part) => Buffer.from(part, "latin1"))), (name, _, isAsWritten) => {
      names.push(name)
      if (!isAsWritten) changed.push(name)
      return () => {}
    })
    return { names, changed }
  }
  /** Changes the second head, and makes its sum right again. */
  const withHead = (change: (head: Buffer) => void) => {
    const changed = Buffer.from(archive)
    const head = changed.subarray(2 * blockBytes, 3 * blockBytes)
    change(head)
    head.write("        ", 148)
    const sum = head.reduce((total, byte) => total + byte, 0)
    head.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148)
    return changed
  }

  test("reads what was written, with any number of zeros behind it", async () => {
    const written = { names: ["a.json", "b.json"], changed: [] }
    expect(await read(archive)).toEqual(written)
    expect(await read(Buffer.concat([archive, Buffer.alloc(8_000)]))).toEqual(written)
  })

  test.each<[string, Buffer]>([
    ["a link in place of a file", withHead((head) => head.write("2/etc/passwd", 156))],
    ["a file that goes to another folder", withHead((head) => head.write("elsewhere", 345))],
    ["a head that tar skips", withHead(() => {}).fill("0", 2 * blockBytes + 148, 2 * blockBytes + 154)]
  ])("reports %s", async (_, bytes) => {
    expect(await read(bytes)).toEqual({ names: ["a.json", "b.json"], changed: ["b.json"] })
  })

  const withoutEnd = archive.subarray(0, -2 * blockBytes)
  const lookalike = Buffer.alloc(blockBytes, "x").fill(0, 0, 1)
  test.each<[string, Buffer, RegExp]>([
    [
      "another file behind a block that only looks like the end",
      Buffer.concat([withoutEnd, lookalike, headOf("a.json", 0, date), Buffer.alloc(2 * blockBytes)]),
      /something follows its end/
    ],
    ["something behind the end", Buffer.concat([archive, Buffer.from("x")]), /something follows its end/],
    ["no end", withoutEnd, /ends too early/]
  ])("refuses an archive with %s", async (_, bytes, problem) => {
    await expect(read(bytes)).rejects.toThrow(problem)
  })
})
