import { execFileSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect, Stream } from "effect"
import { expect, test } from "vitest"
import { fileOf, tarOf } from "../../../src/platform/files/tar.ts"
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
