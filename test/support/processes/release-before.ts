import { execFileSync } from "node:child_process"
import { copyFileSync, existsSync, symlinkSync } from "node:fs"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import { Effect } from "effect"

/** The last commit of the release before. */
const releaseBefore = "404fa11f"

const program = "test/support/processes/dialer-node.ts"

const root = fileURLToPath(new URL("../../..", import.meta.url))
const git = (...args: ReadonlyArray<string>) => execFileSync("git", ["-C", root, ...args], { stdio: "pipe" })

/** Whether the history of the repository is here, which a packed checkout has not. */
export const hasReleaseBefore = () => {
  if (!existsSync(join(root, ".git"))) return false
  try {
    git("cat-file", "-e", `${releaseBefore}^{commit}`)
    return true
  } catch {
    return false
  }
}

/** The program of a node of the release before: a checkout, which uses the packages of this release. */
export const nodeOfReleaseBefore = Effect.acquireRelease(
  Effect.promise(async () => {
    const folder = await mkdtemp(join(tmpdir(), "carillon-release-"))
    const archive = join(folder, "release.tar")
    git("archive", "--output", archive, releaseBefore)
    execFileSync("tar", ["-x", "-f", archive, "-C", folder])
    // The program of a node knows the line of these tests.
    copyFileSync(fileURLToPath(new URL("./dialer-node.ts", import.meta.url)), join(folder, program))
    symlinkSync(join(root, "node_modules"), join(folder, "node_modules"))
    return folder
  }),
  (folder) => Effect.promise(() => rm(folder, { recursive: true, force: true }))
).pipe(Effect.map((folder) => pathToFileURL(join(folder, program))))
