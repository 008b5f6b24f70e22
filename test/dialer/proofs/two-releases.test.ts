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
import { hasReleaseBefore, nodeOfReleaseBefore } from "../../support/processes/release-before.ts"
import { engine, makeDatabase, runSql } from "../../support/servers/test-database.ts"

const { TEST_DATABASE_URL: server = "" } = process.env

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

// Needs minutes.
const canRun = process.env.PROVE === "full" && engine === "postgres" && hasReleaseBefore()

describe.runIf(canRun)("two releases at once", () => {
  it.live(
    "dial together while nodes are replaced one after another: no number twice, and every outcome once",
    () =>
      Effect.flatMap(emptyDatabase, (settings) =>
        inClusterOn(settings, (cluster) =>
          Effect.gen(function* () {
            const script = yield* nodeOfReleaseBefore
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
