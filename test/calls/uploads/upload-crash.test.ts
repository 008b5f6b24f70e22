import { spawn } from "node:child_process"
import { once } from "node:events"
import { createInterface } from "node:readline"
import { setTimeout } from "node:timers/promises"
import { fileURLToPath } from "node:url"
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { DoNotContact } from "../../../src/contacts/DoNotContact.ts"
import { NumberLists } from "../../../src/contacts/registries/NumberLists.ts"
import { NumberUploads } from "../../../src/contacts/registries/NumberUploads.ts"
import { splitEntries, splitList } from "../../../src/contacts/registries/number-file.ts"
import { type Registry, registryOf } from "../../../src/domain/contacts/registries.ts"
import { newOrganization } from "../../support/data/organizations.ts"
import { childEnv } from "../../support/processes/child-env.ts"
import { makeDatabase } from "../../support/servers/test-database.ts"
import { uploadServicesOn } from "../../support/services/uploads.ts"

const size = process.env.PROVE === "full" ? 50_000 : 5_000
const numberOf = (serial: number) => `+91${String(serial).padStart(10, "0")}`
const lines = Array.from({ length: size }, (_, serial) => numberOf(serial)).join("\n")
const list = { registry: "OTHER", dated: "2030-01-01" }
const old = "+447700900123"
/** Each part has some 2,000 lines. */
const partBytes = 28_000
const page = { page: 1, limit: 1 }

it.live(
  "uploads go on after kill -9: the earlier list is in force until the end, and no number is lost or counted twice",
  Effect.fnUntraced(function* () {
    const { settings } = yield* Effect.acquireRelease(Effect.promise(makeDatabase), ({ remove }) =>
      Effect.promise(remove)
    )
    // Opened anew each time, because an embedded database belongs to one process at a time.
    const withServices = <A, E, R>(use: Effect.Effect<A, E, R>) =>
      Effect.provide(use, uploadServicesOn(settings), { local: true })
    const organization = yield* withServices(newOrganization)
    const create = (file: string, isList: boolean) =>
      Effect.gen(function* () {
        const split = yield* isList
          ? splitList(Buffer.from(file), registryOf("OTHER") as Registry, partBytes)
          : splitEntries(Buffer.from(file), partBytes)
        return yield* NumberUploads.use((uploads) =>
          uploads.create(organization, split as never, ...(isList ? [list] : []))
        )
      })
    yield* withServices(create(old, true))
    yield* Effect.promise(() => workAndDie(settings, "idle"))
    const [ofList, ofEntries] = yield* withServices(
      Effect.all([create(lines, true), create(`phoneNumber\n${lines}`, false)])
    )
    const state = withServices(
      Effect.gen(function* () {
        const uploads = yield* NumberUploads
        const found = yield* NumberLists.use(({ blocked }) =>
          blocked({ organizationId: organization, purposes: ["DEBT"] }, [old, numberOf(0), numberOf(size - 1)])
        )
        return {
          list: yield* uploads.get(organization, ofList.id),
          entries: yield* uploads.get(organization, ofEntries.id),
          blocked: [...found.keys()].sort()
        }
      })
    )
    let kills = 0
    let reached = yield* state
    while (reached.entries.completedAt === null) {
      const isInForce = reached.list.completedAt !== null
      assert.deepStrictEqual(reached.blocked, isInForce ? [numberOf(0), numberOf(size - 1)] : [old])
      kills += yield* Effect.promise(() => workAndDie(settings))
      reached = yield* state
    }
    assert.isAbove(kills, 0)
    assert.deepInclude(reached.list, { status: "COMPLETED", total: size, done: size, added: size, rejected: 0 })
    assert.deepInclude(reached.entries, { status: "COMPLETED", total: size, done: size, added: size, existing: 0 })
    const registered = yield* withServices(DoNotContact.use((registry) => registry.list(organization, page)))
    assert.strictEqual(registered.total, size)
  }),
  300_000
)

// Runs a process and kills it at a random moment, or once it is idle. Returns 1 if it was working.
const workAndDie = async (settings: Readonly<Record<string, string>>, until?: "idle") => {
  const program = fileURLToPath(new URL("../../support/processes/programs/upload-process.ts", import.meta.url))
  const node = spawn(process.execPath, [program, JSON.stringify(settings)], {
    env: { ...process.env, ...childEnv },
    stdio: ["ignore", "pipe", "inherit"]
  })
  const ended = once(node, "exit")
  let turns = until === "idle" ? Number.POSITIVE_INFINITY : Math.ceil(Math.random() * 3)
  let idle = false
  for await (const turn of createInterface(node.stdout)) {
    idle = turn === "idle"
    if (idle || --turns === 0) break
  }
  await setTimeout(idle ? 0 : Math.random() * 200)
  node.kill("SIGKILL")
  await ended
  return idle ? 0 : 1
}
