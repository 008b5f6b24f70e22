import { spawnSync } from "node:child_process"
import { expect, it } from "@effect/vitest"

const underNode = (version: string) =>
  spawnSync(
    process.execPath,
    [
      "-e",
      `Object.defineProperty(process, "versions", { value: { node: "${version}" } }); require("./scripts/node-version.cjs")`
    ],
    { encoding: "utf8" }
  )

it.each(["20.20.2", "22.18.0"])("Node %s gets a message of one line about the required version", (version) => {
  const { status, stderr } = underNode(version)
  expect(status).toBe(1)
  expect(stderr).toMatch(/^Carillon needs Node 22\.19 or newer.*\n$/)
})

it.each(["22.19.0", "24.0.0", "26.1.0"])("Node %s is accepted", (version) => {
  expect(underNode(version)).toMatchObject({ status: 0, stderr: "" })
})

it("the next command finds what Node has compiled", () => {
  const env = { ...process.env, NODE_COMPILE_CACHE: "" }
  const args = ["-r", "./scripts/node-version.cjs", "-p", `require("node:module").getCompileCacheDir()`]
  const { stdout } = spawnSync(process.execPath, args, { encoding: "utf8", env })
  expect(stdout).toContain("/node_modules/.cache/carillon/compiled/")
})
