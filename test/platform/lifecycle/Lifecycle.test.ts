import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { fileURLToPath } from "node:url"
import { assert, describe, it } from "@effect/vitest"
import { Cause, Effect, Fiber, Layer, Logger, Metric, type Scope } from "effect"
import { TestClock } from "effect/testing"
import { AppConfig, readSettings } from "../../../src/platform/config.ts"
import { failureLine, forTerminal, Lifecycle, launch } from "../../../src/platform/lifecycle/Lifecycle.ts"

const script = fileURLToPath(new URL("../../support/processes/programs/lifecycle-process.ts", import.meta.url))

// Starts a process and collects its output; `until` waits for a line.
class Running {
  stdout = ""
  stderr = ""
  readonly ended: Promise<number | null>
  readonly #child: ChildProcess

  constructor(behaviour: string, env: Record<string, string>) {
    this.#child = spawn(process.execPath, [script, behaviour], {
      env: { PATH: process.env.PATH, LOG_FORMAT: "json", ...env },
      stdio: ["ignore", "pipe", "pipe"]
    })
    this.#child.stdout?.on("data", (chunk) => {
      this.stdout += chunk
    })
    this.#child.stderr?.on("data", (chunk) => {
      this.stderr += chunk
    })
    this.ended = once(this.#child, "close").then(([code]) => code)
  }

  async until(pattern: RegExp): Promise<string> {
    for (;;) {
      const found = pattern.exec(this.stdout)
      if (found) return found[1] ?? found[0]
      const more = this.#child.stdout ? once(this.#child.stdout, "data") : Promise.reject()
      await Promise.race([
        more,
        this.ended.then((code) => Promise.reject(new Error(`ended with ${code}: ${this.stderr}`)))
      ])
    }
  }

  signal(name: NodeJS.Signals) {
    this.#child.kill(name)
  }

  stop() {
    this.#child.kill("SIGKILL")
  }
}

const running = (behaviour: string, env: Record<string, string> = {}) =>
  Effect.acquireRelease(
    Effect.sync(() => new Running(behaviour, env)),
    (process) => Effect.sync(() => process.stop())
  )

