import { mkdtempSync, rmSync, symlinkSync } from "node:fs"
import { tmpdir } from "node:os"
import { basename, join } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Stream } from "effect"
import { runConfined } from "../../src/rag/reading-process.ts"
import { untilFound } from "../support/eventually.ts"
import { startScript } from "../support/processes/script-process.ts"

const here = new URL("./", import.meta.url)
const script = new URL("./confined-script.ts", import.meta.url)

const run = (
  argument: string,
  limits: { readonly seconds?: number; readonly cpuSeconds?: number; readonly megabytes?: number } = {},
  folder: URL = here
) =>
  Effect.gen(function* () {
    const lines: Array<string> = []
    const ending = yield* runConfined(
      {
        script: new URL(basename(script.pathname), folder),
        argument,
        code: [folder, new URL("../../package.json", here)],
        limits: { seconds: 30, cpuSeconds: 120, megabytes: 400, outputMegabytes: 1, ...limits }
      },
      Stream.make(Buffer.from("what "), Buffer.from("came in")),
      (line) => lines.push(line)
    )
    return { lines, ending }
  })

const isThere = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

describe("a confined process", () => {
  it.live("the process reads its input and its output is passed on line by line", () =>
    Effect.gen(function* () {
      const { lines, ending } = yield* run("echo")
      assert.deepStrictEqual(lines, ["what came in"])
      assert.include(ending, { end: "exit", code: 0, signal: null })
    })
  )

  it.live("the process finds its code through a symbolic link", () =>
    Effect.gen(function* () {
      const folder = yield* Effect.acquireRelease(
        Effect.sync(() => mkdtempSync(join(tmpdir(), "carillon-link-"))),
        (made) => Effect.sync(() => rmSync(made, { recursive: true }))
      )
      symlinkSync(fileURLToPath(here), join(folder, "code"))
      const { lines } = yield* run("echo", {}, pathToFileURL(join(folder, "code/")))
      assert.deepStrictEqual(lines, ["what came in"])
    })
  )

  it.live(
    "the process sees no settings and no files but its code, writes and starts nothing, evaluates no text and has low priority",
    () =>
      Effect.map(run("reach"), ({ lines }) =>
        assert.deepStrictEqual(lines, [
          "[]",
          "ERR_ACCESS_DENIED",
          "ERR_ACCESS_DENIED",
          "ERR_ACCESS_DENIED",
          "ERR_ACCESS_DENIED",
          "EvalError",
          "low"
        ])
      )
  )

  it.live("a process that takes too long is killed", () =>
    Effect.map(run("busy", { seconds: 0.5 }), ({ ending }) => assert.deepStrictEqual(ending, { end: "time" }))
  )

  it.live("a process that takes too much CPU time is killed", () =>
    Effect.map(run("busy", { seconds: 600, cpuSeconds: 1 }), ({ ending }) =>
      assert.deepStrictEqual(ending, { end: "time" })
    )
  )

  it.live("a process ends even when the parent that watched it was killed", () =>
    Effect.gen(function* () {
      const { ended, line } = yield* startScript(new URL("./confined-starter.ts", import.meta.url), {})
      const pid = Number(yield* Effect.promise(line))
      assert.isAbove(pid, 0)
      yield* Effect.promise(() => ended)
      yield* Effect.promise(() => untilFound(() => !isThere(pid)))
    })
  )

  it.live.skipIf(process.platform !== "linux")("a process that takes too much memory is killed", () =>
    Effect.map(run("memory"), ({ ending }) => assert.deepStrictEqual(ending, { end: "memory" }))
  )

  it.live("a process with too large a heap dies and reports the reason", () =>
    Effect.map(run("heap", { megabytes: 4000 }), ({ ending }) => {
      assert.include(ending, { end: "exit", signal: "SIGABRT" })
      assert.match("stderr" in ending ? ending.stderr : "", /heap out of memory/)
    })
  )

  it.live("a process with too much output is killed", () =>
    Effect.map(run("output"), ({ ending }) => assert.deepStrictEqual(ending, { end: "output" }))
  )

  it.live("the exit code of a process is returned", () =>
    Effect.map(run("unknown"), ({ ending }) => assert.include(ending, { end: "exit", code: 3 }))
  )
})
