import { assert, describe, it } from "@effect/vitest"
import { Cause, Console, Effect, Layer, Redacted, Schema } from "effect"
import { AppConfig, readSettings } from "../../../src/platform/config.ts"
import * as Logging from "../../../src/platform/observability/Logging.ts"

const linesOf = Effect.fnUntraced(function* (env: Record<string, string>, program: Effect.Effect<unknown>) {
  const settings = yield* readSettings({ LOG_FORMAT: "json", ...env })
  const lines: Array<string> = []
  const console = { ...globalThis.console, log: (line: string) => lines.push(line) }
  const layer = Logging.layer.pipe(Layer.provide(Layer.succeed(AppConfig, settings)))
  yield* program.pipe(Effect.provide(layer), Effect.provideService(Console.Console, console))
  return lines
})

describe("Logging", () => {
  it.effect("prints each entry as one JSON line, with its annotations and its cause", () =>
    Effect.gen(function* () {
      const failure = Cause.fail(new Error("no answer", { cause: new Error("timeout") }))
      const lines = yield* linesOf(
        {},
        Effect.logWarning("Import failed", failure).pipe(
          Effect.annotateLogs({ organizationId: 7, importId: "i1", nested: { phone: "+919812345610" } }),
          Effect.withLogSpan("import")
        )
      )
      assert.strictEqual(lines.length, 1)
      const { time, importMs, ...entry } = JSON.parse(lines[0]!)
      assert.strictEqual(new Date(time).toISOString(), time)
      assert.isNumber(importMs)
      assert.deepStrictEqual(entry, {
        level: "warn",
        message: "Import failed",
        organizationId: 7,
        importId: "i1",
        nested: { phone: "+9198******10" },
        cause: "Error: no answer <- Error: timeout"
      })
    })
  )

  it.effect("prints the stack of a defect", () =>
    Effect.gen(function* () {
      const lines = yield* linesOf({}, Effect.logError(Cause.die(new TypeError("x is not a function"))))
      assert.match(JSON.parse(lines[0]!).cause, /^TypeError: x is not a function at .*Logging\.test/)
    })
  )

  it.effect.prop(
    "stays on one line and lets no secret through, whatever is logged",
    [
      Schema.String,
      Schema.Literals(["\n", "\r\n", "\u2028", "\u0085", "\u001b[2J", "\n{"]),
      Schema.Literals(["json", "pretty"])
    ],
    ([text, breaking, format]) =>
      Effect.gen(function* () {
        const hostile = `${text}${breaking}"level":"error" +919812345610${breaking}`
        const error = new Error(hostile)
        error.stack = `Error: ${hostile}\n    at ${hostile}`
        const lines = yield* linesOf(
          { LOG_FORMAT: format },
          Effect.logError(hostile, { field: hostile, apiKey: Redacted.make("hunter2") }, Cause.die(error)).pipe(
            Effect.annotateLogs({ [hostile]: [hostile], password: "hunter2" })
          )
        )
        assert.strictEqual(lines.length, 1)
        assert.notMatch(lines[0]!, /[\p{Cc}\u2028\u2029]/u)
        assert.notInclude(lines[0]!, "919812345610")
        assert.notInclude(lines[0]!, "hunter2")
        if (format === "json") assert.strictEqual(JSON.parse(lines[0]!).level, "error")
      })
  )

  it.effect("hides a secret whose name is a separate argument", () =>
    Effect.gen(function* () {
      const lines = yield* linesOf({}, Effect.logInfo("token:", "hunter2"))
      assert.notInclude(lines[0]!, "hunter2")
    })
  )

  it.effect("does not let an annotation replace the time, the level or the message", () =>
    Effect.gen(function* () {
      const lines = yield* linesOf(
        {},
        Effect.logInfo("true").pipe(Effect.annotateLogs({ message: "false", level: "none" }))
      )
      const entry = JSON.parse(lines[0]!)
      assert.deepStrictEqual([entry.message, entry.level], ["true", "info"])
    })
  )

  it.effect("drops entries below the configured level", () =>
    Effect.gen(function* () {
      const program = Effect.logDebug("debug").pipe(
        Effect.andThen(Effect.logInfo("info")),
        Effect.andThen(Effect.logError("error"))
      )
      assert.strictEqual((yield* linesOf({}, program)).length, 2)
      assert.strictEqual((yield* linesOf({ LOG_LEVEL: "debug" }, program)).length, 3)
      assert.strictEqual((yield* linesOf({ LOG_LEVEL: "error" }, program)).length, 1)
    })
  )
})