describe("a process", () => {
  it.live("turns unready first, answers running requests, closes in order and exits with 0", () =>
    Effect.gen(function* () {
      const process = yield* running("clean")
      const port = yield* Effect.promise(() => process.until(/listening on (\d+)/))
      const base = `http://127.0.0.1:${port}`
      const answer = fetch(`${base}/slow`).then((response) => response.text())
      yield* Effect.promise(() => process.until(/slow request/))
      // Two signals at once, because a terminal and npm both forward one Ctrl-C.
      process.signal("SIGINT")
      process.signal("SIGINT")
      assert.strictEqual(yield* Effect.promise(() => answer), "503 draining")
      assert.strictEqual(yield* Effect.promise(() => process.ended), 0)
      assert.match(process.stdout, /Got SIGINT[\s\S]*first finalizer: draining\nlast finalizer\n$/)
      assert.strictEqual(process.stderr, "")
    })
  )

  it.live("is ready while it runs", () =>
    Effect.gen(function* () {
      const process = yield* running("clean")
      const port = yield* Effect.promise(() => process.until(/listening on (\d+)/))
      // The server listens a moment before everything is built.
      const ready = Effect.promise(() => fetch(`http://127.0.0.1:${port}/readyz`)).pipe(
        Effect.repeat({ until: ({ status }) => status === 200 })
      )
      assert.strictEqual((yield* ready).status, 200)
      process.signal("SIGTERM")
      assert.strictEqual(yield* Effect.promise(() => process.ended), 0)
    })
  )

  it.live("abandons its start when it receives a signal", () =>
    Effect.gen(function* () {
      const process = yield* running("hanging")
      yield* Effect.promise(() => process.until(/starting/))
      process.signal("SIGTERM")
      assert.strictEqual(yield* Effect.promise(() => process.ended), 0)
      assert.match(process.stdout, /last finalizer\n$/)
    })
  )

  it.live("exits at the time limit when a finalizer hangs", () =>
    Effect.gen(function* () {
      const process = yield* running("stuck", { DRAIN_SECONDS: "0" })
      yield* Effect.promise(() => process.until(/listening/))
      process.signal("SIGTERM")
      assert.strictEqual(yield* Effect.promise(() => process.ended), 1)
      assert.match(process.stdout, /first finalizer: draining[\s\S]*did not end within 0 s/)
    })
  )

  it.live("exits at once on a second signal", () =>
    Effect.gen(function* () {
      const process = yield* running("stuck", { DRAIN_SECONDS: "3600" })
      yield* Effect.promise(() => process.until(/listening/))
      process.signal("SIGTERM")
      yield* Effect.promise(() => process.until(/first finalizer/))
      const again = setInterval(() => process.signal("SIGTERM"), 100)
      assert.strictEqual(yield* Effect.promise(() => process.ended), 143)
      clearInterval(again)
    })
  )

  it.live("does not start with an invalid setting, and reports it in one line", () =>
    Effect.gen(function* () {
      const process = yield* running("clean", { PORT: "eighty" })
      assert.strictEqual(yield* Effect.promise(() => process.ended), 1)
      assert.strictEqual(process.stderr, "carillon: PORT must be a whole number from 0 to 65535\n")
      assert.strictEqual(process.stdout, "")
    })
  )

  it.live("reports a failed start or a stray error in one line without phone numbers, and exits with 1", () =>
    Effect.gen(function* () {
      for (const behaviour of ["defect", "stray"]) {
        const process = yield* running(behaviour)
        assert.strictEqual(yield* Effect.promise(() => process.ended), 1)
        assert.match(process.stderr, /^carillon: Error: .*\+9198\*{6}10.*\n$/)
      }
    })
  )
})

describe("failureLine", () => {
  it("redacts a failure, unless it is that of a command", () => {
    const message = "Write +919812345678 at postgres://ada:geheim@host/database"
    assert.strictEqual(
      failureLine(Cause.fail(new Error(message))),
      "carillon: Write +9198******78 at postgres://<redacted>@host/database\n"
    )
    const ofCommand = Object.assign(new Error(message), { [forTerminal]: true })
    assert.strictEqual(failureLine(Cause.fail(ofCommand)), `carillon: ${message}\n`)
  })
})

const callsLeft = Effect.map(Metric.snapshot, (metrics) => {
  const found: any = metrics.find(({ id }) => id === "drain_calls_left")
  return found?.state.value
})

