import { chmod, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect } from "effect"
import { afterAll, expect, test } from "vitest"
import { saveFile } from "../../src/cli/save-file.ts"

const folder = await mkdtemp(join(tmpdir(), "carillon-saved-"))
afterAll(() => rm(folder, { recursive: true }))

test("a private file is for its owner only, also if others could read the one before", async () => {
  const file = join(folder, "person.tar")
  for (const content of ["first", "second"]) {
    await Effect.runPromise(saveFile(file, content, "private"))
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect(await readFile(file, "utf8")).toBe(content)
    await chmod(file, 0o644)
  }
  const open = join(folder, "dnc.csv")
  await writeFile(open, "")
  await chmod(open, 0o640)
  await Effect.runPromise(saveFile(open, "x"))
  expect((await stat(open)).mode & 0o777).toBe(0o640)
})
