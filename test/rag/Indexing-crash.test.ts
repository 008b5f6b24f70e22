import { spawn } from "node:child_process"
import { once } from "node:events"
import { createInterface } from "node:readline"
import { setTimeout } from "node:timers/promises"
import { fileURLToPath } from "node:url"
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { newBase, ragServicesOn, rows, uploadTo } from "../support/data/knowledge/uploads.ts"
import { newOrganization } from "../support/data/organizations.ts"
import { childEnv } from "../support/processes/child-env.ts"
import { hasTurn, isFull } from "../support/sample.ts"
import { engine, makeDatabase } from "../support/servers/test-database.ts"

const documents = isFull ? 40 : 4
const chunks = 250

// Postgres only: the embedded database takes seconds to reopen after each death. The import tests
// prove that it survives them.
it.live.skipIf(engine === "pglite" || !hasTurn(1))(
  "indexing continues after kill -9, with every chunk stored exactly once",
  Effect.fnUntraced(function* () {
    const { settings } = yield* Effect.acquireRelease(Effect.promise(makeDatabase), ({ remove }) =>
      Effect.promise(remove)
    )
    // A new connection each time, because an embedded database belongs to one process.
    const withServices = <A, E, R>(use: Effect.Effect<A, E, R>) =>
      Effect.provide(use, ragServicesOn(settings), { local: true })
    yield* withServices(
      Effect.gen(function* () {
        const org = yield* newOrganization
        const base = yield* newBase(org)
        const text = Array.from({ length: chunks }, (_, index) => `line ${index}`).join("\n")
        for (let index = 0; index < documents; index++) yield* uploadTo(org, base, `${index}.txt`, text)
      })
    )
    // A document claimed by a dead process is due a minute later.
    const left = withServices(
      Effect.andThen(
        rows((sql) => sql`update documents set due_at = now() where due_at is not null`),
        rows((sql) => sql`select 1 from documents where status <> 'READY'`)
      )
    )

    let kills = 0
    // On a slow machine a process that has done nothing may need a longer life.
    for (let life = 3_000; (yield* left).length > 0; ) {
      const hasWorked = yield* Effect.promise(() => workAndDie(settings, life))
      if (hasWorked) kills++
      else life *= 1.5
    }
    assert.isAbove(kills, 0)

    yield* withServices(
      Effect.gen(function* () {
        const counted = yield* rows(
          (sql) => sql`select d.chunk_count as stated, count(c.id)::int as chunks,
            count(v.chunk_id)::int as vectors, min(c.position) as first, max(c.position) as last, d.due_at
          from documents d join chunks c on c.document_id = d.id left join chunk_vectors v on v.chunk_id = c.id
          group by d.id, d.chunk_count, d.due_at`
        )
        const whole = { stated: chunks, chunks, vectors: chunks, first: 0, last: chunks - 1, dueAt: null }
        assert.deepStrictEqual(counted, Array(documents).fill(whole))
      })
    )
  }),
  300_000
)

// Runs a process until it is killed while it works on a document or at a random moment. Returns whether it was working.
const workAndDie = async (settings: Readonly<Record<string, string>>, longestLife: number) => {
  const program = fileURLToPath(new URL("../support/processes/programs/indexing-process.ts", import.meta.url))
  const node = spawn(process.execPath, [program, JSON.stringify(settings)], {
    env: { ...process.env, ...childEnv },
    stdio: ["ignore", "pipe", "inherit"]
  })
  const ended = once(node, "exit")
  const steps = Math.ceil(Math.random() * 6)
  let made = 0
  const work = async () => {
    for await (const _ of createInterface(node.stdout)) if (++made === steps) return
  }
  // At the end, fewer documents may be left.
  await Promise.race([work(), setTimeout(longestLife)])
  await setTimeout(Math.random() * 60)
  node.kill("SIGKILL")
  await ended
  return made > 0
}