describe("Lifecycle", () => {
  const launched = Effect.fnUntraced(function* <E>(
    run: (lifecycle: Lifecycle["Service"]) => Effect.Effect<unknown, E, Scope.Scope>
  ) {
    const settings = yield* readSettings({})
    const app = Layer.effectDiscard(Effect.flatMap(Lifecycle, run))
    return yield* Effect.forkChild(Effect.provideService(launch(app), AppConfig, settings), { startImmediately: true })
  })

  it.effect("is not ready during the start, and the drain ends work that races with it", () =>
    Effect.gen(function* () {
      const seen: Array<unknown> = []
      let lifecycle: Lifecycle["Service"] | undefined
      const process = yield* launched((it) =>
        Effect.gen(function* () {
          lifecycle = it
          seen.push(yield* it.unready)
        })
      )
      const { drainStarted, isDraining, unready } = lifecycle!
      assert.deepStrictEqual(seen, [["starting"]])
      assert.deepStrictEqual([yield* unready, yield* isDraining], [[], false])
      const session = yield* Effect.forkChild(Effect.race(Effect.never, drainStarted))
      const stopping = yield* Effect.forkChild(Fiber.interrupt(process))
      yield* Fiber.join(session)
      assert.deepStrictEqual([yield* unready, yield* isDraining], [["draining"], true])
      yield* TestClock.adjust("1 second")
      yield* Fiber.join(stopping)
    })
  )

  it.effect("waits for calls while it drains, and says in readiness, metrics and log how many are left", () =>
    Effect.gen(function* () {
      const lines: Array<unknown> = []
      let calls = 2
      let ended = false
      let lifecycle: Lifecycle["Service"] | undefined
      const untilOver = Effect.repeat(
        Effect.delay(
          Effect.sync(() => calls === 0),
          "100 millis"
        ),
        { until: (over) => over }
      )
      const process = yield* launched((it) =>
        Effect.gen(function* () {
          lifecycle = it
          const count = Effect.sync(() => calls)
          yield* Effect.addFinalizer(() => Effect.sync(() => (ended = true)))
          yield* it.drainAfter(Effect.asVoid(untilOver), count)
          // Counts one of the same calls.
          yield* it.drainAfter(
            Effect.asVoid(untilOver),
            Effect.map(count, (number) => Math.min(1, number))
          )
          yield* it.drainAfter(Effect.void, Effect.die("unreadable"))
        })
      ).pipe(Effect.provide(Logger.layer([Logger.make(({ message }) => lines.push(message))])))
      const { unready } = lifecycle!
      assert.deepStrictEqual(yield* unready, [])
      const stopping = yield* Effect.forkChild(Fiber.interrupt(process))
      yield* TestClock.adjust("20 seconds")
      assert.deepStrictEqual(yield* unready, ["draining (2 calls left)"])
      assert.strictEqual(yield* callsLeft, 2)
      calls = 1
      yield* TestClock.adjust("2 seconds")
      assert.deepStrictEqual([yield* unready, ended], [["draining (1 call left)"], false])
      assert.strictEqual(yield* callsLeft, 1)
      calls = 0
      yield* TestClock.adjust("1 second")
      yield* Fiber.join(stopping)
      assert.isTrue(ended)
      assert.deepStrictEqual(lines.flat(), [
        "Draining: 2 calls are left, for at most 30 s more",
        "Draining: 1 call is left, for at most 9 s more"
      ])
    })
  )

  it.effect("ends its drain at the time limit, with calls left", () =>
    Effect.gen(function* () {
      const process = yield* launched((it) => it.drainAfter(Effect.never, Effect.succeed(1)))
      const stopping = yield* Effect.forkChild(Fiber.interrupt(process))
      yield* TestClock.adjust("29 seconds")
      assert.isUndefined(stopping.pollUnsafe())
      yield* TestClock.adjust("1 second")
      yield* Fiber.join(stopping)
    })
  )

  it.effect("is not ready while a condition is not met, fails or hangs", () =>
    Effect.gen(function* () {
      let lifecycle: Lifecycle["Service"] | undefined
      let connected = false
      const process = yield* launched((it) => Effect.sync(() => (lifecycle = it)))
      const { readyWhile, unready } = lifecycle!
      yield* Effect.gen(function* () {
        yield* readyWhile(
          "database",
          Effect.sync(() => connected)
        )
        yield* readyWhile("defect", Effect.die("no"))
        yield* readyWhile("hanging", Effect.never)
        const reasons = yield* Effect.forkChild(unready)
        yield* TestClock.adjust("2 seconds")
        assert.deepStrictEqual(yield* Fiber.join(reasons), ["database", "defect", "hanging"])
      }).pipe(Effect.scoped)
      assert.deepStrictEqual(yield* unready, [])
      connected = true
      yield* readyWhile(
        "database",
        Effect.sync(() => connected)
      )
      assert.deepStrictEqual(yield* unready, [])
      const stopping = yield* Effect.forkChild(Fiber.interrupt(process))
      yield* TestClock.adjust("1 second")
      yield* Fiber.join(stopping)
    })
  )
})
