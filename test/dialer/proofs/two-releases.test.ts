import { execFileSync } from "node:child_process"
import { existsSync, symlinkSync } from "node:fs"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import { describe, it } from "@effect/vitest"
import { Effect } from "effect"
import {
  finish,
  inClusterOn,
  joinIn,
  report,
  spreadOver,
  startCampaigns,
  startsBy,
  untilSpread
} from "../../support/processes/dialing-cluster.ts"
import { engine, makeDatabase, runSql } from "../../support/services/test-database.ts"

/** The last commit of the release before. */
const releaseBefore = "404fa11f"

const { TEST_DATABASE_URL: server = "" } = process.env

const root = fileURLToPath(new URL("../../..", import.meta.url))
const git = (...args: ReadonlyArray<string>) =>
  execFileSync("git", ["-C", root, ...args], { stdio: "pipe", maxBuffer: 256 * 1024 * 1024 })

const hasRelease = () => {
  try {
    git("cat-file", "-e", `${releaseBefore}^{commit}`)
    return true
  } catch {
    return false
  }
}

/** A checkout of the release before, which uses the packages of this one. */
const checkout = Effect.acquireRelease(
  Effect.promise(async () => {
    const folder = await mkdtemp(join(tmpdir(), "carillon-release-"))
    execFileSync("tar", ["-x", "-C", folder], { input: git("archive", releaseBefore) })
    for (const name of ["node_modules"]) symlinkSync(join(root, name), join(folder, name))
    return folder
  }),
  (folder) => Effect.promise(() => rm(folder, { recursive: true, force: true }))
)

/** A database without migrations, which the release before applies. */
const emptyDatabase = Effect.acquireRelease(
  Effect.promise(async () => {
    const { remove, settings } = await makeDatabase()
    const name = new URL(settings.DATABASE_URL ?? "").pathname.slice(1)
    await runSql(server, `drop database ${name}`)
    await runSql(server, `create database ${name}`)
    return { remove, settings }
  }),
  ({ remove }) => Effect.promise(remove)
).pipe(Effect.map(({ settings }) => settings))

// Needs the history of the repository, which a packed checkout has not, and minutes.
const canRun = process.env.PROVE === "full" && engine === "postgres" && existsSync(join(root, ".git")) && hasRelease()

describe.runIf(canRun)("two releases at once", () => {
  it.live(
    "dial together while nodes are replaced one after another: no number twice, and every outcome once",
    () =>
      Effect.flatMap(emptyDatabase, (settings) =>
        inClusterOn(settings, (cluster) =>
          Effect.gen(function* () {
            const folder = yield* checkout
            const script = pathToFileURL(join(folder, "test/support/processes/dialer-node.ts"))
            const before = [yield* joinIn(cluster, {}, { script }), yield* joinIn(cluster, {}, { script })] as const
            const pace = { callsPerMinute: 120, maxConcurrentCalls: 20, maxRetries: 0, callTimeoutMinutes: 1 }
            const campaigns = yield* startCampaigns(before[0], { campaigns: spreadOver, people: 250, fields: pace })
            yield* untilSpread(before, spreadOver)

            // Migrates while the nodes of the release before dial.
            const first = yield* joinIn(cluster)
            yield* untilSpread([...before, first], spreadOver)
            process.kill(before[0].pid, "SIGTERM")
            yield* Effect.promise(() => before[0].over)
            const second = yield* joinIn(cluster)
            yield* untilSpread([before[1], first, second], spreadOver)
            process.kill(before[1].pid, "SIGTERM")
            yield* Effect.promise(() => before[1].over)
            yield* untilSpread([first, second], spreadOver)
            for (const node of [...before, first, second]) report(`${(yield* startsBy(node)).length} calls by a node`)
            yield* finish(cluster, first, campaigns)
          })
        )
      ).pipe(Effect.scoped),
    600_000
  )
})
