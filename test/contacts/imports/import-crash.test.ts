import { spawn } from "node:child_process"
import { once } from "node:events"
import { createInterface } from "node:readline"
import { setTimeout } from "node:timers/promises"
import { fileURLToPath } from "node:url"
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { Contacts } from "../../../src/contacts/Contacts.ts"
import { Imports } from "../../../src/contacts/imports/Imports.ts"
import { inChunks } from "../../../src/contacts/imports/import-rows.ts"
import { rowsFrom } from "../../support/data/imports.ts"
import { newOrganization } from "../../support/data/organizations.ts"
import { childEnv } from "../../support/processes/child-env.ts"
import { makeDatabase } from "../../support/servers/test-database.ts"
import { importServicesOn } from "../../support/services/imports.ts"

const full = process.env.PROVE === "full"
const size = full ? 10_000 : 2_000
const [created, updated, failed] = [size - 600, 500, 100]
const rows = [...rowsFrom(0, created), ...rowsFrom(200, updated), ...Array<object>(failed).fill({ name: "No number" })]
const webhookUrl = "https://hooks.example/imports"
const firstRow = { page: 1, limit: 1 }

it.live(
  "an import resumes after kill -9: no row is lost or counted twice, and its webhook is due once",
  Effect.fnUntraced(function* () {
    const { settings } = yield* Effect.acquireRelease(Effect.promise(makeDatabase), ({ remove }) =>
      Effect.promise(remove)
    )
    // Opened anew each time, because an embedded database belongs to one process at a time.
    const withServices = <A, E, R>(use: Effect.Effect<A, E, R>) =>
      Effect.provide(use, importServicesOn(settings), { local: true })
    const organization = yield* withServices(newOrganization)
    const { importId } = yield* withServices(
      Imports.use(({ create }) => create(organization, { rows: inChunks(rows), webhookUrl, source: "API" }))
    )
    const status = withServices(Imports.use(({ get }) => get(organization, importId)))

    let kills = 0
    let reached = yield* status
    while (reached.completedAt === null) {
      kills += yield* Effect.promise(() => workAndDie(settings))
      reached = yield* status
    }
    assert.isAbove(kills, 0)

    const { completedAt, ...counts } = reached
    const expected = { status: "COMPLETED_WITH_ERRORS", total: size, created, updated, failed } as const
    assert.deepStrictEqual(counts, { id: importId, ...expected, errorCount: failed })
    yield* withServices(
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const contacts = yield* sql`select 1 from contacts where organization_id = ${organization}`
        const { total } = yield* Contacts.use(({ list }) => list(organization, firstRow))
        assert.deepStrictEqual([contacts.length, total], [created, created])
        const errors = yield* Imports.use((imports) => imports.errors(organization, importId, firstRow))
        assert.deepStrictEqual([errors.total, errors.data[0]?.index], [failed, size - failed])
        const left = yield* sql`select 1 from import_chunks`
        assert.strictEqual(left.length, 0)

        const { claimCompleted } = yield* Imports
        const [completed, ...more] = yield* claimCompleted(10)
        assert.deepInclude(completed, { organizationId: organization, importId, ...expected, completedAt, webhookUrl })
        assert.deepStrictEqual([...more, ...(yield* claimCompleted(10))], [])
      })
    )
  }),
  300_000
)

// Runs a process and kills it during a chunk or at a random moment. Returns 1 if it was working.
const workAndDie = async (settings: Readonly<Record<string, string>>) => {
  const program = fileURLToPath(new URL("../../support/processes/programs/import-process.ts", import.meta.url))
  const node = spawn(process.execPath, [program, JSON.stringify(settings)], {
    env: { ...process.env, ...childEnv },
    stdio: ["ignore", "pipe", "inherit"]
  })
  const ended = once(node, "exit")
  let turns = Math.ceil(Math.random() * 3)
  let idle = false
  for await (const turn of createInterface(node.stdout)) {
    idle = turn === "idle"
    if (idle || --turns === 0) break
  }
  await setTimeout(idle ? 0 : Math.random() * 40)
  node.kill("SIGKILL")
  await ended
  return idle ? 0 : 1
}
