import { spawnSync } from "node:child_process"
import { expect, it } from "@effect/vitest"

const bench = (...given: ReadonlyArray<string>) =>
  spawnSync(process.execPath, ["bench/run.ts", ...given], { encoding: "utf8" })

it("the help of the benches has a line for each, and a wrong argument is named in one line", () => {
  const { status, stdout } = bench("--help")
  expect(status).toBe(0)
  expect(stdout).toMatch(/^ {2}media {6}\w.*$/m)
  for (const [given, problem] of [
    ["--fast", "Unknown option '--fast'"],
    ["medai", "There is no bench medai"]
  ] as const) {
    const line = `${problem}; npm run bench -- --help lists the benches\n`
    expect(bench(given)).toMatchObject({ status: 2, stdout: "", stderr: line })
  }
})
