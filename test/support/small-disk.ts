import { execFileSync, spawnSync } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect } from "effect"

/** A disk of 16 MiB, which is less than an empty database needs; undefined where the tests may not mount one. */
export const smallDisk = Effect.acquireRelease(
  Effect.sync(() => {
    const folder = mkdtempSync(join(tmpdir(), "carillon-disk-"))
    const { status } = spawnSync("mount", ["-t", "tmpfs", "-o", "size=16m,mode=700", "carillon", folder])
    return { folder, isMounted: status === 0 }
  }),
  ({ folder, isMounted }) =>
    Effect.sync(() => {
      if (isMounted) execFileSync("umount", ["--lazy", folder])
      rmSync(folder, { recursive: true, force: true })
    })
).pipe(Effect.map(({ folder, isMounted }) => (isMounted ? folder : undefined)))
