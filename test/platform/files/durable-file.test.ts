import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, describe, it, onTestFinished } from "vitest"
import { createOnce, ifThere } from "../../../src/platform/files/durable-file.ts"

const folder = () => {
  const path = mkdtempSync(join(tmpdir(), "carillon-"))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}

describe("createOnce", () => {
  it("never replaces an existing file", async () => {
    const path = join(folder(), "deep", "file")
    assert.isTrue(await createOnce(path, "first"))
    assert.isFalse(await createOnce(path, "second"))
    assert.strictEqual(readFileSync(path, "utf8"), "first")
    assert.deepStrictEqual(readdirSync(join(path, "..")), ["file"])
  })

  it("fails where there is no room for it", async () => {
    const path = join(folder(), "file")
    await createOnce(path, "a file, no folder")
    const failure = await createOnce(join(path, "inside"), "x").catch((error) => error)
    assert.instanceOf(failure, Error)
  })
})

describe("ifThere", () => {
  it("distinguishes a missing file from a failure", async () => {
    const failure = (code: string) => Promise.reject(Object.assign(new Error(code), { code }))
    assert.strictEqual(await ifThere(Promise.resolve("there")), "there")
    assert.isUndefined(await ifThere(failure("ENOENT")))
    assert.instanceOf(await ifThere(failure("EACCES")).catch((error) => error), Error)
  })
})
