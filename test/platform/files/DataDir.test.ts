import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Logger } from "effect"
import { AppConfig, readSettings } from "../../../src/platform/config.ts"
import { DataDir } from "../../../src/platform/files/DataDir.ts"
import { startScript } from "../../support/processes/script-process.ts"

const temporary = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "carillon-"))),
  (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true }))
)

const dataDir = (path: string) =>
  Effect.provide(DataDir, DataDir.layer.pipe(Layer.provide(Layer.effect(AppConfig, readSettings({ DATA_DIR: path })))))

const logOf = <A, E>(effect: Effect.Effect<A, E>) =>
  Effect.suspend(() => {
    const lines: Array<unknown> = []
    const logger = Logger.make(({ message }) => lines.push(...(Array.isArray(message) ? message : [message])))
    return Effect.as(Effect.provide(effect, Logger.layer([logger])), lines)
  })

const whyNot = (path: string) => Effect.map(Effect.flip(dataDir(path)), ({ message }) => message)

// Another process that prints the result of each command.
const claimer = Effect.fnUntraced(function* (path: string) {
  const process = yield* startScript(new URL("../../support/processes/programs/claim-process.ts", import.meta.url), {
    DATA_DIR: path
  })
  const answer = Effect.promise(process.line)
  assert.strictEqual(yield* answer, "ready")
  return {
    pid: process.pid,
    kill: Effect.promise(process.kill),
    send: (command: string) => process.send(command),
    answer,
    ask: (command: string) =>
      Effect.andThen(
        Effect.sync(() => process.send(command)),
        answer
      )
  }
})

const refusal = (path: string, owner: { readonly pid: number | undefined }) =>
  `DATA_DIR ${path} is in use by another Carillon (pid ${owner.pid}): stop that one, choose another DATA_DIR, ` +
  "or set DATABASE_URL to share a Postgres"

describe("the data folder", () => {
  it.effect("is readable by this user only", () =>
    Effect.gen(function* () {
      const path = join(yield* temporary, "deep", "data")
      assert.strictEqual((yield* dataDir(path)).path, path)
      assert.strictEqual(statSync(path).mode & 0o777, 0o700)
    })
  )

  it.effect("is made in a folder that every user may write, as Kubernetes makes one, and is private there", () =>
    Effect.gen(function* () {
      const shared = yield* temporary
      chmodSync(shared, 0o2777)
      const path = join(shared, "node")
      assert.deepStrictEqual(yield* logOf(dataDir(path)), [])
      assert.strictEqual(statSync(path).mode & 0o777, 0o700)
      assert.deepStrictEqual(yield* logOf(dataDir(path)), [])
    })
  )

  it.effect("is made private when other users may enter it, with a line in the log", () =>
    Effect.gen(function* () {
      const path = yield* temporary
      chmodSync(path, 0o755)
      writeFileSync(join(path, "admin-token"), "")
      assert.deepStrictEqual(yield* logOf(dataDir(path)), [
        `DATA_DIR ${path} was open to other users (mode 755); Carillon has made it private (700)`
      ])
      assert.strictEqual(statSync(path).mode & 0o777, 0o700)
      assert.deepStrictEqual(yield* logOf(dataDir(path)), [])
    })
  )

  it.effect("keeps its mode when it has other files too, and is refused if every user may write it", () =>
    Effect.gen(function* () {
      const path = yield* temporary
      writeFileSync(join(path, "thesis.txt"), "")
      chmodSync(path, 0o755)
      const advice = "choose a folder that only Carillon uses, or let its owner run chmod 700 on it"
      assert.deepStrictEqual(yield* logOf(dataDir(path)), [
        `DATA_DIR ${path} can be entered by other users (mode 755). The data in it is private, but ${advice}`
      ])
      chmodSync(path, 0o1777)
      assert.strictEqual(
        yield* whyNot(path),
        `DATA_DIR ${path} can be written by every user of this machine (mode 777): ${advice}`
      )
      assert.strictEqual(statSync(path).mode & 0o777, 0o777)
    })
  )

  it.effect("must be a folder", () =>
    Effect.gen(function* () {
      const path = join(yield* temporary, "file")
      writeFileSync(path, "")
      assert.match(
        yield* whyNot(path),
        new RegExp(`^DATA_DIR ${path} must be a folder that Carillon can write \\(.*EEXIST`)
      )
    })
  )

  it.effect("must be writable", () =>
    Effect.gen(function* () {
      const path = join(yield* temporary, "data")
      mkdirSync(path)
      chmodSync(path, 0o500)
      assert.match(
        withoutRoot(() => Effect.runSync(whyNot(path))),
        new RegExp(`^DATA_DIR ${path} must .*EACCES`)
      )
    })
  )
})

// Root may write anywhere.
const withoutRoot = <A>(run: () => A): A => {
  if (process.getuid?.() !== 0) return run()
  process.seteuid?.(65534)
  try {
    return run()
  } finally {
    process.seteuid?.(0)
  }
}

describe("the claim of the data folder", () => {
  it.live("belongs to one process at a time, also when two start at once", () =>
    Effect.gen(function* () {
      const path = yield* temporary
      const [one, two] = yield* Effect.all([claimer(path), claimer(path)])
      for (let round = 0; round < 12; round++) {
        one.send("claim")
        two.send("claim")
        const [first, second] = yield* Effect.all([one.answer, two.answer])
        const [owner, other] = first === "claimed" ? [one, two] : [two, one]
        assert.notStrictEqual(first, second)
        assert.include([first, second], "claimed")
        assert.strictEqual(yield* other.ask("claim"), refusal(path, owner))
        assert.strictEqual(yield* owner.ask("give back"), "given back")
      }
    })
  )

  it.live("ends with the process, also by kill -9", () =>
    Effect.gen(function* () {
      const path = yield* temporary
      const [one, two] = yield* Effect.all([claimer(path), claimer(path)])
      assert.strictEqual(yield* one.ask("claim"), "claimed")
      assert.strictEqual(yield* two.ask("claim"), refusal(path, one))
      yield* one.kill
      assert.strictEqual(yield* two.ask("claim"), "claimed")
    })
  )
})
