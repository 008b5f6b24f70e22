import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { makePrivateFolder } from "../../../src/platform/files/private-folder.ts"

describe("makePrivateFolder", () => {
  const within = (use: (folder: string) => void) => () => {
    const folder = mkdtempSync(join(tmpdir(), "carillon-folder-"))
    try {
      use(folder)
    } finally {
      rmSync(folder, { recursive: true })
    }
  }

  it(
    "creates a folder and its missing parents for this user only, and accepts an existing one",
    within((folder) => {
      makePrivateFolder(join(folder, "a", "b"))
      makePrivateFolder(join(folder, "a", "b"))
      assert.strictEqual(statSync(join(folder, "a")).mode & 0o777, 0o700)
      assert.strictEqual(statSync(join(folder, "a", "b")).mode & 0o777, 0o700)
    })
  )

  it(
    "fails where a file is in the way",
    within((folder) => {
      writeFileSync(join(folder, "file"), "")
      assert.throws(() => makePrivateFolder(join(folder, "file", "b")))
    })
  )

  it.runIf(process.platform === "linux")("fails where no folder can be created, instead of retrying for ever", () => {
    assert.throws(() => makePrivateFolder("/proc/carillon/data"))
  })
})
