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
    "makes a folder and those above it, for this user only, and takes one that is there",
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

  it.runIf(process.platform === "linux")("fails where no folder can be made, instead of retrying for ever", () => {
    assert.throws(() => makePrivateFolder("/proc/carillon/data"))
  })
})
